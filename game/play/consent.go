package play

import (
	"reflect"
	"slices"
	"strings"

	"corrd/game"
	"corrd/game/codes"
	"corrd/game/line"
	"corrd/game/stated"
	"corrd/game/terms"
	"corrd/interpret"
)

func (d *docket) propose(s interpret.Statement) {
	terms, refusal := codes.ChangedTerms(s.Terms, d.Terms)
	refusal = d.OnCards(terms, refusal)
	switch law := termsOf(s); {
	case refusal != "" && d.code().Digest(law) == "":
		d.ask(d.code().Recall.Cite(), game.NoSuchTerm, string(refusal))
	case refusal != "":
		d.ask(law, game.NoSuchTerm, string(refusal))
	case len(s.Terms) == 0:
		d.nothing(d.code().Recall.Cite(), s.Text)
	case d.repeatsProposal(game.ProposeTerms, &terms):
	default:
		d.act(termsOf(s), game.Proposed{What: game.ProposeTerms, Terms: &terms, Words: s.Text})
	}
}

// repeatsProposal reports whether a proposal is the same as the open one of the same sender.
func (d *docket) repeatsProposal(what string, t *terms.Terms) bool {
	p := d.Proposal
	return p != nil && p.By == d.by && p.What == what && reflect.DeepEqual(p.Terms, t)
}

// termsOf cites the agreement about the first term that a statement names.
func termsOf(s interpret.Statement) game.Law {
	if len(s.Terms) == 0 {
		return codes.TermsTime
	}
	return codes.TermsPrefix + game.Law(strings.ToLower(s.Terms[0].Key))
}

// withdraw asks for the opponent's consent to take back what the sender communicated for a turn to
// which no reply has been received. What the sender only asks for is taken back at once, and the
// umpire is told that a protest is; an offer, or a series alone, is not (house:4).
func (d *docket) withdraw(s interpret.Statement) {
	what, sent, asks := stated.Recalls(s), d.Recallable(d.by), d.Asks(d.by)
	if (what == stated.Sent || what == stated.Latest) && sent && !(what == stated.Latest && asks) {
		d.askBack(s)
		return
	}
	refused := game.Refused{Why: game.NothingSent, Words: s.Text}
	protests := slices.DeleteFunc(slices.Clone(d.Protests), func(p game.Protest) bool { return p.By != d.by })
	switch offered := d.DrawOffer == game.PartyOf(d.by); {
	case what == stated.Protest && len(protests) > 0: // all of them
		for _, p := range protests {
			d.act(codes.HouseDisputes, game.Stated{Dispute: p.Seq, Words: s.Text})
		}
		return
	case asks && what != stated.Series && what != stated.Protest && !(what == stated.Offer && offered):
		d.act(codes.HouseLots, game.Declined{What: d.Proposal.What, Own: true})
		return
	case what == stated.Series && d.Promises(d.by):
		refused.Why = game.SeriesBinds
	case what != stated.Sent && what != stated.Latest && !offered:
		refused.Why = game.NothingAsked
	}
	d.act(codes.HouseLots, refused)
}

func (d *docket) askBack(s interpret.Statement) {
	if d.repeatsProposal(game.ProposeWithdrawal, nil) {
		return
	}
	law := d.code().Recall.Cite()
	if d.Offending(d.by) {
		law = d.code().Corrected.Cite()
	}
	d.act(law, game.Proposed{What: game.ProposeWithdrawal, Words: s.Text})
}

// agree consents to the opponent's proposal or to the opponent's offer of a draw. A letter that
// tells of both asks for "agree" to the proposal and for "accept draw" to the offer.
func (d *docket) agree(s interpret.Statement) {
	p, drawn := d.ProposedTo(d.by), d.DrawOfferedTo(d.by)
	toProposal := p != nil && (s.Kind == interpret.KindAgree || s.Kind != interpret.KindAcceptDraw && !drawn)
	switch {
	case !toProposal && !drawn && s.Kind != interpret.KindAcceptDraw:
		d.nothing(codes.HouseConsent, s.Text)
	case d.means(s, p, drawn):
	case !toProposal:
		d.acceptDraw(s)
	case !d.knows(p) || drawn && d.answers == 0 && !p.Settled || stated.OtherPace(s.Text, p.Words, d.Terms.Time):
		d.ask(codes.HouseConsent, game.Superseded, s.Text)
	case p.What == game.ProposeWithdrawal && d.Halted():
		law, why := d.standstill()
		d.refuse(law, why, s.Text)
	default:
		d.act(p.Law, d.agreed(*p))
		if p.Terms != nil && d.Window.Opened.Equal(d.at) {
			d.unseal()
		}
		d.fire()
	}
}

