package storetest

import (
	"errors"
	"fmt"
	"time"

	"corrd/store"
)

// capitals is a Veil that hides each capital letter under a number of its own, which stands for a
// secret.
type capitals byte

// Hide returns a text with stars for its capital letters, and the letters as the seal.
func (c capitals) Hide(text, room []byte) (veiled, seal []byte) {
	veiled = append(room[:0], text...)
	for i, b := range veiled {
		if 'A' <= b && b <= 'Z' {
			seal, veiled[i] = append(seal, b^byte(c)), '*'
		}
	}
	if seal != nil {
		seal = append(seal, byte(c))
	}
	return veiled, seal
}

// Show returns the text back.
func (c capitals) Show(veiled, seal []byte) (text []byte, ok bool) {
	if seal[len(seal)-1] != byte(c) {
		return nil, false
	}
	for _, b := range veiled {
		if b == '*' {
			b, seal = seal[0]^byte(c), seal[1:]
		}
		text = append(text, b)
	}
	return text, true
}

// The bytes that were kept before there was a Veil, those kept since, and those in which there is
// nothing to hide.
const (
	oldBytes   = "To: A\r\n\r\nOLD"
	youngBytes = "To: A\r\n\r\nYOUNG"
	bareBytes  = "small"
)

// underVeil are letters and rows, of which some were kept before there was a Veil.
type underVeil struct {
	*fixture
	before, after, bare store.Letter
	old, young          store.Row
}

// letter stores a letter.
func (k *underVeil) letter(l *store.Letter, octets string) {
	k.Helper()
	l.State = store.Acted
	k.update(func(tx store.Tx) error { return tx.PutLetter(l, []byte(octets)) })
}

// signed stores a row, and then its signed bytes.
func (k *underVeil) signed(r *store.Row, octets string) {
	k.Helper()
	r.To = "a@example.org"
	k.update(func(tx store.Tx) error {
		if err := tx.Enqueue(r); err != nil {
			return err
		}
		r.Bytes = []byte(octets)
		return tx.PutRow(r)
	})
}

// want sees what is read under the present Veil: what was kept without one, and of the rest raw and
// row, or the fault.
func (k *underVeil) want(who, raw, row string, fault error) {
	k.Helper()
	k.view(func(v store.View) error {
		for l, want := range map[int64]string{k.before.ID: oldBytes, k.bare.ID: bareBytes} {
			got, err := v.Raw(l)
			equal(k.fixture, who+", a letter without a seal", string(got), want)
			if err != nil {
				return err
			}
		}
		got, err := v.Raw(k.after.ID)
		equal(k.fixture, who+", a veiled letter", string(got), raw)
		if fault != nil {
			fails(k.fixture, who, err, fault)
			fails(k.fixture, who, err, store.ErrPurged)
		} else if err != nil {
			return err
		}
		old, err := v.Signed(k.old.ID)
		equal(k.fixture, who+", a row without a seal", string(old), oldBytes)
		young, err2 := v.Signed(k.young.ID)
		equal(k.fixture, who+", a veiled row", string(young), row)
		return errors.Join(err, err2)
	})
}

// veiled are the bytes of letters under a Veil: what was kept before is read as it was, what is
// kept since is shown by the same Veil and by no other, and a log is sealed with what was written.
func veiled(f *fixture) {
	id, k := f.begin(1, 2, 0), &underVeil{fixture: f}
	k.letter(&k.before, oldBytes)
	k.signed(&k.old, oldBytes)
	f.Veil(capitals(1))
	k.letter(&k.after, youngBytes)
	k.letter(&k.bare, bareBytes)
	k.signed(&k.young, youngBytes)
	k.after.Deflated = f.Deflate([]byte("not looked at"))
	f.update(func(tx store.Tx) error { return tx.PutLetter(&k.after, nil) })

	// a letter that is released acts in another transaction than the one that took it
	first := moved(1, f.time())
	first.Letter = k.after.ID
	f.update(func(tx store.Tx) error { _, err := tx.Append(id, first); return err })
	f.sound()

	k.want("the same Veil", youngBytes, youngBytes, nil)
	f.Veil(capitals(2))
	k.want("another Veil", "", "", store.ErrVeiled)
	f.sound()
	f.Veil(capitals(1))
	k.want("the Veil again", youngBytes, youngBytes, nil)
	veilKept(f, k.before.ID, k.old.ID, [][2]any{{store.Letters, k.bare.ID}, {store.Letters, k.after.ID}, {store.Letters, int64(99)}, {store.Rows, k.young.ID}, {store.Rows, int64(99)}})
	k.want("the Veil over all", youngBytes, youngBytes, nil)
	f.sound()
}

// veilKept puts a letter and a row that lie bare under the Veil, once, and nothing else.
func veilKept(f *fixture, letter, row int64, others [][2]any) {
	changes := func(of store.Kind, id int64, want bool) {
		f.Helper()
		f.update(func(tx store.Tx) error {
			changed, err := tx.VeilKept(of, id)
			equal(f, fmt.Sprint("VeilKept changes ", of, " ", id), changed, want)
			return err
		})
	}
	for range 2 {
		for _, other := range others {
			changes(other[0].(store.Kind), other[1].(int64), false)
		}
	}
	fails(f, "rolled back", f.Update(func(tx store.Tx) error {
		_, err := tx.VeilKept(store.Letters, letter)
		return errors.Join(err, errChanged)
	}), errChanged)
	f.update(func(tx store.Tx) error {
		changed, err := tx.VeilKept(store.Letters, others[0][1].(int64), letter, 99)
		equal(f, "VeilKept changes one of several", changed, true)
		return err
	})
	changes(store.Letters, letter, false)
	changes(store.Rows, row, true)
	changes(store.Rows, row, false)
	f.Veil(capitals(2))
	f.view(func(v store.View) error {
		_, err := v.Raw(letter)
		fails(f, "a letter that was veiled later", err, store.ErrVeiled)
		signed, err := v.Signed(row)
		equal(f, "a row that was veiled later", string(signed), "")
		return err
	})
	f.Veil(capitals(1))
}

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

// fetched sees that who expects a row which was claimed a moment ago reads of the row, of the game
// and of its players what anybody reads.
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
