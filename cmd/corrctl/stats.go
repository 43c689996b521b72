package main

import (
	"fmt"
	"maps"
	"slices"

	"corrd/cmd/internal/control"
)

type statsCmd struct{}

// stats is how much of everything there is.
type stats struct {
	Players int            `json:"players"`
	Games   map[string]int `json:"games"`   // by status
	Waiting map[string]int `json:"waiting"` // letters that came in and wait, by state
	Outbox  map[string]int `json:"outbox"`  // letters that have not gone out, by state
	Open    int            `json:"open_challenges"`

	Disputes int `json:"open_disputes"`
}

// Run counts what the lists of the daemon hold.
func (statsCmd) Run(d *desk) error {
	games, err := ask(d, control.GameList, control.Games{})
	if err != nil {
		return err
	}
	players, err := ask(d, control.PlayerList, control.Members{})
	if err != nil {
		return err
	}
	waiting, err := ask(d, control.InboxList, control.None{})
	if err != nil {
		return err
	}
	waiting = slices.DeleteFunc(waiting, func(l control.InboxView) bool { return l.State != "held" && l.State != "quarantined" })
	open, err := ask(d, control.ChallengeList, control.None{})
	if err != nil {
		return err
	}
	rows, err := ask(d, control.OutboxList, control.None{})
	if err != nil {
		return err
	}
	disputes, err := ask(d, control.DisputeList, control.Which{})
	if err != nil {
		return err
	}
	s := stats{
		Players: len(players),
		Games:   tally(games, func(g control.GameLine) string { return g.Status }, "playing", "finished", "suspended", "annulled"),
		Waiting: tally(waiting, func(l control.InboxView) string { return l.State }, "held", "quarantined"),
		Open:    len(open), Disputes: len(disputes),
		Outbox: tally(rows, func(r control.OutboxView) string { return r.State }, "queued", "parked"),
	}
	return d.printOr(s, func() {
		fmt.Fprintf(d.out, "%-24s %d\n%-24s %d\n%-24s %d\n", "players", s.Players, "challenges open", s.Open, "disputes open", s.Disputes)
		for _, part := range []struct {
			name string
			of   map[string]int
		}{{"games", s.Games}, {"letters in", s.Waiting}, {"letters out", s.Outbox}} {
			for _, state := range slices.Sorted(maps.Keys(part.of)) {
				fmt.Fprintf(d.out, "%-24s %d\n", part.name+" "+state, part.of[state])
			}
		}
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