// consent makes a letter that says nothing but yes agree, where the one thing put to its writer
// is a proposal, and no prose stands beside it. A yes accepts no draw (house:24).
func (d *docket) consent(st []interpret.Statement, l Letter) []interpret.Statement {
	p, drawn, asked := d.ProposedTo(d.by), d.DrawOfferedTo(d.by), d.asking() != nil
	if p != nil && p.Terms != nil && !drawn && stated.Moves(st) {
		for i := range st {
			if st[i].Kind == interpret.KindAccept {
				st[i].Kind = interpret.KindAgree // "I accept." and below it a move
			}
		}
	}
	if !asked && d.AwaitsConsent(d.by) {
		st = stated.RefusedOnce(st, drawn && p == nil)
	}
	if len(st) == 2 && st[0].Kind == interpret.KindYes && st[1].Kind == interpret.KindDeclineDraw && !asked {
		return st[1:] // "Yes, it is level, but no draw"
	}
	if len(st) != 1 || st[0].Kind != interpret.KindYes || asked || p == nil || drawn || d.passed(p.Told) || strings.TrimSpace(l.Note) != "" ||
		(interpret.Page{Statements: st, Whole: l.Whole}).Reply(askedBy[p.What]) != interpret.Yes {
		return st
	}
	agree := interpret.Parse("agree").Statements
	if d.Terms.Carriers().Carrier().AtOnce() {
		agree[0].Text = st[0].Text // letters quote what was written
	}
	return agree
}

// asksOfWords reports whether the letter that is answered asked whether words are to be passed on,
// and nothing has been told to their writer since, as a move is. Beside an offer or a proposal that
// waits too, it must be known which letter that is.
func (d *docket) asksOfWords(u *game.Unsaid) bool {
	waits := d.AwaitsConsent(d.by)
	return d.told(u.Told) && !d.passed(u.Told) && (d.answers == 0 && !waits || d.answers != 0 && d.ply <= u.Told.Ply)
}

// means asks what "accept", or "agree" where nothing is proposed, is to mean if the letter that is
// answered may have told last of something else than what the word would consent to, and reports
// whether it asked. "Accept draw" says what it means, and so does "agree" to a proposal; "I agree"
// does not.
func (d *docket) means(s interpret.Statement, p *game.Proposal, drawn bool) bool {
	q := d.Question(d.by)
	if drawn = drawn && d.told(d.Offered); q != nil && !d.told(q.Told) {
		q = nil
	}
	if p != nil && !d.knows(p) {
		p = nil
	}
	later := func(other, n line.Notice) bool { return d.answers == 0 || other.Seq > n.Seq }
	switch agrees := s.Kind == interpret.KindAgree && p != nil; {
	case s.Kind != interpret.KindAccept && s.Kind != interpret.KindAgree, agrees && (strings.EqualFold(strings.Trim(s.Text, ".! "), "agree") ||
		!(drawn && later(d.Offered, p.Told)) && !(q != nil && later(q.Told, p.Told)) && !d.ofOwnWords(p.Told)):
		return false
	case drawn && (agrees || d.toldSince(d.Offered) || d.ofOwnWords(d.Offered) || q != nil && later(q.Told, d.Offered) || p != nil && later(p.Told, d.Offered)):
		d.ask(codes.HouseConsent, game.AcceptsNoDraw, s.Text)
	case !drawn && p != nil && (agrees || d.toldSince(p.Told) || d.ofOwnWords(p.Told) || q != nil && !p.Settled && later(q.Told, p.Told)):
		d.ask(codes.HouseConsent, game.Superseded, s.Text)
	default:
		return false
	}
	return true
}

// settles makes a yes, which accepts no draw (house:24), of the one statement of a letter that
// accepts or agrees, where a draw is offered and the letter may speak of something else: "Good
// move! Agreed."
func (d *docket) settles(l Letter) Letter {
	drawn := d.DrawOfferedTo(d.by) && d.ProposedTo(d.by) == nil
	if !drawn || len(l.Statements) != 1 {
		return l
	}
	s, page := l.Statements[0], interpret.Page{Statements: l.Statements, Note: l.Note, Whole: l.Whole}
	accepts := s.Kind == interpret.KindAcceptDraw || s.Kind == interpret.KindAccept || s.Kind == interpret.KindAgree || s.Kind == interpret.KindOfferDraw
	if interpret.NamesElse(s, l.Note) || accepts && !s.Firm() && page.LeavesOpen(interpret.OfDraw) { // "If you give me White next time, the draw suits me"
		s.Kind = interpret.KindYes
		l.Statements = []interpret.Statement{s}
	}
	return l
}

// agreed is the consent to a proposal; an agreed end of a session is the next such hour of the day.
func (d *docket) agreed(p game.Proposal) game.Agreed {
	a := game.Agreed{What: p.What, Terms: p.Terms}
	if p.What == game.ProposeAdjournment {
		a.Resumes = d.nextSession(d.at, p.Hour)
	}
	if p.Terms != nil {
		a.Closes = p.Terms.Time.Closing(d.at.In(d.zone))
	}
	return a
}

