package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"corrd/cmd/internal/clerk"
	corrd "corrd/cmd/internal/daemon"
	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
	"corrd/store/peertest"
	"corrd/store/postgres"
)

// plan is how the database has carried out a part of a statement, as auto_explain writes it.
type plan struct {
	Type    string  `json:"Node Type"`
	Table   string  `json:"Relation Name"`
	Rows    float64 `json:"Actual Rows"`
	Loops   float64 `json:"Actual Loops"`
	Removed float64 `json:"Rows Removed by Filter"`
	Plans   []plan
}

// looked is how many rows the part and those below looked at.
func (p *plan) looked() float64 {
	sum := (p.Rows + p.Removed) * p.Loops
	for i := range p.Plans {
		sum = max(sum, p.Plans[i].looked())
	}
	return sum
}

// reads lists the tables of which all rows are gone through.
func (p *plan) reads() (tables []string) {
	if p.Type == "Seq Scan" {
		tables = append(tables, p.Table)
	}
	for i := range p.Plans {
		tables = append(tables, p.Plans[i].reads()...)
	}
	return tables
}

// statement is one that the database has carried out.
type statement struct {
	Text string `json:"Query Text"`
	Plan plan
}

// statements reads what auto_explain has written into a log.
func statements(log []byte) (all []statement, err error) {
	for _, entry := range bytes.Split(log, []byte("  plan:\n"))[1:] {
		var s statement
		if err := json.NewDecoder(bytes.NewReader(entry)).Decode(&s); err != nil {
			return nil, fmt.Errorf("%w in %.200s", err, entry)
		}
		all = append(all, s)
	}
	return all, nil
}

// swell makes those tables large too that a letter adds to and that the generator leaves small:
// settings of players, tallies of the day, registrations, challenges and disputes.
const swell = `
	insert into settings select 'name/' || n, n::text from generate_series(1, 5000) n;
	insert into tallies select 'answers/p' || n || '@example.org', current_date, 1 from generate_series(1, 5000) n;
	insert into registrations select n, 'Player', 'r' || n || '@example.org', now(), 0, 0, 1, true, 'r' || n || '@example.org' from generate_series(1, 5000) n;
	insert into challenges select n, 2 * n - 1, '', 2 * n, '{}', '', 0, now(), 'accepted', n, null, false, 0, null, 0, null from generate_series(1, 2000) n;
	insert into disputes select n, n, 1, 'protest', 'white', now(), now(), 1 from generate_series(1, 2000) n;
	select setval('registration_numbers', 5000), setval('challenge_numbers', 2000), setval('dispute_numbers', 2000), setval('row_numbers', 1004000);
	insert into settings values ('names/listed', '2'), ('umpiring-asked', 'yes'); -- else all players and games are listed once
	insert into outbox_bytes select id, '\x00' from outbox;
	analyze`

// wait has thousands of letters wait to go out that the database has not counted: none waited when
// the database last looked at the table, as after an outage of the next hop.
const wait = `
	insert into outbox (id, at, kind, recipient, player, game, side, member, seq, first, letter, asks, note, final, anonymous, data, state, tries, next, error, message_id, erased)
		select 1000000 + n, now(), 'late', 'q' || n % 1000 || '@example.org', 0, 0, 0, 0, 0, 0, 0, false, '', false, false, '', 'queued', 1, now() + interval '1 day', '', '', 0 from generate_series(1, 4000) n;
	insert into outbox_bytes select id, '\x00' from outbox on conflict do nothing`

// small are the tables that stay small however many games and players there are; a sequence has one
// row, and a club has a few events a year.
var small = []string{"leases", "sessions", "meta", "gate", "schema_migrations", "tournaments"}

// most is how many rows a statement may look at that a letter, an alarm or a letter that goes out
// asks for: a look at the outbox brings the logs of the games of all letters that are due, up to 16
// of them, of some thirty events each.
const most = 800

