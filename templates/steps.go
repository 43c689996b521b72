package templates

import (
	"strings"

	"corrd/game/board"
	"corrd/interpret/notation"
)

// Ply is a move of a game as a page steps through it.
type Ply struct {
	Number    int // from 1, White's at the odd ones
	Algebraic string
	Spoken    string // the move in plain words
	Move      board.Move
	After     board.Position
}

// Plies returns the position in which the game begins, and the moves that stand at its end.
func (b GameBook) Plies() (begins board.Position, plies []Ply) {
	s := &b.State
	begins = s.Initial
	if len(s.Line) > 0 {
		begins = s.At(0)
	}
	for p, turn := range s.Played() {
		plies = append(plies, Ply{turn.Ply, plainSpaces(short(s, &p, turn.Move, turn.Words, notation.Algebraic)), plainSpaces(notation.Words(&p, turn.Move)), turn.Move, turn.After(p)})
	}
	return begins, plies
}

// MenInWords tells where every man of a position stands: "White: King K1, Queen Q1; Black: King K1".
func MenInWords(p *board.Position) string {
	var sides []string
	for _, side := range []board.Side{board.White, board.Black} {
		if men := menOf(p, side, notation.Descriptive); men != "" {
			sides = append(sides, sideName(side)+": "+men)
		}
	}
	return plainSpaces(strings.Join(sides, "; "))
}
