package umpire

import (
	"slices"

	"corrd/game"
	"corrd/game/board"
)

// required gives the requirement of the receiver's that the umpire records by the square
// of a man, "" for the man of the false move; or why it cannot be recorded.
func required(s game.State, selected string) (f game.Exacted, objection string) {
	r, _ := s.Requirements()
	square := manOn(selected)
	f.Man = board.NoSquare
	switch {
	case selected == "" && r.Castled:
		return f, "the false move is castling: name the King or the Rook, as the receiver does, by its square"
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
		return f, "that requirement cannot be met; name the man that the receiver selects by its square, one of " + squaresIn(r.Another)
	}
	return f, ""
}
