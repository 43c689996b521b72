package desk

import (
	"time"

	"corrd/cmd/internal/budget"
	"corrd/cmd/internal/ledger"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// An answer tells its reader what they asked, or why nothing came of a letter. The
// budgets bound answers: when one is spent nothing has been done, and the last answer
// before the end said so. A notice tells of something that has been done, or asks for
// a confirmation. A notice stands outside the budgets, and what it tells of has a
// bound of its own: one confirmation of a registration a day, so many invitations a
// player a day, one notice for each change of an address.
//
// Whoever writes without a key and without a domain that vouches for them could spend
// the budget of the player in whose name they write. Their letters have a budget of
// their own, and strangers have one half of the hour for themselves.

// allowance is a number of letters that may be written in a period.
type allowance struct {
	tally string // under which they are counted
	limit int
	ends  time.Time
}

// allowances are those of an answer: of the address for the day, and of all for the hour.
func (d *Desk) allowances(to string) [2]allowance {
	now := d.Tx.Now().UTC()
	address, all, most := budget.Answers.At(to, now), budget.Answers.InHour(now), d.Budgets.PerHour
	if !d.Proven() {
		address = budget.Unproven.At(to, now)
	}
	if !d.Proven() || d.Player == nil {
		all, most = budget.Unproven.InHour(now), d.Budgets.ForStrangers()
	}
	return [2]allowance{
		{address, d.Budgets.PerAddressDay, budget.Tomorrow(now)},
		{all, most, budget.NextHour(now)},
	}
}

// Proven reports whether the letter has a key, which has been found right where
// anything is answered, or the domain of its sender vouches for it.
func (d *Desk) Proven() bool { return !d.Mail.Token.IsZero() || d.Vouched() }

// Vouched reports whether the domain of the sender vouches for the letter (DMARC).
func (d *Desk) Vouched() bool { return d.Mail.Auth == mailer.AuthPass }

// mayAnswer reports whether the budgets of an answer are open. Where one is spent
// mayAnswer says so in d.Silent as well.
func (d *Desk) mayAnswer(to string) (open bool, err error) {
	for _, b := range d.allowances(to) {
		n, err := d.Tx.Count(b.tally)
		if err != nil {
			return false, err
		}
		if n >= b.limit {
			d.Log.Warn("budget spent: no answer", "letter", d.Rec.ID, "to", to, "budget", b.tally)
			d.Silent = true
			return false, nil
		}
	}
	return true, nil
}

// answer enqueues an office letter that answers this one, and counts it; the budgets
// are open.
func (d *Desk) answer(kind string, to string, data templates.Data) error {
	budgets := d.allowances(to)
	for i, b := range budgets {
		n, err := d.Tx.Count(b.tally)
		if err != nil {
			return err
		}
		if n+1 == b.limit && (i == 0 || data.Last == 0) {
			data.Last, data.Hourly, data.Reopens = b.limit, i == 1, b.ends
		}
	}
	for _, b := range budgets {
		if err := d.Tx.AddCount(b.tally, 1); err != nil {
			return err
		}
	}
	return d.Out.Notify(kind, to, data)
}

// Reply answers the letter's own sender with an office letter, within the budgets, and
// ends the letter. Where a budget is spent nothing has come of the letter, nothing is
// marked as said, and the list of the inbox shows the letter.
func (d *Desk) Reply(kind string, data templates.Data, state store.LetterState, verdict string) error {
	data.Left, data.Rekeyed = d.Left, d.Shown != nil
	open, err := d.mayAnswer(d.owner())
	switch {
	case err != nil:
		return err
	case !open:
		if state == store.Answered || state == store.Returned {
			state = store.Ignored
		}
		return d.End(state, verdict+"; not answered, for the budget is spent")
	}
	if before, err := d.askedByOffice(kind, data, verdict); err != nil || before {
		return err
	}
	data.Final = d.final
	if err := d.answer(kind, d.owner(), data); err != nil {
		return err
	}
	return d.End(state, verdict)
}

// Acknowledge tells the letter's own sender what it has done, outside the budgets, and
// ends the letter.
func (d *Desk) Acknowledge(kind string, data templates.Data, state store.LetterState, verdict string) error {
	data.Left, data.Rekeyed = d.Left, d.Shown != nil
	if err := d.Out.Notify(kind, d.owner(), data); err != nil {
		return err
	}
	return d.End(state, verdict)
}

// owner is the address at which the letter's sender is answered.
func (d *Desk) owner() string {
	if d.Player != nil {
		return d.Player.Addresses[0]
	}
	return d.Mail.From
}

// AtMost counts one more of what a tally of the day counts, and reports whether that
// is within its limit; beyond the limit nothing is counted.
func (d *Desk) AtMost(limit int, tally string) (within bool, err error) {
	n, err := d.Tx.Count(tally)
	if err != nil || n >= limit {
		return false, err
	}
	return true, d.Tx.AddCount(tally, 1)
}

// Office answers with an office letter and ends the letter.
func (d *Desk) Office(data templates.Data) error {
	return d.Reply("office", data, store.Answered, string(data.Topic))
}

// AskOnce asks the sender of a letter, which answers neither yes nor no to what its key
// is of, once more, and then no more.
func (d *Desk) AskOnce(kind string, data templates.Data, verdict string) error {
	key := ledger.Digest("asked again", []byte(d.Mail.Token.String()))
	_, asked, err := d.Tx.Seen(key)
	if err != nil {
		return err
	}
	if asked {
		return d.End(store.Ignored, verdict+", and asked again already")
	}
	if err := d.Tx.MarkSeen(key, d.Rec.ID); err != nil {
		return err
	}
	return d.Acknowledge(kind, data, store.Returned, verdict)
}

// SpentKey answers a letter whose key has done its work: once, and then no more.
func (d *Desk) SpentKey(spent mailer.Token, data templates.Data) error {
	key := ledger.Digest("spent", []byte(spent.String()))
	_, told, err := d.Tx.Seen(key)
	if err != nil {
		return err
	}
	if told {
		return d.End(store.Ignored, "spent key")
	}
	if err := d.Reply("office", data, store.Answered, "spent key"); err != nil || d.Silent {
		return err
	}
	return d.Tx.MarkSeen(key, d.Rec.ID)
}

// OnceToday answers the letter unless one was answered so today already, under a tally.
// An answer that a spent budget holds back is not counted.
func (d *Desk) OnceToday(tally string, data templates.Data, verdict string) error {
	n, err := d.Tx.Count(tally)
	if err != nil {
		return err
	}
	if n > 0 {
		return d.End(store.Ignored, verdict+" today already")
	}
	if err := d.Reply("asked", data, store.Returned, verdict); err != nil || d.Silent {
		return err
	}
	return d.Tx.AddCount(tally, 1)
}
