package game

import (
	"slices"

	"corrd/game/board"
	"corrd/interpret"
)

// MovesDue gives how many moves the side to move makes in the turn that is due:
// one; but at odds of two moves the receiver makes two in his first turn (IV.4).
func (s State) MovesDue() int {
	if giver, ok := s.Terms.Odds.Side(); !ok || len(s.Line) > 0 || s.Position.SideToMove() == giver {
		return 1
	}
	return max(1, s.Terms.Odds.grant().moves)
}

// firstPlies gives how many plies the first turn takes in the line: at odds of
// two moves three, the opponent's between them passed.
func (s State) firstPlies() int {
	giver, ok := s.Terms.Odds.Side()
	if n := s.Terms.Odds.grant().moves; ok && n > 1 && s.Initial.SideToMove() != giver {
		return 2*n - 1
	}
	return 1
}

// turnBegan gives the index in the line at which the last turn begins.
func (s State) turnBegan() int {
	if len(s.Line) <= s.firstPlies() {
		return 0
	}
	return len(s.Line) - 1
}

// inFirstTurn reports whether a position of the game is one of a first turn of
// several moves.
func (s State) inFirstTurn(p *board.Position) bool {
	plies := 2 * (p.MoveNumber() - s.Initial.MoveNumber())
	return s.firstPlies() > 1 && p.SideToMove() == s.Initial.SideToMove() && plies < s.firstPlies()
}

// withinReach drops, in a first turn of several moves, those that go beyond the
// mover's own fourth rank.
func (d *docket) withinReach(p *board.Position, moves []board.Move) []board.Move {
	if !d.inFirstTurn(p) {
		return moves
	}
	return slices.DeleteFunc(moves, func(m board.Move) bool {
		rank := m.To().Rank()
		if p.SideToMove() == board.Black {
			rank = 7 - rank
		}
		return rank >= d.code().OddsMoves.Is
	})
}

// firstTurn joins what a letter says for a first turn of several moves in one
// statement: moves one after the other, with or without numbers, which would
// otherwise be alternatives or a series.
func (d *docket) firstTurn(st []interpret.Statement) []interpret.Statement {
	due := d.MovesDue()
	if due == 1 || d.by != d.Position.SideToMove() {
		return st
	}
	var rest []interpret.Statement
	turn := interpret.Statement{Kind: interpret.KindMoves, Text: textOf(st)}
	for _, s := range st {
		switch {
		case isMove(s) && len(s.Confirms) > 0:
			turn.Moves = append(append(turn.Moves, s.Confirms...), interpret.Move{Text: s.Moves[0].Text})
		case isMove(s):
			turn.Moves = append(turn.Moves, s.Moves...)
		case s.Kind == interpret.KindConditional && len(turn.Moves) > 0 && len(turn.Moves) < due && unconditional(s.Series):
			turn.Moves = append(turn.Moves, s.Series.Then)
			for _, next := range s.Series.Next {
				rest = append(rest, interpret.Statement{Kind: s.Kind, Text: s.Text, Series: next})
			}
		default:
			rest = append(rest, s)
		}
	}
	switch {
	case len(turn.Moves) == 0:
		return st
	case orForm.in(turn.Text) != nil:
		d.askMoves(turn.Moves)
		return nil
	}
	d.unnumber(turn.Moves)
	return append([]interpret.Statement{turn}, rest...)
}

func unconditional(s *interpret.Series) bool { return s != nil && len(s.If) == 0 && !s.Resign }

// unnumber drops the numbers of the later moves of the first turn where they
// are right, counted as one turn or on.
func (d *docket) unnumber(moves []interpret.Move) {
	due := d.LastPly() + 1
	for i := range moves {
		if m := &moves[i]; d.numbered(*m, due) || d.numbered(*m, due+2*i) {
			m.Number, m.Black = 0, false
		}
	}
}

// begin acts on the words for a first turn of several moves: all of them are
// played (house:15), and all but the last must be certain.
func (d *docket) begin(words []interpret.Move) {
	due, p := d.MovesDue(), d.Position
	if len(words) != due {
		d.askMoves(words)
		return
	}
	var turn []reading
	for i, w := range words {
		r := d.read(&p, []interpret.Move{w})
		switch {
		case i == 0 && d.Phase == PenaltyDue && !d.comply(&r):
			return
		case len(r.moves) == 0:
			r.words = textList(words)
			d.fail(r, words)
			return
		case len(r.moves) > 1 && i+1 < due:
			d.askMoves(words)
			return
		}
		turn = append(turn, r)
		if i+1 < due {
			p = p.Play(r.moves[0])
			p = p.Play(board.Pass)
		}
	}
	d.advance(turn)
}

// firstTurnAgain reports whether words are a second letter for a first turn of
// several moves, to which no reply has been received: the key names a ply of it,
// and the numbers count it as one turn or on.
func (d *docket) firstTurnAgain(words []interpret.Move) bool {
	n := d.firstPlies()
	if n == 1 || len(d.Line) != n || d.by != d.Initial.SideToMove() || d.ply <= d.base() || d.ply > d.base()+n {
		return false
	}
	for i, w := range words {
		if !d.numbered(w, d.base()+1) && !d.numbered(w, d.base()+1+2*i) {
			return false
		}
	}
	return true
}

// lastOfTurn gives the words for the last move of the turn that is sent again:
// all of them, unless a first turn of several moves is sent whole. Alternatives
// to its earlier moves corrd does not put to the receiver.
func (d *docket) lastOfTurn(words []interpret.Move) (last []interpret.Move, ok bool) {
	n := d.firstPlies()
	if n == 1 || len(words) == 1 || len(d.Line) == 0 || len(d.Line) > n || d.by != d.Initial.SideToMove() {
		return words, true
	}
	if len(words) != n/2+1 {
		d.askMoves(words)
		return nil, false
	}
	p := d.Initial
	for i, w := range words[:n/2] {
		if !d.expresses(&p, w, d.Line[2*i].Move) {
			d.refuse(houseNotBuilt, NotBuilt, textsOf(words))
			return nil, false
		}
		p = d.At(2*i + 2)
	}
	return words[n/2:], true
}

// askMoves asks the sender for the moves of his first turn, no more and no fewer.
func (d *docket) askMoves(words []interpret.Move) {
	d.asked = true
	d.act(d.code().OddsMoves.Law, Asked{Why: SeveralDue, Words: textsOf(words), Ply: d.LastPly() + 1})
}

// advance plays the moves of a first turn, the last of which may be doubtful.
func (d *docket) advance(turn []reading) {
	last := turn[len(turn)-1]
	for _, r := range turn[:len(turn)-1] {
		d.act(d.code().OddsMoves.Law, Advanced{Ply: d.LastPly() + 1, Move: r.moves[0], Words: wordsOf(r.words), Reader: interpret.Version})
	}
	if len(last.moves) > 1 {
		d.hold(last)
		return
	}
	d.play(last)
}

// apply plays one of several moves of a first turn that is not its last; the
// opponent's ply after it is passed, and the turn goes on.
func (f Advanced) apply(s *State, e Event) {
	s.Clocks[s.Position.SideToMove()].Moves++
	for _, t := range []Turn{{Move: f.Move, Words: f.Words}, {Move: board.Pass}} {
		t.Ply, t.Side, t.At, t.Law = s.LastPly()+1, s.Position.SideToMove(), e.At, e.Law
		s.Line = added(s.Line, t)
		s.Position = s.Position.Play(t.Move)
	}
}
