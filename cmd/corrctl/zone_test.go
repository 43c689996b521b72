package main

import (
	"testing"
	"time"
)

// TestZones: times stand in the reader's zone, with UTC beside where UTC differs.
func TestZones(t *testing.T) {
	at := time.Date(2026, 1, 31, 23, 30, 0, 0, time.UTC)
	for zone, want := range map[string]string{
		"": "2026-01-31 23:30", "UTC": "2026-01-31 23:30", "Europe/London": "2026-01-31 23:30",
		"Europe/Vienna": "2026-02-01 00:30 (31 23:30Z)", "America/New_York": "2026-01-31 18:30 (23:30Z)",
	} {
		t.Setenv("TZ", zone)
		for _, flag := range []string{"", zone} {
			var err error
			if readerZone, err = zoneOf(flag); err != nil {
				t.Fatal(err)
			}
			if got := stamp(at); got != want {
				t.Errorf("%q: %s, want %s", zone, got, want)
			}
		}
	}
	readerZone = time.UTC
	if _, err := zoneOf("Mars/Olympus"); err == nil {
		t.Error("there is no such zone")
	}
}
