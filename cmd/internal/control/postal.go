package control

import (
	"context"
	"errors"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/players"
	"corrd/store"
	"corrd/templates/press"
	"corrd/templates/texts"
)

// enrolOnCards registers a player who has a postal address and no mailbox.
func (r *Room) enrolOnCards(tx store.Tx, n NewPlayer) (p store.Player, err error) {
	name := players.CleanName(n.Name)
	if n.Address != "" || name == "" {
		return p, refuse("%q, %q: a player has a mailbox, or a postal address instead of one; give one of them", n.Name, n.Address)
	}
	postal, err := postalOf(n.Postal)
	if err == nil {
		err = wantWritable("the name", name)
	}
	if err != nil {
		return p, err
	}
	if err := r.wantFree(tx, store.Player{}, name, "Correspondent"); err != nil {
		return p, err
	}
	p = store.Player{Name: name, Postal: postal, Registered: tx.Now()}
	return p, players.Enrol(tx, &p)
}

// Rehousing names a player, and the new postal address for them.
type Rehousing struct {
	Whom
	Postal string `json:"postal,omitempty"`
}

// PlayerPostal returns a player a postal address. A player with a mailbox loses the mailbox and
// plays by cards from then on.
func (r *Room) PlayerPostal(_ context.Context, a Rehousing) (PlayerView, error) {
	return r.onPlayer(a.Whom, func(tx store.Tx, p *store.Player) error {
		postal, err := postalOf(a.Postal)
		switch {
		case err != nil:
			return err
		case p.Erased != 0 || len(p.Addresses) == 0:
			return refuse("player %d is not registered any more", p.ID)
		}
		if err := errors.Join(wantWritable("the name, with corrctl player rename,", p.Name), r.wantNoWire(tx, *p)); err != nil {
			return err
		}
		return players.ToCards(r.Ledger.NoticesOf(tx, p.ID), p, postal)
	})
}

// postalOf reads a postal address, and refuses an address that cannot be printed.
func postalOf(written string) (string, error) {
	postal, err := players.Postal(written)
	if err != nil {
		return "", refuse("%v", err)
	}
	return postal, wantWritable("the address", postal)
}

// wantWritable refuses a text that cannot be printed on a card; what says what the text is.
func wantWritable(what, text string) error {
	if letter, ok := press.Writable(text); !ok {
		return refuse("the type in which cards are set has no letter %q; write %s in Latin letters", letter, what)
	}
	return nil
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
			return refuse("game %d: %s", id, texts.Because(refusal))
		}
	}
	return err
}

// toMailbox returns a player who plays by cards a mailbox.
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
