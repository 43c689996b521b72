package clerk

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/ledger"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
)

// fullDisk is a store that now and then takes nothing more.
type fullDisk struct {
	store.Store
	full atomic.Bool
}

func (d *fullDisk) Update(f func(store.Tx) error) error {
	if d.full.Load() {
		return store.ErrFull
	}
	return d.Store.Update(f)
}

func TestFullDiskSendsNoLetterAgain(t *testing.T) {
	b := newTable(t)
	disk := &fullDisk{Store: b.guard.Store}
	b.guard.Store = disk
	b.taken = func() { disk.full.Store(true) }
	for range 3 {
		if _, err := b.courier.SendDue(context.Background()); !errors.Is(err, store.ErrFull) {
			t.Fatalf("error %v, want %v", err, store.ErrFull)
		}
	}
	b.taken = nil
	disk.full.Store(false)
	b.sendAll()
	for _, r := range b.rows() {
		if r.State != store.Sent {
			t.Errorf("row %d is %s", r.ID, r.State)
		}
	}
	if rows := len(b.rows()); len(b.sent) != rows {
		t.Errorf("%d letters were handed over %d times", rows, len(b.sent))
	}
}

// TestRowParkedWhileItIsRendered is not sent, and stays parked.
func TestRowParkedWhileItIsRendered(t *testing.T) {
	b := newTable(t)
	first := b.rows()[0].ID
	b.courier.Sign = func(raw []byte, _ time.Time) ([]byte, error) {
		_, err := b.room().OutboxPark(context.Background(), control.Numbered{ID: first})
		return raw, err
	}
	if err := b.courier.Send(context.Background(), first); err != nil {
		t.Fatal(err)
	}
	if r, err := b.rowOf(first); err != nil || r.State != store.Parked || len(b.sent) != 0 {
		t.Errorf("the row is %s, and %d letters have been sent: %v", r.State, len(b.sent), err)
	}
}

// TestLetterTakenAtTheLastMoment has the next hop take a letter when corrd no longer waits for the
// hop. The letter has left, and does not leave again.
func TestLetterTakenAtTheLastMoment(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newTable(t)
		ctx, stop := context.WithCancel(context.Background())
		b.courier.Carrier = carrierFunc(func(sending context.Context) error {
			stop()
			<-sending.Done()
			return nil
		})
		first := b.rows()[0].ID
		if err := b.courier.Send(ctx, first); err != nil {
			t.Error(err)
		}
		if r, err := b.rowOf(first); err != nil || r.State != store.Sent {
			t.Errorf("the row is %s: %v", r.State, err)
		}
	})
}

func TestRegistrationConfirmedAfterAChallengeWasAccepted(t *testing.T) {
	b := newTable(t)
	b.letter("carol", "corrd@club.example", "r", "register Carol")
	b.letter("alice", "corrd@club.example", "c", "challenge carol@example.org, colour white")
	b.letter("carol", b.desk.Keys.Address(ledger.ChallengeToken(2), ledger.KeyOfChallenged, b.Ledger().Site), "a", "accept")
	b.letter("carol", b.desk.Keys.Address(mailer.Token{Kind: mailer.KindRegistration, Number: 1}, 0, b.Ledger().Site), "y", "yes")
	if l := b.newest(); l.State != store.Answered || l.Player == 0 {
		t.Errorf("the confirmation is %s (%s), of player %d", l.State, l.Verdict, l.Player)
	}
}

func TestCopyOfALetterWhosePlyIsOver(t *testing.T) {
	b := newTable(t)
	play := func(side board.Side, id, body string) string {
		key := b.key(side)
		b.letter(owner(side), key, id, body)
		return key
	}
	play(board.White, "1", "P-K4")
	play(board.Black, "2", "P-K4")
	const claim = "claim draw: repetition, otherwise Kt-KB3"
	key := play(board.White, "3", claim)
	play(board.Black, "4", "P-Q3")
	play(board.White, "5", "P-Q4\nI offer a draw")
	play(board.Black, "6", "decline draw")
	if b.game().Rounds[board.White] == 0 {
		t.Fatal("the refusal opened no new round")
	}
	b.letter("alice", key, "by-hand", claim)
	if l := b.newest(); l.State != store.Duplicate || l.Same == 0 {
		t.Errorf("the copy is %s (%s)", l.State, l.Verdict)
	}
}

