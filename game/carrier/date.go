package carrier

import "time"

// On returns the instant of the hour on a date, a number of days after the date of a time, in that time's location.
func (h Hour) On(t time.Time, days int) time.Time {
	return shown(time.Date(t.Year(), t.Month(), t.Day()+days, int(h/60), int(h%60), 0, 0, time.UTC), t.Location())
}

// DateBegins returns the first instant of a date, a number of days after the date of a time, in that time's location.
func DateBegins(t time.Time, days int) time.Time { return Hour(0).On(t, days) }

// DaysLater returns the instant at which the clocks of a time's location show the same time of the
// day, so many days later.
func DaysLater(t time.Time, days int) time.Time {
	return shown(time.Date(t.Year(), t.Month(), t.Day()+days, t.Hour(), t.Minute(), t.Second(), 0, time.UTC), t.Location())
}

// Dates counts the dates from one time to a later one, in the location of the first: 0 on
// the same date.
func Dates(from, to time.Time) int {
	date := func(t time.Time) time.Time {
		return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
	}
	return max(0, int(date(to.In(from.Location())).Sub(date(from))/(24*time.Hour)))
}

// shown returns the instant at which the clocks of a zone show what a time in UTC reads. Where the clocks never show the
// reading because they are put forward, shown gives the instant of putting forward; where the clocks show the reading
// twice, the first time counts.
func shown(reads time.Time, zone *time.Location) time.Time {
	// The clocks of a zone are put at most once within two days.
	_, before := reads.AddDate(0, 0, -1).In(zone).Zone()
	_, after := reads.AddDate(0, 0, 1).In(zone).Zone()
	first := reads.Add(-time.Duration(before) * time.Second).In(zone)
	second := reads.Add(-time.Duration(after) * time.Second).In(zone)
	for _, t := range []time.Time{first, second} {
		if t.Format(time.DateTime) == reads.Format(time.DateTime) {
			return t
		}
	}
	put, _ := first.ZoneBounds()
	return put
}
