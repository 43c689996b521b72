package game

import (
	"slices"
	"strings"

	"corrd/game/board"
	"corrd/game/codes"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// TurnLost is the forfeiture of the offender's turn, which the receiver of a false move
// requires (S-Reg VIII). The turn is a ply of the line in which nothing is moved.
type TurnLost struct {
	Ply int `json:"ply"`
}

// Requirements are what the receiver of the false move that is open may require, and the
// men that each requirement leaves to the offender; a requirement that cannot be met is
// wanting.
type Requirements struct {
	That    board.Squares // the men that were moved falsely and can be moved legally
	Castled bool          // the false move is castling: the receiver names King or Rook
	Taken   board.Squares // the men aimed at that can be taken legally
	Turn    bool          // the turn can be lost: the offender is not in check
	Another board.Squares // the men that can be moved legally
}

// Requirements gives what the receiver may require for the offence that is open; ok is
// false where the code gives no such choice.
func (s State) Requirements() (r Requirements, ok bool) {
	choices, _, provided := s.Code().Chosen.Get()
	if s.Offence == nil || !provided {
		return r, false
	}
	if penalty, _, _ := s.Penalty(); penalty.Compels != nil {
		return r, false
	}
	p := s.Offended()
	for _, m := range s.legal(&p) {
		if !p.IsCastling(m) {
			r.Another |= 1 << m.From()
		}
	}
	for words := range strings.SplitSeq(s.Offence.Words, WordsApart) {
		aim := notation.Move{Text: words}.Aim(&p, s.Code().Rules(s.Terms))
		r.That, r.Taken, r.Castled = r.That|aim.Men, r.Taken|aim.Takes, r.Castled || aim.Castles
	}
	r.That &= r.Another
	r.Taken &= s.takeable(&p)
	r.Turn = slices.Contains(choices, codes.LostTurn) && !p.InCheck(s.Offence.By)
	return r, true
}

// takeable gives the squares of the men that a legal move of the offender takes.
func (s State) takeable(p *board.Position) (on board.Squares) {
	for _, m := range s.legal(p) {
		if _, square, takes := p.Captured(m); takes {
			on |= 1 << square
		}
	}
	return on
}

// requires acts on the receiver's choice among the requirements for a false move. What
// cannot be met is asked about, and nothing is lost by it.
func (d *docket) requires(law Law, s interpret.Statement) {
	r, _ := d.Requirements()
	p := d.Offended()
	switch {
	case s.Words == interpret.ForfeitTurn && r.Turn:
		d.act(law, TurnLost{Ply: d.base() + d.beforeOffence() + 1})
		d.close(p.SideToMove())
	case s.Words == interpret.ForfeitTurn:
		d.refuse(d.code().Breach(notation.LeavesCheck), TurnInCheck, s.Text)
	case s.Words == interpret.Take:
		d.demands(law, s, Exacted{Man: board.NoSquare, Take: slices.Collect((named(s, &p, p.SideToMove().Other(), r.Taken) & r.Taken).All())})
	case s.Words != "":
		d.ask(law, NoSuchPenalty, s.Text)
	case len(s.Moves) == 0 && r.Castled:
		d.ask(law, ChooseCastled, s.Text)
	case len(s.Moves) == 0:
		d.demands(law, s, Exacted{Man: board.NoSquare, Among: slices.Collect(r.That.All())})
	default:
		d.demands(law, s, Exacted{Man: board.NoSquare, Among: slices.Collect((named(s, &p, p.SideToMove(), 0) & r.Another).All())})
	}
}

// demands makes a requirement due that one man at least can meet; of several men that the
// receiver has named and that are not those of the false move the receiver is asked which.
func (d *docket) demands(law Law, s interpret.Statement, f Exacted) {
	that, _ := d.Requirements()
	switch {
	case len(f.Among)+len(f.Take) == 0:
		d.ask(law, CannotBeMet, s.Text)
		return
	case len(f.Among) > 1 && len(s.Moves) > 0 && board.SquaresOf(f.Among)&^that.That != 0:
		d.ask(law, ChooseMan, s.Text)
		return
	case len(f.Among) == 1:
		f.Man, f.Among = f.Among[0], nil
	}
	f.Key = d.keyOfPenalty()
	d.act(law, f)
}

// required gives the requirement of the receiver's that the umpire records by the square
// of a man, "" for the man of the false move; or why it cannot be recorded.
func (s State) required(selected string) (f Exacted, objection string) {
	r, _ := s.Requirements()
	square := manOn(selected)
	f.Man = board.NoSquare
	switch {
	case selected == "" && r.Castled:
		return f, "the false move is castling: name the King or the Rook, as the receiver does, by its square"
	case selected == "" && r.That.Len() == 1:
		f.Man = r.That.First()
	case selected == "":
		f.Among = slices.Collect(r.That.All())
	case r.Taken.Has(square):
		f.Take = []board.Square{square}
	case r.Another.Has(square):
		f.Man = square
	}
	if f.Man == board.NoSquare && len(f.Among)+len(f.Take) == 0 {
		return f, "that requirement cannot be met; name the man that the receiver selects by its square, one of " + squaresIn(r.Another)
	}
	return f, ""
}

// named gives the squares of the side's men that a statement names, and those given where
// it names none.
func named(s interpret.Statement, p *board.Position, side board.Side, unnamed board.Squares) board.Squares {
	if len(s.Moves) == 0 {
		return unnamed
	}
	return notation.Men(s.Moves[0].Text, p, side)
}

// apply passes the offender's turn. A move that had been substituted for the false one falls.
func (f TurnLost) apply(s *State, e Event) {
	if s.Offence == nil {
		return
	}
	by := s.Offence.By
	for n := s.beforeOffence(); len(s.Line) > n; {
		s.unplay()
	}
	s.lapseProposal(by.Other())
	s.Offence = nil
	s.passTurn(by.Other(), e)
	s.move(e, Turn{Move: board.Pass, Law: e.Law}, false)
	s.newRound()
}
