package play

import (
	"slices"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/interpret/notation"
)

// reading is what the words communicated for one turn express in a position.
type reading struct {
	words        []string
	moves        []board.Move // legal, sorted by UCI, each once
	legal        int          // how many of the words have a legal reading
	intelligible bool         // some of them are a move, if only an illegal one
	foreign      bool         // some of them would read in a notation not agreed on
	check        bool         // they announce check or mate
	remarks      []string
}

// choice gives the provision by which the receiver has the choice among the moves.
func (r reading) choice(c *codes.Code) game.Law {
	if r.legal > 1 {
		return c.Multiple.Cite()
	}
	return c.Doubtful.Cite()
}

// read reads the words for one turn. Words that express no legal move count for
// nothing beside others that do (I.13.C).
func (d *docket) read(p *board.Position, words []notation.Move) reading {
	if rule, _, _ := d.CheckRule(); p.Unheeded() && rule == codes.MovedAgain {
		heeding := p.Heeding()
		if r := d.read(&heeding, words); len(r.moves) > 0 {
			return r // a reply that meets the check stands
		}
	}
	var r reading
	rules := d.code().Rules(d.Terms)
	for _, w := range words {
		got := w.Readings(p, rules)
		r.words = append(r.words, w.Text)
		r.intelligible = r.intelligible || got.Verdict == notation.Illegal || len(got.Moves) > 0
		got.Moves = d.WithinReach(p, got.Moves)
		r.moves = append(r.moves, got.Moves...)
		if !d.Hushed() { // a remark on a false "ch" would tell that there is no check
			r.remarks = append(r.remarks, got.Remarks...)
		}
		r.check = r.check || got.Check
		r.foreign = r.foreign || got.Foreign != 0
		if len(got.Moves) > 0 {
			r.legal++
		}
	}
	r.moves = board.Sorted(r.moves)
	return r
}

// expresses reports whether words can express a move in a position.
func (d *docket) expresses(p *board.Position, w notation.Move, m board.Move) bool {
	return slices.Contains(w.Readings(p, d.code().Rules(d.Terms)).Moves, m)
}

// anyNotation reads words in every notation, for what they would have meant.
func (d *docket) anyNotation(p *board.Position, words []notation.Move) []board.Move {
	rules := d.code().Rules(d.Terms)
	rules.Notations = notation.All
	var moves []board.Move
	for _, w := range words {
		moves = append(moves, w.Readings(p, rules).Moves...)
	}
	return board.Sorted(moves)
}
