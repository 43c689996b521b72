package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"
	_ "time/tzdata" // so that zones are known on every machine

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/umpire"
)

// printJSON prints one object on one line.
func (d *desk) printJSON(v any) error {
	enc := json.NewEncoder(d.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// printList prints items: one object a line with --json, else a table whose head names the columns;
// row gives the cells of one item.
func printList[T any](d *desk, items []T, head string, row func(T) []any) error {
	if d.json {
		for _, item := range items {
			if err := d.printJSON(item); err != nil {
				return err
			}
		}
		return nil
	}
	rows := make([][]any, len(items))
	for i, item := range items {
		rows[i] = row(item)
	}
	return d.table(strings.Fields(head), rows)
}

// printOr prints v as JSON with --json; without --json the function text prints v.
func (d *desk) printOr(v any, text func()) error {
	if d.json {
		return d.printJSON(v)
	}
	text()
	return nil
}

// show asks the daemon for one thing and prints it.
func show[A, R any](d *desk, v control.Verb[A, R], args A, text func(R)) error {
	result, err := ask(d, v, args)
	if err != nil {
		return err
	}
	return d.printOr(result, func() { text(result) })
}

// list asks the daemon for several things and prints them as printList does.
func list[A, T any](d *desk, v control.Verb[A, []T], args A, head string, row func(T) []any) error {
	items, err := ask(d, v, args)
	if err != nil {
		return err
	}
	return printList(d, items, head, row)
}

// readerZone is the zone of the times that are printed, set once from the command line.
var readerZone = time.UTC

// zoneOf returns the zone that the flag --zone names, else the one that $TZ names, else UTC.
func zoneOf(flag string) (*time.Location, error) {
	zone, err := time.LoadLocation(strings.TrimPrefix(cmp.Or(flag, os.Getenv("TZ")), ":"))
	switch {
	case err != nil && flag != "":
		return nil, usage("%q is no zone: name one as in Europe/London", flag)
	case err != nil:
		return time.UTC, nil
	}
	return zone, nil
}

// stamp is a time in the reader's zone. Where the zone is not UTC the time in UTC stands beside,
// with the day in UTC where the day differs.
func stamp(t time.Time) string {
	here, utc := t.In(readerZone), t.UTC()
	text := here.Format("2006-01-02 15:04")
	switch {
	case here.Format(time.DateTime) == utc.Format(time.DateTime):
		return text
	case here.YearDay() != utc.YearDay():
		return text + utc.Format(" (02 15:04Z)")
	}
	return text + utc.Format(" (15:04Z)")
}

// span is a duration in the form of the command line: 90s, 15m, 26h or 3d.
type span time.Duration

// UnmarshalText reads a span.
func (s *span) UnmarshalText(text []byte) error {
	d, err := umpire.ParseSpan(string(text))
	*s = span(d)
	return err
}

// days is a number of seconds in its two largest units: 3d2h, 26m5s, 0s.
func days(seconds int64) string {
	minutes, hours, days := seconds/60, seconds/3600, seconds/86400
	switch {
	case days > 0:
		return fmt.Sprintf("%dd%dh", days, hours%24)
	case hours > 0:
		return fmt.Sprintf("%dh%dm", hours, minutes%60)
	case minutes > 0:
		return fmt.Sprintf("%dm%ds", minutes, seconds%60)
	}
	return fmt.Sprintf("%ds", seconds)
}

// orNothing is a text that may be null.
func orNothing(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
