package clerk

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"corrd/cmd/internal/courier"
	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/umpire"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/telling"
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
	case !store.SameAddress(u.Address, d.Mail.From) || d.IsDisowned():
		return d.End(store.Ignored, "the key of umpire "+u.Name+" in other hands")
	}
	return d.fromUmpire(*u, nil)
}

// umpireRules is the kind of a letter of an umpire.
const umpireRules = "rule"

// fromUmpire takes a letter of an umpire. The letter holds an order, whose outcome corrd then shows
// to the umpire; or a yes or no to an order that the umpire has been shown; or the question what
// the umpire can order. answered is the order whose showing the letter answers, or nil if the
// letter answers none. Another order in such an answer takes the place of the one that was shown.
func (d *taking) fromUmpire(u ledger.Umpire, answered *umpire.Shown) error {
	if err := d.Read(); err != nil {
		return err
	}
	kind := d.FirstKind()
	d.Rec.Kind = umpireRules
	o, found := umpire.ParseLetter(d.Mail.Text)
	confirms := d.saysYesOrNo()
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
			if err := answered.Put(d.Tx, u.ID); err != nil {
				return err
			}
		}
		return d.previewRuling(u, o, umpire.Shown{Letter: d.Rec.ID, Times: -1}, "")
	case confirms:
		d.Rec.Kind = kind
		return d.answerOrder(u, answered)
	case kind == interpret.KindHelp.String():
		d.Rec.Kind = kind
		return d.refuseUmpire(u, templates.Data{Topic: templates.UmpireHelp}, store.Answered)
	}
	return d.refuseUmpire(u, templates.Data{Topic: templates.UmpireRefused, Words: d.Mail.Text}, store.Returned)
}

// saysYesOrNo reports whether the letter answers yes or no, whatever else it says.
func (d *taking) saysYesOrNo() bool {
	return d.Page.Answer() != interpret.Unclear || slices.ContainsFunc(d.Page.Statements, yesOrNo)
}

