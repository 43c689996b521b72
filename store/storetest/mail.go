package storetest

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"time"

	"corrd/game/board"
	"corrd/store"
)

func letters(f *fixture) {
	id := f.begin(1, 2, 1)
	raw := bytes.Repeat([]byte("From: anna@a.example\r\n\r\nP-K4\x00\xff\r\n"), 500)
	l := store.Letter{Received: epoch, Source: "imap", From: "anna@a.example", To: []string{"corrd@c.example"},
		MessageID: "<1@a.example>", Subject: "Schöne Grüße", Side: board.Black, Ply: 2, Player: 2, Kind: "move",
		State: store.HeldLetter, Verdict: "unknown From", Size: int64(len(raw))}
	read := func(v store.View) error {
		got, err := v.Letter(l.ID)
		equal(f, "Letter", got, l)
		bytes, err2 := v.Raw(l.ID)
		equal(f, "Raw", bytes, raw)
		return errors.Join(err, err2)
	}
	f.both(func(tx store.Tx) error { return tx.PutLetter(&l, raw) }, read)
	l.Game = id
	f.both(func(tx store.Tx) error { return tx.PutLetter(&l, raw) }, func(v store.View) error {
		held, err := v.HeldOf([]int64{0, id + 1, id})
		equal(f, "HeldOf", held, []store.Letter{l})
		of, err2 := v.HeldOf([]int64{0, id + 1})
		equal(f, "letters held for other games", len(of), 0)
		return errors.Join(err, err2)
	})
	l.State, l.Game = store.Acted, id
	f.both(func(tx store.Tx) error { return tx.PutLetter(&l, []byte("not looked at")) }, read)
	f.both(
		func(tx store.Tx) error { return nil },
		func(v store.View) error {
			of, err := v.LettersOf(id)
			equal(f, "LettersOf", of, []store.Letter{l})
			none, err3 := v.HeldOf([]int64{id})
			equal(f, "letters held for the game after the release", len(none), 0)
			err = errors.Join(err, err3)
			held, err2 := v.Letters(10, store.HeldLetter)
			equal(f, "held letters after the release", len(held), 0)
			return errors.Join(err, err2)
		})
	before := store.Letter{State: store.Acted, Deflated: f.Deflate(raw)}
	f.both(
		func(tx store.Tx) error { before.ID = 0; return tx.PutLetter(&before, raw) },
		func(v store.View) error {
			got, err := v.Raw(before.ID)
			equal(f, "bytes that were deflated before", got, raw)
			l, err2 := v.Letter(before.ID)
			equal(f, "the deflated bytes of a letter that is read", len(l.Deflated), 0)
			return errors.Join(err, err2)
		})
	empty := store.Letter{State: store.Quarantined}
	f.both(
		func(tx store.Tx) error { return tx.PutLetter(&empty, nil) },
		func(v store.View) error {
			raw, err := v.Raw(empty.ID)
			equal(f, "the bytes of an empty letter", len(raw), 0)
			_, none := v.Raw(empty.ID + 1)
			fails(f, "Raw of no letter", none, store.ErrNotFound)
			return err
		})
}

func letterLists(f *fixture) {
	states := []store.LetterState{store.Acted, store.HeldLetter, store.Acted, store.Ignored, store.HeldLetter, store.Acted}
	f.both(
		func(tx store.Tx) error {
			for _, s := range states {
				if err := tx.PutLetter(&store.Letter{Received: epoch, State: s}, []byte(s)); err != nil {
					return err
				}
			}
			return nil
		},
		func(v store.View) error {
			for _, c := range []struct {
				max    int
				states []store.LetterState
				want   []int64
			}{
				{10, nil, []int64{1, 2, 3, 4, 5, 6}},
				{2, nil, []int64{5, 6}},
				{10, []store.LetterState{store.HeldLetter}, []int64{2, 5}},
				{1, []store.LetterState{store.HeldLetter}, []int64{5}},
				{3, []store.LetterState{store.Ignored, store.Acted}, []int64{3, 4, 6}},
				{10, []store.LetterState{store.Discarded}, []int64{}},
			} {
				got, err := v.Letters(c.max, c.states...)
				if err != nil {
					return err
				}
				ids := make([]int64, 0)
				for _, l := range got {
					ids = append(ids, l.ID)
				}
				equal(f, fmt.Sprintf("Letters(%d, %v)", c.max, c.states), ids, c.want)
			}
			return nil
		})
}

