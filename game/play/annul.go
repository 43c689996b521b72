package play

import (
	"corrd/game"
	"corrd/game/agreement"
	"corrd/game/codes"
	"corrd/interpret"
)

// annul acts on the requirement to annul the letters that came after the first letter for a turn.
// What the first letter communicated then stands, and a penalty is open for the offender's next
// turn. When no later letter came, the requirement concerns the whole game.
func (d *docket) annul(s interpret.Statement) {
	_, law, provided := d.code().Second.Get()
	switch h := d.Held; {
	case !provided || !d.SentAgain(d.by):
		d.annulGame(s)
	case h.First != nil:
		if h.Begun != nil {
			first := d.leading(h.Begun.Move)
			first.Words = h.Begun.Words
			d.act(law, first)
		}
		d.act(law, game.Restored{Ply: d.LastPly() + 1, Move: h.First.Move})
		d.close(h.By)
	default:
		if len(h.Earlier.Then) > 0 { // the letters differ only in the second move of a first turn
			d.act(law, d.leading(h.Earlier.Moves[0]))
		}
		d.act(law, game.Restored{Ply: d.LastPly() + 1, Moves: d.Held.Earlier.Moves})
	}
}

// annulGame acts on the requirement to annul the game, because the wrong side began or because
// the position set up by the terms was wrong. The second player may require this until they have
// completed their fourth move. If the terms do not show the error and the player states facts,
// the umpire finds out. If the player states no facts either, the requirement is refused.
func (d *docket) annulGame(s interpret.Statement) {
	rule, law, provided := d.code().WrongFirst.Get()
	matter := silentFirst
	error, plain := agreement.Erroneous(d.Terms)
	if d.Terms.Position != "" && error != law {
		rule, law, provided = d.code().WrongSetUp.Get()
		matter = silentSetUp
	}
	second := d.Initial.SideToMove().Other()
	switch {
	case !provided:
		d.refer(codes.Silence, s, game.Claimed{Ground: matter, Words: s.Text})
	case rule.Umpire && (d.Terms.Position != "" || s.Words != ""):
		d.refer(law, s, game.Claimed{Ground: string(law), Words: s.Text})
	case rule.Before > 0 && d.Clocks[second].Moves >= rule.Before:
		d.refuse(law, game.TooLate, s.Text)
	case rule.Adversary && d.by != second:
		d.refuse(law, game.NotForYou, s.Text)
	case plain:
		d.end(error, game.Annulled, game.ByAnnulment)
	case d.Terms.Position == "" && s.Words == "":
		d.refuse(law, game.NothingToAnnul, s.Text)
	default:
		d.refer(law, s, game.Claimed{Ground: string(law), Words: s.Text})
	}
}
