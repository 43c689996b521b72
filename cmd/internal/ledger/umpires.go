package ledger

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
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

// UmpireNumbered returns the umpire with a number, and nil if there is none or the umpire has been
// removed.
func UmpireNumbered(v store.View, id int64) (*Umpire, error) {
	all, err := Umpires(v)
	i := slices.IndexFunc(all, func(u Umpire) bool { return u.ID == id && u.Removed.IsZero() })
	if i < 0 {
		return nil, err
	}
	return &all[i], err
}

// UmpireAt returns the umpire who has an address, and nil if no umpire has the address.
func UmpireAt(v store.View, address string) (*Umpire, error) {
	all, err := Umpires(v)
	i := slices.IndexFunc(all, func(u Umpire) bool { return u.Removed.IsZero() && store.SameAddress(u.Address, address) })
	if i < 0 {
		return nil, err
	}
	return &all[i], err
}

// UmpireOf returns the umpire of a game: the umpire whom the terms name, or else the first umpire
// on file. UmpireOf never gives a person who plays in the game. On an appeal, which the number of
// its event names, UmpireOf never gives the person who made the ruling under appeal. UmpireOf
// gives nil when nobody is left.
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
	return slices.Contains(s.Members(board.White), p.ID) || slices.Contains(s.Members(board.Black), p.ID), err
}

// UmpireToken returns what the key in a letter to an umpire names.
func UmpireToken(id int64) mailer.Token {
	return mailer.Token{Kind: mailer.KindUmpire, Number: id}
}

// OrderToken returns what the key names in the letter that shows what would come of an order. letter
// is the number of the letter that holds the order.
func OrderToken(letter int64) mailer.Token {
	return mailer.Token{Kind: mailer.KindOrder, Number: letter}
}
