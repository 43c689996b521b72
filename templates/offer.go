package templates

import (
	"strings"

	"corrd/game"
	"corrd/game/board"
	"corrd/interpret"
	"corrd/templates/press"
	"corrd/templates/texts"
)

// offer is the row of a right that a letter offers its reader. A nil function stands for what most
// rights have: the line is the name of the statement, explained by the words "answer NAME", and
// it has a link if there are words "tap NAME".
type offer struct {
	pressing bool // the right answers what the letter asks, and stands before the others
	lines    func(p *gamePage) []example
}

// offers has the rows of the rights of which more is to be said than their names.
var offers = map[interpret.Kind]offer{
	interpret.KindAdopt: {pressing: true, lines: (*gamePage).adoptions},
	interpret.KindAnnul: {pressing: true, lines: func(p *gamePage) []example {
		return []example{{Line: "annul", Says: p.annulling()}}
	}},
	interpret.KindExact: {pressing: true, lines: (*gamePage).exactions},
	interpret.KindWaive: {pressing: true, lines: (*gamePage).waiving},
	interpret.KindYes:   {pressing: true, lines: (*gamePage).affirming},
	interpret.KindNo:    {pressing: true, lines: none}, // its line is that of yes
	interpret.KindAgree: {pressing: true, lines: func(p *gamePage) []example {
		return []example{{Line: "agree", Says: texts.Say("answer agree", p.Opponent(), press.QuoteLine(p.State.Proposal.Words)), Tap: texts.Say("tap agree")}}
	}},
	interpret.KindDecline:     {pressing: true, lines: (*gamePage).declining},
	interpret.KindAcceptDraw:  {pressing: true, lines: bringingDraw("accept draw")},
	interpret.KindDeclineDraw: {pressing: true},
	interpret.KindClaim: {pressing: true, lines: func(p *gamePage) []example {
		return []example{{Line: "claim forfeiture: " + p.code.Refusal.String(), Says: texts.Say("answer claim", p.Opponent())}}
	}},
	interpret.KindMove: {pressing: true, lines: (*gamePage).moveExamples},

	interpret.KindConditional: {lines: (*gamePage).series},
	interpret.KindIntend:      {pressing: true, lines: (*gamePage).intentions},
	interpret.KindWithdraw:    {lines: func(p *gamePage) []example { return p.proposing(p.withdrawing()) }},
	interpret.KindAdjourn:     {lines: func(p *gamePage) []example { return p.proposing(fixed("adjourn")) }},
	interpret.KindPropose: {lines: func(p *gamePage) []example {
		return p.proposing(example{Line: "propose time " + p.State.Terms.Time.String(), Says: texts.Say("answer propose")})
	}},
	interpret.KindSeal: {lines: (*gamePage).sealing},
	interpret.KindDemandFifty: {lines: func(p *gamePage) []example {
		if p.Blindfold() {
			return nil // the men would be told of
		}
		return bringingDraw("demand fifty")(p)
	}},
	interpret.KindOfferDraw: {lines: bringingDraw("draw?")},
}

// none is the function of a right without a line.
func none(*gamePage) []example { return nil }

// wordsOf returns the statement of a kind that needs nothing but its name.
func wordsOf(k interpret.Kind) string { return strings.ReplaceAll(k.String(), "_", " ") }

// linesOf returns the lines by which the reader exercises a right.
func (p *gamePage) linesOf(right interpret.Kind) []example {
	if lines := offers[right].lines; lines != nil {
		return lines(p)
	}
	return []example{fixed(wordsOf(right))}
}

// fixed is an answer of words that are always the same, with what it says. A right by which the
// game ends otherwise than by an agreed draw has no words for a link.
func fixed(words string) example {
	e := example{Line: words, Says: texts.Say("answer " + words)}
	if texts.Has("tap " + words) {
		e.Tap = texts.Say("tap " + words)
	}
	return e
}

// linked is such an answer where a letter has a link for it and no line.
func linked(words string) example { return example{Line: words, Tap: texts.Say("tap " + words)} }

// bringingDraw returns the lines of an answer that brings a draw about, with what the odds make of
// a draw. Where a draw loses the game for one side by the odds there is no link: the line says who
// loses.
func bringingDraw(words string) func(*gamePage) []example {
	return func(p *gamePage) []example {
		key := "answer " + words
		if _, loses := p.State.DrawLoses(p.Reader.Side); loses {
			key += " losing"
		} else if _, loses := p.State.DrawLoses(p.Reader.Side.Other()); loses {
			key += " winning"
		}
		e := fixed(words)
		if key != "answer "+words {
			e.Says, e.Tap = texts.Say(key), ""
		}
		return []example{e}
	}
}

