package main

import (
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// kills is how often corrd is killed: $KILLS, or 20, and with -short 3.
func kills(t *testing.T) int {
	text, set := os.LookupEnv("KILLS")
	switch {
	case !set && testing.Short():
		return 3
	case !set:
		return 20
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("KILLS=%s is no number of kills", text)
	}
	return n
}

// TestKilledUnderLoad kills corrd again and again, each time at another moment,
// while four games are played as fast as the letters go. At the end every move
// that was acknowledged is in its game, once, and every letter of corrd in its
// mailbox, as one letter.
func TestKilledUnderLoad(t *testing.T) {
	t.Parallel()
	n := kills(t)
	d := startDaemon(t, t.TempDir())
	stop := make(chan struct{})
	var players []*player
	for _, names := range [][2]string{{"alice", "bob"}, {"carol", "dan"}, {"erin", "frank"}, {"grace", "heidi"}} {
		players = append(players, d.begin(names, "time none", stop)...)
	}
	var playing sync.WaitGroup
	for _, p := range players {
		playing.Go(p.play)
	}
	before, load := d.taken.Load(), int64(0)
	for range n {
		more := rand.Int64N(6)
		load += more
		atLeast(t, &d.taken, before+load)
		atLeast(t, &d.begun, d.begun.Load()+rand.Int64N(6))
		time.Sleep(time.Duration(rand.IntN(40_000)) * time.Microsecond)
		d.kill()
		d.start()
	}
	close(stop)
	playing.Wait()
	d.settle()
	acknowledged := 0
	for _, p := range players {
		acknowledged += p.acknowledged
		p.wantGame()
		p.wantLetters()
	}
	d.wantSound()
	if !t.Failed() {
		t.Logf("%d kills, %d letters acknowledged: 0 lost, 0 doubled, 0 unanswered", n, acknowledged)
	}
}

// atLeast waits until so many letters have been counted.
func atLeast(t *testing.T, letters *atomic.Int64, n int64) {
	t.Helper()
	for end := time.Now().Add(longEnough); letters.Load() < n; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d letters, and no more of the %d", letters.Load(), n)
		}
	}
}
