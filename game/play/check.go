package play

import (
	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/interpret"
)

// keepsSilent reports whether a move of the side to move gives a check that must be announced and
// whose words do not announce check. cries says that the words announce check.
func keepsSilent(s game.State, m board.Move, cries bool) bool {
	_, _, provided := s.CheckRule()
	after := s.Position.Play(m)
	return provided && !cries && after.InCheck(after.SideToMove())
}

// sayCheck acts on the word check, by which a side announces a check that it gave earlier without
// announcing it. The word check beside a move is about that move.
func (d *docket) sayCheck(s interpret.Statement, withMove bool) {
	_, law, provided := d.CheckRule()
	n := len(d.Line)
	switch {
	case !provided:
		d.unknown(s)
	case withMove:
		d.cries = true
	case d.Overlooked(d.by):
		d.warn(d.by)
	case n > 0 && d.Phase == game.AwaitMove && d.Line[n-1].Side == d.by && d.Line[n-1].Silent:
		d.act(law, game.Warned{Ply: d.LastPly()})
		d.close(d.by)
	default:
		d.act(law, game.Refused{Why: game.NoCheckToSay, Words: s.Text})
	}
}

// warn announces the check given by a side's last move when the reply has not met the check. warn
// takes back the reply, and also the move beside which the side now says check.
func (d *docket) warn(by board.Side) {
	_, law, _ := d.CheckRule()
	d.add(game.PartyOf(by), law, game.Warned{Ply: d.LastPly() - 1})
	d.close(by)
}

// leftInCheck takes back a reply that leaves the replying side's King in an unannounced check, if
// the code then asks for another move, and reports whether the reply was taken back.
func (d *docket) leftInCheck(m board.Move) bool {
	rule, law, _ := d.CheckRule()
	after := d.Position.Play(m)
	if rule != codes.MovedAgain || !d.Position.Unheeded() || !after.InCheck(d.Position.SideToMove()) {
		return false
	}
	d.rule(law, game.Retracted{Ply: d.LastPly(), Other: true})
	return true
}

// retract acts on the requirement that a move be taken back because check was announced and not given. The side that
// has not replied yet requires this of the other's move, and the side that has just replied of its own.
func (d *docket) retract(s interpret.Statement) {
	_, cry, cries := d.code().FalseCheck.Get()
	_, misled, misleads := d.code().Misled.Get()
	n := len(d.Line)
	switch _, _, provided := d.CheckRule(); {
	case !provided || !cries && !misleads:
		d.unknown(s)
	case cries && d.Phase == game.AwaitMove && d.by == d.Position.SideToMove() && d.criedFalsely(n-1, d.by.Other()):
		d.act(cry, game.Retracted{Ply: d.LastPly(), Other: true})
	case misleads && d.Phase == game.AwaitMove && d.by != d.Position.SideToMove() && d.criedFalsely(n-2, d.by.Other()):
		d.act(misled, game.Retracted{Ply: d.LastPly()})
	case misleads:
		d.refuse(misled, game.NoRetraction, s.Text)
	default:
		d.refuse(cry, game.NoRetraction, s.Text)
	}
}

// criedFalsely reports whether a side played turn i of the line and announced a check with it
// that the move did not give.
func (d *docket) criedFalsely(i int, by board.Side) bool {
	if i < 0 || d.Line[i].Side != by {
		return false
	}
	p, after := d.At(i), d.At(i+1)
	return d.Cried(&p, d.Line[i].Words) && !after.InCheck(by.Other())
}
