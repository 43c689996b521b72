package templates

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/interpret"
	"corrd/templates/press"
	"corrd/templates/texts"
)

// MoveForm is the form of a move of the turn that the game stands at: "7... (your move)".
func (p *gamePage) MoveForm() string {
	form := number(&p.State.Position) + strings.Repeat("; "+texts.Say("form move"), p.State.MovesDue())[1:]
	if p.State.OnlyBarred() {
		form += " ch"
	}
	return strings.ReplaceAll(form, " ", press.NoBreak)
}

// DrawOffered reports whether an offer of a draw is open to the reader.
func (p *gamePage) DrawOffered() bool { return p.State.DrawOfferedTo(p.Reader.Side) }

// OfferedDraw reports whether the reader's offer of a draw is open.
func (p *gamePage) OfferedDraw() bool { return p.State.DrawOfferedTo(p.Reader.Side.Other()) }

// Unreadable reports whether play waits for the true words of a telegram that the wire has
// made illegible.
func (p *gamePage) Unreadable() bool {
	_, waits := p.State.Unreadable()
	return waits
}

// Standing describes the proposals and choices that are open to the reader, and gives "" when
// none is.
func (p *gamePage) Standing() (string, error) { return say("standing open", p) }

// Exactable reports whether the reader may exact a penalty.
func (p *gamePage) Exactable() bool { return p.State.Exactable(p.Reader.Side) }

// TheirProposal is what the other side has proposed; nil if nothing is open.
func (p *gamePage) TheirProposal() *game.Proposal { return p.State.ProposedTo(p.Reader.Side) }

// Lapsed is a proposal that has ended with the letter, unanswered. A side that has replied
// to what the other asks to take back knows that.
func (p *gamePage) Lapsed() *game.Proposal {
	was := p.Before.Proposal
	told := func(e game.Event) bool {
		switch e.Fact.(type) {
		case game.Agreed, game.Declined, game.Proposed:
			return true
		case game.Played, game.Held, game.Adopted, game.Exacted, game.Waived, game.Sealed:
			return was.By != p.Reader.Side && e.By == game.PartyOf(p.Reader.Side)
		}
		return false
	}
	if was == nil || p.State.Proposal != nil || slices.ContainsFunc(p.Events, told) {
		return nil
	}
	return was
}

// Asked is the question that stands before the reader with this letter; nil if none does.
func (p *gamePage) Asked() *game.Question { return p.State.Asking(p.Reader.Side, p.State.Seq) }

// AskedAbout is what Asked asks about: words, or the move that they seem to mean.
func (p *gamePage) AskedAbout() string { return p.State.WordsMeant(p.Asked()) }

// OpenOffence quotes the words for which a penalty is open.
func (p *gamePage) OpenOffence() string { return press.QuoteLine(p.State.Offence.Words) }

// ToMove is the side to move in the position.
func (p *gamePage) ToMove() string { return sideName(p.State.Position.SideToMove()) }

// Phase is why the game stands still, as game.Standstill spells it, or else the state of the turn
// as game.Phase does.
func (p *gamePage) Phase() string {
	return cmp.Or(string(p.State.Standstill()), p.State.Phase.String())
}

// Resumes returns the time at which an adjourned game goes on by itself, and "" if the game does
// not do so.
func (p *gamePage) Resumes() string {
	if !p.State.Resting() || p.State.Rest.Resumes.IsZero() {
		return ""
	}
	return texts.Instant(p.State.Rest.Resumes, p.zone)
}

// SessionEnds is when the session ends.
func (p *gamePage) SessionEnds() string { return texts.Limit(p.State.Closes, p.zone) }

// clockFace is what a letter tells of the clock that runs.
type clockFace struct {
	Mine    bool   // the clock is the reader's
	Who     string // the side whose clock runs
	OnCard  bool   // the clock begins to run when the card has come to hand
	Graced  bool   // Until and Left hold the days of grace of a side that plays by real cards
	None    bool   // there is no limit of time
	Overdue bool   // the side has overstepped its time in a game that goes on (the term late)
	Told    bool   // the letter tells that the side has overstepped the time
	Each    bool   // the limit is for each reply
	Until   string // when the time is over
	HandIn  string // what must be handed in by when to be in time; "": whatever is, before the time is over
	Left    string // the time until then
	Due     int    // the moves due by then
	Closes  string // when play ends; "" where play ends at no fixed time
	AtClose bool   // the session ends before the time is over
	Short   string // the provision by which a side loses that has made too few moves when play ends
	// what follows a move that comes too late, as the term spells it; "" where the game is lost
	Late string
	charge
}

