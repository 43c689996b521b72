package game

import (
	"slices"

	"corrd/game/board"
	"corrd/game/line"
)

// OwnLast returns the ply with which a side's last turn began: letters with an older key do not
// act, whatever they state.
func (s State) OwnLast(side board.Side) int {
	last := s.LastPly()
	if line.SideAt(last) != side {
		last--
	}
	if last <= s.PliesBefore()+s.FirstPlies() {
		return min(last, s.PliesBefore()+1) // the last turn is a first turn of several moves
	}
	return last
}

// Halted reports whether no move is taken because the umpire has suspended the
// game, something is to be proved, the game is adjourned, or a move is sealed.
func (s State) Halted() bool {
	still := s.Standstill()
	return still != NoStandstill && still != AtEnd
}

func (f Protested) apply(s *State, e Event) {
	p := Protest{Seq: s.Seq, By: e.By.AsSide(), Words: f.Words, At: e.At, Appeal: s.appealed(e.By.AsSide())}
	if IsAppeal(f.Words) {
		p.From = s.Decided
	}
	s.Protests = append(slices.Clip(s.Protests), p)
}

// Telling counts the letters by which a side has told the other side something other than a move
// since the last move of the game.
type Telling struct {
	Letters int
	Last    int64 // the number of the last of these letters
}

// tells reports whether a fact that a side brings about tells the other side something beside a
// move.
func tells(f Fact) bool {
	switch f := f.(type) {
	case DrawOffered, Proposed, Claimed, Protested, Promised, LeaveTaken:
		return true
	case ProofAsked:
		return f.Ground != Doubt
	}
	return false
}

func (s *State) count(e Event) {
	by, ok := e.By.Side()
	if !ok || e.Letter == 0 || !tells(e.Fact) || s.Told[by].Last == e.Letter {
		return
	}
	s.Told[by] = Telling{s.Told[by].Letters + 1, e.Letter}
}

// stirs reports whether a fact changes what a letter can bring about. A question to the sender of
// a letter does not, and what falls due meanwhile does not.
func stirs(f Fact) bool {
	switch f.(type) {
	case Asked, Refused, ClaimRefused, Reminded, Notified, Rotated, Deferred, Credited, Charged, Inquired, Stated, Noted, Unheard, Renewed, Said:
		return false
	}
	return true
}

// Question returns the question that a side was asked about its last letter and has not cleared;
// nil when the question was about another ply than the one now due.
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

// asksOfMoves are the questions about words that can be nothing but a move in time, of which only the piece is wanting,
// or the move that they answer. They count among the others since rules 2.
var asksOfMoves = map[Why]bool{NamePiece: true, AdoptFirst: true}

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
	if s.Window.Side == by && s.Window.Asked.IsZero() && (s.Closes.IsZero() || s.Rules < 1) && (asksOfWords[f.Why] || s.Rules >= 2 && asksOfMoves[f.Why] || s.ByCard[by] && returnsWords[f.Why]) {
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
