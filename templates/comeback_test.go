package templates

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"corrd/interpret"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/store/peertest"
	"corrd/templates/press"
)

// flattenings are what mail programs make of a letter that they quote without
// marks.
var flattenings = map[string]func(text string) string{
	"as it stands": func(text string) string { return text },
	"indented":     func(text string) string { return "    " + strings.ReplaceAll(text, "\n", "\n    ") },
	"without bars": func(text string) string { return withoutBars(text) },
	"bars at the end": func(text string) string {
		return strings.ReplaceAll(strings.ReplaceAll(text, "\n| ", "\n"), "\n", " |\n")
	},
	"bullets":        func(text string) string { return strings.ReplaceAll(withoutBars(text), "\n", "\n* ") },
	"one column":     func(text string) string { return strings.ReplaceAll(withoutBars(text), "  ", "\n") },
	"numbered links": func(text string) string { return numbered(text, 30) },
	"no blank lines": func(text string) string { return strings.ReplaceAll(withoutBars(text), "\n\n", "\n") },
	"stars":          func(text string) string { return strings.ReplaceAll(withoutBars(text), "corrd", "*corrd*") },
	"hard spaces":    func(text string) string { return strings.ReplaceAll(withoutBars(text), " ", "\u00a0") },
}

func withoutBars(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll("\n"+text, "\n| ", "\n"), "\n|", "\n")
}

// numbered has a number in brackets before every thirtieth word from one on, as lynx numbers
// links.
func numbered(text string, from int) string {
	words := strings.SplitAfter(text, " ")
	for i := from; i < len(words); i += 30 {
		words[i] = fmt.Sprintf("[%d]%s", i/30, words[i])
	}
	return strings.Join(words, "")
}

// rewrapped is a text with each of its paragraphs set anew in lines of so many
// columns.
func rewrapped(text string, width int) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		line := ""
		var lines []string
		for _, word := range strings.Fields(p) {
			if line != "" && len(line)+len(word) >= width {
				lines, line = append(lines, line), ""
			}
			line = strings.TrimPrefix(line+" "+word, " ")
		}
		paragraphs[i] = strings.Join(append(lines, line), "\n")
	}
	return strings.Join(paragraphs, "\n\n")
}

// widths are those of old screens, telephones and mail programs; the last is that
// of a program which breaks no line.
var widths = []int{20, 32, 40, 55, 64, 68, 72, 76, 80, 100, 1000000}

// comesBack returns a text as it comes back unmarked, in one of so many parts of the forms there
// are, each once, with what names the form. With 1 it is all forms; part says which part it is
// else.
func comesBack(text string, part, of int) map[string]string {
	forms := map[string]string{text: "as it is"}
	for i, name := range slices.Sorted(maps.Keys(flattenings)) {
		flat := flattenings[name](text)
		for n, width := range widths {
			if (part+i+n)%of == 0 {
				forms[rewrapped(flat, width)] = fmt.Sprintf("%s in %d columns", name, width)
			}
		}
	}
	return forms
}

// saidBy is the text that a letter's HTML says.
func saidBy(p mailer.Page) string {
	return parse.Letter([]byte("From: a@b.example\nContent-Type: text/html; charset=utf-8\n\n"+p.HTML), mailer.Envelope{}, parse.Options{}).FullText
}

// only reports whether a text has the one statement and no other.
func only(text, statement string) bool {
	statements := interpret.Parse(text).Statements
	return len(statements) == 1 && statements[0].Text == statement
}

// TestLettersComeBackUnmarked: whatever letter of corrd's comes back without one mark, wrapped at
// any width or made plain text from its HTML, only the answerer's own words act: words above the
// letter, whether corrd has the letter at hand or not, and words below where corrd has. Letters
// that come back alike are tried once; where not everything is tried, a third of the forms of
// each letter are, from letter to letter another third.
func TestLettersComeBackUnmarked(t *testing.T) {
	of := peertest.Share(3, 60)
	var tried sync.Map
	all := pages(t)
	for part, name := range slices.Sorted(maps.Keys(all)) {
		p := all[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for body, said := range map[string]string{"plain": p.Text, "html": saidBy(p)} {
				for text, form := range comesBack(said, part, of) {
					if _, again := tried.LoadOrStore(text, true); !again && !answersAct(t, body+", "+form, said, text) {
						break
					}
				}
			}
		})
	}
}

