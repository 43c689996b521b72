package clerk

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/ruling"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

// keyedUmpire takes a letter whose address names an umpire. The letter acts only if its key is
// right, if it comes from the umpire's address, and if DMARC does not contradict the address.
func (d *taking) keyedUmpire() error {
	u, err := ledger.UmpireNumbered(d.Tx, d.Mail.Token.Number)
	if err != nil {
		return err
	}
	right := false
	if u != nil {
		_, right = d.Keys.Generation(d.Mail.Token, u.Round)
	}
	switch {
	case !right:
		return d.End(store.Ignored, desk.WrongKey)
	case !store.SameAddress(u.Address, d.Mail.From) || d.Mail.Auth == mailer.AuthFail:
		return d.End(store.Ignored, "the key of umpire "+u.Name+" in other hands")
	}
	return d.fromUmpire(*u, nil)
}

// umpireRules is the kind of a letter of an umpire.
const umpireRules = "rule"

// fromUmpire takes a letter of an umpire. The letter holds an order, whose outcome corrd then
// shows to the umpire; or a yes or no to an order that the umpire has been shown; or the question
// what the umpire can order. answered is the order whose showing the letter answers; nil when the
// letter answers none. Another order in such an answer takes the place of the one that was shown.
func (d *taking) fromUmpire(u ledger.Umpire, answered *order) error {
	if err := d.Read(); err != nil {
		return err
	}
	kind := d.FirstKind()
	d.Rec.Kind = umpireRules
	o, found := ruling.ParseLetter(d.Mail.Text)
	confirms := d.Page.Answer() != interpret.Unclear || slices.ContainsFunc(d.Page.Statements, yesOrNo)
	switch {
	case found && o.Shows():
		d.Rec.Kind = interpret.KindShow.String()
		return d.showDispute(u, o)
	case found && confirms && answered != nil && answered.Words == o.Words: // the words of the showing, repeated
		d.Rec.Kind = kind
		return d.answerOrder(u, answered)
	case found:
		if answered != nil && !answered.Spent && answered.Words != o.Words {
			answered.Spent = true
			if err := d.putOrder(u, *answered); err != nil {
				return err
			}
		}
		return d.previewRuling(u, o, order{Letter: d.Rec.ID, Shown: -1}, "")
	case confirms:
		d.Rec.Kind = kind
		return d.answerOrder(u, answered)
	case kind == interpret.KindHelp.String():
		d.Rec.Kind = kind
		return d.refuseUmpire(u, templates.Data{Topic: templates.UmpireHelp}, store.Answered)
	}
	return d.refuseUmpire(u, templates.Data{Topic: templates.UmpireRefused, Words: d.Mail.Text}, store.Returned)
}

// refuseUmpire answers a letter of an umpire that has no effect. The same words get one answer,
// unless they ask for help or for what is known of a dispute, and a day has a limited number of
// answers, because a machine that nobody recognises might write in the umpire's name. The word yes
// or no is the same word only in answer to the same letter.
func (d *taking) refuseUmpire(u ledger.Umpire, data templates.Data, state store.LetterState) error {
	why := string(data.Topic) + ": " + data.Reason
	if d.Page.Answer() != interpret.Unclear || slices.ContainsFunc(d.Page.Statements, yesOrNo) {
		why = fmt.Sprint(why, d.Mail.Token, d.Mail.InReplyTo)
	}
	if data.Topic == templates.UmpireHelp || data.Topic == templates.UmpireDispute {
		why = fmt.Sprint(why, d.Rec.ID)
	}
	before, last, err := d.UmpireRefused(u.Address, data.Number, why)
	if before || err != nil {
		return err
	}
	data.Final = last
	return d.answerUmpire(u, data, state)
}

// answerUmpire writes to an umpire and ends the umpire's letter. Both letters become papers of
// the game that they are about.
func (d *taking) answerUmpire(u ledger.Umpire, data templates.Data, state store.LetterState) error {
	data.Umpire, data.Name = u.ID, u.Name
	if data.Order == 0 {
		data.Place = u.Round
	}
	if err := d.Out.Notify("office", u.Address, data); err != nil {
		return err
	}
	if data.Number != 0 {
		if err := ledger.KeepPapers(d.Tx, data.Number, ledger.Paper{Letter: d.Rec.ID, Dispute: data.Dispute}, ledger.Paper{Row: d.Out.Last(), Dispute: data.Dispute}); err != nil {
			return err
		}
	}
	return d.End(state, string(data.Topic))
}

