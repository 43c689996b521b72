package game

import (
	"cmp"
	"slices"

	"corrd/game/board"
	"corrd/interpret"
	"corrd/interpret/notation"
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

// choices joins moves with the later moves of their turns, of which there are as
// many or none.
func choices(moves, then []board.Move) []Choice {
	list := make([]Choice, len(moves))
	for i, m := range moves {
		list[i].Move = m
		if i < len(then) {
			list[i].Then = then[i]
		}
	}
	return list
}

// split is the reverse of choices, for pairs.
func split(pairs []Choice) (moves, then []board.Move) {
	for _, c := range pairs {
		moves, then = append(moves, c.Move), append(then, c.Then)
	}
	return moves, then
}

// sortedChoices sorts choices by UCI and drops what is said twice.
func sortedChoices(list []Choice) []Choice {
	slices.SortFunc(list, func(a, b Choice) int {
		return cmp.Or(a.Move.Compare(b.Move), a.Then.Compare(b.Then))
	})
	return slices.Compact(list)
}

// Choices gives what the receiver may adopt, in the order in which letters number
// it from 1; none when nothing is held.
func (s State) Choices() []Choice {
	if s.Held == nil {
		return nil
	}
	return choices(s.Held.Moves, s.Held.Then)
}

// Choices gives what the fact puts to the choice, in its order.
func (f Held) Choices() []Choice { return choices(f.Moves, f.Then) }

// Choices gives what the fact leaves to the choice, in its order.
func (f Restored) Choices() []Choice { return choices(f.Moves, nil) }

// pairsHeld reports whether pairs of moves are held: both moves of a first turn of
// two are open.
func (s State) pairsHeld() bool { return s.Held != nil && len(s.Held.Then) > 0 }

// heldPly gives the ply that is due; while pairs of moves are held that of their
// second moves.
func (s State) heldPly() int {
	if s.pairsHeld() {
		return s.LastPly() + s.firstPlies()
	}
	return s.LastPly() + 1
}

// naming gives the choices held whose move, in the position before it, passes a
// test; of pairs of moves, where not one alone passes by its first move, those
// whose second does.
func (d *docket) naming(test func(p *board.Position, m board.Move) bool) []Choice {
	var byFirst, byLast []Choice
	for _, c := range d.Choices() {
		p := d.Position
		if test(&p, c.Move) {
			byFirst = append(byFirst, c)
		}
		if p = (Choice{Move: c.Move}).Play(p); c.Then != board.Pass {
			p = p.Play(board.Pass)
			if test(&p, c.Then) {
				byLast = append(byLast, c)
			}
		}
	}
	if len(byFirst) != 1 && len(byLast) == 1 {
		return byLast
	}
	return byFirst
}

// leading plays the first move of the pairs of which one is adopted, or stands.
func (d *docket) leading(m board.Move) Advanced {
	return Advanced{Ply: d.LastPly() + 1, Move: m, Words: wordsOf(d.Held.Words), Reader: interpret.Version}
}

// inFirstTurnAgain reports whether the sender's turn is a first turn of two moves
// that has been sent, and to which no reply has been received.
func (d *docket) inFirstTurnAgain() bool {
	n := d.firstPlies()
	if n == 1 || d.by != d.Initial.SideToMove() || d.Phase == Finished {
		return false
	}
	return len(d.Line) == n && d.Held == nil || len(d.Line) < n && d.Held != nil
}

// firstTurnAgain reports whether words are a second letter for a first turn of two
// moves, to which no reply has been received: the key names a ply of it, and the
// numbers count it as one turn or on.
func (d *docket) firstTurnAgain(words []notation.Move) bool {
	if !d.inFirstTurnAgain() || d.ply <= d.base() || d.ply > d.base()+d.firstPlies() {
		return false
	}
	for i, w := range words {
		if !d.numbered(w, d.base()+1) && !d.numbered(w, d.base()+1+2*i) {
			return false
		}
	}
	return true
}

// turnAgain acts on a second letter for a first turn of two moves that may change
// either of them: the receiver may adopt the turn of any of the letters. It reports
// true, and does nothing, where the first move is the only one there is, so that
// only the last is open.
func (d *docket) turnAgain(words []notation.Move) (sameFirst bool) {
	if len(words) != d.firstPlies()/2+1 {
		d.askMoves(words)
		return false
	}
	before, said := d.standingTurns()
	firsts, _ := split(before)
	firsts = slices.Compact(firsts)
	read := d.read(&d.Initial, words[:1])
	if old := slices.DeleteFunc(slices.Clone(firsts), func(m board.Move) bool { return !slices.Contains(read.moves, m) }); len(old) == 1 {
		read.moves = old
	}
	switch {
	case len(read.moves) > 1:
		d.askMoves(words)
	case len(read.moves) == 0:
		d.refuse(d.code().Multiple.Cite(), FirstStands, textsOf(words))
	case !d.pairsHeld() && read.moves[0] == firsts[0]:
		return true
	default:
		d.holdTurns(before, said, read.moves[0], words)
	}
	return false
}

// standingTurns gives the turns that a first turn of two moves may be as it stands,
// sorted by UCI, and the words of each letter for it.
func (d *docket) standingTurns() (turns []Choice, said []string) {
	if d.pairsHeld() {
		return d.Choices(), d.Held.Words
	}
	moves, words, _ := d.standing()
	first := d.Line[0]
	for _, m := range moves {
		turns = append(turns, Choice{first.Move, m})
	}
	return turns, led(first.Words, words)
}

// led puts the words of a first move before those of each second.
func led(first string, words []string) []string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = first + "; " + w
	}
	return all
}

// holdTurns puts to the receiver's choice, beside the turns that stand, those that
// begin with another first move, unless the words for the second bring no new one.
func (d *docket) holdTurns(before []Choice, said []string, first board.Move, words []notation.Move) {
	p := (Choice{Move: first}).Play(d.Initial)
	p = p.Play(board.Pass)
	r := d.read(&p, words[1:])
	if d.Offence != nil && d.Offence.Exacted && !d.discharges(&d.Initial, first) && !d.comply(&r) {
		return
	}
	all := slices.Clone(before)
	for _, m := range r.moves {
		d.own = append(d.own, Choice{first, m})
	}
	all = append(all, d.own...)
	if all = sortedChoices(all); len(all) == len(before) {
		d.refuse(d.code().Multiple.Cite(), FirstStands, textsOf(words))
		return
	}
	if !d.pairsHeld() {
		d.act(d.code().Multiple.Cite(), Reopened{Ply: d.base() + 1})
	}
	moves, then := split(all)
	d.put(PartyOf(d.by), d.code().Multiple.Cite(), Held{Ply: d.LastPly() + 1, Moves: moves, Then: then,
		Words: append(slices.Clone(said), led(words[0].Text, textList(words[1:]))...), Multiple: true, Reader: interpret.Version})
}

// reopenFirst takes the first move of a first turn of two, whose second is held, out
// of the line: pairs of moves are held.
func (s *State) reopenFirst() {
	if len(s.Line) == 0 || len(s.Line) >= s.firstPlies() {
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
	u.Words = led(first.Words, u.Words)
	return &u
}

// narrow leaves of the pairs of moves held those that begin with a move, which has
// been played: their second moves are held.
func (s *State) narrow(first board.Move) {
	if !s.pairsHeld() {
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
	for _, c := range choices(u.Moves, u.Then) {
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
	for i, c := range choices(l.Moves, l.Then) {
		if c.Move == first {
			moves[i] = c.Then
		}
	}
	l.Moves, l.Then = moves, nil
	return l
}
