package tournaments

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"corrd/game/terms"
)

// fileOf is the file of an event with one key written otherwise, or one more.
func fileOf(key, value string) string {
	lines := map[string]string{"name": `"Winter"`, "games": "1", "enter_by": "2027-01-01", "begin": "2027-01-10", "close": "2028-01-10", "terms": `"time 10 moves in 30 days"`}
	lines[key] = value
	var b strings.Builder
	for key, value := range lines {
		fmt.Fprintf(&b, "%s = %s\n", key, value)
	}
	return b.String()
}

func read(text string) (name string, faults []Fault) {
	g := Reading{Now: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC), Zone: time.UTC, Defaults: terms.Default(), Umpired: true,
		Player: func(named string) (int64, error) { return 0, errors.New("nobody is called " + named) }}
	c, faults := g.Read(text)
	return c.Name, faults
}

// TestNameOfAnEvent holds nothing that is not seen, in whatever way it is written in the file.
func TestNameOfAnEvent(t *testing.T) {
	for written, want := range map[string]string{
		`"Winter 2027"`:                         "Winter 2027",
		`"Win\u202eter\u200b 20\u001b[2J27"`:    "Winter 20[2J27",
		`"  Winter\u2028\r\n2027\u0085 Cup "`:   "Winter 2027 Cup",
		"\"Win\u2066ter\"":                      "Winter",
		`"=HYPERLINK(\"http://evil.example\")"`: `=HYPERLINK("http://evil.example")`,
		`"\u202e\u200b"`:                        "",
		`""`:                                    "",
		`["a"]`:                                 "",
		`"` + strings.Repeat("x", 61) + `"`:     "",
	} {
		name, faults := read(fileOf("name", written))
		if want == "" && len(faults) == 0 || want != "" && (name != want || len(faults) > 0) {
			t.Errorf("%s is read as %q, %v; want %q", written, name, faults, want)
		}
	}
}

// TestHostileFiles: each file that is not an event's is refused in words, and none takes long.
func TestHostileFiles(t *testing.T) {
	deep := strings.Repeat("[", 5000) + strings.Repeat("]", 5000)
	for what, text := range map[string]string{
		"nothing":                    "",
		"no TOML":                    "name = Winter\n",
		"octets":                     "\x00\xff\xfe",
		"a key twice":                fileOf("name", `"Winter"`) + "name = \"Summer\"\n",
		"a key of another file":      fileOf("password", `"x"`),
		"a table for a list":         fileOf("players", `{ a = 1 }`),
		"lists in lists":             fileOf("players", deep),
		"a number that is none":      fileOf("games", "nan"),
		"a number too large":         fileOf("silent", "9223372036854775807"),
		"a number of a million":      fileOf("games", "1"+strings.Repeat("0", 100000)),
		"a day that is none":         fileOf("begin", `"2027-02-31"`),
		"a day before all":           fileOf("begin", "0001-01-01"),
		"a day after all":            fileOf("close", `"99999-01-01"`),
		"days in the wrong order":    fileOf("close", "2027-01-02"),
		"a way that nobody knows":    fileOf("withdrawal", `"steal"`),
		"ties that nobody knows":     fileOf("ties", `["`+strings.Repeat("x", 10000)+`"]`),
		"terms that nobody knows":    fileOf("terms", `"time \u001b[2J in 3 days"`),
		"a term of each event's own": fileOf("terms", `"colour white, umpire mallory@evil.example"`),
		"nobody's names":             fileOf("players", `["`+strings.Repeat(`x", "`, 5000)+`x"]`),
	} {
		begun := time.Now()
		_, faults := read(text)
		if took := time.Since(begun); len(faults) == 0 || took > 5*time.Second {
			t.Errorf("%s: %d faults after %v", what, len(faults), took)
		}
	}
}
