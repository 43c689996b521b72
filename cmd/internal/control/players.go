package control

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"time"

	"corrd/cmd/internal/budget"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/naming"
	"corrd/cmd/internal/players"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/postcard"
)

// PlayerView is a player.
type PlayerView struct {
	ID         int64             `json:"id"`
	Name       string            `json:"name"`
	Addresses  []string          `json:"addresses"`
	Registered time.Time         `json:"registered"`
	Settings   map[string]string `json:"settings"`
	Blocked    []int64           `json:"blocked"` // players of whom they want neither challenges nor prose
	Games      []int64           `json:"games"`
	Postal     *string           `json:"postal"` // the postal address of one who has no mailbox, in lines
}

// PlayerList gives every player.
func (r *Room) PlayerList(context.Context, None) ([]PlayerView, error) {
	return view(r, func(v store.View) ([]PlayerView, error) {
		players, err := v.Players()
		views := []PlayerView{}
		for _, p := range players {
			view, err := viewPlayer(v, p)
			if err != nil {
				return nil, err
			}
			views = append(views, view)
		}
		return views, err
	})
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

// Whom names a player by an address, else by the number.
type Whom struct {
	ID      int64  `json:"id,omitempty"`
	Address string `json:"address,omitempty"`
}

// PlayerShow gives one player.
func (r *Room) PlayerShow(_ context.Context, a Whom) (PlayerView, error) {
	return view(r, func(v store.View) (PlayerView, error) {
		p, err := playerNamed(v, a)
		if err != nil {
			return PlayerView{}, err
		}
		return viewPlayer(v, p)
	})
}

func playerNamed(v store.View, a Whom) (p store.Player, err error) {
	if a.Address != "" {
		p, err = v.PlayerAt(a.Address)
	} else {
		p, err = v.Player(a.ID)
	}
	if errors.Is(err, store.ErrNotFound) {
		err = refuse("there is no player %s; corrctl player list shows them all, and corrctl player add registers one", cmp.Or(a.Address, fmt.Sprint(a.ID)))
	}
	return p, err
}

// NewPlayer is a player whom the operator registers; Line is that of a list they stand in.
type NewPlayer struct {
	Line    int    `json:"line"`
	Name    string `json:"name"`
	Address string `json:"address"`
	Postal  string `json:"postal,omitempty"` // of one who has no mailbox
}

// Enrolment is a player whose address the operator vouches for.
type Enrolment struct {
	Name    string `json:"name,omitempty"`
	Address string `json:"address,omitempty"`
	Quiet   bool   `json:"quiet,omitempty"`  // write no letter of welcome
	Postal  string `json:"postal,omitempty"` // of one who has no mailbox, in the place of the address
}

// PlayerAdd registers a player.
func (r *Room) PlayerAdd(_ context.Context, a Enrolment) (PlayerView, error) {
	return update(r, func(tx store.Tx) (PlayerView, error) {
		p, err := r.enrol(tx, NewPlayer{Name: a.Name, Address: a.Address, Postal: a.Postal}, a.Quiet)
		if err != nil {
			return PlayerView{}, err
		}
		return viewPlayer(tx, p)
	})
}

// Roster is a list of players to be registered.
type Roster struct {
	Players []NewPlayer `json:"players,omitempty"`
	Preview bool        `json:"preview,omitempty"` // say what would come of it, and do nothing
	Quiet   bool        `json:"quiet,omitempty"`   // write no letters of welcome
}

// ImportView is what has become of one line of a list: the player, or why there is none.
type ImportView struct {
	NewPlayer
	Player  *int64  `json:"player"`
	Refused *string `json:"refused"`
}

// errPreview ends a transaction of which nothing is to remain.
var errPreview = errors.New("only a preview")

// PlayerImport registers the players of a list; one that is refused keeps no other back.
func (r *Room) PlayerImport(_ context.Context, a Roster) ([]ImportView, error) {
	views, err := update(r, func(tx store.Tx) ([]ImportView, error) {
		views := []ImportView{}
		for _, n := range a.Players {
			view := ImportView{NewPlayer: n}
			var refusal *Refusal
			switch p, err := r.enrol(tx, n, a.Quiet); {
			case errors.As(err, &refusal):
				view.Refused = &refusal.Message
			case err != nil:
				return nil, err
			default:
				view.Name, view.Player = p.Name, &p.ID
			}
			views = append(views, view)
		}
		if a.Preview {
			return views, errPreview
		}
		return views, nil
	})
	if errors.Is(err, errPreview) {
		for i := range views {
			views[i].Player = nil
		}
		err = nil
	}
	return views, err
}

// enrol registers one player whose name and address can be had. Who has no mailbox has no letter of
// welcome either: their first card is that of a challenge or a game.
func (r *Room) enrol(tx store.Tx, n NewPlayer, quiet bool) (p store.Player, err error) {
	if n.Postal != "" {
		return r.enrolOnCards(tx, n)
	}
	address, err := plainAddress(n.Address)
	name := naming.Clean(n.Name)
	if err != nil || name == "" || r.Ledger.Own(address) || store.IsCard(address) {
		return p, refuse("%q, %q: give a name and one plain address, as in: corrctl player add \"Alice Example\" alice@example.org; or --postal for a player without a mailbox", n.Name, n.Address)
	}
	if p, err := tx.PlayerAt(address); err == nil {
		return p, refuse("%s is the address of player %d, %s, already", address, p.ID, p.Name)
	} else if !errors.Is(err, store.ErrNotFound) {
		return p, err
	}
	if err := r.wantFree(tx, 0, name, players.LocalPart(address)); err != nil {
		return p, err
	}
	p = store.Player{Name: name, Addresses: []string{address}, Registered: tx.Now()}
	if err := players.PutName(tx, &p); err != nil || quiet {
		return p, err
	}
	welcome := templates.Data{Topic: templates.Welcome, Name: p.Name}
	return p, r.Ledger.NoticesOf(tx, p.ID).NotifyAll("office", p.Addresses, welcome)
}

// enrolOnCards registers a player who has a postal address and no mailbox.
func (r *Room) enrolOnCards(tx store.Tx, n NewPlayer) (p store.Player, err error) {
	name := naming.Clean(n.Name)
	if n.Address != "" || name == "" {
		return p, refuse("%q, %q: a player has a mailbox, or a postal address instead of one; give one of them", n.Name, n.Address)
	}
	postal, err := postalOf(n.Postal)
	if err != nil {
		return p, err
	}
	if err := r.wantFree(tx, 0, name, "Correspondent"); err != nil {
		return p, err
	}
	p = store.Player{Name: name, Postal: postal, Registered: tx.Now()}
	return p, players.Enrol(tx, &p)
}

// wantFree refuses a name that the player with a number (0: a new one) cannot have, and
// suggests one that they can.
func (r *Room) wantFree(tx store.Tx, player int64, name, other string) error {
	free, err := players.FreeName(tx, r.Office.Name, player, name, other)
	if err != nil || free == name {
		return err
	}
	return refuse("the name %q is another's, or the server's, or is taken for such a name; %q is free", name, free)
}

// plainAddress gives an address that is written without a name, with its domain in
// small letters.
func plainAddress(written string) (string, error) {
	parsed, err := mail.ParseAddress(written)
	if err != nil {
		return "", err
	}
	if parsed.Address != written {
		return "", fmt.Errorf("%q is no plain address", written)
	}
	return store.Canonical(written), nil
}

// onPlayer runs f on a player, and gives the player as they are then.
func (r *Room) onPlayer(whom Whom, f func(tx store.Tx, p *store.Player) error) (PlayerView, error) {
	return update(r, func(tx store.Tx) (PlayerView, error) {
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
	})
}

// Renaming names a player, and the name that they are to have.
type Renaming struct {
	Whom
	Name string `json:"name,omitempty"`
}

// PlayerRename gives a player another name, and tells them at every address.
func (r *Room) PlayerRename(_ context.Context, a Renaming) (PlayerView, error) {
	return r.onPlayer(a.Whom, func(tx store.Tx, p *store.Player) error {
		name := naming.Clean(a.Name)
		if name == "" {
			return refuse("%q is no name", a.Name)
		}
		if err := r.wantFree(tx, p.ID, name, ""); err != nil || name == p.Name {
			return err
		}
		told := templates.Data{Topic: templates.Renamed, Name: p.Name, Words: name, Reason: "umpire"}
		p.Name = name
		if err := players.PutName(tx, p); err != nil {
			return err
		}
		return r.Ledger.NoticesOf(tx, p.ID).NotifyAll("office", p.Addresses, told)
	})
}

// Readdress names a player, and an address to be added or taken away.
type Readdress struct {
	Whom
	Mailbox string `json:"mailbox,omitempty"`
}

// Rehousing names a player, and the postal address that they are to have.
type Rehousing struct {
	Whom
	Postal string `json:"postal,omitempty"`
}

// PlayerPostal gives a player a postal address; one who had a mailbox plays by cards from now on.
func (r *Room) PlayerPostal(_ context.Context, a Rehousing) (PlayerView, error) {
	return r.onPlayer(a.Whom, func(tx store.Tx, p *store.Player) error {
		postal, err := postalOf(a.Postal)
		switch {
		case err != nil:
			return err
		case p.Erased != 0 || len(p.Addresses) == 0:
			return refuse("player %d is not registered any more", p.ID)
		}
		if err := r.wantNoWire(tx, *p); err != nil {
			return err
		}
		return players.ToCards(r.Ledger.NoticesOf(tx, p.ID), p, postal)
	})
}

// postalOf reads a postal address that can be printed.
func postalOf(written string) (string, error) {
	postal, err := players.Postal(written)
	if err != nil {
		return "", refuse("%v", err)
	}
	if letter, ok := postcard.Writable(postal); !ok {
		return "", refuse("the type in which cards are set has no letter %q; write the address in Latin letters", letter)
	}
	return postal, nil
}

// wantNoWire refuses cards for a player of a running game whose communications no card can carry.
func (r *Room) wantNoWire(v store.View, p store.Player) error {
	running, err := ledger.Running(v, p.ID)
	for _, id := range running {
		s, err := v.Game(id)
		if err != nil {
			return err
		}
		if refusal := s.Terms.ByCard(); refusal != "" {
			return refuse("game %d: %s", id, refusal)
		}
	}
	return err
}

// toMailbox gives a player who plays by cards a mailbox.
func (r *Room) toMailbox(tx store.Tx, p *store.Player, address string) error {
	waiting, err := players.CardsWaiting(tx, *p)
	if err != nil {
		return err
	}
	if len(waiting) > 0 {
		return refuse("%s to %s waits to be posted; post it, or set it aside with corrctl outbox park, and then give them a mailbox", players.CardNumbers(waiting), p.Name)
	}
	return players.ToMailbox(r.Ledger.NoticesOf(tx, p.ID), p, address)
}

// PlayerAddressAdd gives a player an address for which the operator vouches. One who had none plays by
// mail from now on.
func (r *Room) PlayerAddressAdd(_ context.Context, a Readdress) (PlayerView, error) {
	return r.onPlayer(a.Whom, func(tx store.Tx, p *store.Player) error {
		address, err := plainAddress(a.Mailbox)
		switch {
		case err != nil || r.Ledger.Own(address) || store.IsCard(address):
			return refuse("%q: give one plain address, as in: corrctl player address add 3 alice@work.example", a.Mailbox)
		case p.Erased != 0:
			return refuse("player %d has been erased, by order %d", p.ID, p.Erased)
		case ledger.HasAddress(*p, address):
			return refuse("%s is an address of %s already", address, p.Name)
		case len(p.Addresses) >= budget.MostAddresses:
			return refuse("%s has %d addresses, and no player has more; take one away first", p.Name, len(p.Addresses))
		}
		if other, err := tx.PlayerAt(address); err == nil {
			return refuse("%s is the address of player %d, %s", address, other.ID, other.Name)
		}
		if p.OnCards() {
			return r.toMailbox(tx, p, address)
		}
		vouched := store.Registration{Name: p.Name, Address: address, At: tx.Now(), Owner: p.ID}
		return players.AddAddress(r.Ledger.NoticesOf(tx, p.ID), p, vouched)
	})
}

// PlayerAddressRemove takes an address away from a player who has another.
func (r *Room) PlayerAddressRemove(_ context.Context, a Readdress) (PlayerView, error) {
	return r.onPlayer(a.Whom, func(tx store.Tx, p *store.Player) error {
		address := ledger.Spelling(*p, a.Mailbox)
		if address == "" || len(p.Addresses) == 1 {
			return refuse("%s is no address of %s, or the only one; the addresses are %s", a.Mailbox, p.Name, strings.Join(p.Addresses, ", "))
		}
		return players.RemoveAddress(r.Ledger.NoticesOf(tx, p.ID), p, address)
	})
}

// PlayerRemove takes a player off the list of those who are written to and heard: their
// challenges end, and their addresses are free again. Their games and letters stay, and
// so does their name, which nobody else takes up. A player of a running game stays.
func (r *Room) PlayerRemove(_ context.Context, a Whom) (PlayerView, error) {
	return r.onPlayer(a, func(tx store.Tx, p *store.Player) error {
		if err := wantIdle(tx, *p); err != nil {
			return err
		}
		return players.Remove(r.Ledger.NoticesOf(tx, p.ID), p)
	})
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

// ErasureView is what has become of an erasure.
type ErasureView struct {
	Order   int64        `json:"order"`
	Player  int64        `json:"player"`
	Name    string       `json:"name"`    // what the player is called from now on
	Games   []int64      `json:"games"`   // that stay
	Letters []int64      `json:"letters"` // of others, which quote or address the player and stay
	Backups []BackupView `json:"backups"` // that were made before and know the player still
}

// PlayerErase erases a player who plays in no running game; another order for somebody who
// is erased already is refused.
func (r *Room) PlayerErase(_ context.Context, a Whom) (ErasureView, error) {
	defer r.Loops.Wake()
	order, done, err := r.Erasures.Erase(func(tx store.Tx) (store.Player, error) {
		p, err := playerNamed(tx, a)
		if err == nil && p.Erased != 0 {
			err = refuse("player %d has been erased, by order %d", p.ID, p.Erased)
		}
		if err == nil {
			err = wantIdle(tx, p)
		}
		return p, err
	})
	if err != nil {
		return ErasureView{}, err
	}
	backups, err := view(r, backupsMade)
	return ErasureView{Order: order.Number, Player: order.Player, Name: store.Former(order.Player), Games: done.Games, Letters: done.Letters, Backups: backups}, err
}
