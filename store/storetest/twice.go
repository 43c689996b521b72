package storetest

import (
	"errors"

	"corrd/store"
)

// Twice returns a store that runs every transaction of s twice and undoes the first run, as a
// database does in which others were in the way. What a transaction does besides writing to the
// store must come to the same then.
func Twice(s store.Store) store.Store { return rehearsed{s} }

type rehearsed struct{ store.Store }

var errRehearsal = errors.New("twice: a rehearsal")

// Update runs f, undoes what f has done, and runs f again.
func (r rehearsed) Update(f func(store.Tx) error) error {
	var given []*int64
	r.Store.Update(func(tx store.Tx) error {
		first := &rehearsal{Tx: tx}
		defer func() { given = first.given }()
		f(first)
		return errRehearsal
	})
	for _, id := range given {
		*id = 0
	}
	return r.Store.Update(f)
}

// rehearsal notes where numbers are given, which are taken back as a store does.
type rehearsal struct {
	store.Tx
	given []*int64
}

func (r *rehearsal) note(id *int64) {
	if *id == 0 {
		r.given = append(r.given, id)
	}
}

// PutPlayer stores a player, and notes their number where the transaction gives it.
func (r *rehearsal) PutPlayer(p *store.Player) error {
	r.note(&p.ID)
	return r.Tx.PutPlayer(p)
}

// PutRegistration stores a registration, as PutPlayer does a player.
func (r *rehearsal) PutRegistration(p *store.Registration) error {
	r.note(&p.ID)
	return r.Tx.PutRegistration(p)
}

// PutChallenge stores a challenge, as PutPlayer does a player.
func (r *rehearsal) PutChallenge(c *store.Challenge) error {
	r.note(&c.ID)
	return r.Tx.PutChallenge(c)
}

// PutDispute stores a dispute, as PutPlayer does a player.
func (r *rehearsal) PutDispute(d *store.Dispute) error {
	r.note(&d.ID)
	return r.Tx.PutDispute(d)
}

// PutLetter stores a letter, as PutPlayer does a player.
func (r *rehearsal) PutLetter(l *store.Letter, raw []byte) error {
	r.note(&l.ID)
	return r.Tx.PutLetter(l, raw)
}

// Enqueue stores a row of the outbox, as PutPlayer does a player.
func (r *rehearsal) Enqueue(row *store.Row) error {
	r.note(&row.ID)
	return r.Tx.Enqueue(row)
}
