package umpire

import "corrd/game"

// overTime reports whether a game that is over would be lost by time again as soon as the game went on.
func overTime(b game.Before) bool {
	end := b.State.Ends()
	_, runs := b.State.Running()
	return runs && !end.IsZero() && !end.After(b.At) && !end.Equal(b.State.Closes)
}
