package line

import (
	"cmp"
	"slices"

	"corrd/game/board"
	"corrd/game/codes"
)

// Undetermined is a communication whose move the receiver must choose.
type Undetermined struct {
	By    board.Side
	Moves []board.Move // sorted by UCI
	Then  []board.Move // of a first turn of two moves whose first is open too: to each of Moves the second
	Words []string
	First *Turn  // the move played before another letter for the turn came
	Begun *Turn  // in a first turn of two moves whose first move is open too: the first move as it was played before
	Lists []List // the moves, as they have been numbered in letters for the receiver
	Law   codes.Law
	Came  *Turn // the move that came first, where another letter was handed in before it
	Sent  int   // the number of the first communication for the turn; 0: no communication brought the turn

	Intended board.Move // the move that the sender has stated under seal, where the code asks for the statement; board.Pass: none yet

	Earlier  *Undetermined // what the first letter left to choose, before another letter for the turn came
	Multiple bool          // there are several moves (III.4), and not only several readings (III.3)
}

// Notice is the point of the log from which on a side has been told of something. An answer to an
// older letter is not consent to the thing told.
type Notice struct {
	Seq int64 // the number of the first event of the letter that brought the thing about: the events of one letter are told at one time
	Ply int   // the ply in the key of the letter that told the side
	// the number of the first event of the last letter that told the side of it once more; 0: none
	// did
	Again int64
	// the number of the first event of the side's next letter, whose answer told it something else;
	// 0: none
	Then int64
}

// List is a numbered list of moves put to the receiver's choice.
type List struct {
	Notice
	Moves []board.Move // sorted by UCI
	Then  []board.Move // as in Undetermined
}

// Choice is what a receiver may adopt: a move or, where the first move of a first
// turn of two is open too, both moves of that turn.
type Choice struct {
	Move board.Move
	Then board.Move // the second move of a pair; board.Pass: none
}

// Play returns the position after a choice, for the reply.
func (c Choice) Play(p board.Position) board.Position {
	p = p.Play(c.Move)
	if c.Then != board.Pass {
		p = p.Play(board.Pass)
		p = p.Play(c.Then)
	}
	return p
}

// Choices joins moves with the later moves of their turns, of which there are as
// many or none.
func Choices(moves, then []board.Move) []Choice {
	list := make([]Choice, len(moves))
	for i, m := range moves {
		list[i].Move = m
		if i < len(then) {
			list[i].Then = then[i]
		}
	}
	return list
}

// SortedChoices sorts choices by UCI and drops what is said twice.
func SortedChoices(list []Choice) []Choice {
	slices.SortFunc(list, func(a, b Choice) int {
		return cmp.Or(a.Move.Compare(b.Move), a.Then.Compare(b.Then))
	})
	return slices.Compact(list)
}

// Split is the reverse of Choices, for pairs.
func Split(pairs []Choice) (moves, then []board.Move) {
	for _, c := range pairs {
		moves, then = append(moves, c.Move), append(then, c.Then)
	}
	return moves, then
}

// JoinFirst puts the words of a first move before those of each second.
func JoinFirst(first string, words []string) []string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = first + "; " + w
	}
	return all
}

// Renumbered reports whether the moves held have been put to the choice in
// another list before, so that a number alone may mean two of them.
func (u *Undetermined) Renumbered() bool { return len(u.Lists) > 1 }

// Pairs reports whether pairs of moves are held: both moves of a first turn of
// two are open.
func (u *Undetermined) Pairs() bool { return len(u.Then) > 0 }

// List puts the moves held to the receiver's choice, who is told at a point of the log.
func (u *Undetermined) List(told Notice) {
	u.Lists = slices.Concat(u.Lists, []List{{told, u.Moves, u.Then}})
}

// Overtake makes the letter that comes now, and was handed in before those that came, the
// first for its turn: its moves, its words, and the number of its communication.
func (u *Undetermined) Overtake(first []board.Move, words []string, sent int, law codes.Law) {
	if u.Came == nil {
		u.Came = u.First
	}
	u.Sent, u.First, u.Earlier = sent, nil, nil
	if len(first) == 1 {
		u.First = &Turn{Move: first[0], Words: JoinWords(words), Side: u.By, Law: law, Sent: sent}
		return
	}
	u.Earlier = &Undetermined{By: u.By, Moves: first, Words: words, Law: law, Sent: sent}
}

// Behind returns what is held when the first move of a first turn of two, whose second moves were
// held, is open too: pairs of moves.
func (u Undetermined) Behind(first Turn) *Undetermined {
	h := u.behind(first)
	h.Begun = &first
	if h.Earlier != nil {
		h.Earlier = h.Earlier.behind(first)
	}
	h.Lists = slices.Clone(h.Lists)
	for i := range h.Lists {
		l := &h.Lists[i]
		l.Moves, l.Then = slices.Repeat([]board.Move{first.Move}, len(l.Moves)), l.Moves
	}
	return h
}

// behind returns pairs of a first move and each of the moves held.
func (u Undetermined) behind(first Turn) *Undetermined {
	u.Moves, u.Then = slices.Repeat([]board.Move{first.Move}, len(u.Moves)), u.Moves
	u.Words = JoinFirst(first.Words, u.Words)
	return &u
}

// After returns what is held when of pairs of moves a first has been played: the second moves of
// the pairs that begin with that move, a list of which the receiver is told at a point of the log.
func (u Undetermined) After(first board.Move, told Notice) *Undetermined {
	h := u.after(first)
	if h.Begun != nil && h.Begun.Move != first {
		h.First = nil // the turn of the first letter is not adopted
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
	h.List(told)
	h.Begun = nil
	return h
}

// after returns the second moves of the pairs that begin with a move.
func (u Undetermined) after(first board.Move) *Undetermined {
	var second []board.Move
	for _, c := range Choices(u.Moves, u.Then) {
		if c.Move == first {
			second = append(second, c.Then)
		}
	}
	u.Moves, u.Then = second, nil
	return &u
}

// after returns a list in which the numbers mean the second moves of pairs; those of
// pairs that begin with another move mean none any more.
func (l List) after(first board.Move) List {
	second := make([]board.Move, len(l.Moves))
	for i, c := range Choices(l.Moves, l.Then) {
		if c.Move == first {
			second[i] = c.Then
		}
	}
	l.Moves, l.Then = second, nil
	return l
}
