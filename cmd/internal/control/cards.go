package control

import (
	"context"
	"errors"
	"slices"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/play"
	"corrd/game/telling"
	"corrd/store"
	"corrd/templates/press"
)

// CardView is a card to a player without a mailbox.
type CardView struct {
	ID     int64      `json:"id"`
	Player int64      `json:"player"`
	Name   string     `json:"name"`
	Kind   string     `json:"kind"`
	Game   *int64     `json:"game"`
	Side   *string    `json:"side"`
	State  string     `json:"state"` // to_print, printed, posted
	At     time.Time  `json:"at"`    // when the event happened that the card tells
	Posted *time.Time `json:"posted"`
	Words  []string   `json:"words,omitempty"` // what stands on the card, where it is asked for
}

// WhichCards says which cards to list.
type WhichCards struct {
	All   bool `json:"all,omitempty"`   // also list cards that have been posted
	Words bool `json:"words,omitempty"` // with what stands on them
}

// mostCards is how many cards CardList gives, the newest ones.
const mostCards = 10_000

// CardList returns the cards that somebody must print or post.
func (r *Room) CardList(_ context.Context, a WhichCards) ([]CardView, error) {
	states := store.Unposted
	if a.All {
		states = nil
	}
	return view(r, func(v store.View) ([]CardView, error) {
		rows, err := v.Rows(mostCards, states...)
		views := []CardView{}
		for _, row := range rows {
			if !isCard(row) || !slices.Contains(append([]store.RowState{store.Sent}, store.Unposted...), row.State) {
				continue
			}
			one, err := viewCard(v, row)
			if err == nil && a.Words && row.Erased == 0 {
				one.Words, err = r.wordsOf(v, row)
			}
			if err != nil {
				return nil, err
			}
			views = append(views, one)
		}
		return views, err
	})
}

// wordsOf returns what stands on a card, line by line.
func (r *Room) wordsOf(v store.View, row store.Row) ([]string, error) {
	card, err := r.Clerk.Draw(v, row)
	return card.Lines(), err
}

func isCard(row store.Row) bool { return store.IsCard(row.To) }

func viewCard(v store.View, row store.Row) (CardView, error) {
	p, err := v.Player(row.Player)
	view := CardView{ID: row.ID, Player: row.Player, Name: p.Name, Kind: row.Kind, Game: gameOrNull(row.Game), State: string(row.State), At: row.At}
	if row.Game != 0 {
		side := row.Side.String()
		view.Side = &side
	}
	if row.State == store.Sent {
		view.State, view.Posted = "posted", &row.SentAt
	}
	return view, err
}

// cardNumbered returns the row of a card to a player without a mailbox. The error is a refusal when
// the row is no such card or is not ready to print.
func cardNumbered(v store.View, id int64) (store.Row, error) {
	row, err := v.Row(id)
	switch {
	case err != nil:
		return row, err
	case !isCard(row):
		return row, refuse("letter %d goes by mail and is no card; corrctl card list shows the cards", id)
	case row.Erased != 0 && !slices.Contains(store.Unposted, row.State): // an unposted card goes without what was erased
		return row, refuse("card %d has been erased, by order %d", id, row.Erased)
	case row.State == store.Queued || row.State == store.Parked:
		return row, refuse("card %d is %s; corrctl outbox retry %d puts it out", id, row.State, id)
	}
	return row, nil
}

// Printing names cards and says how to lay them out.
type Printing struct {
	// the numbers of the cards; none: all cards that must be printed
	IDs   []int64 `json:"ids,omitempty"`
	Sheet bool    `json:"sheet,omitempty"` // two cards on a sheet of A4, to be cut
}

// PrintedCards is a PDF of cards.
type PrintedCards struct {
	Cards []CardView `json:"cards"`
	PDF   []byte     `json:"pdf"`
}

// CardPrint returns cards as a PDF. It notes nothing: whoever asks says by CardPrinted that the PDF
// is on a disk, so that no card counts as printed of which there is none.
func (r *Room) CardPrint(_ context.Context, a Printing) (PrintedCards, error) {
	return view(r, func(v store.View) (out PrintedCards, err error) {
		rows, err := wantedCards(v, a.IDs)
		if err != nil {
			return out, err
		}
		var drawn []press.Card
		for _, row := range rows {
			card, err := r.Clerk.Draw(v, row)
			if err != nil {
				return out, err
			}
			one, err := viewCard(v, row)
			if err != nil {
				return out, err
			}
			drawn, out.Cards = append(drawn, card), append(out.Cards, one)
		}
		out.PDF, err = press.Cards(drawn, a.Sheet)
		return out, err
	})
}

