package templates

import (
	"fmt"
	"maps"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"corrd/interpret"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/store/peertest"
	"corrd/templates/press"
)

// flatWidths are fifteen widths in columns at which letters are made flat: those of old
// screens, telephones and mail programs, and some so narrow that hardly two words share a
// line. In ten columns and fewer lynx gives a move a line of its own, and then nothing tells it
// from one that was written: no letter can be safe there, and no program sets mail so.
var flatWidths = []int{18, 20, 22, 24, 28, 32, 36, 40, 48, 56, 64, 72, 76, 80, 132}

// renderer makes the plain text of a letter's HTML in so many columns.
type renderer struct {
	name   string
	joins  bool // letters that stand in one page come out as each by itself
	render func(t *testing.T, html string, columns int) string
}

// renderers are the two text browsers that mail programs call. One that is not installed is named,
// and left out.
func renderers(t *testing.T) []renderer {
	var all []renderer
	for _, browser := range []struct {
		name  string
		joins bool
		args  func(columns int) []string
	}{
		{"w3m", true, func(columns int) []string {
			return []string{"-dump", "-T", "text/html", "-I", "UTF-8", "-O", "UTF-8", "-cols", fmt.Sprint(columns)}
		}},
		{"lynx", false, func(columns int) []string {
			return []string{"-dump", "-stdin", "-force_html", "-assume_charset=utf-8", "-display_charset=utf-8", fmt.Sprintf("-width=%d", columns)}
		}},
	} {
		path, err := exec.LookPath(browser.name)
		if err != nil {
			if peertest.Whole() {
				t.Fatalf("%s is not installed: %v", browser.name, err)
			}
			t.Logf("SKIPPED: %s is not installed, and so its rendering of the letters is not tried", browser.name)
			continue
		}
		all = append(all, renderer{browser.name, browser.joins, func(t *testing.T, html string, columns int) string {
			cmd := exec.Command(path, browser.args(columns)...)
			cmd.Stdin = strings.NewReader(html)
			out, err := cmd.Output()
			if err != nil || len(out) < 40 {
				t.Errorf("%s: %v, %d octets", browser.name, err, len(out))
			}
			return string(out)
		}})
	}
	return all
}

// bodyOf is what stands in the body of a page.
var bodyOf = regexp.MustCompile(`(?s)<body[^>]*>(.*)</body>`)

// between is a line between two letters of a page.
var between = regexp.MustCompile(`(?m)^ *=#\d+= *\n`)

// together renders letters in one page, and returns what comes of each.
func (r renderer) together(t *testing.T, letters []string, columns int) []string {
	var page strings.Builder
	page.WriteString("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"></head><body>\n")
	for n, html := range letters {
		fmt.Fprintf(&page, "<p>=#%d=</p>\n%s", n, bodyOf.FindStringSubmatch(html)[1])
	}
	all := between.Split(r.render(t, page.String()+"</body></html>\n", columns), -1)
	if len(all) != len(letters)+1 {
		t.Fatalf("%s makes %d letters of %d", r.name, len(all)-1, len(letters))
	}
	return all[1:]
}

// TestFlatLettersSayNothing: no letter states anything when it comes back as plain text without one
// mark of a quotation, in any of fifteen widths, from its text or from its HTML by any of three
// renderers, with its bars and without them. Nobody has the letter that is answered at hand. A
// browser is asked for every width of a letter where everything is tried, and else for each
// seventh one, from letter to letter another: lynx numbers the links of a page, and is a
// program of its own for each. With -short no program is asked.
func TestFlatLettersSayNothing(t *testing.T) {
	widths, part := flatWidths, peertest.Share(7, 7)
	if testing.Short() {
		widths = []int{20, 72}
	}
	var tried sync.Map
	var by []renderer
	if !testing.Short() {
		by = renderers(t)
	}
	all := pages(t)
	names := slices.Sorted(maps.Keys(all))
	joined := map[string]string{} // by renderer, width and letter
	for _, r := range by {
		for n, columns := range widths {
			var of, letters []string
			for i, name := range names {
				if r.joins && (i+n)%part == 0 {
					of, letters = append(of, fmt.Sprint(r.name, columns, name)), append(letters, all[name].HTML)
				}
			}
			if r.joins {
				for i, text := range r.together(t, letters, columns) {
					joined[of[i]] = text
				}
			}
		}
	}
	for i, name := range names {
		p := all[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			said := saidBy(p)
			for n, columns := range widths {
				flat := map[string]string{"text": rewrapped(p.Text, columns), "own": rewrapped(said, columns)}
				for _, r := range by {
					switch {
					case (i+n)%part != 0:
					case r.joins:
						flat[r.name] = joined[fmt.Sprint(r.name, columns, name)]
					default:
						flat[r.name] = r.render(t, p.HTML, columns)
					}
				}
				bodies := map[string]string{} // forms that come out alike are tried once
				for form, text := range flat {
					bodies[text], bodies[withoutBars(text)] = form, form+" without bars"
				}
				for body, form := range bodies {
					if _, again := tried.LoadOrStore(body, true); !again {
						l := parse.Letter([]byte("From: a@b.example\nContent-Type: text/plain; charset=utf-8\n\n"+body), mailer.Envelope{}, parse.Options{})
						for _, s := range interpret.Parse(l.Text).Statements {
							t.Errorf("%s in %d columns: %s %q", form, columns, s.Kind, s.Text)
						}
					}
				}
			}
		})
	}
}

// FuzzFill: whatever the words, lines keep within the margin and nothing but
// white space is lost.
func FuzzFill(f *testing.F) {
	f.Add("White has played 1. P-K4; it is your turn and you have 30 days for the next 10 moves.")
	f.Add("a\n\n\n- b c\nd\n| e  f\n" + strings.Repeat("x", 200) + " resign " + strings.Repeat("y", 80))
	f.Fuzz(func(t *testing.T, text string) {
		filled := press.Fill(text, acts)
		for line := range strings.Lines(filled) {
			line = strings.TrimRight(line, "\n")
			if !strings.HasPrefix(line, "|") && utf8.RuneCountInString(line) > press.Width {
				t.Errorf("too wide: %q", line)
			}
		}
		if utf8.ValidString(text) && flat(filled) != flat(text) {
			t.Errorf("%q became %q", text, filled)
		}
	})
}

// TestLongNames: names of any length leave the tables within the margin.
func TestLongNames(t *testing.T) {
	g := staged(t, scene{script: []string{"white: P-K4"}})
	l := g.letters[len(g.letters)-1].letter
	l.Names = [2]string{strings.Repeat("Alice ", 40), strings.Repeat("B", 300)}
	p, err := Game(l)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(p.Text + Score(l.State, l.Names)) {
		if utf8.RuneCountInString(line) > press.Width+1 {
			t.Errorf("too wide: %q", line)
		}
	}
}
