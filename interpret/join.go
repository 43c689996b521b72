package interpret

import (
	"slices"

	"corrd/interpret/carrying"
	"corrd/interpret/notation"
)

// add adds a statement, joining moves of one turn that stand on several lines.
func (p *pageReader) add(s Statement) {
	if s.Kind == KindMove && len(p.yours) > 0 {
		s.Confirms, p.yours = append(p.yours, s.Confirms...), nil
	}
	if s.Kind == KindConditional && s.Series == nil {
		p.problem("A conditional could not be read, so nothing of it binds: write one as \"if P-K4, Kt-KB3\".")
	}
	p.weigh(s)
	if s.Kind.IsMove() && p.isScore(s) {
		p.note = append(p.note, s.Text)
		return
	}
	if n := len(p.page.Statements); n > 0 && (p.page.Statements[n-1].goesOnWith(s) || p.page.Statements[n-1].chains(s)) {
		return
	}
	for i := len(p.page.Statements) - 1; i >= 0 && s.Kind.IsMove(); i-- {
		if last := &p.page.Statements[i]; last.Kind.IsMove() && last.Game == s.Game {
			if (last.Doubt()^s.Doubt())&(notation.Asks|notation.Brief) != 0 {
				break // a stray is not part of the move
			}
			if last.join(s) {
				return
			}
			if last.precedes(s) {
				s.Kind, s.Series = KindConditional, &Series{If: s.Confirms, Then: s.Moves[0]}
				s.Moves, s.Confirms = nil, nil
			}
			break
		}
	}
	p.page.Statements = append(p.page.Statements, s)
}

// isScore reports whether a statement is a line of a score below the move of the
// letter: its number has no stop, and its turn is over before that of the move.
func (p *pageReader) isScore(s Statement) bool {
	last := s.Moves[len(s.Moves)-1]
	return last.Number != 0 && !isDotted(s.Text) && slices.ContainsFunc(p.page.Statements, func(b Statement) bool {
		return b.Kind.IsMove() && b.Game == s.Game && b.Moves[0].Number != 0 && last.Ply() < b.Moves[0].Ply()
	})
}

// IsMove reports whether the statement is a move, or several for one turn.
func (s Statement) IsMove() bool { return s.Kind.IsMove() }

// isOneTurn reports whether the statement is of moves for one turn alone.
func (s Statement) isOneTurn() bool { return s.Kind.IsMove() && len(s.Confirms) == 0 }

// join takes a later line's moves into the statement if they belong to it: the
// same turn's makes several moves of one (III.4), the next ply's makes this one
// the confirmation of the adversary's move (house:7). It reports whether it did.
func (s *Statement) join(next Statement) bool {
	a, b := s.Moves[len(s.Moves)-1], next.Moves[0]
	switch {
	case a.Number == b.Number && a.Black == b.Black:
		for _, m := range next.Moves {
			if !slices.ContainsFunc(s.Moves, func(o notation.Move) bool { return o.Text == m.Text }) {
				s.Moves = append(s.Moves, m)
			}
		}
		s.Text += "\n" + next.Text
		s.Confirms = append(s.Confirms, next.Confirms...)
		if len(s.Moves) > 1 {
			s.Kind = KindMoves
		}
		return true
	case s.Kind == KindMove && b.Number != 0 && (b.Ply() == a.Ply()+1 || len(s.Confirms) > 0 && next.recaps() && next.Confirms[0].Ply() == a.Ply()+1):
		next.Confirms = append(append(s.Confirms, a), next.Confirms...)
		next.Text = s.Text + "\n" + next.Text
		*s = next
		return true
	}
	return false
}

// recaps reports whether a move stands behind others of the turns just before.
func (s *Statement) recaps() bool {
	for i, m := range s.Confirms {
		if m.Number == 0 || m.Ply() != s.Moves[0].Ply()+i-len(s.Confirms) {
			return false
		}
	}
	return len(s.Confirms) > 0
}

// goesOnWith takes a later line's one move into a series of moves for later turns
// when it is for the turn after the last of them, and reports whether it does.
func (s *Statement) goesOnWith(next Statement) bool {
	if s.Kind != KindConditional || s.Series == nil || next.Kind != KindMove || s.Game != next.Game {
		return false
	}
	leaf := s.Series
	for len(leaf.Next) > 0 {
		leaf = leaf.Next[len(leaf.Next)-1]
	}
	if m := next.Moves[0]; leaf.Then.Number == 0 || m.Ply() != leaf.Then.Ply()+2 {
		return false
	}
	leaf.Next = append(leaf.Next, &Series{If: next.Confirms, Then: next.Moves[0]})
	s.Text += "\n" + next.Text
	return true
}

// chains takes a later line's clause into a series that it goes on with: "if
// then", or hypotheses under later numbers. What goes on with words that could
// not be read is not read either. It reports whether it did.
func (s *Statement) chains(next Statement) bool {
	if s.Kind != KindConditional || next.Kind != KindConditional || s.Game != next.Game {
		return false
	}
	follows := carrying.GoesOn(next.Text)
	switch {
	case s.Series != nil && next.Series != nil:
		above := s.Series.Newest(next.Series.Then.Number, follows)
		if above == nil {
			return false
		}
		above.Next = append(above.Next, next.Series)
	case !follows:
		return false
	default:
		s.Series = nil
	}
	s.Sealed = s.Sealed || next.Sealed
	s.Text += "\n" + next.Text
	return true
}

// precedes reports whether a later line's one move is for the sender's turn after
// this one, and so for any reply between.
func (s *Statement) precedes(next Statement) bool {
	a, b := s.Moves[len(s.Moves)-1], next.Moves[0]
	return next.Kind == KindMove && a.Number != 0 && b.Ply() == a.Ply()+2
}

// moveOf is the statement of one move by a text.
func moveOf(m notation.Move, text string) Statement {
	return Statement{Kind: KindMove, Text: text, Moves: []notation.Move{m}}
}

// fromSequence makes statements of a sequence of moves: alternatives for one turn
// (III.4), the adversary's move repeated before one's own (house:7), and moves
// for later turns, which are a series on any reply (III.5).
func fromSequence(list []carrying.Joined, text string) []Statement {
	carrying.NumberRow(list)
	now := Statement{Kind: KindMove, Text: text, Moves: []notation.Move{list[0].Move}}
	var later *Series // the last of the moves for later turns
	var out []Statement
	last := list[0].Move
	for _, j := range list[1:] {
		ahead := j.Move.Ply() - last.Ply()
		numbered := j.Move.Number != 0 && last.Number != 0
		switch {
		case j.By == carrying.ByThen, numbered && ahead == 2:
			s := &Series{Then: j.Move}
			if later == nil {
				out = append(out, Statement{Kind: KindConditional, Text: text, Series: s})
			} else {
				later.Next = append(later.Next, s)
			}
			later = s
		case later != nil && j.By == carrying.ByOr:
			later.Else = append(later.Else, j.Move)
		case later != nil:
			out[0].Series = nil // "P-K4, then P-Q4 and Kt-KB3": its sender is told
			return append([]Statement{now}, out[0])
		case j.By == carrying.ByOr, numbered && ahead == 0, !numbered && j.By == carrying.ByComma:
			now.Kind, now.Moves = KindMoves, append(now.Moves, j.Move)
		default:
			now.Confirms = append(now.Confirms, now.Moves...)
			now.Kind, now.Moves = KindMove, []notation.Move{j.Move}
		}
		last = j.Move
	}
	return append([]Statement{now}, out...)
}
