package control

import (
	"context"
	"strings"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/players"
	"corrd/cmd/internal/umpire"
	"corrd/store"
	"corrd/templates"
)

// UmpireView is an umpire.
type UmpireView struct {
	ID      int64      `json:"id"`
	Name    string     `json:"name"`
	Address string     `json:"address"`
	Added   time.Time  `json:"added"`
	Removed *time.Time `json:"removed"`
	// the players whose names are taken for the new umpire's, and who are other people
	Alike []string `json:"alike,omitempty"`
}

func viewUmpire(u ledger.Umpire) UmpireView {
	v := UmpireView{ID: u.ID, Name: u.Name, Address: u.Address, Added: u.Added}
	if !u.Removed.IsZero() {
		v.Removed = &u.Removed
	}
	return v
}

// UmpireList returns the umpires in their order. The umpire of a game is the first umpire who does
// not play in the game, and the umpires after the first are deputies.
func (r *Room) UmpireList(context.Context, None) ([]UmpireView, error) {
	return view(r, func(v store.View) ([]UmpireView, error) {
		all, err := ledger.Umpires(v)
		views := []UmpireView{}
		for _, u := range all {
			views = append(views, viewUmpire(u))
		}
		return views, err
	})
}

// UmpireAdd makes a person an umpire, and tells them. The operator vouches for the person's address.
func (r *Room) UmpireAdd(_ context.Context, a Enrolment) (UmpireView, error) {
	return update(r, func(tx store.Tx) (UmpireView, error) {
		address, err := plainAddress(a.Address)
		name := players.CleanName(a.Name)
		if err != nil || name == "" || r.Ledger.Own(address) {
			return UmpireView{}, refuse("%q, %q: give a name and one plain address, as in: corrctl umpire add \"George Walker\" walker@example.org", a.Name, a.Address)
		}
		all, err := ledger.Umpires(tx)
		if err != nil {
			return UmpireView{}, err
		}
		for _, u := range all {
			if u.Removed.IsZero() && (store.SameAddress(u.Address, address) || strings.EqualFold(u.Name, name)) {
				return UmpireView{}, refuse("umpire %d is %s, %s, already", u.ID, u.Name, u.Address)
			}
		}
		u := ledger.Umpire{Name: name, Address: address, Added: tx.Now()}
		if err := ledger.PutUmpire(tx, &u); err != nil {
			return UmpireView{}, err
		}
		v := viewUmpire(u)
		if v.Alike, err = namedAlike(tx, u); err != nil {
			return v, err
		}
		told := templates.Data{Topic: templates.UmpireAdded, Name: u.Name, Umpire: u.ID, Place: u.Round}
		return v, r.Ledger.NoticesOf(tx, 0).Notify("office", u.Address, told)
	})
}

// namedAlike returns the names of the players that are taken for the name of an umpire, and who do not
// have the umpire's address.
func namedAlike(v store.View, u ledger.Umpire) (names []string, err error) {
	all, err := v.Players()
	for _, p := range all {
		if len(p.Addresses) > 0 && !ledger.HasAddress(p, u.Address) && players.NameHolds(p.Name, u.Name) {
			names = append(names, p.Name)
		}
	}
	return names, err
}

// UmpireRemove ends an umpire's power, and tells them. The umpire's rulings stand, and the umpire's
// keys become invalid.
func (r *Room) UmpireRemove(_ context.Context, a Naming) (UmpireView, error) {
	return rehearse(r, a.Preview, func(tx store.Tx) (UmpireView, error) {
		u, err := umpireCalled(tx, a.Name)
		if err != nil {
			return UmpireView{}, err
		}
		u.Removed = tx.Now()
		if err := ledger.PutUmpire(tx, &u); err != nil {
			return UmpireView{}, err
		}
		told := templates.Data{Topic: templates.UmpireRemoved, Name: u.Name}
		return viewUmpire(u), r.Ledger.NoticesOf(tx, 0).Notify("office", u.Address, told)
	})
}

// Naming names an umpire by name, address or number.
type Naming struct {
	Name    string `json:"name,omitempty"`
	Preview bool   `json:"preview,omitempty"`
}

// umpireCalled finds an umpire in office, and refuses where there is none.
func umpireCalled(v store.View, name string) (ledger.Umpire, error) {
	u, objection, err := umpire.Called(v, name)
	if err == nil && objection != "" {
		err = objected(objection)
	}
	return u, err
}
