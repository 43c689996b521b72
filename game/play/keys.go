package play

import (
	"corrd/game"
	"corrd/game/codes"
)

// Rotate replaces the keys of a member of a side.
type Rotate struct {
	game.Rotated
	Letter int64 // the letter that showed a key; 0: no letter did
}

func (Rotate) act() {}

func (d *docket) rotate(r game.Rotated) {
	by := game.Corrd
	if r.Why == game.LeakUmpire {
		by = game.Umpire
	}
	d.add(by, codes.HouseKeys, r)
}
