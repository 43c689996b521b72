package clerk

import (
	"errors"
	"net/mail"
	"slices"
	"strings"

	"corrd/cmd/internal/budget"
	"corrd/cmd/internal/ledger"
	"corrd/interpret"
	"corrd/store"
	"corrd/templates"
)

// address adds an address to a player, once it has been confirmed there, or takes
// one of several away. Who could do so in another's name could take their games: so
// the letter has a key, or its sender's domain vouches for it.
func (d *desk) address(p store.Player, keyed bool, st interpret.Statement) error {
	verb, written, _ := strings.Cut(st.Words, " ")
	parsed, err := mail.ParseAddress(written)
	refusal := templates.Data{Topic: templates.AddressRefused, Words: st.Text}
	switch {
	case err != nil || d.Own(parsed.Address):
		refusal.Reason = "syntax"
	case !keyed && !d.vouched():
		refusal.Reason = "identity"
	case verb == "remove" && (!ledger.HasAddress(p, parsed.Address) || len(p.Addresses) == 1):
		refusal.Reason = "last"
	case verb == "remove":
		return d.removeAddress(p, parsed.Address)
	case ledger.HasAddress(p, parsed.Address):
		refusal.Reason = "known"
	case len(p.Addresses) >= budget.MostAddresses:
		refusal.Reason = "many"
	default:
		return d.addAddress(p, store.Canonical(parsed.Address), refusal)
	}
	return d.reply("refused", refusal, store.Returned, "address: "+refusal.Reason)
}

// addAddress has a new address asked, once a day, unless it has declined to be this
// player's. Whether it is another player's is nobody's business. An address that waits
// for its answer belongs to nobody.
func (d *desk) addAddress(p store.Player, address string, refusal templates.Data) error {
	answer := templates.Data{Topic: templates.AddressAsked, Address: address}
	_, declined, err := d.tx.Seen(declinedAs(p.ID, address))
	if err != nil {
		return err
	}
	if _, err := d.tx.PlayerAt(address); err == nil || declined {
		return d.office(answer)
	} else if !errors.Is(err, store.ErrNotFound) {
		return err
	}
	asked := budget.Addresses.By(p.ID, d.tx.Now())
	if within, err := d.atMost(1, asked+"/"+store.FoldAddress(address)); err != nil || !within {
		if err != nil {
			return err
		}
		return d.office(answer)
	}
	if within, err := d.atMost(d.cfg.Budgets.Addresses, asked); err != nil || !within {
		refusal.Reason = "often"
		if err != nil {
			return err
		}
		return d.reply("refused", refusal, store.Returned, "address: often")
	}
	r := store.Registration{Name: p.Name, Address: address, At: d.tx.Now(), Owner: p.ID}
	if err := d.tx.PutRegistration(&r); err != nil {
		return err
	}
	question := templates.Data{Topic: templates.ConfirmAddress, Number: r.ID, Name: p.Name}
	return firstError(d.out.Notify("confirm", address, question), d.office(answer))
}

// addressConfirmed gives a player the address that has answered.
func (d *desk) addressConfirmed(r store.Registration) error {
	p, err := d.tx.Player(r.Owner)
	if err != nil {
		return err
	}
	if d.player != nil { // who has become a player of their own meanwhile
		return d.spentKey(templates.Data{Topic: templates.Registered, Name: d.player.Name})
	}
	r.Player = p.ID
	after := append(slices.Clone(p.Addresses), r.Address)
	if err := firstError(d.tx.PutRegistration(&r), d.changeAddresses(&p, r.ID, after, "added", r.Address)); err != nil {
		return err
	}
	d.player, d.rec.Player = &p, p.ID
	return d.end(store.Acted, "address added")
}

// removeAddress takes an address away from a player who has another.
func (d *desk) removeAddress(p store.Player, address string) error {
	address = ledger.Spelling(p, address)
	r := store.Registration{Name: p.Name, Address: address, At: d.tx.Now(), Owner: p.ID, Player: p.ID}
	if err := d.tx.PutRegistration(&r); err != nil {
		return err
	}
	after := slices.DeleteFunc(slices.Clone(p.Addresses), func(a string) bool { return a == address })
	if err := d.changeAddresses(&p, r.ID, after, "removed", address); err != nil {
		return err
	}
	d.player = &p
	return d.end(store.Acted, "address removed")
}

// changeAddresses gives a player other addresses and tells every address, of those
// before and after; those before can undo the change, which has the number of a
// registration. Whoever has the mailbox to which the letters went until now has the
// keys: they are rotated.
func (d *desk) changeAddresses(p *store.Player, number int64, after []string, how, which string) error {
	before := p.Addresses
	if err := d.noteChange(p.ID, addressChange{number, d.tx.Now(), before}); err != nil {
		return err
	}
	p.Addresses = after
	if err := d.tx.PutPlayer(p); err != nil {
		return err
	}
	if before[0] != after[0] {
		if err := d.rotateAll(*p); err != nil {
			return err
		}
	}
	told := templates.Data{Topic: templates.AddressChanged, Lines: after, Address: which, Reason: how}
	undoable := told
	undoable.Number, undoable.Until = number, d.tx.Now().Add(undoWithin)
	return firstError(d.out.NotifyAll("office", before, undoable), d.out.NotifyAll("office", newIn(after, before), told))
}

// newIn gives the addresses of a list that another does not have.
func newIn(list, other []string) (fresh []string) {
	for _, a := range list {
		if !ledger.HasAddress(store.Player{Addresses: other}, a) {
			fresh = append(fresh, a)
		}
	}
	return fresh
}

// Own reports whether an address is corrd's own.
func (c *Clerk) Own(address string) bool {
	return store.SameAddress(address, c.ledger.Site.Address())
}
