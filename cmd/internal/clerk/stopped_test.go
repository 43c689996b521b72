package clerk

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/game/terms"
	"corrd/mailer"
	"corrd/store"
)

// writes has the letter of a side come at the time of the clock.
func (b *table) writes(clock *wall, side board.Side, id, body string) {
	b.Helper()
	b.comes(clock.Now(), owner(side), b.key(side), "", id, body)
}

// TestStoppedClockStaysSoOverARestart has the clock jump, corrd start anew, and a letter come long
// after the flag was due. The letter is in time, for no flag has fallen.
func TestStoppedClockStaysSoOverARestart(t *testing.T) {
	for name, by := range map[string]time.Duration{"forward": 25 * time.Hour, "back": -25 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			b, clock := newWatch(t)
			clock.set(by)
			b.beats()
			b.wantStopped(true)
			b.Clerk = again(t, b.Clerk, b.db, clock, b)
			clock.pass(5 * time.Minute)
			b.beats()
			b.wantStopped(true)
			b.lives(clock, 200)
			b.rings()
			b.writes(clock, board.White, "1", "P-K4")
			if s := b.game(); s.Phase == game.Finished || len(s.Line) != 1 {
				t.Errorf("a letter while the clock is not believed: %v, %d moves", s.Phase, len(s.Line))
			}
		})
	}
}

// TestClockSetByADay: a clock that is set by a day is believed, and a clock set by a second more is
// not.
func TestClockSetByADay(t *testing.T) {
	for by, want := range map[time.Duration]bool{24 * time.Hour: false, -24 * time.Hour: false, 24*time.Hour + time.Second: true, -24*time.Hour - time.Second: true} {
		b, clock := newWatch(t)
		b.lives(clock, 30)
		clock.set(by)
		b.beats()
		b.wantStopped(want)
	}
}

// TestOutageOfAnHour is at the border: an hour is not credited, a second more is.
func TestOutageOfAnHour(t *testing.T) {
	for away, want := range map[time.Duration]time.Duration{time.Hour: 0, time.Hour + time.Second: time.Hour + time.Second} {
		b, clock := newWatch(t)
		until := b.game().Window.Until
		clock.pass(away)
		b.Clerk = again(t, b.Clerk, b.db, clock, b)
		b.beats()
		b.lives(clock, 36)
		b.rings()
		if got := b.game().Window.Until.Sub(until); got != want {
			t.Errorf("after %v away the flag falls %v later, want %v", away, got, want)
		}
	}
}

// TestJumpDuringASuspension neither costs nor gives anybody time: no clock runs.
func TestJumpDuringASuspension(t *testing.T) {
	b, clock := newWatch(t)
	until := b.game().Window.Until
	rule := func(verb game.Verb) {
		t.Helper()
		if _, err := b.room().Rule(context.Background(), control.Ruling{ID: 1, Rule: &play.Rule{Ruling: game.Ruling{Verb: verb, Reason: "for the test"}, Law: "II.10.D"}}); err != nil {
			t.Fatal(err)
		}
	}
	b.lives(clock, 10)
	rule(game.RulesSuspended)
	clock.set(40 * 24 * time.Hour)
	b.beats()
	b.wantStopped(true)
	if _, err := b.room().ClockAccept(context.Background(), control.None{}); err != nil {
		t.Fatal(err)
	}
	b.rings()
	b.lives(clock, 5)
	rule(game.RulesResumed)
	if got, want := b.game().Window.Until.Sub(until), 40*24*time.Hour+5*time.Hour; got != want {
		t.Errorf("the flag falls %v later, want %v", got, want)
	}
	b.rings()
	if s := b.game(); s.Phase != game.AwaitMove {
		t.Errorf("the game is %v", s.Phase)
	}
}

// TestFlagWaitsForALetterThatIsBeingTaken has a letter arrive in time whose
// sender's domain has not answered yet when the flag falls: in one game all reminders
// were sent at their times, in another none was, and all ring late with the flag.
func TestFlagWaitsForALetterThatIsBeingTaken(t *testing.T) {
	for _, late := range []bool{false, true} {
		b, clock := newWatch(t)
		b.lives(clock, 71)
		var asked atomic.Int32
		flag := b.game().Window.Until
		clock.pass(time.Hour - time.Second)
		b.beats()
		if !late {
			b.rings()
		}
		received := clock.Now()
		clock.pass(2 * time.Second)
		b.cfg.Undelivered = func(by time.Time) bool {
			if received.After(by) || asked.Add(1) > 2 {
				return false
			}
			if asked.Load() == 2 { // the domain answers
				env := mailer.Envelope{From: "alice@example.org", To: []string{b.key(board.White)}, Auth: mailer.AuthPass}
				if err := b.Deliver("smtp")(context.Background(), env, []byte("From: alice@example.org\r\nMessage-ID: <1@x>\r\n\r\nP-K4\r\n"), received); err != nil {
					t.Error(err)
				}
			}
			return true
		}
		if flag.After(clock.Now()) {
			t.Fatalf("the flag is to fall at %v", flag)
		}
		b.rings()
		if s := b.game(); s.Phase == game.Finished || len(s.Line) != 1 {
			t.Errorf("reminders late: %v: the flag fell before a letter that was received in time: %v", late, s.Phase)
		}
	}
}

