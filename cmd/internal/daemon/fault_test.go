package daemon_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
)

// outcome is what a fault does at its place in the bytes.
type outcome int

const (
	nothing    outcome = iota
	cutLine            // the connection is reset, and this byte and all later bytes are lost
	silence            // the connection stays open and carries no more bytes
	killClient         // the client is killed with kill -9, before this byte is sent
)

// kindOfFault is a class of places in the bytes of a connection at which the connection can fail.
// A kind with a mark waits until the mark has been written in the watched direction. Then, or at
// once without a mark, the kind lets a random number of bytes below span pass in its own
// direction. The count begins with the first byte of the mark.
type kindOfFault struct {
	name    string
	service string // "smtp" (and LMTP), "imap", or "" for both
	mark    string
	watch   int
	dir     int
	span    int
	does    outcome
	clerks  bool // only connections of the clerk can fail so
}

const longestMark = 16

// strikes reports whether a connection of a client to a service can fail in this way.
func (k kindOfFault) strikes(by *client, service string) bool {
	if service == "lmtp" {
		service = "smtp"
	}
	return (k.service == "" || k.service == service) && (!k.clerks || by.killed != nil)
}

var kindsOfFault = []kindOfFault{
	{name: "cut upwards", dir: up, span: 3000, does: cutLine},
	{name: "cut downwards", dir: down, span: 3000, does: cutLine},
	{name: "silent", dir: down, span: 3000, does: silence},
	{name: "cut in DATA", service: "smtp", mark: "DATA\r\n", watch: up, dir: up, span: 2500, does: cutLine},
	{name: "250 lost", service: "smtp", mark: "\r\n.\r\n", watch: up, dir: down, span: 1, does: cutLine},
	{name: "250 never comes", service: "smtp", mark: "\r\n.\r\n", watch: up, dir: down, span: 1, does: silence},
	{name: "cut in FETCH", service: "imap", mark: "BODY[]", watch: down, dir: down, span: 2500, does: cutLine},
	{name: "MOVE lost", service: "imap", mark: "MOVE ", watch: up, dir: up, span: 1, does: cutLine},
	{name: "MOVE unanswered", service: "imap", mark: "MOVE ", watch: up, dir: down, span: 1, does: cutLine},
	{name: "IDLE silent", service: "imap", mark: "IDLE", watch: up, dir: down, span: 40, does: silence},
	{name: "killed after DATA", service: "smtp", mark: "\r\n.\r\n", watch: up, dir: down, span: 1, does: killClient, clerks: true},
	{name: "killed in DATA", service: "smtp", mark: "DATA\r\n", watch: up, dir: up, span: 2500, does: killClient, clerks: true},
	{name: "killed before MOVE", service: "imap", mark: "MOVE ", watch: up, dir: up, span: 1, does: killClient, clerks: true},
	{name: "killed after MOVE", service: "imap", mark: "MOVE ", watch: up, dir: down, span: 1, does: killClient, clerks: true},
	{name: "killed in FETCH", service: "imap", mark: "BODY[]", watch: down, dir: down, span: 2500, does: killClient, clerks: true},
}

// faults decides which connections fail and how, and counts the failures.
type faults struct {
	mu      sync.Mutex
	seed    uint64
	share   float64 // the share of the connections that fail while faults are on
	on      bool
	streams map[string]*rand.Rand
	drawn   map[string]int // counts connections by client and service
	counts  map[string]int
}

func newFaults(seed uint64) *faults {
	f := &faults{seed: seed, streams: map[string]*rand.Rand{}, drawn: map[string]int{}, counts: map[string]int{}}
	f.share = []float64{0, 0.1, 0.3, 0.6}[f.chance("share").IntN(4)]
	return f
}

// chance returns the random source of one actor, which does not depend on what other actors draw.
func (f *faults) chance(name string) *rand.Rand {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.stream(name)
}

func (f *faults) stream(name string) *rand.Rand {
	if f.streams[name] == nil {
		f.streams[name] = rand.New(rand.NewPCG(f.seed, digest(name)))
	}
	return f.streams[name]
}

// draw returns the fault of a new connection (nil for none) and the connection's name.
func (f *faults) draw(by *client, service string) (*fault, string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	lines := by.name + " " + service
	f.drawn[lines]++
	name := fmt.Sprint(lines, " ", f.drawn[lines])
	r := f.stream("line " + lines)
	fails, n := r.Float64() < f.share, r.IntN(1<<20)
	kinds := slices.DeleteFunc(slices.Clone(kindsOfFault), func(k kindOfFault) bool { return !k.strikes(by, service) })
	kind := kinds[r.IntN(len(kinds))]
	if !f.on || !fails {
		return nil, name
	}
	return &fault{kindOfFault: kind, faults: f, left: n % kind.span, armed: kind.mark == "", kill: by.killed}, name
}

func (f *faults) count(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.counts[name]++
}

func (f *faults) turn(on bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.on = on
}

func (f *faults) are() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.on
}

// tally returns the counts.
func (f *faults) tally() map[string]int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return maps.Clone(f.counts)
}

// fault is the one failure of a connection.
type fault struct {
	kindOfFault
	faults *faults
	left   int // bytes that still pass
	armed  bool
	spent  bool
	kill   func()
}

func (f *fault) killer() func() {
	if f == nil {
		return nil
	}
	return f.kill
}

// pass returns the part of a write that gets through, and what happens to the connection.
func (f *fault) pass(c *line, dir int, p []byte) (through []byte, what outcome) {
	if f == nil || f.spent || !f.faults.are() {
		return p, nothing
	}
	from := 0
	if !f.armed && dir == f.watch {
		at, found := markIn(c.flow[dir].tail, p, f.mark)
		if !found {
			return p, nothing
		}
		f.armed, from = true, at
	}
	if !f.armed || dir != f.dir {
		return p, nothing
	}
	if len(p)-from <= f.left {
		f.left -= len(p) - from
		return p, nothing
	}
	f.spent = true
	f.faults.count(f.name)
	return slices.Clone(p[:from+f.left]), f.does
}

// What a run counts besides faults.
const (
	lettersAcknowledged = "- letters acknowledged"
	lettersWritten      = "- letters out"
	lettersAgain        = "- of these sent again"
	gamesPlayed         = "- games"
	eventsJudged        = "- events"
	movesPlayed         = "- moves"
	gamesProven         = "- games whose evidence verifies"
	gamesAgain          = "- games that the letters alone lead to again"
)

// faultsIn counts the faults of a tally.
func faultsIn(tally map[string]int) (n int) {
	for name, count := range tally {
		if !strings.HasPrefix(name, "- ") {
			n += count
		}
	}
	return n
}

func killsIn(tally map[string]int) (n int) {
	for name, count := range tally {
		if strings.HasPrefix(name, "killed") {
			n += count
		}
	}
	return n
}
