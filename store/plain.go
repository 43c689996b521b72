package store

import (
	"corrd/game"
	"corrd/game/board"
)

// Nearly all events of a log are moves, and notes that a letter asking for a move was accepted.
// The functions below read the usual form of their data about ten times faster than encoding/json
// does. A function gives ok false for any other form, and readFact then reads the data.

// plainNotified reads the data of a Notified whose acceptance is not assumed.
func plainNotified(data []byte) (f game.Fact, ok bool) {
	switch string(data) {
	case `{"side":"white"}`:
		return game.Notified{Side: board.White}, true
	case `{"side":"black"}`:
		return game.Notified{Side: board.Black}, true
	}
	return nil, false
}

// plainPlayed reads the data of a Played that has only a ply, a move, words and a reader.
func plainPlayed(data []byte) (f game.Fact, ok bool) {
	c := cutter{rest: data, ok: true}
	p := game.Played{Ply: int(c.number(`{"ply":`))}
	p.Move, ok = board.ParseMove(c.text(`,"move":`))
	p.Words = c.text(`,"words":`)
	p.Reader = c.text(`,"reader":`)
	return p, ok && c.ok && string(c.rest) == "}"
}
