package control

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/mailer"
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
	// players from whom they want neither challenges nor prose
	Blocked []int64 `json:"blocked"`
	Games   []int64 `json:"games"`
	// the postal address, in lines, of a player without a mailbox
	Postal *string `json:"postal"`
	// SilentSince is, in a list of the silent, since when a player owes an answer and has not
	// written; null otherwise.
	SilentSince *time.Time `json:"silent_since"`
}

func viewPlayer(v store.View, p store.Player) (PlayerView, error) {
	games, err := v.GamesOf(p.ID)
	view := PlayerView{ID: p.ID, Name: p.Name, Addresses: append([]string{}, p.Addresses...), Registered: p.Registered, Settings: p.Settings, Blocked: append([]int64{}, p.Blocked...), Games: append([]int64{}, games...)}
	if view.Settings == nil {
		view.Settings = map[string]string{}
	}
	if view.Postal = orNull(p.Postal); p.OnCards() {
		view.Addresses = []string{}
	}
	return view, err
}

// Whom names a player by one of their addresses or by their name, or without either by their
// number.
type Whom struct {
	ID      int64  `json:"id,omitempty"`
	Address string `json:"address,omitempty"`
}

// PlayerShow returns one player, who may be named by a part of their name that no other player has.
func (r *Room) PlayerShow(_ context.Context, a Whom) (PlayerView, error) {
	return view(r, func(v store.View) (PlayerView, error) {
		p, err := playerFound(v, a)
		if err != nil {
			return PlayerView{}, err
		}
		return viewPlayer(v, p)
	})
}

func playerNamed(v store.View, a Whom) (p store.Player, err error) {
	switch {
	case a.Address == "":
		p, err = v.Player(a.ID)
	case strings.Contains(a.Address, "@"):
		p, err = v.PlayerAt(a.Address)
	default:
		p, err = ledger.PlayerNamed(v, a.Address)
	}
	if errors.Is(err, store.ErrNotFound) {
		return p, noPlayer(v, a)
	}
	return p, err
}

// onPlayer runs f on a player, and returns the player afterwards.
func (r *Room) onPlayer(whom Whom, f func(tx store.Tx, p *store.Player) error) (PlayerView, error) {
	return update(r, changed(whom, f))
}

// changed is what onPlayer does in its transaction.
func changed(whom Whom, f func(tx store.Tx, p *store.Player) error) func(tx store.Tx) (PlayerView, error) {
	return func(tx store.Tx) (PlayerView, error) {
		p, err := playerNamed(tx, whom)
		if err != nil {
			return PlayerView{}, err
		}
		if err := f(tx, &p); err != nil {
			return PlayerView{}, err
		}
		if p, err = tx.Player(p.ID); err != nil {
			return PlayerView{}, err
		}
		return viewPlayer(tx, p)
	}
}

// Renaming names a player, and the new name for them.
type Renaming struct {
	Whom
	Name string `json:"name,omitempty"`
}

// PlayerRename gives a player another name, and tells them at each of their addresses.
func (r *Room) PlayerRename(_ context.Context, a Renaming) (PlayerView, error) {
	return r.onPlayer(a.Whom, func(tx store.Tx, p *store.Player) error {
		name := ledger.CleanName(a.Name)
		if name == "" {
			return refuse("%q is no name", a.Name)
		}
		if err := wantNotErased(*p); err != nil {
			return err
		}
		if err := r.wantFree(tx, *p, name, ""); err != nil || name == p.Name {
			return err
		}
		if p.OnCards() {
			if err := wantWritable("the name", name); err != nil {
				return err
			}
		}
		told := templates.Data{Topic: templates.Renamed, Name: p.Name, Words: name, Reason: "umpire"}
		p.Name = name
		if err := ledger.PutName(tx, p); err != nil {
			return err
		}
		return r.Ledger.NoticesOf(tx, p.ID).NotifyAll("office", p.Addresses, told)
	})
}

// Readdress names a player, and an address to add or to remove.
type Readdress struct {
	Whom
	Mailbox string `json:"mailbox,omitempty"`
}

// PlayerAddressAdd adds an address, for which the operator vouches, to a player. A player without
// a mailbox plays by mail from then on.
func (r *Room) PlayerAddressAdd(_ context.Context, a Readdress) (PlayerView, error) {
	return r.onPlayer(a.Whom, func(tx store.Tx, p *store.Player) error {
		address, ok := mailer.ReadPlain(a.Mailbox)
		switch {
		case !ok || r.Ledger.Placeholder(address):
			return refuse("%q: give one plain address, as in: corrctl player address add 3 alice@work.example", a.Mailbox)
		case p.Erased != 0:
			return wantNotErased(*p)
		case ledger.HasAddress(*p, address):
			return refuse("%s is an address of %s already", address, p.Name)
		case len(p.Addresses) >= ledger.MostAddresses:
			return refuse("%s has %d addresses, and no player has more; take one away first", p.Name, len(p.Addresses))
		}
		if err := wantNobody(tx, address); err != nil {
			return err
		}
		if p.OnCards() {
			return r.toMailbox(tx, p, address)
		}
		vouched := store.Registration{Name: p.Name, Address: address, At: tx.Now(), Owner: p.ID}
		return ledger.AddAddress(r.Ledger.NoticesOf(tx, p.ID), p, vouched)
	})
}

