package play

import (
	"slices"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
)

// counted returns how many moves a side has made and how much time the side has used, as far as the
// present terms of time count them. A move among which the receiver has the choice counts as
// made. So do a sealed move and a move under way with a postmark in time.
func (d *docket) counted(side board.Side, now time.Time) (made int, used time.Duration) {
	c := d.Clocks[side]
	made = c.Moves - c.MovesBefore
	if d.Held != nil && d.Held.By == side {
		made++
		if d.PairsHeld() {
			made++
		}
	}
	if d.Sealed != nil && d.Sealed.By == side || onItsWay(d.State, side, now) {
		made++
	}
	return made, d.Clock(side, now).Used - c.UsedBefore - c.Extra
}

// closeSession ends the session at its time. If both sides have made fewer moves than are due,
// the game is annulled. If one side has, this side forfeits the game.
func (d *docket) closeSession() {
	_, law, provided := d.code().SessionShort.Get()
	d.at = d.Closes
	var f game.Closed
	var short [2]bool
	for _, side := range []board.Side{board.White, board.Black} {
		made, used := d.counted(side, d.at)
		f.Made[side], f.Due[side], f.Used[side] = made, d.Terms.Time.DueIn(used), int64(used/time.Second)
		short[side] = f.Made[side] < f.Due[side]
	}
	if !provided || !short[board.White] && !short[board.Black] {
		f.Resumes = d.nextSession(d.at, "")
	}
	due := codes.TermsTime
	if _, provision, counts := d.code().SessionDue.Get(); counts {
		due = provision
	}
	d.rule(due, f)
	switch {
	case !provided: // the game is adjourned, and the umpire says what is due
	case short == [2]bool{true, true}:
		d.rule(law, game.Ended{Score: game.Annulled, How: game.ByAnnulment})
	case short[board.White]:
		d.rule(law, game.Ended{Score: game.BlackWins, How: game.ByTime})
	case short[board.Black]:
		d.rule(law, game.Ended{Score: game.WhiteWins, How: game.ByTime})
	}
}

// timeUp reports whether the time of a side is over at the end of the session, under a code that
// counts no moves there: the flag falls then, and not when the game goes on.
func (d *docket) timeUp(side board.Side) bool {
	left, _, limited := d.Left(side, d.Elapsed(d.at))
	_, _, provided := d.code().SessionShort.Get()
	return !provided && limited && left <= 0 && d.Sealed == nil && !d.Illegible
}

// onItsWay reports whether a move that a side posted before an instant is under way, or has
// arrived in a form that cannot be read.
func onItsWay(s game.State, side board.Side, before time.Time) bool {
	if _, waits := s.UnreadableOf(side); waits {
		return true
	}
	return s.Window.Side == side && slices.ContainsFunc(s.Transit, func(p game.Passage) bool {
		return p.Side == side && p.Stops && !p.Again && p.Collected.Before(before)
	})
}
