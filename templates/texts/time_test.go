package texts

import (
	"archive/zip"
	"go/build"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestSpan: a span has two units at most, and no unit that is zero.
func TestSpan(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0:                            "0 seconds",
		time.Second:                  "1 second",
		90 * time.Second:             "1 minute",
		26 * time.Hour:               "1 day 2 hours",
		24*time.Hour + 5*time.Minute: "1 day",
		3*time.Hour + 20*time.Minute: "3 hours 20 minutes",
		720 * time.Hour:              "30 days",
		-time.Hour:                   "0 seconds",
	} {
		if got := strings.ReplaceAll(Span(d), "\u00a0", " "); got != want {
			t.Errorf("%v is %q, not %q", d, got, want)
		}
	}
}

// TestLimits: one limit is told in one form, whoever tells it: a limit at the end of a day is named
// by that day, always with the zone, and in subjects with the year only where it is another.
func TestLimits(t *testing.T) {
	hawaii := time.FixedZone("HST", -10*3600)
	written := time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		at                    time.Time
		zone                  *time.Location
		limit, short, lastDay string
	}{
		{time.Date(2026, 12, 3, 23, 59, 0, 0, time.UTC), time.UTC, "the end of Thursday 3 December 2026 (UTC)", "the end of Thursday 3 December (UTC)", "Thursday 3 December 2026"},
		{time.Date(2026, 12, 4, 0, 0, 0, 0, time.UTC), time.UTC, "the end of Thursday 3 December 2026 (UTC)", "the end of Thursday 3 December (UTC)", "Thursday 3 December 2026"},
		{time.Date(2026, 12, 4, 0, 1, 0, 0, time.UTC), time.UTC, "Friday 4 December 2026, 00:01 UTC", "Friday 4 December, 00:01 UTC", "Friday 4 December 2026"},
		{time.Date(2026, 12, 4, 0, 0, 0, 0, time.UTC), hawaii, "Thursday 3 December 2026, 14:00 HST", "Thursday 3 December, 14:00 HST", "Thursday 3 December 2026"},
		{time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC), time.UTC, "the end of Thursday 31 December 2026 (UTC)", "the end of Thursday 31 December (UTC)", "Thursday 31 December 2026"},
		{time.Date(2027, 1, 1, 9, 30, 0, 0, time.UTC), time.UTC, "Friday 1 January 2027, 09:30 UTC", "Friday 1 January 2027, 09:30 UTC", "Friday 1 January 2027"},
		{time.Date(2027, 1, 2, 0, 0, 0, 0, time.UTC), time.UTC, "the end of Friday 1 January 2027 (UTC)", "the end of Friday 1 January 2027 (UTC)", "Friday 1 January 2027"},
	} {
		for i, got := range []string{Limit(c.at, c.zone), ShortLimit(c.at, written, c.zone), LastDay(c.at, c.zone)} {
			if want := []string{c.limit, c.short, c.lastDay}[i]; strings.ReplaceAll(got, "\u00a0", " ") != want {
				t.Errorf("%s is %q, not %q", c.at, got, want)
			}
		}
	}
}

// zones are all zones of the database of zones.
func zones(t *testing.T) (all []*time.Location) {
	t.Helper()
	database, err := zip.OpenReader(filepath.Join(build.Default.GOROOT, "lib", "time", "zoneinfo.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer database.Close()
	for _, file := range database.File {
		if zone, err := time.LoadLocation(strings.TrimSuffix(file.Name, "/")); err == nil {
			all = append(all, zone)
		}
	}
	if len(all) < 500 {
		t.Fatalf("%d zones", len(all))
	}
	return all
}

// changes are the instants of some years at which the clocks of a zone are put forward or back.
func changes(zone *time.Location, from, to int) (all []time.Time) {
	for at := time.Date(from, 1, 1, 0, 0, 0, 0, zone); ; {
		_, next := at.ZoneBounds()
		if next.IsZero() || next.Year() >= to {
			return all
		}
		all, at = append(all, next), next
	}
}

// TestLimitsWhereClocksChange: in every zone, around each change of the clocks, a limit is told so
// that one instant alone can be meant: by an hour with the zone's name, or by the day that ends
// with it.
func TestLimitsWhereClocksChange(t *testing.T) {
	hours, days := 0, 0
	for _, zone := range zones(t) {
		for _, change := range changes(zone, 2026, 2031) {
			told := map[string]time.Time{}
			short := map[string]time.Time{}
			for minute := -210; minute <= 210; minute++ {
				if minute%30 != 0 && (minute+1)%30 != 0 { // clocks are changed by half hours, at half hours
					continue
				}
				at := change.Add(time.Duration(minute) * time.Minute)
				limit, brief := Limit(at, zone), ShortLimit(at, change, zone)
				_, whole := strings.CutPrefix(limit, "the end of ")
				switch next := at.Add(time.Minute); {
				case whole && at.Day() == next.Day() && at.Day() == at.Add(-time.Minute).Day():
					t.Errorf("%s: %s is told as %q, and no day ends", zone, at, limit)
				case whole:
					days++
				default:
					hours++
					if earlier, known := told[limit]; known {
						t.Errorf("%s: %q is %s and %s", zone, limit, earlier, at)
					}
					if earlier, known := short[brief]; known {
						t.Errorf("%s: %q is %s and %s", zone, brief, earlier, at)
					}
					told[limit], short[brief] = at, at
				}
				if !whole && !strings.HasSuffix(brief, at.Format("MST")) {
					t.Errorf("%s: %q names no zone", zone, brief)
				}
			}
		}
	}
	if hours < 50_000 || days < 1000 {
		t.Errorf("%d hours, %d days", hours, days)
	}
}
