package postgres_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/play"
	"corrd/game/terms"
	"corrd/store"
	"corrd/store/bolt"
	"corrd/store/peertest"
	"corrd/store/postgres"
)

var noon = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// club makes a bbolt store with a record of every kind: games of format 1, one of which goes
// on in format 2, texts erased in both, letters with and without bytes, and strings that
// PostgreSQL has no place for.
func club(t *testing.T) (path string) {
	t.Helper()
	dir := t.TempDir()
	old, path := filepath.Join(dir, "old"), filepath.Join(dir, "club")
	packed, err := os.Open("../bolt/testdata/format2.db.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	plain, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(plain)
	if err := errors.Join(err, os.WriteFile(old, b, 0o600), bolt.Migrate(old, path)); err != nil {
		t.Fatal(err)
	}
	s, err := bolt.Open(path, bolt.Options{Now: func() time.Time { return noon }})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Update(furnish), s.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

const odd = "Zo\x00\xff\u2400 ␀41 <é>"

// furnish writes a record of every kind.
func furnish(tx store.Tx) error {
	l := store.Letter{Game: 2, Received: noon, From: odd, To: []string{odd, "a@a.example"}, Subject: odd, State: store.Acted}
	gone := store.Letter{Received: noon, State: store.Ignored, Stranger: true, Size: 9}
	errs := []error{tx.PutLetter(&l, []byte("I protest\x00\xff")), tx.PutLetter(&gone, []byte("Buy this!")), tx.PutLetter(&store.Letter{State: store.Quarantined}, nil),
		tx.MarkSeen(store.Key{1, 0, 255}, l.ID), tx.MarkSeen(store.Key{255}, gone.ID)}
	_, err := tx.Purge(noon.Add(time.Hour), 0, 9)
	errs = append(errs, err)
	_, err = tx.Append(2, game.Event{At: noon, By: game.White, Letter: l.ID, Fact: game.Protested{Words: "I <protest>"}},
		game.Event{At: noon, By: game.Black, Fact: game.Protested{Words: "So do I"}})
	errs = append(errs, err)
	for _, id := range []int64{1, 2} {
		_, err = tx.EraseTexts(id, 3, func(e game.Event, name string, text []byte) bool { return e.By == game.White && name != store.RawText })
		errs = append(errs, err)
	}
	for range 2 { // the second stays a number that is reserved
		id, err := tx.NewGame()
		errs = append(errs, err)
		if id == 3 {
			_, err = tx.Append(id, play.Decide(game.State{ID: id}, play.Start{Terms: terms.Default(), Players: [2]int64{1, 2}}, noon)...)
			errs = append(errs, err)
		}
	}
	return errors.Join(append(errs,
		tx.PutPlayer(&store.Player{Name: odd, Addresses: []string{"Zoë@Z.example", odd + "@z.example"}, Registered: noon, Settings: map[string]string{odd: odd}, Blocked: []int64{1}, Erased: 2, Postal: "1 A Street\nB", Left: noon}),
		tx.PutPlayer(&store.Player{Name: "nobody"}),
		tx.PutRegistration(&store.Registration{Name: odd, Address: "New@n.example", At: noon, Owner: 1, Asked: 2}),
		tx.PutRegistration(&store.Registration{Closed: true}),
		tx.PutChallenge(&store.Challenge{From: 1, To: odd, ToID: 2, Terms: []byte(`{"b":1, "a":2}`), Nonce: "ab", At: noon, State: store.ChallengeOpen, Games: []int64{4, 5},
			Consultants: []store.Consultant{{Address: odd, Player: 3}}, Remind: noon.Add(time.Hour)}),
		tx.PutChallenge(&store.Challenge{From: 2, State: store.ChallengeWithdrawn}),
		tx.PutDispute(&store.Dispute{Game: 2, Event: 6, Ground: "protest", By: "white", Opened: noon}),
		tx.PutDispute(&store.Dispute{Game: 2, Event: 7, Opened: noon, Closed: noon.Add(time.Hour), Ended: 9}),
		tx.Enqueue(&store.Row{At: noon, To: "a@a.example", Also: []string{odd}, Note: odd, Data: []byte(odd), Next: noon, Bytes: []byte("signed\x00")}),
		tx.Enqueue(&store.Row{To: "b@b.example", State: store.Sent, SentAt: noon, Erased: 4, Final: true, Null: true, Asks: true}),
		tx.SetSetting("motto", odd), tx.SetSetting(odd, ""), tx.AddCount("answers/"+odd, 3), tx.AddCount("other", -2),
		tx.PassNumbers(store.Numbers{Game: 40, Registration: 41, Challenge: 42, Letter: 43}))...)
}

// same wants two stores to hold the same, and both to be sound.
func same(t *testing.T, a, b store.Store) {
	t.Helper()
	n, err := store.Same(a, b, func(what string) { t.Error(what) })
	if err != nil || n < 20 {
		t.Errorf("%d records compared: %v", n, err)
	}
	for _, s := range []store.Store{a, b} {
		v, err := s.Check(func(fault store.Fault) { t.Error(fault) })
		if err != nil || v.Games != 3 || v.Erased == 0 || v.Unprovable == 0 {
			t.Errorf("%+v, %v", v, err)
		}
	}
	sameEvents(t, a, b)
}

// sameEvents wants the lines of all events to be the same octet for octet.
func sameEvents(t *testing.T, a, b store.Store) {
	t.Helper()
	lines := func(s store.Store) (all []byte) {
		err := s.View(func(v store.View) error {
			ids, err := v.Games(0, 1000)
			for _, id := range ids {
				log, err2 := v.Events(id)
				for _, e := range log {
					all = append(append(append(all, e.Hash[:]...), e.Line...), e.Plain...)
				}
				err = errors.Join(err, err2)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	if one, two := lines(a), lines(b); !bytes.Equal(one, two) || len(one) < 1000 {
		t.Errorf("%d octets of events became %d", len(one), len(two))
	}
}

func nobodyAsks(store.Part, int) {}

// TestThereAndBack moves a club's file into a database and back: nothing differs. A move that
// is broken off leaves a store that says so, and goes on where it stopped.
func TestThereAndBack(t *testing.T) {
	file := club(t)
	before, err := bolt.Open(file, bolt.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer before.Close()
	url := peertest.URL(t)
	commits, broken := 0, errors.New("out of ink")
	s := open(t, url, postgres.Options{Failpoint: func(name string) error {
		if commits++; commits == 9 {
			return broken
		}
		return nil
	}})
	if _, err := store.Move(before, s, nobodyAsks); !errors.Is(err, broken) {
		t.Fatalf("a move that is broken off: %v", err)
	}
	if err := store.Whole(s); !errors.Is(err, store.ErrMoving) {
		t.Errorf("half a store: %v", err)
	}
	other, err := bolt.Open(filepath.Join(t.TempDir(), "other"), bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if _, err := store.Move(other, s, nobodyAsks); err == nil || !strings.Contains(err.Error(), "half made out of another") {
		t.Errorf("another store onto half a store: %v", err)
	}
	if _, err := store.Move(before, unchecked{s, broken}, nobodyAsks); !errors.Is(err, broken) {
		t.Errorf("a move that is broken off while the copy is verified: %v", err)
	}
	if err := store.Whole(s); !errors.Is(err, store.ErrMoving) {
		t.Errorf("a copy that has not been verified: %v", err)
	}
	if n, err := store.Move(before, s, nobodyAsks); err != nil || n < 40 {
		t.Fatalf("%d records: %v", n, err)
	}
	same(t, before, s)
	if _, err := store.Move(before, s, nobodyAsks); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("onto a store that is not empty: %v", err)
	}
	if _, err := store.Move(s, other, nobodyAsks); err != nil {
		t.Fatal(err)
	}
	same(t, before, other)
	for _, s := range []store.Store{s, other} {
		err := s.Update(func(tx store.Tx) error {
			id, err := tx.NewGame()
			if id != 41 {
				t.Errorf("the next game is %d", id)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// unchecked is a store whose check is broken off.
type unchecked struct {
	store.Store
	broken error
}

func (u unchecked) Check(func(store.Fault)) (store.Verified, error) {
	return store.Verified{}, u.broken
}

// TestBackup: the backup of a database is a file with the same records.
func TestBackup(t *testing.T) {
	before, err := bolt.Open(club(t), bolt.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer before.Close()
	s := open(t, peertest.URL(t), postgres.Options{})
	if _, err := store.Move(before, s, nobodyAsks); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	n, err := s.Backup(&b)
	path := filepath.Join(t.TempDir(), "backup")
	if err := errors.Join(err, os.WriteFile(path, b.Bytes(), 0o600)); err != nil || n != int64(b.Len()) {
		t.Fatalf("%d octets of %d: %v", n, b.Len(), err)
	}
	copied, err := bolt.Open(path, bolt.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	same(t, before, copied)
}

// TestMoveBesideADyingOne: who moves a store on as soon as the one who began it was killed waits
// for what the database is still to write of the dead one, and goes on behind that.
func TestMoveBesideADyingOne(t *testing.T) {
	before, err := bolt.Open(club(t), bolt.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer before.Close()
	url, killed := peertest.URL(t), errors.New("killed")
	commits, stands, goesOn := 0, make(chan bool), make(chan bool)
	dying := open(t, url, postgres.Options{Failpoint: func(name string) error {
		if commits++; commits < 9 {
			return nil
		}
		if name == postgres.BeforeCommit {
			close(stands)
			<-goesOn
			return nil
		}
		return killed
	}})
	s := open(t, url, postgres.Options{})
	died, moved := make(chan error, 1), make(chan error, 1)
	go func() {
		_, err := store.Move(before, dying, nobodyAsks)
		died <- err
	}()
	<-stands
	go func() {
		_, err := store.Move(before, s, nobodyAsks)
		moved <- err
	}()
	time.Sleep(300 * time.Millisecond) // the other has asked how far the dead one came
	close(goesOn)
	if err := <-died; !errors.Is(err, killed) {
		t.Fatal(err)
	}
	if err := <-moved; err != nil {
		t.Fatal(err)
	}
	same(t, before, s)
}
