// Package texts holds the words of corrd's letters, all in one place: the templates of
// letters in files of their own, and in words.txt the table of what is said where Go
// files choose among sentences. Another language is another such folder.
//
// It knows words. It must not know who says them, or to whom.
package texts

import (
	"embed"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"corrd/game/reason"
)

// Files are the templates: game/ and office/ have one for each kind of letter, the
// files beside this one the parts that several letters share, letter.html the HTML, and
// site/ the pages of the reading room.
//
//go:embed *.txt letter.html card game office site
var Files embed.FS

//go:embed words.txt
var written string

// table is words.txt by its keys.
var table = parse(written)

// parse reads a table: on each line a key, a colon and a space, and the words. A line
// that begins with "#" is a comment; "~" is a space at which no line is broken.
func parse(text string) map[string]string {
	words := map[string]string{}
	for line := range strings.Lines(text) {
		if key, said, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && !strings.HasPrefix(line, "#") {
			words[key] = strings.ReplaceAll(said, "~", "\u00a0")
		}
	}
	return words
}

// Has reports whether the table has words for a key.
func Has(key string) bool { return table[key] != "" }

// Say returns the words of a key, with what is filled in as package fmt does. A key
// without words is a mistake of the program, and Say panics.
func Say(key string, filled ...any) string {
	said, ok := table[key]
	if !ok {
		panic("texts: no words for " + key)
	}
	return fill(said, filled)
}

// Named returns the words for one of a kind of things by its name, as records have it: those of
// the kind and the name, or the name where the table has none, as of a provision.
func Named(kind, name string) string {
	if key := kind + " " + name; Has(key) {
		return Say(key)
	}
	return name
}

// fill fills words in, if there is anything to be filled in.
func fill(said string, filled []any) string {
	if len(filled) == 0 || !strings.Contains(said, "%") {
		return said
	}
	return fmt.Sprintf(said, filled...)
}

// Because returns a reason in words. One of a key without words, as old records hold, is
// words already.
func Because(r reason.Reason) string {
	key, filled := r.Parts()
	if !Has(key) {
		return string(r)
	}
	words := make([]any, len(filled))
	for i, list := range filled {
		words[i] = List(list)
		if inner, ok := list.Reason(); ok {
			words[i] = Because(inner)
		} else if choice, ok := list.Choice(); ok {
			words[i] = Either(choice)
		}
	}
	return Say(key, words...)
}

// InLetter returns a reason in words to somebody who writes letters alone, and whom no flag
// of a program helps: those of the key with " in a letter", if the table has them.
func InLetter(r reason.Reason) string {
	key, _ := r.Parts()
	if !Has(key + inLetter) {
		return Because(r)
	}
	return Because(reason.Reason(key + inLetter + strings.TrimPrefix(string(r), key)))
}

const inLetter = " in a letter"

// Unread tells the writer of a letter what was not read of it, three things at most.
func Unread(left []reason.Reason) string {
	const most = 3
	return strings.Join(Each(left[:min(len(left), most)]), "; ")
}

// Passed returns the prose of a letter as it is passed on: where a picture or a file came with the
// letter, the prose says so. says reports whether the letter passes something else on than its
// prose.
func Passed(prose string, says, attached bool) string {
	if attached && (says || prose != "") {
		return strings.TrimSpace(prose + "\n\n" + Say("attached"))
	}
	return prose
}

// Each returns reasons in words, one by one.
func Each(reasons []reason.Reason) []string {
	words := make([]string, len(reasons))
	for i, why := range reasons {
		words[i] = Because(why)
	}
	return words
}

// List joins names as a sentence does: "Alice, Bob and Carol".
func List(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " " + Say("and") + " " + names[n-1]
	}
	return strings.Join(names, "")
}

// Either joins names of which one is meant: "Alice or Bob or Carol".
func Either(names []string) string { return strings.Join(names, " "+Say("or")+" ") }

// Keys returns what follows a prefix in the keys that begin with it, in the order of the
// table.
func Keys(prefix string) []string {
	var keys []string
	for line := range strings.Lines(written) {
		key, _, ok := strings.Cut(line, ": ")
		if rest, is := strings.CutPrefix(key, prefix); ok && is {
			keys = append(keys, rest)
		}
	}
	return keys
}

// One returns the words for one of what is counted, or those for several unless n is 1, with
// what is filled in as Say does.
func One(n int, key string, filled ...any) string {
	one, several, _ := strings.Cut(Say(key), " | ")
	if n != 1 {
		one = several
	}
	return fill(one, filled)
}

// Count returns a number of things, the number in words up to twelve: "one move", "13 moves".
func Count(n int, key string) string {
	number := fmt.Sprint(n)
	if word := word("numerals", n); word != "" {
		number = word
	}
	return number + " " + One(n, key)
}

