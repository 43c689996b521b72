// Package scenario plays the files in which the laws are tested: a header that
// gives a game's terms, then letters, hours and rulings, and between them what
// is expected to have come of them.
//
// Daemon plays a file through a whole corrd: letters handed in by SMTP, answers
// read by IMAP, the control socket, a clock that stands still. The tests of this
// package have a second driver, core, which plays the file through the pure game
// alone, in microseconds, and judges what the laws make of letters whose sender is
// established.
//
// PlayAccount plays the letters of a file under one code of laws and tells what becomes of each,
// whatever the file expects, so that codes can be told side by side (AccountText, AccountMarkdown).
//
// The package knows no law and no case: what ought to happen stands in the
// files alone. It must not look into a store, nor past the socket and the
// mailboxes of a daemon.
package scenario

import (
	"context"
	"iter"
	"runtime"
	"time"

	"corrd/game/board"
	"corrd/game/terms"
)

// Scenario is one file that has been understood.
type Scenario struct {
	Name  string // the name of the file
	Title string // the first line of comment in the file; "" where there is none
	Terms terms.Terms
	Side  int          // how many players the term side names beside the challenger
	Moves []board.Move // the moves played at Start, each legal after the moves before
	Start time.Time    // UTC; what the clock reads at the first step
	Zone  string       // of the server, whose hours terms and carriers name; "": UTC
	Steps []Step
}

// Step is one line of a scenario below its header.
type Step struct {
	Line int    // the number of the line in the file, from 1
	Text string // as written
	Do   Deed
}

// Deed is what a step asks for: a Letter, a Bounce, a Wait, an Outage, a Ruling or
// an Expectation.
type Deed interface{ deed() }

// Letter is a letter to corrd.
type Letter struct {
	Side    board.Side
	Member  int    // the member of the side, from 1
	Foreign bool   // the letter comes from an address that is nobody's in the game
	Keyed   bool   // the letter goes to an address that carries a key of Side
	Ply     int    // the ply in that key; 0: the ply of the side's newest letter
	Text    string // the new text of the letter's body
}

// Bounce has the newest letter about the game to the first member of a side come
// back: the mailbox takes none.
type Bounce struct{ Side board.Side }

// Outage is a time for which corrd is down.
type Outage struct{ For time.Duration }

// Wait lets time pass; all that falls due on the way happens, in order.
type Wait struct{ For time.Duration }

// Ruling is a command of the umpire's: the arguments of corrctl, but for the
// number of the game.
type Ruling struct{ Args []string }

func (Letter) deed()      {}
func (Bounce) deed()      {}
func (Wait) deed()        {}
func (Outage) deed()      {}
func (Ruling) deed()      {}
func (Expectation) deed() {}

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
