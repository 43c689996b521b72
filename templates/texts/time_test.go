package texts

import (
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
