package clocks

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"corrd/game/board"
	"corrd/game/carrier"
	"corrd/interpret/speech"
)

// Wanted is the leave for which words ask. A leave runs from the instant from which it was asked
// for; words may name another day all the same.
type Wanted struct {
	Days  int       // how many days it is to have; 0 if the words leave that open
	Total int       // how many days there are to its end if it begins at once
	From  time.Time // the other day on which it is to begin; zero if it is to begin at once
	Until time.Time // the day that the words name as its end; zero if they name none
}

// Later reports whether the leave is to begin on another day than it can: on a later one, or on one
// on which a leave that was taken before still runs.
func (w Wanted) Later() bool { return !w.From.IsZero() }

// AtOnce reports whether the leave can be granted as it is asked for: it begins at once, and its
// length is known.
func (w Wanted) AtOnce() bool { return w.Days > 0 && !w.Later() }

// LeaveWanted returns the leave for which words ask that a side writes at a time. It would begin at
// that time, or when the leave is over that the side has taken already; dates are those of the zone
// of the game.
func (t Timing) LeaveWanted(side board.Side, words string, at time.Time) Wanted {
	zone := t.Terms.Carriers().Location()
	return ReadLeave(words, at.In(zone), t.LeaveFrom(side, at).In(zone))
}

// ReadLeave returns the leave for which words ask: "14 days", "until 12 December", "2 weeks from
// Monday". They are written now, in the zone whose dates count, and a leave that is taken now
// begins with begins. Of words that are not understood to the end, of a length that a date
// contradicts, and of leave up to a day before it begins, no days are known. A length that counts
// from a day before the leave can begin leaves open whether it is so much more.
func ReadLeave(words string, now, begins time.Time) (w Wanted) {
	r := leaveReader{words: leaveWords(words), now: now}
	inclusive := false
	for len(r.words) > 0 && (w.Days == 0 && w.Until.IsZero() || !r.reasons()) {
		word := r.next()
		switch {
		case word == "leave", word == "and", leaveFillers[word]:
		case word == "inclusive", word == "incl":
			inclusive = true
		case slices.Contains(leaveBeginnings, word):
			day, ok := r.date(now)
			if !ok || !w.From.IsZero() {
				return Wanted{}
			}
			w.From = day
		case slices.Contains(leaveEnds, word):
			after := now
			if !w.From.IsZero() {
				after = w.From
			}
			day, ok := r.date(after)
			if !ok || !w.Until.IsZero() {
				return Wanted{}
			}
			w.Until, inclusive = day, inclusive || word == "through"
		case word == "tomorrow":
			r.words = append([]string{word}, r.words...)
			w.From, _ = r.date(now)
		default:
			n, ok := r.length(word)
			if !ok || w.Days != 0 {
				return Wanted{}
			}
			w.Days = n
		}
	}
	if early := !w.From.IsZero() && w.Until.IsZero() && carrier.Dates(w.From, begins) > 0; !early && carrier.Dates(begins, w.From) == 0 {
		w.From = time.Time{}
	}
	w = w.measured(begins, inclusive)
	w.Total = w.Days
	if w.Later() {
		w.Total = max(0, w.Days+carrier.Dates(begins, w.From)-carrier.Dates(w.From, begins))
	}
	return w
}

// LeaveNamed returns the leave whose length or dates stand first in prose, which is about other
// things too: "I shall be away until the 20th, sorry". No days are known where none stand in it.
func (t Timing) LeaveNamed(side board.Side, prose string, at time.Time) (w Wanted) {
	words := leaveWords(prose)
	for i, word := range words {
		if word == "to" || !slices.Contains(leaveEnds, word) && !slices.Contains(leaveBeginnings, word) && word != "for" {
			continue
		}
		for n := min(len(words), i+longestNamed); n > i+1; n-- {
			if w = t.LeaveWanted(side, strings.Join(words[i:n], " "), at); w.Days > 0 {
				return w
			}
		}
	}
	return Wanted{}
}

