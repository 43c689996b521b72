package desk

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"corrd/cmd/internal/ledger"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

// Address adds an address to a player once the address has confirmed, or removes one of several
// addresses. A person who could do either in a player's name could take over the player's games.
// Therefore the letter must have a key, or the sender's domain must vouch for the letter.
func (d *Desk) Address(p store.Player, keyed bool, st interpret.Statement) error {
	verb, written, _ := strings.Cut(st.Words, " ")
	address, ok := mailer.ReadAddress(written)
	if !ok && verb == "remove" { // it may have come on file, and still no letter reaches it
		address = cmp.Or(address, written)
		ok = ledger.HasAddress(p, address)
	}
	refusal := templates.Data{Topic: templates.AddressRefused, Words: st.Text}
	switch {
	case !ok || d.Ledger.Placeholder(address):
		refusal.Reason = "syntax"
	case !keyed && !d.Vouched():
		refusal.Reason = "identity"
	case verb == "remove" && (!ledger.HasAddress(p, address) || len(p.Addresses) == 1):
		refusal.Reason = "last"
	case verb == "remove":
		if err := ledger.RemoveAddress(&d.Out, &p, address); err != nil {
			return err
		}
		d.Player = &p
		return d.End(store.Acted, "address removed")
	case ledger.HasAddress(p, address):
		refusal.Reason = "known"
	case len(p.Addresses) >= ledger.MostAddresses:
		refusal.Reason = "many"
	default:
		return d.addAddress(p, address, refusal)
	}
	return d.Reply("refused", refusal, store.Returned, "address: "+refusal.Reason)
}

// reads reads an address by which a letter names somebody. One at which nobody has a mailbox, or to
// which no letter can be written, is read only where it is a player's, to whom letters go at the
// first of their addresses.
func (d *Desk) reads(written string) (address string, ok bool, err error) {
	address, ok = mailer.ReadAddress(written)
	if address == "" || ok && !store.IsCard(address) {
		return address, ok, nil
	}
	_, err = d.Tx.PlayerAt(address)
	if errors.Is(err, store.ErrNotFound) {
		return "", false, nil
	}
	return address, err == nil, err
}

// addAddress asks a new address to confirm, at most once a day, unless the address has refused to
// become this player's. The answer to the player does not tell whether the address belongs to
// another player. An address that has not yet confirmed belongs to nobody.
func (d *Desk) addAddress(p store.Player, address string, refusal templates.Data) error {
	if may, err := d.mayWait(ledger.TallyInvited, p.Addresses[0]); err != nil || !may {
		refusal.Reason = "many wait"
		if err != nil {
			return err
		}
		return d.Reply("refused", refusal, store.Returned, "address: too many letters to strangers wait")
	}
	open, err := d.Budgets.Open(d.Tx, ledger.TallyInvited, mailer.DomainOf(p.Addresses[0]), d.Tx.Now())
	if err != nil {
		return err
	}
	answer := templates.Data{Topic: templates.AddressAsked, Address: address, Waits: !open}
	_, declined, err := d.Tx.Seen(declinedAs(p.ID, address))
	if err != nil {
		return err
	}
	if _, err := d.Tx.PlayerAt(address); err == nil || declined {
		return d.Office(answer)
	} else if !errors.Is(err, store.ErrNotFound) {
		return err
	}
	if within, err := d.AtMost(1, ledger.TallyAddresses.ByTo(p.ID, address, d.Tx.Now())); err != nil || !within {
		if err != nil {
			return err
		}
		return d.Office(answer)
	}
	if within, err := d.AtMost(d.Budgets.Addresses, ledger.TallyAddresses.Proved(d.proof()).By(p.ID, d.Tx.Now())); err != nil || !within {
		refusal.Reason = "often"
		if err != nil {
			return err
		}
		return d.Reply("refused", refusal, store.Returned, "address: often")
	}
	r := store.Registration{Name: p.Name, Address: address, At: d.Tx.Now(), Owner: p.ID}
	if err := d.Tx.PutRegistration(&r); err != nil {
		return err
	}
	question := templates.Data{Topic: templates.ConfirmAddress, Number: r.ID, Name: ledger.NameToStranger(p.Name)}
	if err := d.toStranger(ledger.TallyInvited, p.Addresses[0], "confirm", address, question); err != nil {
		return err
	}
	return d.Office(answer)
}

