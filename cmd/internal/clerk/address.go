package clerk

import (
	"errors"
	"net/mail"
	"slices"
	"strings"

	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// address adds an address to a player, once it has been confirmed there, or takes
// one of several away. Who could do so in another's name could take his games: so
// the letter has a key, or its sender's domain vouches for it.
func (d *desk) address(p store.Player, keyed bool, st interpret.Statement) error {
	verb, written, _ := strings.Cut(st.Words, " ")
	parsed, err := mail.ParseAddress(written)
	refusal := templates.Data{Topic: templates.AddressRefused, Words: st.Text}
	switch {
	case err != nil || d.isCorrd(parsed.Address):
		refusal.Reason = "syntax"
	case !keyed && d.mail.Auth != mailer.AuthPass:
		refusal.Reason = "identity"
	case verb == "remove":
		return d.removeAddress(p, parsed.Address, refusal)
	case hasAddress(p, parsed.Address):
		refusal.Reason = "known"
	default:
		return d.addAddress(p, canonical(parsed.Address))
	}
	return d.reply("refused", refusal, store.Returned, "address: "+refusal.Reason)
}

// addAddress has a new address asked, once a day. Whether it is another player's
// is nobody's business.
func (d *desk) addAddress(p store.Player, address string) error {
	answer := templates.Data{Topic: templates.AddressAsked, Address: address}
	r, err := d.tx.RegistrationAt(address)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	askedToday := err == nil && day(r.At) == day(d.tx.Now())
	if _, err := d.tx.PlayerAt(address); err == nil || askedToday {
		return d.office(answer)
	} else if !errors.Is(err, store.ErrNotFound) {
		return err
	}
	r = store.Registration{Name: p.Name, Address: address, At: d.tx.Now(), Owner: p.ID}
	if err := d.tx.PutRegistration(&r); err != nil {
		return err
	}
	question := templates.Data{Topic: templates.ConfirmAddress, Number: r.ID, Name: p.Name}
	return firstError(d.answer("confirm", address, question), d.office(answer))
}

// addressConfirmed gives a player the address that has answered, and tells him
// there and at his first.
func (d *desk) addressConfirmed(r store.Registration) error {
	p, err := d.tx.Player(r.Owner)
	if err != nil {
		return err
	}
	told := templates.Data{Topic: templates.AddressChanged, Lines: append(slices.Clone(p.Addresses), r.Address)}
	if d.player != nil { // who has become a player of his own meanwhile
		return d.spentKey(templates.Data{Topic: templates.Registered, Name: d.player.Name})
	}
	p.Addresses, r.Player = told.Lines, p.ID
	if err := firstError(d.tx.PutPlayer(&p), d.tx.PutRegistration(&r)); err != nil {
		return err
	}
	d.player, d.rec.Player = &p, p.ID
	return firstError(d.answer("office", r.Address, told), d.answer("office", p.Addresses[0], told), d.end(store.Acted, "address added"))
}

// removeAddress takes an address away from a player who has another, and tells
// him at both. Whoever has the mailbox to which his letters went until now has his
// keys: they are rotated.
func (d *desk) removeAddress(p store.Player, address string, refusal templates.Data) error {
	if !hasAddress(p, address) || len(p.Addresses) == 1 {
		refusal.Reason = "last"
		return d.reply("refused", refusal, store.Returned, "address: last")
	}
	address = spelling(p, address)
	lettersLieThere := p.Addresses[0] == address
	p.Addresses = slices.DeleteFunc(slices.Clone(p.Addresses), func(a string) bool { return a == address })
	if err := d.tx.PutPlayer(&p); err != nil {
		return err
	}
	d.player = &p
	if lettersLieThere {
		if err := d.rotateAll(p); err != nil {
			return err
		}
	}
	told := templates.Data{Topic: templates.AddressChanged, Lines: p.Addresses}
	return firstError(d.answer("office", address, told), d.answer("office", p.Addresses[0], told), d.end(store.Acted, "address removed"))
}

// canonical is an address with its domain in lower case.
func canonical(address string) string {
	i := strings.LastIndexByte(address, '@')
	return address[:i] + strings.ToLower(address[i:])
}

// isCorrd reports whether an address is corrd's own.
func (c *Clerk) isCorrd(address string) bool { return store.SameAddress(address, c.cfg.Site.Address()) }
