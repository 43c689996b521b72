package templates

import (
	"fmt"
	"strings"

	"corrd/game"
	"corrd/game/board"
	"corrd/interpret"
	"corrd/templates/texts"
)

// offer is the row of a right that a letter offers its reader. A nil function stands for what most
// rights have: the line is the name of the statement, explained by the words "answer NAME", and
// there is a tap if there are words "tap NAME".
type offer struct {
	pressing bool // the right answers what the letter asks, and stands before the others
	lines    func(p *gamePage) []example
	taps     func(p *gamePage) []tap
}

// offers has the rows of the rights of which more is to be said than their names.
var offers = map[interpret.Kind]offer{
	interpret.KindAdopt: {pressing: true, lines: (*gamePage).adoptions, taps: choosing("adopt")},
	interpret.KindAnnul: {pressing: true, lines: func(p *gamePage) []example {
		return []example{{Line: "annul", Says: p.annulling()}}
	}},
	interpret.KindExact: {pressing: true, lines: (*gamePage).exactions, taps: func(p *gamePage) []tap {
		return []tap{{texts.Say("tap exact"), p.exaction()}}
	}},
	interpret.KindWaive: {pressing: true, lines: func(p *gamePage) []example {
		return []example{{Line: "waive", Says: p.waiving()}}
	}, taps: func(p *gamePage) []tap {
		if p.State.Stays() != nil {
			return nil // it ends the game
		}
		return []tap{{texts.Say("tap waive"), "waive"}}
	}},
	interpret.KindYes: {pressing: true, lines: (*gamePage).affirming, taps: (*gamePage).affirmingTaps},
	interpret.KindNo: {pressing: true, lines: none, taps: func(*gamePage) []tap { // its line is that of yes
		return []tap{{texts.Say("tap number no"), "no"}}
	}},
	interpret.KindAgree: {pressing: true, lines: func(p *gamePage) []example {
		return []example{{Line: "agree", Says: texts.Say("answer agree", p.Opponent(), quoteLine(p.State.Proposal.Words))}}
	}},
	interpret.KindDecline: {pressing: true, lines: (*gamePage).declining, taps: func(*gamePage) []tap {
		return []tap{{texts.Say("tap refuse"), "decline"}}
	}},
	interpret.KindAcceptDraw:  {pressing: true, lines: bringingDraw("accept draw"), taps: drawTap("tap accept draw", "accept draw")},
	interpret.KindDeclineDraw: {pressing: true},
	interpret.KindClaim: {pressing: true, lines: func(p *gamePage) []example {
		return []example{{Line: "claim forfeiture: " + p.code.Refusal.String(), Says: texts.Say("answer claim", p.Opponent())}}
	}},
	interpret.KindMove: {pressing: true, lines: (*gamePage).moveExamples, taps: func(p *gamePage) []tap {
		return []tap{{texts.Say("tap move"), p.numberDue() + " "}}
	}},

	interpret.KindConditional: {lines: (*gamePage).series},
	interpret.KindIntend:      {lines: (*gamePage).intentions, taps: choosing("intend")},
	interpret.KindWithdraw:    {lines: func(p *gamePage) []example { return p.proposing(p.withdrawing()) }},
	interpret.KindAdjourn:     {lines: func(p *gamePage) []example { return p.proposing(fixed("adjourn")) }},
	interpret.KindPropose: {lines: func(p *gamePage) []example {
		return p.proposing(example{Line: "propose time " + p.State.Terms.Time.String(), Says: texts.Say("answer propose")})
	}},
	interpret.KindSeal: {lines: (*gamePage).sealing, taps: (*gamePage).sealingTaps},
	interpret.KindDemandFifty: {lines: func(p *gamePage) []example {
		if p.Blindfold() {
			return nil // the men would be told of
		}
		return bringingDraw("demand fifty")(p)
	}},
	interpret.KindOfferDraw: {lines: bringingDraw("draw?"), taps: drawTap("tap draw", "draw?")},
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

// tapsOf returns the taps by which the reader exercises a right. A right by which the game ends
// otherwise than by an agreed draw has no tap.
func (p *gamePage) tapsOf(right interpret.Kind) []tap {
	if taps := offers[right].taps; taps != nil {
		return taps(p)
	}
	if words := wordsOf(right); texts.Has("tap " + words) {
		return []tap{{texts.Say("tap " + words), words}}
	}
	return nil
}

// fixed is an answer of words that are always the same, with what it says.
func fixed(words string) example { return example{Line: words, Says: texts.Say("answer " + words)} }

// bringingDraw returns the lines of an answer that brings a draw about, with what the odds make of
// a draw.
func bringingDraw(words string) func(*gamePage) []example {
	return func(p *gamePage) []example {
		key := "answer " + words
		if _, loses := p.State.DrawLoses(p.Reader.Side); loses {
			key += " losing"
		} else if _, loses := p.State.DrawLoses(p.Reader.Side.Other()); loses {
			key += " winning"
		}
		return []example{{Line: words, Says: texts.Say(key)}}
	}
}

// drawTap returns the tap of an answer that brings a draw about. Where a draw loses the game for
// one side by the odds there is none: its line says who loses.
func drawTap(label, words string) func(*gamePage) []tap {
	return func(p *gamePage) []tap {
		for _, side := range []board.Side{board.White, board.Black} {
			if _, loses := p.State.DrawLoses(side); loses {
				return nil
			}
		}
		return []tap{{texts.Say(label), words}}
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
		return texts.Say("answer annul to", quoteLine(h.Earlier.Words[0]))
	}
	return texts.Say("answer annul")
}

// withdrawing is the answer that asks to take back the last move or, in the reader's own turn, the
// words in doubt or unlawful that stand for one.
func (p *gamePage) withdrawing() example {
	key := "answer withdraw"
	if p.State.Position.SideToMove() == p.Reader.Side {
		key += " words"
	}
	return example{Line: "withdraw", Says: texts.Say(key)}
}

// waiving says what comes of it when the reader waives the penalty.
func (p *gamePage) waiving() string {
	switch {
	case p.State.Mated():
		return texts.Say("answer waive mated")
	case p.State.Stays() != nil:
		return texts.Say("answer waive stayed")
	case p.Several():
		return texts.Say("answer waive several", p.Opponent())
	}
	return texts.Say("answer waive", p.Opponent())
}

// exactions are the answers that exact the penalty.
func (p *gamePage) exactions() []example {
	if p.Chooses() {
		return p.requirements()
	}
	return []example{{Line: p.exaction(), Says: texts.Say("answer exact")}}
}

// declining is the answer that declines a proposal, and with it an offer of a draw.
func (p *gamePage) declining() []example {
	if p.DrawOffered() {
		return []example{{Line: "decline", Says: texts.Say("answer decline both")}}
	}
	return []example{fixed("decline")}
}

// affirming are yes and no to the question that the reader has been asked.
func (p *gamePage) affirming() []example {
	question := "answer number "
	switch p.State.Question(p.Reader.Side).Why {
	case game.ConfirmResign:
		question = "answer resigning "
	case game.OddsLost:
		question = "answer odds "
	}
	return []example{{Line: "yes", Says: texts.Say(question + "yes")}, {Line: "no", Says: texts.Say(question + "no")}}
}

// affirmingTaps are the taps that say yes.
func (p *gamePage) affirmingTaps() []tap {
	q := p.State.Question(p.Reader.Side)
	switch {
	case q.Why == game.ConfirmResign:
		return nil // which gives up the game
	case len(p.Meant()) > 0:
		return nil // the move has a tap of its own
	case len(q.Moves) == 1 && p.YourTurn():
		return []tap{{tapOf(Playing(&p.State, q.Moves[0])).Label, "yes"}}
	}
	return []tap{{texts.Say("tap number yes"), "yes"}}
}

// sealingTaps are the taps that seal a move.
func (p *gamePage) sealingTaps() []tap {
	if p.State.Held != nil {
		return nil // an adoption comes first, and the reader chooses which
	}
	return []tap{{texts.Say("tap seal"), "seal " + p.numberDue() + " "}}
}

// choosing returns the taps that choose among the moves in doubt by a word: each names its move.
func choosing(word string) func(*gamePage) []tap {
	return func(p *gamePage) (taps []tap) {
		choices := p.State.Choices()
		for i, c := range choices[:min(len(choices), mostChoices)] {
			says := texts.Say("tap "+word, paired(&p.State.Position, c, func(at *board.Position, m board.Move) string { return agreed(&p.State, at, m) }))
			taps = append(taps, tap{strings.ReplaceAll(says, " ", noBreak), fmt.Sprint(word, " ", i+1)})
		}
		return taps
	}
}