// addressConfirmed gives a player the address that has confirmed.
func (d *Desk) addressConfirmed(r store.Registration) error {
	p, err := d.Tx.Player(r.Owner)
	if err != nil {
		return err
	}
	switch {
	case d.Player != nil: // the address has become another player's meanwhile
		return d.SpentKey(d.Mail.Token, templates.Data{Topic: templates.Registered, Name: d.Player.Name})
	case len(p.Addresses) == 0: // the player has been removed meanwhile
		r.Closed = true
		if err := d.Tx.PutRegistration(&r); err != nil {
			return err
		}
		return d.Acknowledge("office", d.registrationOver(r), store.Answered, "its player has been removed")
	}
	if err := ledger.AddAddress(&d.Out, &p, r); err != nil {
		return err
	}
	d.Player, d.Rec.Player = &p, p.ID
	return d.End(store.Acted, "address added")
}

// undoes takes the answer to a notice of a changed address, from an address that was on file
// before the change. The answer no undoes the change and every later change, so that a person who
// has come in by a change cannot keep the player's games. Any other answer is read like a letter
// to the plain address.
func (d *Desk) undoes(r store.Registration) (Next, error) {
	before, err := ledger.BeforeChange(d.Tx, r.Owner, r.ID)
	if err != nil {
		return Done, err
	}
	own := d.Player != nil && d.Player.ID == r.Owner
	was := ledger.HasAddress(store.Player{Addresses: before}, d.Mail.From) && (own || d.Player == nil)
	switch {
	case was && d.disagrees():
		p, err := ledger.UndoChange(&d.Out, r.Owner, r.ID)
		if err != nil {
			return Done, err
		}
		d.Player, d.Rec.Player = &p, p.ID
		return Done, d.End(store.Acted, "change of addresses undone")
	case own && d.disagrees():
		return Done, d.SpentKey(d.Mail.Token, templates.Data{Topic: templates.AddressChanged, Lines: d.Player.Addresses, Reason: "over"})
	case own:
		return Unkeyed, nil
	case was:
		return Done, d.End(store.Ignored, "leaves the change of an address as it is")
	}
	return Done, d.End(store.Ignored, WrongKey)
}

// keptOut reports whether the club does not take the owner of an address, or has asked the
// secretary about them, and then tells the sender of the letter so, once a day.
func (d *Desk) keptOut(address string) (bool, error) {
	standing, r, err := ledger.StandingOfApplicant(d.Tx, d.Ledger, address)
	if standing == "" || err != nil {
		return false, err
	}
	r.Name = cmp.Or(r.Name, address)
	return true, d.OnceToday(ledger.TallyStandings.At(address, d.Tx.Now()), ledger.ToldApplicant(standing, r), "registration: "+standing)
}

// mayJoin reports whether the owner of an address, who has confirmed a registration, becomes a
// player at once. Otherwise mayJoin ends the letter: the secretary is asked, or the newcomer is
// told that the club takes nobody.
func (d *Desk) mayJoin(r *store.Registration) (bool, error) {
	if kept, err := d.keptOut(r.Address); kept || err != nil {
		return false, err
	}
	if d.Ledger.Registration != ledger.OnApproval {
		return true, nil
	}
	if err := ledger.PutApplicant(d.Tx, d.Ledger, r); err != nil {
		return false, err
	}
	return false, d.Acknowledge("office", ledger.ToldApplicant("waits", *r), store.Acted, "waits for the secretary")
}

// acceptsAsNewcomer takes the acceptance of somebody who is not registered, and reports whether
// they become a player by it.
func (d *Desk) acceptsAsNewcomer() (bool, error) {
	if d.Player != nil {
		return true, nil
	}
	name, err := ledger.FreeName(d.Tx, d.Name, store.Player{Addresses: []string{d.Mail.From}}, d.Mail.FromName, ledger.LocalPart(d.Mail.From))
	if err != nil {
		return false, err
	}
	return d.mayJoin(&store.Registration{Name: name, Address: d.Mail.From, At: d.Tx.Now()})
}

