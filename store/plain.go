package store

import (
	"corrd/game"
	"corrd/game/board"
)

// Nearly all of every log is moves, and notes that the letter which asks for one
// was accepted. Their data as EncodeEvent usually writes it is read here, some ten times
// faster than encoding/json does. ok is false for whatever else it may be, and
// readFact reads that.

// plainNotified reads the data of a Notified that is not assumed.
func plainNotified(data []byte) (f game.Fact, ok bool) {
	switch string(data) {
	case `{"side":"white"}`:
		return game.Notified{Side: board.White}, true
	case `{"side":"black"}`:
		return game.Notified{Side: board.Black}, true
	}
	return nil, false
}

// plainPlayed reads the data of a Played without remarks, made in no special way.
func plainPlayed(data []byte) (f game.Fact, ok bool) {
	c := cutter{rest: data, ok: true}
	p := game.Played{Ply: int(c.number(`{"ply":`))}
	p.Move, ok = board.ParseMove(c.text(`,"move":`))
	p.Words = c.text(`,"words":`)
	p.Reader = c.text(`,"reader":`)
	return p, ok && c.ok && string(c.rest) == "}"
}
