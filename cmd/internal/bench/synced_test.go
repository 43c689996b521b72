package main

import (
	"testing"
	"time"
)

// TestPercentiles: the 99th percentile of a hundred times is not the slowest of them.
func TestPercentiles(t *testing.T) {
	hundredths := func(count int) (took []time.Duration) {
		for n := range count {
			took = append(took, time.Duration(count-n)*100*time.Microsecond)
		}
		return took
	}
	for count, want := range map[int]string{0: "none", 1: "0.1 ms, 0.1 ms", 100: "5.0 ms, 9.9 ms", 101: "5.1 ms, 10.0 ms", 1000: "50.0 ms, 99.0 ms"} {
		if got := percentiles(hundredths(count)); got != want {
			t.Errorf("%d times: %s, want %s", count, got, want)
		}
	}
}

// TestSyncs: the syncs of one answer take a time, and are counted anew for each row.
func TestSyncs(t *testing.T) {
	d, err := newDisk(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer d.file.Close()
	for range 400 { // which comes round to the beginning of the file
		if err := d.commit(); err != nil {
			t.Fatal(err)
		}
	}
	if info, err := d.file.Stat(); err != nil || info.Size() != d.size || len(d.took) != 400 {
		t.Errorf("the file has %d octets, and %d commits were timed: %v", info.Size(), len(d.took), err)
	}
	if d.shown(); d.took != nil {
		t.Error("the times of a row count in the next")
	}
}