// TestNoStatementReadsATable has a whole daemon take letters of games and of strangers, send what
// comes of them and look at its alarms, on a database in which every table that grows is large. The
// database writes down how it carried out each statement: none goes through all rows of a table,
// nor looks at many rows in other ways.
func TestNoStatementReadsATable(t *testing.T) {
	if testing.Short() {
		t.Skip("fills a database")
	}
	const games = 2000
	c := peertest.New(t, "fsync=off", "session_preload_libraries=auto_explain", "auto_explain.log_min_duration=0", "auto_explain.log_analyze=on", "auto_explain.log_timing=off",
		"auto_explain.log_format=json", "auto_explain.log_level=log", "jit=off", "autovacuum=off")
	url := c.URL(t)
	fillLarge(t, url, games)
	db, err := postgres.Open(url, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	keys, err := mailer.NewKeys(make([]byte, 32))
	if err != nil {
		t.Fatal(err)
	}
	letters, err := answersIn(db, games, 40, keys)
	if err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(c.Dir, "log")
	before, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	work(t, db, keys, letters)
	after, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	all, err := statements(after[len(before):])
	if err != nil || len(all) < 500 {
		t.Fatalf("%d statements: %v", len(all), err)
	}
	wantPlans(t, all)
}

// fillLarge makes a store in which every table that grows is large.
func fillLarge(t *testing.T, url string, games int) {
	t.Helper()
	db, err := postgres.Open(url+"&options=-c%20auto_explain.log_min_duration%3D-1", postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(fill(games, 1, db), db.Close()); err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	if _, err := conn.PgConn().Exec(ctx, "set auto_explain.log_min_duration = -1; "+swell+"; "+wait).ReadAll(); err != nil {
		t.Fatal(err)
	}
}

// work has a daemon take letters of games, and some of strangers, until what comes of them has
// left.
func work(t *testing.T, db store.Store, keys mailer.Keys, letters []letter) {
	t.Helper()
	shared, err := watch.NewShared(db)
	if err != nil {
		t.Fatal(err)
	}
	w, ctx := hire(db, keys, shared, "node"), context.Background()
	for i, words := range []string{"register Zoe", "help", "P-K4", "challenge p3.0@example.org", "games"} {
		from := fmt.Sprintf("z%d@example.org", i)
		raw := fmt.Appendf(nil, "From: <%s>\r\nTo: <corrd@%s>\r\nMessage-ID: <%d@z.example>\r\nSubject: x\r\n\r\n%s\r\n", from, addressed, i, words)
		in := clerk.Incoming{Raw: raw, Received: shared.Now(), Source: "smtp", Envelope: mailer.Envelope{From: from, To: []string{"corrd@" + addressed}}}
		if _, err := w.Take(ctx, in); err != nil {
			t.Fatal(err)
		}
	}
	if err := handIn(letters, 4, w.Daemon); err != nil {
		t.Fatal(err)
	}
	wantFlag(t, db, w.Daemon)
	for end := time.Now().Add(2 * time.Minute); w.out.sent.Load() < int64(2*len(letters)) && time.Now().Before(end); {
		time.Sleep(50 * time.Millisecond)
	}
	if n := w.out.sent.Load(); n < int64(2*len(letters)) {
		t.Errorf("%d letters left, of %d that came", n, len(letters))
	}
	if err := w.end(); err != nil {
		t.Error(err)
	}
}

// wantFlag begins a game with hardly any time, and waits until the flag has fallen.
func wantFlag(t *testing.T, db store.Store, d *corrd.Daemon) {
	t.Helper()
	hasty, refusal := terms.Parse([]interpret.Term{{Key: "time", Value: "reply in 1 minute"}}, terms.Default())
	if refusal != "" {
		t.Fatal(refusal)
	}
	var id int64
	err := db.Update(func(tx store.Tx) (err error) {
		if id, err = tx.NewGame(); err != nil {
			return err
		}
		s := game.State{ID: id}
		for _, act := range []play.Act{play.Start{Terms: hasty, Players: [2]int64{1, 2}}, play.Notify{Side: board.White}} {
			if s, err = tx.Append(id, play.Decide(s, act, tx.Now().Add(-time.Minute))...); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	d.Wake()
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
		var s game.State
		if err := db.View(func(v store.View) (err error) { s, err = v.Game(id); return err }); err != nil {
			t.Fatal(err)
		}
		if s.Result != nil {
			return
		}
		if time.Now().After(end) {
			t.Fatal("the flag of a game does not fall")
		}
	}
}

// wantPlans wants no statement to look at many rows.
func wantPlans(t *testing.T, all []statement) {
	t.Helper()
	told := map[string]bool{}
	for _, s := range all {
		text := strings.Join(strings.Fields(s.Text), " ")
		if told[text] {
			continue
		}
		for _, table := range s.Plan.reads() {
			if !slices.Contains(small, table) && !strings.HasSuffix(table, "_numbers") {
				told[text] = true
				t.Errorf("all of %s is read by %.300s", table, text)
			}
		}
		if n := s.Plan.looked(); n > most {
			told[text] = true
			t.Errorf("%.0f rows are looked at by %.300s", n, text)
		}
	}
}
