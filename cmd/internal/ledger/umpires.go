package ledger

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"corrd/game"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// Umpire is a person who rules. The umpire of a game is the first umpire on file who does not
// play in the game; the umpires after the first are deputies.
type Umpire struct {
	ID      int64     `json:"id"`
	Name    string    `json:"name"`
	Address string    `json:"address"`
	Added   time.Time `json:"added"`
	Removed time.Time `json:"removed,omitzero"`
	// the generation of the umpire's key, which grew with each ruling shown by letter as long as
	// the order shown had no key of its own
	Round int `json:"round,omitempty"`
}

// These are the keys of the settings that keep the number of the last umpire, and each umpire by
// number. One setting for each umpire lets an erasure remove one umpire and leave the others.
const (
	umpireLast  = "umpire-last"
	umpireEntry = "umpire/"
)

// Umpires returns all present and former umpires in the order in which they were added.
func Umpires(v store.View) (all []Umpire, err error) {
	last, err := lastUmpire(v)
	if err != nil {
		return nil, err
	}
	for id := range last {
		text, found, err := v.Setting(fmt.Sprint(umpireEntry, id+1))
		if err != nil {
			return nil, err
		}
		if !found {
			continue
		}
		var u Umpire
		if err := json.Unmarshal([]byte(text), &u); err != nil {
			return nil, fmt.Errorf("umpire %d: %w", id+1, err)
		}
		all = append(all, u)
	}
	return all, nil
}

func lastUmpire(v store.View) (int64, error) {
	text, found, err := v.Setting(umpireLast)
	if err != nil || !found {
		return 0, err
	}
	return strconv.ParseInt(text, 10, 64)
}

// PutUmpire stores an umpire; an umpire with ID 0 gets the next number.
func PutUmpire(tx store.Tx, u *Umpire) error {
	if u.ID == 0 {
		last, err := lastUmpire(tx)
		if err != nil {
			return err
		}
		u.ID = last + 1
		if err := tx.SetSetting(umpireLast, strconv.FormatInt(u.ID, 10)); err != nil {
			return err
		}
	}
	text, err := json.Marshal(u)
	if err != nil {
		return err
	}
	return tx.SetSetting(fmt.Sprint(umpireEntry, u.ID), string(text))
}

// UmpireNumbered returns the umpire with a number, or nil if there is none or the umpire has been
// removed.
func UmpireNumbered(v store.View, id int64) (*Umpire, error) {
	all, err := Umpires(v)
	i := slices.IndexFunc(all, func(u Umpire) bool { return u.ID == id && u.Removed.IsZero() })
	if i < 0 {
		return nil, err
	}
	return &all[i], err
}

// UmpireAt returns the umpire who has an address, or nil if no umpire has the address.
func UmpireAt(v store.View, address string) (*Umpire, error) {
	all, err := Umpires(v)
	i := slices.IndexFunc(all, func(u Umpire) bool { return u.Removed.IsZero() && store.SameAddress(u.Address, address) })
	if i < 0 {
		return nil, err
	}
	return &all[i], err
}

// UmpireOf returns the umpire of a game: the umpire whom the terms name, or else the first umpire
// on file. It never returns somebody who plays in the game, nor, on an appeal, which the number of
// its event names, the person who made the ruling under appeal. When nobody is left, it returns
// nil.
func UmpireOf(v store.View, s game.State, appeal int64) (*Umpire, error) {
	from := s.AppealFrom(appeal).Umpire
	all, err := Umpires(v)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b Umpire) int {
		named := func(u Umpire) int {
			if s.Terms.Umpire != "" && store.SameAddress(u.Address, s.Terms.Umpire) {
				return 0
			}
			return 1
		}
		return named(a) - named(b)
	})
	for i := range all {
		plays, err := all[i].Plays(v, s)
		if err != nil {
			return nil, err
		}
		if all[i].Removed.IsZero() && !plays && (from == "" || all[i].Name != from) {
			return &all[i], nil
		}
	}
	return nil, nil
}

// Plays reports whether the umpire plays in a game.
func (u Umpire) Plays(v store.View, s game.State) (bool, error) {
	p, err := v.PlayerAt(u.Address)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return slices.Contains(s.Everybody(), p.ID), err
}

// UmpireToken returns what the key in a letter to an umpire names.
func UmpireToken(id int64) mailer.Token {
	return mailer.Token{Kind: mailer.KindUmpire, Number: id}
}

// OrderToken returns what the key names in the letter that shows what would come of an order.
// letter is the number of the letter that holds the order.
func OrderToken(letter int64) mailer.Token {
	return mailer.Token{Kind: mailer.KindOrder, Number: letter}
}

// The terms of a game may name a registered player as umpire. corrd writes to this player about
// the game only with their consent, because whoever agrees on terms may name anybody. corrd asks
// for the consent at most once a week, and never after the answer no. An umpire whom the operator
// has added needs no consent.

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
	for _, member := range s.Everybody() {
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

// numberDisputes compares two states of a game, gives a number to each dispute that was opened
// between them, and notes which disputes were closed.
func numberDisputes(tx store.Tx, before, after game.State) error {
	open := after.Disputes()
	bySeq := func(a, b game.Dispute) bool { return a.Seq == b.Seq }
	if slices.EqualFunc(before.Disputes(), open, bySeq) {
		return nil
	}
	known, err := tx.DisputesOf(after.ID)
	if err != nil {
		return err
	}
	for _, d := range known {
		waits := slices.ContainsFunc(open, func(o game.Dispute) bool { return o.Seq == d.Event })
		switch {
		case !waits && d.Closed.IsZero():
			d.Closed, d.Ended = after.LastEvent, after.Seq
		case waits && !d.Closed.IsZero(): // the ruling on the dispute has been undone
			d.Closed, d.Ended = time.Time{}, 0
		default:
			continue
		}
		if err := tx.PutDispute(&d); err != nil {
			return err
		}
	}
	for _, o := range open {
		if slices.ContainsFunc(known, func(d store.Dispute) bool { return d.Event == o.Seq }) {
			continue
		}
		d := store.Dispute{Game: after.ID, Event: o.Seq, Ground: string(o.Ground), By: o.By.String(), Opened: o.At}
		if err := tx.PutDispute(&d); err != nil {
			return err
		}
	}
	return nil
}

// DisputeOf returns the number of the dispute that an event of a game opened, or 0 if the event
// opened none.
func DisputeOf(v store.View, id, event int64) (int64, error) {
	known, err := v.DisputesOf(id)
	for _, d := range known {
		if d.Event == event {
			return d.ID, err
		}
	}
	return 0, err
}

// ReportKind is the kind of letter in which a mail server reports what became of a letter from
// corrd.
const ReportKind = "report"
