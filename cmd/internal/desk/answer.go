package desk

import (
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// An answer tells its reader what they asked for, or why nothing came of a letter. Budgets limit
// the number of answers. When a budget is spent, the letter has no effect, and the last answer
// within the budget has said that answers would end. A notice tells of something that was done,
// or asks for a confirmation. The budgets do not limit notices, because each thing that a notice
// tells of has its own limit: one confirmation of a registration a day, a number of invitations
// of a player a day, one notice for each change of an address.
//
// A letter that has no key and for which no domain vouches may pretend to come from a player and
// spend the player's budget. Therefore letters with a key, letters with a pass and letters with
// neither have budgets of their own, and strangers together have half of the answers of an hour.

// allowance is a number of letters that may be written in a period.
type allowance struct {
	tally string // the tally that counts the letters
	limit int
	ends  time.Time
	// of an allowance for an hour, the domain to whose addresses the letters go; "": to any
	hourly bool
	domain string
}

// allowances returns the limits of an answer: for one address in a day, and for the addresses of
// one domain and all addresses in an hour.
func (d *Desk) allowances(to string) []allowance {
	now := d.Tx.Now().UTC()
	tally := map[store.Proof]ledger.Tally{store.ByKey: ledger.TallyKeyed, store.ByDomain: ledger.TallyAnswers, store.Unproved: ledger.TallyUnproven}[d.proof()]
	address, most := tally.At(to, now), d.Budgets.PerHour
	switch {
	case d.proof() == store.Unproved:
		most = d.Budgets.ForStrangers()
	case d.Player == nil:
		tally, most = ledger.TallyStrangers, d.Budgets.ForStrangers()
	}
	domain := mailer.DomainOf(to)
	all := []allowance{{tally: address, limit: d.Budgets.PerAddressDay, ends: ledger.Tomorrow(now)}}
	if share := d.Budgets.ShareOfHour(most, domain); share < most {
		all = append(all, allowance{tally.InHourOf(domain, now), share, ledger.NextHour(now), true, domain})
	}
	return append(all, allowance{tally.InHour(now), most, ledger.NextHour(now), true, ""})
}

// proof returns the kind of proof of who wrote the letter. The budgets of one kind are never used
// up by letters of another. The key counts as right, because a letter with a wrong key is filed
// without an answer.
func (d *Desk) proof() store.Proof {
	switch {
	case !d.Mail.Token.IsZero():
		return store.ByKey
	case d.Vouched():
		return store.ByDomain
	}
	return store.Unproved
}

// Proven reports whether the letter's writer is proven: the letter has a key, or the sender's
// domain vouches for the letter (DMARC). A key that is wrong never comes so far, because a letter
// with a wrong key is filed without an answer.
func (d *Desk) Proven() bool { return d.proof() != store.Unproved }

// Vouched reports whether the domain of the sender vouches for the whole letter (DMARC): that the
// sender wrote the letter as it is, and to corrd.
func (d *Desk) Vouched() bool { return d.Mail.Proof == mailer.ProofFull }

// mayAnswer reports whether the budgets allow an answer to an address. When a budget is spent,
// mayAnswer sets d.Silent.
func (d *Desk) mayAnswer(to string) (open bool, err error) {
	budgets := d.allowances(to)
	var of store.Likely
	for _, b := range budgets {
		of.Counts = append(of.Counts, b.tally)
	}
	if err := d.Tx.Expect(of); err != nil {
		return false, err
	}
	for _, b := range budgets {
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

// answer enqueues an office letter that answers this one, and counts it. The caller has asked
// mayAnswer before.
func (d *Desk) answer(kind string, to string, data templates.Data) error {
	budgets := d.allowances(to)
	for _, b := range budgets {
		n, err := d.Tx.Count(b.tally)
		if err != nil {
			return err
		}
		if n+1 == b.limit && data.Last == 0 {
			data.Last, data.Hourly, data.Domain, data.Reopens = b.limit, b.hourly, b.domain, b.ends
		}
	}
	for _, b := range budgets {
		if err := d.Tx.AddCount(b.tally, 1); err != nil {
			return err
		}
	}
	return d.write(kind, data)
}

// write writes to the letter's sender. For a sender who is not registered and has no key the
// budgets of strangers hold: the letter waits for its turn, or nothing is written when as many wait
// as may.
func (d *Desk) write(kind string, data templates.Data) error {
	if d.Player != nil || !d.Mail.Token.IsZero() {
		return d.Out.Notify(kind, d.owner(), data)
	}
	tally := ledger.TallyUnprovenStrangers
	if d.Vouched() {
		tally = ledger.TallyProvenStrangers
	}
	may, err := d.mayWait(tally, d.Mail.From)
	if err != nil || !may {
		d.Silent = true
		return err
	}
	return d.toStranger(tally, d.Mail.From, kind, d.Mail.From, data)
}

// Reply answers the letter's sender with an office letter, if the budgets allow it, and ends the
// letter with a state and a verdict. When a budget is spent, the letter ends as Ignored, no
// answer is marked as given, and the letter appears in the list of the inbox.
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
	if d.Silent {
		return d.End(store.Ignored, verdict+"; not answered, for too many letters to strangers wait")
	}
	return d.End(state, verdict)
}

// Acknowledge tells the letter's sender what the letter has done, outside the budgets, and ends
// the letter with a state and a verdict.
func (d *Desk) Acknowledge(kind string, data templates.Data, state store.LetterState, verdict string) error {
	data.Left, data.Rekeyed, data.Waits = d.Left, d.Shown != nil, d.Waits
	if err := d.write(kind, data); err != nil {
		return err
	}
	if d.Silent {
		return d.End(store.Ignored, verdict+"; not written, for too many letters to strangers wait")
	}
	return d.End(state, verdict)
}

// owner returns the address to which answers to the letter go.
func (d *Desk) owner() string {
	if d.Player != nil {
		return d.Player.Addresses[0]
	}
	return d.Mail.From
}

// AtMost adds one to a tally of the day and reports true, unless the tally has reached limit;
// then AtMost adds nothing and reports false.
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

// AskAgain answers a letter that says neither yes nor no to the question of its key with the
// question once more: the same words once, and MostAgain letters a day.
func (d *Desk) AskAgain(kind string, data templates.Data, verdict string) error {
	before, err := d.askedAgain(verdict)
	if before || err != nil {
		return err
	}
	data.Final = d.final
	return d.Acknowledge(kind, data, store.Returned, verdict)
}

// SpentKey answers a letter whose key has already been used. The first such letter gets an
// answer, and later ones get none.
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

// OnceToday answers the letter unless a letter has been answered under the same tally today.
// OnceToday does not count an answer that a spent budget prevents.
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
