package clerk

import (
	"fmt"
	"strings"
	"testing"

	"corrd/cmd/internal/ledger"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
)

// wishes returns what a player's settings say of what comes to them unasked.
func (b *table) wishes(id int64) (watched []int64, sheet string) {
	b.Helper()
	b.view(func(v store.View) error {
		p, err := v.Player(id)
		watched, sheet = gamesWatched(p), p.Settings[ledger.Sheet]
		return err
	})
	return watched, sheet
}

// TestWishesOfLetters: what may go wrong with the words that have something come to a player. Each
// letter is answered once, in words that fit; a letter that nothing proves changes nothing, and the
// same words in answer to what corrd says then do what they say.
func TestWishesOfLetters(t *testing.T) {
	const nothing, unsure = "says nothing that corrd can act on", "not certain that this letter came from you"
	for words, c := range map[string]struct{ proved, unproved string }{
		"watch":            {nothing, nothing},
		"watch x":          {nothing, nothing},
		"watch 0":          {nothing, nothing},
		"watch 1 2":        {nothing, nothing},
		"watch 99":         {"there is no game 99 that others may watch", unsure},
		"watch 1":          {"You watch game 1", unsure},
		"Watch game 1.":    {"You watch game 1", unsure},
		"unwatch x":        {nothing, nothing},
		"unwatch 99":       {"You watch no game", unsure},
		"unwatch":          {"You watch no game", unsure},
		"set sheet daily":  {"The setting sheet can be: weekly, off", "cannot be certain that this letter came from you"},
		"set sheet":        {nothing, nothing},
		"set sheet weekly": {"sheet weekly", "cannot be certain that this letter came from you"},
	} {
		for _, auth := range []mailer.Auth{mailer.AuthPass, mailer.AuthNone} {
			b := shownGame(t)
			b.sendAll()
			before := len(b.sent)
			b.brings(auth, "carol", office, "wish", words)
			b.sendAll()
			if n := len(b.sent) - before; n != 1 || b.sent[before].to != "carol@example.org" {
				t.Fatalf("%q: %d letters", words, n)
			}
			kind := b.rows()[len(b.rows())-1].Kind
			watched, sheet := b.wishes(3)
			if auth == mailer.AuthPass {
				wants(t, b.lastTold("carol", kind), c.proved)
				if strings.HasPrefix(c.proved, "You watch game 1") != (len(watched) == 1) || (words == "set sheet weekly") != (sheet == ledger.SheetWeekly) {
					t.Errorf("%q: %v, %q", words, watched, sheet)
				}
				continue
			}
			wants(t, b.lastTold("carol", kind), c.unproved)
			if len(watched) > 0 || sheet != "" {
				t.Errorf("%q without proof: %v, %q", words, watched, sheet)
			}
			if c.unproved == nothing {
				continue
			}
			b.brings(mailer.AuthNone, "carol", replyTo(t, b.sent[before].raw), "again", words)
			watched, sheet = b.wishes(3)
			if strings.HasPrefix(c.proved, "You watch game 1") != (len(watched) == 1) || (words == "set sheet weekly") != (sheet == ledger.SheetWeekly) {
				t.Errorf("%q, in answer to what corrd says: %v, %q; %s, %s", words, watched, sheet, b.newest().State, b.newest().Verdict)
			}
		}
	}
}

// TestWishesOfForgers: letters that nothing proves, in a player's name, neither have anything come
// to the player nor end it, however often they come, and bring few letters.
func TestWishesOfForgers(t *testing.T) {
	b := shownGame(t)
	b.letter("carol", office, "w", "watch 1")
	b.letter("carol", office, "s", "set sheet weekly")
	b.sendAll()
	before := len(b.sent)
	for i := range 40 {
		for j, words := range []string{"unwatch", "unwatch 1", "set sheet off", "stop news", "stop", "watch 1"} {
			b.brings(mailer.AuthNone, "carol", office, fmt.Sprint("forged", i, ".", j), words+strings.Repeat("\n", i))
			b.brings(mailer.AuthNone, "carol", b.key(board.White), fmt.Sprint("keyed", i, ".", j), words)
		}
	}
	b.sendAll()
	if n := len(b.sent) - before; n > b.desk.Budgets.PerAddressDay+b.desk.Budgets.Questions {
		t.Errorf("%d letters for forged ones", n)
	}
	if watched, sheet := b.wishes(3); len(watched) != 1 || sheet != ledger.SheetWeekly {
		t.Errorf("%v, %q", watched, sheet)
	}
	b.letter("carol", office, "u", "unwatch 1")
	if watched, _ := b.wishes(3); len(watched) != 0 || b.newest().State != store.Answered {
		t.Errorf("carol's own words: %v, %s, %s", watched, b.newest().State, b.newest().Verdict)
	}
}
