package clerk

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/dossier"
	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/mailer/transport"
	"corrd/store"
)

// comesNow brings a letter in at the table's time.
func (b *table) comesNow(from, to, id, body string) {
	b.Helper()
	b.comes(b.clock.Now(), from, to, "", id, body)
}

// heldNow has a letter with White's key come from another address at the table's time.
func (b *table) heldNow(id, body string) int64 {
	b.Helper()
	b.comesNow("mallory", b.key(board.White), id, body)
	l := b.newest()
	if l.State != store.HeldLetter {
		b.Fatalf("%s: %+v", id, l)
	}
	b.sendAll()
	return l.ID
}

// releases has the owner of White's address confirm a letter held, or the operator do so.
func (b *table) releases(by string, id int64) {
	b.Helper()
	if by == "operator" {
		if _, err := b.room().InboxRelease(b.Context(), control.Numbered{ID: id}); err != nil {
			b.Fatal(err)
		}
		return
	}
	b.comesNow("alice", b.key(board.White), fmt.Sprint("yes", id, b.clock.Now().Unix()), fmt.Sprint("yes ", id))
}

// regimes are limits of time, with the window that each gives for a yes.
var regimes = map[string]time.Duration{
	"time 10 moves in 30 days":                                   24 * time.Hour,
	"time reply in 3 days":                                       9 * time.Hour,
	"time reply in 8 hours":                                      time.Hour,
	"medium post":                                                24 * time.Hour,
	"medium telegraph, time reply in 2 days":                     6 * time.Hour,
	"time none":                                                  24 * time.Hour,
	"time reply in 1 hour":                                       10 * time.Minute,
	"time reply in 30 days":                                      24 * time.Hour,
	"medium post, time reply in 8 hours":                         time.Hour,
	"medium post, time reply in 3 days":                          12 * time.Hour,
	"medium telegraph, time 10 moves in 30 days":                 24 * time.Hour,
	"code american-1897, time reply in 2 days":                   6 * time.Hour,
	"medium telegraph, excess double 5, time 3 moves in 10 days": 24 * time.Hour,
}

// TestHeldLettersAreNoFreeClock: of candidates that are all held, the one that is chosen later than
// the window is long, or that was not the first, counts from its release, whoever releases it.
func TestHeldLettersAreNoFreeClock(t *testing.T) {
	for terms, window := range sampled(regimes, 2) {
		for _, by := range []string{"player", "operator"} {
			for _, which := range []int{0, 1} {
				b := tableOf(t, "colour white, "+terms)
				b.sendAll()
				ids := []int64{b.heldNow("1", "P-K4"), b.heldNow("2", "P-Q4")}
				received := b.clock.Now()
				wait := window + 10*time.Minute
				if which == 1 {
					wait = window / 2
				}
				b.pass(wait)
				b.releases(by, ids[which])
				if from := b.countsFrom(); !from.Equal(received.Add(wait)) {
					t.Errorf("%s, by the %s: candidate %d counts from %v after its receipt, not from %v", terms, by, which, from.Sub(received), wait)
				}
			}
		}
	}
}

// countsFrom returns from when the last letter of White counts: when it moved, or was handed in.
func (b *table) countsFrom() time.Time {
	b.Helper()
	s := b.game()
	if len(s.Line) > 0 {
		return s.Line[len(s.Line)-1].At
	}
	if len(s.Transit) == 0 {
		b.Fatalf("nothing came of %+v", b.newest())
	}
	return s.Transit[len(s.Transit)-1].HandedIn
}

// TestConfirmedInTimeCountsFromReceipt: a player with a new telephone who answers within the window
// loses no time; by post the card is postmarked as of the receipt and travels from the release.
func TestConfirmedInTimeCountsFromReceipt(t *testing.T) {
	for terms, window := range sampled(regimes, 2) {
		for _, by := range []string{"player", "operator"} {
			b := tableOf(t, "colour white, "+terms)
			b.sendAll()
			id := b.heldNow("1", "P-K4")
			received := b.clock.Now()
			b.pass(window)
			b.releases(by, id)
			if from := b.countsFrom(); !from.Equal(received) {
				t.Errorf("%s, by the %s: counts from %v after its receipt", terms, by, from.Sub(received))
			}
			if l, s := b.newestHeld(id), b.game(); !l.Backdated || s.Clocks[board.White].Used != 0 {
				t.Errorf("%s: %+v, %v used", terms, l, s.Clocks[board.White].Used)
			}
			for _, p := range b.game().Transit {
				direct := b.handedInNow(terms)
				if !p.Delivered.Equal(direct) || p.Collected.After(received.Add(24*time.Hour)) {
					t.Errorf("%s: postmarked %v, delivered %v, and handed in at the release %v", terms, p.Collected, p.Delivered, direct)
				}
			}
		}
	}
}

