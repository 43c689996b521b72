package clerk

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

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

// order is an order that an umpire has written in a letter and whose outcome the umpire has been
// shown. The order has the number of its letter. Each showing has a key of its own, which one
// answer spends; the answer yes carries the order out if the game has not changed meanwhile.
type order struct {
	Letter  int64     `json:"letter"`
	Game    int64     `json:"game"`
	Stirred int64     `json:"stirred"` // game.State.Stirred as the umpire was shown the game
	Words   string    `json:"words"`
	Dispute int64     `json:"dispute,omitempty"` // the dispute that the order names; 0: none
	Shown   int       `json:"shown"`             // the generation of the key of the last showing
	At      time.Time `json:"at"`                // when the order was last shown
	Spent   bool      `json:"spent,omitempty"`   // the last showing has been answered
}

const (
	// orderWaits is how long the showing of an order can be answered.
	orderWaits = 7 * 24 * time.Hour
	// mostOrders is how many orders of one umpire are kept, the newest.
	mostOrders = 200
	// mostShown is how many showings of an order are recognised by their keys.
	mostShown = 100
)

// waits reports whether the order can be carried out by a yes at an instant.
func (o order) waits(now time.Time) bool { return !o.Spent && now.Sub(o.At) <= orderWaits }

func ordersSetting(umpire int64) string { return fmt.Sprint("umpire-orders/", umpire) }

// ordersOf returns the orders that an umpire has been shown, the oldest first.
func (d *taking) ordersOf(u ledger.Umpire) (all []order, err error) {
	text, _, err := d.Tx.Setting(ordersSetting(u.ID))
	if err != nil || text == "" {
		return nil, err
	}
	return all, json.Unmarshal([]byte(text), &all)
}

// putOrder keeps an order in the place of the order with the same number.
func (d *taking) putOrder(u ledger.Umpire, o order) error {
	all, err := d.ordersOf(u)
	if err != nil {
		return err
	}
	all = append(slices.DeleteFunc(all, func(other order) bool { return other.Letter == o.Letter }), o)
	text, err := json.Marshal(all[max(0, len(all)-mostOrders):])
	if err != nil {
		return err
	}
	return d.Tx.SetSetting(ordersSetting(u.ID), string(text))
}

// keyedOrder takes a letter with the key of an order. The letter acts only if the key is right, if
// the letter comes from the umpire's address, and if DMARC does not contradict the address.
func (d *taking) keyedOrder() error {
	t := d.Mail.Token
	generation, right := d.Keys.Generation(t, mostShown)
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
	all, err := d.ordersOf(*u)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(o order) bool { return o.Letter == t.Number })
	if i >= 0 {
		answered := all[i]
		answered.Spent = answered.Spent || answered.Shown != generation
		return d.fromUmpire(*u, &answered)
	}
	// the store went back, and no order may get the number of one that the umpire knows
	if _, err := d.Tx.Letter(t.Number); errors.Is(err, store.ErrNotFound) && !d.catchingUp() {
		if err := d.Tx.PassNumbers(courier.NumberOf(t)); err != nil {
			return err
		}
	}
	return d.fromUmpire(*u, &order{Letter: t.Number, Spent: true})
}

// answerOrder takes a yes or no of an umpire. answered is the order whose showing the letter
// answers, or nil if the letter answers another letter, and then the umpire is asked which order is
// meant.
func (d *taking) answerOrder(u ledger.Umpire, answered *order) error {
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
func (d *taking) dropOrder(u ledger.Umpire, o order) error {
	read, _ := umpire.ParseLetter(o.Words)
	o.Spent = true
	if err := d.putOrder(u, o); err != nil {
		return err
	}
	return d.refuseUmpire(u, templates.Data{Topic: templates.UmpireRefused, Number: o.Game, Dispute: o.Dispute, Handled: read.Handles(), Words: o.Words, Reason: texts.Say("ruling not confirmed")}, store.Answered)
}

// askWhichOrder tells an umpire why a yes or no carries out nothing, and which orders wait.
func (d *taking) askWhichOrder(u ledger.Umpire, why string) error {
	all, err := d.ordersOf(u)
	if err != nil {
		return err
	}
	data := templates.Data{Topic: templates.UmpireRefused, Reason: why}
	for _, o := range all {
		if o.waits(d.Rec.Received) {
			data.Lines = append(data.Lines, texts.Say("ruling waits", o.Letter, o.Words))
		}
	}
	return d.refuseUmpire(u, data, store.Returned)
}