// CardPrinted notes that cards have been printed, and returns them. A card that is not to be
// printed stays as it is.
func (r *Room) CardPrinted(_ context.Context, a Printing) ([]CardView, error) {
	return update(r, func(tx store.Tx) (views []CardView, err error) {
		rows, err := wantedCards(tx, a.IDs)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			if row.State == store.ToPrint {
				row.State = store.Printed
				if err := tx.PutRow(&row); err != nil {
					return nil, err
				}
			}
			one, err := viewCard(tx, row)
			if err != nil {
				return nil, err
			}
			views = append(views, one)
		}
		return views, nil
	})
}

// wantedCards returns the cards with some numbers, or without numbers all cards that must be
// printed.
func wantedCards(v store.View, ids []int64) (rows []store.Row, err error) {
	if len(ids) == 0 {
		all, err := v.Rows(mostAtOnce, store.ToPrint)
		for _, row := range all {
			ids = append(ids, row.ID)
		}
		if err != nil || len(ids) == 0 {
			return nil, cmpRefusal(err, "no card is to be printed; corrctl card list shows those that are printed and not posted")
		}
	}
	for _, id := range ids {
		row, keepsake, err := ledger.Keepsake(v, id)
		if err == nil && !keepsake {
			row, err = cardNumbered(v, id)
		}
		if errors.Is(err, store.ErrNotFound) {
			err = refuse("there is no card %d; corrctl card list shows the cards", id)
		}
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// mostAtOnce is the greatest number of cards in one PDF.
const mostAtOnce = 200

// cmpRefusal returns err if err is not nil, and otherwise a refusal with a message.
func cmpRefusal(err error, message string) error {
	if err != nil {
		return err
	}
	return refuse("%s", message)
}

// Posting names a card that somebody has posted.
type Posting struct {
	ID int64  `json:"id,omitempty"`
	At string `json:"at,omitempty"` // when the card was posted, as ParseTime reads it; "": now
}

// CardPosted notes that a card has been posted. If the card asks for a move, the window of the
// card's reader opens when the longest transit is over.
func (r *Room) CardPosted(_ context.Context, a Posting) (CardView, error) {
	return update(r, func(tx store.Tx) (CardView, error) {
		row, err := cardNumbered(tx, a.ID)
		if err != nil {
			return CardView{}, err
		}
		at, err := r.postedAt(tx, row, a.At)
		if err != nil {
			return CardView{}, err
		}
		row.State, row.SentAt, row.Tries, row.Error = store.Sent, at, row.Tries+1, ""
		if err := tx.PutRow(&row); err != nil {
			return CardView{}, err
		}
		if row.Asks && row.Game != 0 {
			s, _, err := r.Watch.UpToDate(tx, row.Game)
			if err != nil {
				return CardView{}, err
			}
			if events := play.Decide(s, play.PostCard{Side: row.Side}, at); len(events) > 0 {
				if _, err := r.Ledger.Append(tx, s, events, ledger.By{}); err != nil {
					return CardView{}, err
				}
			}
		}
		return viewCard(tx, row)
	})
}

// postedAt reads the time at which a card was posted. postedAt refuses a time before the card was
// written and a time in the future.
func (r *Room) postedAt(tx store.Tx, row store.Row, written string) (time.Time, error) {
	now := tx.Now()
	if row.State == store.Sent {
		return now, refuse("card %d was posted on %s; corrctl rule %d --correct-time mends a clock", row.ID, row.SentAt.Format(time.RFC3339), row.Game)
	}
	if written == "" {
		return now, nil
	}
	at, dated, err := r.timeOf("--at", written)
	switch {
	case err != nil:
		return now, err
	case at.After(now):
		return now, refuse("%s lies in the future", written)
	case dated && at.Before(row.At):
		at = at.Add(lastOfDay)
		if at.Before(row.At) {
			return now, refuse("card %d was written on %s, and cannot have been posted before", row.ID, row.At.Format(time.RFC3339))
		}
		return row.At, nil
	case at.Before(row.At):
		return now, refuse("card %d was written on %s, and cannot have been posted before", row.ID, row.At.Format(time.RFC3339))
	}
	return at.UTC(), nil
}

// lastOfDay is the time from the beginning of a date to the date's last second.
const lastOfDay = 24*time.Hour - time.Second

// timeLayouts are the layouts in which the office may write a time. The layout of a date alone
// comes last.
var timeLayouts = []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04", time.DateOnly}

// timeOf reads a time in the time zone of the server. dated is true when written is a date alone,
// and then at is the beginning of the date. flag names the argument in a refusal.
func (r *Room) timeOf(flag, written string) (at time.Time, dated bool, err error) {
	for _, layout := range timeLayouts {
		if at, err = time.ParseInLocation(layout, written, r.Ledger.Zone); err == nil {
			return at, layout == time.DateOnly, nil
		}
	}
	return at, false, refuse("%s: %q is no time; write a date or a time, as in 2026-01-31, 2026-01-31T17:00 or 2026-01-31T17:00:00Z", flag, written)
}

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
		for _, j := range telling.Journeys(events) {
			views = append(views, viewJourney(j, s))
		}
		return views, err
	})
}

func viewJourney(j telling.Journey, s game.State) JourneyView {
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
