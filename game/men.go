package game

import (
	"strings"

	"corrd/game/board"
	"corrd/interpret"
)

// demanded gives the letter of the penalty a requirement names, "" if none, and
// the words for the man it selects, "" if none.
func demanded(s interpret.Statement) (letter, man string) {
	man = s.Words
	if len(s.Moves) > 0 {
		man = s.Moves[0].Text
	}
	words := strings.Fields(strings.NewReplacer(",", " ", ":", " ", ";", " ").Replace(man))
	for len(words) > 0 {
		w := strings.ToUpper(strings.Trim(words[0], "."))
		switch {
		case w == "PENALTY" || w == "EXACT" || w == "THE":
		case letter == "" && (w == "A" || w == "B" || w == "C") && (w != "B" || len(words) > 1):
			letter = w
		default:
			return letter, strings.Join(words, " ")
		}
		words = words[1:]
	}
	return letter, ""
}

// men gives the squares of the men of the side to move that words name. A man is
// named if, were it alone on the board, "<words> to <square>" would record a
// move of it (I.6, I.8, I.13.A).
func (d *docket) men(p *board.Position, words string) board.Squares {
	var named board.Squares
	side := p.SideToMove()
	for kind := board.Pawn; kind <= board.King; kind++ {
		for s := range p.Men(side, kind).All() {
			if d.names(p, s, words) {
				named |= 1 << s
			}
		}
	}
	return named
}

// names reports whether words name the man on a square.
func (d *docket) names(p *board.Position, s board.Square, words string) bool {
	man, _ := p.At(s)
	var empty board.Position
	alone := empty.Put(s, man)
	alone = alone.WithSide(man.Side)
	for _, m := range alone.Moves(nil) {
		record := interpret.Record(&alone, m)
		_, square, ok := strings.Cut(record, "-")
		if ok && d.expresses(&alone, interpret.Move{Text: words + " to " + square}, m) {
			return true
		}
	}
	return false
}