// TestFlagFallsDuringTheWaitOfAReminder has the flag fall while an alarm that rang for a
// reminder waits for letters: a letter that came meanwhile, in time, is waited for too.
func TestFlagFallsDuringTheWaitOfAReminder(t *testing.T) {
	b, clock := newWatch(t)
	b.lives(clock, 71)
	clock.pass(time.Hour - time.Second)
	b.beats()
	received := clock.Now()
	waits := 0
	b.cfg.Undelivered = func(by time.Time) bool {
		switch waits++; {
		case waits == 1: // a letter that came before the reminder is checked, the flag falls, and another has come
			clock.pass(2 * time.Minute)
			return true
		case received.After(by):
			return false
		case len(b.game().Line) == 0:
			env := mailer.Envelope{From: "alice@example.org", To: []string{b.key(board.White)}, Auth: mailer.AuthPass}
			if err := b.Deliver("smtp")(context.Background(), env, []byte("From: alice@example.org\r\nMessage-ID: <1@x>\r\n\r\nP-K4\r\n"), received); err != nil {
				t.Error(err)
			}
			return true
		}
		return false
	}
	b.rings()
	if s := b.game(); s.Phase == game.Finished || len(s.Line) != 1 {
		t.Errorf("the flag fell before a letter that was received in time: %v", s.Phase)
	}
}

// TestLaterLetterWaitsWithTheFlag has a letter come after the flag fell, and be ready before a
// letter that came in time. The later letter does not bring the flag down first, neither in the
// game of its key nor in another game that the letter turns to.
func TestLaterLetterWaitsWithTheFlag(t *testing.T) {
	for _, elsewhere := range []bool{false, true} {
		b, clock := newWatch(t)
		key, text := b.key(board.Black), "Are you there?"
		if elsewhere {
			key, text = b.secondGame(), "Game 1: draw?"
		}
		b.lives(clock, 71)
		clock.pass(time.Hour - time.Second)
		b.beats()
		b.rings()
		received := clock.Now()
		clock.pass(2 * time.Second)
		asked := 0
		b.cfg.Undelivered = func(by time.Time) bool {
			if received.After(by) || asked > 3 {
				return false
			}
			if asked++; asked == 3 { // the domain answers
				asked++
				b.comes(received, "alice", b.key(board.White), "", "1", "P-K4")
			}
			return true
		}
		b.comes(clock.Now(), "bob", key, "", "2", text)
		if s := b.game(); s.Phase == game.Finished || len(s.Line) != 1 {
			t.Errorf("in another game: %v: the flag fell before a letter that was received in time: %v", elsewhere, s.Phase)
		}
	}
}

// TestForgedLetterMakesNobodyWait has a letter with a key that corrd has not made come after a flag
// fell: corrd neither reads the letter nor waits with it for what may have come in time.
func TestForgedLetterMakesNobodyWait(t *testing.T) {
	b, clock := newWatch(t)
	key := b.secondGame()
	b.lives(clock, 71)
	clock.pass(time.Hour - time.Second)
	b.beats()
	b.rings()
	clock.pass(2 * time.Second)
	asked, changed := 0, "a"
	b.cfg.Undelivered = func(time.Time) bool { asked++; return asked%3 != 0 }
	at := strings.Index(key, "@") - 1
	if key[at:at+1] == changed {
		changed = "b"
	}
	forged := key[:at] + changed + key[at+1:]
	b.comes(clock.Now(), "bob", forged, "", "1", "Game 1: draw?")
	if asked != 0 {
		t.Errorf("a forged letter has asked for letters under way %d times", asked)
	}
	if b.comes(clock.Now(), "bob", key, "", "2", "Game 1: draw?"); asked == 0 {
		t.Error("a letter with the right key waits for none")
	}
}

// secondGame begins another game of the same players, without a limit of time, and returns the
// address of Black's seat in the game.
func (b *table) secondGame() (key string) {
	b.Helper()
	b.update(func(tx store.Tx) error {
		id, err := tx.NewGame()
		if err != nil {
			return err
		}
		s := game.State{ID: id}
		s, err = tx.Append(id, play.Decide(s, play.Start{Terms: terms.Default(), Players: [2]int64{1, 2}}, tx.Now())...)
		seat := ledger.Seat{Game: s, Side: board.Black}
		key = b.desk.Keys.Address(seat.Token(), seat.Generation(), b.Ledger().Site)
		return err
	})
	return key
}

// TestLaterLetterWaitsForALetterHeld has a letter come after the flag fell and before the
// alarm has rung: the flag waits for a letter that is held and came in time, as it does
// when the alarm rings.
func TestLaterLetterWaitsForALetterHeld(t *testing.T) {
	b, clock := newWatch(t)
	b.lives(clock, 71)
	b.comes(clock.Now(), "mallory", b.key(board.White), "", "1", "P-K4")
	question := b.last(board.White, "confirm")
	clock.pass(time.Hour - time.Second)
	b.beats()
	clock.pass(2 * time.Second)
	b.comes(clock.Now(), "bob", b.key(board.Black), "", "2", "draw?")
	if s := b.game(); s.Phase == game.Finished || s.Window.Deferred.IsZero() {
		t.Fatalf("the flag fell: %v, %+v", s.Phase, s.Window)
	}
	b.comes(clock.Now(), "alice", b.key(board.White), "In-Reply-To: <"+question+">\r\n", "3", "yes")
	if s := b.game(); s.Phase == game.Finished || len(s.Line) != 1 {
		t.Errorf("the letter held did not act: %v, %d moves", s.Phase, len(s.Line))
	}
}

// TestClockShow is what scripts read.
func TestClockShow(t *testing.T) {
	b, clock := newWatch(t)
	clock.set(-30 * time.Hour)
	if err := b.db.Update(func(tx store.Tx) error { _, _, err := b.watch.UpToDate(tx, 1); return err }); err != nil {
		t.Fatal(err)
	}
	state, err := b.room().ClockShow(context.Background(), control.None{})
	if want := (control.ClockState{Now: clock.Now(), Mode: "real", Stopped: true}); err != nil || state != want {
		t.Errorf("%+v, %v; want %+v", state, err, want)
	}
}