// decideOrder lets the laws decide the order of an umpire in the letter with the number written,
// and gives the events. An order about a dispute gets the number of the dispute's game. objection
// is "", or says why the order cannot be made.
func (d *taking) decideOrder(u ledger.Umpire, o *ruling.Ordered, written int64) (s game.State, events []game.Event, objection string, err error) {
	rule, refusal := o.Rule()
	if refusal != "" {
		return s, nil, texts.InLetter(refusal), nil
	}
	dispute, objection, err := d.disputeNamed(o)
	if objection != "" || err != nil {
		return s, nil, objection, err
	}
	s, _, err = d.watch.UpToDate(d.Tx, o.Game)
	if errors.Is(err, store.ErrNotFound) {
		return s, nil, texts.Say("ruling no game", o.Game), nil
	}
	if err != nil {
		return s, nil, "", err
	}
	plays, err := u.Plays(d.Tx, s)
	if plays || err != nil {
		return s, nil, texts.Say("ruling own game", o.Game), err
	}
	now := d.Tx.Now().In(d.Ledger.Zone)
	if o.Handles() {
		h := o.Handle(dispute.Event, now)
		h.By = u.Name
		refusal = play.DisputeObjection(s, h.Fact, h.By, now)
		if refusal == "" {
			events = play.Decide(s, h, now)
		}
		return s, events, texts.InLetter(refusal), nil
	}
	rule.Umpire, rule.Letter, rule.Ordered, rule.Appeal = u.Name, d.Rec.ID, written, dispute.Event
	if objection = texts.InLetter(play.Objection(s, rule.Ruling, rule.Law, now)); objection == "" {
		events = play.Decide(s, rule, now)
	}
	return s, events, objection, nil
}

// disputeNamed finds the dispute that an order names, and gives the zero Dispute when the order
// names none.
func (d *taking) disputeNamed(o *ruling.Ordered) (dispute store.Dispute, objection string, err error) {
	if o.Dispute == 0 && !o.Handles() {
		return dispute, "", nil
	}
	dispute, err = d.Tx.Dispute(o.Dispute)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return dispute, texts.Say("ruling no such dispute", o.Dispute), nil
	case err != nil:
		return dispute, "", err
	case !o.Handles() && dispute.Game != o.Game:
		return dispute, texts.Say("ruling other game", o.Dispute, dispute.Game, o.Game), nil
	case !dispute.Closed.IsZero():
		objection, err = ledger.HowClosed(d.Tx, dispute)
	}
	o.Game = dispute.Game
	return dispute, objection, err
}

// previewRuling shows an umpire what an order would bring about, and asks for a yes under a key of
// this showing alone. before is the order as it was last shown. again is "", or says why the order
// is shown anew: "moved", because the game has changed, or "late".
func (d *taking) previewRuling(u ledger.Umpire, o ruling.Ordered, before order, again string) error {
	s, events, objection, err := d.decideOrder(u, &o, before.Letter)
	if err != nil {
		return err
	}
	if objection != "" {
		return d.refuseUmpire(u, templates.Data{Topic: templates.UmpireRefused, Number: o.Game, Dispute: o.Dispute, Handled: o.Handles(), Misread: o.Misread() != "", Words: o.Words, Reason: objection}, store.Returned)
	}
	all, err := d.ordersOf(u)
	if err != nil {
		return err
	}
	for _, w := range all {
		if again == "" && w.Words == o.Words && w.Stirred == s.Stirred && w.waits(d.Rec.Received) {
			return d.End(store.Duplicate, fmt.Sprintf("the outcome of the same words has been shown to the umpire, in answer to letter %d", w.Letter))
		}
	}
	shown := order{Letter: before.Letter, Game: o.Game, Stirred: s.Stirred, Words: o.Words, Dispute: o.Dispute, Shown: before.Shown + 1, At: d.Tx.Now()}
	if err := d.putOrder(u, shown); err != nil {
		return err
	}
	data := templates.Data{Topic: templates.UmpirePreview, Number: o.Game, Dispute: o.Dispute, Handled: o.Handles(), Words: o.Words,
		Order: shown.Letter, Place: shown.Shown, Again: again != "", Reason: again}
	return d.showOutcome(u, o, s, events, data)
}

// showOutcome answers an umpire with what the events of an order would bring about in a game.
func (d *taking) showOutcome(u ledger.Umpire, o ruling.Ordered, s game.State, events []game.Event, data templates.Data) error {
	pages, err := d.foretold(s, events)
	if err != nil {
		return err
	}
	if data.Lines, err = d.comesOf(s, events, pages); err != nil {
		return err
	}
	data.Foretold = writtenOut(pages)
	if o.Handles() {
		return d.answerUmpire(u, data, store.Answered)
	}
	after := s.Apply(events...)
	data.Clocks = templates.Clocks(after, d.Tx.Now())
	data.Open = strings.Split(strings.TrimRight(templates.Board(&after.Position, board.White), "\n"), "\n")
	return d.answerUmpire(u, data, store.Answered)
}