// longestNamed is how many words a leave that stands in prose has at most.
const longestNamed = 10

// measured returns the leave with the days up to the date with which it ends; inclusive says that
// the date is a day of the leave.
func (w Wanted) measured(begins time.Time, inclusive bool) Wanted {
	if w.Until.IsZero() {
		return w
	}
	if !w.From.IsZero() {
		begins = w.From
	}
	days := carrier.Dates(begins, w.Until)
	if inclusive {
		days++
	}
	if w.Days != 0 && w.Days != days {
		return Wanted{}
	}
	w.Days = days
	return w
}

var (
	leaveBeginnings = []string{"from", "starting", "beginning", "commencing", "between"}
	leaveEnds       = []string{"until", "till", "til", "to", "through", "up"}
	leaveFillers    = map[string]bool{"please": true, "for": true, "of": true, "the": true, "on": true, "kindly": true, "thanks": true, "today": true, "now": true}
)

// leaveWords parts words at spaces and signs, in lower case; a date of figures stays whole.
func leaveWords(words string) (list []string) {
	for _, w := range strings.Fields(strings.ReplaceAll(strings.ToLower(words), "to-", "to")) { // "to-day", "to-morrow"
		w = strings.Trim(w, ".,;:!?()'\"")
		if w == "-" || w == "–" || w == "and" && slices.Contains(list, "between") {
			w = "to"
		}
		if w != "" {
			list = append(list, w)
		}
	}
	return list
}

// leaveReader reads the words of a leave from the first on.
type leaveReader struct {
	words []string
	now   time.Time
}

func (r *leaveReader) next() string {
	word := r.words[0]
	r.words = r.words[1:]
	return word
}

// reasons reports whether what is still to be read is why leave is asked for, and changes nothing
// of it: "until 20 August, so I shall be away till then".
func (r *leaveReader) reasons() bool {
	return slices.Contains([]string{"so", "as", "because", "since", "need", "i", "i'm", "we"}, r.words[0]) && !slices.ContainsFunc(r.words, func(w string) bool {
		return strings.ContainsAny(w, "0123456789") || strings.HasSuffix(w, "n't") || slices.Contains([]string{"not", "no", "but", "or", "if", "unless"}, w)
	})
}

// peek returns a word that is still to be read, or "".
func (r *leaveReader) peek(i int) string {
	if i < len(r.words) {
		return r.words[i]
	}
	return ""
}

// leaveLength is a length of leave of one word.
var leaveLength = regexp.MustCompile(`^(\d{1,3})(d|days?|w|weeks?)?$`)

// length returns the days of a length that begins with a word.
func (r *leaveReader) length(word string) (days int, ok bool) {
	unit := ""
	if word == "a" {
		days = 1
	} else if n := slices.Index(speech.Counted[:], word); n >= 0 {
		days = n + 1
	} else if word == "fortnight" {
		return 14, true
	} else if m := leaveLength.FindStringSubmatch(word); m != nil {
		days, _ = strconv.Atoi(m[1])
		unit = m[2]
	}
	if unit == "" && len(r.words) > 0 {
		unit = r.next()
	}
	switch strings.TrimRight(unit, "'") {
	case "d", "day", "days", "day's":
		return days, days > 0
	case "w", "week", "weeks", "week's":
		return 7 * days, days > 0
	case "fortnight", "fortnights":
		return 14 * days, days > 0
	}
	return 0, false
}

// dayOfMonth is the number of a day, and writtenDate a date in figures that has one meaning: the
// year first, or dots between the day and the month.
var (
	dayOfMonth  = regexp.MustCompile(`^(\d{1,2})(st|nd|rd|th)?$`)
	writtenDate = regexp.MustCompile(`^(\d{4})-(\d{1,2})-(\d{1,2})$|^(\d{1,2})\.(\d{1,2})(?:\.(\d{4}))?$`)
)

