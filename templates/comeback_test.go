package templates

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"corrd/interpret"
	"corrd/mailer"
	"corrd/mailer/parse"
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

// comesBack calls f with a letter as it comes back unmarked, in some of all the forms
// there are, which form names; the n-th letter has others than the next.
func comesBack(p mailer.Page, n int, f func(form, text string)) {
	html := parse.Letter([]byte("From: a@b.example\nContent-Type: text/html; charset=utf-8\n\n"+p.HTML), mailer.Envelope{}, parse.Options{}).FullText
	for body, text := range map[string]string{"plain": p.Text, "html": html} {
		for i, name := range slices.Sorted(maps.Keys(flattenings)) {
			if width := widths[(n+i)%len(widths)]; (n+i)%4 == 0 {
				f(fmt.Sprintf("%s %s in %d columns", body, name, width), rewrapped(flattenings[name](text), width))
			}
		}
		f(body, text)
	}
}

// only reports whether a text has the one statement and no other.
func only(text, statement string) bool {
	statements := interpret.Parse(text).Statements
	return len(statements) == 1 && statements[0].Text == statement
}

// TestLettersComeBackUnmarked: whatever letter of ours comes back, without one
// mark, wrapped at any width or made plain of its HTML, only what the answerer
// wrote acts: above it, where the letter is at hand and where it is not; and below
// it where it is.
func TestLettersComeBackUnmarked(t *testing.T) {
	const reply, head = "1... P-QB4", "From: a@b.example\nContent-Type: text/plain; charset=utf-8\n\n"
	all := pages(t)
	for n, name := range slices.Sorted(maps.Keys(all)) {
		p := all[name]
		raw, err := p.Bytes(mailer.Address{Address: "corrd@club.example"})
		if err != nil {
			t.Fatal(err)
		}
		known := parse.Options{Answers: func(mailer.Letter) [][]byte { return [][]byte{raw} }}
		failed := map[string]int{}
		comesBack(p, n, func(form, text string) {
			for way, try := range map[string]struct {
				body    string
				options parse.Options
			}{
				"above":                   {reply + "\n\n" + text, known},
				"below":                   {text + "\n\n" + reply + "\n", known},
				"above, letter not known": {reply + "\n\n" + text, parse.Options{}},
			} {
				if l := parse.Letter([]byte(head+try.body), mailer.Envelope{}, try.options); !only(l.Text, reply) {
					if failed[way]++; failed[way] == 1 {
						t.Errorf("%s, %s, %s:\n%s", name, form, way, l.Text)
					}
				}
			}
		})
	}
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
	for name, p := range pages(t) {
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
	if examples < 100 {
		t.Errorf("only %d examples were found", examples)
	}
}
