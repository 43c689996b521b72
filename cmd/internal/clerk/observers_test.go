package clerk

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
)

// shownGame is a table with game 1 of alice and bob, which others may watch two moves behind.
func shownGame(t *testing.T, more ...string) *table {
	b := tableOf(t, strings.Join(append([]string{"colour white", "publish delay 2", "observers yes"}, more...), ", "))
	b.join("carol", "dave")
	return b
}

// looks has the daemon look at the games that are watched, and lets the letters that wait go out.
func (b *table) looks() {
	b.Helper()
	for range 8 {
		b.clock.(*watch.Virtual).Set(b.clock.Now().Add(observedEvery))
		b.sendAll()
		if _, err := b.sendNews(b.Context()); err != nil {
			b.Fatal(err)
		}
		b.sendAll()
	}
}

// plays has the sides of game 1 play the moves of a line, from a ply on.
func (b *table) plays(from int, moves ...string) {
	b.Helper()
	for i, move := range moves {
		b.inGame(1, board.Side((from+i-1)%2), fmt.Sprint("ply", from+i, move), move)
	}
	if s := b.game(); len(s.Line) != from+len(moves)-1 {
		b.Fatalf("%d plies, want %d", len(s.Line), from+len(moves)-1)
	}
}

var opening = []string{"P-K4", "P-K4", "KKt-B3", "QKt-B3", "B-Kt5", "P-QR3", "B-R4", "KKt-B3"}

// TestSettlingWaitsForObservers: what observers may see by now is pending once it is time to look,
// or the loop has been asked to, until the loop has looked.
func TestSettlingWaitsForObservers(t *testing.T) {
	b := shownGame(t)
	b.plays(1, opening[:4]...)
	b.letter("carol", "corrd@club.example", "w1", "watch 1")
	b.looks()
	b.inGame(1, board.White, "n1", opening[4])
	pending := func() (n int) {
		behind := b.NewsBehind()
		b.view(func(v store.View) error {
			waits, err := b.NewsWaits(v)
			if behind && waits {
				n++
			}
			return err
		})
		return n
	}
	if n := pending(); n != 0 {
		t.Errorf("%d pending before it is time to look", n)
	}
	b.pass(observedEvery)
	if n := pending(); n != 1 {
		t.Errorf("%d pending when it is time to look", n)
	}
	b.looks()
	if n := pending(); n != 0 || len(b.told("carol", "observed")) == 0 {
		t.Errorf("%d pending after the look", n)
	}
	b.inGame(1, board.Black, "n2", opening[5])
	b.Wake()
	if n := pending(); n != 1 {
		t.Errorf("%d pending when the loop has been asked to look", n)
	}
	b.sendAll()
	if _, err := b.sendNews(b.Context()); err != nil {
		t.Fatal(err)
	}
	if n := pending(); n != 0 {
		t.Errorf("%d pending after that look", n)
	}
}

// TestObserver: a player who watches a game has each move as far behind as the public, without
// notes, the result at its end, and nothing more.
func TestObserver(t *testing.T) {
	b := shownGame(t)
	b.plays(1, opening[:4]...)
	b.letter("carol", "corrd@club.example", "w1", "watch 1")
	wants(t, b.lastTold("carol", "office"), "You watch game 1, in which N. N. has the White men and N. N. the Black", "Nothing of it is shown yet", "unwatch 1")
	b.looks()
	b.inGame(1, board.White, "n1", opening[4]+"\nXyzzy, what a fine day")
	b.looks()
	first := b.lastTold("carol", "observed")
	wants(t, first, "1. P-K4 (e4)", "| 5 |")
	if n := len(b.told("carol", "observed")); n != 1 || strings.Contains(first, "Kt-KB3") {
		t.Errorf("%d letters; the first:\n%s", n, first)
	}
	b.letter("alice", "corrd@club.example", "l1", "set listed yes")
	b.plays(6, opening[5])
	b.looks()
	wants(t, b.lastTold("carol", "observed"), "1... P-K4 (e5)", "alice with the White men against N. N.")
	if !strings.Contains(b.fieldOf("carol", "observed", "List-Unsubscribe"), "mailto:") {
		t.Error("no List-Unsubscribe")
	}
	before := len(b.told("carol", "observed"))
	b.looks()
	if n := len(b.told("carol", "observed")); n != before {
		t.Errorf("%d letters without a move", n-before)
	}
	b.inGame(1, board.White, "r1", "resign")
	b.looks()
	wants(t, b.lastTold("carol", "observed"), "Game 1,", "is over", "White resigns", "3. B-Kt5 (Bb5)")
	if n := len(b.told("carol", "observed")); n != before+1 {
		t.Errorf("%d letters of the end", n-before)
	}
	for _, who := range []string{"carol", "dave"} {
		for _, letter := range append(b.told(who, "observed"), b.told(who, "office")...) {
			if strings.Contains(letter, "Xyzzy") || strings.Contains(letter, "example.org") {
				t.Errorf("%s is told:\n%s", who, letter)
			}
		}
	}
	b.view(func(v store.View) error {
		p, err := v.Player(3)
		games, err2 := ledger.NumbersIn(v, "observe/games")
		if p.Settings[ledger.Watching] != "" || len(games) != 0 || err2 != nil {
			t.Errorf("%v, %v, %v: the game is watched after its end", p.Settings, games, err2)
		}
		return err
	})
	b.letter("dave", "corrd@club.example", "w9", "watch 1")
	wants(t, b.lastTold("dave", "office"), "is over", "1. P-K4 (e4), P-K4 (e5)")
	b.looks()
	if n := len(b.told("dave", "observed")); n != 0 {
		t.Errorf("%d letters of a game that was told whole", n)
	}
}