// comesOf says in lines what events bring about: what they are, the letters they send, and what waits
// for the umpire after them.
func (d *taking) comesOf(s game.State, events []game.Event, pages []foretold) (lines []string, err error) {
	for i, e := range events {
		lines = append(lines, ledger.Happened(s.Seq+int64(i)+1, e))
	}
	for _, p := range pages {
		lines = append(lines, texts.Say("ruling letter", p.to, p.Subject))
	}
	after := s.Apply(events...)
	open, err := ledger.LeftOpen(d.Tx, after)
	for _, id := range open {
		lines = append(lines, texts.Say("ruling stays open", id))
	}
	if after.Standstill() == game.AtUmpire {
		lines = append(lines, texts.Say("ruling stays suspended", s.ID))
	}
	return lines, err
}

// foretold is a letter that an order would send.
type foretold struct {
	to string // the side, in words
	mailer.Page
}

// foretold returns the letters that events would send.
func (d *taking) foretold(s game.State, events []game.Event) (all []foretold, err error) {
	pages, err := ledger.Foretold(d.Tx, templates.Office{Name: d.Name, Address: d.Ledger.Site.Address(), Domain: d.Ledger.Site.Domain}, s, events)
	for i, l := range game.Dispatches(s, events) {
		if i < len(pages) {
			all = append(all, foretold{texts.Named("side", l.To.String()), pages[i]})
		}
	}
	return all, err
}

// writtenOut writes letters out, for the preview of an order.
func writtenOut(pages []foretold) (lines []string) {
	for _, p := range pages {
		lines = append(lines, "", texts.Say("ruling letter reads", p.to), "")
		text := strings.TrimSpace(strings.Replace(p.Text, mailer.ReplyMark, "", 1))
		for line := range strings.Lines(text) {
			lines = append(lines, strings.TrimRight("| "+strings.TrimRight(line, "\n"), " "))
		}
	}
	return lines
}

// confirmOrder carries out an order to whose showing the umpire says yes. An order that was shown
// too long ago, or in whose game something has happened since, is shown anew instead.
func (d *taking) confirmOrder(u ledger.Umpire, p order) error {
	o, _ := ruling.ParseLetter(p.Words)
	s, events, objection, err := d.decideOrder(u, &o, p.Letter)
	switch {
	case err != nil:
		return err
	case s.Stirred != p.Stirred:
		return d.previewRuling(u, o, p, "moved")
	case !p.waits(d.Rec.Received):
		return d.previewRuling(u, o, p, "late")
	case objection != "":
		return d.refuseUmpire(u, templates.Data{Topic: templates.UmpireRefused, Number: p.Game, Dispute: p.Dispute, Handled: o.Handles(), Words: p.Words, Reason: objection}, store.Returned)
	}
	pages, err := d.foretold(s, events)
	if err != nil {
		return err
	}
	lines, err := d.comesOf(s, events, pages)
	if err != nil {
		return err
	}
	if _, err := d.Ledger.Append(d.Tx, s, events, ledger.By{}); err != nil {
		return err
	}
	d.Log.Info("ruling by letter", "game", o.Game, "umpire", u.Name, "letter", d.Rec.ID)
	p.Spent = true
	if err := d.putOrder(u, p); err != nil {
		return err
	}
	return d.answerUmpire(u, templates.Data{Topic: templates.UmpireRuled, Number: o.Game, Dispute: o.Dispute, Handled: o.Handles(), Words: p.Words, Lines: lines}, store.Acted)
}

// unkeyedUmpire takes a letter without a key in which an umpire rules, or in which an umpire who is no
// player says what only umpires are asked. corrd shows the outcome, or asks, at the umpire's address on
// file, as if they had answered a letter. ok is false for any other letter.
func (d *taking) unkeyedUmpire() (ok bool, err error) {
	u, err := ledger.UmpireAt(d.Tx, d.Mail.From)
	if err != nil || u == nil || !d.Vouched() {
		return false, err
	}
	if _, found := ruling.ParseLetter(d.Mail.Text); found {
		return true, d.fromUmpire(*u, nil)
	}
	if d.Player != nil {
		return false, nil
	}
	if err := d.Read(); err != nil {
		return false, err
	}
	switch d.FirstKind() {
	case "", interpret.KindYes.String(), interpret.KindNo.String(), interpret.KindHelp.String():
		return true, d.fromUmpire(*u, nil)
	}
	return false, nil
}
