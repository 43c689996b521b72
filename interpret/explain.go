package interpret

import (
	"math/bits"
	"strings"

	"corrd/game/board"
)

// Explain tells, a line for each way of taking the words in descriptive
// notation, what they say of the parts of the full record (I.13.A) and which
// legal moves of the position, in UCI, that leaves. Words that cannot be taken
// as a move give one line that says so.
func (m Move) Explain(p *board.Position, rules Rules) []string {
	s := scan(withoutNumber([]byte(Fold(m.Text))))
	var all forms
	all.parse(&s)
	if all.n == 0 {
		return []string{"not the words of a move in descriptive notation"}
	}
	var room [256]board.Move
	rd := newReader(p, rules, room[:0])
	var lines []string
	for i := range all.all() {
		found := rd.match(nil, all.list[i:i+1], s.terms)
		line := all.list[i].describe() + ": "
		if len(found) == 0 {
			line += "no legal move"
		}
		for j, m := range found {
			if j > 0 {
				line += " "
			}
			line += m.String()
		}
		lines = append(lines, line)
	}
	return lines
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
	case f.his == ownFile:
		parts = append(parts, "to his own file, "+describeSquares(f.to))
	case f.to != anywhere:
		parts = append(parts, [...]string{"goes or takes at", "goes to"}[f.verb], describeSquares(f.to))
	}
	if f.becomes != anyKind {
		parts = append(parts, "becomes a "+name{kinds: f.becomes}.describe(""))
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
	if n.nth != 0 {
		text = ordinals[n.nth-1] + " " + text
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
			return "the squares of the " + ordinals[r] + " rank"
		}
	}
	return "the squares of the file"
}
