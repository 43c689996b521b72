package game

import (
	"strings"

	"corrd/interpret"
)

// claim acts on a claim. A claim beside a move comes too late; the move sent with
// it as "otherwise" is played unless the claim is good at once.
func (d *docket) claim(s interpret.Statement, withMove bool) {
	switch {
	case withMove && s.Forfeiture:
		law, _ := d.ground(s.Words)
		d.fails(law, s, LateClaim)
		return
	case withMove:
		law, _ := d.drawGround(s.Words)
		d.fails(law, s, LateClaim)
		return
	case s.Forfeiture:
		d.claimForfeit(s)
	default:
		d.claimDraw(s)
	}
	if d.Phase != ClaimOpen && d.Phase != Finished && len(s.Moves) > 0 {
		d.moves([]interpret.Statement{{Kind: interpret.KindMove, Text: s.Text, Moves: s.Moves}})
	}
}

// fails refuses a claim; a move that goes with it still acts.
func (d *docket) fails(law Law, s interpret.Statement, why Why) {
	d.act(law, ClaimRefused{Ground: s.Words, Why: string(why), Words: s.Text})
}

// claimDraw decides the claim of a draw, which the player whose turn it is may
// make before his move.
func (d *docket) claimDraw(s interpret.Statement) {
	law, decide := d.drawGround(s.Words)
	switch {
	case d.Held != nil && d.by != d.Held.By:
		d.fails(d.Held.Law, s, ClaimUnsettled)
	case d.by != d.Position.SideToMove() || d.Held != nil:
		d.fails(law, s, ClaimTurn)
	case d.Phase != AwaitMove:
		d.fails(law, s, ClaimAfterMove)
	default:
		decide(s)
	}
}

// drawGround gives the provision under which a draw is claimed, and what decides
// the claim. Where none is named it is that of repetition.
func (d *docket) drawGround(words string) (Law, func(interpret.Statement)) {
	code, ground := d.code(), strings.ToLower(words)
	switch {
	case strings.Contains(ground, "fift") || strings.Contains(ground, "50"):
		return code.Fifty.Law, d.fifty
	case strings.Contains(ground, "repet") || strings.Contains(ground, "repeat"):
		return code.Repetition.Law, d.repetition
	case strings.Contains(ground, "endless") || strings.Contains(ground, "perpetual"):
		return code.Endless, d.endless
	}
	return code.Repetition.Law, func(s interpret.Statement) { d.fails(code.Repetition.Law, s, NoGround) }
}

// endless has the claim of endless checks proved.
func (d *docket) endless(s interpret.Statement) {
	d.refer(d.code().Endless, s, ProofAsked{Ground: s.Words, Words: s.Text, Otherwise: otherwiseOf(s)})
}

// refer opens a claim that is not decided at once, one at a time.
func (d *docket) refer(law Law, s interpret.Statement, f Fact) {
	if d.Claim != nil {
		d.fails(law, s, ClaimWaits)
		return
	}
	d.act(law, f)
}

// otherwiseOf gives the words of the move sent with a claim.
func otherwiseOf(s interpret.Statement) string { return textsOf(s.Moves) }

// fifty decides the claim that the last fifty moves on each side have been made
// without a capture.
func (d *docket) fifty(s interpret.Statement) {
	rule, plies := d.code().Fifty, d.PliesSinceCapture()
	if plies >= 2*rule.Is {
		d.end(rule.Law, Drawn, ByFiftyMoves)
		return
	}
	d.act(rule.Law, ClaimRefused{Ground: "fifty moves", Why: string(NotProved), Plies: plies, Words: s.Text})
}

// repetition decides the claim that the position stood at the commencement of
// the claimant's turns often enough.
func (d *docket) repetition(s interpret.Statement) {
	rule, times := d.code().Repetition, d.occurrences()
	if times >= rule.Is {
		d.end(rule.Law, Drawn, ByRepetition)
		return
	}
	d.act(rule.Law, ClaimRefused{Ground: "repetition", Why: string(NotProved), Times: times, Words: s.Text})
}

// yes clears the question about a number: the letter acts as it was sent, and
// counts from its first receipt (house:1); or confirms a resignation on a
// condition that has come true and still stands. With nothing asked it is itself
// asked about, unless the letter states something else, which acts.
func (d *docket) yes(s interpret.Statement, alone bool) {
	switch q := d.Question(d.by); {
	case q != nil && !d.told(q.Told):
		d.unanswered(houseConsent, Superseded, s, alone)
	case q != nil && q.Why == ConfirmResign:
		d.end(d.code().Resignation, WonBy(d.by.Other()), ByResignation)
	case q != nil && q.Why == WrongNumber && d.by == d.Position.SideToMove():
		var words []interpret.Move
		for text := range strings.SplitSeq(q.Words, wordsApart) {
			words = append(words, interpret.Move{Text: text})
		}
		d.communicate(words)
	default:
		d.unanswered(houseNumbers, NothingAsked, s, alone)
	}
}

// unanswered answers a yes that clears nothing.
func (d *docket) unanswered(law Law, why Why, s interpret.Statement, alone bool) {
	if alone {
		d.ask(law, why, s.Text)
		return
	}
	d.act(law, Refused{Why: why, Words: s.Text})
}
