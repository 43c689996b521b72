package main

import (
	"cmp"
	"fmt"

	"corrd/cmd/internal/control"
)

type gameJourneyCmd struct{ gameID }

// Run prints a line for each communication of a game, in the order in which they were
// handed in.
func (c gameJourneyCmd) Run(d *desk) error {
	return list(d, control.GameJourney, c.numbered(), "LETTER SIDE POSTMARK DELIVERED DAYS CHARGE WORDS", func(j control.JourneyView) []any {
		delivered := "under way"
		switch {
		case j.Lost:
			delivered = "lost"
		case j.Delivered != nil:
			delivered = stamp(*j.Delivered)
		}
		days := any("-")
		if j.Days != nil {
			days = fmt.Sprintf("%d/%d", *j.Days, *j.TotalDays)
		}
		return []any{j.Letter, j.Side, stamp(j.Postmark), delivered, days, cmp.Or(orNothing(j.Charge), "-"), j.Handed}
	})
}
