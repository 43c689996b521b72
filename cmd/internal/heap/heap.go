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

// Set makes the garbage collector of this process work as in the daemon, but
// leaves alone what the environment says by GOGC and GOMEMLIMIT.
func Set() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(limit)
	}
}
