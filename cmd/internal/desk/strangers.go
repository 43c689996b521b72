package desk

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// Letters to people who are not registered have budgets of their own, of which the senders of one
// domain may take a share. A letter over the budget waits in the outbox. Each day the letters that
// wait are served in turn by domain, so that no domain keeps the others waiting.

// waiting is a letter that waits, and the domain whose share it takes.
type waiting struct {
	Row    int64  `json:"row"`
	Domain string `json:"domain"`
}

// days is how many days' share of a domain may wait, and how many days' budget in all. Half of the
// second is kept for domains of which nothing waits.
const days = 10

func waitingSetting(t ledger.Tally) string { return "waiting/" + string(t) }

func waitingOf(v store.View, t ledger.Tally) (all []waiting, err error) {
	text, _, err := v.Setting(waitingSetting(t))
	if err != nil || text == "" {
		return nil, err
	}
	return all, json.Unmarshal([]byte(text), &all)
}

func putWaiting(tx store.Tx, t ledger.Tally, all []waiting) error {
	text, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return tx.SetSetting(waitingSetting(t), string(text))
}

// mayWait reports whether further letters to strangers may be written, now or when their turn
// comes, on behalf of somebody at an address.
func (d *Desk) mayWait(t ledger.Tally, author string) (bool, error) {
	domain := mailer.DomainOf(author)
	open, err := d.Budgets.Open(d.Tx, t, domain, d.Tx.Now())
	if open || err != nil {
		return open, err
	}
	all, err := waitingOf(d.Tx, t)
	theirs := 0
	for _, w := range all {
		if w.Domain == domain {
			theirs++
		}
	}
	most := days * d.Budgets.OfDay(t)
	return theirs < days*d.Budgets.Share(t, domain) && (len(all) < most/2 || theirs == 0 && len(all) < most), err
}

// toStranger writes a letter to somebody who is not registered, on behalf of somebody at an
// address, and sets d.Waits if the letter has to wait for its turn. The player who caused the
// letter is told so at once; a stranger who is answered is told in the answer, because another
// letter to them would be one more of those that wait.
func (d *Desk) toStranger(t ledger.Tally, author, kind, to string, data templates.Data) error {
	domain := mailer.DomainOf(author)
	open, err := d.Budgets.Open(d.Tx, t, domain, d.Tx.Now())
	if err != nil {
		return err
	}
	if open {
		if err := ledger.Spend(d.Tx, t, domain, d.Tx.Now()); err != nil {
			return err
		}
		return d.Out.Notify(kind, to, data)
	}
	d.Waits = true
	data.Waited = store.SameAddress(author, to)
	if err := d.Out.NotifyInTurn(kind, to, data); err != nil {
		return err
	}
	all, err := waitingOf(d.Tx, t)
	if err != nil {
		return err
	}
	if err := putWaiting(d.Tx, t, append(all, waiting{d.Out.Last(), domain})); err != nil {
		return err
	}
	d.Log.Warn("budget spent: a letter to a stranger waits for its turn", "letter", d.Rec.ID, "budget", t, "domain", domain)
	return d.tellOfWaiting(t, domain)
}

// mostToldOfWaiting is how many letters a day tell the umpire of the server that letters to
// strangers wait: whoever writes in the names of many domains must not fill the umpire's mailbox.
const mostToldOfWaiting = 5

// tellOfWaiting tells the umpire of the server that letters to strangers wait: once a day for each
// domain, of mostToldOfWaiting domains at most.
func (d *Desk) tellOfWaiting(t ledger.Tally, domain string) error {
	now := d.Tx.Now()
	if told, err := d.Tx.Count(t.At(domain, now) + " waits"); err != nil || told > 0 {
		return err
	}
	all := "waits/" + ledger.Day(now)
	told, err := d.Tx.Count(all)
	if err != nil || told >= mostToldOfWaiting {
		return err
	}
	if err := cmp.Or(d.Tx.AddCount(t.At(domain, now)+" waits", 1), d.Tx.AddCount(all, 1)); err != nil {
		return err
	}
	data := templates.Data{Topic: templates.StrangersWait, Address: domain, Lines: []string{strconv.Itoa(d.Budgets.Share(t, domain)), strconv.Itoa(d.Budgets.OfDay(t))}}
	if told+1 == mostToldOfWaiting {
		data.Reason = "last"
	}
	return d.Ledger.TellUmpires(d.Tx, game.State{}, fmt.Sprint("w", d.Out.Last()), data)
}

// ServeStrangers lets the letters that wait go out, in turn by domain, as far as the budgets of the
// day allow, and returns how many go. A letter that is not wanted any more is set aside.
func ServeStrangers(tx store.Tx, l ledger.Limits, wanted func(store.Row) (bool, error)) (served int, err error) {
	for _, t := range ledger.ToStrangers() {
		all, err := waitingOf(tx, t)
		if len(all) == 0 || err != nil {
			if err != nil {
				return served, err
			}
			continue
		}
		n := 0
		for ; len(all) > 0; n++ {
			i, err := next(tx, l, t, all)
			if i < 0 || err != nil {
				if err != nil {
					return served, err
				}
				break
			}
			if err := serve(tx, t, all[i], wanted); err != nil {
				return served, err
			}
			all = slices.Delete(all, i, i+1)
		}
		served += n
		if n == 0 {
			continue
		}
		if err := putWaiting(tx, t, all); err != nil {
			return served, err
		}
	}
	return served, nil
}

// next returns the place of the letter whose turn it is: the oldest of the domain that has had the
// fewest letters today. next returns -1 when the budget of the day is spent for all that wait.
func next(tx store.Tx, l ledger.Limits, t ledger.Tally, all []waiting) (place int, err error) {
	place = -1
	fewest, seen := 0, map[string]bool{}
	for i, w := range all {
		if seen[w.Domain] {
			continue
		}
		seen[w.Domain] = true
		open, err := l.Open(tx, t, w.Domain, tx.Now())
		if err != nil {
			return -1, err
		}
		had, err := tx.Count(t.At(w.Domain, tx.Now()))
		if err != nil {
			return -1, err
		}
		if open && (place < 0 || had < fewest) {
			place, fewest = i, had
		}
	}
	return place, nil
}

// serve lets one letter go out, or sets it aside.
func serve(tx store.Tx, t ledger.Tally, w waiting, wanted func(store.Row) (bool, error)) error {
	row, err := tx.Row(w.Row)
	if err != nil || row.State != store.Waiting { // the operator has set the letter aside or sent it
		return err
	}
	wants, err := wanted(row)
	if err != nil {
		return err
	}
	row.State, row.Next = store.Queued, tx.Now()
	if !wants {
		row.State, row.Error = store.Parked, "nobody waits for it any more"
	} else if err := ledger.Spend(tx, t, w.Domain, tx.Now()); err != nil {
		return err
	}
	return tx.PutRow(&row)
}
