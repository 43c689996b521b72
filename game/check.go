package game

import (
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/terms"
	"corrd/interpret"
)

// checkRule gives what the code makes of a check that its mover does not announce;
// provided is false where none need be announced, by the code or by agreement.
func (s State) checkRule() (rule codes.Check, law Law, provided bool) {
	if s.Terms.Check == terms.Unannounced {
		return "", "", false
	}
	return s.Code().Check.Get()
}

// keepsSilent reports whether a move of the side to move leaves the other in a check that
// must be announced, while its words say nothing of check.
func (s State) keepsSilent(m board.Move, cries bool) bool {
	_, _, provided := s.checkRule()
	after := s.Position.Play(m)
	return provided && !cries && after.InCheck(after.SideToMove())
}

// Overlooked reports whether the last move of a side gave a check that it did not
// announce and that the reply has not met: the side may still say so, in playing its next
// move. A check that has stood longer gives no such right any more.
func (s State) Overlooked(by board.Side) bool {
	n := len(s.Line)
	rule, _, _ := s.checkRule()
	if rule != codes.NeedNotBeMet || s.Phase != AwaitMove || by != s.Position.SideToMove() || n < 2 {
		return false
	}
	given, other := s.Line[n-2], by.Other()
	before, after := s.At(n-2), s.At(n-1)
	return given.Side == by && given.Silent && s.Position.InCheck(other) && after.Checkers(other)&^before.Checkers(other) != 0
}

// sayCheck acts on the word check, by which a side announces a check that it gave
// without announcing it; beside a move the word is said of that move.
func (d *docket) sayCheck(s interpret.Statement, withMove bool) {
	_, law, provided := d.checkRule()
	n := len(d.Line)
	switch {
	case !provided:
		d.unknown(s)
	case withMove:
		d.cries = true
	case d.Overlooked(d.by):
		d.warn(d.by)
	case n > 0 && d.Phase == AwaitMove && d.Line[n-1].Side == d.by && d.Line[n-1].Silent:
		d.act(law, Warned{Ply: d.LastPly()})
		d.close(d.by)
	default:
		d.act(law, Refused{Why: NoCheckToSay, Words: s.Text})
	}
}

// warn announces the check of a side's last move, which the reply has not met: the reply
// goes back, and with it the move in playing which check is said.
func (d *docket) warn(by board.Side) {
	_, law, _ := d.checkRule()
	d.add(PartyOf(by), law, Warned{Ply: d.LastPly() - 1})
	d.close(by)
}

// leftInCheck undoes a reply that leaves its side's King in a check of which nothing was
// said, where the code then has the checker make another move. It reports whether it has.
func (d *docket) leftInCheck(m board.Move) bool {
	rule, law, _ := d.checkRule()
	after := d.Position.Play(m)
	if rule != codes.MovedAgain || !d.Position.Unheeded() || !after.InCheck(d.Position.SideToMove()) {
		return false
	}
	d.rule(law, Retracted{Ply: d.LastPly(), Other: true})
	return true
}

// retract acts on the requirement that a move be taken back because check was announced
// that was not given: by the side that has not replied yet, of the other's move; by the
// side that has just replied, of its own.
func (d *docket) retract(s interpret.Statement) {
	_, cry, cries := d.code().FalseCheck.Get()
	_, misled, misleads := d.code().Misled.Get()
	n := len(d.Line)
	switch _, _, provided := d.checkRule(); {
	case !provided || !cries && !misleads:
		d.unknown(s)
	case cries && d.Phase == AwaitMove && d.by == d.Position.SideToMove() && d.criedFalsely(n-1, d.by.Other()):
		d.act(cry, Retracted{Ply: d.LastPly(), Other: true})
	case misleads && d.Phase == AwaitMove && d.by != d.Position.SideToMove() && d.criedFalsely(n-2, d.by.Other()):
		d.act(misled, Retracted{Ply: d.LastPly()})
	case misleads:
		d.refuse(misled, NoRetraction, s.Text)
	default:
		d.refuse(cry, NoRetraction, s.Text)
	}
}

// criedFalsely reports whether the turn with an index in the line is a side's, and
// announced a check that it did not give.
func (s State) criedFalsely(i int, by board.Side) bool {
	if i < 0 || s.Line[i].Side != by {
		return false
	}
	p, after := s.At(i), s.At(i+1)
	return s.Cried(&p, s.Line[i].Words) && !after.InCheck(by.Other())
}

// Barred gives the move that the side to move may not make again in this turn, from which
// it was taken back; ok is false where there is none.
func (s State) Barred() (m board.Move, law Law, ok bool) {
	if s.Bar == nil || s.Bar.Ply != s.LastPly()+1 {
		return 0, "", false
	}
	return s.Bar.Move, s.Bar.Law, true
}

// apply announces the check: it must be met now, and what was played after it goes back.
func (f Warned) apply(s *State, e Event) {
	s.backTo(f.Ply, e)
	if n := len(s.Line); n > 0 {
		line := append([]Turn(nil), s.Line...)
		line[n-1].Silent = false
		s.Line = line
		s.Position = s.At(n)
	}
}

// apply takes the moves back.
func (f Retracted) apply(s *State, e Event) {
	s.Bar = nil
	if i := f.Ply - s.base() - 1; f.Other && i >= 0 && i < len(s.Line) {
		s.Bar = &Bar{Ply: f.Ply, Move: s.Line[i].Move, Law: e.Law}
	}
	s.backTo(f.Ply-1, e)
}

// backTo takes back what was played after a ply; nothing that was open about that stands.
func (s *State) backTo(ply int, e Event) {
	for len(s.Line) > 0 && s.LastPly() > ply {
		s.unplay()
	}
	s.recount()
	s.Held, s.Offence, s.Withheld, s.Phase = nil, nil, nil, AwaitMove
	s.Questions = [2]*Question{}
	s.newRound()
	s.passTurn(s.Position.SideToMove(), e)
}