func (b *table) newestHeld(id int64) (l store.Letter) {
	b.Helper()
	b.view(func(v store.View) (err error) { l, err = v.Letter(id); return err })
	return l
}

// handedInNow returns when a move that White hands in now, in the same turn, would be delivered.
func (b *table) handedInNow(terms string) time.Time {
	b.Helper()
	other := tableOf(b.T, "colour white, "+terms)
	other.sendAll()
	other.pass(b.clock.Now().Sub(other.clock.Now()))
	other.comesNow("alice", other.key(board.White), "1", "P-K4")
	way := other.game().Transit
	if len(way) != 1 {
		b.Fatalf("%d under way: %+v", len(way), other.newest())
	}
	return way[0].Delivered
}

// TestHeldWithoutProof: a letter that nothing proves counts from its release.
func TestHeldWithoutProof(t *testing.T) {
	b := newTable(t)
	b.sendAll()
	b.brings(mailer.AuthNone, "alice", office, "1", "P-K4")
	id, received := b.newest().ID, b.clock.Now()
	b.sendAll()
	wants(t, b.lastTold("alice", "confirm"), "it acts as of your yes")
	b.pass(time.Minute)
	b.releases("player", id)
	if from := b.countsFrom(); !from.Equal(received.Add(time.Minute)) {
		t.Errorf("counts from %v after its receipt", from.Sub(received))
	}
	b = newTable(t)
	b.sendAll()
	b.brings(mailer.AuthPass, "alice", office, "1", "P-K4")
	id, received = b.newest().ID, b.clock.Now()
	b.sendAll()
	b.pass(time.Minute)
	b.releases("player", id)
	if from := b.countsFrom(); !from.Equal(received) {
		t.Errorf("with a pass: counts from %v after its receipt", from.Sub(received))
	}
}

// TestReleasedAfterTheClockWasPutBack: a letter that came while the clock was ahead counts from its
// release, which is before its receipt, and the evidence of the game verifies.
func TestReleasedAfterTheClockWasPutBack(t *testing.T) {
	for _, by := range []string{"player", "operator"} {
		b, clock := newWatch(t)
		b.lives(clock, 30)
		clock.set(42 * time.Hour)
		b.beats()
		b.brings(mailer.AuthNone, "alice", office, "1", "P-K4")
		id, received := b.newest().ID, b.clock.Now()
		b.sendAll()
		clock.set(-42 * time.Hour)
		b.beats()
		b.releases(by, id)
		if from := b.countsFrom(); !from.Before(received) {
			t.Errorf("released by the %s: counts from %v, its receipt is %v", by, from, received)
		}
		for _, f := range dossier.Verify(b.files(control.Filing{ID: 1, Keep: true})) {
			if f.Fault && !strings.Contains(f.Words, "accepted by the next hop") { // the game of newWatch begins without a letter
				t.Errorf("released by the %s: %s", by, f.Words)
			}
		}
	}
}

// TestTwiceInAGame: a third letter counts from its release, and its question offers to add the
// address.
func TestTwiceInAGame(t *testing.T) {
	b := newTable(t)
	b.sendAll()
	for i, words := range []string{"P-K4", "P-Q4", "Kt-KB3"} {
		id, received := b.heldNow(fmt.Sprint("w", i), words), b.clock.Now()
		question := b.lastTold("alice", "confirm")
		if i < ledger.MostBackdated {
			wants(t, question, "1 day", "as of the time it was received")
		} else {
			wants(t, question, "address add mallory@example.org")
		}
		b.pass(time.Hour)
		b.releases("player", id)
		if from := b.countsFrom(); from.Equal(received) != (i < ledger.MostBackdated) {
			t.Errorf("letter %d counts from %v after its receipt", i+1, from.Sub(received))
		}
		b.sendAll()
		b.comesNow("bob", b.key(board.Black), fmt.Sprint("b", i), []string{"P-K3", "P-Q3", "P-KR3"}[i])
		b.sendAll()
	}
}

