package game

import (
	"time"

	"corrd/interpret"
)

// A game with sessions is adjourned at the end of each, and earlier where the sides agree
// on that. It goes on by itself on the next day, at the hour at which the first session
// began (house:30), or at the hour for which the sides have agreed to adjourn.

// Rest is the time for which a game is adjourned.
type Rest struct {
	From    time.Time
	Resumes time.Time // when it goes on by itself; zero: when the sides agree on it, or the umpire says so
}

// SessionBegun lets an adjourned game go on by itself, to the end of another session.
type SessionBegun struct {
	Closes time.Time `json:"closes"`
}

// proposeAdjournment is to end the session before its time.
const proposeAdjournment = "adjourn"

// Resting reports whether the game is adjourned.
func (s State) Resting() bool { return s.Rest != nil && s.Phase != Finished }

// adjourn asks the opponent's consent to end the session now.
func (d *docket) adjourn(s interpret.Statement) {
	switch {
	case d.Closes.IsZero():
		d.refuse(houseSessions, NoSession, s.Text)
	case d.Resting():
		d.refuse(houseSessions, Adjourned, s.Text)
	case d.repeatsProposal(proposeAdjournment, nil) && d.Proposal.Words == s.Text:
	default:
		d.act(houseSessions, Proposed{What: proposeAdjournment, Words: s.Text, Hour: s.Words})
	}
}

// nextSession gives when play goes on that is adjourned at a time: at the next hour of the
// day at which sessions begin, or at another, "10:00", that is named.
func (d *docket) nextSession(at time.Time, hour string) time.Time {
	begins := d.Sat.In(d.zone)
	h, m := begins.Hour(), begins.Minute()
	if t, err := time.Parse("15:04", hour); err == nil {
		h, m = t.Hour(), t.Minute()
	}
	at = at.In(d.zone)
	next := time.Date(at.Year(), at.Month(), at.Day(), h, m, 0, 0, d.zone)
	if !next.After(at) {
		next = time.Date(at.Year(), at.Month(), at.Day()+1, h, m, 0, 0, d.zone)
	}
	return second(next)
}

// resumes reports whether an adjourned game has gone on by an instant.
func (d *docket) resumes(by time.Time) bool {
	return d.Resting() && !d.Rest.Resumes.IsZero() && !d.Rest.Resumes.After(by)
}

// resume lets an adjourned game go on at its time, and opens the move that is sealed.
func (d *docket) resume() {
	d.at = d.Rest.Resumes
	d.rule(houseSessions, SessionBegun{Closes: d.Terms.Time.Closing(d.at.In(d.zone))})
	d.unseal()
}

// apply lets the game go on.
func (f SessionBegun) apply(s *State, e Event) {
	s.newRound()
	s.reopen(e.At, f.Closes)
}

// adjourned ends play until a time; proposals to do so are at an end.
func (s *State) adjourned(at, resumes time.Time) {
	s.Rest = &Rest{From: at, Resumes: resumes}
	if p := s.Proposal; p != nil && p.What == proposeAdjournment {
		s.Proposal = nil
	}
	s.halt(at)
}

// standstill gives why a statement cannot act while the game stands still, and the law on
// which it does.
func (d *docket) standstill() (Law, Why) {
	switch {
	case d.Phase == ClaimOpen:
		return d.Claim.Law, BeforeUmpire
	case d.Phase == Suspended:
		return houseClocks, BeforeUmpire
	case d.Sealed != nil && d.Sealed.By == d.by:
		return d.lawOfSeal(), SealedAlready
	case d.Sealed != nil && !d.Resting():
		return d.lawOfSeal(), MoveIsSealed
	case d.Session != nil:
		return d.code().SessionDue.Cite(), Adjourned
	}
	return houseSessions, Adjourned
}

// stands reports whether a statement cannot act because the game stands still. What arrives
// while it is adjourned acts, unless a sealed move has made an end of it; so do conditional
// moves after a move that the other side has sealed.
func (d *docket) stands(st interpret.Statement) bool {
	switch {
	case !d.halted() || actsInSuspense(st):
		return false
	case d.Phase == ClaimOpen || d.Phase == Suspended:
		return true
	case d.Sealed != nil:
		return st.Kind != interpret.KindConditional || d.Sealed.By == d.by || d.Resting() && !d.arriving
	}
	return !d.arriving
}
