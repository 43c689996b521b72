package play

import (
	"fmt"
	"slices"
	"strings"

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
		d.remaining(s)
	}
}

// remaining acts on the other statements: offers, proposals and answers, leave, forms, cards and
// protests. It refuses those that do not apply to this game.
func (d *docket) remaining(s interpret.Statement) {
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
		if !d.protestsWire(s) && !d.Protested(d.by, s.Words) {
			d.act(d.lawOfAppeal(), game.Protested{Words: wordsOfProtest(s), Adjudication: s.Adjudication})
		}
	default:
		if s.Kind.Acts() {
			d.unknown(s)
		}
	}
}

// notAdjudicated answers a claim about how a game is adjudicated where the game belongs to no
// event or is over, or the claim has no words. The rest of the letter acts.
func (d *docket) notAdjudicated(s interpret.Statement) bool {
	switch {
	case d.Tournament == nil:
		d.act(codes.HouseNoSuchRight, game.Refused{Why: game.NoEvent, Words: s.Text})
	case d.Phase == game.Finished:
		d.act(d.Result.Law, game.Refused{Why: game.GameOver, Words: s.Text})
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
func (d *docket) contradicts(st []interpret.Statement, note string) bool {
	annuls := note != "" && len(st) > 0 && d.annulsInWords(st, note)
	if !annuls && !d.contradict(st, note) {
		return false
	}
	if annuls || interpret.Assents(note) {
		st = append([]interpret.Statement{{Text: strings.Join(strings.Fields(note), " ")}}, st...)
	}
	d.ask(codes.HouseContradiction, game.Contradiction, stated.Text(st))
	return true
}

// contradict reports whether the statements of a letter exclude each other in the present state
// of the game: a move replies to the offence for which the letter exacts a penalty, unless the
// offence was in the sender's own turn.
func (d *docket) contradict(st []interpret.Statement, note string) bool {
	draws := d.ProposedTo(d.by) == nil && stated.Has(st, interpret.KindAgree) && stated.Has(st, interpret.KindDeclineDraw) // agree means the draw
	return stated.Contradict(st) || stated.ExactsAndMoves(st) && !d.exactsAfterMove(st) || d.repliesToWithdrawn(st, note) || draws
}

// repliesToWithdrawn reports whether a letter agrees to the withdrawal of a move, or its note
// begins with a yes, and it also replies to the move, or adopts it.
func (d *docket) repliesToWithdrawn(st []interpret.Statement, note string) bool {
	p := d.ProposedTo(d.by)
	agrees := stated.Has(st, interpret.KindAgree) || (interpret.Assents(note) || stated.Has(st, interpret.KindYes, interpret.KindAccept)) && !d.DrawOfferedTo(d.by)
	return p != nil && p.What == game.ProposeWithdrawal && agrees && (stated.Moves(st) || stated.Has(st, interpret.KindAdopt, interpret.KindExact, interpret.KindWaive))
}

// exactsAfterMove reports whether a letter exacts a penalty after its reply, because the offence
// was in the sender's own turn (II.11(b)). The offence is then a second letter that has been
// annulled, or whose annulment the letter requires.
func (d *docket) exactsAfterMove(st []interpret.Statement) bool {
	return stated.Has(st, interpret.KindAnnul) && d.SentAgain(d.by) || d.Offence != nil && d.Offence.Later && d.Offence.By != d.by
}

// One letter brings few letters (house:26). Of the statements of one kind in a letter the first
// acts, and in one turn the letters of a side tell the other side a limited number of things. The
// answer to a letter names the statements that are left over, so that none is dropped without a
// word.

const (
	// letters in one turn by which a side tells the other something beside its moves
	mostLetters = 10
	// statements left over that an answer names; an answer gives the number of the others
	mostLeftOver = 10
	mostOfLeft   = 200 // characters of each statement left over that an answer shows
)

// oneOfEach removes from the statements of a letter each statement whose kind has come before,
// and notes the words of those that say something new.
func (d *docket) oneOfEach(st []interpret.Statement) []interpret.Statement {
	kept, left := stated.OneOfEach(st)
	d.leaveAll(left)
	return kept
}

// leave notes words of the letter from which nothing follows.
func (d *docket) leave(words ...string) {
	for _, w := range words {
		if !slices.Contains(d.left, w) {
			d.left = append(d.left, w)
		}
	}
}

// leaveAll notes the words of statements from which nothing follows.
func (d *docket) leaveAll(st []interpret.Statement) {
	for _, s := range st {
		d.leave(s.Text)
	}
}

// nameLeft tells the sender what is left over of the letter. If everything in the letter is left
// over, nameLeft says nothing, because such a letter has been heard before. That it has arrived is
// nothing that came of its words.
func (d *docket) nameLeft() {
	came := slices.ContainsFunc(d.events, func(e game.Event) bool {
		_, arrived := e.Fact.(game.Delivered)
		_, back := e.Fact.(game.Retracted) // a reply of the letter that left a check, which corrd takes back
		return e.Letter == d.from && !arrived && (e.By == game.PartyOf(d.by) || back)
	})
	if len(d.left) > 0 && came {
		d.name()
	}
}

// name tells the sender which words are left over, the first of them one by one.
func (d *docket) name() {
	var named []string
	for _, words := range d.left[:min(len(d.left), mostLeftOver)] {
		if long := []rune(words); len(long) > mostOfLeft {
			words = string(long[:mostOfLeft]) + " ..."
		}
		named = append(named, words)
	}
	if more := len(d.left) - len(named); more > 0 {
		named = append(named, fmt.Sprint("... and ", more, " more"))
	}
	d.act(codes.HouseFew, game.Refused{Why: game.LeftOver, Words: strings.Join(named, "\n")})
}

// toldEnough refuses a statement that would tell the other side more in this turn than a side may.
func (d *docket) toldEnough(s interpret.Statement) bool {
	if !s.Kind.Row().TellsOther {
		return false
	}
	if t := d.Told[d.by]; t.Letters < mostLetters || t.Last == d.from {
		return false
	}
	d.act(codes.HouseFew, game.Refused{Why: game.Enough, Words: s.Text})
	return true
}

func (d *docket) resign(words string) {
	if strings.Contains(strings.ToLower(words), d.by.Other().String()+" resigns") {
		d.ask(codes.HouseProse, game.NoStatement, words) // nobody resigns for the other side
		return
	}
	outcome, law, provided := d.code().Resignation.Get()
	if !provided {
		d.refersSilence(game.PartyOf(d.by), silentResigning, words)
		return
	}
	d.end(law, scoreOf(outcome, d.by), game.ByResignation)
}
