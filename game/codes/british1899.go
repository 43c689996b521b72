package codes

import (
	"time"

	"corrd/game/board"
	"corrd/interpret/notation"
)

// british1899 is the British Chess Code, revised edition, 1899.
var british1899 = Code{
	ID:    "british-1899",
	Title: "The British Chess Code, revised edition, 1899",
	Name:  "British",
	texts: []string{"british-appendix", "british-1899"},

	Record: Under("I.13.C", AgreedNotation),
	Breaches: map[notation.Fault]Law{
		notation.NotWords: "I.13.C", notation.NoSuchMan: "I.13.A", notation.NothingToTake: "I.13.A(b)", notation.OwnMan: "I.11.E(b)",
		notation.OutOfReach: "I.11.E(a)", notation.LeavesCheck: "I.11.E(a)", notation.NotInPassing: "I.11.E(c)",
		notation.NoPromotion: "I.11.E(d)", notation.NoCastling: "I.11.E(e)",
	},
	Promotion: Under("I.13.A", ReceiverChooses),
	First:     Under("I.11.C", WhiteBegins),
	Turn:      Under("I.11.C", Provided{}),

	Doubtful: Under("III.3", ReceiverAdopts),
	Implicit: Under("house:2", Provided{}),
	Multiple: Under("III.4", AnyAdopted),
	Fault:    Under("III.3", penaltyC),
	Wordless: Under("III.3", penaltyC),

	Discharge: Under("II.11(c)", Provided{}),
	Spent:     Under("II.11(e)", Provided{}),
	Lapse:     Under("II.11(a)", Provided{}),
	Corrected: Under("II.6(c)", Provided{}),
	Answered:  Under("II.6(e)", Restores),
	Refusal:   Under("II.9(e)", Refusal(2)),
	Recall:    Under("II.6(d)", Provided{}),
	Second:    Under("II.6(d)", Provided{}),

	Checkmate:   Under("I.15(a)", Lost),
	Stalemate:   Under("II.8(e)", Drawn),
	Dead:        Under("I.15(c)", Drawn),
	Resignation: Under("II.9", Lost),
	Agreement:   Under("II.8(a)", Provided{}),
	Draws: []Draw{
		{FiftyMoves, 50, Under("II.8(b)", MovesMade)},
		{Repetition, 3, Under("II.8(c)", PositionStood)},
		{EndlessChecks, 0, Under("II.8(d)", ChecksSearch)},
	},
	Forfeit:   Under("II.9", Forfeits{"II.9(a)", "II.9(b)", "II.9(c)", "II.9(d)", "II.9(e)", "II.9(f)"}),
	Knowledge: Under("II.9", Provided{}),
	Equity:    Under("Appendix", Provided{}),

	Overstepped:  Under("II.10.B(b)", Provided{}),
	Seal:         Under("I.14.A", Provided{}),
	Unsealed:     Under("II.7(a)", Provided{}),
	SealedFault:  Under("II.7(c)", Provided{}),
	SessionHour:  Under("II.10.C(b)", Provided{}),
	SessionDue:   Under("II.10.C(c)", Provided{}),
	SessionShort: Under("II.10.C(d)", Provided{}),
	AnyMeans:     Under("III.2(a)", Window(24*time.Hour)),
	Bound:        Under("III.2(b)", Provided{}),
	Series:       Under("III.5", Provided{}),
	Ahead:        Under("III.5", Provided{}),
	Arrived:      Under("III.5", LaterMoves),
	Consults:     Under("III.2(b)", Provided{}),

	WrongFirst: Under("II.1(b)", Annulment{Before: 4}),
	WrongSetUp: Under("II.2", Annulment{Before: 4}),
	InTurn:     Under("II.1(a)", ColoursTurn),
	Again:      Under("II.1(c)", Provided{}),

	OddsFirst:  Under("IV.2", GiverBegins),
	OddsMen:    Under("IV.3", Homes{board.Pawn: 5, board.Knight: 1, board.Bishop: 2, board.Rook: 0, board.Queen: 3}),
	OddsMoves:  Under("IV.4", Reach(4)),
	Rookless:   Under("IV.5", MayCastle),
	MatePawn:   Under("IV.6", NotPromoted),
	MateSquare: Under("IV.7", Provided{}),
	Condition:  Under("IV.8", Provided{}),
}

// penaltyC is Penalty C of II.11: the offender moves the King or, if the King cannot be legally
// moved, a man selected by the opponent.
var penaltyC = Penalty{Name: "C", Compels: kingElseMan}

// american1897 is the American Chess Code, Manhattan Chess Club, 1897: the British text but for the
// words of II.8(c), which lead to the same count.
var american1897 = amend(british1899, func(c *Code) {
	c.ID = "american-1897"
	c.Title = "The American Chess Code, Manhattan Chess Club, 1897"
	c.Equity = Rule[Provided]{}
	c.texts = []string{"american-1897", "british-1899"}
})

// amend returns a copy of a code with some of its provisions changed.
func amend(c Code, changes func(*Code)) Code {
	changes(&c)
	return c
}
