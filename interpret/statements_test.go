package interpret

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"corrd/interpret/speech"

	"corrd/interpret/notation"
)

var update = flag.Bool("update", false, "write what Parse finds into testdata/letters/statements")

// TestStatements runs the files of testdata/letters/statements: letters parted by
// lines of "----", each followed, after "=>", by what Parse finds in it.
func TestStatements(t *testing.T) {
	files, err := filepath.Glob("../testdata/letters/statements/*.txt")
	if err != nil || len(files) < 5 {
		t.Fatal("the files of cases are missing:", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			head, rest, _ := strings.Cut(string(raw), "\n----\n")
			out := head
			for _, c := range strings.Split(strings.TrimSuffix(rest, "\n"), "\n----\n") {
				letter, want, _ := strings.Cut(c, "\n=>\n")
				got := rendering(Parse(letter))
				if got != strings.TrimSuffix(want, "\n") && !*update {
					t.Errorf("%q:\n got:\n%s\nwant:\n%s", letter, got, want)
				}
				out += "\n----\n" + letter + "\n=>\n" + got
			}
			if *update {
				if err := os.WriteFile(file, []byte(out+"\n"), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// rendering writes a page as the files do.
func rendering(p Page) string {
	var lines []string
	for _, s := range p.Statements {
		lines = append(lines, renderStatement(s))
		if s.Series != nil {
			lines = append(lines, renderSeries(s.Series, "  ")...)
		} else if s.Kind == KindConditional {
			lines = append(lines, "  unread")
		}
	}
	if p.Note != "" {
		lines = append(lines, fmt.Sprintf("note %q", p.Note))
	}
	for _, problem := range p.Problems {
		lines = append(lines, "problem "+problem)
	}
	return strings.Join(lines, "\n")
}

func renderStatement(s Statement) string {
	text := s.Kind.String()
	if s.Game != 0 {
		text += fmt.Sprintf(" game=%d", s.Game)
	}
	if s.Line != 1 {
		text += fmt.Sprintf(" line=%d", s.Line)
	}
	text += renderMoves("", s.Moves) + renderMoves(" confirms", s.Confirms)
	if s.Choice != 0 {
		text += fmt.Sprintf(" choice=%d", s.Choice)
	}
	if s.Forfeiture {
		text += " forfeiture"
	}
	if s.Words != "" {
		text += fmt.Sprintf(" words=%q", s.Words)
	}
	for _, term := range s.Terms {
		text += fmt.Sprintf(" [%s: %s]", term.Key, term.Value)
	}
	return text
}

func renderMoves(label string, moves []notation.Move) string {
	text := ""
	for _, m := range moves {
		text += " " + renderMove(m)
	}
	if text == "" {
		return ""
	}
	return label + text
}

// doubtNames are the reasons of a Doubt, in the order of their bits.
var doubtNames = [...]string{"brief", "vague", "in-text", "paragraph", "wrapped", "mentioned", "unsure", "later", "instead", "of-white", "of-black"}

func renderMove(m notation.Move) string {
	text := fmt.Sprintf("<%s>", m.Text)
	switch {
	case m.Number != 0 && m.Black:
		text = fmt.Sprintf("%d... ", m.Number) + text
	case m.Number != 0:
		text = fmt.Sprintf("%d. ", m.Number) + text
	}
	for i, name := range doubtNames {
		if m.Doubt>>i&1 != 0 {
			text += " " + name
		}
	}
	return text
}

func renderSeries(s *Series, indent string) []string {
	text := indent + "in a row" // Any tells "if any" from a row of moves: neither has a hypothesis
	if s.Any {
		text = indent + "if any"
	} else if len(s.If) > 0 {
		text = indent + "if" + renderMoves("", s.If)
	}
	if s.Resign {
		text += " then resign"
	} else {
		text += " then " + renderMove(s.Then) + renderMoves(" or", s.Else)
	}
	lines := []string{text}
	for _, next := range s.Next {
		lines = append(lines, renderSeries(next, indent+"  ")...)
	}
	return lines
}

// A statement that has its line to itself is kept as it was written.
func TestStatementTextAsWritten(t *testing.T) {
	page := Parse("  Kt × P, “best” \nGame 3: P—K4\nresign; draw?")
	var got []string
	for _, s := range page.Statements {
		got = append(got, s.Text)
	}
	want := []string{"Kt × P, “best”", "P-K4", "resign", "draw?"}
	if !slices.Equal(got, want) {
		t.Errorf("texts %q, want %q", got, want)
	}
}

// TestEveryKindHasARow: each kind has a name of its own, and is addressed to somebody.
func TestEveryKindHasARow(t *testing.T) {
	named := map[string]Kind{}
	for _, k := range Kinds() {
		row := k.Row()
		if other, taken := named[row.Name]; taken || row.Name == "" {
			t.Errorf("kind %d has the name %q of kind %d", k, row.Name, other)
		}
		named[row.Name] = k
		if row.To == 0 {
			t.Errorf("%s is addressed to nobody", row.Name)
		}
		if !k.Acts() && (row.Order != OrderLast || row.NeedsNoCarrier || row.Lapses || row.StopsClock || row.AfterEnd) {
			t.Errorf("%s acts in no game, and its row says how it does: %+v", row.Name, row)
		}
	}
}

// TestSentencesThatBreakOff: a sentence that breaks off behind a statement, at any word with which
// a clause may begin, is read.
func TestSentencesThatBreakOff(t *testing.T) {
	for _, statement := range []string{"yes", "no", "accept", "decline", "resign", "I resign", "I offer a draw", "draw", "agree", "withdraw", "I accept the draw", "I decline your offer", "no thanks", "stop", "annul", "I protest"} {
		for _, word := range append(slices.Sorted(maps.Keys(speech.Reasons)), "with", "as", "for", "after", "upon", "you", "sir", "and", "(", "(as", "so") {
			for _, line := range []string{statement + " " + word, statement + ", " + word, "Please, " + statement + " " + word, word + " " + statement + " " + word, statement + " sir " + word, statement + ". " + word, word, "P-K4 " + word} {
				Parse(line)
				Parse(line + "\nKind regards")
			}
		}
	}
}

// TestAgainBrokenOff: the last word of a sentence that a mail program has broken asks for no other
// game.
func TestAgainBrokenOff(t *testing.T) {
	for text, want := range map[string]string{
		"again":                        "again",
		"Again, please!":               "again",
		"Thank you, Bob!\nagain":       "again",
		"Thank you.\n\nAgain, please.": "again",
		"It was a great pleasure to meet you here and I hope that we shall meet\nagain":       "asked",
		"It was a great pleasure to meet you here and I hope that we shall meet\nagain.\nBob": "asked",
		"I hope that we shall play\nagain":                                                    "asked",
	} {
		if got := saidIn(Parse(text)); got != want {
			t.Errorf("%q states %q, want %q", text, got, want)
		}
	}
}

// TestStopsAlone has lines whose last stops stand alone, around a move: no figure and no initial
// stands before such a stop, and the move is found.
func TestStopsAlone(t *testing.T) {
	for _, line := range []string{"And so ...", "And so I play :", "...", ":", "Voici mon coup :", "Well . .", ". . .", "Ah! …", "(...)"} {
		for _, text := range []string{line + "\nP-K4", "P-K4\n" + line, line + "\nP-K4\n" + line, line + "\n\nP-K4"} {
			if got := saidIn(Parse(text)); got != "move" {
				t.Errorf("%q states %q, want a move", text, got)
			}
		}
	}
}