// TestSecondHeldLetterIsAnother: a second letter of one turn with other moves is a second
// communication when it is released, with a key and without.
func TestSecondHeldLetterIsAnother(t *testing.T) {
	for _, keyed := range []bool{true, false} {
		b := newTable(t)
		b.sendAll()
		to := office
		if keyed {
			to = b.key(board.White)
		}
		from := map[bool]string{true: "mallory", false: "alice"}[keyed]
		b.comesNow(from, to, "1", "P-K4")
		first := b.newest().ID
		b.comesNow(from, to, "2", "P-Q4")
		second := b.newest().ID
		b.sendAll()
		b.releases("player", first)
		b.releases("player", second)
		if s := b.game(); s.Held == nil || !s.Held.Multiple {
			t.Errorf("keyed %v: %v, %+v", keyed, s.Phase, b.newestHeld(second))
		}
	}
}

// TestConfirmedAfterTheTurnWasTaken: whoever has played the turn since by a letter that acted, and
// says that the one held is theirs, sends no second move, and is told what stands. A letter that
// came after the move is a second one as ever.
func TestConfirmedAfterTheTurnWasTaken(t *testing.T) {
	for _, terms := range []string{"", ", medium post"} {
		b := tableOf(t, "colour white"+terms)
		b.sendAll()
		b.comesNow("alice", office, "1", "P-Q4\ndraw?")
		held := b.newest().ID
		b.sendAll()
		b.comesNow("alice", b.key(board.White), "2", "P to K3")
		b.sendAll()
		before := b.game().Seq
		b.answer(board.White, "3", b.last(board.White, "confirm"), "yes")
		if s, l := b.game(), b.newestHeld(held); s.Held != nil || s.Seq != before || l.State != store.Returned || l.Backdated {
			t.Errorf("%q: %v after %d events of %d; %+v", terms, s.Phase, before, s.Seq, l)
		}
		wants(t, b.lastTold("alice", "office"), "you have taken that turn of game 1 by another letter", "P-Q4")
	}
	b := newTable(t)
	b.sendAll()
	b.comesNow("alice", b.key(board.White), "1", "P to K3")
	b.comesNow("alice", office, "2", "P-Q4")
	b.releases("player", b.newest().ID)
	if s := b.game(); s.Held == nil || !s.Held.Multiple {
		t.Errorf("a letter that came after the move: %v", s.Phase)
	}
}

// TestFlagWaitsForTheWindow: a flag waits until the window of a held letter is over, for three days
// if nobody takes the question, and for no letter that would count from its release.
func TestFlagWaitsForTheWindow(t *testing.T) {
	const terms = "colour white, time reply in 3 days"
	over := func(b *table) bool { return b.game().Phase == game.Finished }
	b := tableOf(t, terms)
	b.sendAll()
	b.pass(71 * time.Hour)
	b.heldNow("1", "P-K4")
	b.pass(9*time.Hour - time.Second)
	if over(b) {
		t.Fatal("the flag falls before the window is over")
	}
	if b.pass(2 * time.Second); !over(b) {
		t.Errorf("the flag waits longer than the window: %+v", b.game().Window)
	}
	b = tableOf(t, terms)
	b.sendAll()
	b.pass(71 * time.Hour)
	b.fail = errors.New("no route")
	b.comesNow("mallory", b.key(board.White), "1", "P-K4")
	b.clockTo(72*time.Hour + time.Second)
	if over(b) {
		t.Fatal("the flag does not wait for the question")
	}
	b.clockTo(6*24*time.Hour - time.Second)
	if over(b) {
		t.Fatal("the flag falls before three days")
	}
	if b.clockTo(6*24*time.Hour + 2*time.Second); !over(b) {
		t.Error("the flag waits longer than three days")
	}
	b = tableOf(t, terms)
	b.sendAll()
	b.pass(71 * time.Hour)
	b.brings(mailer.AuthNone, "alice", office, "1", "P-K4")
	b.sendAll()
	if b.pass(time.Hour + time.Second); !over(b) {
		t.Error("the flag waits for a letter without proof")
	}
}

// clockTo sets the table's clock to a time after the beginning, with nothing sent, and lets what
// falls due happen.
func (b *table) clockTo(since time.Duration) {
	b.Helper()
	now := b.game().Started.Add(since)
	b.clock.(interface{ Set(time.Time) }).Set(now)
	b.rings()
}

