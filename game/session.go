package game

import (
	"slices"
	"time"

	"corrd/game/board"
)

// A session is play with a time of the day fixed for its end (II.10.C). Every
// complete hour of a side's is tested when it is over, like any period; at the
// end of the session both sides are, in respect of all the time they have used.
// A game that neither has lost then is adjourned until the next session, unless the
// sides agree on another time, or the umpire lets it go on, before.

// Closed ends a session. The game is adjourned, unless Ended follows.
type Closed struct {
	Made [2]int   `json:"made"` // moves, by board.Side
	Due  [2]int   `json:"due"`  // moves due in respect of the time used
	Used [2]int64 `json:"used"` // seconds

	Resumes time.Time `json:"resumes,omitzero"` // when the next session begins
}

// ends gives the time at which the window that runs is over: that of the flag
// once letters have reached the side, or of the end of the session; zero if it has
// none. While a move is sealed, or a form cannot be read, it has no flag.
func (s State) ends() time.Time {
	if s.Sealed != nil || s.Illegible {
		return s.Closes
	}
	if s.Window.Told && !s.Bouncing() {
		return s.Window.Until
	}
	return s.Closes
}

// allow gives the window that runs its time and its end: when the side's clock
// reaches the next control, or when the session ends.
func (s *State) allow() {
	w := &s.Window
	left, _, limited := s.left(w.Side, 0)
	if !limited {
		w.Allowed, w.Until = 0, time.Time{}
		return
	}
	left = max(left, 0) // what was charged after a reply may be more than was left
	w.Until = s.reach(*w, left)
	if s.byDates() {
		w.Until = s.lastDate(left)
		left = w.Until.Sub(w.Opened)
	}
	w.Allowed = left + s.least(w.Side)
	if !s.Closes.IsZero() {
		w.Allowed = min(left, max(s.Closes.Sub(w.Opened), 0)) + s.least(w.Side)
		w.Until = earlier(w.Until, s.Closes)
	}
}

// counted gives the moves a side has made and the time it has used, as far as
// the time now agreed on counts them. A move of which the receiver has the
// choice has been made; so has one that is sealed, or under way with a postmark in time.
func (s State) counted(side board.Side, now time.Time) (made int, used time.Duration) {
	c := s.Clocks[side]
	made = c.Moves - c.MovesBefore
	if s.Held != nil && s.Held.By == side {
		made++
		if s.pairsHeld() {
			made++
		}
	}
	if s.Sealed != nil && s.Sealed.By == side || s.onItsWay(side, now) {
		made++
	}
	return made, s.Clock(side, now).Used - c.UsedBefore - c.Extra
}

// closeSession ends the session at its time. Where both sides have made fewer
// moves than are due the game is annulled; where one has, it forfeits.
func (d *docket) closeSession() {
	_, law, provided := d.code().SessionShort.Get()
	d.at = d.Closes
	var f Closed
	var short [2]bool
	for _, side := range []board.Side{board.White, board.Black} {
		made, used := d.counted(side, d.at)
		f.Made[side], f.Due[side], f.Used[side] = made, d.Terms.Time.DueIn(used), int64(used/time.Second)
		short[side] = f.Made[side] < f.Due[side]
	}
	if !provided || !short[board.White] && !short[board.Black] {
		f.Resumes = d.nextSession(d.at, "")
	}
	d.rule(d.code().SessionDue.Cite(), f)
	switch {
	case !provided: // the game is adjourned, and the umpire says what is due
	case short == [2]bool{true, true}:
		d.rule(law, Ended{Score: Annulled, How: ByAnnulment})
	case short[board.White]:
		d.rule(law, Ended{Score: BlackWins, How: ByTime})
	case short[board.Black]:
		d.rule(law, Ended{Score: WhiteWins, How: ByTime})
	}
}

// closing gives the end of a session that begins or goes on now, as the term
// fixes it; that of one which has not ended stands.
func (s State) closing(now time.Time) time.Time {
	if s.Rest == nil && s.Closes.After(now) {
		return s.Closes
	}
	return s.Terms.Time.Closing(now)
}

// apply adjourns the game.
func (f Closed) apply(s *State, e Event) {
	s.Session = &f
	s.adjourned(e.At, f.Resumes)
}

// reopen lets an adjourned or suspended game go on, to the end of a session if
// one is fixed.
func (s *State) reopen(at, closes time.Time) {
	if s.Phase == Suspended {
		s.Phase = s.Suspended
	}
	s.Rest, s.Session, s.Closes = nil, nil, closes
	s.proceed(at)
}

// onItsWay reports whether a move of a side whose postmark is before an instant is under way,
// or has come in a form that cannot be read.
func (s State) onItsWay(side board.Side, before time.Time) bool {
	if w, ok := s.illegible(); ok && w.Side == side {
		return true
	}
	return s.Window.Side == side && slices.ContainsFunc(s.Transit, func(p Passage) bool {
		return p.Side == side && p.Stops && !p.Again && p.Collected.Before(before)
	})
}