// awayOnce is a store that is out of reach when it is asked for the nth time.
type awayOnce struct {
	store.Store
	left atomic.Int64 // until then
}

func (a *awayOnce) View(f func(store.View) error) error {
	if a.left.Add(-1) == 0 {
		return store.ErrUnreachable
	}
	return a.Store.View(f)
}

func (a *awayOnce) Update(f func(store.Tx) error) error {
	if a.left.Add(-1) == 0 {
		return store.ErrUnreachable
	}
	return a.Store.Update(f)
}

// A database that is out of reach for a moment parks no letter, and has none sent again.
func TestDatabaseOutOfReachParksNoLetter(t *testing.T) {
	b := newTable(t)
	away := &awayOnce{Store: b.guard.Store}
	b.guard.Store = away
	for nth := range int64(30) {
		away.left.Store(nth + 1)
		b.courier.SendDue(context.Background())
	}
	away.left.Store(0)
	b.sendAll()
	for _, r := range b.rows() {
		if r.State != store.Sent {
			t.Errorf("row %d is %s: %s", r.ID, r.State, r.Error)
		}
	}
	if rows := len(b.rows()); len(b.sent) != rows {
		t.Errorf("%d letters were handed over %d times", rows, len(b.sent))
	}
}

// reaching are letters by which a player whose game is over might reach an opponent who has written
// "stop": those to the office, and those with the key of the game.
var reaching = [2][]string{
	{"challenge bob@example.org", "challenge bob", "challenge bob, time 3 days\nsay: evilmark", "challenge carol@example.org, umpire bob", "challenge carol, umpire bob@example.org", "again 1", "rematch 1", "again", "propose umpire bob",
		"address add bob@example.org", "message bob: evilmark", "set umpire bob", "block bob", "unblock bob", "history 1", "register Bob", "Game 1:\nsay: evilmark", "challenge carol, side bob@example.org",
		"challenge bob@example.org, event evilmark", "withdraw challenge 1", "leave everywhere 5 days", "ask bob", "approve bob"},
	{"again", "again 1", "rematch", "Another game?", "I play again. evilmark", "propose umpire bob", "leave 5 days", "leave everywhere 5 days", "submit to umpire: evilmark", "P-K4", "resign", "offer draw", "withdraw 1", "intend P-K3", "adopt 1",
		"claim draw: threefold", "exact penalty A", "repeat 1", "repeat card"},
}

// TestNobodyIsReachedAfterStop: who has written "stop" after their game hears of nothing that their
// opponent of then writes, in whatever letter, whatever is passed by meanwhile.
func TestNobodyIsReachedAfterStop(t *testing.T) {
	b := newTable(t)
	b.join("carol")
	b.inGame(1, board.White, "over", "resign")
	key := b.key(board.White)
	b.letter("bob", office, "stop", "stop")
	b.sendAll()
	b.pass(48 * time.Hour)
	before := b.lettersTo("bob")
	if before == 0 {
		t.Fatal("bob has had no letter")
	}
	n := 0
	for i, to := range []string{office, key} {
		for _, words := range reaching[i] {
			for _, auth := range []mailer.Auth{mailer.AuthPass, mailer.AuthNone} {
				n++
				b.brings(auth, "alice", to, fmt.Sprint("reach", n), words)
				b.pass(time.Hour)
				if after := b.lettersTo("bob"); after != before {
					t.Errorf("%q to %s: bob has %d letters more:\n%s", words, to, after-before, b.sent[len(b.sent)-1].raw)
					before = after
				}
			}
		}
		b.midnight()
		b.pass(8 * 24 * time.Hour)
		if after := b.lettersTo("bob"); after != before {
			t.Errorf("after a week bob has %d letters more", after-before)
			before = after
		}
	}
}
