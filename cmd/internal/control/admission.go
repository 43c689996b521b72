package control

import (
	"context"
	"fmt"
	"strings"
	"time"

	"corrd/cmd/internal/players"
	"corrd/store"
)

// ApplicantView is a newcomer about whom the secretary is asked.
type ApplicantView struct {
	Name      string    `json:"name"`
	Address   string    `json:"address"`
	Confirmed time.Time `json:"confirmed"` // when their address confirmed the registration
	Player    *int64    `json:"player"`    // the player that the newcomer has become; null for none
}

func viewApplicant(r store.Registration) ApplicantView {
	v := ApplicantView{Name: r.Name, Address: r.Address, Confirmed: r.Confirmed}
	if r.Player != 0 {
		v.Player = &r.Player
	}
	return v
}

// PlayerWaiting lists the newcomers about whom the secretary is asked.
func (r *Room) PlayerWaiting(context.Context, None) ([]ApplicantView, error) {
	return view(r, func(v store.View) ([]ApplicantView, error) {
		all, err := players.Applicants(v)
		views := []ApplicantView{}
		for _, one := range all {
			views = append(views, viewApplicant(one))
		}
		return views, err
	})
}

// PlayerApprove registers a newcomer who waits for the secretary, and tells them so.
func (r *Room) PlayerApprove(_ context.Context, a Named) ([]ApplicantView, error) {
	return r.admit(a.Name, true)
}

// PlayerRefuse refuses a newcomer who waits for the secretary, and tells them so.
func (r *Room) PlayerRefuse(_ context.Context, a Named) ([]ApplicantView, error) {
	return r.admit(a.Name, false)
}

func (r *Room) admit(name string, approved bool) ([]ApplicantView, error) {
	return update(r, func(tx store.Tx) ([]ApplicantView, error) {
		all, err := players.Applicants(tx)
		if err != nil {
			return nil, err
		}
		named := players.ApplicantsNamed(all, all, name)
		if len(named) == 0 {
			return nil, refuse("nobody who waits to be registered is called %q; %s", name, whoWaits(all))
		}
		views := []ApplicantView{}
		for _, one := range named {
			if err := players.Decide(r.Ledger.NoticesOf(tx, 0), r.Office.Name, &one, approved); err != nil {
				return nil, err
			}
			views = append(views, viewApplicant(one))
		}
		return views, nil
	})
}

// whoWaits names those who wait, for a refusal.
func whoWaits(all []store.Registration) string {
	if len(all) == 0 {
		return "nobody waits"
	}
	var names []string
	for _, r := range all {
		names = append(names, fmt.Sprintf("%s (%s)", r.Name, r.Address))
	}
	return "who waits: " + strings.Join(names, ", ")
}