func seen(f *fixture) {
	key, second, none := store.Key(sha256.Sum256([]byte("one letter"))), store.Key{9}, store.Key{1}
	f.both(
		func(tx store.Tx) error {
			return errors.Join(tx.PutLetter(&store.Letter{State: store.Acted}, nil), tx.MarkSeen(key, 1),
				tx.PutLetter(&store.Letter{State: store.Acted}, nil), tx.MarkSeen(second, 2))
		},
		func(v store.View) error {
			letter, ok, err := v.Seen(key)
			equal(f, "a letter that was marked is seen", ok, true)
			equal(f, "Seen", letter, 1)
			_, other, err2 := v.Seen(none)
			equal(f, "another letter is seen", other, false)
			for want, keys := range map[int64][]store.Key{1: {none, key, second}, 2: {second, none, key}} {
				first, _, err3 := v.Seen(keys...)
				equal(f, "the first of several keys that marks a letter", first, want)
				err2 = errors.Join(err2, err3)
			}
			return errors.Join(err, err2)
		})
	fails(f, "MarkSeen of no letter", f.Update(func(tx store.Tx) error { return tx.MarkSeen(key, 3) }), store.ErrNotFound)
	third, fourth := store.Key{3}, store.Key{4}
	f.both(
		func(tx store.Tx) error { // the last mark of a key counts, however marks lie between each other
			return errors.Join(tx.MarkSeen(third, 1), tx.MarkSeen(fourth, 1), tx.MarkSeen(fourth, 1), tx.MarkSeen(third, 2), tx.MarkSeen(second, 1), tx.MarkSeen(third, 1))
		},
		func(v store.View) (err error) {
			for _, k := range []store.Key{second, third, fourth} {
				letter, _, err2 := v.Seen(k)
				equal(f, "the letter that was marked last", letter, 1)
				err = errors.Join(err, err2)
			}
			return err
		})
}

func rows(f *fixture) {
	id := f.begin(1, 2, 1)
	r := store.Row{At: epoch, Kind: "move", To: "ben@b.example", Player: 2, Game: id, Side: board.Black, Member: 2, Seq: 2, First: 2,
		Letter: 1, Note: "“Hello”", Data: []byte(`{"a":1}`), Next: epoch, MessageID: "<g1@c.example>"}
	signed := bytes.Repeat([]byte("DKIM-Signature: v=1\r\n"), 300)
	f.both(
		func(tx store.Tx) error { return tx.Enqueue(&r) },
		func(v store.View) error {
			got, err := v.Row(r.ID)
			equal(f, "Row", got, r)
			equal(f, "the state of a new row", got.State, store.Queued)
			of, err2 := v.RowsOf(id, math.MaxInt)
			equal(f, "RowsOf", of, []store.Row{r})
			return errors.Join(err, err2)
		})
	unsigned := r
	r.Bytes = signed
	f.both(
		func(tx store.Tx) error {
			before := r
			before.Deflated = f.Deflate(signed)
			return tx.PutRow(&before)
		},
		func(v store.View) error {
			got, err := v.Signed(r.ID)
			equal(f, "Signed", got, signed)
			due, err2 := v.Due(epoch, 1)
			equal(f, "Due", due, []store.Row{unsigned})
			return errors.Join(err, err2)
		})
	r.Bytes, r.State, r.SentAt, r.Tries = nil, store.Sent, epoch.Add(time.Minute), 1
	f.both(
		func(tx store.Tx) error { return tx.PutRow(&r) },
		func(v store.View) error {
			got, err := v.Signed(r.ID)
			equal(f, "Signed after a change without them", got, signed)
			sent, err2 := v.Rows(5, store.Sent)
			equal(f, "Rows leave the bytes out", sent, []store.Row{r})
			_, due, err3 := v.NextDue()
			equal(f, "a row is due after all were sent", due, false)
			return errors.Join(err, err2, err3)
		})
	none := store.Row{ID: 99, To: "ben@b.example"}
	fails(f, "PutRow of no row", f.Update(func(tx store.Tx) error { return tx.PutRow(&none) }), store.ErrNotFound)
}

// enqueue stores a row to an address that may be sent after a time.
func (f *fixture) enqueue(to string, after time.Duration) store.Row {
	f.Helper()
	r := store.Row{At: epoch, To: to, Next: epoch.Add(after)}
	f.update(func(tx store.Tx) error { return tx.Enqueue(&r) })
	return r
}

func (f *fixture) put(r store.Row) {
	f.Helper()
	f.update(func(tx store.Tx) error { return tx.PutRow(&r) })
}

// due wants the rows that are due after a time to be these, in this order.
func (f *fixture) due(after time.Duration, want ...int64) {
	f.Helper()
	f.view(func(v store.View) error {
		got, err := v.Due(epoch.Add(after), 10)
		var ids []int64
		for _, r := range got {
			ids = append(ids, r.ID)
		}
		equal(f, fmt.Sprintf("rows due after %v", after), ids, want)
		return err
	})
}

