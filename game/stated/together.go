package stated

import (
	"cmp"
	"slices"
	"strconv"

	"corrd/interpret"
	"corrd/interpret/notation"
)

// Contradict reports whether the statements of one letter exclude each other,
// or adopt more than one move.
func Contradict(st []interpret.Statement) bool {
	for _, s := range st {
		row := s.Kind.Row()
		if Has(st, row.Excludes...) || row.Alike && differ(st, s.Kind) {
			return true
		}
	}
	return deniesResignation(st) || isList(st)
}

// mostRights is how many kinds of statements somebody makes in one letter who chooses among what
// corrd has listed.
const mostRights = 2

// isList reports whether the statements of a letter are a list that was copied whole: nobody offers
// a draw, asks for a move back and agrees to something at once.
func isList(st []interpret.Statement) bool {
	kinds := map[interpret.Kind]bool{}
	for _, s := range st {
		if chosen[s.Kind] {
			kinds[s.Kind] = true
		}
	}
	return len(kinds) > mostRights
}

// chosen are the kinds of which letters list several to choose from.
var chosen = map[interpret.Kind]bool{interpret.KindAgree: true, interpret.KindAccept: true, interpret.KindDecline: true, interpret.KindResign: true,
	interpret.KindOfferDraw: true, interpret.KindAcceptDraw: true, interpret.KindDeclineDraw: true, interpret.KindWithdraw: true, interpret.KindAdopt: true,
	interpret.KindExact: true, interpret.KindWaive: true, interpret.KindAnnul: true, interpret.KindRetract: true, interpret.KindClaim: true, interpret.KindSubmit: true,
	interpret.KindDemandFifty: true, interpret.KindAdjourn: true, interpret.KindRecommence: true, interpret.KindProceed: true}

// deniesResignation reports whether a letter resigns and then says no: "I resign. No I don't." A no
// before a resignation may answer an offer.
func deniesResignation(st []interpret.Statement) bool {
	resigns := slices.IndexFunc(st, func(s interpret.Statement) bool { return s.Kind == interpret.KindResign })
	return resigns >= 0 && Has(st[resigns:], interpret.KindNo)
}

// ExactsAndMoves reports whether a letter exacts a penalty and also moves, although the letter does
// not have the opponent's turn forfeited, after which its sender moves.
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
		case meaning(s) != meaning(st[first]):
			return true
		}
	}
	return false
}

// meaning is the same for statements of a kind that say the same thing in any words.
func meaning(s interpret.Statement) string {
	switch {
	case s.Choice != 0:
		return strconv.Itoa(s.Choice)
	case s.Kind == interpret.KindExact && s.Words == interpret.ForfeitTurn:
		return s.Words
	}
	return notation.Fold(s.Text)
}

// InOrder sorts statements as they act.
func InOrder(st []interpret.Statement) []interpret.Statement {
	slices.SortStableFunc(st, func(a, b interpret.Statement) int { return cmp.Compare(a.Kind.Row().Order, b.Kind.Row().Order) })
	return st
}

// AfterSeries reports whether statements of a kind act after the conditional series of their
// letter have been noted, and after what the other side has bound to its move has fired.
func AfterSeries(k interpret.Kind) bool { return k.Row().Order > interpret.OrderSeries }

// OneOfEach parts the statements of a letter into those that act, of each kind the first, and
// those left over. What says the same in the same words as another statement is neither.
func OneOfEach(st []interpret.Statement) (kept, left []interpret.Statement) {
	count := map[interpret.Kind]int{}
	said := map[string]bool{}
	for _, s := range st {
		words := s.Kind.String() + " " + meaning(s)
		switch {
		case s.IsMove():
			kept = append(kept, s)
		case said[words]:
		case count[s.Kind] == max(1, s.Kind.Row().Most):
			left = append(left, s)
		default:
			count[s.Kind]++
			kept = append(kept, s)
		}
		said[words] = true
	}
	return kept, left
}
