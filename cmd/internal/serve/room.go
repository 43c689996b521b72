package serve

import (
	"fmt"

	"corrd/store"
)

// roomIn returns a function that reports whether the disk of a folder has more free bytes than the
// floor; the function's error is store.ErrFull where the disk has not.
func roomIn(dir string, floor int64) func() error {
	return func() error {
		free, err := freeBytes(dir)
		if err != nil {
			return err
		}
		if free < uint64(floor) {
			return fmt.Errorf("%w: %d MiB are free in %s, and limits.free_space keeps %d MiB", store.ErrFull, free>>20, dir, floor>>20)
		}
		return nil
	}
}
