package play

import "corrd/game"

// lawOfAppeal returns the provision under which a side puts a question before the umpire. If the
// code has none, lawOfAppeal gives the provision about forfeitures.
func (d *docket) lawOfAppeal() game.Law {
	if _, law, provided := d.code().Appeal.Get(); provided {
		return law
	}
	return d.code().Forfeit.Cite()
}
