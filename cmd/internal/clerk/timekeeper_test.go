package clerk

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
	"corrd/store/bolt"
)

// hall is a store in which alice (1) and bob (2) play a game of one move in three days, with a
// timekeeper whose clock the test sets.
type hall struct {
	*testing.T
	*Timekeeper
	clock  *watch.Virtual
	chores int
	taken  func(by time.Time) // what happens while letters are waited for; nil: nothing
}

func newHall(t *testing.T) *hall {
	t.Helper()
	h := &hall{T: t, clock: watch.NewVirtual(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))}
	db, err := bolt.Open(filepath.Join(t.TempDir(), "corrd.db"), bolt.Options{NoSync: true, InitialMmapSize: 1 << 20, Now: h.clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	log := slog.New(slog.DiscardHandler)
	guard := watch.NewGuard(db, log)
	h.Timekeeper = NewTimekeeper(TimekeeperConfig{Store: guard, Clock: h.clock, Log: log, Alarms: watch.NewBell(), Outbox: watch.NewBell(),
		Ledger: &ledger.Ledger{Site: mailer.Site{Local: "corrd", Domain: "club.example", Delimiter: '+'}, Zone: time.UTC},
		Watch:  watch.New(guard, h.clock, nil, func(store.Tx) error { return nil }, log),
		Taken: func(_ context.Context, by time.Time) error {
			if h.taken != nil {
				h.taken(by)
			}
			return nil
		},
		LastPoll: func() time.Time { return time.Time{} }, Replayed: func() time.Time { return time.Time{} },
		Chores: func() error { h.chores++; return nil }, Search: play.Prove})
	h.update(func(tx store.Tx) error {
		for _, name := range []string{"alice", "bob", "carol"} {
			if err := tx.PutPlayer(&store.Player{Name: name, Addresses: []string{name + "@example.org"}}); err != nil {
				return err
			}
		}
		agreed := terms.Default()
		agreed.Time = terms.TimeControl{Moves: 1, Per: 72 * time.Hour, Each: true}
		if err := h.Ledger.BeginOf(tx, &store.Challenge{From: 1, ToID: 2}, play.Start{Terms: agreed, Players: [2]int64{1, 2}}, ledger.By{}); err != nil {
			return err
		}
		return h.decide(tx, play.Notify{Side: board.White})
	})
	h.told()
	return h
}

func (h *hall) update(f func(store.Tx) error) {
	h.Helper()
	if err := h.Store.Update(f); err != nil {
		h.Fatal(err)
	}
}

// decide has the laws decide an act in the game.
func (h *hall) decide(tx store.Tx, act play.Act) error {
	s, err := tx.Game(1)
	if err != nil {
		return err
	}
	_, err = h.Ledger.Append(tx, s, play.Decide(s, act, tx.Now()), ledger.By{})
	return err
}

// states has White state something, in a letter received at a time; the letter is held if so
// wished.
func (h *hall) states(words string, received time.Time, held bool) (number int64) {
	h.Helper()
	h.update(func(tx store.Tx) error {
		l := store.Letter{Player: 1, Game: 1, Side: board.White, Received: received, State: store.Acted}
		if held {
			l.State, l.Proof, l.Turn = store.HeldLetter, store.ByKey, 1
		}
		if err := tx.PutLetter(&l, []byte(words)); err != nil || held {
			number = l.ID
			return err
		}
		number = l.ID
		return h.decide(tx, play.Letter{ID: l.ID, By: board.White, Ply: 1, Received: received, Statements: interpret.Parse(words).Statements})
	})
	return number
}

func (h *hall) state() (s game.State) {
	h.Helper()
	s, err := h.game(1)
	if err != nil {
		h.Fatal(err)
	}
	return s
}

// rings has the alarms ring until none is due, and gives when the next is.
func (h *hall) rings() time.Time { h.Helper(); return h.until(h.RingNext) }

// until does what falls due until nothing does, and gives when to look again.
func (h *hall) until(do func(context.Context) (time.Time, error)) time.Time {
	h.Helper()
	for range 100 {
		next, err := do(h.Context())
		if err != nil {
			h.Fatal(err)
		}
		if next.After(h.clock.Now()) {
			return next
		}
	}
	h.Fatal("something falls due for ever")
	return time.Time{}
}

// told are the players to whom letters of a kind wait; they leave the outbox.
func (h *hall) told(kinds ...string) (who []string) {
	h.Helper()
	h.update(func(tx store.Tx) error {
		rows, err := tx.Rows(100, store.Queued)
		for _, r := range rows {
			if slices.Contains(kinds, r.Kind) {
				name, _, _ := strings.Cut(r.To, "@")
				who = append(who, name)
			}
			if r.State = store.Parked; err == nil {
				err = tx.PutRow(&r)
			}
		}
		return err
	})
	slices.Sort(who)
	return who
}

// TestFlag: the flag falls at its instant and not before, after the letters that came by then
// have been taken.
func TestFlag(t *testing.T) {
	h := newHall(t)
	flag := h.state().Window.Until
	h.clock.Set(flag.Add(-time.Second))
	if next := h.rings(); !next.Equal(flag) || h.state().Phase == game.Finished {
		t.Fatalf("the next alarm is at %v, the flag falls at %v; the game is %v", next, flag, h.state().Phase)
	}
	var waited time.Time
	h.taken = func(by time.Time) { waited = by }
	h.clock.Set(flag.Add(time.Second))
	h.rings()
	if s := h.state(); s.Phase != game.Finished || waited.Before(flag) {
		t.Errorf("the game is %v; letters were waited for that came by %v", s.Phase, waited)
	}
	if next := h.rings(); !next.Equal(h.clock.Now().Add(longestRest)) {
		t.Errorf("where no game goes on the next alarm is at %v", next)
	}
}

// TestLetterBeforeTheFlag: a letter that came in time, and is taken only while the alarm waits for
// letters, moves; no flag falls.
func TestLetterBeforeTheFlag(t *testing.T) {
	h := newHall(t)
	flag := h.state().Window.Until
	h.clock.Set(flag.Add(-time.Second))
	h.rings()
	h.clock.Set(flag.Add(time.Second))
	h.taken = func(time.Time) { h.taken = nil; h.states("P-K4", flag.Add(-time.Minute), false) }
	h.rings()
	if s := h.state(); s.Phase == game.Finished || len(s.Line) != 1 {
		t.Errorf("the game is %v after %d moves", s.Phase, len(s.Line))
	}
}

// TestFlagWaitsOnceForALetterHeld: a held letter that came in time defers the flag, and a held
// letter that came after does not.
func TestFlagWaitsOnceForALetterHeld(t *testing.T) {
	h := newHall(t)
	flag := h.state().Window.Until
	alarm := func() (act play.Act) {
		h.update(func(tx store.Tx) (err error) {
			s, err := tx.Game(1)
			if err == nil {
				act, err = ledger.Alarm(tx, s, game.DueFlag, tx.Now())
			}
			return err
		})
		return act
	}
	h.clock.Set(flag.Add(time.Hour))
	h.states("P-K4", flag.Add(time.Minute), true)
	if act, waits := alarm().(play.Defer); waits {
		t.Errorf("the flag waits for letter %d, which came too late", act.Letter)
	}
	in := h.states("P-K4", flag.Add(-time.Minute), true)
	if act, waits := alarm().(play.Defer); !waits || act.Letter != in {
		t.Errorf("the flag waits for %+v, not for letter %d", act, in)
	}
	next := h.rings()
	if s := h.state(); s.Phase == game.Finished || s.Window.Deferred.IsZero() {
		t.Fatalf("the flag falls before the letter held: %v", s.Phase)
	}
	h.clock.Set(next)
	h.rings()
	if s := h.state(); s.Phase != game.Finished {
		t.Errorf("the flag waits for ever: %v", s.Phase)
	}
}

// TestStopped: nothing falls due while the machine's clock is not believed.
func TestStopped(t *testing.T) {
	h := newHall(t)
	flag := h.state().Window.Until
	h.clock.Set(flag.Add(time.Hour))
	h.update(func(tx store.Tx) error { return tx.SetSetting("clock_stopped", tx.Now().Format(time.RFC3339)) })
	h.rings()
	if s := h.state(); s.Phase == game.Finished {
		t.Error("the flag falls on a clock that is not believed")
	}
}

// TestPunctual: what is done a little late is dated when it was due; what is done long after is
// dated now, unless it happens again after a backup was put back.
func TestPunctual(t *testing.T) {
	h := newHall(t)
	now := h.clock.Now()
	for late, at := range map[time.Duration]time.Time{30 * time.Second: now.Add(-30 * time.Second), time.Hour: now} {
		if got := h.punctual(now.Add(-late), now); !got.Equal(at) {
			t.Errorf("%v late: dated %v, not %v", late, got, at)
		}
	}
	h.Replayed = func() time.Time { return now.Add(-time.Minute) }
	if got := h.punctual(now.Add(-time.Hour), now); !got.Equal(now.Add(-time.Hour)) {
		t.Errorf("what happens again is dated %v", got)
	}
}

// TestChallengesAreReminded: players who have not accepted a challenge are reminded, and the
// challenger is told, each time after twice as long, until the challenge is over; at midnight the
// chores are done.
func TestChallengesAreReminded(t *testing.T) {
	h := newHall(t)
	h.update(func(tx store.Tx) error {
		ch := store.Challenge{From: 1, ToID: 2, To: "bob@example.org", Terms: []byte(`{}`), State: store.ChallengeOpen, At: tx.Now(),
			Remind: tx.Now().Add(ledger.FirstChallengeReminder), Consultants: []store.Consultant{{Player: 3, Address: "carol@example.org", Accepted: true}}}
		return tx.PutChallenge(&ch)
	})
	midnight := h.clock.Now().AddDate(0, 0, 1)
	if next := h.until(h.RemindNext); !next.Equal(midnight) || h.chores == 0 || len(h.told("reminder")) != 0 {
		t.Errorf("the next look is at %v, the chores were done %d times", next, h.chores)
	}
	due := h.clock.Now().Add(ledger.FirstChallengeReminder)
	for _, wait := range []int{2, 4} {
		h.clock.Set(due)
		h.until(h.RemindNext)
		if told := h.told("reminder"); !slices.Equal(told, []string{"alice", "bob"}) {
			t.Errorf("reminded are %q", told)
		}
		due = due.Add(time.Duration(wait) * ledger.FirstChallengeReminder)
		if got := h.reminder(); !got.Equal(due) {
			t.Errorf("the next reminder is at %v, not at %v", got, due)
		}
	}
	h.update(func(tx store.Tx) error {
		ch, err := tx.Challenge(1)
		if ch.State = store.ChallengeWithdrawn; err == nil {
			err = tx.PutChallenge(&ch)
		}
		return err
	})
	h.clock.Set(due)
	h.until(h.RemindNext)
	if told := h.told("reminder"); len(told) != 0 {
		t.Errorf("of a challenge that is over %q are reminded", told)
	}
}

// TestChallengeThatFailsStopsNoOthers: where no reminder of a challenge can be written, the others
// are reminded of and the chores of the day are done, and it is tried again the day after.
func TestChallengeThatFailsStopsNoOthers(t *testing.T) {
	h := newHall(t)
	at := h.clock.Now().Add(ledger.FirstChallengeReminder)
	h.update(func(tx store.Tx) (err error) {
		for i, from := range []int64{1, 99} { // nobody is player 99
			ch := store.Challenge{From: from, ToID: 2, To: "bob@example.org", Terms: []byte(`{}`), State: store.ChallengeOpen, At: tx.Now(), Remind: at.Add(-time.Duration(i) * time.Hour)}
			err = errors.Join(err, tx.PutChallenge(&ch))
		}
		return err
	})
	h.clock.Set(at)
	before := h.chores
	h.until(h.RemindNext)
	if told := h.told("reminder"); !slices.Equal(told, []string{"alice", "bob"}) || h.chores == before {
		t.Errorf("reminded are %q, the chores were done %d times", told, h.chores-before)
	}
	h.update(func(tx store.Tx) error {
		ch, err := tx.Challenge(2)
		ch.From = 1
		return errors.Join(err, tx.PutChallenge(&ch))
	})
	h.clock.Set(at.Add(beyondRest))
	h.until(h.RemindNext)
	if told := h.told("reminder"); !slices.Equal(told, []string{"alice", "bob"}) {
		t.Errorf("the day after, reminded are %q", told)
	}
}

// reminder is when the challenge is reminded of next.
func (h *hall) reminder() (at time.Time) {
	h.update(func(tx store.Tx) error { ch, err := tx.Challenge(1); at = ch.Remind; return err })
	return at
}

// TestProof: a claim that needs a search is left to the worker, which files what it has found; an
// alarm of another game goes before.
func TestProof(t *testing.T) {
	h := newHall(t)
	h.states("claim draw: endless checks, otherwise P-K4", h.clock.Now(), false)
	if s := h.state(); s.Phase != game.ClaimOpen {
		t.Fatalf("the game is %v", s.Phase)
	}
	if next := h.rings(); !next.After(h.clock.Now()) || !slices.Equal(h.proofs.waiting(), []int64{1}) {
		t.Fatalf("the alarm rings again at %v; %v wait for a search", next, h.proofs.waiting())
	}
	h.until(h.ProveNext)
	if s := h.state(); s.Phase == game.ClaimOpen || len(s.Line) != 1 || len(h.proofs.waiting()) != 0 {
		t.Errorf("the game is %v after %d moves; %v wait", s.Phase, len(s.Line), h.proofs.waiting())
	}
}

// TestDigest: an umpire is written to about a dispute that has waited a day at midnight, once a
// day, and a digest that is due counts as due until then.
func TestDigest(t *testing.T) {
	h := newHall(t)
	h.Ledger.Umpire = "umpire@example.org"
	h.update(func(tx store.Tx) error {
		return ledger.PutUmpire(tx, &ledger.Umpire{Name: "Dan", Address: "umpire@example.org", Added: tx.Now()})
	})
	h.clock.Set(h.clock.Now().Add(10 * time.Hour))
	h.states("protest: the clock stands", h.clock.Now(), false)
	h.told()
	digests := func(after time.Duration) []string {
		h.clock.Set(h.clock.Now().Add(after))
		due := h.digestsDue()
		if err := h.digest(); err != nil {
			t.Fatal(err)
		}
		told := h.told("office")
		if due != len(told) || h.digestsDue() != 0 {
			t.Errorf("%d digests were due, %q are told, %d are due now", due, told, h.digestsDue())
		}
		return told
	}
	if told := digests(23 * time.Hour); len(told) != 0 {
		t.Errorf("on the same day %q are told", told)
	}
	if told := digests(2 * time.Hour); len(told) != 0 {
		t.Errorf("before midnight %q are told", told)
	}
	if told := digests(13 * time.Hour); !slices.Equal(told, []string{"umpire"}) {
		t.Errorf("after a day, at midnight, %q are told", told)
	}
	if told := digests(time.Hour); len(told) != 0 {
		t.Errorf("twice on one day %q are told", told)
	}
	if told := digests(24 * time.Hour); !slices.Equal(told, []string{"umpire"}) {
		t.Errorf("on the next day %q are told", told)
	}
}

// digestsDue counts the digests that are due.
func (h *hall) digestsDue() (due int) {
	h.Helper()
	h.update(func(tx store.Tx) (err error) { due, err = h.Digests(tx); return err })
	return due
}

// TestDigestOfSuspendedGames: a game that the umpire has suspended, and about which no dispute
// is open, stands in the digest, in the umpire's time zone, until it goes on.
func TestDigestOfSuspendedGames(t *testing.T) {
	h := newHall(t)
	h.update(func(tx store.Tx) error {
		carol, err := tx.Player(3)
		if err != nil {
			return err
		}
		carol.Settings = map[string]string{"timezone": "Asia/Tokyo"}
		if err := tx.PutPlayer(&carol); err != nil {
			return err
		}
		return ledger.PutUmpire(tx, &ledger.Umpire{Name: "Carol", Address: "carol@example.org", Added: tx.Now()})
	})
	rules := func(verb game.Verb) {
		h.update(func(tx store.Tx) error {
			return h.decide(tx, play.Rule{Ruling: game.Ruling{Verb: verb, Reason: "x"}, Law: "house:16"})
		})
		h.told()
	}
	digest := func() (text string) {
		h.clock.Set(h.clock.Now().Add(25 * time.Hour))
		if err := h.digest(); err != nil {
			t.Fatal(err)
		}
		h.update(func(tx store.Tx) error {
			rows, err := tx.Rows(100, store.Queued)
			for _, r := range rows {
				text += string(r.Data)
			}
			return err
		})
		h.told()
		return text
	}
	rules(game.RulesSuspended)
	if text := digest(); !strings.Contains(text, "game 1, since Thursday 1 January 2026, 09:00 JST") {
		t.Errorf("the digest says %q", text)
	}
	rules(game.RulesResumed)
	if text := digest(); text != "" {
		t.Errorf("once the game goes on the digest says %q", text)
	}
}
