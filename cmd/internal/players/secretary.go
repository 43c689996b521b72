package players

import (
	"cmp"
	"errors"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

// Secretary returns the secretary of the club, who is the player with the address that the
// configuration names; ok is false where there is no such player.
func Secretary(v store.View, l *ledger.Ledger) (p store.Player, ok bool, err error) {
	if l.Secretary == "" {
		return p, false, nil
	}
	p, err = v.PlayerAt(l.Secretary)
	if errors.Is(err, store.ErrNotFound) {
		return p, false, nil
	}
	return p, err == nil && !p.OnCards(), err
}

// secretaryTally is the tally of the letters about newcomers that the secretary has had on the day
// of a time.
func secretaryTally(at time.Time) string {
	return "secretary/" + at.UTC().Format(time.DateOnly)
}

// SecretaryDue reports whether the secretary has a letter to get: newcomers wait of whom they have
// not heard today, or names are withdrawn from the public pages.
func SecretaryDue(v store.View, l *ledger.Ledger) (bool, error) {
	asks, err := asksDue(v, l)
	if asks || err != nil {
		return asks, err
	}
	return uploadDue(v, l)
}

// TellSecretary writes the letters that are due to the secretary.
func TellSecretary(tx store.Tx, l *ledger.Ledger) error {
	return cmp.Or(AskSecretary(tx, l), tellUpload(tx, l))
}

// asksDue reports whether newcomers wait of whom the secretary has not heard today.
func asksDue(v store.View, l *ledger.Ledger) (bool, error) {
	_, ok, err := Secretary(v, l)
	if !ok || err != nil {
		return false, err
	}
	if sent, err := v.Count(secretaryTally(v.Now())); sent > 0 || err != nil {
		return false, err
	}
	all, err := Applicants(v)
	return len(all) > 0, err
}

// AskSecretary writes to the secretary once a day about the newcomers who wait. The letter has a
// key of its own, which one answer spends.
func AskSecretary(tx store.Tx, l *ledger.Ledger) error {
	due, err := asksDue(tx, l)
	if !due || err != nil {
		return err
	}
	p, _, err := Secretary(tx, l)
	if err != nil {
		return err
	}
	if err := tx.AddCount(secretaryTally(tx.Now()), 1); err != nil {
		return err
	}
	asked, err := AboutApplicants(tx, l, p)
	if err != nil {
		return err
	}
	return l.NoticesOf(tx, p.ID).Notify("confirm", ledger.Mailbox(p), asked)
}

// AboutApplicants returns what a letter asks the secretary about those who wait, under a new key;
// no key where nobody waits.
func AboutApplicants(tx store.Tx, l *ledger.Ledger, secretary store.Player) (templates.Data, error) {
	data := templates.Data{Topic: templates.Admissions, Name: secretary.Name}
	all, err := Applicants(tx)
	if err != nil || len(all) == 0 {
		return data, err
	}
	for _, r := range all {
		data.Lines = append(data.Lines, r.Name, texts.Say("applicant", r.Address, templates.Instant(r.Confirmed, l.ZoneOf(secretary))))
	}
	question := store.Registration{Name: secretary.Name, Address: ledger.Mailbox(secretary), At: tx.Now(), Owner: secretary.ID, Player: secretary.ID}
	if err := tx.PutRegistration(&question); err != nil {
		return data, err
	}
	data.Number, data.Place = question.ID, ledger.KeyOfSecretary
	return data, nil
}
