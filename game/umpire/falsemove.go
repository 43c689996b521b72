package umpire

import (
	"slices"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/reason"
)

// required returns the requirement of the receiver that the umpire records by the square of a man, "" for the man of the
// false move; or the reason why the requirement cannot be recorded.
func required(s game.State, selected string) (f game.Exacted, objection reason.Reason) {
	r, _ := s.Requirements()
	square := manOn(selected)
	f.Man = board.NoSquare
	switch {
	case selected == "" && r.Castled:
		return f, reason.Because("objection castling")
	case selected == "" && r.That.Len() == 1:
		f.Man = r.That.First()
	case selected == "":
		f.Among = slices.Collect(r.That.All())
	case r.Taken.Has(square):
		f.Take = []board.Square{square}
	case r.Another.Has(square):
		f.Man = square
	}
	if f.Man == board.NoSquare && len(f.Among)+len(f.Take) == 0 {
		return f, reason.Because("objection requirement not met", squaresIn(r.Another))
	}
	return f, ""
}
