// Package stated says what the statements of one letter say together: which of them act in a
// game, which exclude each other, in which order they act, which are too many; and whether its
// prose may be meant to act.
//
// The package is pure. It must not know how the game stands in which a letter is heard, nor
// what comes of a statement there.
package stated

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"corrd/game/line"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// Has reports whether one of the statements is of one of the kinds.
func Has(st []interpret.Statement, kinds ...interpret.Kind) bool {
	return slices.ContainsFunc(st, func(s interpret.Statement) bool { return slices.Contains(kinds, s.Kind) })
}

// Moves reports whether one of the statements communicates a move for the turn.
func Moves(st []interpret.Statement) bool { return slices.ContainsFunc(st, interpret.Statement.IsMove) }

// Parted parts the moves that a letter communicates from the letter's other statements.
func Parted(st []interpret.Statement) (moves, rest []interpret.Statement) {
	for _, s := range st {
		if s.IsMove() {
			moves = append(moves, s)
		} else {
			rest = append(rest, s)
		}
	}
	return moves, rest
}

// Text joins the statements of a letter as they were written, a line each.
func Text(st []interpret.Statement) string {
	texts := make([]string, len(st))
	for i, s := range st {
		texts[i] = s.Text
	}
	return strings.Join(texts, "\n")
}

// Joined joins prose and words that are said to the other side, a paragraph each.
func Joined(prose string, said []string) string {
	return strings.TrimSpace(prose + "\n\n" + strings.Join(said, "\n\n"))
}

// Read reads again the statements of lines that were kept.
func Read(lines []string) []interpret.Statement {
	return interpret.Parse(strings.Join(lines, "\n")).Statements
}

// MovesIn reads again the statements of a text that communicate moves.
func MovesIn(text string) []interpret.Statement {
	moves, _ := Parted(interpret.Parse(text).Statements)
	return moves
}

// AllAfterEnd reports whether all that a letter states acts when the game is over.
func AllAfterEnd(st []interpret.Statement) bool {
	return len(st) > 0 && !slices.ContainsFunc(st, func(s interpret.Statement) bool { return !ActsAfterEnd(s) })
}

// ActsAfterEnd reports whether a statement acts when the game is over. A protest does, and so does
// taking one back: the umpire can rule on an end that was not lawful.
func ActsAfterEnd(s interpret.Statement) bool {
	return s.Kind.Row().AfterEnd || RecallsProtest(s)
}

// InSuspense reports whether a statement acts while a game stands still: one that needs
// nobody's turn.
func InSuspense(s interpret.Statement) bool {
	return s.Kind.Row().InSuspense || s.Forfeiture || !s.Kind.Acts()
}

// AtOffice reports whether a statement of a kind needs no carrier: the opponent is not told of the
// statement, or it is for the umpire or the mail office.
func AtOffice(k interpret.Kind) bool {
	return k.Row().NeedsNoCarrier || !k.Acts()
}

// LapsesWithMove reports whether a statement uses a right that its side has no more when it has
// handed in its move for the turn.
func LapsesWithMove(s interpret.Statement) bool {
	return s.Kind.Row().Lapses && !s.Forfeiture
}

// StopsClock reports whether a statement, handed in by the side whose turn runs, stops that side's
// clock from the postmark on.
func StopsClock(s interpret.Statement) bool {
	if s.Kind == interpret.KindClaim && len(s.Moves) == 0 { // others end "otherwise P-K4"
		return false
	}
	return s.Kind.Row().StopsClock
}

// Changed returns the lines of the statements with their moves as the wire delivers them, in
// order.
func Changed(st []interpret.Statement, carried []string) (lines []string) {
	n := 0
	for _, s := range st {
		text, seen := s.Text, 0
		for _, m := range s.Confirms { // what is repeated stands before the moves, and may be the same words
			if i := strings.Index(text[seen:], m.Text); i >= 0 {
				seen += i + len(m.Text)
			}
		}
		for _, m := range s.Moves {
			if !s.IsMove() {
				continue
			}
			if i := strings.Index(text[seen:], m.Text); i >= 0 {
				text = text[:seen+i] + carried[n] + text[seen+i+len(m.Text):]
				seen += i + len(carried[n])
			}
			n++
		}
		lines = append(lines, text)
	}
	return lines
}

// Branches keeps the words of a series: a branch for each of the replies to its
// hypothesis, which all fire together.
func Branches(s *interpret.Series) []line.Branch {
	b := line.Branch{Then: s.Then.Text, Resign: s.Resign}
	for _, w := range s.If {
		b.If = append(b.If, w.Text)
	}
	for _, n := range s.Next {
		b.Next = append(b.Next, Branches(n)...)
	}
	all := []line.Branch{b}
	for _, w := range s.Else {
		b.Then = w.Text
		all = append(all, b)
	}
	return all
}

// InPairs makes a chain of a series out of replies assumed and moves bound to them,
// in turn; nil of fewer than two.
func InPairs(row []notation.Move) *interpret.Series {
	if len(row) < 2 {
		return nil
	}
	s := &interpret.Series{If: row[:1], Then: row[1]}
	if next := InPairs(row[2:]); next != nil {
		s.Next = []*interpret.Series{next}
	}
	return s
}