// date reads a date: today, a day of the week, a day of a month. The date that is meant is the
// first of its kind after another.
func (r *leaveReader) date(after time.Time) (day time.Time, ok bool) {
	for len(r.words) > 1 && (r.words[0] == "the" || r.words[0] == "to" || r.words[0] == "next" || r.words[0] == "this") {
		r.next()
	}
	if len(r.words) == 0 {
		return day, false
	}
	word := r.next()
	switch word {
	case "today", "now":
		return r.now, true
	case "christmas":
		return dateOf("", "12", "25", after)
	case "tomorrow":
		return carrier.DaysLater(r.now, 1), true
	}
	if d, named := weekdayOf(word); named && r.dated() {
		return r.date(after) // "Sunday the 6th of December"
	} else if named {
		return carrier.DaysLater(after, 1+(int(d-after.Weekday())+6)%7), true
	}
	if m := writtenDate.FindStringSubmatch(word); m != nil {
		return dateOf(m[1]+m[6], m[2]+m[5], m[3]+m[4], after)
	}
	month, named := monthOf(word)
	if named {
		word = ""
		if len(r.words) > 0 {
			word = r.next()
		}
	}
	m := dayOfMonth.FindStringSubmatch(word)
	if m == nil {
		return day, false
	}
	if !named {
		if r.peek(0) == "of" {
			r.next()
		}
		if month, named = monthOf(r.peek(0)); named {
			r.next()
		} else if m[2] == "" && !slices.Contains(leaveEnds, r.peek(0)) {
			return day, false // "until 12", "until 3 days"
		}
	}
	year := ""
	if y := r.peek(0); len(y) == 4 && strings.Trim(y, "0123456789") == "" {
		year = r.next()
	}
	if !named { // the next such day
		for n := range 62 {
			if day = carrier.DaysLater(after, n+1); strconv.Itoa(day.Day()) == strings.TrimLeft(m[1], "0") {
				return day, true
			}
		}
		return day, false
	}
	return dateOf(year, strconv.Itoa(month), m[1], after)
}

// dated reports whether the day of a month comes next.
func (r *leaveReader) dated() bool {
	next := r.peek(0)
	if next == "the" {
		next = r.peek(1)
	}
	_, named := monthOf(next)
	return named || dayOfMonth.MatchString(next)
}

// weekdayOf returns the day of the week that a word names.
func weekdayOf(word string) (day time.Weekday, named bool) {
	for d := time.Sunday; d <= time.Saturday; d++ {
		if name := strings.ToLower(d.String()); word == name || len(word) >= 3 && len(word) <= 5 && strings.HasPrefix(name, word) {
			return d, true
		}
	}
	return 0, false
}

// monthOf returns the number of the month that a word names.
func monthOf(word string) (int, bool) {
	for m := time.January; m <= time.December; m++ {
		if name := strings.ToLower(m.String()); word == name || len(word) >= 3 && len(word) <= 4 && strings.HasPrefix(name, word) {
			return int(m), true
		}
	}
	return 0, false
}

// dateOf returns a date at the hour of another time: of the year that is named, or else the first
// one after that time.
func dateOf(year, month, dayOf string, after time.Time) (day time.Time, ok bool) {
	m, _ := strconv.Atoi(month)
	d, _ := strconv.Atoi(dayOf)
	y, err := strconv.Atoi(year)
	if err != nil {
		y = after.Year()
	}
	on := func(y int) bool {
		first := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
		if int(first.Month()) != m || first.Day() != d {
			return false
		}
		start := time.Date(after.Year(), after.Month(), after.Day(), 0, 0, 0, 0, time.UTC)
		day = carrier.DaysLater(after, int(first.Sub(start)/(24*time.Hour)))
		return true
	}
	if m < 1 || m > 12 || !on(y) {
		return day, false
	}
	if err != nil && day.Before(after) && !on(y+1) {
		return day, false
	}
	return day, day.After(after) || carrier.Dates(after, day) == 0 && !day.Before(after)
}
