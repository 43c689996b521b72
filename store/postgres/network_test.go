package postgres_test

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/play"
	"corrd/game/terms"
	"corrd/store"
	"corrd/store/peertest"
	"corrd/store/postgres"
)

// ledgerOf is a store in which each transaction that succeeds leaves one mark of each kind, so that
// one which is lost, or done twice, is found.
type ledgerOf struct {
	*testing.T
	s     store.Store
	games []int64
	done  []atomic.Int64 // by game: the Updates that have succeeded
}

// newLedger begins some games.
func newLedger(t *testing.T, s store.Store, games int) *ledgerOf {
	t.Helper()
	l := &ledgerOf{T: t, s: s, done: make([]atomic.Int64, games)}
	for n := range games {
		err := s.Update(func(tx store.Tx) error {
			id, err := tx.NewGame()
			if err == nil {
				_, err = tx.Append(id, play.Decide(game.State{ID: id}, play.Start{Terms: terms.Default(), Players: [2]int64{1, 2}}, noon)...)
			}
			if len(l.games) == n {
				l.games = append(l.games, id)
			}
			l.games[n] = id
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return l
}

// writes has one of the stores on the database take a letter for a game, and counts the letter if
// it was acknowledged. during is called when the transaction has read the game.
func (l *ledgerOf) writes(s store.Store, n int, during func()) error {
	letter := store.Letter{State: store.Acted, Game: l.games[n]}
	err := s.Update(func(tx store.Tx) error {
		letter.ID = 0
		if _, err := tx.Game(l.games[n]); err != nil {
			return err
		}
		if during != nil {
			during()
		}
		err := tx.PutLetter(&letter, []byte("P-K4"))
		_, err2 := tx.Append(l.games[n], game.Event{At: noon, Letter: letter.ID, Fact: game.DrawDeclined{}})
		return errors.Join(err, err2, tx.AddCount(fmt.Sprint("game/", n), 1), tx.Enqueue(&store.Row{To: fmt.Sprintf("reader%d@example.org", n), Game: l.games[n]}))
	})
	if err == nil {
		l.done[n].Add(1)
	}
	return err
}

// balances sees that each letter that was acknowledged has done all that it does, once, and that no
// other has done anything.
func (l *ledgerOf) balances() {
	l.Helper()
	err := l.s.View(func(v store.View) error {
		for n, id := range l.games {
			log, err := v.Events(id)
			letters, err2 := v.LettersOf(id)
			rows, err3 := v.RowsOf(id, 1<<20)
			count, err4 := v.Count(fmt.Sprint("game/", n))
			if err := errors.Join(err, err2, err3, err4); err != nil {
				return err
			}
			if done := int(l.done[n].Load()); len(log) != done+1 || len(letters) != done || len(rows) != done || count != done {
				l.Errorf("game %d: %d letters were acknowledged; there are %d events after the first, %d letters, %d answers, and %d are counted", id, done, len(log)-1, len(letters), len(rows), count)
			}
		}
		return nil
	})
	if err != nil {
		l.Fatal(err)
	}
	if _, err := l.s.Check(func(fault store.Fault) { l.Error(fault) }); err != nil {
		l.Error(err)
	}
}

// TestTornConnections has connections break in the middle of questions and of answers, at octets
// that move on each time. A letter that could not be taken is brought again, as mail servers do.
// Nothing is lost, and nothing is done twice.
func TestTornConnections(t *testing.T) {
	relay, url := peertest.Relayed(t)
	s := open(t, url, postgres.Options{})
	l := newLedger(t, open(t, relay.Around(url), postgres.Options{}), 1)
	tears := 120
	if testing.Short() {
		tears = 24
	}
	for n := range tears {
		at := int64(1 + n*37%2500)
		if n%2 == 0 {
			relay.Tear(at, 0)
		} else {
			relay.Tear(0, at)
		}
		var err error
		for again := true; again; again = errors.Is(err, store.ErrUnreachable) {
			err = l.writes(s, 0, nil)
		}
		if err != nil {
			t.Errorf("torn after %d octets: %v", at, err)
		}
		_, _, err = s.Claim("node", 16)
		_, err2 := s.Lease(store.NodeLease("node"), "node", "", time.Minute)
		err3 := s.View(func(v store.View) error { _, err := v.Game(l.games[0]); return err })
		for _, err := range []error{err, err2, err3} {
			if err != nil && !errors.Is(err, store.ErrUnreachable) {
				t.Errorf("torn after %d octets: %v", at, err)
			}
		}
	}
	relay.Tear(0, 0)
	if n := l.done[0].Load(); n != int64(tears) {
		t.Errorf("%d of %d letters were acknowledged", n, tears)
	}
	l.balances()
}

// TestHotGame has 64 writers bring letters for one game to two daemons, one of which is far away
// and has a single connection, which is never free.
func TestHotGame(t *testing.T) {
	relay, url := peertest.Relayed(t)
	near := open(t, relay.Around(url), postgres.Options{})
	far := open(t, url+"&pool_max_conns=1", postgres.Options{})
	relay.Delay.Store(int64(time.Millisecond / 2))
	l := newLedger(t, near, 1)
	var all sync.WaitGroup
	for n := range 64 {
		all.Go(func() {
			for range 2 {
				s := []store.Store{near, far}[n%2]
				if err := l.writes(s, 0, nil); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if n := l.done[0].Load(); n != 128 {
		t.Errorf("%d of 128 letters were acknowledged", n)
	}
	l.balances()
}

// goesOn is how soon a daemon goes on with all games when another that held them is cut off.
const goesOn = 5 * time.Second

// longEnough is how long anything may take that is not to wait for ever.
const longEnough = time.Minute

// TestCutOff cuts a daemon off again and again, each time in the middle of transactions that hold
// the locks of all games. Another daemon goes on with every game within five seconds, on top of
// what the same letters take when nobody is cut off, while the first is still cut off, which then
// does what it had begun, once.
func TestCutOff(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits for a silent database: of the long run")
	}
	const games = 8
	relay, url := peertest.Relayed(t)
	cut, healthy := open(t, url, postgres.Options{}), open(t, relay.Around(url), postgres.Options{})
	l := newLedger(t, healthy, games)
	cuts := 6 / peertest.Share(3, 3)
	others := func() {
		var all sync.WaitGroup
		for n := range games {
			all.Go(func() {
				if err := l.writes(healthy, n, nil); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
	}
	began := time.Now()
	others()
	usual := time.Since(began)
	for range cuts {
		back := make(chan struct{}) // closed when the daemon is no longer cut off
		var holding, begun sync.WaitGroup
		holding.Add(games)
		goOn := make(chan struct{})
		for n := range games {
			var once sync.Once
			begun.Go(func() {
				if err := l.writes(cut, n, func() { once.Do(func() { holding.Done(); <-goOn }) }); err != nil {
					t.Error(err)
				}
			})
		}
		holding.Wait()
		relay.Before(func([]byte) { <-back })
		close(goOn)
		began := time.Now()
		went := make(chan struct{})
		go func() { others(); close(went) }()
		select {
		case <-went:
			took := time.Since(began).Round(time.Millisecond)
			t.Logf("the other daemon went on with every game after %v", took)
			if took > goesOn+4*usual {
				t.Errorf("the other daemon went on with every game after %v, more than %v and four times %v", took, goesOn, usual)
			}
		case <-time.After(longEnough):
			t.Error("the other daemon waits for one that is cut off")
		}
		relay.Before(nil)
		close(back)
		begun.Wait()
		<-went
	}
	for n := range games {
		if done := l.done[n].Load(); done != int64(1+2*cuts) {
			t.Errorf("game %d: %d of %d letters were acknowledged", n, done, 1+2*cuts)
		}
	}
	l.balances()
}