// decline refuses the opponent's proposal and the opponent's offer of a draw.
func (d *docket) decline(s interpret.Statement) {
	p, drawn := d.ProposedTo(d.by), d.DrawOfferedTo(d.by)
	if s.Kind == interpret.KindDeclineDraw && p != nil && !drawn && d.told(p.Told) && !strings.Contains(strings.ToLower(s.Text), "draw") {
		s.Kind = interpret.KindNo // "Let us play on"
	}
	if s.Kind == interpret.KindNo && (p == nil && !drawn || d.answers != 0 && d.asking() != nil) && d.drop() {
		return
	}
	if d.Asks(d.by) && !drawn && s.Kind == interpret.KindNo && d.answers > 0 && d.told(d.Proposal.Told) { // "No, I'll keep it"
		d.act(codes.HouseLots, game.Declined{What: d.Proposal.What, Own: true})
		return
	}
	if p != nil && s.Kind != interpret.KindDeclineDraw && !d.knows(p) {
		d.ask(codes.HouseConsent, game.Superseded, s.Text)
		return
	}
	if p != nil && s.Kind != interpret.KindDeclineDraw {
		d.act(p.Law, game.Declined{What: p.What})
		if !drawn || !d.told(d.Offered) { // nobody declines an offer that they have not read
			return
		}
	}
	d.declineDraw(s)
}

// knows reports whether the letter that is answered told of a proposal. knows returns false if that
// letter told of an older proposal which the present one has replaced.
func (d *docket) knows(p *game.Proposal) bool {
	return d.told(p.Told) && (d.answers != 0 || !p.Replaces)
}

// offerDraw offers a draw. If the opponent's offer is open, offerDraw agrees to it. A repeated
// offer changes nothing.
func (d *docket) offerDraw(words string) {
	switch {
	case d.DrawOffer == game.PartyOf(d.by):
	case d.Mated():
		d.refuse(d.code().Agreement.Cite(), game.MateStands, words)
	case d.warned(words):
	case d.DrawOfferedTo(d.by) && d.told(d.Offered) && strings.HasSuffix(words, "?") && !strings.EqualFold(words, "draw?"): // "Do you want a draw already?"
		d.ask(codes.HouseConsent, game.AcceptsNoDraw, words)
	case d.DrawOfferedTo(d.by):
		d.drawAgreed(words)
	default:
		d.act(d.code().Agreement.Cite(), game.DrawOffered{})
	}
}

func (d *docket) drawAgreed(words string) {
	_, law, provided := d.code().Agreement.Get()
	if !provided {
		d.refersSilence(game.PartyOf(d.by), silentAgreement, words)
		return
	}
	d.end(law, game.Drawn, game.ByAgreement)
}

func (d *docket) acceptDraw(s interpret.Statement) {
	switch {
	case !d.DrawOfferedTo(d.by):
		d.nothing(d.code().Agreement.Cite(), s.Text)
	case !d.told(d.Offered):
		d.ask(codes.HouseConsent, game.Superseded, s.Text)
	case d.Mated():
		d.refuse(d.code().Agreement.Cite(), game.MateStands, s.Text)
	case !d.warned(s.Text):
		d.drawAgreed(s.Text)
	}
}

func (d *docket) declineDraw(s interpret.Statement) {
	if !d.DrawOfferedTo(d.by) {
		law := codes.HouseConsent
		if s.Kind == interpret.KindDeclineDraw {
			law = d.code().Agreement.Cite()
		}
		d.nothing(law, s.Text)
		return
	}
	d.act(d.code().Agreement.Cite(), game.DrawDeclined{})
}

// demandFifty acts on the demand to limit the rest of the game to a number of moves.
func (d *docket) demandFifty(s interpret.Statement) {
	if len(d.code().Counts()) == 0 {
		d.unknown(s)
		return
	}
	refuse := func(law game.Law, why game.Why) {
		d.act(law, game.ClaimRefused{Ground: string(codes.FiftyMoves), Why: string(why), Words: s.Text})
	}
	f, law, ok := d.Countable(d.by)
	uncounted, mates := d.Uncounted(d.by)
	switch {
	case ok:
		d.act(law, f)
	case d.Count != nil:
		refuse(d.Count.Law, game.CountRuns)
	case mates:
		refuse(uncounted, game.CountAtOdds)
	default:
		refuse(uncounted, game.NotCounted)
	}
}

// submit puts a question before the umpire that a player submits: whether one side can force the
// game, whether neither can win the game, or any other.
func (d *docket) submit(s interpret.Statement) {
	_, law, provided := d.code().Submit.Get()
	if !provided {
		d.unknown(s)
		return
	}
	d.refer(law, s, game.Claimed{Ground: game.Submitted, Words: s.Text})
}
