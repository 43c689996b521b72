package telling

import (
	"fmt"
	"slices"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/carrier"
	"corrd/game/clocks"
	"corrd/game/line"
)

// Journey is the journey of one communication, as the log of the game tells it.
type Journey struct {
	Number    int
	Letter    int64
	Side      board.Side
	HandedIn  time.Time
	Postmark  time.Time
	Due       time.Time // when the communication arrives; zero: it is lost
	Delivered time.Time // zero: the communication has not arrived
	Repeats   int64     // the letter whose words the communication repeats; 0: none
	Words     int       // the number of words charged for; 0: the carrier charges for none
	Charge    carrier.Charge
	Handed    string // the words as they were handed in
	Carried   string // the words as they arrive
	// the days of reflection, where the communication ended the turn of its side and time is
	// counted in dates
	Days   int
	Total  int  // the days of the side, with Days
	ByHand bool // the communication was a real card

	UnderWay bool // the communication has not arrived, and nothing has ended its being under way
}

// Journeys returns the journeys of the communications of a game in the order in which they were
// handed in. events is the log of the game.
func Journeys(events []game.Event) (all []Journey) {
	var s game.State
	var total [2]int
	letters := map[int]int64{}
	for _, e := range events {
		switch f := e.Fact.(type) {
		case game.HandedIn:
			j := Journey{Number: f.Number, Letter: e.Letter, Side: e.By.AsSide(), HandedIn: e.At, Postmark: f.Collected, Due: f.Delivered,
				Repeats: letters[f.Repeats], Words: f.Count, Charge: carrier.Charge(f.Charge), Handed: line.JoinWords(f.Words), Carried: line.JoinWords(f.Words), ByHand: f.ByHand}
			letters[f.Number] = e.Letter
			if f.With != nil {
				j.Carried = line.JoinWords(f.With)
			}
			if f.Stops && s.ByDates() {
				j.Days = int(s.DatesTaken(f.Collected) / clocks.Day)
				total[j.Side] += j.Days
			}
			j.Total = total[j.Side]
			all = append(all, j)
		case game.Delivered:
			for i := range all {
				if all[i].Number == f.Number {
					all[i].Delivered = e.At
				}
			}
		}
		s = s.Apply(e)
	}
	for i := range all {
		all[i].UnderWay = s.UnderWay(all[i].Number)
	}
	return all
}

// Cost returns the charge of a communication or, if the carrier makes no charge, the days that the
// communication took and all days of its side: "2/28".
func (j Journey) Cost() string {
	if j.Words > 0 {
		return j.Charge.String()
	}
	return fmt.Sprintf("%d/%d", j.Days, j.Total)
}

// JourneysTold returns the journeys of which a side has been told: its own, and those of delivered
// communications.
func JourneysTold(events []game.Event, side board.Side) []Journey {
	return slices.DeleteFunc(Journeys(events), func(j Journey) bool { return j.Side != side && j.Delivered.IsZero() })
}
