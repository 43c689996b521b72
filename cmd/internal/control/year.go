package control

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/tournaments"
	"corrd/store"
)

// StatsView is how much of everything there is.
type StatsView struct {
	Players int            `json:"players"`
	Games   map[string]int `json:"games"`   // by status
	Waiting map[string]int `json:"waiting"` // letters that came in and wait, by state
	Outbox  map[string]int `json:"outbox"`  // letters that have not gone out, by state
	Open    int            `json:"open_challenges"`

	Disputes int `json:"open_disputes"`
}

// StatsShow counts everything there is: the games a little at a time, as GameList reads them, and
// all else in one view.
func (r *Room) StatsShow(ctx context.Context, _ None) (StatsView, error) {
	games, err := r.GameList(ctx, Games{})
	if err != nil {
		return StatsView{}, err
	}
	return view(r, func(v store.View) (StatsView, error) {
		players, err := v.Players()
		challenges, err2 := v.OpenChallenges()
		disputes, err3 := v.OpenDisputes()
		letters, err4 := v.Letters(math.MaxInt, store.HeldLetter, store.Quarantined)
		rows, err5 := v.Rows(math.MaxInt, notSent...)
		return StatsView{
			Players: len(players), Open: len(challenges), Disputes: len(disputes),
			Games:   tally(games, func(g GameLine) string { return cmp.Or(g.Status, g.State) }, "playing", "finished", "suspended", "annulled"),
			Waiting: tally(letters, func(l store.Letter) string { return string(l.State) }, "held", "quarantined"),
			Outbox:  tally(rows, func(r store.Row) string { return string(r.State) }, "queued", "parked"),
		}, cmp.Or(err, err2, err3, err4, err5)
	})
}

// tally counts items by a state; states that none has count 0.
func tally[T any](items []T, state func(T) string, states ...string) map[string]int {
	count := make(map[string]int)
	for _, s := range states {
		count[s] = 0
	}
	for _, item := range items {
		count[state(item)]++
	}
	return count
}

// Year names a year of the club, from its first to its last day in the zone of the server.
type Year struct {
	Year int `json:"year,omitempty"`
}

// YearView is what a year brought. What was erased is counted and not named.
type YearView struct {
	Year  int `json:"year"`
	Games struct {
		Begun    int `json:"begun"`
		Finished int `json:"finished"`
		Running  int `json:"running"` // at the end of the year, or now
	} `json:"games"`
	Results  map[string]int `json:"results"` // of the games that ended: 1-0, 0-1, 1/2-1/2, annulled
	Ends     map[string]int `json:"ends"`    // how they ended: checkmate, resignation …
	Disputes struct {
		Opened  int `json:"opened"`
		Settled int `json:"settled"`
	} `json:"disputes"`
	Letters Traffic `json:"letters"`
	Cards   Traffic `json:"cards"`
	Members struct {
		Came  []string `json:"came"`
		Left  []string `json:"left"`
		There int      `json:"there"` // at the end of the year, or now
	} `json:"members"`
	Events []YearEvent `json:"events"` // those that were played in it
	Ended  []int64     `json:"ended"`  // the games that ended, by their ends
}

// Traffic is how many letters or cards came in and went out.
type Traffic struct {
	In  int `json:"in"`
	Out int `json:"out"`
}

// YearEvent is an all-play-all event of a year, with its table as it stands.
type YearEvent struct {
	ID    int64  `json:"id"`
	Name  string `json:"name"`
	Table string `json:"table"`
}

// year is the walk that makes a YearView.
type year struct {
	*Room
	YearView
	first, end time.Time
	ended      map[int64]time.Time
}

func (y *year) in(at time.Time) bool { return !at.Before(y.first) && at.Before(y.end) }

// StatsYear counts what a year brought. The store is read a little at a time, so that a letter that
// comes meanwhile may be counted or not.
func (r *Room) StatsYear(_ context.Context, a Year) (YearView, error) {
	if a.Year < 1 || a.Year > 9999 {
		return YearView{}, refuse("%d is no year; give all its figures, as in --year 2026", a.Year)
	}
	first := time.Date(a.Year, 1, 1, 0, 0, 0, 0, r.Ledger.Zone)
	y := &year{Room: r, first: first, end: first.AddDate(1, 0, 0), ended: map[int64]time.Time{}}
	y.Year, y.Results, y.Ends, y.Events = a.Year, map[string]int{}, map[string]int{}, []YearEvent{}
	y.Members.Came, y.Members.Left, y.Ended = []string{}, []string{}, []int64{}
	err := errors.Join(y.each(store.View.Games, gamesOf, y.game), y.each(numbersOf(store.Letters), keptOf(store.Letters), y.letter),
		y.each(numbersOf(store.Rows), keptOf(store.Rows), y.row),
		r.Store.View(y.members), r.Store.View(y.tournaments))
	for id := range y.ended {
		y.Ended = append(y.Ended, id)
	}
	slices.SortFunc(y.Ended, func(a, b int64) int {
		if c := y.ended[a].Compare(y.ended[b]); c != 0 {
			return c
		}
		return int(a - b)
	})
	return y.YearView, err
}

