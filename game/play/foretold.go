package play

import (
	"slices"

	"corrd/game"
	"corrd/game/stated"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// foretold splits a row of moves such as "26. R-K1 P-B3 27. Kt-Q2", whose first move is for the
// turn that is due. The result is this move and a conditional series, which assumes the
// opponent's replies in the row. If all moves of a row except the last have already been made,
// the row repeats moves before a new one (house:7), and foretold leaves it as it is.
func (d *docket) foretold(all []interpret.Statement) []interpret.Statement {
	if d.by != d.Position.SideToMove() || d.MovesDue() > 1 {
		return all
	}
	due := d.LastPly() + 1
	var out []interpret.Statement
	for _, st := range all {
		at := slices.IndexFunc(st.Confirms, func(w notation.Move) bool {
			return w.Number != 0 && game.Numbered(&d.State, w, due) && !d.repeats(w)
		})
		if st.Kind != interpret.KindMove || at < 0 || !d.inTurn(append(st.Confirms[at:len(st.Confirms):len(st.Confirms)], st.Moves...), due) {
			out = append(out, st)
			continue
		}
		assumed := append(slices.Clone(st.Confirms[at+1:]), st.Moves...)
		move := st
		move.Moves, move.Confirms = st.Confirms[at:at+1], st.Confirms[:at]
		out = append(out, move, interpret.Statement{Kind: interpret.KindConditional, Text: st.Text, Line: st.Line, Game: st.Game, Series: stated.InPairs(assumed)})
	}
	return out
}

// inTurn reports whether the numbers of a row's words fit the sender's own move at a ply, and
// then alternately a reply and an own move.
func (d *docket) inTurn(row []notation.Move, ply int) bool {
	for i, w := range row {
		if w.Number == 0 || !game.Numbered(&d.State, w, ply+i) {
			return false
		}
	}
	return len(row) > 1 && len(row)%2 == 1
}
