package game

import "slices"

import "corrd/game/board"

// Question returns the question that a side was asked about its last letter and has not cleared; nil when the question
// was about another ply than the one now due.
func (s State) Question(side board.Side) *Question {
	if q := s.Questions[side]; q != nil && q.Ply == s.LastPly()+1 {
		return q
	}
	return nil
}

// AsksOf reports whether something waits for a side's yes or no, of which the side had been told
// by event seq: a question about its last letter, a proposal, or the offer of a draw.
func (s State) AsksOf(side board.Side, seq int64) bool {
	q, p, u := s.Question(side), s.Proposal, s.Unsaid(side)
	return u != nil && u.Told.Seq <= seq || q != nil && q.Told.Seq <= seq || p != nil && p.By != side && p.Told.Seq <= seq ||
		s.DrawOffer == PartyOf(side.Other()) && s.Offered.Seq <= seq
}

// asksOfWords are the questions about words that might have been a move in time.
var asksOfWords = map[Why]bool{WrongNumber: true, NotAgreed: true, Algebraic: true, Doubtful: true, NoRecord: true, WhichMove: true, Listed: true, Contradiction: true}

// returnsWords are the answers to words that are no move. The clock of a side that plays by real
// cards stands until the side has the answer, as it does for an offence.
var returnsWords = map[Why]bool{Courtesy: true, Unintelligible: true}

// apply keeps the question to a side, so that the moves of the side's answer can count from the
// first receipt. apply also keeps a reply that waits for an adoption.
func (f Asked) apply(s *State, e Event) {
	s.newRound()
	by, ok := e.By.Side()
	if !ok {
		return
	}
	if s.Window.Side == by && s.Window.Asked.IsZero() && (s.Closes.IsZero() || s.Rules < 1) && (asksOfWords[f.Why] || s.ByCard[by] && returnsWords[f.Why]) {
		s.Window.Asked, s.Window.Question = e.At, s.Seq
	}
	s.Sayings[by].Unsaid = nil
	if f.Text != "" {
		s.Sayings[by].Unsaid = &Unsaid{f.Text, s.notice(by)}
	}
	switch f.Why {
	case AdoptFirst:
		s.Withheld = &Withheld{By: by, Words: f.Words, With: f.With, Told: s.notice(by)}
	case Unintelligible:
		s.Unsent[by] = f.Ply
	case Courtesy:
		s.Courtesy[by]++
		s.Courteous[by] = f.Ply
	case WrongNumber, NotAgreed, Algebraic, Doubtful, NoRecord, WhichMove, ConfirmResign, OddsLost:
		s.Questions[by] = &Question{Why: f.Why, Ply: f.Ply, Words: f.Words, With: f.With, Moves: f.Moves, At: e.At, Told: s.notice(by)}
	case NoStatement:
		if f.Ply != 0 {
			s.Questions[by] = &Question{Why: f.Why, Ply: f.Ply, Words: f.Words, Moves: f.Moves, At: e.At, Told: s.notice(by)}
		}
	case Dropped:
		s.Questions[by] = nil
	case Superseded:
		s.settleProposal(by)
		if q := s.Questions[by]; q != nil { // the letter that asks tells of the question once more
			again := *q
			again.Told.Again = s.Began
			s.Questions[by] = &again
		}
	}
}

// apply opens a new round; apply also notes a refusal to discharge a penalty due.
func (f Refused) apply(s *State, e Event) {
	if f.Why == LeftOver {
		return
	}
	s.newRound()
	if s.Offence != nil && f.Why == NotComplying && f.Refusal {
		o := *s.Offence
		o.Refusals = append(slices.Clip(o.Refusals), Refusal{f.Words, f.Answers})
		s.Offence = &o
	}
}
