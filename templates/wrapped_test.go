package templates

import (
	"slices"
	"strings"
	"testing"

	"corrd/templates/press"
)

// TestBrokenNote: a note that a mail program has broken is one paragraph, on a card and in a
// letter, and lines that their writer has set stay lines.
func TestBrokenNote(t *testing.T) {
	const prose = "The choir has been to Norwich and back, and nobody slept on the coach because of the singing; so forgive me if I have counted badly in the endgame, which I like."
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"72 columns", strings.Join(press.Wrap(press.SplitWords(prose), 72), "\n"), []string{prose}},
		{"76 columns", strings.Join(press.Wrap(press.SplitWords(prose), 76), "\n"), []string{prose}},
		{"CRLF", strings.Join(press.Wrap(press.SplitWords(prose), 72), "\r\n"), []string{prose}},
		{"soft breaks", strings.Join(press.Wrap(press.SplitWords(prose), 68), " \n"), []string{prose}},
		{"unbroken", prose, []string{prose}},
		{"two paragraphs", strings.Join(press.Wrap(press.SplitWords(prose), 72), "\n") + "\n\nYours, Ann", []string{prose, "Yours, Ann"}},
		{"verse", "Roses are red,\nviolets are blue,\nmy Knight is in danger,\nand so are you.", []string{"Roses are red,", "violets are blue,", "my Knight is in danger,", "and so are you."}},
	} {
		t.Run(c.name, func(t *testing.T) {
			set := press.Quoted(c.text)
			if got := paragraphsOf("White writes:\n\n" + set); !slices.Equal(got[1:], c.want) {
				t.Errorf("the card has\n%q, want\n%q", got[1:], c.want)
			}
			for line := range strings.Lines(set) {
				if strings.TrimRight(line, "\r\n") == "| I" || len([]rune(line)) > press.Width+1 {
					t.Errorf("the letter has the line %q", line)
				}
			}
			if lines := strings.Count(set, "\n"); c.text != strings.Join(c.want, "\n") && lines > strings.Count(press.Quoted(strings.Join(c.want, "\n\n")), "\n") {
				t.Errorf("the letter breaks the note twice:\n%s", set)
			}
		})
	}
}
