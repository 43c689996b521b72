package game

import (
	"slices"

	"corrd/interpret"
)

// kinds is a set of kinds of statements.
type kinds uint64

func setOf(ks ...interpret.Kind) kinds {
	var set kinds
	for _, k := range ks {
		set |= 1 << k
	}
	return set
}

// exclusions are the statements that one letter cannot make of one game: each
// of the left against any of the right.
var exclusions = []struct{ one, other kinds }{
	{setOf(interpret.KindResign), setOf(interpret.KindMove, interpret.KindMoves, interpret.KindConditional,
		interpret.KindClaim, interpret.KindOfferDraw, interpret.KindAcceptDraw, interpret.KindAccept,
		interpret.KindAgree, interpret.KindExact)},
	{setOf(interpret.KindAcceptDraw, interpret.KindAccept), setOf(interpret.KindMove, interpret.KindMoves,
		interpret.KindConditional, interpret.KindDeclineDraw, interpret.KindDecline, interpret.KindNo,
		interpret.KindClaim, interpret.KindExact)},
	{setOf(interpret.KindAgree, interpret.KindYes), setOf(interpret.KindNo, interpret.KindDecline, interpret.KindDeclineDraw)},
	{setOf(interpret.KindExact), setOf(interpret.KindWaive)},
}

// contradict reports whether the statements of a letter exclude each other where the
// game stands: a move replies to what a penalty is exacted for, unless that was in
// the sender's own turn.
func (d *docket) contradict(st []interpret.Statement) bool {
	exacts := slices.ContainsFunc(st, func(s interpret.Statement) bool { return s.Kind == interpret.KindExact })
	return contradict(st) || exacts && slices.ContainsFunc(st, isMove) && !d.exactsAfterMove(st)
}

// exactsAfterMove reports whether a penalty that a letter exacts is for an offence in
// its sender's own turn, so that the letter exacts it after the reply (II.11(b)): a
// second letter that has been annulled, or that the letter requires the annulment of.
func (d *docket) exactsAfterMove(st []interpret.Statement) bool {
	annuls := slices.ContainsFunc(st, func(s interpret.Statement) bool { return s.Kind == interpret.KindAnnul })
	return annuls && d.sentAgain(d.by) || d.Offence != nil && d.Offence.Later && d.Offence.By != d.by
}

// contradict reports whether the statements of one letter exclude each other,
// or adopt more than one move.
func contradict(st []interpret.Statement) bool {
	var all kinds
	for _, s := range st {
		all |= 1 << s.Kind
	}
	for _, x := range exclusions {
		if all&x.one != 0 && all&x.other != 0 {
			return true
		}
	}
	return differ(st, interpret.KindAdopt) || differ(st, interpret.KindExact)
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