// Numeral returns a number in words up to twelve: "one", "13".
func Numeral(n int) string {
	if word := word("numerals", n); n > 0 && word != "" {
		return word
	}
	return fmt.Sprint(n)
}

// word returns the word with a number, from 0, of a row of words such as the months, or "" if the
// row has none.
func word(row string, n int) string {
	words := strings.Fields(Say(row))
	if n < 0 || n >= len(words) {
		return ""
	}
	return words[n]
}

// Span returns a length of time in its two greatest units, "29 days 4 hours",
// with what is left over dropped; less than a minute is in seconds.
func Span(d time.Duration) string {
	if d < time.Minute {
		n := int(max(d, 0) / time.Second)
		return fmt.Sprint(n, " ", One(n, "second"))
	}
	units := []struct {
		size time.Duration
		name string
	}{{24 * time.Hour, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}}
	var parts []string
	for _, u := range units {
		n := int(d / u.size)
		d -= time.Duration(n) * u.size
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d\u00a0%s", n, One(n, u.name)))
		} else if len(parts) > 0 {
			break
		}
	}
	return strings.Join(parts[:min(2, len(parts))], " ")
}

// Halves writes half points: "0", "½", "2½".
func Halves(half int) string {
	switch {
	case half == 1:
		return "½"
	case half%2 == 1:
		return fmt.Sprint(half/2, "½")
	}
	return fmt.Sprint(half / 2)
}

// Clip cuts a text to so many characters, of which the last is then an ellipsis.
func Clip(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return strings.TrimRight(string([]rune(text)[:most-1]), " ") + "…"
}

// Date returns the day of a time in a zone, "Thursday 3 December 2026", as it stands on a line of
// its own, which is not broken.
func Date(t time.Time, zone *time.Location) string {
	return strings.ReplaceAll(date(t.In(zone)), "\u00a0", " ")
}

// Day returns the day of a time in a zone without the day of the week: "3 December 2026".
func Day(t time.Time, zone *time.Location) string {
	t = t.In(zone)
	return Say("day of a year", t.Day(), month(t), t.Year())
}

func date(t time.Time) string { return Say("date", weekday(t), t.Day(), month(t), t.Year()) }

// Instant returns a time to the minute in a zone, with the day of the week and the
// zone's name: "Sunday 1 February 2026, 10:00 UTC".
func Instant(t time.Time, zone *time.Location) string {
	t = t.In(zone)
	return Say("instant", date(t), t.Format("15:04"), t.Format("MST"))
}

// Limit returns an instant by which something is to be done. A limit at the end of a day is named
// by that day, "the end of Thursday 3 December 2026 (UTC)", whether the instant is the last minute
// of the day or the first instant of the next.
func Limit(t time.Time, zone *time.Location) string {
	if day, whole := dayEnding(t.In(zone)); whole {
		return Say("limit", date(day), day.Format("MST"))
	}
	return Instant(t, zone)
}

// ShortLimit returns what Limit does as a subject has it: without the year, if that is the year in
// which the letter is written.
func ShortLimit(t, written time.Time, zone *time.Location) string {
	return limitIn("weekdays", "months", t, written, zone)
}

// ShortestLimit returns what ShortLimit does with short names of the days and the months.
func ShortestLimit(t, written time.Time, zone *time.Location) string {
	return limitIn("short weekdays", "short months", t, written, zone)
}

func limitIn(weekdays, months string, t, written time.Time, zone *time.Location) string {
	day, whole := dayEnding(t.In(zone))
	weekday, month := word(weekdays, int(day.Weekday())), word(months, int(day.Month())-1)
	named := Say("date in year", weekday, day.Day(), month)
	if day.Year() != written.In(zone).Year() {
		named = Say("date", weekday, day.Day(), month, day.Year())
	}
	if whole {
		return Say("end of a day", named, day.Format("MST"))
	}
	return Say("hour of a day", named, day.Format("15:04"), day.Format("MST"))
}

// LastDay returns the last day that a limit leaves, as Date does.
func LastDay(t time.Time, zone *time.Location) string {
	day, _ := dayEnding(t.In(zone))
	return Date(day, zone)
}

// dayEnding returns a time of the day that ends with a limit; whole is false if no day does. Where
// summer time ends at midnight, clocks show the last minute of a day twice, or the first of the
// next.
func dayEnding(t time.Time) (day time.Time, whole bool) {
	before, after := t.Add(-time.Minute), t.Add(time.Minute)
	switch {
	case t.Hour() == 23 && t.Minute() == 59:
		return t, after.Day() != t.Day()
	case t.Hour() == 0 && t.Minute() == 0 && before.Day() != t.Day():
		return before, true
	}
	return t, false
}

func weekday(t time.Time) string { return word("weekdays", int(t.Weekday())) }

func month(t time.Time) string { return word("months", int(t.Month())-1) }
