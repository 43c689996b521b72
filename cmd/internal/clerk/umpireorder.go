package clerk

import (
	"errors"
	"fmt"
	"slices"

	"corrd/cmd/internal/courier"
	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/umpire"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

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
	if u == nil || d.Mail.Auth == mailer.AuthFail {
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