// Clock is the clock that runs (II.10.B, II.10.C, or the terms); nil while none does.
func (p *gamePage) Clock() *clockFace {
	side, ok := p.State.Running()
	if !ok || p.State.Moving(side) {
		return nil
	}
	control, v, until := p.State.Terms.Time, p.State.Clock(side, p.Now), p.State.LastMinute()
	spared := until.After(p.State.Window.Until) // by a question, which gives the turn a day at least
	grace := p.State.Grace(side)
	if side != p.Reader.Side && p.State.FromHand(side) && control.Per > 0 {
		v.Left += grace // there is no date yet
	} else if side != p.Reader.Side && !until.IsZero() && until.Before(p.State.FlagFalls()) {
		until, v.Left = clocks.Earlier(until.Add(grace), p.State.FlagFalls()), v.Left+grace
	}
	c := &clockFace{Mine: side == p.Reader.Side, Who: sideName(side), None: control.Per == 0, Overdue: p.State.Overdue(side), Told: p.Listed("Overstepped"), Each: control.Each || spared,
		OnCard: p.State.FromHand(side), Graced: grace > 0 && side != p.Reader.Side, Until: texts.Limit(until, p.zone), Left: texts.Span(v.Left), Due: v.Due, Late: p.State.Terms.Late}
	c.charge = p.charged(v)
	if by := p.State.HandInBy(); c.Mine && by.Before(p.State.LastMinute()) {
		c.HandIn = p.handIn(by)
	}
	if closes := p.State.Closes; !closes.IsZero() {
		c.Closes, c.AtClose = texts.Limit(closes, p.zone), until.Equal(closes)
		if _, law, provided := p.code.SessionShort.Get(); provided {
			c.Short = string(law)
		}
	}
	return c
}

// handIn says by when a card must be in the box, or a telegram handed in, to be in time, or that
// none can be any more.
func (p *gamePage) handIn(by time.Time) string {
	switch last := texts.Instant(by, p.zone); {
	case by.Before(p.Now) && p.Cards():
		return texts.Say("no collection")
	case by.Before(p.Now):
		return texts.Say("no office hours")
	case p.Cards():
		return texts.Say("hand in card", last)
	default:
		return texts.Say("hand in form", last)
	}
}

// Stayed is the end of the game that comes if the penalty is not exacted; "" where none waits.
func (p *gamePage) Stayed() string {
	stay := p.State.Stays()
	if stay == nil {
		return ""
	}
	said := texts.Say("stayed " + string(stay.How))
	if law, lost := p.State.StayLost(); lost {
		giver, _ := p.State.Terms.Odds.Side()
		return texts.Say("stayed lost", said, sideName(giver), law)
	}
	return said
}

// StayedUntil is when that end comes by itself.
func (p *gamePage) StayedUntil() string {
	if stay := p.State.Stays(); stay != nil {
		return texts.Limit(stay.Until, p.zone)
	}
	return ""
}

// StayRuns reports whether a letter tells until when the penalty may be exacted: the time stands
// while letters to the receiver come back, and a receiver who has answered has nothing more to do
// by then.
func (p *gamePage) StayRuns() bool {
	receives := p.State.Position.SideToMove() == p.Reader.Side
	return !p.State.Bouncing() && (!receives || p.YourTurn())
}

// MayMove reports whether a move of the reader's can be taken now.
func (p *gamePage) MayMove() bool {
	return slices.Contains(p.State.Rights(p.Reader.Side), interpret.KindMove)
}

// Runs reports whether the reader's clock runs and does not stand still, as it does during leave.
func (p *gamePage) Runs() bool { return p.State.RunsFor(p.Now) == p.Reader.Side.String() }

// TheirsRuns reports whether the other side's clock runs and does not stand still.
func (p *gamePage) TheirsRuns() bool {
	return p.State.RunsFor(p.Now) == p.Reader.Side.Other().String()
}

// Timed reports whether the reader's is the time that is measured, though it may stand still.
func (p *gamePage) Timed() bool {
	side, ok := p.State.Running()
	return ok && side == p.Reader.Side
}

