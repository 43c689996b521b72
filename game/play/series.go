package play

import (
	"cmp"
	"slices"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/line"
	"corrd/game/stated"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// promise acts on a conditional series. The series follows the move of the letter or, sent alone,
// the sender's last move until the reply is received (house:3). The words of the series are not
// read before the assumed move has been made, so that no answer tells anybody about a position to
// come. Words that do not have the form of moves bind nothing; the rest of the letter acts, and
// the sender is told.
func (d *docket) promise(st interpret.Statement, withMove bool) {
	ply, ok := d.pending()
	switch {
	case st.Series == nil:
		d.act(codes.HouseSeries, game.Asked{Why: game.SeriesUnread, Words: st.Text})
	case withMove && (!ok || d.Phase == game.PenaltyDue || d.answerFell()): // the series falls with the first move, which is not legal, not due, or undone
	case ok && !withMove && !d.arriving && d.RepliedUnread(d.by):
		d.refuse(codes.TermsMedium, game.ReplyUnread, st.Text)
	case ok && !withMove && (d.MoveUnderWay(d.by.Other()) || d.RepliedUnread(d.by)):
		d.act(codes.HouseSeries, game.Refused{Why: game.ReplyPosted, Words: st.Text})
	case !ok && d.arriving && d.ply != 0 && d.ply <= d.LastPly() && d.by == d.Position.SideToMove(): // the reply has come first
		d.act(codes.HouseSeries, game.Refused{Why: game.ReplyPosted, Words: st.Text})
	case !ok || !withMove && d.ply != 0 && d.ply < ply-1:
		d.ask(codes.HouseSeries, game.MoveFirst, st.Text)
	case !d.inStep(st.Series, ply+1):
		d.ask(codes.HouseNumbers, game.WrongNumber, st.Text)
	case d.Waits(d.by, ply, stated.Branches(st.Series)):
	default:
		first, after := d.followed(withMove)
		law := d.code().Series.Cite()
		if stated.Unconditional(st.Series) {
			law = d.code().Ahead.Cite()
		}
		d.act(law, game.Promised{Ply: ply, Series: stated.Branches(st.Series), First: first, After: after, Words: st.Text, Sealed: st.Sealed})
	}
}

// answerFell reports whether the letter's move answered words that express no legal move, and fell
// with them (II.6(e), S-Reg X).
func (d *docket) answerFell() bool {
	return slices.ContainsFunc(d.events, func(e game.Event) bool {
		w, is := e.Fact.(game.Waived)
		return is && w.Answered
	})
}

// pending returns the ply of the opponent's next move. ok is false while the sender's own turn has
// not ended, and while the sender still chooses between exacting and waiving a penalty.
func (d *docket) pending() (ply int, ok bool) {
	switch mover := d.Position.SideToMove(); {
	case d.Held != nil && d.by == d.Held.By:
		return d.DuePly() + 1, true
	case !d.TurnDue() || d.by == mover:
		return 0, false
	}
	return d.LastPly() + 1, true
}

// followed returns the sender's moves that a series follows: the moves of the series' own letter
// or, if the series is sent alone, all held moves or the last move. For a first turn of several
// moves it also returns the first moves.
func (d *docket) followed(withMove bool) (first, after []board.Move) {
	var turns []line.Choice
	switch {
	case d.Held != nil && withMove && len(d.own) > 0:
		turns = d.own
	case d.Held != nil:
		turns = d.Choices()
	case len(d.Line) > 0:
		turns = []line.Choice{{Move: d.Line[len(d.Line)-1].Move}}
	}
	for _, c := range turns {
		switch {
		case c.Then != board.Pass:
			first, after = append(first, c.Move), append(after, c.Then)
		case d.FirstPlies() > 1 && len(d.Line) > 0 && len(d.Line) <= d.FirstPlies():
			first, after = append(first, d.Line[0].Move), append(after, c.Move)
		default:
			after = append(after, c.Move)
		}
	}
	return first, after
}

// inStep reports whether the numbers written in a series are the numbers of its turns, when the
// first reply is at ply.
func (d *docket) inStep(s *interpret.Series, ply int) bool {
	for _, w := range s.If {
		if !game.Numbered(&d.State, w, ply-1) {
			return false
		}
	}
	for _, w := range append([]notation.Move{s.Then}, s.Else...) {
		if !s.Resign && !game.Numbered(&d.State, w, ply) {
			return false
		}
	}
	return !slices.ContainsFunc(s.Next, func(n *interpret.Series) bool { return !d.inStep(n, ply+2) })
}

// fire carries out the conditionals whose assumed move has just been made: those that name the
// move or, if there are none, those for any move. Nothing fires on a doubtful move, on a forfeited
// turn, or on a correction while an offence is open.
func (d *docket) fire() {
	if d.Phase != game.AwaitMove || d.withholds() {
		return
	}
	if fired := game.Answering(&d.State); len(fired) > 0 {
		d.carry(fired)
	}
}

// withholds reports whether an open offence keeps the conditionals of the side to move from
// firing. After an annulled second letter the offender's conditionals fire, because the receiver
// may exact the penalty until the receiver moves again (II.11(b)).
func (d *docket) withholds() bool {
	o := d.Offence
	return o != nil && !(o.Second && o.By == d.Position.SideToMove())
}

// carry plays the move bound to conditionals that fire. A bound move that is now illegal is an
// offence now. If the move is doubtful, or several conditionals bind different moves, the
// opponent has the choice. A resignation bound together with a move has no effect. The words are
// judged as what they were when they were handed in.
func (d *docket) carry(fired []int) {
	law, side := cmp.Or(d.Conditionals[fired[0]].Law, d.code().Series.Cite()), d.Position.SideToMove()
	p, ply := d.Position, d.LastPly()+1
	var words []notation.Move
	for _, i := range fired {
		c := d.Conditionals[i]
		bound := []notation.Move{{Text: c.Branch.Then}}
		if !c.Branch.Resign && !slices.Contains(words, bound[0]) {
			words = append(words, bound[0])
		}
		d.rule(law, game.Arrived{Number: i + 1, Side: side, Ply: c.Ply, Moves: game.Read(d.SaidAt(c.Sent), &p, bound).Moves})
	}
	if len(words) == 0 {
		d.add(game.PartyOf(side), law, game.Asked{Why: game.ConfirmResign, Words: stated.Resigning(d.Conditionals[fired[0]].Branch), Ply: ply})
		return
	}
	d.reading(d.Conditionals[fired[0]].Sent, func() { d.arrive(law, game.Read(&d.State, &p, words), side, ply) })
}

// reading acts on words that were handed in at a time, in whose notations they are read.
func (d *docket) reading(handed time.Time, act func()) {
	said := d.Said
	d.Said = handed
	act()
	d.Said = said
}

// arrive acts on what the words bound to fired conditionals express, under the provision by which
// the conditionals are carried out.
func (d *docket) arrive(law game.Law, r game.Expressed, side board.Side, ply int) {
	words := line.JoinWords(r.Words)
	switch {
	case r.Check && d.Overlooked(side):
		d.warn(side)
	case len(r.Moves) == 1 && d.leftInCheck(r.Moves[0]):
	case len(r.Moves) == 1:
		d.add(game.PartyOf(side), law, game.Played{Ply: ply, Move: r.Moves[0], Words: words, Reader: interpret.Version, Remarks: r.Remarks, Conditional: true,
			Silent: keepsSilent(d.State, r.Moves[0], r.Check)})
		d.close(side)
	case d.pieceWanting(r):
		d.add(game.PartyOf(side), d.code().Promotion.Cite(), game.Asked{Why: game.NamePiece, Words: words, Ply: ply})
	case len(r.Moves) > 1:
		d.put(game.PartyOf(side), r.Law(d.code()), game.Held{Ply: ply, Moves: r.Moves, Words: r.Words, Multiple: r.Legal > 1,
			Reader: interpret.Version, Conditional: true})
	case r.Foreign:
		d.add(game.PartyOf(side), d.code().Record.Cite(), game.Asked{Why: game.NotAgreed, Words: words, Ply: ply})
	default:
		f := d.offends(r)
		f.Conditional = true
		d.add(game.PartyOf(side), d.code().Arrived.Cite(), f)
	}
}

// foretold splits a row of moves such as "26. R-K1 P-B3 27. Kt-Q2", whose first move is for the
// turn that is due. The result is this move and a conditional series, which assumes the
// opponent's replies in the row. If all moves of a row except the last have already been made,
// the row repeats moves before a new one (house:7), and foretold leaves it as it is.
func (d *docket) foretold(all []interpret.Statement) []interpret.Statement {
	if d.by != d.Position.SideToMove() || d.MovesDue() > 1 {
		return all
	}
	due := d.LastPly() + 1
	var out []interpret.Statement
	for _, st := range all {
		at := slices.IndexFunc(st.Confirms, func(w notation.Move) bool {
			return w.Number != 0 && game.Numbered(&d.State, w, due) && !d.repeats(w)
		})
		if st.Kind != interpret.KindMove || at < 0 || !d.inTurn(append(st.Confirms[at:len(st.Confirms):len(st.Confirms)], st.Moves...), due) {
			out = append(out, st)
			continue
		}
		assumed := append(slices.Clone(st.Confirms[at+1:]), st.Moves...)
		move := st
		move.Moves, move.Confirms = st.Confirms[at:at+1], st.Confirms[:at]
		out = append(out, move, interpret.Statement{Kind: interpret.KindConditional, Text: st.Text, Line: st.Line, Game: st.Game, Series: stated.InPairs(assumed)})
	}
	return out
}

// inTurn reports whether the numbers of a row's words fit the sender's own move at a ply, and
// then alternately a reply and an own move.
func (d *docket) inTurn(row []notation.Move, ply int) bool {
	for i, w := range row {
		if w.Number == 0 || !game.Numbered(&d.State, w, ply+i) {
			return false
		}
	}
	return len(row) > 1 && len(row)%2 == 1
}
