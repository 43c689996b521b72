package stated

import (
	"cmp"
	"slices"

	"corrd/interpret"
	"corrd/interpret/notation"
)

// exclusions are the statements that one letter cannot make of one game: each
// of the left against any of the right.
var exclusions = []struct{ one, other []interpret.Kind }{
	{[]interpret.Kind{interpret.KindResign}, []interpret.Kind{interpret.KindMove, interpret.KindMoves, interpret.KindConditional,
		interpret.KindClaim, interpret.KindOfferDraw, interpret.KindAcceptDraw, interpret.KindAccept,
		interpret.KindAgree, interpret.KindExact}},
	{[]interpret.Kind{interpret.KindAcceptDraw, interpret.KindAccept}, []interpret.Kind{interpret.KindMove, interpret.KindMoves,
		interpret.KindConditional, interpret.KindDeclineDraw, interpret.KindDecline, interpret.KindNo,
		interpret.KindClaim, interpret.KindExact}},
	{[]interpret.Kind{interpret.KindAgree, interpret.KindYes}, []interpret.Kind{interpret.KindNo, interpret.KindDecline, interpret.KindDeclineDraw}},
	{[]interpret.Kind{interpret.KindExact}, []interpret.Kind{interpret.KindWaive}},
	{[]interpret.Kind{interpret.KindAnnul}, []interpret.Kind{interpret.KindAdopt}},
	{[]interpret.Kind{interpret.KindSeal}, []interpret.Kind{interpret.KindMove, interpret.KindMoves}},
}

// Contradict reports whether the statements of one letter exclude each other,
// or adopt more than one move.
func Contradict(st []interpret.Statement) bool {
	for _, x := range exclusions {
		if Has(st, x.one...) && Has(st, x.other...) {
			return true
		}
	}
	return differ(st, interpret.KindAdopt) || differ(st, interpret.KindExact) || deniesResignation(st)
}

// deniesResignation reports whether a letter resigns and then says no: "I resign. No I don't." A no
// before a resignation may answer an offer.
func deniesResignation(st []interpret.Statement) bool {
	resigns := slices.IndexFunc(st, func(s interpret.Statement) bool { return s.Kind == interpret.KindResign })
	return resigns >= 0 && Has(st[resigns:], interpret.KindNo)
}

// ExactsAndMoves reports whether a letter exacts a penalty and also moves, although the letter does not have the
// opponent's turn forfeited, after which its sender moves.
func ExactsAndMoves(st []interpret.Statement) bool {
	losesTurn := func(s interpret.Statement) bool {
		return s.Kind == interpret.KindExact && s.Words == interpret.ForfeitTurn
	}
	return Has(st, interpret.KindExact) && Moves(st) && !slices.ContainsFunc(st, losesTurn)
}

// differ reports whether statements of a kind say different things.
func differ(st []interpret.Statement, k interpret.Kind) bool {
	first := -1
	for i, s := range st {
		switch {
		case s.Kind != k:
		case first < 0:
			first = i
		case s.Choice != st[first].Choice || s.Text != st[first].Text:
			return true
		}
	}
	return false
}

// InOrder sorts statements as they act.
func InOrder(st []interpret.Statement) []interpret.Statement {
	slices.SortStableFunc(st, func(a, b interpret.Statement) int { return cmp.Compare(rank(a.Kind), rank(b.Kind)) })
	return st
}

// rank returns the rank in which the statements of one letter act: rights over
// what the opponent did, claims, moves, then what goes with a move.
func rank(k interpret.Kind) int {
	switch k {
	case interpret.KindYes, interpret.KindNo:
		return 0
	case interpret.KindAnnul, interpret.KindRetract, interpret.KindRecommence, interpret.KindProceed:
		return 1
	case interpret.KindAdopt, interpret.KindWaive, interpret.KindExact, interpret.KindDeclineDraw, interpret.KindDecline,
		interpret.KindCheck, interpret.KindIntend, interpret.KindDemandFifty:
		return 2
	case interpret.KindClaim:
		return 3
	case interpret.KindMove, interpret.KindMoves, interpret.KindSeal:
		return 4
	case interpret.KindConditional:
		return seriesRank
	}
	return seriesRank + 1
}

// seriesRank is the rank of conditional series.
const seriesRank = 5

// AfterSeries reports whether statements of a kind act after the conditional series of their
// letter have been noted, and after what the other side has bound to its move has fired.
func AfterSeries(k interpret.Kind) bool { return rank(k) > seriesRank }

// MostSeries is the greatest number of conditional series of one letter that act (house:26).
const MostSeries = 20

// OneOfEach parts the statements of a letter into those that act, of each kind the first, and
// those left over. What says the same in the same words as another statement is neither.
func OneOfEach(st []interpret.Statement) (kept, left []interpret.Statement) {
	count := map[interpret.Kind]int{}
	said := map[string]bool{}
	for _, s := range st {
		most := 1
		if s.Kind == interpret.KindConditional {
			most = MostSeries
		}
		words := s.Kind.String() + " " + notation.Fold(s.Text)
		switch {
		case IsMove(s):
			kept = append(kept, s)
		case said[words]:
		case count[s.Kind] == most:
			left = append(left, s)
		default:
			count[s.Kind]++
			kept = append(kept, s)
		}
		said[words] = true
	}
	return kept, left
}

// TellsOther reports whether a statement of a kind tells the other side something beside a move; a side can make a
// limited number of such statements in one turn (house:26).
func TellsOther(k interpret.Kind) bool {
	switch k {
	case interpret.KindOfferDraw, interpret.KindPropose, interpret.KindWithdraw, interpret.KindClaim, interpret.KindProtest,
		interpret.KindLeave, interpret.KindConditional, interpret.KindAnnul:
		return true
	}
	return false
}
