package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"corrd/cmd/internal/terminal"
	"corrd/mailer"
)

// tableWidth is how wide the terminals of these tests are.
const tableWidth = 80

// tabled prints a table as a command does, on a terminal that shows colours or on one that does
// not.
func tabled(t *testing.T, colours bool, head string, rows ...[]any) string {
	t.Helper()
	var screen bytes.Buffer
	out := terminal.NewWriter(&screen)
	d := &desk{out: out, screen: &screen, colours: colours, width: tableWidth}
	if err := d.table(strings.Fields(head), rows); err != nil {
		t.Fatal(err)
	}
	out.Close()
	return screen.String()
}

// TestTablesFitATerminal: whatever the names, a line has 80 columns at most, and numbers and
// times stand whole where there is room for them.
func TestTablesFitATerminal(t *testing.T) {
	at := time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC)
	long := map[string]string{
		"short": "Bob", "long": strings.Repeat("Wolfeschlegelsteinhausen ", 4), "of the East": strings.Repeat("将棋", 30),
		"with marks": strings.Repeat("e\u0301", 90), "hostile": hostile,
	}
	for name, words := range long {
		for head, row := range map[string][]any{
			"GAME WHITE BLACK TURN STATE TO-ACT DISPUTE DUE-OR-RESULT": {123456, words, words, "112 white", "held_ambiguous", "umpire", "17,18,19", stamp(at)},
			"ID GAME GROUND BY OPENED WAITS-FOR UNTIL CLOCK":           {1234, 12345, "claim_beyond_search", "white", stamp(at), "umpire", stamp(at), "black"},
			"ID TO KIND STATE TRIES NEXT ERROR":                        {12345, words + "@example.org", "ruling", "parked", 12, stamp(at), words},
			"ID RECEIVED FROM GAME STATE REASON":                       {12345, stamp(at), words + "@example.org", "1234 white", "quarantined", words},
			"ID NAME ADDRESSES GAMES":                                  {12345, words, words + "@example.org," + words + "@example.com", 12},
			"ID DIR AT SEAT PLAYER KIND STATE VERDICT":                 {"o12345", "out", stamp(at), "white", words, "move", "acted", words},
			"SEQ AT BY KIND LAW DATA":                                  {12345, stamp(at), "umpire", "played", "I.13.A(b)", words},
			"TURN OPENED UNTIL CLOSED REGIME":                          {"112 white", stamp(at), stamp(at), stamp(at), words},
			"ID AT WHO VERB ARGUMENTS OUTCOME":                         {12345, stamp(at), words, "player withdraw", words, words},
			"ID TO GAME KIND STATE WRITTEN POSTED":                     {12345, words, "1234.white", "challenge", "to_print", stamp(at), stamp(at)},
			"UMPIRE NAME ADDRESS SINCE REMOVED":                        {12, words, words + "@example.org", stamp(at), stamp(at)},
			"LETTER SIDE POSTMARK DELIVERED DAYS CHARGE WORDS":         {"o1234", "white", stamp(at), stamp(at), 12, "1s 6d", words},
			"ID SINCE FROM TO WAITING-FOR":                             {1234, stamp(at), words, words, words},
		} {
			for _, colours := range []bool{false, true} {
				row[len(row)-1] = styled{fmt.Sprint(row[len(row)-1]), late}
				printed := tabled(t, colours, head, row)
				for line := range strings.Lines(strings.NewReplacer(string(late), "", "\x1b[0m", "").Replace(printed)) {
					line = strings.TrimSuffix(line, "\n")
					if columns(line) > tableWidth || strings.ContainsFunc(line, mailer.Hidden) || !utf8.ValidString(line) {
						t.Errorf("%s, %s: %d columns: %q", name, head, columns(line), line)
					}
				}
				if colours != strings.Contains(printed, "\x1b") {
					t.Errorf("%s, colours %v: %q", name, colours, printed)
				}
				if strings.Count(printed, stamp(at)) != strings.Count(fmt.Sprint(row...), stamp(at)) {
					t.Errorf("%s, %s: a time is cut: %s", name, head, printed)
				}
			}
		}
	}
}

// TestColoursAreForTerminals: output to a file or a pipe has no colours.
func TestColoursAreForTerminals(t *testing.T) {
	t.Setenv("TERM", "xterm")
	f, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if showsColours(f) || showsColours(new(bytes.Buffer)) {
		t.Error("a file shows no colours")
	}
}

// TestWordsThatStandNowhereElseAreWhole: prose in the last column is not cut.
func TestWordsThatStandNowhereElseAreWhole(t *testing.T) {
	words := strings.Repeat("a reason ", 20)
	if printed := tabled(t, false, "LINE NAME OUTCOME", []any{1, strings.Repeat("n", 90), prose(words)}); !strings.Contains(printed, words) {
		t.Errorf("the words are cut: %s", printed)
	}
}

// TestPipesCutNothing: whoever reads a table from a pipe has all of it, in columns.
func TestPipesCutNothing(t *testing.T) {
	name := strings.Repeat("Wolfeschlegelsteinhausen ", 9) + "Bob"
	var piped bytes.Buffer
	d := &desk{out: &piped, screen: &piped, width: terminal.Width(&piped)}
	if err := d.table([]string{"ID", "NAME", "GAMES"}, [][]any{{1, name, 12}, {2, "Al", 3}}); err != nil {
		t.Fatal(err)
	}
	if out := piped.String(); !strings.Contains(out, name+"  12\n") || !strings.Contains(out, "\n2   Al") {
		t.Errorf("the pipe holds %s", out)
	}
}

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
