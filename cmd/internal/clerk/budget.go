package clerk

import (
	"time"

	"corrd/cmd/internal/budget"
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
func (d *desk) allowances(to string) [2]allowance {
	now := d.tx.Now().UTC()
	address, all, most := budget.Answers.At(to, now), budget.Answers.InHour(now), d.cfg.Budgets.PerHour
	if !d.proven() {
		address = budget.Unproven.At(to, now)
	}
	if !d.proven() || d.player == nil {
		all, most = budget.Unproven.InHour(now), d.cfg.Budgets.ForStrangers()
	}
	return [2]allowance{
		{address, d.cfg.Budgets.PerAddressDay, budget.Tomorrow(now)},
		{all, most, budget.NextHour(now)},
	}
}

// proven reports whether the letter has a key, which has been found right where
// anything is answered, or the domain of its sender vouches for it.
func (d *desk) proven() bool { return !d.mail.Token.IsZero() || d.vouched() }

// vouched reports whether the domain of the sender vouches for the letter (DMARC).
func (d *desk) vouched() bool { return d.mail.Auth == mailer.AuthPass }

// mayAnswer reports whether the budgets of an answer are open. Where one is spent
// mayAnswer says so in d.silent as well.
func (d *desk) mayAnswer(to string) (open bool, err error) {
	for _, b := range d.allowances(to) {
		n, err := d.tx.Count(b.tally)
		if err != nil {
			return false, err
		}
		if n >= b.limit {
			d.log.Warn("budget spent: no answer", "letter", d.rec.ID, "to", to, "budget", b.tally)
			d.silent = true
			return false, nil
		}
	}
	return true, nil
}

// answer enqueues an office letter that answers this one, and counts it; the budgets
// are open.
func (d *desk) answer(kind string, to string, data templates.Data) error {
	budgets := d.allowances(to)
	for i, b := range budgets {
		n, err := d.tx.Count(b.tally)
		if err != nil {
			return err
		}
		if n+1 == b.limit && (i == 0 || data.Last == 0) {
			data.Last, data.Hourly, data.Reopens = b.limit, i == 1, b.ends
		}
	}
	for _, b := range budgets {
		if err := d.tx.AddCount(b.tally, 1); err != nil {
			return err
		}
	}
	return d.out.Notify(kind, to, data)
}

// reply answers the letter's own sender with an office letter, within the budgets, and
// ends the letter. Where a budget is spent nothing has come of the letter, nothing is
// marked as said, and the list of the inbox shows the letter.
func (d *desk) reply(kind string, data templates.Data, state store.LetterState, verdict string) error {
	data.Left, data.Rekeyed = d.left, d.shown != nil
	open, err := d.mayAnswer(d.owner())
	switch {
	case err != nil:
		return err
	case !open:
		if state == store.Answered || state == store.Returned {
			state = store.Ignored
		}
		return d.end(state, verdict+"; not answered, for the budget is spent")
	}
	if before, err := d.askedByOffice(kind, data, verdict); err != nil || before {
		return err
	}
	data.Final = d.final
	if err := d.answer(kind, d.owner(), data); err != nil {
		return err
	}
	return d.end(state, verdict)
}

// acknowledge tells the letter's own sender what it has done, outside the budgets, and
// ends the letter.
func (d *desk) acknowledge(kind string, data templates.Data, state store.LetterState, verdict string) error {
	data.Left, data.Rekeyed = d.left, d.shown != nil
	if err := d.out.Notify(kind, d.owner(), data); err != nil {
		return err
	}
	return d.end(state, verdict)
}

// owner is the address at which the letter's sender is answered.
func (d *desk) owner() string {
	if d.player != nil {
		return d.player.Addresses[0]
	}
	return d.mail.From
}

// atMost counts one more of what a tally of the day counts, and reports whether that
// is within its limit; beyond the limit nothing is counted.
func (d *desk) atMost(limit int, tally string) (within bool, err error) {
	n, err := d.tx.Count(tally)
	if err != nil || n >= limit {
		return false, err
	}
	return true, d.tx.AddCount(tally, 1)
}
