package main

import (
	"bytes"
	"context"
	"fmt"
	"net/mail"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/store"
	"corrd/store/postgres"
)

// TestTimeOfTheDatabase has two daemons work whose machine's clock is an hour behind that of the
// database. Letters, events, what they tell players, leases and flags are dated by the database: an
// answer is sent at once, and a flag falls that has an hour to go by the clock of the machine.
func TestTimeOfTheDatabase(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts a PostgreSQL and two daemons")
	}
	f := newFleet(t, 2, "")
	f.hurry(time.Hour)
	ahead := func(at time.Time, what string) {
		t.Helper()
		if off := time.Until(at); off < 55*time.Minute || off > 65*time.Minute {
			t.Errorf("%s is dated %s, which is %v ahead of the machine and not an hour", what, at, off)
		}
	}
	players := f.begin(1)
	late := f.beginLate()
	for _, n := range f.nodes {
		n.start(t)
		n.up(t)
	}
	for side, s := range players {
		next := s.first()
		if side == 1 {
			letters, arrived := f.hop.after(s.address, 0)
			for len(letters) == 0 {
				select {
				case <-arrived:
				case <-time.After(longEnough):
					t.Fatalf("nobody is told of a move:\n%s", f.nodes[0].log())
				}
				letters, arrived = f.hop.after(s.address, 0)
			}
			next = letters[0]
			date, err := mail.ParseDate(next.Get("Date"))
			if err != nil {
				t.Error(err)
			}
			ahead(date, "a letter to a player")
		}
		s.handIn(next)
	}
	f.settle(f.nodes[0])
	db, err := postgres.Open(f.url, postgres.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for end := time.Now().Add(longEnough); ; time.Sleep(100 * time.Millisecond) {
		var s game.State
		if err := db.View(func(v store.View) (err error) { s, err = v.Game(late); return err }); err != nil {
			t.Fatal(err)
		}
		if s.Result != nil {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("the flag does not fall by the time of the database:\n%s\n%s", f.nodes[0].log(), f.nodes[1].log())
		}
	}
	err = db.View(func(v store.View) error {
		events, err := v.Events(1)
		if err != nil {
			return err
		}
		for _, e := range events {
			ahead(e.Event.At, "an event")
		}
		letters, err := v.LettersOf(1)
		for _, l := range letters {
			ahead(l.Received, "a letter that came in")
		}
		if len(letters) != 2 {
			t.Errorf("%d letters came in", len(letters))
		}
		leases, err2 := v.Leases()
		for _, l := range leases {
			ahead(l.Until, "the end of the lease "+l.Name)
		}
		if len(leases) < 3 {
			t.Errorf("%d leases of two daemons", len(leases))
		}
		if err == nil {
			err = err2
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// hurry sets the clock of the database ahead for whoever uses the fleet's address: the fleet's
// schema has a clock function of its own, in the place of PostgreSQL's.
func (f *fleet) hurry(by time.Duration) {
	f.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, f.url)
	if err != nil {
		f.Fatal(err)
	}
	defer conn.Close(ctx)
	_, err = conn.PgConn().Exec(ctx, "create function clock_timestamp() returns timestamptz language sql volatile as $$ select pg_catalog.clock_timestamp() + interval '"+fmt.Sprint(by.Seconds())+" seconds' $$").ReadAll()
	if err != nil {
		f.Fatal(err)
	}
	before := f.url
	f.url += ",pg_catalog"
	for _, n := range f.nodes {
		text, err := os.ReadFile(n.config)
		if err == nil {
			err = os.WriteFile(n.config, bytes.Replace(text, []byte(before), []byte(f.url), 1), 0o600)
		}
		if err != nil {
			f.Fatal(err)
		}
	}
}

// beginLate begins a game whose flag falls a few seconds from now.
func (f *fleet) beginLate() (id int64) {
	f.Helper()
	hasty, refusal := terms.Parse([]interpret.Term{{Key: "time", Value: "reply in 1 minute"}}, terms.Default())
	if refusal != "" {
		f.Fatal(refusal)
	}
	db, err := postgres.Open(f.url, postgres.Options{})
	if err != nil {
		f.Fatal(err)
	}
	defer db.Close()
	err = db.Update(func(tx store.Tx) (err error) {
		if id, err = tx.NewGame(); err != nil {
			return err
		}
		s := game.State{ID: id}
		for _, act := range []play.Act{play.Start{Terms: hasty, Players: [2]int64{1, 2}}, play.Notify{Side: board.White}} {
			if s, err = tx.Append(id, play.Decide(s, act, tx.Now().Add(-50*time.Second))...); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		f.Fatal(err)
	}
	return id
}
