package templates

import (
	"strings"
	"time"

	"corrd/game/board"
	"corrd/game/public"
	"corrd/interpret/notation"
	"corrd/templates/texts"
)

// ObservedData returns what a letter tells an observer of a game: the moves from a number of them on, from 0, and how
// the game stands, as far as it is shown; names are those of the players, "" where one is not named. The kind is
// "begun", "moves", "back" (moves were taken back), "over", or "ended" (nothing more of the game is shown).
func ObservedData(id int64, g public.Game, from int, kind string, names [2][]string, zone *time.Location) Data {
	d := Data{Topic: Observed, Number: id, Reason: kind, Place: len(g.State.Line), Name: publicNames(names[board.White]), Opponent: publicNames(names[board.Black])}
	if g.State.ID == 0 { // nothing of it is shown
		return d
	}
	book := PublicBook(g)
	after, plies := book.Plies()
	i, line := 0, ""
	for p, turn := range g.State.Played() {
		if i++; i <= from {
			continue
		}
		if line != "" && p.SideToMove() == board.Black {
			line += ","
		} else {
			if line != "" {
				d.Lines = append(d.Lines, line)
			}
			line = number(&p)
		}
		line += " " + texts.Say("observed move", plainSpaces(short(&g.State, &p, turn.Move, turn.Words, notation.Descriptive)), plies[i-1].Algebraic)
	}
	if line != "" {
		d.Lines = append(d.Lines, line)
	}
	if n := len(plies); n > 0 {
		after = plies[n-1].After
		if n > from {
			d.Words = plies[n-1].Spoken
		}
	}
	d.Open = strings.Split(strings.TrimRight(Board(&after, board.White), "\n"), "\n")
	if kind == "over" {
		book.Zone = zone
		bound := book.Bound()
		d.Said = [][2]string{{bound.Score, bound.Ended}}
	}
	return d
}

// publicNames names the players of a side.
func publicNames(names []string) string {
	all := make([]string, len(names))
	for i, name := range names {
		if all[i] = name; name == "" {
			all[i] = texts.Say("site nobody")
		}
	}
	return texts.List(all)
}
