package game

import (
	"strings"

	"corrd/game/board"
	"corrd/game/stated"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// NamedOnce returns statements in which each move that has a name in another notation beside it has
// one name; where the two differ, as "P-Q3, dxc6" does, their sender is asked.
func NamedOnce(s *State, by board.Side, all []interpret.Statement) []interpret.Statement {
	all = stated.Settled(all, 0)
	turn := s.Position
	if n := len(s.Line); by != turn.SideToMove() && n > 0 { // the turn that the side has taken
		turn = s.At(n - 1)
	}
	for i := range all {
		if m := all[i].Moves; len(m) == 2 && !strings.Contains(all[i].Text, "\n") && !strings.Contains(all[i].Text, " or ") && Contradict(s, &turn, m[0], m[1]) {
			m[0].Doubt, m[1].Doubt = m[0].Doubt|notation.Unsure, m[1].Doubt|notation.Unsure
			continue
		}
		for n, w := range all[i].Moves {
			if w.Also == "" {
				continue
			}
			one, same := NamedTwice(s, &s.Position, w)
			if !same {
				one.Doubt |= notation.Unsure
			}
			if all[i].Moves[n] = one; !same && len(Read(s, &s.Position, []notation.Move{{Text: w.Also}}).Moves) > 0 {
				all[i].Moves = append(all[i].Moves, notation.Move{Text: w.Also, Number: w.Number, Black: w.Black, Doubt: one.Doubt})
			}
		}
	}
	return all
}

// StruckAmiss returns the legal moves that words would be had no key been struck twice or with the
// shift; none if any of the words is not such a slip.
func StruckAmiss(s *State, words []notation.Move) (all []board.Move) {
	for _, w := range words {
		var moves []board.Move
		for _, text := range notation.StruckAmiss(w.Text) {
			moves = append(moves, InAnyNotation(s, &s.Position, []notation.Move{{Text: text}})...)
		}
		if len(moves) == 0 || isSound(s, w) {
			return nil
		}
		all = append(all, moves...)
	}
	return board.Sorted(all)
}

// isSound reports whether words are a record in a notation that the terms name, of a move that a
// man could make somewhere: "P-KKt4" has no key too many.
func isSound(s *State, w notation.Move) bool {
	if half := len(w.Text) / 2; w.Text == w.Text[:half]+w.Text[:half] {
		return false // "d3d3"
	}
	return !strings.ContainsAny(w.Text, "#$%^&@") && w.Readings(&s.Position, s.Reading()).Verdict != notation.Unintelligible
}
