package main

import (
	"bytes"
	"fmt"
	"sync"
	"time"

	"corrd/cmd/internal/office"
)

// nextHop takes what corrd sends, and knows when.
type nextHop struct {
	*office.Hop

	mu    sync.Mutex
	ended map[string][]time.Time // by opponent: when the letters ended that corrd answers
	took  []time.Duration
	all   int       // letters taken, those to the movers among them
	last  time.Time // when a letter was taken
}

func newNextHop() (h *nextHop, err error) {
	h = &nextHop{ended: make(map[string][]time.Time)}
	h.Hop, err = office.ListenHop(h.take)
	return h, err
}

// quiet waits until nothing has come for a time.
func (h *nextHop) quiet(long time.Duration) {
	for {
		h.mu.Lock()
		since := time.Since(h.last)
		h.mu.Unlock()
		if since >= long {
			return
		}
		time.Sleep(long - since)
	}
}

// reset forgets what has come.
func (h *nextHop) reset() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ended, h.took, h.all = make(map[string][]time.Time), nil, 0
}

// expect notes that a letter has ended whose opponent is to be written now.
func (h *nextHop) expect(l letter) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ended[l.opponent] = append(h.ended[l.opponent], time.Now())
}

// accepted waits until so many answers have been taken.
func (h *nextHop) accepted(count int) error {
	return h.reaches(count, func() int { return len(h.took) })
}

// bothAccepted waits until both answers to so many letters have been taken.
func (h *nextHop) bothAccepted(count int) error {
	return h.reaches(count, func() int { return h.all / 2 })
}

// reaches waits until a count of what has been taken comes to so many.
func (h *nextHop) reaches(count int, taken func() int) error {
	for last, since := 0, time.Now(); ; time.Sleep(time.Millisecond) {
		h.mu.Lock()
		now := taken()
		h.mu.Unlock()
		switch {
		case now >= count:
			return nil
		case now > last:
			last, since = now, time.Now()
		case time.Since(since) > 20*time.Second:
			return fmt.Errorf("of %d letters only %d were answered", count, now)
		}
	}
}

// take notes how long the opponent's letter took.
func (h *nextHop) take(to []string, raw []byte) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last = time.Now()
	h.all++
	if !bytes.Contains(raw, []byte("\r\nCorrd-Letter: move\r\n")) {
		return nil // it tells a player that their own move was adopted
	}
	for _, one := range to {
		if ended := h.ended[one]; len(ended) > 0 {
			h.took = append(h.took, time.Since(ended[0]))
			h.ended[one] = ended[1:]
		}
	}
	return nil
}
