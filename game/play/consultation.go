package play

import "corrd/game"

// turned returns the same players with the colours exchanged.
func turned(c *game.Consultation) *game.Consultation {
	if c == nil {
		return nil
	}
	return &game.Consultation{White: c.Black, Black: c.White}
}
