package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"
)

// The commits that an answer waits for when nothing else is under way: that of the letter, and that
// of the bytes of both answers. Each writes about so many octets and syncs, and writes a page more
// and syncs again.
const (
	commitsAwaited = 2
	committed      = 48 << 10
	aPage          = 4 << 10
)

// disk is a file beside the store of a daemon, to which the syncs are made that an answer waits
// for. What an answer takes cannot be less than these syncs take in the same seconds.
type disk struct {
	file *os.File
	size int64
	at   int64
	took []time.Duration
}

// newDisk makes a file in a folder, all of whose blocks lie on the disk.
func newDisk(dir string) (*disk, error) {
	file, err := os.Create(filepath.Join(dir, "synced"))
	if err != nil {
		return nil, err
	}
	d := &disk{file: file, size: 16 << 20}
	_, err = file.Write(make([]byte, d.size))
	return d, errors.Join(err, file.Sync())
}

// commit makes the syncs of one answer and notes how long they take.
func (d *disk) commit() (err error) {
	pages := bytes.Repeat([]byte{byte(len(d.took))}, committed)
	begun := time.Now()
	for range commitsAwaited {
		d.at = (d.at + committed) % (d.size - committed)
		for _, octets := range [][]byte{pages, pages[:aPage]} {
			_, e := d.file.WriteAt(octets, d.at)
			err = errors.Join(err, e, syscall.Fdatasync(int(d.file.Fd())))
		}
	}
	d.took = append(d.took, time.Since(begun))
	return err
}

// while commits ten times a second until stop is closed.
func (d *disk) while(stop <-chan struct{}) (err error) {
	for tick := time.NewTicker(100 * time.Millisecond); ; {
		select {
		case <-stop:
			tick.Stop()
			return err
		case <-tick.C:
			err = errors.Join(err, d.commit())
		}
	}
}

// shown says what the syncs took, and begins anew.
func (d *disk) shown() string {
	defer func() { d.took = nil }()
	return fmt.Sprintf("%s: the syncs alone", percentiles(d.took))
}

// percentiles says the median and the 99th percentile of some times.
func percentiles(took []time.Duration) string {
	if len(took) == 0 {
		return "none"
	}
	sorted := slices.Sorted(slices.Values(took))
	nearest := func(percent int) time.Duration { return sorted[(len(sorted)*percent+99)/100-1] }
	return fmt.Sprintf("%s, %s", milliseconds(nearest(50)), milliseconds(nearest(99)))
}
