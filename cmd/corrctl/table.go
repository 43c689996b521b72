package main

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/width"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/terminal"
)

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

// prose is the last cell of a row whose words stand nowhere else, and is never cut.
type prose string

// String is the text without the style.
func (s styled) String() string { return s.text }

// table prints rows under a head in columns. On a terminal the lines are as wide as the terminal at
// most: the widest columns of a wider table are cut, and each cut cell ends in "…"; numbers and times are
// cut last. Elsewhere nothing is cut.
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

// fitted returns the width of each column of a table, the first line of which is the head, in lines of so
// many columns of the terminal; 0 is as many as it takes.
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
