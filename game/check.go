package game

import (
	"strings"

	"corrd/game/board"
	"corrd/game/line"
	"corrd/interpret/notation"
)

// Hushed reports whether nothing that is written of the game may say that a move gives check unless
// the mover has said so: this holds until the game is over, where checks must be announced
// (house:6).
func (s State) Hushed() bool {
	_, _, announced := s.CheckRule()
	return announced && s.Result == nil
}

// SAN writes a move that nobody has made yet in standard algebraic notation. In a hushed game SAN
// leaves out the sign of check or mate.
func (s State) SAN(p *board.Position, m board.Move) string { return s.sign(p, m, "") }

// Unsigned returns a move written in any notation, and in a hushed game without the sign of check
// or mate.
func (s State) Unsigned(text string) string {
	if s.Hushed() {
		return strings.TrimRight(text, "+#")
	}
	return text
}

// MadeSAN writes a move that was made by words, as SAN does. In a hushed game the sign of check
// follows the move if the words announce check or mate, even if the announcement is false.
func (s State) MadeSAN(p *board.Position, m board.Move, words string) string {
	return s.sign(p, m, words)
}

// sign writes a move in standard algebraic notation, with the sign that may follow the move.
func (s State) sign(p *board.Position, m board.Move, words string) string {
	text := s.Unsigned(notation.SAN(p, m))
	if s.Cried(p, words) {
		text += "+"
	}
	return text
}

// Cried reports whether the game is hushed and the words of a move announce check or mate. What
// is written about such a move then announces check too.
func (s State) Cried(p *board.Position, words string) bool {
	if words == "" || !s.Hushed() {
		return false
	}
	rules := s.Reading()
	for text := range strings.SplitSeq(words, line.WordsApart) {
		if (notation.Move{Text: text}).Readings(p, rules).Check {
			return true
		}
	}
	return false
}
