package play

import (
	"slices"

	"corrd/game"
	"corrd/interpret"
)

// holds reports whether one of the statements is of one of the kinds.
func holds(st []interpret.Statement, kinds ...interpret.Kind) bool {
	return slices.ContainsFunc(st, func(s interpret.Statement) bool { return slices.Contains(kinds, s.Kind) })
}

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
	{[]interpret.Kind{interpret.KindSeal}, []interpret.Kind{interpret.KindMove, interpret.KindMoves}},
}

// contradict reports whether the statements of a letter exclude each other where the
// game stands: a move replies to what a penalty is exacted for, unless that was in
// the sender's own turn.
func (d *docket) contradict(st []interpret.Statement) bool {
	return contradict(st) || holds(st, interpret.KindExact) && slices.ContainsFunc(st, game.IsMove) && !d.exactsAfterMove(st) && !slices.ContainsFunc(st, losesTurn)
}

// losesTurn reports whether a statement has the opponent's turn forfeited, after which its
// sender moves.
func losesTurn(s interpret.Statement) bool {
	return s.Kind == interpret.KindExact && s.Words == interpret.ForfeitTurn
}

// exactsAfterMove reports whether a penalty that a letter exacts is for an offence in
// its sender's own turn, so that the letter exacts it after the reply (II.11(b)): a
// second letter that has been annulled, or that the letter requires the annulment of.
func (d *docket) exactsAfterMove(st []interpret.Statement) bool {
	return holds(st, interpret.KindAnnul) && d.SentAgain(d.by) || d.Offence != nil && d.Offence.Later && d.Offence.By != d.by
}

// contradict reports whether the statements of one letter exclude each other,
// or adopt more than one move.
func contradict(st []interpret.Statement) bool {
	for _, x := range exclusions {
		if holds(st, x.one...) && holds(st, x.other...) {
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