// TestWhoMayNotWatch: who may watch which game, and that a hidden game is told in the words of
// none.
func TestWhoMayNotWatch(t *testing.T) {
	b := tableOf(t, "colour white, publish delay 1")
	b.join("carol", "dave")
	begin := func(id int64, terms string) {
		b.letter("alice", "corrd@club.example", "c"+terms, "challenge bob@example.org, colour white, errors law, notation descriptive, "+terms)
		b.letter("bob", "corrd@club.example", "a"+terms, "accept")
		if b.gameNumber(id).ID != id {
			t.Fatal(terms)
		}
	}
	begin(2, "observers yes")
	begin(3, "observers yes, publish never")
	begin(4, "observers yes, publish delay 1, board blindfold")
	begin(5, "observers yes, publish delay 1")
	refused := func(who, words string, want ...string) {
		t.Helper()
		before := len(b.told(who, "refused"))
		b.letter(who, "corrd@club.example", fmt.Sprint(who, words, before), words)
		if n := len(b.told(who, "refused")); n != before+1 {
			t.Errorf("%s: %q is not refused", who, words)
			return
		}
		wants(t, b.lastTold(who, "refused"), want...)
	}
	for id := 1; id <= 4; id++ {
		refused("carol", fmt.Sprint("watch ", id), fmt.Sprintf("there is no game %d that others may watch", id))
	}
	refused("carol", "watch 99", "there is no game 99 that others may watch")
	refused("alice", "watch 5", "you play in game 5")
	refused("bob", "watch 5", "you play in game 5")
	b.letter("bob", "corrd@club.example", "block", "block carol")
	refused("carol", "watch 5", "there is no game 5 that others may watch")
	b.letter("dave", "corrd@club.example", "d1", "watch 5")
	wants(t, b.lastTold("dave", "office"), "You watch game 5")
	b.from("dave@example.org", "d2", "unwatch 5", mailer.AuthNone)
	b.view(func(v store.View) error {
		p, err := v.Player(4)
		if p.Settings[ledger.Watching] != "5" {
			t.Errorf("an unproven letter changes what is watched: %q", p.Settings[ledger.Watching])
		}
		return err
	})
	b.inGame(3, board.White, "over", "resign")
	refused("carol", "watch game 3", "there is no game 3")
	b.inGame(4, board.White, "over4", "resign")
	b.letter("carol", "corrd@club.example", "w4", "watch 4")
	wants(t, b.lastTold("carol", "office"), "is over")
}

// TestRivalsDoNotWatch: who plays in an event watches none of its games while it is played.
func TestRivalsDoNotWatch(t *testing.T) {
	b := tableWith(t, "alice", "bob", "carol", "dave")
	id := b.event("terms = \"code british-1899, time 10 moves in 30 days, errors law, notation descriptive, publish delay 1, observers yes\"\nplayers = [\"alice\", \"bob\", \"carol\"]")
	for _, who := range []string{"alice", "bob", "carol"} {
		b.letter(who, "corrd@club.example", "enter"+who, fmt.Sprint("enter ", id))
	}
	b.start(id)
	s := b.gameNumber(1)
	other := 6 - s.Players[0] - s.Players[1] // the third player
	who := []string{"", "alice", "bob", "carol"}[other]
	b.letter(who, "corrd@club.example", "w1", "watch 1")
	wants(t, b.lastTold(who, "refused"), "game 1 counts in the event that you are playing in")
	b.letter("dave", "corrd@club.example", "w2", "watch 1")
	wants(t, b.lastTold("dave", "office"), "You watch game 1")
}

