package play

import (
	"corrd/game"
	"corrd/game/codes"
	"corrd/game/tournament"
)

// InMatch returns the start of game m of a match from a, the start of the first game, whose colours
// a lot has drawn. The players have the first move, and with it the White men, in turn (II.1(a)).
// If the code says so, each side instead keeps its men (S-Reg III).
func (a Start) InMatch(m game.Match) Start {
	a.Match = &m
	if m.Number > 1 {
		a.Lot = nil
	}
	switch {
	case m.Turned(codes.Of(a.Terms)):
		return a.Turned()
	case m.Number%2 == 0:
		a.Terms.First = codes.Beginner(a.Terms).Other().String()
	}
	return a
}

// Turned returns the start with the colours of the two sides changed.
func (a Start) Turned() Start {
	a.Players[0], a.Players[1] = a.Players[1], a.Players[0]
	a.Consultation, a.Challenger = turned(a.Consultation), a.Challenger.Other()
	return a
}

// beginning returns the law that decides which men a side has in a game that begins.
func (a Start) beginning(code *codes.Code) game.Law {
	switch m := a.Match; {
	case a.Tournament != nil && a.Tournament.Instead != 0:
		return code.Again.Cite()
	case a.Tournament != nil:
		return tournament.Law(a.Tournament.Number, tournament.Pairings)
	case m != nil && m.Instead != 0:
		return code.Again.Cite()
	case m != nil && m.Number > 1:
		return code.InTurn.Cite()
	case a.Lot != nil:
		if first, law, _ := code.First.Get(); first == codes.LotDecides {
			return law
		}
		return codes.HouseLots
	}
	return codes.TermsColour
}

// Again returns the start of the game that is played in place of an annulled game of a match or of
// an event. The same player has the first move.
func Again(s game.State) Start {
	a := Start{Terms: s.Terms, Players: s.Players, Consultation: s.Consultation}
	if s.Match != nil {
		m := *s.Match
		m.Instead = s.ID
		a.Match = &m
	}
	if s.Tournament != nil {
		t := *s.Tournament
		t.Instead = s.ID
		a.Tournament = &t
	}
	return a
}

// turned returns the same players with the colours exchanged.
func turned(c *game.Consultation) *game.Consultation {
	if c == nil {
		return nil
	}
	return &game.Consultation{White: c.Black, Black: c.White}
}

// Rotate replaces the keys of a member of a side.
type Rotate struct {
	game.Rotated
	Letter int64 // the letter that showed a key; 0: no letter did
}

func (Rotate) act() {}

func (d *docket) rotate(r game.Rotated) {
	by := game.Corrd
	if r.Why == game.LeakUmpire {
		by = game.Umpire
	}
	d.add(by, codes.HouseKeys, r)
}
