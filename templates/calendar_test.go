package templates

import (
	"archive/zip"
	"bytes"
	"fmt"
	"go/build"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"corrd/templates/press"
	"corrd/templates/texts"

	ics "github.com/arran4/golang-ical"
)

// entryOf returns the entry for a calendar in a letter, or nil if the letter has none. The octets
// are lines of RFC 5545: 75 octets at most, each ended by CR LF. The folder that CORRD_ICS names
// gets the objects, for other programs.
func entryOf(t *testing.T, l GameLetter) *ics.VEvent {
	t.Helper()
	for _, f := range (sent{l}).page(t).Attachments {
		if !strings.HasPrefix(f.Type, "text/calendar;") {
			continue
		}
		for line := range bytes.Lines(f.Data) {
			if text, ok := bytes.CutSuffix(line, []byte("\r\n")); !ok || len(text) > 75 || bytes.ContainsAny(text, "\r\n") {
				t.Errorf("a line %q", line)
			}
		}
		c, err := ics.ParseCalendar(bytes.NewReader(f.Data))
		if err != nil {
			t.Fatal(err)
		}
		if dir := os.Getenv("CORRD_ICS"); dir != "" {
			file := fmt.Sprint(strings.ReplaceAll(l.Reader.Settings["timezone"], "/", "_"), "-", l.State.LastMinute().Unix(), ".ics")
			if err := os.WriteFile(filepath.Join(dir, file), f.Data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if events := c.Events(); len(events) == 1 && bytes.Contains(f.Data, []byte("METHOD:PUBLISH\r\n")) && !bytes.Contains(f.Data, []byte("\nATTENDEE")) {
			return events[0]
		}
		t.Fatalf("the object is\n%s", f.Data)
	}
	return nil
}

// letterTo returns the last letter of the last step to a reader.
func (g *sitting) letterTo(name string) GameLetter {
	g.t.Helper()
	for i := len(g.letters) - 1; i >= 0; i-- {
		if g.letters[i].name() == name {
			return g.letters[i].letter
		}
	}
	g.t.Fatalf("no letter %s", name)
	return GameLetter{}
}

// TestCalendar: one entry a game and side stands at the reader's limit while the reader must
// answer, each letter replaces it, and it is cancelled when the reader has answered or the game is
// over.
func TestCalendar(t *testing.T) {
	g := sit(t, nil, map[string]string{"calendar": "on", "timezone": "Europe/London"})
	steps := []struct{ step, letter, status string }{
		{"white: P-K4", "move-black", "CONFIRMED"},
		{"black: P-K4", "adopted-black", "CANCELLED"},
		{"white: Kt-KB3", "move-black", "CONFIRMED"},
		{"wait 600h", "reminder-black", "CONFIRMED"},
		{"white: resign", "result-black", "CANCELLED"},
	}
	uid, number := "", 0
	for _, s := range steps {
		g.step(s.step)
		l := g.letterTo(s.letter)
		e := entryOf(t, l)
		if e == nil {
			t.Fatalf("%s: no entry", s.step)
		}
		seq, err := strconv.Atoi(e.GetProperty(ics.ComponentPropertySequence).Value)
		if err != nil {
			t.Fatal(err)
		}
		at := e.GetProperty(ics.ComponentPropertyDtStart).Value
		if got := e.GetProperty(ics.ComponentPropertyStatus).Value; got != s.status {
			t.Errorf("%s: %s, want %s", s.step, got, s.status)
		}
		if limit := l.State.AsOf(l.Now).LastMinute().UTC().Format("20060102T150405Z"); s.status == "CONFIRMED" && at != limit {
			t.Errorf("%s: the entry stands at %s, the limit is %s", s.step, at, limit)
		}
		if uid != "" && e.Id() != uid || seq <= number {
			t.Errorf("%s: entry %s, number %d after %s, %d", s.step, e.Id(), seq, uid, number)
		}
		uid, number = e.Id(), seq
	}
}

// TestCalendarIsAsked: a letter carries no entry unless its reader has asked for entries, nor does
// a letter that leaves the reader without a limit as it was.
func TestCalendarIsAsked(t *testing.T) {
	for name, s := range map[string]scene{
		"move-black":    {script: []string{"white: P-K4"}},
		"adopted-white": {settings: map[string]string{"calendar": "on"}, terms: map[string]string{"time": "none"}, script: []string{"white: P-K4"}},
		"offer-white":   {settings: map[string]string{"calendar": "on"}, script: []string{"white: P-K4", "black: draw?"}},
	} {
		g := staged(t, s)
		for _, l := range g.letters {
			if l.name() == name && entryOf(t, l.letter) != nil {
				t.Errorf("%s has an entry", name)
			}
		}
	}
}

// TestCalendarNames: whatever a player is called, the entry is one of one summary.
func TestCalendarNames(t *testing.T) {
	for _, name := range []string{"Bob; Example, Esq.", "A\r\nATTENDEE:mailto:x@y.example", `back\slash`, strings.Repeat("Ж", 200), "日本語の名前はとても長いのでここで折り返されます日本語の名前"} {
		g := staged(t, scene{settings: map[string]string{"calendar": "on"}, script: []string{"white: P-K4"}})
		l := g.letterTo("move-black")
		l.Names[0] = name
		e := entryOf(t, l)
		if e == nil || len(e.GetProperties(ics.ComponentPropertySummary)) != 1 {
			t.Errorf("%q: %v", name, e)
		}
	}
}

// TestCalendarZones: in whatever zone the reader lives, and over a change of summer time, the entry
// stands at the one instant of the limit, which its description tells in the reader's own time.
func TestCalendarZones(t *testing.T) {
	for zone, told := range map[string]string{
		"UTC": "11:00 UTC", "Europe/London": "12:00 BST", "America/New_York": "07:00 EDT", "Australia/Lord_Howe": "21:30", "Asia/Kathmandu": "16:45", "Pacific/Kiritimati": "01:00", "America/St_Johns": "08:30 NDT",
	} {
		g := sit(t, map[string]string{"time": "10 moves in 120 days"}, map[string]string{"calendar": "on", "timezone": zone})
		g.step("white: P-K4")
		l := g.letterTo("move-black")
		e := entryOf(t, l)
		if e == nil {
			t.Fatalf("%s: no entry", zone)
		}
		if at, limit := e.GetProperty(ics.ComponentPropertyDtStart).Value, l.State.LastMinute().UTC().Format("20060102T150405Z"); at != limit || at != "20260501T110000Z" {
			t.Errorf("%s: the entry stands at %s, the limit is %s", zone, at, limit)
		}
		if words := e.GetProperty(ics.ComponentPropertyDescription).Value; !strings.Contains(words, told) {
			t.Errorf("%s: the description is %q, want %q", zone, words, told)
		}
	}
}

// clockChanges are the zones of the database by the instants of 2026 at which their clocks are
// put forward or back.
func clockChanges(t *testing.T) map[time.Time][]string {
	t.Helper()
	database, err := zip.OpenReader(filepath.Join(build.Default.GOROOT, "lib", "time", "zoneinfo.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer database.Close()
	all := map[time.Time][]string{}
	for _, file := range database.File {
		zone, err := time.LoadLocation(file.Name)
		if err != nil || strings.HasSuffix(file.Name, "/") {
			continue
		}
		for at := time.Date(2026, 2, 1, 0, 0, 0, 0, zone); ; {
			_, at = at.ZoneBounds()
			if at.IsZero() || at.Year() > 2026 {
				break
			}
			all[at.UTC()] = append(all[at.UTC()], file.Name)
		}
	}
	return all
}

// dueAt returns the letter that tells Black of White's move where Black's limit is at an instant.
func dueAt(t *testing.T, at time.Time) GameLetter {
	t.Helper()
	after := at.Sub(time.Date(2026, 1, 1, 11, 0, 0, 0, time.UTC))
	g := sit(t, map[string]string{"time": fmt.Sprintf("reply in %d hours", after/time.Hour)}, map[string]string{"calendar": "on"})
	g.wait(after % time.Hour)
	g.step("white: P-K4")
	return g.letterTo("move-black")
}

// TestCalendarWhereClocksChange: in every zone whose clocks are changed, an entry stands at the one
// instant of the limit, before, at and after the change, and tells it in the reader's own time.
func TestCalendarWhereClocksChange(t *testing.T) {
	entries := 0
	for change, zones := range clockChanges(t) {
		if testing.Short() && change.Month() != time.March {
			continue
		}
		for _, off := range []time.Duration{-time.Hour, -30 * time.Minute, -time.Minute, 0, time.Minute, 30 * time.Minute, time.Hour} {
			at := change.Add(off)
			l := dueAt(t, at)
			for _, name := range zones {
				l.Reader.Settings = map[string]string{"calendar": "on", "timezone": name}
				zone, err := time.LoadLocation(name)
				if err != nil {
					t.Fatal(err)
				}
				e := entryOf(t, l)
				if e == nil {
					t.Fatalf("%s, %s: no entry", name, at)
				}
				stands, words := e.GetProperty(ics.ComponentPropertyDtStart).Value, e.GetProperty(ics.ComponentPropertyDescription).Value
				if want := press.PlainSpaces(texts.Limit(at, zone)); stands != at.Format("20060102T150405Z") || !strings.Contains(words, want) {
					t.Errorf("%s: the entry stands at %s and says %q, not %s, %q", name, stands, words, at, want)
				}
				entries++
			}
		}
	}
	if entries < 1000 && !testing.Short() || entries < 300 {
		t.Errorf("%d entries", entries)
	}
}
