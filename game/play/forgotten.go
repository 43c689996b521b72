package play

import (
	"slices"

	"corrd/game"
	"corrd/game/line"
	"corrd/interpret"
)

// forgot acts on the choice of a side whose opponent's men were partly left out: to begin the game
// again with all the men, or to go on with the missing men set on their squares. The umpire decides
// if the terms do not show which men were left out, and if another man now stands on such a square.
func (d *docket) forgot(s interpret.Statement) {
	_, law, provided := d.code().Forgotten.Get()
	men, plain := d.Forgotten(d.by.Other())
	occupied := func(m line.Placed) bool {
		_, stands := d.Position.At(m.Square)
		return stands
	}
	switch {
	case !provided:
		d.unknown(s)
	case d.Terms.Position != "" && !plain:
		d.refer(law, s, game.Claimed{Ground: string(law), Words: s.Text})
	case len(men) == 0 || d.Supplied:
		d.act(law, game.Refused{Why: game.NoneForgotten, Words: s.Text})
	case s.Kind == interpret.KindRecommence:
		d.act(law, game.Recommenced{})
	case d.Phase != game.AwaitMove || slices.ContainsFunc(men, occupied):
		d.refer(law, s, game.Claimed{Ground: string(law), Words: s.Text})
	default:
		d.act(law, game.Proceeded{})
		d.close(d.Position.SideToMove().Other())
	}
}
