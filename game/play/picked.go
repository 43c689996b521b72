package play

import (
	"slices"
	"strings"

	"corrd/game"
	"corrd/game/board"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// A short answer means what was asked. The letter that is answered put a list before its reader,
// of the moves that they may adopt or of those that they may mean, and "1", "the first one" and
// "the king's knight" name one of it.

// picked makes the announcement, or the move, of a letter that answers a list by naming one of it.
func (d *docket) picked(l Letter) Letter {
	if d.answers == 0 || len(l.Statements) > 1 || len(l.Statements) == 1 && l.Statements[0].Kind != interpret.KindAdopt || len(l.Statements) == 1 && l.Note != "" {
		return l
	}
	s := interpret.Statement{Text: strings.Join(strings.Fields(l.Note), " "), Line: 1}
	if len(l.Statements) == 1 {
		s = l.Statements[0]
	}
	q := d.asking()
	switch {
	case d.Held != nil && d.by != d.Held.By && d.Offence == nil && len(l.Statements) == 0:
		if s.Choice = d.choiceNamed(s.Text); s.Choice == 0 {
			return l
		}
		s.Kind = interpret.KindAdopt
	case d.Held == nil && q != nil && len(q.Moves) > 1 && d.told(q.Told) && !d.toldSince(q.Told) && d.by == d.Position.SideToMove():
		n := s.Choice
		if n == 0 {
			n = interpret.Picks(s.Text)
		}
		if n < 1 || n > len(q.Moves) {
			return l
		}
		s.Kind, s.Choice = interpret.KindMove, 0
		s.Moves = []notation.Move{{Text: game.WriteMove(&d.State, &d.Position, q.Moves[n-1])}}
	default:
		return l
	}
	l.Statements, l.Note = []interpret.Statement{s}, ""
	return l
}

// choiceNamed returns the place of the listed move that words name by its place or by the side of
// the board of its man, or 0.
func (d *docket) choiceNamed(words string) int {
	if n := interpret.Picks(words); n > 0 {
		return n
	}
	man, wing, ok := interpret.PicksMan(words)
	lists := d.listsTold()
	if !ok || len(lists) == 0 || len(lists[0].Then) > 0 {
		return 0
	}
	named := func(m board.Move) bool {
		of, _ := d.Position.At(m.From())
		return of.Kind == wingMen[man] && of.Origin == wings[wing]
	}
	if at := slices.IndexFunc(lists[0].Moves, named); at >= 0 && !slices.ContainsFunc(lists[0].Moves[at+1:], named) {
		return at + 1
	}
	return 0
}

// wingMen and wings are men and wings by the letters with which their names begin.
var (
	wingMen = map[byte]board.Kind{'N': board.Knight, 'B': board.Bishop, 'R': board.Rook}
	wings   = map[byte]board.Origin{'K': board.KingsWing, 'Q': board.QueensWing}
)