// fromSecretary reports whether a letter with the key of a question to the secretary is from who is
// secretary now.
func (d *Desk) fromSecretary(question store.Registration) (bool, error) {
	if d.Player == nil || d.Player.ID != question.Owner || !d.Keys.Check(d.Mail.Token, ledger.KeyOfSecretary) {
		return false, nil
	}
	p, ok, err := ledger.Secretary(d.Tx, d.Ledger)
	return ok && p.ID == d.Player.ID, err
}

// secretaryAnswers takes the answer of the secretary to a letter that asks about newcomers. An
// answer that decides about somebody spends its key, and the next letter names who still waits.
func (d *Desk) secretaryAnswers(question store.Registration) error {
	all, err := ledger.Applicants(d.Tx)
	if err != nil {
		return err
	}
	var done, unclear []string
	if !question.Closed {
		var orders []admission
		orders, unclear = d.admissions(question, all)
		for _, o := range orders {
			line, err := d.decide(o)
			if err != nil {
				return err
			}
			done = append(done, line)
		}
		question.Closed = len(done) > 0
	}
	data, err := ledger.AboutApplicants(d.Tx, d.Ledger, *d.Player)
	if err != nil {
		return err
	}
	data.Open, data.Refused = done, unclear
	switch {
	case len(done) > 0:
		if err := d.Tx.PutRegistration(&question); err != nil {
			return err
		}
		return d.Acknowledge("office", data, store.Acted, "newcomers: "+strings.Join(done, "; "))
	case question.Closed:
		data.Again = true
		return d.SpentKey(d.Mail.Token, data)
	}
	data.Again = true
	return d.AskAgain("asked", data, "newcomers: nothing decided")
}

// admission is what the secretary orders about one registration.
type admission struct {
	of       store.Registration
	approved bool
}

// decide approves or refuses a newcomer, tells them, and returns what to tell the secretary.
func (d *Desk) decide(o admission) (string, error) {
	verb := map[bool]string{true: "applicant approved", false: "applicant refused"}[o.approved]
	return texts.Say(verb, o.of.Name), ledger.DecideApplicant(&d.Out, d.Name, &o.of, o.approved)
}

// admits are the words with which the secretary approves or refuses a newcomer.
var admits = map[string]bool{"approve": true, "admit": true, "accept": true, "refuse": false, "reject": false, "decline": false}

// admissions reads the orders of the secretary in a letter: lines that begin with approve or refuse
// and name newcomers who wait, and yes or no where one waits. What names nobody, such as "approve
// all", is about those whom the question has named. admissions also gives the lines that begin so
// and name nobody who waits.
func (d *Desk) admissions(question store.Registration, all []store.Registration) (orders []admission, unclear []string) {
	shown := slices.DeleteFunc(slices.Clone(all), func(r store.Registration) bool { return r.Confirmed.After(question.At) })
	for line := range strings.Lines(d.Mail.Text) {
		line = unquoted(strings.TrimSpace(line))
		verb, names, _ := strings.Cut(line, " ")
		approves, ordered := admits[strings.ToLower(strings.Trim(verb, ":"))]
		if !ordered {
			continue
		}
		named := ledger.ApplicantsNamed(all, shown, names)
		if len(named) == 0 {
			unclear = append(unclear, line)
		}
		for _, r := range named {
			if !slices.ContainsFunc(orders, func(o admission) bool { return o.of.ID == r.ID }) {
				orders = append(orders, admission{r, approves})
			}
		}
	}
	if answer := d.Page.Answer(); len(orders)+len(unclear) == 0 && len(shown) == 1 && answer != interpret.Unclear {
		orders = []admission{{shown[0], answer == interpret.Yes}}
	}
	return orders, unclear
}

// unquoted takes away quotation marks around a whole line.
func unquoted(line string) string {
	if inner, ok := strings.CutPrefix(line, `"`); ok && strings.HasSuffix(inner, `"`) {
		return strings.TrimSuffix(inner, `"`)
	}
	return line
}