// Unconditional reports whether a series assumes nothing: it is a further move of the turn.
func Unconditional(s *interpret.Series) bool {
	return s != nil && len(s.If) == 0 && !s.Any && len(s.Else) == 0
}

// Resigning writes a hypothesis on which the sender of the hypothesis resigns.
func Resigning(b line.Branch) string {
	if len(b.If) == 0 {
		return "if any I resign"
	}
	return "if " + strings.Join(b.If, " or ") + " I resign"
}

// Supposing writes a hypothesis with the move that is bound to it, and those that follow.
func Supposing(b line.Branch) string {
	words := "if " + cmp.Or(strings.Join(b.If, " or "), "any") + ", "
	if b.Resign {
		return words + "I resign"
	}
	words += b.Then
	for _, next := range b.Next {
		words += ", then " + Supposing(next)
	}
	return words
}

// Open returns those of the lines of a letter that were kept in which no hidden conditional move
// can stand, for the other side to read. sealed says that the terms hide all conditional moves;
// otherwise the words hide some.
func Open(lines []string, sealed bool) (open []string) {
	for _, line := range lines {
		branch := func(s interpret.Statement) bool {
			return s.Sealed || sealed && (s.Kind == interpret.KindConditional || len(s.Confirms) > 0)
		}
		if !slices.ContainsFunc(Read([]string{line}), branch) {
			open = append(open, line)
		}
	}
	return open
}

// What a withdrawal names to be taken back.
const (
	Sent    = "sent"    // what was communicated last
	Request = "request" // a request, or a proposal, to which the other side has not agreed
	Offer   = "offer"   // an offer of a draw
	Series  = "series"  // conditional moves
	Protest = "protest"
	Latest  = "cancel" // whatever waits
)

// RecallsProtest reports whether a statement tells the umpire that a protest is no longer wanted.
func RecallsProtest(s interpret.Statement) bool {
	return s.Kind == interpret.KindWithdraw && Recalls(s) == Protest
}

// Recalls returns what a withdrawal names: by its first noun, or by its verb if it has none.
func Recalls(s interpret.Statement) string {
	words := strings.Fields(interpret.PlainWords(s.Text))
	found, before, proposes := Sent, "", slices.Contains(words, "propose")
	for _, w := range words {
		named, known := recalled[w]
		asks := named == Request && (before == "i" || before == "we" || before == "hereby" || w == "withdrawal" && proposes) // "I request to retract it"
		before = w
		switch {
		case asks:
		case known && named != Latest:
			return named
		case known:
			found = Latest
		}
	}
	return found
}

// recalled are the words by which somebody names what they take back.
var recalled = func() map[string]string {
	all := map[string]string{}
	for _, named := range [...]string{Sent, Request, Offer, Series, Protest, Latest} {
		for w := range interpret.Recalled(named) {
			all[w] = named
		}
	}
	return all
}()

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
	case s.Kind == interpret.KindExact && (s.Words == interpret.ForfeitTurn || s.Words == "" && len(s.Moves) == 0):
		return s.Words // "Rules are rules" exacts as "exact" does
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

// Took returns the lines of the statements that game id takes of a page; nil: all.
func Took(page, taken []interpret.Statement, id int64) []int {
	if len(ForGame(page, id)) == len(taken) {
		return nil
	}
	return LinesOf(taken)
}

// LinesOf returns the lines of statements.
func LinesOf(all []interpret.Statement) []int {
	lines := []int{}
	for _, s := range all {
		lines = append(lines, s.Line)
	}
	return lines
}

// AtLines returns the statements of a page for game id that stand at some lines, in their order;
// all of them for nil.
func AtLines(page []interpret.Statement, lines []int, id int64) (taken []interpret.Statement) {
	all := ForGame(page, id)
	if lines == nil {
		return all
	}
	for _, line := range lines {
		i := slices.IndexFunc(all, func(s interpret.Statement) bool { return s.Line == line })
		if i < 0 {
			continue
		}
		taken, all = append(taken, all[i]), all[i+1:]
	}
	return taken
}

// OtherPace reports whether the words of a consent name another pace than the one proposed: "four
// days is fine". The present pace is none if the words agree for certain: "Oh yes please, three
// days is murder".
func OtherPace(words, proposed string, present terms.TimeControl) bool {
	now := fmt.Sprint(present, "; ", int(present.Per.Hours())/24/max(1, present.Moves), " days")
	return interpret.OtherSpan(words, proposed) && (interpret.OtherSpan(words, now) || !(interpret.Page{Whole: words}).Agrees(interpret.OfTerms))
}

// mostOfPace is how many words a letter has at most that names nothing but another pace.
const mostOfPace = 8

// NamesOtherPace reports whether a short letter names another pace than the one proposed, and may
// say yes to that one, or to its own.
func NamesOtherPace(words, proposed string) bool {
	return len(strings.Fields(words)) <= mostOfPace && interpret.OtherSpan(words, proposed)
}
