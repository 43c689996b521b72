package local_test

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// mailtoLink is a link of a letter that opens an answer, with the text that it puts there.
var mailtoLink = regexp.MustCompile(`href="mailto:[^"]*body=([^"&]*)[^"]*"`)

// linked returns the texts of the links in a letter, as a mail program puts them into an answer.
func linked(t *testing.T, raw []byte) (texts []string) {
	t.Helper()
	html := strings.NewReplacer("=\r\n", "", "=\n", "", "=3D", "=").Replace(string(raw))
	for _, link := range mailtoLink.FindAllStringSubmatch(html, -1) {
		text, err := url.PathUnescape(link[1])
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text)
	}
	return texts
}

// TestNewcomerPlaysFourMoves: somebody who has never seen descriptive notation joins and plays four
// moves with only what the letters of corrd tell. Each answer names in its first sentence the move
// as corrd would write it, and has a link that plays it.
func TestNewcomerPlaysFourMoves(t *testing.T) {
	w := newTown(t, "")
	b := beginner{w, "margaret", "uncle"}
	b.Register(b.uncle)
	b.raw(b.mailbox, b.Who(b.mailbox).Address, b.House.Site.Address(), b.letter("plain", "Hi, I'd like to play", b.House.Site.Address(), ""))
	if first := firstSentence(b.Last(b.mailbox).Text()); !strings.Contains(first, "register ") {
		t.Fatalf("the first answer begins %q", first)
	}
	b.Reply(b.mailbox, "register Margaret Hill")
	b.Reply(b.mailbox, "yes")
	b.Write(b.uncle, "challenge "+b.Who(b.mailbox).Address+", colour black")
	b.Reply(b.mailbox, "yes please")
	game, plies := b.newest(), 0
	for _, turn := range []struct{ says, named, uncle string }{
		{"Kings pawn forward two", "P-K4", "P-K4"},
		{"horse to f3", "Kt-KB3", "Kt-QB3"},
		{"I move my bishop from f1 to c4", "B-B4", "B-QB4"},
		{"the pawn in front of my queen goes one square", "P-Q3", "P-Q3"},
	} {
		b.Reply(b.mailbox, turn.says)
		answer := b.Last(b.mailbox).Text()
		if len(strings.Fields(uci(b.Show(game)))) == plies { // asked about
			first := firstSentence(answer)
			if !strings.Contains(first, turn.named) {
				t.Fatalf("%q: the answer begins %q, which does not name %s", turn.says, first, turn.named)
			}
			texts := linked(t, b.Last(b.mailbox).Raw)
			plays := slices.IndexFunc(texts, func(text string) bool { return strings.Contains(text, turn.named) || strings.TrimSpace(text) == "yes" })
			if plays < 0 {
				t.Fatalf("%q: no link of %q plays %s: %s", turn.says, texts, turn.named, answer)
			}
			b.Reply(b.mailbox, texts[plays])
		}
		if plies++; len(strings.Fields(uci(b.Show(game)))) != plies {
			t.Fatalf("%q: moves %q: %s", turn.says, uci(b.Show(game)), b.Last(b.mailbox).Text())
		}
		b.Reply(b.uncle, turn.uncle)
		if plies++; len(strings.Fields(uci(b.Show(game)))) != plies {
			t.Fatalf("uncle's %q: moves %q: %s", turn.uncle, uci(b.Show(game)), b.Last(b.uncle).Text())
		}
	}
}