// wantNobody refuses an address that a player has.
func wantNobody(v store.View, address string) error {
	switch p, err := v.PlayerAt(address); {
	case err == nil:
		return refuse("%s is the address of player %d, %s, already", address, p.ID, p.Name)
	case !errors.Is(err, store.ErrNotFound):
		return err
	}
	return nil
}

// PlayerAddressRemove removes an address from a player who has another address.
func (r *Room) PlayerAddressRemove(_ context.Context, a Readdress) (PlayerView, error) {
	return r.onPlayer(a.Whom, func(tx store.Tx, p *store.Player) error {
		address := ledger.Spelling(*p, a.Mailbox)
		if address == "" || len(p.Addresses) == 1 {
			return refuse("%s is no address of %s, or the only one; the addresses are %s", a.Mailbox, p.Name, strings.Join(p.Addresses, ", "))
		}
		return ledger.RemoveAddress(r.Ledger.NoticesOf(tx, p.ID), p, address)
	})
}

// PlayerRemove ends the challenges of a player and frees their addresses. corrd then neither
// writes to the player nor accepts their letters. Games and letters remain, and the player's name
// remains taken. PlayerRemove refuses a player who plays in a running game.
func (r *Room) PlayerRemove(_ context.Context, a Removal) (PlayerView, error) {
	return rehearse(r, a.Preview, changed(a.Whom, func(tx store.Tx, p *store.Player) error {
		if err := wantIdle(tx, *p); err != nil {
			return err
		}
		return ledger.RemovePlayer(r.Ledger.NoticesOf(tx, p.ID), p)
	}))
}

// wantIdle refuses a player who plays in a running game.
func wantIdle(v store.View, p store.Player) error {
	running, err := ledger.Running(v, p.ID)
	if err != nil || len(running) == 0 {
		return err
	}
	var games []string
	for _, id := range running {
		games = append(games, fmt.Sprintf("game %d", id))
	}
	return refuse("%s plays in %s: rule there, or put another player into the seat with corrctl player replace, and then remove %s", p.Name, strings.Join(games, ", "), p.Name)
}

// ErasureView says what an erasure has done.
type ErasureView struct {
	Order  int64   `json:"order"`
	Player int64   `json:"player"`
	Name   string  `json:"name"`  // the name that the player has from now on
	Games  []int64 `json:"games"` // the games, which remain
	// letters of others that quote or address the player, which remain
	Letters []int64 `json:"letters"`
	// backups that were made before the erasure, and still contain the player
	Backups []BackupView `json:"backups"`
}

// Removal names the player who is to be removed or erased.
type Removal struct {
	Whom
	Preview bool `json:"preview,omitempty"`
}

// PlayerErase erases a player. PlayerErase refuses a player who plays in a running game, and a
// player who is already erased. A preview has order 0, and none of the letters that remain, which
// are found as they are read.
func (r *Room) PlayerErase(_ context.Context, a Removal) (ErasureView, error) {
	if a.Preview {
		return view(r, func(v store.View) (ErasureView, error) {
			p, err := erasable(v, a.Whom)
			if err != nil {
				return ErasureView{}, err
			}
			games, err := v.GamesOf(p.ID)
			backups, unread := backupsMade(v)
			return ErasureView{Player: p.ID, Name: store.Former(p.ID), Games: append([]int64{}, games...), Letters: []int64{}, Backups: backups}, errors.Join(err, unread)
		})
	}
	defer r.Loops.Wake()
	order, done, err := r.Erasures.Erase(func(tx store.Tx) (store.Player, error) { return erasable(tx, a.Whom) })
	if err != nil {
		return ErasureView{}, err
	}
	backups, err := view(r, backupsMade)
	return ErasureView{Order: order.Number, Player: order.Player, Name: store.Former(order.Player), Games: done.Games, Letters: done.Letters, Backups: backups}, err
}

// erasable returns the player who is to be erased, and refuses one who plays, or has been erased.
func erasable(v store.View, a Whom) (store.Player, error) {
	p, err := playerNamed(v, a)
	if err == nil {
		err = cmp.Or(wantNotErased(p), wantIdle(v, p))
	}
	return p, err
}
