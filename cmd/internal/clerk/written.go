package clerk

import (
	"corrd/game/board"
	"corrd/interpret"
)

// san writes a move in standard algebraic notation, a turn passed as PGN does.
func san(p *board.Position, m board.Move) string {
	if m == board.Pass {
		return "--"
	}
	return interpret.SAN(p, m)
}

// descriptive writes a move in descriptive notation, a turn passed in brackets.
func descriptive(p *board.Position, m board.Move) string {
	if m == board.Pass {
		return "(passed)"
	}
	return interpret.Short(p, m)
}
