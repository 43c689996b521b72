package clerk

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/ledger"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
)

// comesBack delivers a report that a row could not be delivered.
func (b *table) comesBack(row int64) store.Letter {
	b.Helper()
	to, raw := bounce(b.Clerk, row, "failed", "5.1.1")
	if err := b.Deliver("smtp")(context.Background(), mailer.Envelope{To: []string{to}}, []byte(raw), time.Now()); err != nil {
		b.Fatal(err)
	}
	return b.newest()
}

// asking is the letter that asks White for their first move, as it was sent.
func (b *table) asking() store.Row {
	b.Helper()
	b.sendAll()
	for _, r := range b.rows() {
		if r.Asks {
			return r
		}
	}
	b.Fatal("no letter asks")
	return store.Row{}
}

func (b *table) wantRunning(want string) {
	b.Helper()
	if got := b.game().RunsFor(b.clock.Now()); got != want {
		b.Errorf("the clock that runs is %s's, want %s's", got, want)
	}
	b.view(func(v store.View) error {
		stopped, err := ledger.Unreachable(v)
		if s := b.game(); (len(stopped) > 0) != (s.Bouncing() && s.InPlay()) {
			b.Errorf("clocks that stand because letters come back: %v; this game's: %v", stopped, s.Bouncing())
		}
		return err
	})
}

// toldTo returns the letters to an address whose header has a line.
func (b *table) toldTo(address, header string) (n int) {
	for _, l := range b.sent {
		if l.to == address && bytes.Contains(l.raw, []byte(header)) {
			n++
		}
	}
	return n
}

func TestHardBounceStopsTheClock(t *testing.T) {
	b := newTable(t)
	b.Ledger().Umpire = "umpire@example.org"
	row := b.asking()
	until := b.game().Window.Until
	b.pass(24 * time.Hour)
	b.comesBack(row.ID)
	b.wantRunning("none")
	b.pass(48 * time.Hour)
	if b.toldTo("bob@example.org", "Corrd-Letter: unreachable") != 1 || b.toldTo("umpire@example.org", "clock stands still") != 1 {
		t.Error("the opponent and the umpire are not told once each")
	}
	if _, err := b.room().OutboxRetry(context.Background(), control.Numbered{ID: row.ID}); err != nil {
		t.Fatal(err)
	}
	b.sendAll()
	b.wantRunning("white")
	if s := b.game(); s.Window.Until.Sub(until) != 72*time.Hour {
		t.Errorf("the flag falls %v later, want three days", s.Window.Until.Sub(until))
	}
	if b.toldTo("bob@example.org", "Corrd-Letter: resumed") != 1 || b.toldTo("alice@example.org", "Corrd-Letter: resumed") != 1 {
		t.Error("the sides are not told that the clock runs on")
	}
	b.wantSound()
}

// TestBounceInWordsStopsTheClock: a mail system that writes no message/delivery-status
// is believed at the letter's own bounce address; one that gives no reason, an
// absence notice and a person are not.
func TestBounceInWordsStopsTheClock(t *testing.T) {
	const from = "From: MAILER-DAEMON@mx.example\r\nSubject: failure notice\r\n\r\n"
	for text, running := range sampled(map[string]string{
		from + "Hi. This is the qmail-send program at mx.example.\r\n<alice@example.org>:\r\nSorry, no mailbox here by that name. (#5.1.1)\r\n": "none",
		from + "A message that you sent could not be delivered.\r\n  alice@example.org\r\n    Unrouteable address\r\n":                          "none",
		from + "Your message could not be delivered.\r\n":                                                                                       "white",
		from + "alice@example.org: 452 4.2.2 mailbox full, will be retried\r\n":                                                                 "white",
		"From: alice@example.org\r\nSubject: Out of office\r\n\r\nI am away; 550 5.1.1\r\n":                                                     "white",
		"From: alice@example.org\r\nSubject: Re: your move\r\n\r\nP-K4\r\n":                                                                     "white",
	}, 3) {
		b := newTable(t)
		to := b.desk.Keys.BounceAddress(b.asking().ID, b.Ledger().Site)
		if err := b.Deliver("smtp")(context.Background(), mailer.Envelope{To: []string{to}, From: "x@mx.example"}, []byte(text), time.Now()); err != nil {
			t.Fatal(err)
		}
		if got := b.game().RunsFor(b.clock.Now()); got != running {
			t.Errorf("%q: the clock that runs is %s's, want %s's; %+v", text, got, running, b.newest())
		}
	}
}

func TestReportOfABounceCountsOnce(t *testing.T) {
	b := newTable(t)
	row := b.asking()
	b.comesBack(row.ID)
	b.room().OutboxRetry(context.Background(), control.Numbered{ID: row.ID})
	b.sendAll()
	if l := b.comesBack(row.ID); l.State != store.Duplicate {
		t.Errorf("the same report again is %+v", l)
	}
	b.wantRunning("white")
}

