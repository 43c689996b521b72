package game

import (
	"slices"

	"corrd/game/board"
)

// Choice is what a receiver may adopt: a move or, where the first move of a first
// turn of two is open too, both moves of that turn.
type Choice struct {
	Move board.Move
	Then board.Move // the second move of a pair; board.Pass: none
}

// Play gives the position after a choice, for the reply.
func (c Choice) Play(p board.Position) board.Position {
	p = p.Play(c.Move)
	if c.Then != board.Pass {
		p = p.Play(board.Pass)
		p = p.Play(c.Then)
	}
	return p
}

// ChoicesOf joins moves with the later moves of their turns, of which there are as
// many or none.
func ChoicesOf(moves, then []board.Move) []Choice {
	list := make([]Choice, len(moves))
	for i, m := range moves {
		list[i].Move = m
		if i < len(then) {
			list[i].Then = then[i]
		}
	}
	return list
}

// Choices gives what the receiver may adopt, in the order in which letters number
// it from 1; none when nothing is held.
func (s State) Choices() []Choice {
	if s.Held == nil {
		return nil
	}
	return ChoicesOf(s.Held.Moves, s.Held.Then)
}

// Choices gives what the fact puts to the choice, in its order.
func (f Held) Choices() []Choice { return ChoicesOf(f.Moves, f.Then) }

// Choices gives what the fact leaves to the choice, in its order.
func (f Restored) Choices() []Choice { return ChoicesOf(f.Moves, nil) }

// PairsHeld reports whether pairs of moves are held: both moves of a first turn of
// two are open.
func (s State) PairsHeld() bool { return s.Held != nil && len(s.Held.Then) > 0 }

// DuePly gives the ply that is due; while pairs of moves are held that of their
// second moves.
func (s State) DuePly() int {
	if s.PairsHeld() {
		return s.LastPly() + s.FirstPlies()
	}
	return s.LastPly() + 1
}

// JoinFirst puts the words of a first move before those of each second.
func JoinFirst(first string, words []string) []string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = first + "; " + w
	}
	return all
}

// reopenFirst takes the first move of a first turn of two, whose second is held, out
// of the line: pairs of moves are held.
func (s *State) reopenFirst() {
	if len(s.Line) == 0 || len(s.Line) >= s.FirstPlies() {
		return
	}
	first := s.Line[0]
	for len(s.Line) > 0 {
		s.unplay()
	}
	h := s.Held.behind(first)
	h.Begun = &first
	if h.Earlier != nil {
		h.Earlier = h.Earlier.behind(first)
	}
	h.Lists = slices.Clone(h.Lists)
	for i := range h.Lists {
		l := &h.Lists[i]
		l.Moves, l.Then = slices.Repeat([]board.Move{first.Move}, len(l.Moves)), l.Moves
	}
	s.Held = h
}

// behind gives pairs of a first move and each of the moves held.
func (u Undetermined) behind(first Turn) *Undetermined {
	u.Moves, u.Then = slices.Repeat([]board.Move{first.Move}, len(u.Moves)), u.Moves
	u.Words = JoinFirst(first.Words, u.Words)
	return &u
}

// narrow leaves of the pairs of moves held those that begin with a move, which has
// been played: their second moves are held.
func (s *State) narrow(first board.Move) {
	if !s.PairsHeld() {
		return
	}
	h := s.Held.after(first)
	if h.Begun != nil && h.Begun.Move != first {
		h.First = nil // that turn is not adopted
	}
	if h.Earlier != nil {
		if h.Earlier = h.Earlier.after(first); len(h.Earlier.Moves) == 0 {
			h.Earlier = nil
		}
	}
	h.Lists = slices.Clone(h.Lists)
	for i := range h.Lists {
		h.Lists[i] = h.Lists[i].after(first)
	}
	h.Lists = append(h.Lists, List{Notice: s.notice(h.By.Other()), Moves: h.Moves})
	h.Begun, s.Held = nil, h
}

// after gives the second moves of the pairs that begin with a move.
func (u Undetermined) after(first board.Move) *Undetermined {
	var moves []board.Move
	for _, c := range ChoicesOf(u.Moves, u.Then) {
		if c.Move == first {
			moves = append(moves, c.Then)
		}
	}
	u.Moves, u.Then = moves, nil
	return &u
}

// after gives a list in which the numbers mean the second moves of pairs; those of
// pairs that begin with another move mean none any more.
func (l List) after(first board.Move) List {
	moves := make([]board.Move, len(l.Moves))
	for i, c := range ChoicesOf(l.Moves, l.Then) {
		if c.Move == first {
			moves[i] = c.Then
		}
	}
	l.Moves, l.Then = moves, nil
	return l
}
