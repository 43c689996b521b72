package scenario

import (
	"context"
	"iter"
	"runtime"
)

// Play plays scenarios, each through a Daemon of its own, as many at a time as
// there are processors, and gives their outcomes in order. It gives up when ctx
// ends or the caller stops asking; no daemon outlives it.
func Play(ctx context.Context, all []Scenario, umpire Umpire) iter.Seq[Outcome] {
	return func(yield func(Outcome) bool) {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		for playing := range started(ctx, all, umpire) {
			out := <-playing
			if ctx.Err() == nil && !yield(out) {
				stop()
			}
		}
	}
}

// started plays the scenarios in turn, and gives for each the channel on which
// its outcome comes.
func started(ctx context.Context, all []Scenario, umpire Umpire) <-chan chan Outcome {
	playing := make(chan chan Outcome, runtime.GOMAXPROCS(0)-1)
	go func() {
		defer close(playing)
		for _, s := range all {
			out := make(chan Outcome, 1)
			select {
			case playing <- out:
			case <-ctx.Done():
				return
			}
			go func() { out <- Daemon(ctx, s, umpire) }()
		}
	}()
	return playing
}