func TestWhoWritesCanBeReached(t *testing.T) {
	for _, body := range []string{"P-K4", "games", "Thank you."} {
		b := newTable(t)
		b.comesBack(b.asking().ID)
		b.wantRunning("none")
		b.letter("alice", b.key(board.White), "m", body)
		b.sendAll()
		if b.game().Bouncing() {
			t.Errorf("after %q the clock stands", body)
		}
		b.wantSound()
	}
}

func TestRefusedAddressStopsTheClockForFourteenDays(t *testing.T) {
	b := newTable(t)
	b.fail = &mailer.SendError{Stage: mailer.StageRecipient, Code: 550, Enhanced: "5.1.1", Text: "no such user"}
	b.sendAll()
	b.fail = nil
	b.wantRunning("none")
	b.pass(13 * 24 * time.Hour)
	b.wantRunning("none")
	b.wantSound()
	b.pass(24 * time.Hour)
	b.wantRunning("white")
	if s := b.game(); !s.Window.Told || s.Clock(board.White, b.clock.Now()).Used != 0 {
		t.Errorf("told %v, %v used", s.Window.Told, s.Clock(board.White, b.clock.Now()).Used)
	}
	b.wantSound()
}

// wantSound checks that the store is sound, and so the next alarm of each game.
func (b *table) wantSound() {
	b.Helper()
	if _, err := b.db.Check(func(fault store.Fault) { b.Error(fault) }); err != nil {
		b.Fatal(err)
	}
}

// TestChallengerIsToldOfABounce: the challenger is told of a challenge that cannot be delivered,
// but not of what was said about a player's address.
func TestChallengerIsToldOfABounce(t *testing.T) {
	b := tableWith(t, "alice", "bob")
	for id, who := range []string{"zoe@example.org", "bob@example.org"} {
		b.letter("alice", "corrd@club.example", who, "challenge "+who)
		rows := b.rows()
		i := slices.IndexFunc(rows, func(r store.Row) bool { return r.Kind == "challenge" && r.To == who })
		b.comesBack(rows[i].ID)
		told := b.lastTold("alice", "office")
		wants(t, told, "could not be delivered to")
		if showsWhy := strings.Contains(told, "5.1.1"); showsWhy != (id == 0) {
			t.Errorf("of %s the reason is told: %t", who, showsWhy)
		}
	}
	b.replies("alice", "office", "w", "withdraw")
	wants(t, b.lastTold("alice", "office"), "Your challenge is withdrawn.")
}

// TestSecondBounceOnlyTellsTheUmpire: once the clock has stood in a game, a letter that comes back
// later stops nothing there, and the umpire alone is told of the letter. In another game of the
// same player, where the clock has not stood yet, the clock stops.
func TestSecondBounceOnlyTellsTheUmpire(t *testing.T) {
	b := newTable(t)
	b.Ledger().Umpire = "umpire@example.org"
	row := b.asking()
	b.comesBack(row.ID)
	b.room().OutboxRetry(context.Background(), control.Numbered{ID: row.ID})
	b.sendAll()
	b.wantRunning("white")
	b.letter("alice", b.key(board.White), "m1", "P-K4")
	b.letter("bob", b.key(board.Black), "m2", "P-K4")
	b.sendAll()
	opponent := b.toldTo("bob@example.org", "Corrd-Letter: unreachable")
	for _, r := range b.rows() {
		if r.To == "alice@example.org" && r.Kind == "move" {
			b.comesBack(r.ID)
		}
	}
	b.sendAll()
	b.wantRunning("white")
	if got := b.toldTo("bob@example.org", "Corrd-Letter: unreachable"); opponent != 1 || got != 1 {
		t.Errorf("the opponent is told %d and then %d times, want once", opponent, got)
	}
	if b.toldTo("umpire@example.org", "cannot be reached") != 2 || b.toldTo("umpire@example.org", "No clock stands still") != 1 {
		t.Error("the umpire is not told of both, and that no clock stands")
	}
	b.wantSound()
}

// TestAnswerToABouncedLetterIsCharged: the letter comes back, and its reader answers it
// five days later, with In-Reply-To and without.
func TestAnswerToABouncedLetterIsCharged(t *testing.T) {
	for _, named := range []bool{true, false} {
		b := newTable(t)
		row := b.asking()
		b.comesBack(row.ID)
		b.pass(5 * 24 * time.Hour)
		b.wantRunning("none")
		text := "From: alice@example.org\r\nMessage-ID: <m@x>\r\n"
		if named {
			text += "In-Reply-To: <" + row.MessageID + ">\r\n"
		}
		if err := b.Deliver("smtp")(context.Background(), mailer.Envelope{To: []string{b.key(board.White)}, From: "alice@example.org"}, []byte(text+"\r\nP-K4\r\n"), b.clock.Now()); err != nil {
			t.Fatal(err)
		}
		if used := b.game().Clock(board.White, b.clock.Now()).Used; used != 5*24*time.Hour || b.game().Result != nil {
			t.Errorf("named %t: %v used, want five days; %+v", named, used, b.newest())
		}
		b.sendAll()
		b.wantSound()
	}
}
