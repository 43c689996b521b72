package watch

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

// SetHeap makes the garbage collector of this process work as in the daemon, but
// leaves alone what the environment says by GOGC and GOMEMLIMIT.
func SetHeap() { set(percent, limit) }

func set(percent int, limit int64) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(limit)
	}
}

// HeapForTests makes the garbage collector of a test process wait until the heap has 256 MiB: tests
// make many short worlds, of which little lives on. HeapForTests leaves alone what the environment
// says, as SetHeap does.
func HeapForTests() { set(-1, forTests) }