func (f *fixture) nextDue(after time.Duration) {
	f.Helper()
	f.view(func(v store.View) error {
		at, ok, err := v.NextDue()
		equal(f, "a row will be due", ok, true)
		equal(f, "NextDue", at, epoch.Add(after))
		return err
	})
}

func order(f *fixture) {
	a1 := f.enqueue("anna@a.example", 2*time.Minute)
	a2 := f.enqueue("anna@a.example", 0)
	b1 := f.enqueue("ben@b.example", time.Minute)
	f.enqueue("anna@a.example.org", 3*time.Minute)
	f.due(0)
	f.nextDue(time.Minute)
	f.due(time.Minute, b1.ID)
	f.due(2*time.Minute, b1.ID, a1.ID)
	a1.State = store.Sent
	f.put(a1)
	f.nextDue(0)
	f.due(0, a2.ID)
	a2.State = store.Parked
	f.put(a2)
	f.due(2*time.Minute, b1.ID)
	f.view(func(v store.View) error {
		one, err := v.Due(epoch.Add(time.Hour), 1)
		equal(f, "at most one row", len(one), 1)
		return err
	})
}

func retry(f *fixture) {
	first, second := f.enqueue("anna@a.example", 0), f.enqueue("anna@a.example", 0)
	f.due(0, first.ID)
	first.Next, first.Tries, first.Error = epoch.Add(time.Hour), 1, "451 later"
	f.put(first)
	f.due(0)
	f.nextDue(time.Hour)
	first.State = store.Parked
	f.put(first)
	f.due(0, second.ID)
	first.State, first.Next = store.Queued, epoch
	f.put(first)
	f.due(0, first.ID)
	first.To = "anna@new.example"
	f.put(first)
	f.due(0, first.ID, second.ID)
	first.To = "anna@a.example"
	f.put(first)
	f.due(0, first.ID)
}

func counts(f *fixture) {
	count := func(name string, want int) {
		f.Helper()
		f.view(func(v store.View) error {
			got, err := v.Count(name)
			equal(f, "Count of "+name, got, want)
			return err
		})
	}
	count("answers/2026-01-01", 0)
	f.both(
		func(tx store.Tx) error {
			return errors.Join(tx.AddCount("answers/2026-01-01", 2), tx.AddCount("answers/2026-01-01", 3), tx.AddCount("other", 1))
		},
		func(v store.View) error {
			got, err := v.Count("answers/2026-01-01")
			equal(f, "Count", got, 5)
			return err
		})
	f.pass(71 * time.Hour)
	f.update(func(tx store.Tx) error { return tx.AddCount("answers/2026-01-03", 1) })
	count("answers/2026-01-01", 5)
	f.pass(25 * time.Hour)
	f.update(func(tx store.Tx) error { return tx.AddCount("answers/2026-01-05", 1) })
	count("answers/2026-01-01", 0)
	count("answers/2026-01-05", 1)
}

func strangers(f *fixture) {
	var ids []int64
	for i := range 4 {
		l := store.Letter{Received: epoch.Add(time.Duration(i) * time.Hour), From: "zoe@z.example", State: store.Ignored, Stranger: i != 1, Size: 1000}
		f.both(func(tx store.Tx) error { l.ID = 0; return tx.PutLetter(&l, bytes.Repeat([]byte("x"), 1000)) }, func(store.View) error { return nil })
		ids = append(ids, l.ID)
	}
	purge := func(before time.Time, quota int64, most int, want ...int64) {
		f.both(func(tx store.Tx) error { _, err := tx.Purge(before, quota, most); return err }, func(v store.View) error {
			var gone []int64
			for _, id := range ids {
				l, err := v.Letter(id)
				if _, e := v.Raw(id); errors.Is(e, store.ErrPurged) && l.Purged {
					gone = append(gone, id)
				} else if err != nil || e != nil {
					return errors.Join(err, e)
				}
			}
			equal(f, "letters purged", gone, want)
			return nil
		})
	}
	purge(epoch, 1<<20, 9)
	purge(epoch.Add(time.Minute), 1<<20, 9, ids[0])
	purge(epoch, 0, 1, ids[0], ids[2])
	purge(epoch, 1<<20, 9, ids[0], ids[2])
	purge(epoch, 1999, 9, ids[0], ids[2])
	purge(epoch, 1000, 9, ids[0], ids[2], ids[3])
	acted := store.Letter{Received: epoch, From: "zoe@z.example", State: store.Acted, Stranger: true, Size: 1000}
	f.both(func(tx store.Tx) error { acted.ID = 0; return tx.PutLetter(&acted, []byte("x")) }, func(store.View) error { return nil })
	ids = append(ids, acted.ID)
	purge(epoch.Add(24*time.Hour), 0, 9, ids[0], ids[2], ids[3])
}
