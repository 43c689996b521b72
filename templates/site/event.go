package site

import (
	"fmt"
	"html/template"
	"maps"
	"slices"
	"time"

	"corrd/game/tournament"
	"corrd/mailer"
	"corrd/templates"
	"corrd/templates/press"
	"corrd/templates/texts"
)

// Event is an all-play-all event as its page and the list of events show it. Entrants have agreed
// to stand in its table with their results; who has not consented to be named has a number in the
// event.
type Event struct {
	ID      int64    `json:"id"`
	Name    string   `json:"name"`
	Code    string   `json:"code"`
	Phase   string   `json:"phase"`
	Begins  string   `json:"begins"`
	Closes  string   `json:"closes"`
	Entered int      `json:"entered"` // how many have entered, before the start
	Table   string   `json:"table,omitempty"`
	Leaders []string `json:"leaders,omitempty"`
	Named   []Member `json:"named,omitempty"` // the players in the table who have consented to be named
	Games   []int64  `json:"games,omitempty"` // in the order of the rounds, shown or not

	Conditions []string `json:"conditions,omitempty"`
	Terms      []string `json:"terms,omitempty"` // of the games

	Started time.Time `json:"started,omitzero"` // zero: the event has not started
	Ended   time.Time `json:"ended,omitzero"`
}

// NewEvent returns what the public sees of an event; ok is false for one that is undone. named
// returns the players who have or had a seat and have consented to be named.
func NewEvent(s tournament.State, table tournament.Table, named map[int64]Member, zone *time.Location) (e Event, ok bool) {
	if s.Phase == tournament.Abandoned {
		return Event{}, false
	}
	e = Event{ID: s.ID, Name: mailer.OneLine(s.Name), Code: titleOf(s.Terms.Code), Phase: texts.Say("site event " + string(s.Phase)), Begins: day(s.Begin, zone), Closes: day(s.Close, zone),
		Conditions: press.Conditions(s, zone), Terms: templates.PrintedTerms(s.Conditions.Terms), Started: s.Started.UTC(), Ended: s.Ended.UTC()}
	if s.Seats == nil {
		e.Entered = len(s.Entries)
		return e, true
	}
	s.Name = e.Name
	cross := press.Table{Event: s, Table: table, Names: numbered(s, named), Zone: zone, Links: map[int64]string{}}
	for id, m := range named {
		if m.ID != 0 {
			cross.Links[id] = "../" + playerPath(id)
		}
	}
	e.Table, e.Leaders = cross.HTML(), cross.Leaders()
	for _, id := range slices.Sorted(maps.Keys(named)) {
		if m := named[id]; m.ID != 0 {
			e.Named = append(e.Named, Member{m.ID, mailer.OneLine(m.Name)})
		}
	}
	for _, g := range s.Games {
		e.Games = append(e.Games, g.ID)
	}
	return e, true
}

// numbered names the players of an event: those who are not named by the numbers of their seats,
// and who took a seat later by the numbers that follow.
func numbered(s tournament.State, named map[int64]Member) map[int64]string {
	names := map[int64]string{}
	enter := func(player int64) {
		if _, ok := names[player]; ok {
			return
		}
		names[player] = texts.Say("site numbered", len(names)+1)
	}
	var later []tournament.Holder
	for _, seat := range s.Seats {
		enter(seat.Holders[0].Player)
		later = append(later, seat.Holders[1:]...)
	}
	slices.SortStableFunc(later, func(a, b tournament.Holder) int { return a.From.Compare(b.From) })
	for _, h := range later {
		enter(h.Player)
	}
	for id, m := range named {
		if _, ok := names[id]; ok && m.ID != 0 {
			names[id] = mailer.OneLine(m.Name)
		}
	}
	return names
}

func eventPath(id int64) string { return fmt.Sprintf("events/%d.html", id) }

// eventPage is what stands on the page of an event.
type eventPage struct {
	Event
	Drawn template.HTML // the table
	Games []Entry       // those that are shown
}

// eventPages returns the pages of events.
func eventPages(house House, games []Entry, events []Event) Files {
	all := Files{}
	for _, e := range events {
		p := eventPage{Event: e, Drawn: template.HTML(e.Table), Games: shownOf(e, games)}
		all[eventPath(e.ID)] = render("event.html", page{house, e.Name, "../", p})
	}
	return all
}

// shownOf returns the games of an event that are shown.
func shownOf(e Event, games []Entry) (shown []Entry) {
	for _, id := range e.Games {
		if i, ok := slices.BinarySearchFunc(games, id, func(g Entry, id int64) int { return int(g.ID - id) }); ok {
			shown = append(shown, games[i])
		}
	}
	return shown
}

// Collection is a file with the PGN of several games.
type Collection struct {
	Path  string
	Games []int64
}

// Collections returns the files with the PGN of several games: of all, of each year in which games
// began, and of each event of which a game is shown.
func Collections(games []Entry, events []Event) []Collection {
	all := []Collection{{AllPGN, numbers(games)}}
	for _, y := range years(games) {
		all = append(all, Collection{yearPGN(y.Year), numbers(y.Games)})
	}
	for _, e := range events {
		if shown := shownOf(e, games); len(shown) > 0 {
			all = append(all, Collection{fmt.Sprintf("events/%d.pgn", e.ID), numbers(shown)})
		}
	}
	return all
}

func yearPGN(year int) string { return fmt.Sprintf("games-%d.pgn", year) }

func numbers(games []Entry) (ids []int64) {
	for _, e := range games {
		ids = append(ids, e.ID)
	}
	return ids
}
