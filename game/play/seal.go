package play

import (
	"corrd/game"
	"corrd/game/codes"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// seal records the sender's move for the resumption of play. The words are read only when the
// seal is opened; until then corrd looks only at their number and their notation. The sealed move
// may follow an adoption that is under way.
func (d *docket) seal(s interpret.Statement) {
	then := d.afterOwn()
	due := then.LastPly() + 1
	words := s.Moves[:1]
	law := d.lawOfSeal()
	switch r := game.Read(&then.State, &then.Position, words); {
	case d.Closes.IsZero():
		d.refuse(law, game.NoSession, s.Text)
	case d.MoveUnderWay(d.by), then.Held != nil && then.Held.By != d.by:
		d.refuse(law, game.SealLater, s.Text)
	case d.by != then.Position.SideToMove():
		d.refuse(d.code().Turn.Cite(), game.NotYourTurn, s.Text)
	case !then.TurnDue(), then.Illegible, then.MovesDue() > 1, then.OnTheWay(d.by):
		d.refuse(law, game.SealLater, s.Text)
	case !game.Numbered(&then.State, words[0], due):
		d.refuse(codes.HouseNumbers, game.SealNumber, s.Text)
	case len(r.Moves) == 0 && r.Foreign:
		d.ask(d.code().Record.Cite(), game.NotAgreed, words[0].Text)
	default:
		d.act(law, game.Sealed{Ply: due, Words: words[0].Text})
	}
}

// lawOfSeal returns the provision under which a move is sealed: where the code has none, the rule
// of the house.
func (d *docket) lawOfSeal() game.Law {
	if _, law, provided := d.code().Seal.Get(); provided {
		return law
	}
	return codes.HouseSessions
}

// unseal opens the sealed move, if there is one, once play has been resumed: the move is judged as
// if it came then.
func (d *docket) unseal() {
	x := d.Sealed
	if x == nil || d.Rest != nil || d.Phase == game.Finished {
		return
	}
	law := d.lawOfSeal()
	if _, made, provided := d.code().Unsealed.Get(); provided {
		law = made
	}
	d.rule(law, game.Opened{Side: x.By, Ply: x.Ply, Words: x.Words})
	before := *d
	d.from, d.by, d.ply, d.answers, d.asked, d.opening = x.Letter, x.By, x.Ply, 0, false, true
	d.communicate([]notation.Move{{Text: x.Words}})
	d.from, d.by, d.ply, d.answers, d.asked, d.opening = before.from, before.by, before.ply, before.answers, before.asked, before.opening
}

// sealedLaw returns the provision for an opened sealed move whose words express no move or several
// (II.7(c)). For any other words, and when the code has no such provision, sealedLaw gives law.
func (d *docket) sealedLaw(law game.Law) game.Law {
	if _, faulty, provided := d.code().SealedFault.Get(); provided && d.opening {
		return faulty
	}
	return law
}
