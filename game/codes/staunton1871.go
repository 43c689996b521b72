package codes

import (
	"corrd/game/board"
	"corrd/interpret/notation"
)

// staunton1871 is the revised code of Staunton's Chess Praxis, as printed in 1871: the
// regulations (S-Reg), the rules for odds (S-Odds), for games by correspondence (S-Corr)
// and in consultation (S-Cons), the definitions (S-Def), and private agreements.
var staunton1871 = Code{
	ID:    "staunton-1871",
	Title: "Staunton's Revised Code, Chess Praxis, 1871",
	Name:  "Staunton",
	texts: []string{"staunton-1871"},

	Beforehand: Under("S-Corr I", Beforehand{"late", "umpire"}),
	Check:      Under("S-Reg XII", MovedAgain),
	FalseCheck: Under("S-Reg XI", Provided{}),
	Misled:     Under("S-Reg VI", Provided{}),
	Met:        Under("S-Reg XI", Provided{}),

	Record: Under("S-Corr II", AnyNotation),
	Breaches: map[notation.Fault]Law{
		notation.NotWords: "S-Corr IX", notation.NoSuchMan: "S-Def men", notation.NothingToTake: "S-Def capture", notation.OwnMan: "S-Def capture",
		notation.OutOfReach: "S-Def false move", notation.LeavesCheck: "S-Def check", notation.NotInPassing: "S-Def capture",
		notation.NoPromotion: "S-Def queening", notation.NoCastling: "S-Def castling",
	},
	Promotion: Under("S-Def queening", BecomesQueen),
	First:     Under("S-Reg III", WhiteBegins),
	Turn:      Under("S-Reg V", Provided{}),

	Doubtful: Under("S-Corr VIII", ElseIntended),
	Multiple: Under("S-Corr VI", Selected),
	Fault:    Under("S-Corr II", Penalty{}),
	Wordless: Under("S-Corr IX", Penalty{Unsent: true}),

	Chosen:    Under("S-Reg VIII", Choices{ThatMan, TakenMan, LostTurn, AnotherMan}),
	Discharge: Under("S-Reg X", Provided{}),
	Lapse:     Under("S-Reg X", Provided{}),
	Corrected: Under("S-Reg X", Provided{}),
	Answered:  Under("S-Reg X", Restores),
	Recall:    Under("S-Agreement", Provided{}),

	Checkmate:   Under("S-Def checkmate", Lost),
	Stalemate:   Under("S-Def stalemate", Drawn),
	Dead:        Under("S-Def drawn game", Drawn),
	Resignation: Under("S-Reg XVIII", Lost),
	Agreement:   Under("S-Agreement", Provided{}),
	Forfeit:     Under("S-Reg XVIII", Forfeits{"S-Reg XVIII", "S-Cons III", "S-Corr VII", "S-Cons V"}),

	Count:  Under("S-Reg XIV", Count{Moves: 50, Cases: []CountCase{SidePersists, KingAlone, OnePiece}, NotForMates: true}),
	Submit: Under("S-Reg XIX", Provided{}),
	Appeal: Under("S-Reg XIX", Provided{}), AsWritten: Under("S-Reg XIX", Provided{}), ForGood: Under("S-Reg XIX", Provided{}),

	AnyMeans: Under("S-Corr VII", Window(0)),
	Series:   Under("S-Corr V", Provided{}),
	Ahead:    Under("S-Corr III", Provided{}),
	Arrived:  Under("S-Corr IV", AnyOfThem),
	Consults: Under("S-Cons II", Provided{}),

	WrongFirst: Under("S-Reg IV", Annulment{Before: 4, Adversary: true}),
	WrongSetUp: Under("S-Reg II", Annulment{Wanting: true}),
	InTurn:     Under("S-Reg III", MoveTurns),
	Again:      Under("S-Reg III", Provided{}),

	OddsFirst:  Under("S-Odds I", MoreGiverBegins),
	OddsMen:    Under("S-Odds II", Homes{board.Pawn: 5}),
	OddsMoves:  Under("S-Odds V", Reach(4)),
	Rookless:   Under("S-Odds III", MayNotCastle),
	OddsDraws:  Under("S-Odds VII", Provided{}),
	MatePawn:   Under("S-Odds IV", NeverConverted),
	MateSquare: Under("S-Odds VI", Provided{}),
	Condition:  Under("S-Odds VII", Provided{}),
}
