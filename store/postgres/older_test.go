package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"

	"corrd/store"
	"corrd/store/bolt"
	"corrd/store/peertest"
	"corrd/store/postgres"
)

// undone takes the migrations back, from the last to the second: undone[n] leaves the tables as
// schema n had them.
var undone = map[int]string{
	9: "alter table challenges drop column again",
	8: "create index on seen (letter)",
	7: "alter table players drop column departed",
	6: "drop table tournaments; drop sequence tournament_numbers",
	5: "alter table registrations drop column confirmed",
	4: "create table before as select id, folded from games; alter table games drop column folded",
	3: "alter table letters drop column proof, drop column turn, drop column backdated",
	2: "alter table outbox alter column state set statistics -1",
	1: "alter table players drop column postal",
}

// takeBack leaves the tables as an older schema had them.
func takeBack(t *testing.T, url string, schema int) {
	t.Helper()
	for n := len(undone); n >= schema; n-- {
		ask(t, url, undone[n], fmt.Sprintf("delete from schema_migrations where number > %d", n))
	}
}

// TestOlderSchemas: a store that an earlier schema holds is refused to who only reads, and is
// brought up to date by who may write; everything in it is read as before.
func TestOlderSchemas(t *testing.T) {
	before, err := bolt.Open(club(t), bolt.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer before.Close()
	for oldest := 4; oldest >= 1; oldest-- {
		if testing.Short() && oldest > 1 {
			continue
		}
		t.Run(fmt.Sprint(oldest), func(t *testing.T) {
			url := peertest.URL(t)
			s, err := postgres.Open(url, postgres.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := store.Move(before, s, nobodyAsks); err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			takeBack(t, url, oldest)
			refuses(t, url, postgres.Options{ReadOnly: true}, store.ErrOlder, "its schema is number "+fmt.Sprint(oldest))
			now := open(t, url, postgres.Options{})
			ask(t, url, "update games set folded = before.folded from before where before.id = games.id", "drop table before") // what an update cannot know
			restoresPlayers(t, before, now)
			same(t, before, now)
			released := store.Letter{Game: 2, From: "a@a.example", State: store.Acted, Proof: store.ByKey, Turn: 3, Backdated: true}
			if err := now.Update(func(tx store.Tx) error { return tx.PutLetter(&released, []byte("P-K4")) }); err != nil {
				t.Fatal(err)
			}
			if again := letterOf(t, now, released.ID); again.Proof != store.ByKey || again.Turn != 3 || !again.Backdated {
				t.Errorf("a letter that was held is read as %+v", again)
			}
		})
	}
}

// TestLettersOfBeforeTheirProof: a letter that was held under schema 3 is read as one whose writer
// nothing proves, and counts from its receipt no more.
func TestLettersOfBeforeTheirProof(t *testing.T) {
	url := peertest.URL(t)
	s, err := postgres.Open(url, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	held := store.Letter{From: "a@a.example", State: store.HeldLetter, Proof: store.ByDomain, Turn: 1, Backdated: true}
	err = s.Update(func(tx store.Tx) error {
		return errors.Join(tx.PutLetter(&held, []byte("P-K4")), tx.AddCount("answers/a@a.example", 3))
	})
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	takeBack(t, url, 3)
	now := open(t, url, postgres.Options{})
	if l := letterOf(t, now, held.ID); l.State != store.HeldLetter || l.Proof != store.Unproved || l.Turn != 0 || l.Backdated || l.From != held.From {
		t.Errorf("the letter is read as %+v", l)
	}
	err = now.View(func(v store.View) error {
		n, err := v.Count("answers/a@a.example")
		if n != 3 {
			t.Errorf("%d answers were counted", n)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// restoresPlayers writes again the players who have what older schemas had no place for.
func restoresPlayers(t *testing.T, from, to store.Store) {
	t.Helper()
	err := from.View(func(v store.View) error {
		players, err := v.Players()
		for _, p := range players {
			if p.Postal != "" || !p.Left.IsZero() {
				err = errors.Join(err, to.Update(func(tx store.Tx) error { return tx.PutPlayer(&p) }))
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func letterOf(t *testing.T, s store.Store, id int64) (l store.Letter) {
	t.Helper()
	if err := s.View(func(v store.View) (err error) { l, err = v.Letter(id); return err }); err != nil {
		t.Fatal(err)
	}
	return l
}

// ask has the database of a store carry out statements.
func ask(t *testing.T, url string, statements ...string) {
	t.Helper()
	conn, err := pgx.Connect(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	for _, sql := range statements {
		if _, err := conn.Exec(context.Background(), sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
}
