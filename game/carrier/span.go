package carrier

import (
	"strconv"
	"strings"
	"time"
)

// Span is how long a journey takes: from Least to Most. Where the two differ the time is
// drawn, in whole minutes, each as likely as the other.
type Span struct {
	Least time.Duration `json:"least"`
	Most  time.Duration `json:"most"`
}

// longest is the longest journey that can be agreed on.
const longest = 366 * 24 * time.Hour

// ParseSpan reads a time, "2d" or "0", or a range of times, "1d..4d". Units are s, m, h
// and d.
func ParseSpan(text string) (s Span, ok bool) {
	least, most, ranged := strings.Cut(strings.ReplaceAll(text, " ", ""), "..")
	if !ranged {
		most = least
	}
	var leastOK, mostOK bool
	s.Least, leastOK = parseTime(least)
	s.Most, mostOK = parseTime(most)
	return s, leastOK && mostOK && s.Least <= s.Most && s.Most <= longest
}

// parseTime reads "90s", "15m", "26h", "3d" or "0".
func parseTime(text string) (time.Duration, bool) {
	if text == "0" {
		return 0, true
	}
	if text == "" {
		return 0, false
	}
	unit, ok := units[text[len(text)-1]]
	n, isNumber := number(text[:len(text)-1], 7)
	if !ok || !isNumber || time.Duration(n) > longest/unit {
		return 0, false
	}
	return time.Duration(n) * unit, true
}

var units = map[byte]time.Duration{'s': time.Second, 'm': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour}

// String writes "2d" or "1d..4d".
func (s Span) String() string {
	if s.Least == s.Most {
		return writeTime(s.Least)
	}
	return writeTime(s.Least) + ".." + writeTime(s.Most)
}

// writeTime writes a time in the largest unit that holds it without a rest.
func writeTime(t time.Duration) string {
	if t == 0 {
		return "0"
	}
	for _, unit := range "dhm" {
		if u := units[byte(unit)]; t%u == 0 {
			return strconv.FormatInt(int64(t/u), 10) + string(unit)
		}
	}
	return strconv.FormatInt(int64(t/time.Second), 10) + "s"
}

// drawn draws a time of the span.
func (s Span) drawn(d *draw) time.Duration {
	return s.Least + time.Duration(d.below(int((s.Most-s.Least)/time.Minute)+1))*time.Minute
}
