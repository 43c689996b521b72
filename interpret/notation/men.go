package notation

import (
	"slices"

	"corrd/game/board"
)

// NamesMan reports whether a text is the name of a man and nothing else, "QR", and whether the name
// includes the place of the man, "Kt on KB3".
func NamesMan(text string) (ok, placed bool) {
	s := scan([]byte(text))
	f, ok := men(&s)
	return ok, !slices.ContainsFunc(f.all(), func(one form) bool { return one.from == anywhere })
}

// Men are the squares of the side's men that words such as "QR" or "Kt on KB3" can mean, as a
// penalty needs a man named (II.10.C, and Staunton's laws). The place is read from the owner's side
// of the board (I.7), and if no man of the name stands there, from the other side. Men is empty if
// the words name no man.
func Men(words string, p *board.Position, side board.Side) board.Squares {
	s := scan(withoutNumber([]byte(Fold(words))))
	found, _ := men(&s)
	for _, from := range [...]board.Side{side, side.Other()} {
		r := reader{p: p, side: from}
		var set board.Squares
		for i := range found.all() {
			f := &found.list[i]
			set |= r.named(f.man, side) & r.turned(f.from)
		}
		if set != 0 {
			return set
		}
	}
	return 0
}

// men are the ways of taking a sentence as a man and its place.
func men(s *sentence) (f forms, ok bool) {
	t := s.tokens()
	if !s.known || s.n == 0 {
		return f, false
	}
	for i := 0; i <= len(t) && i <= maxName; i++ {
		man, ok := parseName(t[:i])
		if !ok {
			continue
		}
		from := anywhere
		if i < len(t) {
			from, _ = parsePlace(t[i:], i > 0)
		}
		if from != 0 {
			f.add(form{man: man, from: from})
		}
	}
	return f, f.n > 0
}
