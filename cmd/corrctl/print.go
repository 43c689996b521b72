package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // so that zones are known on every machine
	"unicode"

	"golang.org/x/text/width"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/terminal"
	"corrd/cmd/internal/umpire"
)

// printJSON prints one object on one line.
func (d *desk) printJSON(v any) error {
	enc := json.NewEncoder(d.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// printList prints items: one object a line with --json, else a table whose head names the columns;
// row returns the cells of one item.
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

// style is how a cell is told apart on a terminal that shows colours.
type style string

const (
	waits style = "\x1b[1m"  // bold: what waits for the reader
	late  style = "\x1b[31m" // red: what is overdue
	plain style = ""
)

// styled is a cell with its style.
type styled struct {
	text  string
	style style
}

// prose is the last cell of a row that gives a reason, or whose words stand nowhere else. It is
// never cut.
type prose string

// String is the text without the style.
func (s styled) String() string { return s.text }

// table prints rows under a head in columns. On a terminal the lines are as wide as the terminal at
// most: the widest columns of a wider table are cut, and each cut cell ends in "…"; numbers and
// times are cut last. Elsewhere nothing is cut.
func (d *desk) table(head []string, rows [][]any) error {
	texts := [][]string{head}
	for _, row := range rows {
		line := make([]string, len(row))
		for i, cell := range row {
			line[i] = terminal.Cell(fmt.Sprint(cell))
		}
		texts = append(texts, line)
	}
	widths := fitted(texts, d.width)
	if len(rows) > 0 {
		if _, uncut := rows[0][len(head)-1].(prose); uncut {
			widths = append(fitted(withoutLast(texts), d.width), math.MaxInt)
		}
	}
	for n, line := range texts {
		for i, text := range line {
			text = cut(text, widths[i])
			var of style
			if n > 0 {
				if s, ok := rows[n-1][i].(styled); ok {
					of = s.style
				}
			}
			if err := d.show(of, text); err != nil {
				return err
			}
			end := "\n"
			if i+1 < len(line) {
				end = strings.Repeat(" ", widths[i]-columns(text)+2)
			}
			if _, err := fmt.Fprint(d.out, end); err != nil {
				return err
			}
		}
	}
	return nil
}

// show prints a text in a style where the output shows colours.
func (d *desk) show(of style, text string) error {
	if !d.colours || of == plain || text == "" {
		_, err := fmt.Fprint(d.out, text)
		return err
	}
	if _, err := fmt.Fprint(d.screen, of); err != nil {
		return err
	}
	if _, err := fmt.Fprint(d.out, text); err != nil {
		return err
	}
	_, err := fmt.Fprint(d.screen, "\x1b[0m")
	return err
}

// withoutLast returns the lines of a table without the last column.
func withoutLast(lines [][]string) [][]string {
	var rest [][]string
	for _, line := range lines {
		rest = append(rest, line[:len(line)-1])
	}
	return rest
}

// whole matches a cell that misleads when a part of the cell is missing: a number or a time.
var whole = regexp.MustCompile(`^([0-9]+|-|o[0-9]+|[0-9]{4}-[0-9]{2}-[0-9]{2} .*)$`)

// least is how many characters the other columns keep before numbers and times are cut.
const least = 5

// fitted returns the width of each column of a table, the first line of which is the head, in lines
// of so many columns of the terminal; 0 is as many as it takes.
func fitted(lines [][]string, line int) []int {
	widths, keeps := make([]int, len(lines[0])), make([]bool, len(lines[0]))
	room := line
	if line == 0 {
		room = math.MaxInt
	}
	for i := range widths {
		keeps[i] = len(lines) > 1
		for n, line := range lines {
			widths[i] = max(widths[i], columns(line[i]))
			keeps[i] = keeps[i] && (n == 0 || whole.MatchString(line[i]))
		}
		room -= widths[i] + 2
	}
	for room += 2; room < 0; room++ {
		widest := -1
		for i, w := range widths {
			if !keeps[i] && w > least && (widest < 0 || w > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			widest = slices.Index(widths, slices.Max(widths))
		}
		widths[widest]--
	}
	return widths
}

// columns is how many columns of a terminal a text takes: two for a sign of the East, none for
// a mark that stands on the letter before.
func columns(text string) int {
	n := 0
	for _, r := range text {
		n += columnsOf(r)
	}
	return n
}

func columnsOf(r rune) int {
	switch kind := width.LookupRune(r).Kind(); {
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case kind == width.EastAsianWide, kind == width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// cut is a text within so many columns, with "…" at the end where a part of the text is missing.
func cut(text string, most int) string {
	if columns(text) <= most {
		return text
	}
	n := 0
	for i, r := range text {
		if n += columnsOf(r); n > most-1 {
			return strings.TrimRight(text[:i], " ") + "…"
		}
	}
	return text
}

// showsColours tells whether a file is a terminal whose user has not refused colours.
func showsColours(out any) bool {
	f, ok := out.(*os.File)
	return ok && terminal.Is(f) && os.Getenv("NO_COLOR") == "" && cmp.Or(os.Getenv("TERM"), "dumb") != "dumb"
}

// due is the cell of a time by which something must have been done, and red once that has passed.
func (d *desk) due(t *time.Time) styled {
	if t == nil {
		return styled{text: "-"}
	}
	if d.colours && d.now.IsZero() {
		if clock, err := ask(d, control.ClockShow, control.None{}); err == nil {
			d.now = clock.Now
		}
	}
	if !d.now.IsZero() && t.Before(d.now) {
		return styled{stamp(*t), late}
	}
	return styled{stamp(*t), plain}
}

// waiting is a cell, bold where the text says that the game waits for the reader.
func waiting(text string, forReader bool) styled {
	if forReader {
		return styled{text, waits}
	}
	return styled{text, plain}
}

// quiet is how long a command takes at least before anything is said of its progress.
const quiet = 2 * time.Second

// working says for how long the daemon has been at work.
func (d *desk) working() {
	d.progress.Say("corrctl: the daemon is at work, for %s so far", time.Since(d.progress.Began).Truncate(time.Second))
}

// counting is a writer that says how many bytes have been written.
type counting struct {
	io.Writer
	progress *terminal.Progress
	bytes    int64
}

// Write passes p on.
func (c *counting) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	c.bytes += int64(n)
	c.progress.Say("corrctl: %d MiB copied", c.bytes>>20)
	return n, err
}
