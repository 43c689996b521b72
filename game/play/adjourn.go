package play

import (
	"time"

	"corrd/game"
	"corrd/game/carrier"
	"corrd/game/codes"
	"corrd/game/stated"
	"corrd/interpret"
)

func (d *docket) adjourn(s interpret.Statement) {
	switch {
	case d.Closes.IsZero():
		d.refuse(codes.HouseSessions, game.NoSession, s.Text)
	case d.Resting():
		d.refuse(codes.HouseSessions, game.Adjourned, s.Text)
	case d.repeatsProposal(game.ProposeAdjournment, nil) && d.Proposal.Words == s.Text:
	default:
		d.act(codes.HouseSessions, game.Proposed{What: game.ProposeAdjournment, Words: s.Text, Hour: s.Words})
	}
}

// nextSession returns when a game adjourned at a time goes on: at the next hour of the day at which
// sessions begin, or at the hour that is given, such as "10:00".
func (d *docket) nextSession(at time.Time, hour string) time.Time {
	begins := d.Sat.In(d.zone)
	h, named := carrier.ParseHour(hour)
	if !named {
		h = carrier.Hour(60*begins.Hour() + begins.Minute())
	}
	at = at.In(d.zone)
	next := h.On(at, 0)
	if !next.After(at) {
		next = h.On(at, 1)
	}
	return second(next)
}

// resumes reports whether an adjourned game goes on at or before an instant.
func (d *docket) resumes(by time.Time) bool {
	return d.Resting() && !d.Rest.Resumes.IsZero() && !d.Rest.Resumes.After(by)
}

// resume lets an adjourned game go on at the time fixed for its resumption, and opens the sealed
// move.
func (d *docket) resume() {
	d.at = d.Rest.Resumes
	d.rule(codes.HouseSessions, game.SessionBegun{Closes: d.Terms.Time.Closing(d.at.In(d.zone))})
	d.unseal()
}

// standstill returns why a statement cannot act while the game stands still, and the law on which
// the game stands still.
func (d *docket) standstill() (game.Law, game.Why) {
	switch still := d.Standstill(); {
	case still == game.AtSearch:
		return d.Claim.Law, game.BeforeUmpire
	case still == game.AtUmpire:
		return codes.HouseClocks, game.BeforeUmpire
	case d.Sealed != nil && d.Sealed.By == d.by:
		return d.lawOfSeal(), game.SealedAlready
	case still == game.AtSealedMove:
		return d.lawOfSeal(), game.MoveIsSealed
	case d.Session != nil:
		return d.code().SessionDue.Cite(), game.Adjourned
	}
	return codes.HouseSessions, game.Adjourned
}

// stands reports whether a statement cannot act because the game stands still. In an adjourned
// game a statement that arrives acts unless a move is sealed, and conditional moves act even
// after the other side has sealed a move.
func (d *docket) stands(st interpret.Statement) bool {
	switch {
	case !d.Halted() || stated.InSuspense(st):
		return false
	case d.Undecided():
		return true
	case d.Sealed != nil && d.arriving && d.Sealed.By == d.by && d.Held != nil && st.Kind == interpret.KindAdopt:
		return false // the statement was handed in before the move was sealed
	case d.Sealed != nil:
		return st.Kind != interpret.KindConditional || d.Sealed.By == d.by || d.Resting() && !d.arriving
	}
	return !d.arriving
}
