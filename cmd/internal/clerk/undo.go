package clerk

import (
	"encoding/json"
	"errors"
	"slices"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/store"
	"corrd/templates"
)

// undoWithin is how long a change of a player's addresses can be undone.
const undoWithin = 7 * 24 * time.Hour

// addressChange is a change of a player's addresses that can be undone.
type addressChange struct {
	Number int64     `json:"number"` // of the registration whose key undoes it
	At     time.Time `json:"at"`
	Before []string  `json:"before"` // the addresses as they were
}

// changesSetting keeps the changes of a player's addresses of the last week, as JSON,
// oldest first.
func changesSetting(player int64) string { return "addresses/" + itoa(player) }

// changesOf gives the changes of a player's addresses that can be undone now.
func changesOf(v store.View, player int64) (changes []addressChange, err error) {
	text, ok, err := v.Setting(changesSetting(player))
	if err != nil || !ok {
		return nil, err
	}
	err = json.Unmarshal([]byte(text), &changes)
	return slices.DeleteFunc(changes, func(c addressChange) bool { return v.Now().Sub(c.At) > undoWithin }), err
}

func (d *desk) noteChange(player int64, c addressChange) error {
	changes, err := changesOf(d.tx, player)
	if err != nil {
		return err
	}
	return d.putChanges(player, append(changes, c))
}

func (d *desk) putChanges(player int64, changes []addressChange) error {
	text, err := json.Marshal(changes)
	if err != nil {
		return err
	}
	return d.tx.SetSetting(changesSetting(player), string(text))
}

// undoes takes the answer to a notice of a changed address, of an address that was on
// file before the change: no undoes the change, and every later one with it, so that
// whoever has come in by a change cannot hold what they have taken. Anything else is as
// if it had come to the plain address.
func (d *desk) undoes(r store.Registration) error {
	changes, err := changesOf(d.tx, r.Owner)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(changes, func(c addressChange) bool { return c.Number == r.ID })
	his := d.player != nil && d.player.ID == r.Owner
	was := i >= 0 && ledger.HasAddress(store.Player{Addresses: changes[i].Before}, d.mail.From) && (his || d.player == nil)
	switch {
	case was && d.disagrees():
		return d.undo(r, changes, i)
	case his && d.disagrees():
		return d.spentKey(templates.Data{Topic: templates.AddressChanged, Lines: d.player.Addresses, Reason: "over"})
	case his:
		return d.unkeyed()
	case was:
		return d.end(store.Ignored, "leaves the change of an address as it is")
	}
	return d.end(store.Ignored, wrongKey)
}

// undo gives a player the addresses from before a change; one that has become another
// player's meanwhile stays theirs.
func (d *desk) undo(r store.Registration, changes []addressChange, i int) error {
	p, err := d.tx.Player(r.Owner)
	if err != nil {
		return err
	}
	var after []string
	for _, a := range changes[i].Before {
		switch owner, err := d.tx.PlayerAt(a); {
		case err == nil && owner.ID != p.ID:
		case err == nil || errors.Is(err, store.ErrNotFound):
			after = append(after, a)
		default:
			return err
		}
	}
	now := p.Addresses
	p.Addresses = after
	told := templates.Data{Topic: templates.AddressChanged, Lines: after, Reason: "undone"}
	err = firstError(d.putChanges(p.ID, changes[:i]), d.tx.PutPlayer(&p), d.rotateAll(p),
		d.out.NotifyAll("office", after, told), d.out.NotifyAll("office", newIn(now, after), told))
	d.player, d.rec.Player = &p, p.ID
	if err != nil {
		return err
	}
	return d.end(store.Acted, "change of addresses undone")
}
