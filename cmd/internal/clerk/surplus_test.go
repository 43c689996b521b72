package clerk

import (
	"fmt"
	"strings"
	"testing"

	"corrd/game/board"
	"corrd/store"
)

// manyWords are statements of every kind, with a number where their words can differ.
var manyWords = []string{"P-K4", "P-K%d", "P-K4 or P-Q4", "if P-K%d, P-Q4", "adopt %d", "exact penalty C", "exact penalty C, Kt on KB%d", "waive", "annul", "annul: %d",
	"demand fifty", "check", "retract", "recommence", "submit to umpire", "resign", "draw?", "accept draw", "decline draw", "claim draw: fifty moves",
	"claim draw: endless checks, otherwise P-K%d", "claim forfeiture: II.9(c) %d", "protest: he was seen %d times", "intend P-K4", "seal P-K4", "adjourn",
	"propose reply in %d days", "propose notation algebraic", "agree", "accept", "decline", "yes", "no", "yes %d", "no %d", "leave 1 day", "leave %d days", "withdraw",
	"set notation both", "set diagram off", "set timezone %d", "try Kt-B%d", "show", "show %d", "history", "pgn", "book", "games", "help", "help notation", "repeat", "repeat %d",
	"address add a%d@example.org", "register Name %d", "I write you a note, number %d.", "Game 2: P-K4", "Game %d: draw?", "Game %d: show", "Game 2: propose reply in %d days",
	"Game 1: protest: %d\nGame 2: protest: %d"}

// TestFewLettersForAHundredStatements: whatever one letter says a hundred times, the letter's
// sender has a few letters, and so have the opponent and the umpire.
func TestFewLettersForAHundredStatements(t *testing.T) {
	for i, form := range manyWords {
		for _, keyed := range []bool{true, false} {
			if testing.Short() && (i%4 != 0 || keyed != (i%8 == 0)) {
				continue
			}
			b := newTable(t)
			b.Ledger().Umpire = "umpire@example.org"
			b.letter("alice", "corrd@club.example", "c2", "challenge bob@example.org, colour white")
			b.replies("bob", "challenge", "a2", "accept")
			b.letter("alice", b.key(board.White), "0", "P-K4")
			b.letter("bob", b.key(board.Black), "1", "P-K4\ndraw?")
			lines := make([]string, 100)
			for i := range lines {
				lines[i] = strings.ReplaceAll(form, "%d", fmt.Sprint(i+1))
			}
			to := "corrd@club.example"
			if keyed {
				to = b.key(board.White)
			}
			before := map[string]int{}
			for _, who := range []string{"alice", "bob", "umpire"} {
				before[who] = b.lettersTo(who)
			}
			b.letter("alice", to, "2", strings.Join(lines, "\n"))
			most := map[string]int{"alice": 2, "bob": 2, "umpire": 2} // two games
			for who, n := range before {
				if got := b.lettersTo(who) - n; got > most[who] {
					t.Errorf("%s, keyed %v: %d letters to %s", form, keyed, got, who)
				}
			}
			if got := b.lettersTo("alice") - before["alice"]; got == 0 && b.newest().State != store.HeldLetter && b.newest().State != store.Duplicate {
				t.Errorf("%s, keyed %v: no answer, %+v", form, keyed, b.newest())
			}
		}
	}
}

// TestWhatIsLeftOfALetterIsNamed: what a letter states beside what acts, for whomever, is
// named in the answer to it.
func TestWhatIsLeftOfALetterIsNamed(t *testing.T) {
	for _, c := range []struct{ letter, kind, left string }{
		{"P-K4\nshow", "adopted", "show"},
		{"P-K4\ngames\nhelp", "adopted", "help"},
		{"show\nhistory", "office", "history"},
		{"P-K4\nset colour pink", "adopted", "set colour pink"},
		{"P-K4\nGame 7:\nP-Q4", "adopted", "Game 7: P-Q4"},
		{"P-K4\nGame 7:\nP-Q4\nshow", "adopted", "Game 7: P-Q4"},
		{"Game 7:\nP-Q4\nGame 8:\nP-Q4", "refused", "Game 8: P-Q4"},
		{"P-K4\nchallenge bob@example.org", "adopted", "challenge bob@example.org"},
		{"P-K4\nregister Zoe", "adopted", "register Zoe"},
		{"9. P-K4\nshow", "asked", "show"},
		{"P-K5\nshow", "offended", "show"},
		{"draw?\nyes 31", "received", "yes 31"},
		{"draw?\npropose reply in 5 days\npropose reply in 6 days", "received", "propose reply in 6 days"},
	} {
		b := newTable(t)
		b.letter("alice", b.key(board.White), "1", c.letter)
		wants(t, b.lastTold("alice", c.kind), c.left)
		b.wantSound()
	}
}

// TestGamesOfOneLetterAreEachAnsweredOnce: statements of a game count together, however
// often the letter turns to it.
func TestGamesOfOneLetterAreEachAnsweredOnce(t *testing.T) {
	b := newTable(t)
	b.letter("alice", "corrd@club.example", "c2", "challenge bob@example.org, colour white")
	b.replies("bob", "challenge", "a2", "accept")
	b.letter("alice", b.key(board.White), "1", "Game 2:\nP-K4\nGame 1:\nP-Q4\nGame 2:\ndraw?\nGame 1:\nprotest: two boards\nshow")
	one, two := b.gameNumber(1), b.gameNumber(2)
	if len(one.Line) != 1 || len(two.Line) != 1 || len(one.Protests) != 1 || two.DrawOffer.String() != "white" {
		t.Errorf("%v %v %v %v", one.Line, two.Line, one.Protests, two.DrawOffer)
	}
	if n := len(b.told("alice", "adopted")); n != 2 {
		t.Errorf("%d answers", n)
	}
	wants(t, b.lastTold("alice", "adopted"), "show")
}

// TestWhatIsLeftOfAnAcceptance: what stands beside the acceptance of a challenge is named
// in the letter with which the game begins.
func TestWhatIsLeftOfAnAcceptance(t *testing.T) {
	b := tableWith(t, "alice", "bob")
	b.letter("alice", "corrd@club.example", "c", "challenge bob@example.org, colour black")
	b.replies("bob", "challenge", "a", "accept\nP-K4")
	wants(t, b.lastTold("bob", "start"), "is left over", "P-K4")
	if strings.Contains(b.lastTold("alice", "start"), "left over") || len(b.game().Line) != 0 {
		t.Error("the other side is told, or the move acts")
	}
	b.wantSound()
}
