package game

import "corrd/game/codes"

// Match says which game of a match a game is. The games of a match begin
// together, are played side by side, and know nothing of one another.
type Match struct {
	Challenge int64 `json:"challenge"`         // whose acceptance began the match
	Number    int   `json:"number"`            // of the game in the match, from 1
	Games     int   `json:"games"`             // that the match is of
	Instead   int64 `json:"instead,omitempty"` // the annulled game it is played instead of (II.1(c))
}

// InMatch gives the start of a game of a match, that of the first being a: the
// first move goes to each player in turn, and with it the colours (II.1(a)), unless the
// code has each side keep its men (S-Reg III). A lot has drawn those of the first game alone.
func (a Start) InMatch(m Match) Start {
	a.Match = &m
	if m.Number > 1 {
		a.Lot = nil
	}
	if m.Number%2 != 0 {
		return a
	}
	turns, _, provided := codes.Of(a.Terms).InTurn.Get()
	if !provided || turns != codes.MoveTurns {
		return a.Turned()
	}
	a.Terms.First = beginner(a.Terms).Other().String()
	return a
}

// Turned gives the start with the colours of the two sides changed.
func (a Start) Turned() Start {
	a.Players[0], a.Players[1] = a.Players[1], a.Players[0]
	a.Consultation, a.Challenger = a.Consultation.turned(), a.Challenger.Other()
	return a
}

// beginning gives the law on which a side has its men in a game that begins.
func (a Start) beginning(code *codes.Code) Law {
	switch m := a.Match; {
	case m != nil && m.Instead != 0:
		return code.Again.Cite()
	case m != nil && m.Number > 1:
		return code.InTurn.Cite()
	case a.Lot != nil:
		if first, law, _ := code.First.Get(); first == codes.LotDecides {
			return law
		}
		return houseLots
	}
	return termsColour
}

// PlayedAgain reports whether another game is played instead of this one, an annulled one
// of a match. None is where an error of first move or of position lies in the terms, and
// new ones are needed.
func (s State) PlayedAgain() bool {
	r, code := s.Result, s.Code()
	return s.Match != nil && r != nil && r.Score == Annulled && r.Law != code.WrongFirst.Cite() && r.Law != code.WrongSetUp.Cite()
}

// Again gives the start of the game that is played instead of an annulled one of a match,
// with the same right of first move.
func (s State) Again() Start {
	m := *s.Match
	m.Instead = s.ID
	return Start{Terms: s.Terms, Players: s.Players, Consultation: s.Consultation, Match: &m}
}
