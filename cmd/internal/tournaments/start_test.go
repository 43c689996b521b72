package tournaments_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/tournaments"
	"corrd/game"
	"corrd/game/terms"
	"corrd/game/tournament"
	"corrd/mailer"
	"corrd/store"
	"corrd/store/bolt"
	"corrd/store/storetest"
)

// killing is a transaction that fails at its write number left.
type killing struct {
	store.Tx
	left *int
}

var errKilled = errors.New("killed")

func (k killing) dies() bool { *k.left--; return *k.left < 0 }

func (k killing) NewGame() (int64, error) {
	if k.dies() {
		return 0, errKilled
	}
	return k.Tx.NewGame()
}

func (k killing) Append(id int64, events ...game.Event) (game.State, error) {
	if k.dies() {
		return game.State{}, errKilled
	}
	return k.Tx.Append(id, events...)
}

func (k killing) AppendTournament(id int64, events ...tournament.Event) (tournament.State, error) {
	if k.dies() {
		return tournament.State{}, errKilled
	}
	return k.Tx.AppendTournament(id, events...)
}

// TestStartIsWhole has a start fail at each of its writes in turn: no game has begun then, and at
// last each pair has its two games exactly once. Every transaction runs twice.
func TestStartIsWhole(t *testing.T) {
	opened, err := bolt.Open(filepath.Join(t.TempDir(), "corrd.db"), bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	db := storetest.Twice(opened)
	l := &ledger.Ledger{Site: mailer.Site{Local: "corrd", Domain: "example.org"}, Zone: time.UTC}
	director := func(tx store.Tx) tournaments.Director {
		return tournaments.Director{Ledger: l, Tx: tx}
	}
	must(t, db.Update(func(tx store.Tx) error {
		s, err := director(tx).Announce(tournament.Conditions{Name: "Winter", Games: 2, Terms: terms.Default(), Ties: tournament.Ties(), LateEntry: true, Close: tx.Now().Add(time.Hour)})
		for n := range 4 {
			p := store.Player{Name: fmt.Sprint("Player ", n), Addresses: []string{fmt.Sprintf("p%d@example.org", n)}, Registered: tx.Now()}
			if err == nil {
				err = tx.PutPlayer(&p)
			}
			if err == nil {
				s, _, err = director(tx).Enter(s, p, "their letter")
			}
		}
		return err
	}))
	started := false
	for writes := 0; !started; writes++ {
		err := db.Update(func(tx store.Tx) error {
			left := writes
			k := killing{tx, &left}
			s, err := k.Tournament(1)
			if err != nil {
				return err
			}
			_, refusal, err := director(k).Start(s)
			if refusal != "" {
				return errors.New(string(refusal))
			}
			return err
		})
		if started = err == nil; started {
			break
		}
		if !errors.Is(err, errKilled) {
			t.Fatal(err)
		}
		must(t, db.View(func(v store.View) error {
			games, err := v.Games(0, 100)
			rows, err2 := v.Rows(100)
			if len(games)+len(rows) > 0 {
				t.Fatalf("killed at write %d: games %v, %d letters", writes, games, len(rows))
			}
			return errors.Join(err, err2)
		}))
	}
	must(t, db.View(func(v store.View) error {
		s, err := v.Tournament(1)
		met := map[[2]int64]int{}
		for _, g := range s.Games {
			of, err := v.Game(g.ID)
			if err != nil {
				return err
			}
			met[of.Players]++
			if of.Tournament == nil || of.Tournament.Number != 1 || of.Tournament.Round != g.Round {
				t.Errorf("game %d is of %+v", g.ID, of.Tournament)
			}
		}
		games, err2 := v.Games(0, 100)
		if len(met) != 12 || len(games) != 12 || s.Phase != tournament.Playing {
			t.Errorf("%d pairings in %d games, %s", len(met), len(games), s.Phase)
		}
		return errors.Join(err, err2)
	}))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
