// Package storetest is the suite that every store must pass, and the comparison of tables about
// every kind of event with the files in which they are laid down. It must not know more of a store
// than its interface: what is particular to one kind of store, its file or its locks, is tested
// beside that store.
package storetest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/game/terms"
	"corrd/store"
)

// Open opens an empty store for a test, whose transactions are told the time by
// now. It sees to it that the store is closed when the test ends.
type Open func(t *testing.T, now func() time.Time) store.Store

// Run runs the suite on stores that open gives.
func Run(t *testing.T, open Open) {
	for _, part := range []struct {
		name string
		run  func(*fixture)
	}{
		{"settings", settings},
		{"longest names", longest},
		{"every field", fields},
		{"players", players},
		{"registrations", registrations},
		{"challenges", challenges},
		{"reminders of challenges", reminders},
		{"disputes", disputes},
		{"tournaments", tournaments},
		{"log of a game", log},
		{"chain", chain},
		{"erasure", erasure},
		{"erasure that is interrupted", erasedAnew},
		{"list of games", lists},
		{"numbers passed over", passing},
		{"members of sides", consultation},
		{"alarms", alarms},
		{"alarms of games that stand still", still},
		{"letters", letters},
		{"strangers", strangers},
		{"lists of letters", letterLists},
		{"veiled", veiled},
		{"seen", seen},
		{"rows", rows},
		{"order to an address", order},
		{"retry", retry},
		{"rows replaced", replaced},
		{"records that are missing", missing},
		{"rows that were claimed", fetched},
		{"leases", leases},
		{"claims", claims},
		{"many claimants", claimants},
		{"counts", counts},
		{"time", clock},
		{"own writes", ownWrites},
		{"rollback", rollback},
		{"panic", panics},
		{"isolation", isolation},
		{"many writers", writers},
		{"closed", closed},
		{"bad input", badInput},
	} {
		t.Run(part.name, func(t *testing.T) {
			f := newFixture(t, open)
			part.run(f)
			f.sound()
		})
	}
	t.Run("model", func(t *testing.T) { model(t, open) })
}

// fixture is a store under test and its clock.
type fixture struct {
	*testing.T
	store.Store
	mu     sync.Mutex
	now    time.Time
	closed bool
	within bool     // a transaction runs, which may run again
	said   []string // of the run that is under way
}

// Errorf notes an error. What a run of a transaction has said counts if the run was the last.
func (f *fixture) Errorf(format string, args ...any) {
	f.Helper()
	if f.within {
		f.said = append(f.said, fmt.Sprintf(format, args...))
		return
	}
	f.T.Errorf(format, args...)
}

// epoch is the time at which every test begins.
var epoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func newFixture(t *testing.T, open Open) *fixture {
	f := &fixture{T: t, now: epoch}
	f.Store = open(t, f.time)
	return f
}

func (f *fixture) time() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

func (f *fixture) pass(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now = f.now.Add(d)
}

// update runs a transaction that must succeed.
func (f *fixture) update(run func(tx store.Tx) error) {
	f.Helper()
	if err := f.Update(run); err != nil {
		f.Fatalf("Update: %v", err)
	}
}

// view runs a reading transaction that must succeed.
func (f *fixture) view(run func(tx store.View) error) {
	f.Helper()
	if err := f.View(run); err != nil {
		f.Fatalf("View: %v", err)
	}
}

// both runs checks inside of a transaction that has just written, and again on
// what it has committed: a transaction reads its own writes.
func (f *fixture) both(write func(tx store.Tx) error, read func(v store.View) error) {
	f.Helper()
	f.update(func(tx store.Tx) error {
		f.within, f.said = true, nil
		defer func() { f.within = false }()
		return errors.Join(write(tx), read(tx))
	})
	for _, said := range f.said {
		f.T.Error(said)
	}
	f.said = nil
	f.view(read)
}

// sound checks the store and wants no fault.
func (f *fixture) sound() {
	f.Helper()
	if f.closed {
		return
	}
	if _, err := f.Check(func(fault store.Fault) { f.Errorf("Check: %s", fault) }); err != nil {
		f.Errorf("Check: %v", err)
	}
}

// start is the first event of a game between two players.
func start(white, black int64, at time.Time) game.Event {
	return game.Event{At: at, By: game.Corrd, Law: "house:1", Letter: 1, Fact: game.Started{
		Terms:    terms.Terms{Code: "british-1899", Time: terms.TimeControl{Moves: 10, Per: 30 * 24 * time.Hour}},
		Players:  [2]int64{white, black},
		Position: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	}}
}

// opening is a line of play to take moves from.
var opening = []string{"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6"}

// moved is the event of the n-th move of the opening, 1 for the first.
func moved(n int, at time.Time) game.Event {
	uci := opening[n-1]
	move, ok := board.ParseMove(uci)
	if !ok {
		panic(uci)
	}
	by := game.White
	if n%2 == 0 {
		by = game.Black
	}
	return game.Event{At: at, By: by, Law: "I.13.C", Letter: int64(n),
		Fact: game.Played{Ply: n, Move: move, Words: "<" + uci + "> & so on", Reader: "1"}}
}

