package game

import (
	"corrd/game/board"
	"corrd/game/codes"
)

// Score is the score of a finished game in the form of PGN, or "annulled".
type Score string

// The scores; Unfinished is the score of a game that goes on.
const (
	WhiteWins  Score = "1-0"
	BlackWins  Score = "0-1"
	Drawn      Score = "1/2-1/2"
	Annulled   Score = "annulled"
	Unfinished Score = "*"
)

// WonBy returns the score of a game won by side s.
func WonBy(s board.Side) Score {
	if s == board.White {
		return WhiteWins
	}
	return BlackWins
}

// How is the way a game ended.
type How string

// The ways.
const (
	ByCheckmate     How = "checkmate"
	ByResignation   How = "resignation"
	ByTime          How = "time"
	ByAgreement     How = "agreement"
	ByStalemate     How = "stalemate"
	ByFiftyMoves    How = "fifty_moves"
	ByRepetition    How = "repetition"
	ByEndlessChecks How = "endless_checks"
	CannotBeWon     How = "cannot_be_won"
	ByForfeit       How = "forfeit"
	ByOddsCondition How = "odds_condition"
	ByRuling        How = "ruling"
	ByAnnulment     How = "annulled"
)

// Result is how a game ended and under which law.
type Result struct {
	Score Score
	How   How
	Law   Law
}

// apply ends the game and what was open in it. An end after the end changes only the result.
func (f Ended) apply(s *State, e Event) {
	s.Result = &Result{Score: f.Score, How: f.How, Law: e.Law}
	if s.Phase == Finished {
		return
	}
	s.Ending = s.remember(e)
	s.Ending.State.Result = nil
	s.Close(e.At)
	s.Proceed(e.At)
	s.Phase, s.Held, s.Offence, s.Withheld, s.Claim, s.Proposal, s.DrawOffer = Finished, nil, nil, nil, nil, nil, Corrd
	s.Others, s.Transit = nil, nil
	s.Questions = [2]*Question{}
}

// DrawLoses returns the provision by which a side loses a game that is drawn, because of the odds
// that the side has given: draws count against it, or it has undertaken to mate (IV.8). loses is
// false for a side that a draw costs nothing.
func (s State) DrawLoses(side board.Side) (law Law, loses bool) {
	giver, ok := s.Terms.Odds.Side()
	if !ok || giver != side {
		return "", false
	}
	g := s.Terms.Odds.Grant()
	if g.Draws {
		if _, law, provided := s.Code().OddsDraws.Get(); provided {
			return law, true
		}
		return codes.TermsOdds, true
	}
	if g.Mate == nil {
		return "", false
	}
	_, law, loses = s.Code().Condition.Get()
	return law, loses
}
