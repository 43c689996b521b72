package watch

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

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
