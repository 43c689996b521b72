package players

import (
	"cmp"
	"slices"

	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/play"
	"corrd/store"
	"corrd/templates"
)

// AddAddress gives a player the address of a registration, which is stored as the player's.
func AddAddress(out *ledger.Notices, p *store.Player, r store.Registration) error {
	r.Player = p.ID
	if err := out.Tx.PutRegistration(&r); err != nil {
		return err
	}
	return changeAddresses(out, p, r.ID, append(slices.Clone(p.Addresses), r.Address), "added", r.Address)
}

// RemoveAddress takes an address, in whatever spelling, away from a player who has another.
func RemoveAddress(out *ledger.Notices, p *store.Player, address string) error {
	address = ledger.Spelling(*p, address)
	r := store.Registration{Name: p.Name, Address: address, At: out.Tx.Now(), Owner: p.ID, Player: p.ID}
	if err := out.Tx.PutRegistration(&r); err != nil {
		return err
	}
	after := slices.DeleteFunc(slices.Clone(p.Addresses), func(a string) bool { return a == address })
	return changeAddresses(out, p, r.ID, after, "removed", address)
}

// changeAddresses gives a player other addresses and tells every address, those before the change
// and those after. An address from before can undo the change, which has the number of a
// registration. The player's keys are rotated, because whoever has the mailbox that letters went to
// until now has the keys.
func changeAddresses(out *ledger.Notices, p *store.Player, number int64, after []string, how, which string) error {
	before := p.Addresses
	if err := noteChange(out.Tx, p.ID, addressChange{number, out.Tx.Now(), before}); err != nil {
		return err
	}
	p.Addresses = after
	if err := out.Tx.PutPlayer(p); err != nil {
		return err
	}
	if len(before) > 0 && before[0] != after[0] { // who has been removed plays in no game that goes on
		if err := rotateAll(out, *p); err != nil {
			return err
		}
	}
	told := templates.Data{Topic: templates.AddressChanged, Lines: after, Address: which, Reason: how}
	undoable := told
	undoable.Number, undoable.Until = number, out.Tx.Now().Add(undoWithin)
	return cmp.Or(out.NotifyAll("office", before, undoable), out.NotifyAll("office", newIn(after, before), told))
}

// newIn returns the addresses of a list that another does not have.
func newIn(list, other []string) (fresh []string) {
	for _, a := range list {
		if !ledger.HasAddress(store.Player{Addresses: other}, a) {
			fresh = append(fresh, a)
		}
	}
	return fresh
}

// rotateAll rotates the keys of all seats that a player has in games that go on. The
// player has a letter of each, with the new key.
func rotateAll(out *ledger.Notices, p store.Player) error {
	running, err := ledger.Running(out.Tx, p.ID)
	if err != nil {
		return err
	}
	for _, id := range running {
		s, err := ledger.SeatIn(out.Tx, p, id)
		if err != nil {
			return err
		}
		rotate := play.Rotate{Rotated: game.Rotated{Side: s.Side, Member: s.Member(), Why: game.LeakMailbox}}
		if _, err := out.Append(out.Tx, s.Game, play.Decide(s.Game, rotate, out.Tx.Now()), ledger.By{}); err != nil {
			return err
		}
	}
	return nil
}
