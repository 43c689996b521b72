package ledger

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/store"
	"corrd/templates"
)

// The terms of a game may name a registered player as umpire. corrd writes to this player about
// the game only with their consent, because whoever agrees on terms may name anybody. corrd asks
// for the consent at most once a week, and never after the answer no. An umpire whom the operator
// has added needs no consent.

// Umpiring is the setting of a player by which the player can be umpire of games whose terms name
// them: Consents, Declines, or "" before the player has answered.
const (
	Umpiring = "umpiring"
	Consents = "on"
	Declines = "off"
)

// umpiringEvery is the least time between two requests to one player.
const umpiringEvery = 7 * 24 * time.Hour

// umpiringAsked names the setting that keeps when a player was last asked to be an umpire.
func umpiringAsked(player int64) string { return fmt.Sprint("umpiring-asked/", player) }

// HasUmpire reports whether the server has an umpire: an address in the configuration, or an
// umpire on file.
func (l *Ledger) HasUmpire(v store.View) (bool, error) {
	all, err := Umpires(v)
	return l.Umpire != "" || slices.ContainsFunc(all, func(u Umpire) bool { return u.Removed.IsZero() }), err
}

// namedUmpire returns the player whom the terms of a game name as umpire, and who may be written to
// about the game if they consent. ok is false when the terms name nobody, somebody who is not
// registered or has no mailbox, the umpire of the server, an umpire on file, or a member of a
// side; and when the player has blocked a member of a side.
func (l *Ledger) namedUmpire(v store.View, s game.State) (p store.Player, ok bool, err error) {
	named := s.Terms.Umpire
	if named == "" || store.SameAddress(named, l.Umpire) {
		return p, false, nil
	}
	if u, err := UmpireAt(v, named); u != nil || err != nil {
		return p, false, err
	}
	p, err = v.PlayerAt(named)
	if errors.Is(err, store.ErrNotFound) {
		return p, false, nil
	}
	if err != nil || p.OnCards() {
		return p, false, err
	}
	for _, member := range slices.Concat(s.Members(board.White), s.Members(board.Black)) {
		if member == p.ID || slices.Contains(p.Blocked, member) {
			return p, false, nil
		}
	}
	return p, true, nil
}

// AskNamedUmpire asks the player whom the terms of a running game name as umpire for their
// consent, unless the player has answered or has been asked within a week.
func (l *Ledger) AskNamedUmpire(tx store.Tx, s game.State) error {
	p, ok, err := l.namedUmpire(tx, s)
	if !ok || err != nil || s.Result != nil || p.Settings[Umpiring] != "" {
		return err
	}
	text, _, err := tx.Setting(umpiringAsked(p.ID))
	if err != nil {
		return err
	}
	if last, err := time.Parse(time.RFC3339, text); err == nil && tx.Now().Sub(last) < umpiringEvery {
		return nil
	}
	if err := tx.SetSetting(umpiringAsked(p.ID), tx.Now().UTC().Format(time.RFC3339)); err != nil {
		return err
	}
	r := store.Registration{Name: p.Name, Address: Mailbox(p), At: tx.Now(), Owner: p.ID, Player: p.ID}
	if err := tx.PutRegistration(&r); err != nil {
		return err
	}
	names, err := Names(tx, s)
	if err != nil {
		return err
	}
	return l.NoticesOf(tx, p.ID).Notify("confirm", Mailbox(p), templates.Data{Topic: templates.ConfirmUmpiring, Number: r.ID, Place: KeyOfUmpiring,
		Name: p.Name, Lines: names[:], Games: []int64{s.ID}})
}

// askWhereNamed asks the player whom the terms of a game name as umpire after some events, and did
// not name before.
func (l *Ledger) askWhereNamed(tx store.Tx, before, after game.State) error {
	if before.Terms.Umpire == after.Terms.Umpire {
		return nil
	}
	return l.AskNamedUmpire(tx, after)
}
