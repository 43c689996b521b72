package ledger

import (
	"math"
	"slices"

	"corrd/game"
	"corrd/game/board"
	"corrd/store"
	"corrd/templates"
)

// The setting by which a player leaves what they wrote beside their moves out of the books of their
// games, and the setting of the paper of the books that they are sent.
const (
	BookNotes  = "book-notes"
	NoNotes    = "no"
	BookPapers = "paper"
)

// Book returns what stands in the book of a game that is over, without the paper, the office and the zone.
func Book(v store.View, s game.State, names [2]string) (templates.GameBook, error) {
	log, _, err := EventsOf(v, s)
	if err != nil {
		return templates.GameBook{}, err
	}
	b := templates.BookOf(s, log)
	b.Names = names
	b.Notes, err = notesInBook(v, s)
	return b, err
}

// notesInBook returns what the sides wrote to each other beside their moves, as it was passed on, without
// the notes of a side with a member who leaves them out.
func notesInBook(v store.View, s game.State) (notes []templates.BookNote, err error) {
	var out [2]bool
	for side := range out {
		for _, id := range s.Members(board.Side(side)) {
			p, err := v.Player(id)
			if err != nil {
				return nil, err
			}
			out[side] = out[side] || p.Settings[BookNotes] == NoNotes
		}
	}
	rows, err := v.RowsOf(s.ID, math.MaxInt)
	for _, r := range rows {
		n := templates.BookNote{Seq: r.Seq, By: r.Side.Other(), Words: r.Note}
		// each member of a side in consultation has had the same letter
		if r.Note != "" && r.Erased == 0 && !out[n.By] && !slices.Contains(notes, n) {
			notes = append(notes, n)
		}
	}
	slices.SortStableFunc(notes, func(a, b templates.BookNote) int { return int(a.Seq - b.Seq) })
	return notes, err
}
