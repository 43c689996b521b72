package players

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
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
	Number int64     `json:"number"` // of the registration whose key undoes the change
	At     time.Time `json:"at"`
	Before []string  `json:"before"` // the addresses as they were
}

// changesSetting keeps the changes of a player's addresses of the last week, as JSON,
// oldest first.
func changesSetting(player int64) string { return "addresses/" + number(player) }

// changesOf returns the changes of a player's addresses that can be undone now.
func changesOf(v store.View, player int64) (changes []addressChange, err error) {
	text, ok, err := v.Setting(changesSetting(player))
	if err != nil || !ok {
		return nil, err
	}
	err = json.Unmarshal([]byte(text), &changes)
	return slices.DeleteFunc(changes, func(c addressChange) bool { return v.Now().Sub(c.At) > undoWithin }), err
}

func noteChange(tx store.Tx, player int64, c addressChange) error {
	changes, err := changesOf(tx, player)
	if err != nil {
		return err
	}
	return putChanges(tx, player, append(changes, c))
}

func putChanges(tx store.Tx, player int64, changes []addressChange) error {
	text, err := json.Marshal(changes)
	if err != nil {
		return err
	}
	return tx.SetSetting(changesSetting(player), string(text))
}

// Before returns the addresses that a player had before the change with a number; none
// where the change cannot be undone now.
func Before(v store.View, player, number int64) ([]string, error) {
	changes, err := changesOf(v, player)
	if i := indexOf(changes, number); i >= 0 {
		return changes[i].Before, err
	}
	return nil, err
}

func indexOf(changes []addressChange, number int64) int {
	return slices.IndexFunc(changes, func(c addressChange) bool { return c.Number == number })
}

// Undo gives a player the addresses from before the change with a number, which Before gives, tells
// all addresses, and gives the player after the change. Every later change is undone as well; an
// address that has become another player's meanwhile stays theirs.
func Undo(out *ledger.Notices, player, number int64) (store.Player, error) {
	p, err := out.Tx.Player(player)
	if err != nil {
		return p, err
	}
	changes, err := changesOf(out.Tx, player)
	if err != nil {
		return p, err
	}
	i := indexOf(changes, number)
	if i < 0 {
		return p, fmt.Errorf("player %d has no change %d of addresses to be undone", player, number)
	}
	var after []string
	for _, a := range changes[i].Before {
		switch owner, err := out.Tx.PlayerAt(a); {
		case err == nil && owner.ID != p.ID:
		case err == nil || errors.Is(err, store.ErrNotFound):
			after = append(after, a)
		default:
			return p, err
		}
	}
	now := p.Addresses
	p.Addresses = after
	if err := cmp.Or(putChanges(out.Tx, player, changes[:i]), out.Tx.PutPlayer(&p), rotateAll(out, p)); err != nil {
		return p, err
	}
	told := templates.Data{Topic: templates.AddressChanged, Lines: after, Reason: "undone"}
	return p, cmp.Or(out.NotifyAll("office", after, told), out.NotifyAll("office", newIn(now, after), told))
}
