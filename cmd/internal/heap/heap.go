// Package heap says how much memory corrd takes in exchange for speed. It knows
// nothing of what the memory holds.
package heap

import (
	"os"
	"runtime/debug"
)

// What lives is small, a few tens of megabytes of game states; most of what a letter
// allocates is dead with its transaction. So the collector waits until the heap
// is five times what lives, but seldom lets all of it come near 150 MiB.
const (
	percent = 400
	limit   = 100 << 20
)

// forTests is the heap of a test process, in bytes.
const forTests = 256 << 20

// Set makes the garbage collector of this process work as in the daemon, but
// leaves alone what the environment says by GOGC and GOMEMLIMIT.
func Set() { set(percent, limit) }

func set(percent int, limit int64) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(limit)
	}
}

// ForTests makes the garbage collector of a test process wait until the heap has 256 MiB: tests
// make many short worlds, of which little lives on. ForTests leaves alone what the environment
// says, as Set does.
func ForTests() { set(-1, forTests) }
