package templates

import (
	"fmt"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
)

// Turn names the turn the game stands at: "move 7 for White".
func (p *gamePage) Turn() string {
	number, side := p.State.TurnNumber()
	return fmt.Sprintf("move %d for %s", number, sideName(side))
}

// Referred reports whether the game goes on while a claim is before the umpire.
func (p *gamePage) Referred() bool {
	return len(p.State.Claims()) > 0 && p.State.Phase != game.Suspended && p.State.Result == nil
}

// DrawOffered reports whether an offer of a draw is open to the reader.
func (p *gamePage) DrawOffered() bool {
	side, ok := p.State.DrawOffer.Side()
	return ok && side != p.Reader.Side
}

// Standing is what the reader may consent to, or has the choice of, as the game
// stands; "" where nothing is open to them.
func (p *gamePage) Standing() string {
	s, reader := &p.State, p.Reader.Side
	var open []string
	if o := s.Offence; o != nil && !o.Exacted && o.By != reader {
		open = append(open, fmt.Sprintf("A penalty is open for %s's words %s.", p.Opponent(), quoteLine(o.Words)))
	}
	if s.Proposal != nil && s.Proposal.By != reader {
		open = append(open, fmt.Sprintf("What %s now proposes is %s.", p.Opponent(), quoteLine(s.Proposal.Words)))
	}
	if p.DrawOffered() {
		open = append(open, p.Opponent()+" offers a draw.")
	}
	if q := s.Question(reader); q != nil {
		open = append(open, fmt.Sprintf("What you were asked about last is %s.", quoteLine(q.Words)))
	}
	return strings.Join(open, " ")
}

// offending reports whether the reader's turn is not ended because words of theirs
// for it expressed no legal move, and nothing has been sent or chosen since.
func (p *gamePage) offending() bool {
	return p.State.Phase == game.OffenceOpen && p.State.Offence.By == p.Reader.Side
}

// Answerable reports whether a reply to the words of the offence that is open
// would restore the position without a penalty (II.6(e)).
func (p *gamePage) Answerable() bool { return p.State.Answerable() }

// OpenOffence quotes the words for which a penalty is open.
func (p *gamePage) OpenOffence() string { return quoteLine(p.State.Offence.Words) }

// ToMove is the side whose turn the position says it is.
func (p *gamePage) ToMove() string { return sideName(p.State.Position.SideToMove()) }

// Phase is the state of the turn as game.Phase spells it.
func (p *gamePage) Phase() string { return p.State.Phase.String() }

// Clock tells how long the side whose clock runs has, and when its flag falls
// or play ends (II.10.B, II.10.C, or the terms); "" when no clock runs.
func (p *gamePage) Clock() string {
	side, ok := p.State.Running()
	if !ok {
		return ""
	}
	control := p.State.Terms.Time
	if control.Per == 0 {
		return "No time is fixed for the moves of this game."
	}
	v := p.State.Clock(side, p.Now)
	if p.State.Overdue(side) {
		return p.overdue(side, v)
	}
	who, flag := sideName(side)+" has", sideName(side)+"'s flag"
	if side == p.Reader.Side {
		who, flag = "You have", "your flag"
	}
	falls := flag + " falls on " + instant(p.State.Window.Until, p.zone)
	if closes := p.State.Closes; !closes.IsZero() {
		ends := "play ends on " + instant(closes, p.zone)
		if falls += ", " + ends; p.State.Window.Until.Equal(closes) {
			falls = ends
		}
	}
	switch {
	case control.Each:
		return fmt.Sprintf("%s %s for this reply; %s.", who, span(v.Left), falls)
	case control.Then > 0 || v.Left == control.Per:
		return fmt.Sprintf("%s %s for the next %s; %s.", who, span(v.Left), moves(v.Due), falls)
	}
	return fmt.Sprintf("%s %s for every %s, and %s left for the next %s; %s.",
		who, span(control.Per), moves(control.Moves), span(v.Left), moves(v.Due), falls)
}