// answersAct reports whether an answer acts, and nothing else, beside the text in which a
// letter that says something comes back. The letter at hand has that text alone: one with
// its pictures and its HTML takes many times as long to read.
func answersAct(t *testing.T, form, said, text string) (ok bool) {
	t.Helper()
	const reply, head = "1... P-QB4", "From: a@b.example\nContent-Type: text/plain; charset=utf-8\n\n"
	known := parse.Options{Answers: func(mailer.Letter) [][]byte { return [][]byte{[]byte(head + said)} }}
	ok = true
	for way, try := range map[string]struct {
		body    string
		options parse.Options
	}{
		"above":                   {reply + "\n\n" + text, known},
		"below":                   {text + "\n\n" + reply + "\n", known},
		"above, letter not known": {reply + "\n\n" + text, parse.Options{}},
	} {
		if l := parse.Letter([]byte(head+try.body), mailer.Envelope{}, try.options); !only(l.Text, reply) {
			t.Errorf("%s, %s:\n%s", form, way, l.Text)
			ok = false
		}
	}
	return ok
}

// TestNumbersAmongTheMenSayNothing: where the numbers of links stand among the men of the
// board, in narrow lines, what is left of the board's rows is neither new text nor a move.
func TestNumbersAmongTheMenSayNothing(t *testing.T) {
	endgame := scene{terms: map[string]string{"position": "8/8/2k1p3/8/1P6/8/3K4/8 w - - 0 1"}}
	all := pages(t)
	letters := []mailer.Page{all["adopted-black charged"], all["ruling-white adopting"], all["check-white "], staged(t, endgame).newest("start-white")}
	for _, p := range letters {
		raw, err := p.Bytes(mailer.Address{Address: "corrd@club.example"})
		if err != nil {
			t.Fatal(err)
		}
		known := parse.Options{Answers: func(mailer.Letter) [][]byte { return [][]byte{raw} }}
		for from := range 30 {
			for columns := 18; columns <= 24; columns++ {
				body := rewrapped(numbered(withoutBars(p.Text), from), columns)
				l := parse.Letter([]byte("From: a@b.example\nContent-Type: text/plain; charset=utf-8\n\n"+body), mailer.Envelope{}, known)
				for _, s := range interpret.Parse(l.Text).Statements {
					t.Errorf("%s, a number at word %d, %d columns: %s %q", p.Subject, from, columns, s.Kind, s.Text)
				}
			}
		}
	}
}

// TestExamplesActAboveTheirLetter: what a letter suggests to answer is an answer, also above the
// letter itself, unmarked and wrapped anew.
func TestExamplesActAboveTheirLetter(t *testing.T) {
	examples := 0
	for name, p := range someOf(pages(t), 4) {
		raw, err := p.Bytes(mailer.Address{Address: "corrd@club.example"})
		if err != nil {
			t.Fatal(err)
		}
		known := parse.Options{Answers: func(mailer.Letter) [][]byte { return [][]byte{raw} }}
		for row := range strings.Lines(p.Text) {
			example, _, ok := strings.Cut(strings.TrimPrefix(row, `- "`), `":`)
			if !ok || !strings.HasPrefix(row, `- "`) || !only(example, example) {
				continue
			}
			examples++
			for _, body := range []string{example + "\n\n" + rewrapped(withoutBars(p.Text), 60), example + "\n\n" + strings.TrimPrefix(withoutBars(p.Text), replyMark), rewrapped(withoutBars(p.Text), 70) + "\n\n" + example} {
				if l := parse.Letter([]byte("From: a@b.example\nContent-Type: text/plain; charset=utf-8\n\n"+body), mailer.Envelope{}, known); l.Text != example {
					t.Errorf("%s: the answer %q is read as %q", name, example, l.Text)
				}
			}
		}
	}
	if examples < 100 && !testing.Short() || examples < 20 {
		t.Errorf("only %d examples were found", examples)
	}
}

// TestActs: whether a line acts is the same when it is asked again, and the lines that are known as
// no statements are bounded.
func TestActs(t *testing.T) {
	for range 2 {
		for line, want := range map[string]bool{"resign": true, "I" + press.NoBreak + "resign": true, "P-K4": true, "It is your move.": false, "The board stands below.": false} {
			if got := acts(line); got != want {
				t.Errorf("%q acts: %v", line, got)
			}
		}
	}
	var set lineSet
	for i := range 3 * mostInert {
		set.add(fmt.Sprint(i))
		if !set.has(fmt.Sprint(i)) || len(set.lines) > mostInert {
			t.Fatalf("line %d of %d", i, len(set.lines))
		}
	}
}

// TestSplitWords: words are parted at the four spaces alone, whatever else stands there.
func TestSplitWords(t *testing.T) {
	for line, want := range map[string][]string{
		"": nil, " \t\r\n": nil, "a": {"a"}, " a  b\tc\r\nd ": {"a", "b", "c", "d"}, "1." + press.NoBreak + "P-K4 \u2003\xff\x00 e": {"1." + press.NoBreak + "P-K4", "\u2003\xff\x00", "e"},
	} {
		if got := press.SplitWords(line); !slices.Equal(got, want) {
			t.Errorf("%q is parted into %q", line, got)
		}
	}
}
