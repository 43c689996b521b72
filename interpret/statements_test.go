package interpret

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

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
var doubtNames = [...]string{"brief", "vague", "in-text", "paragraph", "wrapped", "mentioned", "unsure", "later", "instead"}

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