// refuseUmpire answers a letter of an umpire that has no effect. The same words get one answer,
// unless they ask for help or for what is known of a dispute, and a day has a limited number of
// answers, because a machine that nobody recognises might write in the umpire's name. The word yes
// or no is the same word only in answer to the same letter.
func (d *taking) refuseUmpire(u ledger.Umpire, data templates.Data, state store.LetterState) error {
	why := string(data.Topic) + ": " + data.Reason
	if d.saysYesOrNo() {
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

// umpires returns the room of umpires.
func (d *taking) umpires() *umpire.Room {
	return &umpire.Room{Ledger: d.Ledger, Watch: d.watch,
		Office: templates.Office{Name: d.Name, Address: d.Ledger.Site.Address(), Domain: d.Ledger.Site.Domain}}
}

// order has an order carried out, or previewed, that stands in the letter with the number written.
// shown is game.State.Stirred of the game as the umpire was shown it, or 0 if nothing was shown.
func (d *taking) order(u ledger.Umpire, o umpire.Ordered, written, shown int64, preview bool) (umpire.Answer, error) {
	order, refusal := o.Order(u, d.Rec.ID, written)
	if refusal != "" {
		return umpire.Answer{Objection: refusal}, nil
	}
	order.Shown, order.Preview = shown, preview
	return d.umpires().Take(d.Tx, order)
}

// aboutOrder returns what each letter about an order says of it.
func aboutOrder(topic templates.Topic, o umpire.Ordered, a umpire.Answer) templates.Data {
	data := templates.Data{Topic: topic, Number: o.Game, Dispute: o.Dispute, Handled: o.Handles(), Words: o.Words}
	if o.Handles() {
		data.Number = a.Dispute.Game
	}
	if a.Objection != "" {
		data.Reason = texts.InLetter(a.Objection)
	}
	return data
}

// previewRuling shows an umpire what an order would bring about, and asks for a yes under a key of
// this showing alone. before is the order as it was last shown. again is "", or says why the order
// is shown anew: "moved", because the game has changed, or "late".
func (d *taking) previewRuling(u ledger.Umpire, o umpire.Ordered, before umpire.Shown, again string) error {
	a, err := d.order(u, o, before.Letter, 0, true)
	if err != nil {
		return err
	}
	if a.Objection != "" {
		data := aboutOrder(templates.UmpireRefused, o, a)
		data.Misread = o.Misread() != ""
		return d.refuseUmpire(u, data, store.Returned)
	}
	all, err := umpire.ShownTo(d.Tx, u.ID)
	if err != nil {
		return err
	}
	for _, w := range all {
		if again == "" && w.Words == o.Words && w.Stirred == a.Before.Stirred && w.Waits(d.Rec.Received) {
			return d.End(store.Duplicate, fmt.Sprintf("the outcome of the same words has been shown to the umpire, in answer to letter %d", w.Letter))
		}
	}
	shown := umpire.Shown{Letter: before.Letter, Game: a.Before.ID, Stirred: a.Before.Stirred, Words: o.Words, Dispute: o.Dispute, Times: before.Times + 1, At: d.Tx.Now()}
	if err := shown.Put(d.Tx, u.ID); err != nil {
		return err
	}
	data := aboutOrder(templates.UmpirePreview, o, a)
	data.Order, data.Place, data.Again, data.Reason = shown.Letter, shown.Times, again != "", again
	pages, err := d.tellOutcome(a, &data)
	if err != nil {
		return err
	}
	data.Foretold = writtenOut(a, pages)
	if !o.Handles() {
		data.Clocks = templates.Clocks(a.After, d.Tx.Now())
		data.Open = strings.Split(strings.TrimRight(templates.Board(&a.After.Position, board.White), "\n"), "\n")
	}
	return d.answerUmpire(u, data, store.Answered)
}

// tellOutcome says in lines what comes of an order, and returns the letters that tell of it: the
// events, the subjects of the letters, and what waits for the umpire afterwards.
func (d *taking) tellOutcome(a umpire.Answer, data *templates.Data) (pages []mailer.Page, err error) {
	for i, e := range a.Events {
		data.Lines = append(data.Lines, umpire.Happened(a.Before.Seq+int64(i)+1, e))
	}
	pages, err = d.umpires().Letters(d.Tx, a)
	for i, p := range pages {
		data.Lines = append(data.Lines, texts.Say("ruling letter", readerOf(a, i), p.Subject))
	}
	for _, id := range a.Open {
		data.Lines = append(data.Lines, texts.Say("ruling stays open", id))
	}
	if a.After.Standstill() == game.AtUmpire {
		data.Lines = append(data.Lines, texts.Say("ruling stays suspended", a.Before.ID))
	}
	return pages, err
}

// readerOf returns in words the side to which the letter with an index goes that tells of an order.
func readerOf(a umpire.Answer, i int) string {
	return texts.Named("side", telling.Dispatches(a.Before, a.Events)[i].To.String())
}

// writtenOut writes letters out, for the preview of an order.
func writtenOut(a umpire.Answer, pages []mailer.Page) (lines []string) {
	for i, p := range pages {
		lines = append(lines, "", texts.Say("ruling letter reads", readerOf(a, i)), "")
		text := strings.TrimSpace(strings.Replace(p.Text, mailer.ReplyMark, "", 1))
		for line := range strings.Lines(text) {
			lines = append(lines, strings.TrimRight("| "+strings.TrimRight(line, "\n"), " "))
		}
	}
	return lines
}

// confirmOrder carries out an order to whose showing the umpire says yes. An order that was shown
// too long ago, or in whose game something has happened since, is shown anew instead.
func (d *taking) confirmOrder(u ledger.Umpire, p umpire.Shown) error {
	o, _ := umpire.ParseLetter(p.Words)
	waits := p.Waits(d.Rec.Received)
	a, err := d.order(u, o, p.Letter, p.Stirred, !waits)
	switch {
	case err != nil:
		return err
	case a.Moved:
		return d.previewRuling(u, o, p, "moved")
	case !waits:
		return d.previewRuling(u, o, p, "late")
	case a.Objection != "":
		return d.refuseUmpire(u, aboutOrder(templates.UmpireRefused, o, a), store.Returned)
	}
	data := aboutOrder(templates.UmpireRuled, o, a)
	if _, err := d.tellOutcome(a, &data); err != nil {
		return err
	}
	d.Log.Info("ruling by letter", "game", a.Before.ID, "umpire", u.Name, "letter", d.Rec.ID)
	p.Spent = true
	if err := p.Put(d.Tx, u.ID); err != nil {
		return err
	}
	return d.answerUmpire(u, data, store.Acted)
}

// unkeyedUmpire takes a letter without a key in which an umpire rules, or in which an umpire who is
// not a player says what only umpires are asked. corrd shows the outcome, or asks, at the umpire's
// address on file, as if they had answered a letter. ok is false for any other letter.
func (d *taking) unkeyedUmpire() (ok bool, err error) {
	u, err := ledger.UmpireAt(d.Tx, d.Mail.From)
	if err != nil || u == nil || !d.Vouched() {
		return false, err
	}
	if _, found := umpire.ParseLetter(d.Mail.Text); found {
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

// keyedOrder takes a letter with the key of an order. The letter acts only if the key is right, if
// the letter comes from the umpire's address, and if DMARC does not contradict the address.
func (d *taking) keyedOrder() error {
	t := d.Mail.Token
	generation, right := d.Keys.Generation(t, umpire.MostShown)
	if !right {
		return d.End(store.Ignored, desk.WrongKey)
	}
	u, err := ledger.UmpireAt(d.Tx, d.Mail.From)
	if err != nil {
		return err
	}
	if u == nil || d.IsDisowned() {
		return d.End(store.Ignored, fmt.Sprintf("the key of order %d in other hands", t.Number))
	}
	all, err := umpire.ShownTo(d.Tx, u.ID)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(o umpire.Shown) bool { return o.Letter == t.Number })
	if i >= 0 {
		answered := all[i]
		answered.Spent = answered.Spent || answered.Times != generation
		return d.fromUmpire(*u, &answered)
	}
	// the store went back, and no order may get the number of one that the umpire knows
	if _, err := d.Tx.Letter(t.Number); errors.Is(err, store.ErrNotFound) && !d.catchingUp() {
		if err := d.Tx.PassNumbers(courier.NumberOf(t)); err != nil {
			return err
		}
	}
	return d.fromUmpire(*u, &umpire.Shown{Letter: t.Number, Spent: true})
}

// answerOrder takes a yes or no of an umpire. answered is the order whose showing the letter
// answers, or nil if the letter answers another letter, and then the umpire is asked which order is
// meant.
func (d *taking) answerOrder(u ledger.Umpire, answered *umpire.Shown) error {
	switch o := answered; {
	case o == nil:
		return d.askWhichOrder(u, texts.Say("ruling none waits"))
	case o.Spent:
		return d.askWhichOrder(u, texts.Say("ruling spent", o.Letter))
	case d.Page.Answer() == interpret.Unclear:
		return d.askWhichOrder(u, texts.Say("ruling yes and no", o.Letter))
	case d.Page.Answer() == interpret.No:
		return d.dropOrder(u, *o)
	default:
		return d.confirmOrder(u, *o)
	}
}

// dropOrder ends an order to which the umpire answers no.
func (d *taking) dropOrder(u ledger.Umpire, o umpire.Shown) error {
	read, _ := umpire.ParseLetter(o.Words)
	o.Spent = true
	if err := o.Put(d.Tx, u.ID); err != nil {
		return err
	}
	return d.refuseUmpire(u, templates.Data{Topic: templates.UmpireRefused, Number: o.Game, Dispute: o.Dispute, Handled: read.Handles(), Words: o.Words, Reason: texts.Say("ruling not confirmed")}, store.Answered)
}

// askWhichOrder tells an umpire why a yes or no carries out nothing, and which orders wait.
func (d *taking) askWhichOrder(u ledger.Umpire, why string) error {
	all, err := umpire.ShownTo(d.Tx, u.ID)
	if err != nil {
		return err
	}
	data := templates.Data{Topic: templates.UmpireRefused, Reason: why}
	for _, o := range all {
		if o.Waits(d.Rec.Received) {
			data.Lines = append(data.Lines, texts.Say("ruling waits", o.Letter, o.Words))
		}
	}
	return d.refuseUmpire(u, data, store.Returned)
}
