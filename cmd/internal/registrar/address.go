package registrar

import (
	"errors"
	"net/mail"
	"strings"

	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/players"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// Address adds an address to a player once the address has confirmed, or removes one of several
// addresses. A person who could do either in a player's name could take over the player's games.
// Therefore the letter must have a key, or the sender's domain must vouch for the letter.
func (d Registrar) Address(p store.Player, keyed bool, st interpret.Statement) error {
	verb, written, _ := strings.Cut(st.Words, " ")
	parsed, err := mail.ParseAddress(written)
	refusal := templates.Data{Topic: templates.AddressRefused, Words: st.Text}
	switch {
	case err != nil || d.Ledger.Own(parsed.Address):
		refusal.Reason = "syntax"
	case !keyed && !d.Vouched():
		refusal.Reason = "identity"
	case verb == "remove" && (!ledger.HasAddress(p, parsed.Address) || len(p.Addresses) == 1):
		refusal.Reason = "last"
	case verb == "remove":
		if err := players.RemoveAddress(&d.Out, &p, parsed.Address); err != nil {
			return err
		}
		d.Player = &p
		return d.End(store.Acted, "address removed")
	case ledger.HasAddress(p, parsed.Address):
		refusal.Reason = "known"
	case len(p.Addresses) >= players.MostAddresses:
		refusal.Reason = "many"
	default:
		return d.addAddress(p, store.Canonical(parsed.Address), refusal)
	}
	return d.Reply("refused", refusal, store.Returned, "address: "+refusal.Reason)
}

// addAddress asks a new address to confirm, at most once a day, unless the address has refused to
// become this player's. The answer to the player does not tell whether the address belongs to
// another player. An address that has not yet confirmed belongs to nobody.
func (d Registrar) addAddress(p store.Player, address string, refusal templates.Data) error {
	if may, err := d.MayWait(players.TallyInvited, p.Addresses[0]); err != nil || !may {
		refusal.Reason = "many wait"
		if err != nil {
			return err
		}
		return d.Reply("refused", refusal, store.Returned, "address: too many letters to strangers wait")
	}
	open, err := d.Budgets.Open(d.Tx, players.TallyInvited, mailer.DomainOf(p.Addresses[0]), d.Tx.Now())
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
	if within, err := d.AtMost(1, players.TallyAddresses.By(p.ID, d.Tx.Now())+"/"+store.FoldAddress(address)); err != nil || !within {
		if err != nil {
			return err
		}
		return d.Office(answer)
	}
	if within, err := d.AtMost(d.Budgets.Addresses, players.TallyAddresses.Proved(d.Proof()).By(p.ID, d.Tx.Now())); err != nil || !within {
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
	question := templates.Data{Topic: templates.ConfirmAddress, Number: r.ID, Name: players.NameToStranger(p.Name)}
	if err := d.ToStranger(players.TallyInvited, p.Addresses[0], "confirm", address, question); err != nil {
		return err
	}
	return d.Office(answer)
}

// addressConfirmed gives a player the address that has confirmed.
func (d Registrar) addressConfirmed(r store.Registration) error {
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
	if err := players.AddAddress(&d.Out, &p, r); err != nil {
		return err
	}
	d.Player, d.Rec.Player = &p, p.ID
	return d.End(store.Acted, "address added")
}

// undoes takes the answer to a notice of a changed address, from an address that was on file
// before the change. The answer no undoes the change and every later change, so that a person who
// has come in by a change cannot keep the player's games. Any other answer is read like a letter
// to the plain address.
func (d Registrar) undoes(r store.Registration) (Next, error) {
	before, err := players.Before(d.Tx, r.Owner, r.ID)
	if err != nil {
		return Done, err
	}
	own := d.Player != nil && d.Player.ID == r.Owner
	was := ledger.HasAddress(store.Player{Addresses: before}, d.Mail.From) && (own || d.Player == nil)
	switch {
	case was && d.disagrees():
		p, err := players.Undo(&d.Out, r.Owner, r.ID)
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
	return Done, d.End(store.Ignored, desk.WrongKey)
}