// TestWatchingEnds: unwatch, stop, stop news and List-Unsubscribe end it at once, and so does an
// erasure; a letter that waits for its turn is looked at again.
func TestWatchingEnds(t *testing.T) {
	for name, end := range map[string]func(b *table){
		"unwatch":          func(b *table) { b.letter("carol", "corrd@club.example", "e", "unwatch 1") },
		"unwatch all":      func(b *table) { b.letter("carol", "corrd@club.example", "e", "unwatch") },
		"stop":             func(b *table) { b.letter("carol", "corrd@club.example", "e", "stop") },
		"stop news":        func(b *table) { b.letter("carol", "corrd@club.example", "e", "stop news") },
		"list-unsubscribe": func(b *table) { b.letter("carol", b.unsubscribedFrom("carol", "observed"), "e", "x") },
		"erasure": func(b *table) {
			b.erasures.Path = b.TempDir() + "/erasures"
			if _, err := b.room().PlayerErase(b.Context(), control.Removal{Whom: control.Whom{Address: "carol@example.org"}}); err != nil {
				b.Fatal(err)
			}
		},
		"no observers": func(b *table) {
			b.inGame(1, board.White, "e1", "propose observers no")
			b.inGame(1, board.Black, "e2", "agree")
			if b.game().Terms.Observers != "" {
				b.Fatal("the term is as it was")
			}
		},
		"blocked": func(b *table) { b.letter("alice", "corrd@club.example", "e", "block carol") },
	} {
		t.Run(name, func(t *testing.T) {
			b := shownGame(t)
			b.plays(1, opening[:5]...)
			b.letter("carol", "corrd@club.example", "w1", "watch 1")
			b.plays(6, opening[5])
			b.looks()
			if n := len(b.told("carol", "observed")); n != 1 {
				t.Fatalf("%d letters", n)
			}
			b.plays(7, opening[6])
			b.update(func(tx store.Tx) error { return tellObservers(tx, b.Ledger()) })
			end(b)
			b.looks()
			moves := 0
			for _, letter := range b.told("carol", "observed") {
				if strings.Contains(letter, "2. Kt-KB3") {
					moves++
				}
			}
			if moves != 0 {
				t.Error("a letter that waited has gone")
			}
			b.plays(8, opening[7])
			b.looks()
			for _, letter := range b.told("carol", "observed") {
				if strings.Contains(letter, "Kt-QB3") {
					t.Errorf("a further move is told:\n%s", letter)
				}
			}
		})
	}
}

// TestObserversAreBounded: so many games a player, and so many letters a day; what a day does not
// take comes in one letter.
func TestObserversAreBounded(t *testing.T) {
	b := shownGame(t)
	b.plays(1, opening[:5]...)
	b.letter("carol", "corrd@club.example", "w1", "watch 1")
	b.update(func(tx store.Tx) error { return tx.AddCount("observed/3/"+tx.Now().UTC().Format(time.DateOnly), 40) })
	b.plays(6, opening[5:8]...)
	b.looks()
	if n := len(b.told("carol", "observed")); n != 0 {
		t.Errorf("%d letters beyond those of the day", n)
	}
	b.midnight()
	b.looks()
	wants(t, b.lastTold("carol", "observed"), "1... P-K4 (e5)", "2. Kt-KB3 (Nf3), Kt-QB3 (Nc6)")
	if n := len(b.told("carol", "observed")); n != 1 {
		t.Errorf("%d letters", n)
	}
	b.update(func(tx store.Tx) error {
		p, err := tx.Player(3)
		if err != nil {
			return err
		}
		for id := 21; id <= 30; id++ {
			if err := tx.SetSetting(fmt.Sprint("observe/", id), `{"told":{"3":0}}`); err != nil {
				return err
			}
		}
		ledger.ChangeSetting(&p, ledger.Watching, "21 22 23 24 25 26 27 28 29 30")
		return tx.PutPlayer(&p)
	})
	b.letter("carol", "corrd@club.example", "w2", "watch 1")
	wants(t, b.lastTold("carol", "refused"), "a player watches 10 games at most")
}

// TestTakenBackIsObserved: moves that are taken back are told, and what is played instead.
func TestTakenBackIsObserved(t *testing.T) {
	b := tableOf(t, "colour white, publish delay 1, observers yes")
	b.join("carol")
	b.plays(1, "P-K4", "P-K4", "KKt-B3")
	b.letter("carol", "corrd@club.example", "w1", "watch 1")
	wants(t, b.lastTold("carol", "office"), "1. P-K4 (e4)")
	b.inGame(1, board.White, "t1", "withdraw")
	b.inGame(1, board.Black, "t2", "agree")
	b.plays(3, "P-Q4", "PxP", "QxP")
	b.looks()
	if got := b.lastTold("carol", "observed"); strings.Contains(got, "Kt-KB3") {
		t.Errorf("a move that was taken back before it was shown is told:\n%s", got)
	}
	wants(t, b.lastTold("carol", "observed"), "2. P-Q4 (d4)")
}
