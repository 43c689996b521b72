package watch

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"corrd/store"
	"corrd/store/bolt"
)

// Daemons whose machines' clocks are an hour apart tell the time of the store, to the second,
// wait for it, and date by it what their machine has dated.
func TestSharedTellsTheTimeOfTheStore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store")
	synctest.Test(t, func(t *testing.T) {
		ahead := time.Hour
		db, err := bolt.Open(path, bolt.Options{InitialMmapSize: 1 << 20, Now: func() time.Time { return time.Now().Add(ahead) }})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		s, err := NewShared(db)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(90 * time.Second)
		here := time.Now()
		if off := s.Now().Sub(here.Add(ahead)).Abs(); off > time.Second {
			t.Errorf("the clock is %v off that of the store", off)
		}
		if off := here.Add(s.Ahead()).Sub(here.Add(ahead)).Abs(); off > time.Millisecond {
			t.Errorf("what the machine has dated is dated %v off the store's time", off)
		}
		reached, stop := s.Reach(s.Now().Add(10 * time.Second))
		defer stop()
		<-reached
		if took := time.Since(here); took < 9*time.Second || took > 11*time.Second {
			t.Errorf("ten seconds of the store take %v", took)
		}
		ahead = -time.Hour // the clock of the database is set back
		if err := s.Sync(db); err != nil {
			t.Fatal(err)
		}
		var now time.Time
		if err := db.View(func(v store.View) error { now = v.Now(); return nil }); err != nil {
			t.Fatal(err)
		}
		if off := s.Now().Sub(now).Abs(); off > time.Second {
			t.Errorf("after another look the clock is %v off that of the store", off)
		}
	})
}

var errTrouble = errors.New("trouble")

// TestTaskWaitsAndTriesAgain: a task is done when its time or its bell comes, and after
// trouble ever later.
func TestTaskWaitsAndTriesAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		var did []time.Duration
		bell := NewBell()
		ctx, stop := context.WithCancel(t.Context())
		task := Task{Name: "test", Clock: Real{}, Bell: bell, Log: slog.New(slog.DiscardHandler), Do: func(context.Context) (time.Time, error) {
			did = append(did, time.Since(began))
			switch len(did) {
			case 1, 2, 4:
				return time.Time{}, errTrouble
			case 3:
				return time.Now(), nil
			case 5:
				bell.Ring()
			case 7:
				stop()
			}
			return time.Now().Add(time.Hour), nil
		}}
		if err := task.Run(ctx); err != nil {
			t.Error(err)
		}
		want := []time.Duration{0, time.Second, 3 * time.Second, 3 * time.Second, 4 * time.Second, 4 * time.Second, time.Hour + 4*time.Second}
		if !slices.Equal(did, want) {
			t.Errorf("done after %v, want %v", did, want)
		}
	})
}

// TestRetryEndsWithWhatIsFinal: a final error ends the retrying, and any other error is followed by
// another try.
func TestRetryEndsWithWhatIsFinal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		final := errors.New("final")
		tries := 0
		err := Retry(t.Context(), slog.New(slog.DiscardHandler), "test", func(err error) bool { return err == final }, func(context.Context) error {
			if tries++; tries < 9 {
				return errTrouble
			}
			return final
		})
		if err != final || tries != 9 {
			t.Errorf("%v after %d", err, tries)
		}
	})
}
