package codes

import (
	"corrd/game/board"
	"corrd/game/terms"
	"corrd/interpret/notation"
)

// londonClub is the code of the London club, seventeen laws for play over the board. The code has
// no law of correspondence: its annex decides what it says nothing of.
var londonClub = Code{
	ID:    "london-club",
	Title: "The Laws of the London Club",
	Name:  "London",
	texts: []string{"london-club"},

	Beforehand: Under("house:12", Beforehand{"late", "umpire"}),
	Annexes:    Under("terms:annex", Annexes(terms.Annexes)),
	Check:      Under("L13", NeedNotBeMet),
	Misled:     Under("L14", Provided{}),

	Record: Under("L7", AnyNotation),
	Breaches: map[notation.Fault]Law{
		notation.NoSuchMan: "L8", notation.NothingToTake: "L8", notation.OwnMan: "L8", notation.OutOfReach: "L8",
		notation.LeavesCheck: "L15", notation.NotInPassing: "L10", notation.NoPromotion: "L9", notation.NoCastling: "L12",
	},
	Promotion: Under("L9", MoverNames),
	First:     Under("L2", LotDecides),

	Fault:     Under("L8", Penalty{Compels: kingIfCan}),
	Castling:  Under("L12", Penalty{Compels: kingOrRook}),
	Exposing:  Under("L15", Penalty{Compels: kingIfCan}),
	Lapse:     Under("L8", Provided{}),
	Corrected: Under("L8", Provided{}),
	Answered:  Under("L8", Stands),

	Stalemate: Under("L16", Won),
	Count:     Under("L17", Count{Moves: 50, Cases: []CountCase{DifficultMate}}),

	WrongSetUp: Under("L3", Annulment{Umpire: true}),
	Forgotten:  Under("L3", Provided{}),
	InTurn:     Under("L2", ColoursTurn),

	OddsFirst: Under("L2", PieceGiverBegins),
	OddsMen:   Under("L2", Homes{board.Pawn: 5}), // the code names no piece that is given when the terms name no wing
	Rookless:  Under("L12", MayNotCastle),
}