// overdue tells that a side has overstepped its time in a game that goes on (the
// term late).
func (p *gamePage) overdue(side board.Side, v game.ClockView) string {
	who, whose := sideName(side)+" has", sideName(side)+"'s"
	if side == p.Reader.Side {
		who, whose = "You have", "your"
	}
	due := "they are"
	if v.Due == 1 {
		due = "it is"
	}
	return fmt.Sprintf("%s overstepped the time for the next %s; until %s made %s clock runs on, and no further flag falls (terms:late).", who, moves(v.Due), due, whose)
}

// moves is "move" or, for another number than one, that number of moves.
func moves(n int) string {
	if n == 1 {
		return "move"
	}
	return fmt.Sprint(n, noBreak, "moves")
}

// Assistance tells which assistance the law allows in the reader's turn
// (III.2), which is not ended while an offence of theirs is open; "" when it is not
// their turn.
func (p *gamePage) Assistance() string {
	if p.State.Result != nil || !p.YourTurn() && !p.offending() {
		return ""
	}
	w := p.State.Window
	law := " (" + string(w.Law) + ")"
	switch {
	case w.Regime == game.AnyMeans:
		return "You may consult books and use any other means, but you may not ask another player for help" + law + "."
	case w.Law == p.code.Bound.Cite():
		law += ", because less than 24 hours are allowed for it"
	}
	return "This turn is bound by the General Law" + law + ": no books or other print, no second board, no help from anybody."
}

// Overrun tells that a side has overstepped its time, and which term that was due to.
func (t *told) Overrun(side board.Side) string {
	due, were, whose := t.State.Clock(side, t.Event.At).Due, "were", sideName(side)+"'s"
	if due == 1 {
		were = "was"
	}
	if side == t.Reader.Side {
		whose = "Your"
	}
	return fmt.Sprintf("%s time has run out: by the term %q the next %s %s due by %s.",
		whose, "time "+t.State.Terms.Time.String(), moves(due), were, instant(t.State.Window.Until, t.zone))
}

// cardRow is a line of the move card: what one side has done and has left.
func (p *gamePage) cardRow(side board.Side) []string {
	v := p.State.Clock(side, p.Now)
	row := []string{sideName(side), oneLine(p.Names[side], 20), count(p.State.Clocks[side].Moves, "move"), "used " + timeUsed(v.Used)}
	switch {
	case p.State.Terms.Time.Per == 0 || p.State.Result != nil:
	case p.State.Overdue(side):
		row = append(row, "overdue")
	default:
		row = append(row, "left "+span(v.Left))
	}
	return row
}

// timeUsed gives time that has gone, to the minute.
func timeUsed(d time.Duration) string {
	if d < time.Minute {
		return "no time"
	}
	return span(d)
}

// Card is the move card: both sides, the moves made and the time used.
func (p *gamePage) Card() string {
	title := fmt.Sprintf("| Game %d, %s", p.State.ID, p.code.Title)
	return title + "\n" + table([][]string{p.cardRow(board.White), p.cardRow(board.Black)})
}

// Remaining is the time left to the side that the game waits for; "" where it has
// no limit.
func (p *gamePage) Remaining() string {
	side, _ := p.State.Running()
	if p.State.Terms.Time.Per == 0 || p.State.Overdue(side) {
		return ""
	}
	return plainSpaces(span(p.State.Clock(side, p.Now).Left))
}

// Outcome is the result and how it came, for the subject of the last letter.
func (p *gamePage) Outcome() string {
	if p.State.Result == nil {
		return "the game is over"
	}
	if p.State.Result.Score == game.Annulled {
		return "the game is annulled"
	}
	return string(p.State.Result.Score) + ", " + strings.ReplaceAll(string(p.State.Result.How), "_", " ")
}

// Loser is the side that lost, "Nobody" if none did.
func (p *gamePage) Loser() string {
	if r := p.State.Result; r != nil {
		switch r.Score {
		case game.WhiteWins:
			return "Black"
		case game.BlackWins:
			return "White"
		}
	}
	return "Nobody"
}
