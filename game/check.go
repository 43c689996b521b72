package game

import (
	"slices"
	"strings"

	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/line"
	"corrd/game/terms"
	"corrd/interpret/notation"
)

// Checks that must be announced, and what follows where one was not, or was announced falsely.

// Hushed reports whether nothing that is written of the game may say that a move gives check unless
// the mover has said so: this holds until the game is over, where checks must be announced
// (house:6).
func (s State) Hushed() bool {
	_, _, announced := s.CheckRule()
	return announced && s.Result == nil
}

// SAN writes a move that nobody has made yet in standard algebraic notation. In a hushed game SAN
// leaves out the sign of check or mate.
func (s State) SAN(p *board.Position, m board.Move) string { return s.sign(p, m, "") }

// Unsigned returns a move written in any notation, and in a hushed game without the sign of check
// or mate.
func (s State) Unsigned(text string) string {
	if s.Hushed() {
		return strings.TrimRight(text, "+#")
	}
	return text
}

// MadeSAN writes a move that was made by words, as SAN does. In a hushed game the sign of check
// follows the move if the words announce check or mate, even if the announcement is false.
func (s State) MadeSAN(p *board.Position, m board.Move, words string) string {
	return s.sign(p, m, words)
}

// sign writes a move in standard algebraic notation, with the sign that may follow the move.
func (s State) sign(p *board.Position, m board.Move, words string) string {
	text := s.Unsigned(notation.SAN(p, m))
	if s.Cried(p, words) {
		text += "+"
	}
	return text
}

// Cried reports whether the game is hushed and the words of a move announce check or mate. What
// is written about such a move then announces check too.
func (s State) Cried(p *board.Position, words string) bool {
	if words == "" || !s.Hushed() {
		return false
	}
	rules := s.Reading()
	for text := range strings.SplitSeq(words, line.WordsApart) {
		if (notation.Move{Text: text}).Readings(p, rules).Check {
			return true
		}
	}
	return false
}

// CheckRule returns the code's rule for a check that the mover does not announce, and its law.
// provided is false when the code and the terms do not ask that check be announced.
func (s State) CheckRule() (rule codes.Check, law Law, provided bool) {
	if s.Terms.Check == terms.Unannounced {
		return "", "", false
	}
	return s.Code().Check.Get()
}

// Overlooked reports whether the last move of a side gave a check that was not announced and that
// the reply has not met: the side may still announce the check, with its next move. A check that
// has stood longer gives no such right.
func (s State) Overlooked(by board.Side) bool {
	n := len(s.Line)
	rule, _, _ := s.CheckRule()
	moves := s.Phase == AwaitMove || s.Phase == OffenceOpen || s.Phase == PenaltyDue // a correction and a discharge are the next move too
	if rule != codes.NeedNotBeMet || !moves || by != s.Position.SideToMove() || n < 2 {
		return false
	}
	given, other := s.Line[n-2], by.Other()
	before, after := s.At(n-2), s.At(n-1)
	return given.Side == by && given.Silent && s.Position.InCheck(other) && after.Checkers(other)&^before.Checkers(other) != 0
}

// Barred returns the move that was taken back and that the side to move may not make again in this
// turn; ok is false when there is no such move.
func (s State) Barred() (m board.Move, law Law, ok bool) {
	if s.Bar == nil || s.Bar.Ply != s.LastPly()+1 {
		return 0, "", false
	}
	return s.Bar.Move, s.Bar.Law, true
}

// OnlyBarred reports whether the move that may not be made again is the only legal move of the
// side to move. The move then stands, if what it does is announced.
func (s State) OnlyBarred() bool {
	m, _, barred := s.Barred()
	return barred && slices.Equal(s.legal(&s.Position), []board.Move{m})
}

// apply announces the check: the check must be met now, and what was played after it goes back.
func (f Warned) apply(s *State, e Event) {
	s.backTo(f.Ply, e)
	if n := len(s.Line); n > 0 {
		s.Line = slices.Clone(s.Line)
		s.Line[n-1].Silent = false
		s.Position = s.At(n)
	}
}

func (f Retracted) apply(s *State, e Event) {
	s.Bar = nil
	if i := f.Ply - s.PliesBefore() - 1; f.Other && i >= 0 && i < len(s.Line) {
		s.Bar = &Bar{Ply: f.Ply, Move: s.Line[i].Move, Law: e.Law}
	}
	s.backTo(f.Ply-1, e)
}

// backTo takes back what was played after a ply, and drops what was open about those moves. The
// conditional moves for the next turn stand as they did before that turn.
func (s *State) backTo(ply int, e Event) {
	s.unplayTo(max(ply-s.PliesBefore(), 0))
	s.Conditionals.StandAgain(ply + 1)
	s.recount()
	s.Held, s.Offence, s.Withheld, s.Phase = nil, nil, nil, AwaitMove
	s.Questions = [2]*Question{}
	s.newRound()
	s.passTurn(s.Position.SideToMove(), e)
}