// Duty is what the game waits for from the reader, for the subject: "your move", "your choice".
// Duty returns "" when the game does not wait for the reader and the reader's clock does not run.
func (p *gamePage) Duty() string {
	switch {
	case p.State.Offending(p.Reader.Side) && !p.Moving() && p.Timed():
		return texts.Say("duty offended")
	case !p.YourTurn():
		return ""
	case p.State.Phase == game.HeldIntention:
		return texts.Say("duty intention")
	case p.State.Held != nil:
		return texts.Say("duty choice")
	case p.State.Phase == game.OffenceOpen, p.State.Stays() != nil:
		return p.OffenceDuty()
	case p.State.Phase == game.PenaltyDue:
		return texts.Say("duty penalty")
	}
	return texts.Say("duty move")
}

// OffenceDuty is what the game waits for from the receiver of words that express no legal move.
func (p *gamePage) OffenceDuty() string {
	switch {
	case p.State.Phase != game.OffenceOpen || p.Chooses() || !p.NothingCompelled():
		return texts.Say("duty offence")
	case p.WouldStand():
		return texts.Say("duty waive or answer")
	}
	return texts.Say("duty waive")
}

// Assistance is the assistance that the law allows in the reader's turn (III.2); an open offence of
// the reader's leaves their turn open. Assistance is nil when the turn is not the reader's.
func (p *gamePage) Assistance() *clocks.Window {
	if p.State.Result != nil || p.plain() || !p.YourTurn() && !p.State.Offending(p.Reader.Side) {
		return nil
	}
	return &p.State.Window
}

// AnyMeans reports whether books may be used in the reader's turn.
func (p *gamePage) AnyMeans() bool { return p.State.Window.Regime == clocks.AnyMeans }

// TooShort reports whether the turn is bound because too little time is allowed for it.
func (p *gamePage) TooShort() bool { return p.State.TooShort() }

// moves is "move" or, for a number other than 1, the number and "moves".
func moves(n int) string {
	if n == 1 {
		return texts.One(1, "move")
	}
	return texts.Count(n, "move")
}

// cardClock is the time that one side has used, and the time that the side has left.
func (p *gamePage) cardClock(side board.Side) string {
	v := p.State.Clock(side, p.Now)
	words := texts.Say("card clock", sideName(side), timeUsed(v.Used))
	switch {
	case p.State.Terms.Time.Per == 0 || p.State.Result != nil:
	case p.State.Overdue(side):
		words += texts.Say("card overdue")
	default:
		words += texts.Say("card left", texts.Span(v.Left))
	}
	return words
}

// timeUsed returns time that has gone, to the minute.
func timeUsed(d time.Duration) string {
	if d < time.Minute {
		return texts.Say("no time")
	}
	return texts.Span(d)
}

// CardHead names the game, the game's code of laws, and the provisions on which the letter rests.
func (p *gamePage) CardHead() string {
	against := press.OneLine(p.OpponentName(), 40)
	if laws := p.Laws(); len(laws) > 0 {
		return texts.Say("card cited", p.State.ID, against, p.code.Title, listed(laws))
	}
	return texts.Say("card", p.State.ID, against, p.code.Title)
}

// Clocks is the time that both sides of a game have used and have left.
func Clocks(s game.State, now time.Time) string {
	return (&gamePage{GameLetter: GameLetter{State: s, Now: now}}).Clocks()
}

// Clocks is the time that both sides have used and have left.
func (p *gamePage) Clocks() string { return p.cardClock(board.White) + "; " + p.cardClock(board.Black) }

// Ending returns the result from the reader's point of view: "won", "lost", "drawn" or "annulled",
// or "" while the game is played.
func (p *gamePage) Ending() string {
	r := p.State.Result
	if r == nil {
		return ""
	}
	ends := map[game.Score][2]string{game.WhiteWins: {"won", "lost"}, game.BlackWins: {"lost", "won"}, game.Drawn: {"drawn", "drawn"}, game.Annulled: {"annulled", "annulled"}}
	return ends[r.Score][p.Reader.Side]
}

// How is how the game ended, as game.Result spells it.
func (p *gamePage) How() string {
	if p.State.Result == nil {
		return ""
	}
	return string(p.State.Result.How)
}

// Listed reports whether the letter tells of a fact of the named kind.
func (p *gamePage) Listed(name string) bool {
	return slices.ContainsFunc(p.told, func(t told) bool { return t.name() == name })
}