// end is the event of a resignation.
func end(at time.Time) game.Event {
	return game.Event{At: at, By: game.White, Law: "II.9", Fact: game.Ended{Score: game.BlackWins, How: game.ByResignation}}
}

// begin starts a game and plays the first moves of the opening.
func (f *fixture) begin(white, black int64, moves int) (id int64) {
	f.Helper()
	f.update(func(tx store.Tx) (err error) {
		id, err = newGame(tx, white, black, moves)
		return err
	})
	return id
}

func newGame(tx store.Tx, white, black int64, moves int) (int64, error) {
	id, err := tx.NewGame()
	if err != nil {
		return 0, err
	}
	events := []game.Event{start(white, black, tx.Now())}
	for n := range moves {
		events = append(events, moved(n+1, tx.Now()))
	}
	_, err = tx.Append(id, events...)
	return id, err
}

// otherwise returns the games that a store finds to fold otherwise than when they were written.
func otherwise(t *testing.T, s store.Store) (games []int64) {
	t.Helper()
	_, err := s.Check(func(f store.Fault) {
		if f.Otherwise == 0 || f.Damage() {
			t.Errorf("a fault: %+v", f)
		}
		games = append(games, f.Otherwise)
	})
	if err != nil {
		t.Fatal(err)
	}
	return games
}

// decides appends to game 1 what the laws decide of an act, and begins the game if there is none.
func decides(tx store.Tx, act play.Act) error {
	s, now := game.State{ID: 1}, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var err error
	if _, begins := act.(play.Start); begins {
		s.ID, err = tx.NewGame()
	} else {
		s, err = tx.Game(1)
	}
	if err == nil {
		_, err = tx.Append(1, play.Decide(s, act, now)...)
	}
	return err
}

// Folded has a store find a game whose events come to another state than when the last of them was
// written. keep puts in the head of the game what store.Folded gave at that time.
func Folded(t *testing.T, s store.Store, keep func(tx store.Tx, id int64, folded []byte) error) {
	t.Helper()
	update := func(f func(store.Tx) error) {
		t.Helper()
		if err := s.Update(f); err != nil {
			t.Fatal(err)
		}
	}
	want := func(after string, want ...int64) {
		t.Helper()
		if found := otherwise(t, s); !slices.Equal(found, want) {
			t.Errorf("%s: games %v fold otherwise, and not %v", after, found, want)
		}
	}
	update(func(tx store.Tx) error {
		return decides(tx, play.Start{Terms: terms.Default(), Players: [2]int64{1, 2}})
	})
	want("as the game was written")
	other := game.State{ID: 1, Seq: 1}
	for _, c := range []struct {
		name   string
		folded []byte
		want   []int64
	}{
		{"of an older corrd", nil, nil},
		{"another state", store.Folded(&other), []int64{1}},
		{"another form", append([]byte{game.DigestForm + 1}, store.Folded(&other)[1:]...), nil},
	} {
		update(func(tx store.Tx) error { return keep(tx, 1, c.folded) })
		want(c.name, c.want...)
	}
	update(func(tx store.Tx) error { return keep(tx, 1, nil) })
	update(func(tx store.Tx) error { _, err := tx.Reckon(1); return err })
	update(func(tx store.Tx) error { return decides(tx, play.Notify{Side: board.White}) })
	want("after the next event")
	update(func(tx store.Tx) error { return keep(tx, 1, store.Folded(&other)) })
	update(func(tx store.Tx) error { _, err := tx.Reckon(1); return err })
	want("a reckoning hides nothing", 1)
}

// fewestKinds is less than the number of kinds of events; a folder with fewer is not the folder.
const fewestKinds = 60

// EachKind calls do with an event of every kind: its tag, and its fact with no field set, so that
// White is the side that it names if it names one. testdata is the folder store/testdata as seen
// from the test that runs.
func EachKind(t *testing.T, testdata string, do func(tag string, fact game.Fact)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(testdata, "events", "*"))
	if err != nil || len(files) < fewestKinds {
		t.Fatal("no kinds of events: ", files, err)
	}
	for _, file := range files {
		tag := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		fact, err := store.ReadFact(tag, []byte("{}"))
		if err != nil {
			t.Fatal(tag, err)
		}
		do(tag, fact)
	}
}

// LaidDown compares a table with the file in which it is laid down, a row a line, and writes the
// file first if update is set. A new row stands in none of its lines: whoever adds one decides what
// it says, and the change of the file shows what was decided.
func LaidDown(t *testing.T, path string, table []string, update bool) {
	t.Helper()
	if update {
		if err := os.WriteFile(path, []byte(strings.Join(table, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	laid := strings.Split(strings.TrimSpace(string(raw)), "\n")
	for _, row := range table {
		if !slices.Contains(laid, row) {
			t.Errorf("%q is not laid down in %s; decide whether it should be so (go test -update writes the table)", row, path)
		}
	}
	for _, row := range laid {
		if !slices.Contains(table, row) {
			t.Errorf("%s says %q, which is not so any more", path, row)
		}
	}
}