// proposing returns the line of an answer that proposes something, with what becomes of the other
// side's proposal.
func (p *gamePage) proposing(e example) []example {
	if p.TheirProposal() != nil {
		e.Says += texts.Say("answer instead", p.Opponent())
	}
	return []example{e}
}

// annulling says what stands when the reader has the later letters for a turn annulled.
func (p *gamePage) annulling() string {
	switch h := p.State.Held; {
	case h.First != nil && h.Begun == nil:
		return texts.Say("answer annul to", short(&p.State, &p.State.Position, h.First.Move, "", p.notation))
	case h.Earlier != nil && len(h.Earlier.Words) == 1:
		return texts.Say("answer annul to", press.QuoteLine(h.Earlier.Words[0]))
	}
	return texts.Say("answer annul")
}

// withdrawing is the answer that takes back what the reader asks for, or else asks to take back the
// last move or, in the reader's own turn, the words in doubt or unlawful that stand for one.
func (p *gamePage) withdrawing() example {
	if p.State.Asks(p.Reader.Side) {
		return example{Line: "withdraw request", Says: texts.Say("answer withdraw request")}
	}
	key := "answer withdraw"
	if p.State.Position.SideToMove() == p.Reader.Side {
		key += " words"
	}
	return example{Line: "withdraw", Says: texts.Say(key), Tap: texts.Say("tap withdraw")}
}

// waiving is the answer that waives the penalty, with what comes of it. It has no link where it
// ends the game.
func (p *gamePage) waiving() []example {
	e := example{Line: "waive", Says: texts.Say("answer waive", p.Opponent()), Tap: texts.Say("tap waive")}
	giver, _ := p.State.Terms.Odds.Side()
	switch _, lost := p.State.StayLost(); {
	case lost:
		e.Says, e.Tap = texts.Say("answer waive lost", sideName(giver)), ""
	case p.State.Mated():
		e.Says, e.Tap = texts.Say("answer waive mated"), ""
	case p.State.Stays() != nil:
		e.Says, e.Tap = texts.Say("answer waive stayed"), ""
	case p.State.SeriesWaits():
		e.Says = texts.Say("answer waive series", p.Opponent())
	case p.Several():
		e.Says = texts.Say("answer waive several", p.Opponent())
	}
	return []example{e}
}

// exactions are the answers that exact the penalty.
func (p *gamePage) exactions() []example {
	if p.Chooses() {
		return p.requirements()
	}
	return []example{{Line: p.exaction(), Says: texts.Say("answer exact"), Tap: texts.Say("tap exact")}}
}

// declining is the answer that declines a proposal, and with it an offer of a draw.
func (p *gamePage) declining() []example {
	e := fixed("decline")
	if p.DrawOffered() {
		e.Says = texts.Say("answer decline both")
	}
	return []example{e}
}

// affirming are yes and no to the question that the reader has been asked. A yes by which the game
// is lost has no link, and neither has one to a move that has a link of its own.
func (p *gamePage) affirming() []example {
	q, question := p.Asked(), "number"
	switch q.Why {
	case game.ConfirmResign, game.AsksResign:
		question = "resigning"
	case game.OddsLost:
		question = "odds"
	}
	answer := func(word string) example {
		e := example{Line: word, Says: texts.Say("answer " + question + " " + word)}
		if key := "tap " + question + " " + word; texts.Has(key) {
			e.Tap = texts.Say(key)
		}
		return e
	}
	yes := answer("yes")
	switch {
	case yes.Tap == "":
	case len(p.Meant()) > 0:
		yes.Tap = ""
	case len(q.Moves) == 1 && p.YourTurn():
		yes.Tap = tapOf(Playing(&p.State, q.Moves[0])).Label
	}
	return []example{yes, answer("no")}
}

// chosen is the label of the link that chooses among the moves in doubt by a word; "" behind as
// many as have a link.
func (p *gamePage) chosen(word string, i int) string {
	if i >= mostChoices {
		return ""
	}
	says := texts.Say("tap "+word, paired(&p.State.Position, p.State.Choices()[i], func(at *board.Position, m board.Move) string { return agreed(&p.State, at, m) }))
	return strings.ReplaceAll(says, " ", press.NoBreak)
}
