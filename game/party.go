package game

import (
	"fmt"
	"slices"

	"corrd/game/board"
)

// Party is the originator of an act in a game.
type Party uint8

// The parties: corrd itself (for the passing of time and the rules of the server), the two sides, and the umpire.
const (
	Corrd Party = iota
	White
	Black
	Umpire
)

var partyNames = [...]string{"corrd", "white", "black", "umpire"}

// String returns "corrd", "white", "black" or "umpire".
func (p Party) String() string { return partyNames[p] }

// PartyOf returns the party that plays the men of side s.
func PartyOf(s board.Side) Party {
	if s == board.Black {
		return Black
	}
	return White
}

// Side returns the side that a party plays; ok is false for corrd and the umpire.
func (p Party) Side() (s board.Side, ok bool) {
	switch p {
	case White:
		return board.White, true
	case Black:
		return board.Black, true
	}
	return 0, false
}

// MarshalText writes the party as String does.
func (p Party) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads what MarshalText writes; anything else is an error.
func (p *Party) UnmarshalText(text []byte) error {
	i := slices.Index(partyNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("%q is no party of a game", text)
	}
	*p = Party(i)
	return nil
}

// AsSide returns the side that a party plays, and White for a party that plays no side.
func (p Party) AsSide() board.Side {
	s, _ := p.Side()
	return s
}
