package game

import (
	"slices"
	"strings"

	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/line"
	"corrd/interpret/notation"
)

// TurnLost says that the offender forfeits a turn, because the receiver of a false move requires
// the forfeiture (S-Reg VIII). The forfeited turn is a ply of the line in which nothing moves.
type TurnLost struct {
	Ply int `json:"ply"`
}

// Forfeited reports whether the last turn of the line is one that its side has forfeited. In such a
// turn no move was made: nothing replies to it, and nothing of it can be taken back.
func (s State) Forfeited() bool {
	n := len(s.Line)
	if n == 0 || s.Line[n-1].Move != board.Pass {
		return false
	}
	return n >= s.FirstPlies() || s.Line[n-1].Side == s.Initial.SideToMove()
}

// Requirements says what the receiver of the open false move may require, and which men each
// requirement leaves to the offender; a requirement that cannot be met is empty.
type Requirements struct {
	That    board.Squares // the men that were moved falsely and can be moved legally
	Castled bool          // the false move is castling: the receiver names the King or the Rook
	Taken   board.Squares // the men aimed at that can be taken legally
	Turn    bool          // the turn can be lost: the offender is not in check
	Another board.Squares // the men that can be moved legally
}

// Requirements returns what the receiver may require for the open offence; ok is false when the
// code gives the receiver no such choice.
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
	aim := s.aims(&p)
	r.That, r.Taken, r.Castled = aim.Men&r.Another, aim.Takes, aim.Castles
	r.Taken &= s.takeable(&p)
	r.Turn = slices.Contains(choices, codes.LostTurn) && !p.InCheck(s.Offence.By)
	return r, true
}

// aims returns what the words of the open offence would have done in the position of the turn.
func (s State) aims(p *board.Position) (all notation.Aim) {
	for words := range strings.SplitSeq(s.Offence.Words, line.WordsApart) {
		aim := notation.Move{Text: words}.Aim(p, s.Code().Rules(s.Terms))
		all.Men, all.Takes, all.Castles = all.Men|aim.Men, all.Takes|aim.Takes, all.Castles || aim.Castles
	}
	return all
}

// takeable returns the squares of the men that a legal move of the offender takes.
func (s State) takeable(p *board.Position) (on board.Squares) {
	for _, m := range s.legal(p) {
		if _, square, takes := p.Captured(m); takes {
			on |= 1 << square
		}
	}
	return on
}

// apply passes the offender's turn. A move that replaced the false one falls.
func (f TurnLost) apply(s *State, e Event) {
	if s.Offence == nil {
		return
	}
	by := s.Offence.By
	for n := s.BeforeOffence(); len(s.Line) > n; {
		s.unplay()
	}
	s.lapseProposal(by.Other())
	s.Offence = nil
	s.passTurn(by.Other(), e)
	s.move(e, line.Turn{Move: board.Pass, Law: e.Law}, false)
	s.newRound()
}
