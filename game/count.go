package game

import (
	"slices"

	"corrd/game/board"
	"corrd/game/codes"
)

// Counting limits the rest of the game to a number of further moves of each side. The game is
// drawn if these moves bring no mate (Staunton XIV, London 17). A demand of a side, or a ruling,
// begins the count.
type Counting struct {
	Moves int             `json:"moves"` // the moves of each side, from now on
	Case  codes.CountCase `json:"case,omitempty"`
}

// Count is a running count of moves.
type Count struct {
	After int // the last ply before the count began
	Moves int // the moves of each side after which the game is drawn
	Law   Law
}

// Counted returns the number of moves that each side has made since the running count began; ok is
// false when no count runs. A passed turn is not a move.
func (s State) Counted() (made [2]int, ok bool) {
	if s.Count == nil {
		return made, false
	}
	return s.Since(s.Count.After+1, s.FirstPlies(), false), true
}

// Countable returns the count that a side may now demand, and its law; ok is false when the side
// may demand none.
func (s State) Countable(by board.Side) (f Counting, law Law, ok bool) {
	if s.Result != nil || s.Count != nil {
		return f, "", false
	}
	for _, r := range s.Code().Counts() {
		count, law, _ := r.Get()
		if count.NotForMates && s.Terms.Odds.Grant().Mate != nil {
			continue
		}
		if i := slices.IndexFunc(count.Cases, func(c codes.CountCase) bool { return s.meets(c, by) }); i >= 0 {
			return Counting{Moves: count.Moves, Case: count.Cases[i]}, law, true
		}
	}
	return f, "", false
}

// Uncounted returns the law under which a demand of a side for a count is refused: the code's own,
// where it speaks of the position, and otherwise that of the annex. mates reports whether no count
// is demanded because a side has undertaken to mate in a certain way.
func (s State) Uncounted(by board.Side) (law Law, mates bool) {
	for _, r := range s.Code().Counts() {
		count, cited, _ := r.Get()
		law, mates = cited, count.NotForMates && s.Terms.Odds.Grant().Mate != nil
		if slices.ContainsFunc(count.Cases, func(c codes.CountCase) bool { return s.meets(c, by.Other()) }) {
			break
		}
	}
	return law, mates
}

// meets reports whether a side is in a given case of the count.
func (s State) meets(c codes.CountCase, by board.Side) bool {
	pieces := 0
	for kind := board.Knight; kind < board.King; kind++ {
		pieces += s.Position.Men(by, kind).Len()
	}
	pawns := s.Position.Men(board.White, board.Pawn) | s.Position.Men(board.Black, board.Pawn)
	own, its := s.Position.Men(by, board.Pawn), force(&s.Position, by.Other(), 1)
	switch c {
	case codes.SidePersists:
		return s.Persists(by.Other())
	case codes.KingAlone:
		return pieces == 0 && own == 0
	case codes.OnePiece:
		return pieces == 1 && s.noLess(by)
	case codes.DifficultMate:
		return pawns == 0 && pieces <= 1 && its > 0 && s.noLess(by)
	}
	return false
}

// noLess reports whether the other side has no less force, with Pawns at nothing and at one each.
func (s State) noLess(by board.Side) bool {
	p, other := &s.Position, by.Other()
	return force(p, by, 0) <= force(p, other, 0) && force(p, by, 1) <= force(p, other, 1)
}

// force returns the worth of a side's men other than the King, with Pawns at a given worth.
func force(p *board.Position, side board.Side, pawn int) (sum int) {
	for kind := board.Pawn; kind < board.King; kind++ {
		worth := [...]int{board.Pawn: pawn, board.Knight: 3, board.Bishop: 3, board.Rook: 5, board.Queen: 9}[kind]
		sum += worth * p.Men(side, kind).Len()
	}
	return sum
}

// Submitted is the ground of a claim by which a player submits a question to the umpire.
const Submitted = "submitted"

// appointed ends the question submitted to the umpire, on which the umpire has ordered the count.
func (s *State) appointed(e Event, r Ruling) {
	if r.Appeal == 0 && s.Claim != nil && !s.Claim.Proving && s.Claim.Ground == Submitted {
		s.claimFailed(e)
	}
}

func (f Counting) apply(s *State, e Event) {
	s.Count = &Count{After: s.LastPly(), Moves: f.Moves, Law: e.Law}
	s.newRound()
}

// recount lets a count begin no later than the end of the line, after moves were taken back.
func (s *State) recount() {
	if s.Count != nil && s.Count.After > s.LastPly() {
		c := *s.Count
		c.After = s.LastPly()
		s.Count = &c
	}
}

// PliesSinceCapture counts the plies of the line since the last capture (II.8(b)). A move of a
// Pawn does not end the count. If a turn was passed, PliesSinceCapture counts for each side at
// most one move more than the other side has made.
func (s State) PliesSinceCapture() int {
	moves := s.Since(0, s.FirstPlies(), true)
	white, black := moves[board.White], moves[board.Black]
	return white + black - max(0, max(white, black)-min(white, black)-1)
}

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
	s.closeWindow(e.At)
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
	g := s.Terms.Odds.Grant()
	_, draws, provided := s.Code().OddsDraws.Get()
	_, law, loses = s.Code().Condition.Get()
	switch {
	case !ok || giver != side || !g.Draws && g.Mate == nil:
		return "", false
	case g.Draws && provided:
		return draws, true
	case g.Draws:
		return codes.TermsOdds, true
	}
	return law, loses
}

// LostAtOdds returns the law by which such an end of the game in this position is the giver's loss.
func (s State) LostAtOdds(e Ended) (law Law, lost bool) {
	giver, given := s.Terms.Odds.Side()
	if given && e.Score == Drawn {
		return s.DrawLoses(giver)
	}
	mate := s.Terms.Odds.Grant().Mate
	_, law, lost = s.Code().Condition.Get()
	return law, lost && given && mate != nil && e.Score == WonBy(giver) && e.How == ByCheckmate && !mate.Met(&s.Position)
}
