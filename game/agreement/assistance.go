package agreement

import (
	"time"

	"corrd/game/codes"
	"corrd/game/terms"
)

// MayBeBound returns the time for a reply below which a turn of a game is bound by the
// laws of play over the board; ok is false where no turn can come to be bound: each reply has
// the same time, the terms say otherwise, or the code lays down no such time.
func MayBeBound(t terms.Terms) (below time.Duration, ok bool) {
	code := codes.Of(t)
	least, _, provided := code.AnyMeans.Get()
	_, _, binds := code.Bound.Get()
	return time.Duration(least), provided && binds && least > 0 && t.Time.Per > 0 && !t.Time.Each && t.Assistance == terms.PerCode
}
