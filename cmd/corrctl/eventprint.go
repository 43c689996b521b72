package main

import (
	"fmt"
	"slices"
	"strings"

	"corrd/cmd/internal/control"
	"corrd/game"
	"corrd/game/tournament"
)

// printEvent prints an event: its conditions, who is in it, and its games.
func (d *desk) printEvent(e control.TournamentView) {
	day := "Monday, 2 January 2006"
	d.printHead(e)
	d.field("Entries", "to ", e.EnterBy.In(readerZone).Format(day), map[bool]string{true: ", and later up to the start"}[e.LateEntry])
	d.field("Begins", e.Begin.In(readerZone).Format(day))
	d.field("Closes", e.Close.In(readerZone).Format(day))
	d.field("Games", gamesOf(e))
	var ties []string
	for _, tie := range e.Ties {
		ties = append(ties, string(tie))
	}
	d.field("Ties", strings.Join(append(ties, "shared"), ", "))
	d.field("Silent", e.Silent, " days")
	d.field("Withdrawal", withdrawals[e.Withdrawal])
	d.field("Terms", strings.Join(e.Terms, "; "))
	if len(e.Invited) == 0 && e.Commitment != "" {
		d.field("Lot", "SHA-256 ", e.Commitment)
	}
	if len(e.Invited) > 0 {
		d.field("Only", seatNames(e.Invited))
	}
	if len(e.Players) > 0 {
		d.field("Players", seatNames(e.Players))
	}
	for _, p := range e.Pairings {
		fmt.Fprintf(d.out, "Round %-3d   game %-5d %s – %s, %s\n", p.Round, p.Game, p.White, p.Black, stands(p))
	}
}

func (d *desk) printHead(e control.TournamentView) {
	number := "event"
	if e.ID != 0 {
		number = fmt.Sprint("event ", e.ID)
	}
	fmt.Fprintf(d.out, "%s, %s (%s)\n", e.Name, number, e.Phase)
}

// withdrawals say what each rule of withdrawal comes to.
var withdrawals = map[string]string{
	string(tournament.UnderHalf): "default: with under half of their games over none counts, else the rest are lost",
	string(tournament.AllLost):   "lost: what they still play is lost",
}

// gamesOf says how many games an event has, or would have.
func gamesOf(e control.TournamentView) string {
	of := fmt.Sprintf("%d of each pair", e.Games)
	pairs := func(players int) int { return e.Games * players * (players - 1) / 2 }
	switch open := e.Phase == string(tournament.Open); {
	case open && len(e.Invited) > 0:
		return fmt.Sprintf("%s, %d when all have entered", of, pairs(len(e.Invited)))
	case open && len(e.Players) > 1:
		return fmt.Sprintf("%s, %d with those who have entered", of, pairs(len(e.Players)))
	case open, e.Phase == string(tournament.Abandoned):
		return of
	}
	return fmt.Sprintf("%s, %d in all", of, e.Total)
}

// stands says how a game of an event stands.
func stands(p control.PairingView) string {
	if p.Score == string(game.Unfinished) {
		return "being played"
	}
	return p.Score
}

func seatNames(seats []control.EventSeat) string {
	var names []string
	for i, s := range seats {
		names = append(names, fmt.Sprintf("%d %s", i+1, s.Name))
	}
	return strings.Join(names, ", ")
}

// field prints a line with its name before it, broken between words where the screen is narrower.
func (d *desk) field(name string, parts ...any) {
	const indent = 12
	line := fmt.Sprintf("%-*s", indent-1, name)
	for word := range strings.FieldsSeq(fmt.Sprint(parts...)) {
		if d.width > 0 && columns(line) > indent && columns(line)+1+columns(word) > d.width {
			fmt.Fprintln(d.out, line)
			line = strings.Repeat(" ", indent-1)
		}
		line += " " + word
	}
	fmt.Fprintln(d.out, line)
}

// nothingDone stands above what a preview shows.
const nothingDone = "Nothing is done. This would come of it:"

// inEvent carries out an act of the director, or tries it, and prints what it changes in the event.
func (d *desk) inEvent(v control.Verb[control.EventAct, control.TournamentView], a control.EventAct) error {
	if d.json {
		return show(d, v, a, d.printEvent)
	}
	before, err := ask(d, control.EventShow, control.Numbered{ID: a.Event})
	if err != nil {
		return err
	}
	after, err := ask(d, v, a)
	if err != nil {
		return err
	}
	if a.Preview {
		fmt.Fprintln(d.out, nothingDone)
	}
	d.printHead(after)
	d.printChanges(before, after)
	return nil
}

// printChanges prints what differs between an event before an act and after it.
func (d *desk) printChanges(before, after control.TournamentView) {
	changed := false
	change := func(name string, parts ...any) {
		d.field(name, parts...)
		changed = true
	}
	if before.Phase != after.Phase {
		change("Phase", before.Phase, " → ", after.Phase)
	}
	if len(before.Players) == len(after.Players) {
		for i, p := range after.Players {
			if was := before.Players[i]; was != p {
				change(fmt.Sprint("Seat ", i+1), was.Name, " → ", p.Name)
			}
		}
	} else {
		for _, p := range after.Players {
			if !slices.Contains(before.Players, p) {
				change("In", p.Name)
			}
		}
		for _, p := range before.Players {
			if !slices.Contains(after.Players, p) {
				change("Out", p.Name)
			}
		}
	}
	was := map[int64]control.PairingView{}
	for _, p := range before.Pairings {
		was[p.Game] = p
	}
	for _, p := range after.Pairings {
		if old, is := was[p.Game]; !is || old.Score != p.Score {
			change(fmt.Sprint("Game ", p.Game), p.White, " – ", p.Black, ": ", stands(old), " → ", stands(p))
		}
	}
	if !changed {
		d.field("Changed", "nothing in the event")
	}
}
