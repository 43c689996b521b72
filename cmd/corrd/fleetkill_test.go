package main

import (
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"

	"corrd/game/terms"
)

// fleetLetters is how many letters are handed in to several daemons: $FLEET, or 80.
func fleetLetters(t *testing.T) int64 {
	text, set := os.LookupEnv("FLEET")
	if !set {
		return 80
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 {
		t.Fatalf("FLEET=%s is no number of letters", text)
	}
	return n
}

// TestFleetKilledUnderLoad has 64 players hand letters in at two daemons on one PostgreSQL, while
// every two seconds one of the daemons, or the database, is killed and started again. Some games go
// by telegraph and, where $FLEET is set, by post. At the end every move that was acknowledged is in
// its game, once; both players were told of it by one letter; and the chains of all games verify.
func TestFleetKilledUnderLoad(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	f := newFleet(t, 2, "")
	by := []terms.Terms{byEmail(), byEmail(), byTelegraph()}
	if _, long := os.LookupEnv("FLEET"); long { // a card is under way for a minute
		by = append(by, byPost())
	}
	senders := f.begin(32, by...)
	for _, n := range f.nodes {
		n.start(t)
		n.up(t)
	}
	letters := &counter{most: fleetLetters(t)}
	began := time.Now()
	var playing sync.WaitGroup
	for _, s := range senders {
		playing.Go(func() { s.play(letters) })
	}
	over := make(chan struct{})
	go func() { playing.Wait(); close(over) }()
	ofDaemons, ofDatabase := f.killUntil(over)
	took := time.Since(began)
	for _, n := range f.nodes {
		n.up(t)
	}
	f.delivered(senders)
	f.settle(f.nodes[0])
	came, twice := f.wantAll(f.nodes[1], senders)
	acknowledged := 0
	for _, s := range senders {
		acknowledged += s.acknowledged
	}
	if int64(acknowledged) != letters.most {
		t.Errorf("%d letters were acknowledged of %d", acknowledged, letters.most)
	}
	if twice > inHandAtMost*ofDaemons {
		t.Errorf("%d letters left twice at %d kills of a daemon", twice, ofDaemons)
	}
	if !t.Failed() {
		t.Logf("%d letters in %v, %d kills of a daemon, %d of the database: 0 lost, 0 doubled, 0 unanswered; of %d letters that left %d were handed over twice, with the same bytes",
			acknowledged, took.Round(time.Second), ofDaemons, ofDatabase, came, twice)
	}
}

// inHandAtMost is how many letters a daemon has in hand when it is killed, any of which leaves
// twice if the next hop took it and the daemon did not come to note that.
const inHandAtMost = 16

// killUntil kills a daemon or the database every two seconds until all is over, and gives how
// often each was killed.
func (f *fleet) killUntil(over <-chan struct{}) (ofDaemons, ofDatabase int) {
	for {
		select {
		case <-over:
			return ofDaemons, ofDatabase
		case <-time.After(2 * time.Second):
		}
		if which := rand.IntN(len(f.nodes) + 1); which < len(f.nodes) {
			f.nodes[which].kill()
			f.nodes[which].start(f.T)
			ofDaemons++
			continue
		}
		f.database.Kill()
		if err := f.database.Start(); err != nil {
			f.Errorf("the database does not start again: %v", err)
			return ofDaemons, ofDatabase
		}
		ofDatabase++
	}
}
