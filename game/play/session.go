package play

import (
	"slices"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/carrier"
	"corrd/game/clocks"
	"corrd/game/codes"
	"corrd/game/stated"
	"corrd/interpret"
	"corrd/interpret/notation"
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
	d.rule(d.lawOfSession(), f)
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

// lawOfSession returns the law by which a session ends: that of the code or, where it is silent,
// the agreement on the time.
func (d *docket) lawOfSession() game.Law {
	if _, law, provided := d.code().SessionDue.Get(); provided {
		return law
	}
	return codes.TermsTime
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
	return s.Window.Side == side && slices.ContainsFunc(s.Transit, func(p carrier.Passage) bool {
		return p.Side == side && p.Stops && !p.Again && p.Collected.Before(before)
	})
}

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
	h, named := carrier.ParseHour(hour)
	if !named {
		h = carrier.HourOf(d.Sat.In(d.zone))
	}
	return second(h.After(at.In(d.zone)))
}

// resumes reports whether an adjourned game goes on at or before an instant. A game that waits for
// the umpire or for a proof besides does not.
func (d *docket) resumes(by time.Time) bool {
	return d.Standstill() == game.AtAdjournment && !d.Rest.Resumes.IsZero() && !d.Rest.Resumes.After(by)
}

// resume lets an adjourned game go on at the time fixed for its resumption, and opens the sealed
// move.
func (d *docket) resume() {
	d.at = clocks.Later(d.Rest.Resumes, d.LastEvent) // a claim may have kept the game beyond the time fixed
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
		return d.lawOfSession(), game.Adjourned
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

// seal records the sender's move for the resumption of play. The words are read only when the seal
// is opened; until then corrd looks only at their number, at their notation and, under a code that
// asks the mover for it, at whether they name the piece that a Pawn becomes. The sealed move may
// follow an adoption that is under way.
func (d *docket) seal(s interpret.Statement) {
	then := d.afterOwn()
	due := then.LastPly() + 1
	words := s.Moves[:1]
	law := d.lawOfSeal()
	switch r := game.Read(&then.State, &then.Position, words); {
	case d.Closes.IsZero():
		d.refuse(law, game.NoSession, s.Text)
	case d.MoveUnderWay(d.by), then.Held != nil && then.Held.By != d.by:
		d.refuse(law, game.SealLater, s.Text)
	case d.by != then.Position.SideToMove():
		d.refuse(d.code().Turn.Cite(), game.NotYourTurn, s.Text)
	case !then.TurnDue(), then.Illegible, then.MovesDue() > 1, then.OnTheWay(d.by):
		d.refuse(law, game.SealLater, s.Text)
	case !game.Numbered(&then.State, words[0], due):
		d.refuse(codes.HouseNumbers, game.SealNumber, s.Text)
	case len(r.Moves) == 0 && r.Foreign:
		d.ask(d.code().Record.Cite(), game.NotAgreed, words[0].Text)
	case then.pieceWanting(r):
		d.ask(d.code().Promotion.Cite(), game.NamePiece, words[0].Text)
	default:
		d.act(law, game.Sealed{Ply: due, Words: words[0].Text})
	}
}

// lawOfSeal returns the provision under which a move is sealed: where the code has none, the rule
// of the house.
func (d *docket) lawOfSeal() game.Law {
	if _, law, provided := d.code().Seal.Get(); provided {
		return law
	}
	return codes.HouseSessions
}

// unseal opens the sealed move, if there is one, once play has been resumed: the move is judged as
// if it came then.
func (d *docket) unseal() {
	x := d.Sealed
	if x == nil || d.Rest != nil || d.Phase == game.Finished {
		return
	}
	law := d.lawOfSeal()
	if _, made, provided := d.code().Unsealed.Get(); provided {
		law = made
	}
	d.rule(law, game.Opened{Side: x.By, Ply: x.Ply, Words: x.Words})
	from, opening := d.from, d.opening
	d.from, d.opening = x.Letter, true
	d.hears(hearing{by: x.By, ply: x.Ply}, func() {
		d.reading(x.At, func() { d.communicate([]notation.Move{{Text: x.Words}}) })
	})
	d.from, d.opening = from, opening
}

// sealedLaw returns the provision for an opened sealed move whose words express no move or several
// (II.7(c)). For any other words, and when the code has no such provision, it returns law.
func (d *docket) sealedLaw(law game.Law) game.Law {
	if _, faulty, provided := d.code().SealedFault.Get(); provided && d.opening {
		return faulty
	}
	return law
}

// TakeLeave stops the clock of a side for some days, because its player takes leave in all their
// games at once.
type TakeLeave struct {
	Letter int64 // the letter in which the player took leave; 0: the office took it for them
	Side   board.Side
	Days   int
}

// leaveEverywhere does what TakeLeave says, if the terms give as much leave and the side's flag has
// not fallen.
func (d *docket) leaveEverywhere(a TakeLeave) {
	d.from, d.by = a.Letter, a.Side
	late := d.Window.Side == a.Side && d.fallen()
	if d.Started.IsZero() || d.Result != nil || late || a.Days <= 0 || a.Days > d.LeaveLeft(a.Side, d.at) {
		return
	}
	d.act(codes.TermsLeave, game.LeaveTaken{Days: a.Days, Everywhere: true})
}

// takeLeave stops the sender's clock for some days, within the leave that the terms give in the
// calendar year in which the leave begins.
func (d *docket) takeLeave(s interpret.Statement) {
	wanted := d.LeaveWanted(d.by, s.Words, d.at)
	if !wanted.AtOnce() || wanted.Days > d.LeaveLeft(d.by, d.at) {
		words := s.Text
		if s.Words != "" {
			words = "leave " + s.Words
		}
		d.refuse(codes.TermsLeave, game.NoLeave, words)
		return
	}
	d.act(codes.TermsLeave, game.LeaveTaken{Days: wanted.Days})
}

// Outage is a time in which letters may have been sent but could not be taken, because corrd was
// down or its mailbox was out of reach. Every game is told of an outage before anything else is
// decided in the game. Telling a game twice changes nothing.
type Outage struct {
	From, Until time.Time
	Why         string
}

// outage credits the part of an outage that fell into the running window. Time for which the
// clock of the window stood anyway is not credited.
func (d *docket) outage(o Outage) {
	side, runs := d.Running()
	from, until := second(o.From), second(o.Until)
	if from.Before(d.Window.Opened) {
		from = d.Window.Opened
	}
	if !runs || !d.Window.Told || !from.Before(until) || d.Stood(side, from, until) >= until.Sub(from) {
		return
	}
	d.at = until
	d.rule(codes.HouseOutage, game.Credited{Seconds: int64(until.Sub(from) / time.Second), Why: o.Why})
}