// TestForgedLettersTakeNoRoom: letters without proof in a player's name neither take the room nor
// the questions of the player's own letters, and those that are not held are answered 452.
func TestForgedLettersTakeNoRoom(t *testing.T) {
	b := newTable(t)
	b.sendAll()
	refused := 0
	for i := range 45 {
		raw := fmt.Sprintf("From: alice@example.org\r\nTo: %s\r\nMessage-ID: <f%d@x>\r\n\r\nresign\nI am number %d\r\n", office, i, i)
		err := b.Deliver("smtp")(context.Background(), mailer.Envelope{From: "x@evil.example", To: []string{office}, Auth: mailer.AuthNone}, []byte(raw), b.clock.Now())
		if errors.Is(err, transport.ErrNoRoom) {
			refused++
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if refused != 25 || len(b.told("alice", "confirm")) != 1 {
		t.Errorf("%d were not taken, %d questions", refused, len(b.told("alice", "confirm")))
	}
	full := func(after time.Duration) (is bool) { // of letters without proof, if nobody says a word
		err := b.db.View(func(v store.View) error {
			all, err := ledger.Waiting(later{v, after}, 1, store.Unproved)
			is = len(all) == ledger.MostWaiting
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return is
	}
	if !full(ledger.LongestWaiting) || full(ledger.LongestWaiting+time.Second) {
		t.Error("the room is full for longer than a letter waits, or for less long")
	}
	id := b.heldNow("key", "P-K4")
	wants(t, b.lastTold("alice", "confirm"), "P-K4", fmt.Sprint("yes ", id))
	b.brings(mailer.AuthPass, "alice", office, "pass", "P-Q4")
	wants(t, b.lastTold("alice", "confirm"), "P-Q4")
	b.pass(24 * time.Hour)
	if err := b.askUnasked(); err != nil {
		t.Fatal(err)
	}
	list := b.lastTold("alice", "confirm")
	wants(t, list, "Were these letters yours?", "I am number 1 ", "I am number 19")
	if n := strings.Count(list, "It said:"); n != 19 {
		t.Errorf("%d letters are listed", n)
	}
}

// later is a view of the store some time on.
type later struct {
	store.View
	by time.Duration
}

func (l later) Now() time.Time { return l.View.Now().Add(l.by) }

// TestMailboxLettersBeyondTheRoomAreNamed: a letter of a mailbox for which there is no room is
// named in the next question.
func TestMailboxLettersBeyondTheRoomAreNamed(t *testing.T) {
	b := newTable(t)
	b.sendAll()
	for i := range 23 {
		raw := fmt.Sprintf("From: mallory@example.org\r\nTo: %s\r\nMessage-ID: <f%d@x>\r\n\r\nresign\nI am number %d\r\n", b.key(board.White), i, i)
		if _, err := b.Take(t.Context(), Incoming{Raw: []byte(raw), Received: b.clock.Now(), Source: sourceIMAP, Lay: store.Key{1, byte(i)}}); err != nil {
			t.Fatal(err)
		}
	}
	last := b.newest()
	if last.State != store.Ignored {
		t.Fatalf("%+v", last)
	}
	b.pass(24 * time.Hour)
	if err := b.askUnasked(); err != nil {
		t.Fatal(err)
	}
	wants(t, b.lastTold("alice", "confirm"), fmt.Sprintf("letter %d, for game 1", last.ID), "these could not wait")
	b.pass(24 * time.Hour)
	told := len(b.told("alice", "confirm"))
	if err := b.askUnasked(); err != nil {
		t.Fatal(err)
	}
	if now := len(b.told("alice", "confirm")); now != told {
		t.Errorf("%d questions more", now-told)
	}
}

// TestListOverSeveralGames: yes and a number answers a question about letters of several games.
func TestListOverSeveralGames(t *testing.T) {
	b := newTable(t)
	b.letter("alice", office, "c2", "challenge bob@example.org, colour white")
	b.replies("bob", "challenge", "a2", "accept")
	b.sendAll()
	b.brings(mailer.AuthNone, "alice", office, "0", "Game 1: resign")
	b.brings(mailer.AuthNone, "alice", office, "1", "Game 1: P-K4")
	first := b.newest().ID
	b.brings(mailer.AuthNone, "alice", office, "2", "Game 2: P-Q4")
	second := b.newest().ID
	b.pass(24 * time.Hour)
	if err := b.askUnasked(); err != nil {
		t.Fatal(err)
	}
	b.sendAll()
	b.replies("alice", "confirm", "y", fmt.Sprintf("yes %d\nyes %d", first, second))
	if len(b.game().Line) != 1 || len(b.gameNumber(2).Line) != 1 {
		t.Errorf("%s, %s, %+v", b.stateOf(first), b.stateOf(second), b.newest())
	}
}
