package clerk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/naming"
	"corrd/store"
	"corrd/templates"
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
	if view.Addresses == nil {
		view.Addresses = []string{}
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

// playerNamed finds a player by an address, else by the number.
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

// NewPlayer is a player whom the operator registers; Line is that of a list they stand in.
type NewPlayer struct {
	Line    int    `json:"line"`
	Name    string `json:"name"`
	Address string `json:"address"`
}

// ImportView is what has become of one line of a list: the player, or why there is none.
type ImportView struct {
	NewPlayer
	Player  *int64  `json:"player"`
	Refused *string `json:"refused"`
}

// playerAdd registers a player whose address the operator vouches for, and writes to
// them unless that is to be done quietly.
func (c *Clerk) playerAdd(_ context.Context, a Args) (view any, err error) {
	defer c.sender.Ring()
	err = c.db.Update(func(tx store.Tx) error {
		p, err := c.enrol(tx, NewPlayer{Name: a.Name, Address: a.Address}, a.Quiet)
		if err != nil {
			return err
		}
		view, err = viewPlayer(tx, p)
		return err
	})
	return view, err
}

// errPreview ends a transaction of which nothing is to remain.
var errPreview = errors.New("only a preview")

// playerImport registers the players of a list; one that is refused keeps no other back.
func (c *Clerk) playerImport(_ context.Context, a Args) (any, error) {
	defer c.sender.Ring()
	var views []ImportView
	err := c.db.Update(func(tx store.Tx) error {
		views = []ImportView{}
		for _, n := range a.Players {
			view := ImportView{NewPlayer: n}
			var refusal *Refusal
			switch p, err := c.enrol(tx, n, a.Quiet); {
			case errors.As(err, &refusal):
				view.Refused = &refusal.Message
			case err != nil:
				return err
			default:
				view.Name, view.Player = p.Name, &p.ID
			}
			views = append(views, view)
		}
		if a.Preview {
			return errPreview
		}
		return nil
	})
	if errors.Is(err, errPreview) {
		for i := range views {
			views[i].Player = nil
		}
		err = nil
	}
	return views, err
}

// enrol registers one player and, unless that is to be done quietly, writes to them.
func (c *Clerk) enrol(tx store.Tx, n NewPlayer, quiet bool) (p store.Player, err error) {
	address, err := plainAddress(n.Address)
	name := naming.Clean(n.Name)
	if err != nil || name == "" || c.isCorrd(address) {
		return p, refuse("%q, %q: give a name and one plain address, as in: corrctl player add \"Alice Example\" alice@example.org", n.Name, n.Address)
	}
	if p, err := tx.PlayerAt(address); err == nil {
		return p, refuse("%s is the address of player %d, %s, already", address, p.ID, p.Name)
	} else if !errors.Is(err, store.ErrNotFound) {
		return p, err
	}
	if err := c.wantFree(tx, 0, name, address); err != nil {
		return p, err
	}
	p = store.Player{Name: name, Addresses: []string{address}, Registered: tx.Now()}
	if err := c.putName(tx, &p); err != nil || quiet {
		return p, err
	}
	return p, c.deskOf(tx, p).out.NotifyAll("office", p.Addresses, templates.Data{Topic: templates.Welcome, Name: p.Name})
}

// wantFree refuses a name that the player with a number (0: a new one) cannot have, and
// suggests one that they can.
func (c *Clerk) wantFree(tx store.Tx, player int64, name, address string) error {
	free, err := c.freeName(tx, player, name, localPart(address))
	if err != nil || free == name {
		return err
	}
	return refuse("the name %q is another's, or the server's, or is taken for such a name; %q is free", name, free)
}

func plainAddress(written string) (string, error) {
	parsed, err := mail.ParseAddress(written)
	if err != nil {
		return "", err
	}
	if parsed.Address != written {
		return "", fmt.Errorf("%q is no plain address", written)
	}
	return canonical(written), nil
}

// deskOf is a desk at which the operator acts for a player; no letter lies on it.
func (c *Clerk) deskOf(tx store.Tx, p store.Player) *desk {
	d := newDesk(c, tx, &store.Letter{}, tx.Now())
	d.player, d.out.Player = &p, p.ID
	return d
}

// onPlayer runs f on the player that the arguments name, at a desk of theirs, and gives
// the player as they are then.
func (c *Clerk) onPlayer(a Args, f func(d *desk, p *store.Player) error) (view any, err error) {
	defer c.sender.Ring()
	err = c.db.Update(func(tx store.Tx) error {
		p, err := playerNamed(tx, a)
		if err != nil {
			return err
		}
		if err := f(c.deskOf(tx, p), &p); err != nil {
			return err
		}
		if p, err = tx.Player(p.ID); err != nil {
			return err
		}
		view, err = viewPlayer(tx, p)
		return err
	})
	return view, err
}

// playerRename gives a player another name, and tells them at every address.
func (c *Clerk) playerRename(_ context.Context, a Args) (any, error) {
	return c.onPlayer(a, func(d *desk, p *store.Player) error {
		name := naming.Clean(a.Name)
		if name == "" {
			return refuse("%q is no name", a.Name)
		}
		if err := c.wantFree(d.tx, p.ID, name, ""); err != nil || name == p.Name {
			return err
		}
		told := templates.Data{Topic: templates.Renamed, Name: p.Name, Words: name, Reason: "umpire"}
		p.Name = name
		return firstError(c.putName(d.tx, p), d.out.NotifyAll("office", p.Addresses, told))
	})
}

// playerAddressAdd gives a player an address for which the operator vouches.
func (c *Clerk) playerAddressAdd(_ context.Context, a Args) (any, error) {
	return c.onPlayer(a, func(d *desk, p *store.Player) error {
		address, err := plainAddress(a.Mailbox)
		switch {
		case err != nil || c.isCorrd(address):
			return refuse("%q: give one plain address, as in: corrctl player address add 3 alice@work.example", a.Mailbox)
		case ledger.HasAddress(*p, address):
			return refuse("%s is an address of %s already", address, p.Name)
		case len(p.Addresses) >= mostAddresses:
			return refuse("%s has %d addresses, and no player has more; take one away first", p.Name, len(p.Addresses))
		}
		if other, err := d.tx.PlayerAt(address); err == nil {
			return refuse("%s is the address of player %d, %s", address, other.ID, other.Name)
		}
		return d.changeByHand(p, append(slices.Clone(p.Addresses), address), "added", address)
	})
}

// playerAddressRemove takes an address away from a player who has another.
func (c *Clerk) playerAddressRemove(_ context.Context, a Args) (any, error) {
	return c.onPlayer(a, func(d *desk, p *store.Player) error {
		address := ledger.Spelling(*p, a.Mailbox)
		if address == "" || len(p.Addresses) == 1 {
			return refuse("%s is no address of %s, or the only one; the addresses are %s", a.Mailbox, p.Name, strings.Join(p.Addresses, ", "))
		}
		after := slices.DeleteFunc(slices.Clone(p.Addresses), func(a string) bool { return a == address })
		return d.changeByHand(p, after, "removed", address)
	})
}

// changeByHand changes the addresses of a player by the operator's word; the player can
// undo that as any change.
func (d *desk) changeByHand(p *store.Player, after []string, how, which string) error {
	r := store.Registration{Name: p.Name, Address: which, At: d.tx.Now(), Owner: p.ID, Player: p.ID}
	if err := d.tx.PutRegistration(&r); err != nil {
		return err
	}
	return d.changeAddresses(p, r.ID, after, how, which)
}
