package control

import (
	"context"
	"time"

	"corrd/game"
	"corrd/store"
)

// JourneyView is the journey of one communication, as `corrctl game journey` prints it.
type JourneyView struct {
	Letter    int64      `json:"letter"`
	Side      string     `json:"side"`
	Medium    string     `json:"medium"`
	HandedIn  time.Time  `json:"handed_in"`
	Collected time.Time  `json:"collected"`
	Postmark  time.Time  `json:"postmark"`
	Due       *time.Time `json:"due"`
	Delivered *time.Time `json:"delivered"`
	Lost      bool       `json:"lost"`
	Repeats   *int64     `json:"repeats"`
	Words     *int       `json:"words"`
	Charge    *string    `json:"charge"`
	Handed    string     `json:"handed"`
	Carried   string     `json:"carried"`
	Days      *int       `json:"days"`
	TotalDays *int       `json:"total_days"`
	UnderWay  bool       `json:"under_way"`
}

// GameJourney returns the journeys of the communications of a game, in the order in which they were
// handed in.
func (r *Room) GameJourney(_ context.Context, a Numbered) ([]JourneyView, error) {
	return view(r, func(v store.View) ([]JourneyView, error) {
		s, err := v.Game(a.ID)
		if err != nil {
			return nil, err
		}
		entries, err := v.Events(a.ID)
		var events []game.Event
		for _, e := range entries {
			events = append(events, e.Event)
		}
		views := []JourneyView{}
		for _, j := range game.Journeys(events) {
			views = append(views, viewJourney(j, s))
		}
		return views, err
	})
}

func viewJourney(j game.Journey, s game.State) JourneyView {
	v := JourneyView{Letter: j.Letter, Side: j.Side.String(), Medium: s.Terms.Medium, HandedIn: j.HandedIn, Collected: j.Postmark,
		Postmark: j.Postmark, Due: instant(j.Due), Delivered: instant(j.Delivered), Lost: j.Due.IsZero(), Handed: j.Handed, Carried: j.Carried, UnderWay: j.UnderWay}
	if j.ByHand {
		v.Medium = "card"
	}
	if j.Repeats != 0 {
		v.Repeats = &j.Repeats
	}
	if charge := j.Charge.String(); j.Words > 0 {
		v.Words, v.Charge = &j.Words, &charge
	}
	if s.Terms.Carriers().Carrier().Dates() {
		v.Days, v.TotalDays = &j.Days, &j.Total
	}
	return v
}
