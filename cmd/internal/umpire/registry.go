package umpire

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/game/reason"
	"corrd/store"
	"corrd/templates"
)

// Called finds an umpire in office by name, address or number. A name is found as a player's is, in
// whatever spacing and capitals it is written.
func Called(v store.View, name string) (_ ledger.Umpire, objection reason.Reason, err error) {
	all, err := ledger.Umpires(v)
	for _, u := range all {
		if u.Removed.IsZero() && (ledger.SameName(u.Name, name) || store.SameAddress(u.Address, name) || strconv.FormatInt(u.ID, 10) == name) {
			return u, "", err
		}
	}
	return ledger.Umpire{}, reason.Because("objection no umpire", name), err
}

// Appoint makes a person an umpire, and tells them. Where an umpire in office has the name or the
// address, nothing is done, and that umpire is returned as there.
func (r *Room) Appoint(tx store.Tx, name, address string) (u ledger.Umpire, there *ledger.Umpire, err error) {
	all, err := ledger.Umpires(tx)
	if err != nil {
		return u, nil, err
	}
	for _, u := range all {
		if u.Removed.IsZero() && (store.SameAddress(u.Address, address) || ledger.SameName(u.Name, name)) {
			return u, &u, nil
		}
	}
	u = ledger.Umpire{Name: name, Address: address, Added: tx.Now()}
	if err := ledger.PutUmpire(tx, &u); err != nil {
		return u, nil, err
	}
	told := templates.Data{Topic: templates.UmpireAdded, Name: u.Name, Umpire: u.ID, Place: u.Round}
	return u, nil, r.Ledger.NoticesOf(tx, 0).Notify("office", u.Address, told)
}

// Dismiss ends an umpire's power, and tells them. The umpire's rulings stand, and the umpire's keys
// become invalid.
func (r *Room) Dismiss(tx store.Tx, u *ledger.Umpire) error {
	u.Removed = tx.Now()
	if err := ledger.PutUmpire(tx, u); err != nil {
		return err
	}
	told := templates.Data{Topic: templates.UmpireRemoved, Name: u.Name}
	return r.Ledger.NoticesOf(tx, 0).Notify("office", u.Address, told)
}

// Alike returns the names of the players that are taken for the name of an umpire, and who do not
// have the umpire's address.
func Alike(v store.View, u ledger.Umpire) (names []string, err error) {
	all, err := v.Players()
	for _, p := range all {
		if len(p.Addresses) > 0 && !ledger.HasAddress(p, u.Address) && ledger.NameHolds(p.Name, u.Name) {
			names = append(names, p.Name)
		}
	}
	return names, err
}

// Shown is an order that an umpire has written in a letter and whose outcome the umpire has been
// shown. The order has the number of its letter. Each showing has a key of its own, which one
// answer spends; the answer yes carries the order out if the game has not changed meanwhile.
type Shown struct {
	Letter  int64     `json:"letter"`
	Game    int64     `json:"game"`
	Stirred int64     `json:"stirred"` // game.State.Stirred as the umpire was shown the game
	Words   string    `json:"words"`
	Dispute int64     `json:"dispute,omitempty"` // the dispute that the order names; 0: none
	Times   int       `json:"shown"`             // the generation of the key of the last showing
	At      time.Time `json:"at"`                // when the order was last shown
	Spent   bool      `json:"spent,omitempty"`   // the last showing has been answered
}

const (
	// ShownFor is how long the showing of an order can be answered.
	ShownFor = 7 * 24 * time.Hour
	// MostShown is how many showings of an order are recognised by their keys.
	MostShown = 100

	mostOrders = 200 // of one umpire that are kept, the newest
)

// Waits reports whether the order can be carried out by a yes at an instant.
func (s Shown) Waits(now time.Time) bool { return !s.Spent && now.Sub(s.At) <= ShownFor }

func shownSetting(umpire int64) string { return fmt.Sprint("umpire-orders/", umpire) }

// ShownTo returns the orders that the umpire with a number has been shown, the oldest first.
func ShownTo(v store.View, umpire int64) (all []Shown, err error) {
	text, _, err := v.Setting(shownSetting(umpire))
	if err != nil || text == "" {
		return nil, err
	}
	return all, json.Unmarshal([]byte(text), &all)
}

// Put keeps an order of the umpire with a number, in the place of the order of the same letter.
func (s Shown) Put(tx store.Tx, umpire int64) error {
	all, err := ShownTo(tx, umpire)
	if err != nil {
		return err
	}
	all = append(slices.DeleteFunc(all, func(other Shown) bool { return other.Letter == s.Letter }), s)
	text, err := json.Marshal(all[max(0, len(all)-mostOrders):])
	if err != nil {
		return err
	}
	return tx.SetSetting(shownSetting(umpire), string(text))
}
