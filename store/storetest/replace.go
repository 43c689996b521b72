package storetest

import (
	"errors"
	"fmt"
	"time"

	"corrd/store"
)

// replaced sees that ReplaceRow changes a row only as long as the row stands as it was read.
func replaced(f *fixture) {
	read := store.Row{At: epoch, To: "ben@b.example", Note: "P-K4", Data: []byte("{}"), Next: epoch.Add(time.Minute)}
	f.update(func(tx store.Tx) error { return tx.Enqueue(&read) })
	signed := read
	signed.Bytes, signed.MessageID = []byte("From: corrd\r\n\r\n1 P-K4\r\n"), "o1.d@c.example"
	f.both(
		func(tx store.Tx) error { return tx.ReplaceRow(&read, &signed) },
		func(v store.View) error {
			got, err := v.Row(read.ID)
			equal(f, "the row that was put in the place of another", got.MessageID+got.Note, signed.MessageID+read.Note)
			bytes, err2 := v.Signed(read.ID)
			equal(f, "its bytes", string(bytes), string(signed.Bytes))
			return errors.Join(err, err2)
		})
	f.view(func(v store.View) (err error) { signed, err = v.Row(read.ID); return err })
	for what, change := range map[string]func(*store.Row){
		"another address": func(r *store.Row) { r.To = "ben@new.example" },
		"another state":   func(r *store.Row) { r.State = store.Parked },
		"another try":     func(r *store.Row) { r.Tries++ },
		"another time":    func(r *store.Row) { r.Next = epoch.Add(time.Hour) },
		"no time":         func(r *store.Row) { r.Next = time.Time{} },
		"a question":      func(r *store.Row) { r.Asks = true },
		"another name":    func(r *store.Row) { r.MessageID = "o2@c.example" },
		"an erasure":      func(r *store.Row) { r.Erased = 7 },
		"a sending":       func(r *store.Row) { r.SentAt = epoch },
	} {
		changed, is := signed, signed
		change(&changed)
		is.State = store.Sent
		f.put(changed)
		f.refuses(what, store.ErrChanged, func(tx store.Tx) error { return tx.ReplaceRow(&signed, &is) })
		f.view(func(v store.View) error {
			got, err := v.Row(read.ID)
			equal(f, "the row after "+what, got.Stands(&changed), true)
			return err
		})
		f.update(func(tx store.Tx) error { return tx.ReplaceRow(&changed, &signed) })
	}
	none := store.Row{ID: 99, To: "ben@b.example"}
	f.refuses("no row", store.ErrChanged, func(tx store.Tx) error { return tx.ReplaceRow(&none, &none) })
}

// refuses sees that a transaction fails that writes something and does a thing that is refused, and
// that nothing of it stays.
func (f *fixture) refuses(what string, want error, do func(tx store.Tx) error) {
	f.Helper()
	err := f.Update(func(tx store.Tx) error {
		err := tx.SetSetting("motto", what)
		l := store.Letter{State: store.Acted}
		return errors.Join(err, tx.PutLetter(&l, []byte(what)), do(tx), tx.AddCount("refused", 1))
	})
	fails(f, what, err, want)
	f.view(func(v store.View) error {
		motto, _, err := v.Setting("motto")
		equal(f, "the setting after "+what, motto, "")
		letters, err2 := v.Letters(9)
		n, err3 := v.Count("refused")
		equal(f, "what was written beside "+what, fmt.Sprint(len(letters), n), "0 0")
		return errors.Join(err, err2, err3)
	})
}

// missing sees that nothing stays of a transaction that writes to a record which is not there.
func missing(f *fixture) {
	f.refuses("PutRow of no row", store.ErrNotFound, func(tx store.Tx) error { return tx.PutRow(&store.Row{ID: 99, To: "ben@b.example"}) })
	f.refuses("MarkSeen of no letter", store.ErrNotFound, func(tx store.Tx) error { return tx.MarkSeen(store.Key{3}, 99) })
	f.refuses("PutRegistration of none", store.ErrNotFound, func(tx store.Tx) error {
		return tx.PutRegistration(&store.Registration{ID: 99, Address: "ben@b.example"})
	})
	f.refuses("PutChallenge of none", store.ErrNotFound, func(tx store.Tx) error {
		return tx.PutChallenge(&store.Challenge{ID: 99, State: store.ChallengeOpen})
	})
}

// fetched sees that who expects a row which was claimed a moment ago reads of the row, of the game and
// of its players what anybody reads.
func fetched(f *fixture) {
	id := f.begin(1, 2, 3)
	anna := store.Player{Name: "Anna", Addresses: []string{"anna@a.example"}}
	letter := store.Letter{Game: id, State: store.Acted, MessageID: "<1@a.example>"}
	var rows []store.Row
	f.update(func(tx store.Tx) error {
		err := errors.Join(tx.PutPlayer(&anna), tx.PutLetter(&letter, []byte("P-K4")))
		for i, to := range []string{"anna@a.example", "ben@b.example", "zoe@z.example"} {
			r := store.Row{At: epoch, To: to, Next: epoch, Letter: letter.ID, Note: to}
			if i < 2 {
				r.Game, r.Seq, r.First = id, 2, 1
			}
			if i == 0 {
				r.Player, r.Bytes = anna.ID, []byte("1 P-K4")
			}
			err = errors.Join(err, tx.Enqueue(&r))
			rows = append(rows, r)
		}
		return err
	})
	claimed, _, err := f.Claim("one", 9)
	equal(f, "rows claimed", len(claimed), len(rows))
	if err != nil {
		f.Fatal(err)
	}
	for _, r := range rows {
		for _, how := range []string{"that came with the claim", "read again"} {
			f.view(func(v store.View) error {
				if err := v.Expect(store.Likely{Rows: []int64{r.ID}}); err != nil {
					return err
				}
				got, err := v.Row(r.ID)
				signed, err2 := v.Signed(r.ID)
				l, err3 := v.Letter(letter.ID)
				p, err4 := v.PlayerAt("anna@a.example")
				if err := errors.Join(err, err2, err3, err4); err != nil {
					return err
				}
				equal(f, "the row "+how, got.To+got.Note, r.To+r.Note)
				equal(f, "the bytes "+how, string(signed), string(r.Bytes))
				equal(f, "the letter "+how, l.MessageID, letter.MessageID)
				equal(f, "a player at an address "+how, p.Name, "Anna")
				equal(f, "the time "+how, v.Now(), epoch)
				return f.game(v, id, how)
			})
		}
	}
}

// game sees that a view reads the whole of a game of which two rows tell.
func (f *fixture) game(v store.View, id int64, how string) error {
	s, err := v.Game(id)
	first, err2 := v.GameAt(id, 1)
	log, err3 := v.Events(id)
	_, end, err6 := v.EventsAfter(id, store.End{}, 1)
	after, _, err7 := v.EventsAfter(id, end, s.Seq)
	line, err4 := v.Line(id, 1)
	of, err5 := v.RowsOf(id, 9)
	if err := errors.Join(err, err2, err3, err4, err5, err6, err7); err != nil {
		return err
	}
	equal(f, "the game "+how, fmt.Sprint(s.Seq, first.Seq, len(log), len(after), len(line) > 0), fmt.Sprint(s.Seq, 1, s.Seq, s.Seq-1, true))
	equal(f, "the rows of the game "+how, len(of), 2)
	return nil
}
