package interpret

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSaid runs the tables of testdata/letters/said: a letter, "=>" and the kinds of the statements
// in it.
func TestSaid(t *testing.T) {
	for _, file := range []string{"polite", "doubtful"} {
		raw, err := os.ReadFile("../testdata/letters/said/" + file + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		lines := 0
		for line := range strings.Lines(string(raw)) {
			letter, want, ok := strings.Cut(strings.TrimRight(line, "\n"), " => ")
			if !ok {
				continue
			}
			lines++
			if got := saidIn(Parse(strings.ReplaceAll(letter, `\n`, "\n"))); got != want {
				t.Errorf("%s: %q states %q, want %q", file, letter, got, want)
			}
		}
		if lines < 100 {
			t.Errorf("%s has %d lines", file, lines)
		}
	}
}

// saidIn returns the kinds of a letter's statements, "asked" if nothing of it acts and "both" for a
// yes and a no.
func saidIn(p Page) string {
	var kinds []string
	for _, s := range p.Statements {
		if s.Kind == KindConditional && s.Series == nil {
			continue // nobody can read it, and its sender is told
		}
		kind := s.Kind.String()
		if s.Kind == KindRegister {
			kind += ":" + s.Words
		}
		kinds = append(kinds, kind)
	}
	switch said := strings.Join(kinds, " "); said {
	case "":
		return "asked"
	case "yes no":
		return "both"
	default:
		return said
	}
}

// TestSaidInAnswer runs answers.txt, stated.txt and free.txt of testdata/letters/said and the
// letters of testdata/letters/voices that are not moves: what a letter answers, the letter, and
// what it comes to there.
func TestSaidInAnswer(t *testing.T) {
	files, err := filepath.Glob("../testdata/letters/voices/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no voices: ", err)
	}
	lines := 0
	for _, file := range append(files, "../testdata/letters/said/answers.txt", "../testdata/letters/said/stated.txt", "../testdata/letters/said/free.txt") {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(raw)) {
			question, rest, ok := strings.Cut(strings.TrimRight(line, "\n"), " | ")
			if !ok || question == "move" || question == "first" || question == "reply" {
				continue
			}
			lines++
			letter, want, _ := strings.Cut(rest, " => ")
			if got := saidTo(question, Parse(strings.ReplaceAll(letter, `\n`, "\n"))); got != want {
				t.Errorf("%s: %s: %q comes to %q, want %q", filepath.Base(file), question, letter, got, want)
			}
		}
	}
	if lines < 500 {
		t.Errorf("only %d lines", lines)
	}
}

// saidTo returns what a letter comes to in answer to an invitation or a registration, to an offer
// of a draw, to a proposal of terms, or in a game where nothing is asked.
func saidTo(question string, p Page) string {
	if question == "game" {
		return saidIn(p)
	}
	for _, s := range p.Statements {
		switch {
		case s.Kind == KindRegister && s.Words == "" && question == "register": // "register me, please" confirms
			return "yes"
		case s.Kind == KindRegister:
			return "register:" + s.Words
		case question == "invite", question == "register", question == "withdrawal" && (s.Kind == KindWaive || s.Kind == KindWithdraw), s.Kind == KindYes && question == "draw":
		case question == "draw" && len(p.Statements) == 1 && NamesElse(s, p.Note):
			return "asked"
		case s.Kind == KindAcceptDraw, s.answers() == Yes, s.Kind == KindOfferDraw && question == "draw": // an offer accepts an offer
			return "yes"
		case s.Kind == KindDeclineDraw, s.answers() == No:
			return "no"
		default:
			return s.Kind.String()
		}
	}
	asked, known := map[string]Question{"invite": OfPlay, "register": OfRegistration, "draw": OfDraw, "terms": OfTerms, "pause": OfPause, "withdrawal": OfWithdrawal, "meant": OfMeaning, "whose": OfLetter, "request": OfRequest}[question]
	if !known {
		return "asked"
	}
	return [...]string{"asked", "yes", "no"}[p.Reply(asked)]
}
