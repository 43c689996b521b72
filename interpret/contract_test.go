package interpret

import (
	"slices"
	"testing"
)

// TestTimeInOtherWords: a time for each move is a term however it is stated; what is stated
// otherwise stands as it was written.
func TestTimeInOtherWords(t *testing.T) {
	for written, want := range map[string]Term{
		"time a week for each move":         {"time", "reply in 7 days"},
		"a week for each move":              {"time", "reply in 7 days"},
		"time one week per move":            {"time", "reply in 7 days"},
		"time a day for each move":          {"time", "reply in 1 day"},
		"time two days for every move":      {"time", "reply in 2 days"},
		"10 moves every 30 days":            {"time", "10 moves in 30 days"},
		"time ten moves within three weeks": {"time", "10 moves in 21 days"},
		"time 10 moves in 30 days":          {"time", "10 moves in 30 days"},
		"time reply in 20 hours":            {"time", "reply in 20 hours"},
		"time 3 days":                       {"time", "reply in 3 days"},
		"time 3 days or a week per move":    {"time", "3 days or a week per move"},
		"time none":                         {"time", "none"},
	} {
		if got := ParseTerms(written); !slices.Equal(got, []Term{want}) {
			t.Errorf("%q: %q, want %q", written, got, want)
		}
	}
}
