package storetest

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"corrd/store"
)

// killed is a store that fails from the Nth Update on, as if the daemon were killed before it;
// before each second Update something comes in.
type killed struct {
	store.Store
	left  int
	comes func()
}

var errKilled = errors.New("killed")

// Update fails from the Nth on.
func (k *killed) Update(run func(tx store.Tx) error) error {
	if k.left--; k.left%2 == 0 { // not always: a search ends when nothing more comes
		k.comes()
	}
	if k.left < 0 {
		return errKilled
	}
	return k.Store.Update(run)
}

// erasedAnew: an erasure that is interrupted anywhere is completed by the same order, which also
// erases what has come in until the player lost the addresses.
func erasedAnew(f *fixture) {
	step := int64(1)
	if testing.Short() {
		step = 4
	}
	for number, done := int64(1), false; !done; number += step {
		anna := store.Player{Name: fmt.Sprint("Anna Karenina ", number), Addresses: []string{fmt.Sprintf("anna%d@a.example", number)}, Registered: epoch}
		f.update(func(tx store.Tx) error { anna.ID = 0; return tx.PutPlayer(&anna) })
		k := &killed{Store: f, left: int(number)}
		k.comes = func() { // while the address still belongs to the player
			f.update(func(tx store.Tx) error {
				p, err := tx.PlayerAt(anna.Addresses[0])
				if errors.Is(err, store.ErrNotFound) {
					return nil
				}
				l := store.Letter{From: anna.Addresses[0], Subject: anna.Name, State: store.Acted, Player: p.ID}
				if k.left%4 == 0 {
					l.Player = 0
				}
				return errors.Join(err, tx.PutLetter(&l, []byte("From: "+anna.Addresses[0]+"\r\n\r\nmy words\r\n")), tx.AddCount("answers/"+anna.Addresses[0], 1))
			})
		}
		order := store.Order{Number: number, Player: anna.ID, Registered: epoch, At: epoch}
		none := func(string, string) bool { return false }
		_, err := store.Erase(k, order, none)
		if done = err == nil; !done {
			fails(f, "an erasure that is interrupted", err, errKilled)
			if _, err = store.Erase(f, order, none); err != nil {
				f.Fatalf("erasure %d, again: %v", number, err)
			}
		}
		f.nothingOf(anna, number)
	}
}

// nothingOf looks for a player who was erased in letters, settings and tallies.
func (f *fixture) nothingOf(p store.Player, number int64) {
	f.view(func(v store.View) error {
		letters, err := v.Letters(math.MaxInt)
		for _, l := range letters {
			if l.From == p.Addresses[0] || l.Subject == p.Name {
				f.Errorf("killed before transaction %d: letter %d is from %q about %q", number, l.ID, l.From, l.Subject)
			}
			if raw, err := v.Raw(l.ID); err == nil && strings.Contains(string(raw), p.Addresses[0]) {
				f.Errorf("killed before transaction %d: letter %d has its bytes", number, l.ID)
			}
		}
		_, kept, err2 := v.Setting(fmt.Sprint("erasures/known/", p.ID))
		n, err3 := v.Count("answers/" + p.Addresses[0])
		if kept || n > 0 {
			f.Errorf("killed before transaction %d: the names are kept: %t; %d answers are counted", number, kept, n)
		}
		return errors.Join(err, err2, err3)
	})
}