// numbersOf lists the records of a kind as View.Games lists games.
func numbersOf(kind store.Kind) func(v store.View, after int64, max int) ([]int64, error) {
	return func(v store.View, after int64, max int) ([]int64, error) { return v.Numbers(kind, after, max) }
}

// gamesOf is what is asked for about a page of games, and keptOf about one of other records.
func gamesOf(ids []int64) store.Likely { return store.Likely{Games: ids, Disputes: ids} }

func keptOf(kind store.Kind) func(ids []int64) store.Likely {
	return func(ids []int64) store.Likely { return store.Likely{Kept: map[store.Kind][]int64{kind: ids}} }
}

// each calls f for each number that list gives, a page in one transaction that expects what f asks
// for.
func (y *year) each(list func(v store.View, after int64, max int) ([]int64, error), expects func(ids []int64) store.Likely, f func(v store.View, id int64) error) error {
	for after := int64(0); ; {
		var ids []int64
		err := y.Store.View(func(v store.View) (err error) {
			if ids, err = list(v, after, allGamesPage); err != nil {
				return err
			}
			if err = v.Expect(expects(ids)); err != nil {
				return err
			}
			for _, id := range ids {
				if err := f(v, id); err != nil && !errors.Is(err, store.ErrNotFound) {
					return err
				}
			}
			return nil
		})
		if err != nil || len(ids) == 0 {
			return err
		}
		after = ids[len(ids)-1]
	}
}

// game counts a game and its disputes. A game of newer rules is left out.
func (y *year) game(v store.View, id int64) error {
	s, ok, err := ledger.Decidable(v, id)
	if !ok {
		return err
	}
	if y.in(s.Started) {
		y.Games.Begun++
	}
	switch over := s.Result != nil && s.Ending != nil; {
	case over && y.in(s.Ending.At):
		y.Games.Finished++
		y.ended[id] = s.Ending.At
		y.Results[string(s.Result.Score)]++
		y.Ends[string(s.Result.How)]++
	case s.Started.Before(y.end) && (!over || !s.Ending.At.Before(y.end)):
		y.Games.Running++
	}
	disputes, err := v.DisputesOf(id)
	for _, d := range disputes {
		if y.in(d.Opened) {
			y.Disputes.Opened++
		}
		if d.Ended != 0 && y.in(d.Closed) {
			y.Disputes.Settled++
		}
	}
	return err
}

func (y *year) letter(v store.View, id int64) error {
	l, err := v.Letter(id)
	switch {
	case err != nil || !y.in(l.Received):
	case l.Source == ledger.CardSource:
		y.Cards.In++
	default:
		y.Letters.In++
	}
	return err
}

func (y *year) row(v store.View, id int64) error {
	r, err := v.Row(id)
	switch {
	case err != nil || r.State != store.Sent || !y.in(r.SentAt):
	case store.IsCard(r.To):
		y.Cards.Out++
	default:
		y.Letters.Out++
	}
	return err
}

// members names who came and who left. Who left before corrd noted when is not named.
func (y *year) members(v store.View) error {
	all, err := v.Players()
	for _, p := range all {
		if y.in(p.Registered) {
			y.Members.Came = append(y.Members.Came, p.Name)
		}
		gone := len(p.Addresses) == 0
		if gone && y.in(p.Left) {
			y.Members.Left = append(y.Members.Left, p.Name)
		}
		if p.Registered.Before(y.end) && (!gone || !p.Left.Before(y.end)) {
			y.Members.There++
		}
	}
	return err
}

// tournaments prints the events that were played in the year.
func (y *year) tournaments(v store.View) error {
	all, err := v.Tournaments()
	for _, s := range all {
		if err != nil {
			break
		}
		if s.Seats == nil || !s.Started.Before(y.end) || !s.Ended.IsZero() && s.Ended.Before(y.first) {
			continue
		}
		table, unread := tournaments.Printed(v, s, y.Ledger.Zone)
		if err = unread; err == nil {
			y.Events = append(y.Events, YearEvent{ID: s.ID, Name: s.Name, Table: table.Text()})
		}
	}
	return err
}

// StatsPGN returns the games that ended in a year as PGN, by their ends.
func (r *Room) StatsPGN(ctx context.Context, a Year) (Text, error) {
	y, err := r.StatsYear(ctx, a)
	if err != nil {
		return Text{}, err
	}
	if len(y.Ended) == 0 {
		return Text{}, refuse("no game ended in %d", a.Year)
	}
	return r.pgnOf(ctx, y.Ended)
}

// pgnOf returns games as PGN, one after the other.
func (r *Room) pgnOf(ctx context.Context, games []int64) (Text, error) {
	var all strings.Builder
	for _, id := range games {
		one, err := r.GamePGN(ctx, Numbered{ID: id})
		if err != nil {
			return Text{}, err
		}
		fmt.Fprintf(&all, "%s\n\n", strings.TrimRight(one.Text, "\n"))
	}
	return Text{Text: all.String()}, nil
}
