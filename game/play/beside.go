package play

import (
	"strings"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/stated"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// What is asked about beside a move in question, and what words no move is can be but for a slip.

// mayWait returns those of the statements beside a move in question that wait with it: what may be
// said beside any move. The sender is told that nothing follows from the others.
func (d *docket) mayWait(st []interpret.Statement) (waits []interpret.Statement) {
	_, rest := stated.Parted(st)
	for _, s := range rest {
		switch s.Kind {
		case interpret.KindOfferDraw, interpret.KindDeclineDraw, interpret.KindLeave, interpret.KindPropose:
			waits = append(waits, s)
		case interpret.KindYes, interpret.KindNo:
		default:
			d.leave(s.Text)
		}
	}
	return waits
}

// struckAmiss returns the legal moves of words that no move is, each of which is one but for a key
// struck twice or with the shift; none if one of the words is not so.
func (d *docket) struckAmiss(words []notation.Move) (all []board.Move) {
	for _, w := range words {
		var moves []board.Move
		for _, text := range notation.StruckAmiss(w.Text) {
			moves = append(moves, game.InAnyNotation(&d.State, &d.Position, []notation.Move{{Text: text}})...)
		}
		if len(moves) == 0 || d.isSound(w) {
			return nil
		}
		all = append(all, moves...)
	}
	return board.Sorted(all)
}

// isSound reports whether words are a record in a notation that the terms name, of a move that a
// man could make somewhere: "P-KKt4" has no key too many.
func (d *docket) isSound(w notation.Move) bool {
	if half := len(w.Text) / 2; w.Text == w.Text[:half]+w.Text[:half] {
		return false // "d3d3"
	}
	return !strings.ContainsAny(w.Text, "#$%^&@") && w.Readings(&d.Position, d.Reading()).Verdict != notation.Unintelligible
}
