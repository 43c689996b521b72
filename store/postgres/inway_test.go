package postgres_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"corrd/store"
	"corrd/store/postgres"
	"corrd/store/postgres/pgtest"
)

// TestSerializationFailures has two daemons write while somebody else changes the same rows and knows nothing of
// the gate. What fails by that is run again: each Update that succeeds has counted once, and one that gives up has left
// nothing and says why.
func TestSerializationFailures(t *testing.T) {
	url := pgtest.URL(t)
	stores := []store.Store{open(t, url, postgres.Options{}), open(t, url, postgres.Options{})}
	if err := stores[0].Update(func(tx store.Tx) error { return tx.AddCount("letters", 1) }); err != nil {
		t.Fatal(err)
	}
	asked := make(chan struct{}, 1)
	var outside sync.WaitGroup
	outside.Go(func() { meddle(t, url, asked) })
	var runs, done, gaveUp atomic.Int64
	var all sync.WaitGroup
	for w := range 16 {
		all.Go(func() {
			for range 8 {
				err := stores[w%2].Update(func(tx store.Tx) error {
					run := runs.Add(1)
					_, err := tx.Count("letters")
					if run%3 == 0 {
						select {
						case asked <- struct{}{}:
						default: // the one before waits for the row that this transaction has locked
						}
					}
					time.Sleep(time.Millisecond)
					return errors.Join(err, tx.AddCount("letters", 1))
				})
				var said *pgconn.PgError
				switch {
				case err == nil:
					done.Add(1)
				case errors.As(err, &said) && (said.Code == "40001" || said.Code == "40P01"):
					gaveUp.Add(1)
				default:
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	close(asked)
	outside.Wait()
	err := stores[1].View(func(v store.View) error {
		n, err := v.Count("letters")
		if int64(n) != done.Load()+1 {
			t.Errorf("%d Updates have counted %d times", done.Load(), n-1)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	again := runs.Load() - done.Load()
	if again == 0 || done.Load() < 40 {
		t.Errorf("of %d runs %d succeeded: nobody was in the way, or too much", runs.Load(), done.Load())
	}
	t.Logf("%d Updates took %d runs; %d gave up", done.Load(), runs.Load(), gaveUp.Load())
}

// meddle changes the tally once each time it is asked to, so that it is in the way of as many
// transactions on a slow machine as on a fast one.
func meddle(t *testing.T, url string, asked <-chan struct{}) {
	conn, err := pgx.Connect(context.Background(), url)
	if err == nil {
		defer conn.Close(context.Background())
	}
	for range asked {
		if err == nil {
			_, err = conn.Exec(context.Background(), "update tallies set day = day where name = 'letters'")
		}
	}
	if err != nil {
		t.Error(err)
	}
}
