package main

import (
	"context"
	"math/rand/v2"
	"net/mail"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"corrd/cmd/internal/control"
)

// TestKilledWhileLettersTravel kills corrd again and again while cards and telegrams are under
// way and the clock is moved on, each time at another moment. At the end every move that was
// acknowledged is in its game, once; each arrived when it was due, and its receiver heard of
// it then and not before.
func TestKilledWhileLettersTravel(t *testing.T) {
	t.Parallel()
	n := kills(t)
	if !testing.Short() {
		n = max(n/5, 20) // a card takes longer than a letter
	}
	d := startDaemon(t, t.TempDir())
	stop := make(chan struct{})
	var players []*player
	for terms, names := range map[string][2]string{
		"time none, medium post, post.closed none, post.transit 0":                 {"alice", "bob"},
		"time none, medium post, post.transit 1d..4d, post.deliveries 08:00 16:00": {"carol", "dan"},
		"time none, medium telegraph":                                              {"erin", "frank"},
		"time none, medium telegraph, telegraph.transit 0..3h":                     {"grace", "heidi"},
	} {
		players = append(players, d.begin(names, terms, stop)...)
	}
	var playing sync.WaitGroup
	for _, p := range players {
		playing.Go(p.play)
	}
	playing.Go(func() { d.timePasses(stop) })
	for range n {
		atLeast(t, &d.taken, d.taken.Load()+rand.Int64N(6))
		time.Sleep(time.Duration(rand.IntN(40_000)) * time.Microsecond)
		d.kill()
		d.start()
	}
	close(stop)
	playing.Wait()
	d.allArrives(players)
	acknowledged, travelled := 0, 0
	for _, p := range players {
		acknowledged += p.acknowledged
		p.wantGame()
		p.wantLetters()
		travelled += p.wantJourneys()
	}
	if travelled != acknowledged {
		t.Errorf("%d letters were acknowledged and %d communications arrived", acknowledged, travelled)
	}
	d.wantSound()
	if !t.Failed() {
		t.Logf("%d kills, %d letters acknowledged and delivered: 0 lost, 0 doubled, 0 early", n, acknowledged)
	}
}

// timePasses moves the clock on, whenever corrd runs, until told to stop.
func (d *daemon) timePasses(stop chan struct{}) {
	for {
		select {
		case <-stop:
			return
		case <-time.After(time.Duration(rand.IntN(20)) * time.Millisecond):
		}
		_, ctl := d.where()
		control.ClockAdvance.Ask(context.Background(), ctl, control.Lasting{For: time.Duration(1+rand.IntN(300)) * time.Minute}) // corrd may have been killed just now
	}
}

// allArrives moves the clock on until nothing is under way in any game.
func (d *daemon) allArrives(players []*player) {
	d.Helper()
	for range 30 {
		d.settle()
		waits := false
		for _, p := range players {
			waits = waits || slices.ContainsFunc(p.journeys(), func(j control.JourneyView) bool { return j.Delivered == nil })
		}
		if !waits {
			return
		}
		if _, err := control.ClockAdvance.Ask(context.Background(), d.ctl, control.Lasting{For: 24 * time.Hour}); err != nil {
			d.Fatal(err)
		}
	}
	d.Fatal("after thirty days something is still under way")
}

// wantJourneys sees that what the player has handed in was delivered once, when it was due, and
// that the letter which told the player of a move of the opponent's did not come before that was
// delivered. It returns how many communications of the player's arrived.
func (p *player) wantJourneys() (arrived int) {
	p.Helper()
	came := p.heardAt()
	known := map[int64]bool{}
	for i, j := range p.journeys() { // one for each ply
		switch {
		case known[j.Letter]:
			p.Errorf("game %d: letter %d travelled twice", p.game, j.Letter)
		case j.Delivered == nil || j.Due == nil || !j.Delivered.Equal(*j.Due) || j.Collected.Before(j.HandedIn) || j.Delivered.Before(j.Collected):
			p.Errorf("game %d: communication %d travelled so: due %v, delivered %v, %+v", p.game, i+1, j.Due, j.Delivered, j)
		case j.Side == p.side.String():
			arrived++
		case came[i+1].Before(*j.Delivered):
			p.Errorf("game %d: ply %d was delivered at %s, and told at %s", p.game, i+1, j.Delivered, came[i+1])
		}
		known[j.Letter] = true
	}
	return arrived
}

// journeys returns the ways of the communications of the player's game.
func (p *player) journeys() []control.JourneyView {
	p.Helper()
	all, err := control.GameJourney.Ask(context.Background(), p.ctl, control.Numbered{ID: p.game})
	if err != nil {
		p.Fatal(err)
	}
	return all
}

// heardAt returns when the office took the first letter that told the player of each ply.
func (p *player) heardAt() map[int]time.Time {
	p.Helper()
	p.read = 0
	letters, err := p.fetch()
	if err != nil {
		p.Fatal(err)
	}
	came := map[int]time.Time{}
	for _, l := range letters {
		received := l.Get("Received")
		at, err := mail.ParseDate(strings.TrimSpace(received[strings.LastIndexByte(received, ';')+1:]))
		if err != nil {
			p.Fatalf("a letter was received %q", received)
		}
		if ply := l.Key().Ply - 1; l.Kind() == "move" && (came[ply].IsZero() || at.Before(came[ply])) {
			came[ply] = at
		}
	}
	return came
}
