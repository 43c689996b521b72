package game

import (
	"time"

	"corrd/game/board"
	"corrd/interpret/notation"
)

// british1899 is the British Chess Code, revised edition, 1899.
var british1899 = Code{
	ID:    "british-1899",
	Title: "The British Chess Code, revised edition, 1899",
	texts: []string{"british-appendix", "british-1899"},

	Record: "I.13.C",
	Breaches: map[notation.Fault]Law{
		notation.NotWords: "I.13.C", notation.NoSuchMan: "I.13.A", notation.NothingToTake: "I.13.A(b)", notation.OwnMan: "I.11.E(b)",
		notation.OutOfReach: "I.11.E(a)", notation.LeavesCheck: "I.11.E(a)", notation.NotInPassing: "I.11.E(c)",
		notation.NoPromotion: "I.11.E(d)", notation.NoCastling: "I.11.E(e)",
	},
	Agreed:    Cited[bool]{"I.13.C", true},
	Promotion: Cited[board.Kind]{"I.13.A", board.NoKind},
	First:     Cited[board.Side]{"I.11.C", board.White},
	Turn:      "I.11.C",

	Doubtful: "III.3",
	Multiple: "III.4",
	Implicit: Cited[bool]{houseAdoption, true},
	Stands:   "I.13.C",
	Wrong:    Cited[Penalty]{"III.3", Penalty{"C", kingElseMan}},

	Discharge: "II.11(c)",
	Spent:     "II.11(e)",
	Lapse:     "II.11(a)",
	Corrected: "II.6(c)",
	Answered:  Cited[bool]{"II.6(e)", true},
	Refusal:   "II.9(e)",
	Recall:    "II.6(d)",

	Checkmate:    "I.15(a)",
	Stalemate:    Cited[Outcome]{"II.8(e)", drawn},
	Agreement:    "II.8(a)",
	Fifty:        Cited[int]{"II.8(b)", 50},
	Repetition:   Cited[int]{"II.8(c)", 3},
	Endless:      "II.8(d)",
	CannotBeWon:  "I.15(c)",
	Resignation:  "II.9",
	Forfeit:      "II.9",
	Grounds:      []Law{"II.9(a)", "II.9(b)", "II.9(c)", "II.9(d)", "II.9(e)", "II.9(f)"},
	Overstepped:  "II.10.B(b)",
	SessionHour:  "II.10.C(b)",
	SessionDue:   "II.10.C(c)",
	SessionShort: "II.10.C(d)",
	WrongFirst:   Cited[int]{"II.1(b)", 4},
	WrongSetUp:   Cited[int]{"II.2", 4},

	Consults: "III.2(b)",

	InTurn: "II.1(a)",
	Again:  "II.1(c)",

	OddsFirst:  Cited[bool]{"IV.2", true},
	OddsMen:    Cited[[7]int]{"IV.3", [7]int{board.Pawn: 5, board.Knight: 1, board.Bishop: 2, board.Rook: 0, board.Queen: 3}},
	OddsMoves:  Cited[int]{"IV.4", 4},
	Rookless:   Cited[bool]{"IV.5", true},
	MatePawn:   "IV.6",
	MateSquare: "IV.7",
	Condition:  "IV.8",

	AnyMeans: Cited[time.Duration]{"III.2(a)", 24 * time.Hour},
	Bound:    "III.2(b)",
	Series:   "III.5",
}
