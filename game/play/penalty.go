package play

import (
	"slices"

	"corrd/game"
)

// refusing reports whether words that play a move which the penalty due excludes answer a letter
// that tells of the penalty. A copy of words that have answered that letter before does not count
// again.
func (d *docket) refusing(words string) bool {
	o := d.Offence
	told := d.answers >= o.Order.Seq
	if d.answers == 0 {
		told = d.ply != 0 && d.ply == o.Order.Key
	}
	return d.Phase == game.PenaltyDue && told && !slices.Contains(o.Refusals, game.Refusal{Words: words, Answers: d.answers})
}
