package notation

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"corrd/game/board"
)

// Way is one way of taking the words of a move, or part of them.
type Way struct {
	// Says is what they say, in plain English: "Knight goes to QB2 or KB2".
	Says string
	// Leaves are the legal moves that it leaves, sorted by their UCI text.
	Leaves []board.Move
	// Fault is what keeps it from expressing a legal move, where it leaves none.
	Fault Fault
}

// Explain tells how words are understood in the agreed notations: every way of
// taking them in descriptive notation and what each says of the parts of the full
// record (I.13.A), the terms and what they are true of, and what the words are in
// other notations. Words that are not understood give one Way with the Fault
// NotWords, which names the first word that is not of the language.
func (m Move) Explain(p *board.Position, rules Rules) []Way {
	if len(m.Text) > maxWords {
		return []Way{{Says: "too long for the words of a move", Fault: NotWords}}
	}
	var room [256]board.Move
	r := newReader(p, rules, room[:0])
	agreed := rules.Notations
	if agreed == 0 {
		agreed = Descriptive
	}
	var ways []Way
	if agreed&Descriptive != 0 {
		ways = r.explain(m.Text)
	}
	for n := Algebraic; n <= German; n <<= 1 {
		var res Result
		if agreed&n != 0 && r.readAll(&res, n, m.Text) && len(res.Moves) > 0 {
			res.conclude(true)
			ways = append(ways, Way{Says: "a move in " + n.String() + " notation", Leaves: res.Moves})
		}
	}
	switch {
	case len(ways) > 0:
		return ways
	case agreed&Descriptive == 0:
		return []Way{{Says: "not a move in " + agreed.String() + " notation", Fault: NotWords}}
	}
	return []Way{{Says: notWords(m.Text), Fault: NotWords}}
}

// explain are the ways of taking a text in descriptive notation, and what its
// terms are true of; none if it is not the words of a move.
func (r *reader) explain(text string) (ways []Way) {
	s := scan(withoutNumber([]byte(Fold(text))))
	var all forms
	all.parse(&s)
	for i := range all.all() {
		f := &all.list[i]
		w := Way{Says: f.describe(), Leaves: board.Sorted(r.match(nil, all.list[i:i+1], s.terms))}
		if len(w.Leaves) == 0 {
			w.Fault = r.fault(f, s.terms)
		}
		ways = append(ways, w)
	}
	found := board.Sorted(r.match(nil, all.all(), s.terms))
	for i := range announcements {
		a := &announcements[i]
		if s.terms&a.term == 0 || len(found) == 0 {
			continue
		}
		w := Way{Says: a.says, Leaves: slices.DeleteFunc(slices.Clone(found), func(m board.Move) bool { return !a.term.isTrueOf(r.p, m) })}
		if len(w.Leaves) == 0 {
			w.Fault = FalseTerm
		}
		ways = append(ways, w)
	}
	return ways
}

// notWords says what is not understood in a text that is not the words of a move.
func notWords(text string) string {
	words := strings.Fields(string(withoutNumber([]byte(Fold(text)))))
	for _, w := range words {
		if s := scan([]byte(w)); !s.known {
			return fmt.Sprintf("%.40q is no word of the notation", w)
		}
	}
	return "words of the notation that do not make a move"
}

// describe puts a form in words.
func (f *form) describe() string {
	if f.castles != 0 {
		return "castling " + [...]string{"", "with the King's Rook", "with the Queen's Rook", "with either Rook"}[f.castles]
	}
	parts := []string{f.man.describe("any man")}
	if f.from != anywhere {
		parts = append(parts, "on "+describeSquares(f.from))
	}
	switch {
	case f.verb == captures:
		parts = append(parts, "takes", f.victim.describe("any man"))
		if f.to != anywhere {
			parts = append(parts, "on "+describeSquares(f.to))
		}
	case f.steps != 0:
		parts = append(parts, [...]string{"one square", "two squares"}[f.steps-1])
	case f.own == ownFile:
		parts = append(parts, "to his own file, "+describeSquares(f.to))
	case f.to != anywhere:
		parts = append(parts, [...]string{"goes or takes at", "goes to"}[f.verb], describeSquares(f.to))
	}
	if f.becomes != anyKind {
		colour := map[token]string{tokWhite: "White ", tokBlack: "Black "}[f.colour]
		parts = append(parts, "becomes a "+colour+name{kinds: f.becomes}.describe(""))
	}
	return strings.Join(parts, " ")
}

// describe puts a name in words; unsaid stands for one that is not said.
func (n name) describe(unsaid string) string {
	if n.kinds == anyKind {
		return unsaid
	}
	text := spoken.men[bits.TrailingZeros8(uint8(n.kinds))]
	switch n.wings {
	case kingsWing:
		text = spoken.owner[0] + text
	case queensWing:
		text = spoken.owner[1] + text
	}
	if n.files != 0 {
		var files []string
		for f := range 8 {
			if n.files>>f&1 != 0 {
				files = append(files, spoken.pawnOf[f]+text)
			}
		}
		text = strings.Join(files, " or ")
	}
	if n.doubled {
		text = "doubled " + text
	}
	if n.nth != 0 {
		text = Ordinals[n.nth-1] + " " + text
	}
	return text
}

// describeSquares lists squares by the mover's own names, or says that they are
// a rank or file.
func describeSquares(set board.Squares) string {
	if set.Len() >= 8 {
		return "one of " + describeLine(set)
	}
	var names []string
	for s := range set.All() {
		names = append(names, compact.files[s.File()]+compact.ranks[s.Rank()])
	}
	return strings.Join(names, " or ")
}

func describeLine(set board.Squares) string {
	for r := range 8 {
		if set == rank1<<(8*r) {
			return "the squares of the " + Ordinals[r] + " rank"
		}
	}
	return "the squares of the file"
}
