package notation

import (
	"regexp"
	"slices"

	"corrd/game/board"
)

// explanation is what people put behind a move to say which man moves, or which is taken: "Bxf7
// (bishop)", "BxP with the Bishop", "BxP (the pawn)".
var explanation = regexp.MustCompile(`(?i)^(.*[0-9a-z])(?: ?[(\["“]| with (?:the|my) | - )(?:(?:the|a|my|your|his|her|with) )*([a-z' .]{1,24})[)\]"”]?[ .!]*$`)

// longestExplained is how many bytes a move with its explanation has at most.
const longestExplained = 80

// explained returns the readings of words whose end only names a man of the move. Words that name
// no man of any of the moves explain none of them, and the whole then has no meaning.
func (m Move) explained(p *board.Position, r Rules) (res Result, ok bool) {
	if len(m.Text) > longestExplained {
		return res, false
	}
	parts := explanation.FindStringSubmatch(m.Text)
	if parts == nil {
		return res, false
	}
	side := p.SideToMove()
	movers, victims := Men(parts[2], p, side), Men(parts[2], p, side.Other())
	if movers|victims == 0 {
		return res, false
	}
	m.Text = parts[1]
	res = m.Readings(p, r)
	foreign := func(mv board.Move) bool { return (movers>>mv.From()|victims>>mv.To())&1 == 0 }
	if len(res.Moves) > 0 {
		res.Moves = slices.DeleteFunc(res.Moves, foreign)
		if len(res.Moves) == 0 {
			return Result{Verdict: Unintelligible}, true
		}
		res.conclude(true)
	}
	return res, len(res.Moves) > 0 || res.Foreign != 0
}
