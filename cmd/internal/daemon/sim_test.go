package daemon_test

import (
	"flag"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// The simulator is the test of corrd as a whole, in time that does not pass by
// itself, with every trouble of mail that can be thought of, and an oracle that
// compares what corrd did with what everybody wrote.
//
// # A seed
//
// A seed is a world in a bubble of testing/synctest: the clerk on its clock, a
// store in a file, the office with its SMTP and IMAP, or corrd's own LMTP, over
// lines in memory. Most go on from a game that has begun, some from nothing. Two
// to four players play in words, now and then doubtfully, illegally, twice or
// late, send copies by hand, and some of them put the opponent in Cc; a bomber
// sends what nobody has a right to; an umpire checks and copies the store in use,
// and in every fourth world another meddles with the games by all sorts of
// rulings; a sexton makes corrd's mailbox anew under another UIDVALIDITY and puts
// old mail back into it. Letters come late, after later ones, and twice, also by
// both ways. Lines are cut or fall silent at any byte, a 250 or the answer to a
// MOVE is lost, a MOVE is refused, the office is away, the disk is full, the
// clock is set by days, forward or back, an old backup is put in the place of the
// store, and corrd is away for hours, or killed in DATA, in FETCH, around MOVE
// and at each failpoint of a commit, whose file is copied at that instant and is
// all that the next process has.
//
// In every tenth world a director announces an all-play-all event of three to six players. They
// enter by letter, by the announcement or unasked, some twice; the event starts, and its games are
// played among the others under the same troubles. Its director repeats what got no answer,
// withdraws one player, puts a substitute into the seat of another, and in half of these worlds
// adjudicates what goes on at the closing date and closes; a player withdraws by letter.
//
// After the troubles everything is given time to arrive. Then (oracle, model):
//
//	I1  each letter that was acknowledged is in the store, with one verdict
//	I2  it acted once or not at all, in the ply its key names, and its words
//	    once in a round
//	I3  what the laws send of each transaction is in the outbox, and arrived,
//	    one Message-ID and the same bytes however often it was sent; again only
//	    after a fault
//	I4  nothing acted without the key of its side; with one that had been shown
//	    to the opponent only what was confirmed; and the next key has gone out
//	I5  nobody was written to but players, who asked to be one, and newcomers
//	    whom their host vouches for, to tell them how to become one
//	I6  answers of the office keep within the budgets, one to each letter
//	I7  each log is what the laws decide, asked again of the words as their
//	    writers wrote them; and the raw letters alone, taken by a new corrd, lead
//	    to the same positions
//
// Of an event too: whoever is in it has written so, each pair has its games once, the points are
// those of the games that are over, the table folded anew from the log is the table, each order of
// the director that was answered is in the log once, and who has a seat has had one letter of the
// beginning, the announcement at most once, and at the end the table. The games of an event are
// left out of the archive taken anew, which has no letter of the director, and no old backup is put
// back, which would not know the orders given since.
//
// No letter waits until a clock that was set back has caught up.
// A ruling that was answered is in the log, once and as it was ordered.
// Besides, check finds nothing, in use, in a backup and at the end; every game
// that runs has a next event, and whoever is to move has their window.
//
// The model must not know how corrd does what it does: it knows what was written, and what must
// come of it.
//
// # Replaying
//
// A seed does the same whenever it is run. What chance gives to one actor does
// not depend on another; and everything takes a time of its own, to the
// nanosecond: bytes to arrive, a letter to be brought, a store to write. So
// hardly two things happen at one instant, and it does not matter to whom the
// scheduler gives the first turn; seeds run in processes of one thread for what
// is left. A digest of all that was heard and kept, with its times, is the history of a
// seed: that of the same seed is the same (TestSameHistory).
// A seed that fails says how to run it alone, with the log of corrd:
//
//	go test ./cmd/internal/daemon -run TestSimulator -sim.seed=7 -v
//
// # What it finds
//
// The files of testdata/mutations are changes that break corrd, each with seeds
// that find it: a 250 or a MOVE before the commit, a row marked as sent before it
// is handed in, a retry under a new Message-ID, copies by hand not known by their
// words, a UID without its UIDVALIDITY, a window or a ruling that is not stored, letters
// that wait for a clock that was set back, keys that are not rotated. That they
// still fit the source is tested always, that the seeds still find them by
//
//	make mutations
//
// Of its own accord it found that a full disk had the outbox send the same
// letter every second, that a registration confirmed after a challenge had been
// accepted was set aside, and that a claim sent again by hand when its ply was
// long over was decided again.

var (
	oneSeed = flag.Uint64("sim.seed", 0, "run this seed alone, and log what corrd does")
	seeds   = flag.Uint64("sim.seeds", 0, "how many seeds to run; 0: forty, or with -short a few")
)

// TestSimulator runs seeds. Each seed is a world in a bubble of its own, and each process has one
// thread, so that a seed does the same every time.
func TestSimulator(t *testing.T) {
	s, isShard := thisShard(t)
	switch {
	case isShard:
		s.run(t)
		return
	case *oneSeed != 0:
		one := inShards(t, 1, *oneSeed)
		t.Logf("history %x; %v", one.History, one.Tally)
		return
	}
	n := *seeds
	switch {
	case n == 0 && testing.Short():
		n = 7 // an event is played in the last one
	case n == 0:
		n = 40 // make proof runs a thousand and more
	}
	began := time.Now()
	all := inShards(t, n, 0)
	t.Logf("%d seeds in %v, history %x", n, time.Since(began).Round(time.Second), all.History)
	total := all.Tally
	for _, name := range slices.Sorted(maps.Keys(total)) {
		t.Logf("%9d %s", total[name], name)
	}
	if !t.Failed() {
		t.Logf("%d seeds, %d faults, of which %d kills; %d letters acknowledged: 0 lost, 0 doubled, 0 unanswered",
			n, faultsIn(total), killsIn(total), total[lettersAcknowledged])
	}
}

// run runs the seeds of a shard, one after the other, and prints their counts.
func (s shard) run(t *testing.T) {
	from := &beginnings{T: t}
	log, total := slog.New(slog.DiscardHandler), result{Tally: map[string]int{}}
	if *oneSeed != 0 {
		log = slog.New(slog.NewTextHandler(os.Stdout, nil))
		total = inBubble(t, from.of(*oneSeed), *oneSeed, log, nil)
	}
	for seed := s.First; seed <= *seeds; seed += s.Step {
		total.add(inBubble(t, from.of(seed), seed, log, nil))
	}
	total.tell(t)
}

// stuck is how long a seed may take in real time. Without this limit a seed would run for ever if
// a goroutine waited in a way that stops the time of the bubble.
const stuck = 2 * time.Minute

// stuckInDatabase is the limit for a world whose store is in a database, to which the world sends
// many queries.
const stuckInDatabase = 15 * time.Minute

// inBubble runs one seed in a bubble of its own. The message of a failed seed says how to run the
// seed again.
func inBubble(t *testing.T, from *beginning, seed uint64, log *slog.Logger, database func() string) (of result) {
	var inner *testing.T
	done := make(chan struct{})
	again := fmt.Sprintf("again: go test ./cmd/internal/daemon -run TestSimulator -sim.seed=%d -v", seed)
	most := stuck
	if database != nil {
		most, again = stuckInDatabase, again+" (in a database: -run TestSimulatorOnDatabase)"
	}
	defer time.AfterFunc(most, func() { panic(fmt.Sprintf("seed %d stands still; %s", seed, again)) }).Stop()
	go func() { // a fatal failure ends this goroutine
		defer func() {
			if r := recover(); r != nil {
				panic(fmt.Sprintf("seed %d: %v; %s", seed, r, again))
			}
			close(done)
		}()
		synctest.Test(t, func(t *testing.T) {
			inner = t
			of = run(t, from, seed, log, database)
		})
	}()
	<-done
	if inner.Failed() {
		t.Errorf("seed %d fails; %s", seed, again)
	}
	return of
}
