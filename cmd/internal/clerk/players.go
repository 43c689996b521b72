package clerk

import (
	"cmp"
	"context"
	"errors"
	"net/mail"
	"time"

	"corrd/store"
)

// PlayerView is a player.
type PlayerView struct {
	ID         int64             `json:"id"`
	Name       string            `json:"name"`
	Addresses  []string          `json:"addresses"`
	Registered time.Time         `json:"registered"`
	Settings   map[string]string `json:"settings"`
	Games      []int64           `json:"games"`
}

func (c *Clerk) playerList(context.Context, Args) (any, error) {
	views := []PlayerView{}
	err := c.db.View(func(v store.View) error {
		players, err := v.Players()
		if err != nil {
			return err
		}
		for _, p := range players {
			view, err := viewPlayer(v, p)
			if err != nil {
				return err
			}
			views = append(views, view)
		}
		return nil
	})
	return views, err
}

func viewPlayer(v store.View, p store.Player) (PlayerView, error) {
	games, err := v.GamesOf(p.ID)
	if games == nil {
		games = []int64{}
	}
	view := PlayerView{ID: p.ID, Name: p.Name, Addresses: p.Addresses, Registered: p.Registered, Settings: p.Settings, Games: games}
	if view.Settings == nil {
		view.Settings = map[string]string{}
	}
	return view, err
}

// playerShow finds a player by number, or by address.
func (c *Clerk) playerShow(_ context.Context, a Args) (view any, err error) {
	err = c.db.View(func(v store.View) error {
		p, err := playerNamed(v, a)
		if err != nil {
			return err
		}
		view, err = viewPlayer(v, p)
		return err
	})
	return view, err
}

// playerNamed finds a player by his address, else by his number.
func playerNamed(v store.View, a Args) (p store.Player, err error) {
	if a.Address != "" {
		p, err = v.PlayerAt(a.Address)
	} else {
		p, err = v.Player(a.ID)
	}
	if errors.Is(err, store.ErrNotFound) {
		err = refuse("there is no player %s; corrctl player list shows them all, and corrctl player add registers one", cmp.Or(a.Address, itoa(a.ID)))
	}
	return p, err
}

// playerAdd registers a player whose address the operator vouches for.
func (c *Clerk) playerAdd(_ context.Context, a Args) (view any, err error) {
	name := cleanName(a.Name)
	parsed, err := mail.ParseAddress(a.Address)
	if err != nil || parsed.Address != a.Address || name == "" {
		return nil, refuse("%q, %q: give a name and one plain address, as in: corrctl player add \"Alice Example\" alice@example.org", a.Name, a.Address)
	}
	address := canonical(a.Address)
	err = c.db.Update(func(tx store.Tx) error {
		if p, err := tx.PlayerAt(address); err == nil {
			return refuse("%s is the address of player %d, %s, already", address, p.ID, p.Name)
		} else if !errors.Is(err, store.ErrNotFound) {
			return err
		}
		p := store.Player{Name: name, Addresses: []string{address}, Registered: tx.Now()}
		if err := c.putNewPlayer(tx, &p); err != nil {
			return err
		}
		view, err = viewPlayer(tx, p)
		return err
	})
	return view, err
}
