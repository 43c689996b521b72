package play

import (
	"corrd/game"
	"corrd/game/codes"
	"corrd/game/stated"
	"corrd/interpret"
)

// statement acts on one statement that is not a move. withMove says that the letter also
// communicates a move, and alone says that the letter states nothing else.
func (d *docket) statement(s interpret.Statement, withMove, alone bool) {
	if d.toldEnough(s) {
		return
	}
	switch s.Kind {
	case interpret.KindAdopt:
		d.adopt(s, withMove)
	case interpret.KindExact:
		d.exact(s)
	case interpret.KindWaive:
		d.waive(s)
	case interpret.KindResign:
		d.resign(s.Text)
	case interpret.KindClaim:
		d.claim(s, withMove)
	case interpret.KindDemandFifty:
		d.demandFifty(s)
	case interpret.KindSubmit:
		d.submit(s)
	case interpret.KindConditional:
		d.promise(s, withMove)
	case interpret.KindYes:
		d.yes(s, alone)
	case interpret.KindCheck:
		d.sayCheck(s, withMove)
	case interpret.KindIntend:
		d.intend(s)
	case interpret.KindSeal:
		d.seal(s)
	default:
		d.courtesies(s)
	}
}

// courtesies acts on offers, proposals and answers, and refuses statements that do not apply to
// this game.
func (d *docket) courtesies(s interpret.Statement) {
	switch s.Kind {
	case interpret.KindOfferDraw:
		d.offerDraw(s.Text)
	case interpret.KindAcceptDraw, interpret.KindAccept, interpret.KindAgree:
		d.agree(s)
	case interpret.KindDeclineDraw, interpret.KindDecline, interpret.KindNo:
		d.decline(s)
	case interpret.KindPropose:
		d.propose(s)
	case interpret.KindAdjourn:
		d.adjourn(s)
	case interpret.KindWithdraw:
		d.withdraw(s)
	case interpret.KindLeave:
		d.takeLeave(s)
	case interpret.KindAnnul:
		d.annul(s)
	case interpret.KindRetract:
		d.retract(s)
	case interpret.KindRecommence, interpret.KindProceed:
		d.forgot(s)
	case interpret.KindRepeatCard:
		d.repeatCard(s)
	case interpret.KindRepeatForm:
		d.repeatForm(s)
	case interpret.KindProtest:
		if s.Adjudication && d.notAdjudicated(s) {
			return
		}
		if !d.protestsWire(s) && !d.protested(d.by, s.Words) {
			d.act(d.lawOfAppeal(), game.Protested{Words: wordsOfProtest(s)})
		}
	default:
		if s.Kind.Acts() {
			d.unknown(s)
		}
	}
}

// notAdjudicated answers a claim about how a game is adjudicated where the game belongs to no
// event, or the claim has no words. The rest of the letter acts.
func (d *docket) notAdjudicated(s interpret.Statement) bool {
	switch {
	case d.Tournament == nil:
		d.act(codes.HouseNoSuchRight, game.Refused{Why: game.NoEvent, Words: s.Text})
	case s.Words == "":
		d.act(codes.EventLaw(d.Tournament.Number, "adjudication"), game.Refused{Why: game.ClaimWhy, Words: s.Text})
	default:
		return false
	}
	return true
}

// wordsOfProtest returns the words of a protest, with a mark if the statement is an appeal.
func wordsOfProtest(s interpret.Statement) string {
	if game.IsAppeal(s.Text) && !game.IsAppeal(s.Words) {
		return string(game.OnAppeal) + ": " + s.Words
	}
	return s.Words
}

// contradicts asks the sender of statements that exclude each other, and reports whether they do.
func (d *docket) contradicts(st []interpret.Statement) bool {
	if !d.contradict(st) {
		return false
	}
	d.ask(codes.HouseContradiction, game.Contradiction, stated.Text(st))
	return true
}

// contradict reports whether the statements of a letter exclude each other in the present state
// of the game: a move replies to the offence for which the letter exacts a penalty, unless the
// offence was in the sender's own turn.
func (d *docket) contradict(st []interpret.Statement) bool {
	return stated.Contradict(st) || stated.ExactsAndMoves(st) && !d.exactsAfterMove(st) || d.repliesToWithdrawn(st)
}

// repliesToWithdrawn reports whether a letter agrees to the withdrawal of a move and also replies
// to the move, or adopts it.
func (d *docket) repliesToWithdrawn(st []interpret.Statement) bool {
	p := d.ProposedTo(d.by)
	agrees := stated.Has(st, interpret.KindAgree) || stated.Has(st, interpret.KindYes, interpret.KindAccept) && d.DrawOffer != game.PartyOf(d.by.Other())
	return p != nil && p.What == game.ProposeWithdrawal && agrees && (stated.Moves(st) || stated.Has(st, interpret.KindAdopt, interpret.KindExact, interpret.KindWaive))
}

// exactsAfterMove reports whether a letter exacts a penalty after its reply, because the offence
// was in the sender's own turn (II.11(b)). The offence is then a second letter that has been
// annulled, or whose annulment the letter requires.
func (d *docket) exactsAfterMove(st []interpret.Statement) bool {
	return stated.Has(st, interpret.KindAnnul) && d.SentAgain(d.by) || d.Offence != nil && d.Offence.Later && d.Offence.By != d.by
}
