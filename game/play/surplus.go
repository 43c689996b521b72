package play

import (
	"fmt"
	"slices"
	"strings"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/line"
	"corrd/game/stated"
	"corrd/interpret"
)

// One letter brings few letters (house:26). Of the statements of one kind in a letter the first
// acts, and in one turn the letters of a side tell the other side a limited number of things. The
// answer to a letter names the statements that are left over, so that none is dropped without a
// word.

const (
	// letters in one turn by which a side tells the other something beside its moves
	mostLetters = 10
	// statements left over that an answer names; an answer gives the number of the others
	mostLeftOver = 10
	mostOfLeft   = 200 // characters of each statement left over that an answer shows
)

// oneOfEach removes from the statements of a letter each statement whose kind has come before,
// and notes the words of those that say something new.
func (d *docket) oneOfEach(st []interpret.Statement) []interpret.Statement {
	kept, left := stated.OneOfEach(st)
	d.leaveAll(left)
	return kept
}

// leave notes words of the letter from which nothing follows.
func (d *docket) leave(words ...string) {
	for _, w := range words {
		if !slices.Contains(d.left, w) {
			d.left = append(d.left, w)
		}
	}
}

// leaveAll notes the words of statements from which nothing follows.
func (d *docket) leaveAll(st []interpret.Statement) {
	for _, s := range st {
		d.leave(s.Text)
	}
}

// nameLeft tells the sender what is left over of the letter. If everything in the letter is left
// over, nameLeft says nothing, because such a letter has been heard before. That it has arrived is
// nothing that came of its words.
func (d *docket) nameLeft() {
	came := slices.ContainsFunc(d.events, func(e game.Event) bool {
		_, arrived := e.Fact.(game.Delivered)
		_, back := e.Fact.(game.Retracted) // a reply of the letter that left a check, which corrd takes back
		return e.Letter == d.from && !arrived && (e.By == game.PartyOf(d.by) || back)
	})
	if len(d.left) > 0 && came {
		d.name()
	}
}

// name tells the sender which words are left over, the first of them one by one.
func (d *docket) name() {
	var named []string
	for _, words := range d.left[:min(len(d.left), mostLeftOver)] {
		if long := []rune(words); len(long) > mostOfLeft {
			words = string(long[:mostOfLeft]) + " ..."
		}
		named = append(named, words)
	}
	if more := len(d.left) - len(named); more > 0 {
		named = append(named, fmt.Sprint("... and ", more, " more"))
	}
	d.act(codes.HouseFew, game.Refused{Why: game.LeftOver, Words: strings.Join(named, "\n")})
}

// toldEnough refuses a statement that would tell the other side more in this turn than a side may.
func (d *docket) toldEnough(s interpret.Statement) bool {
	if !s.Kind.Row().TellsOther {
		return false
	}
	if t := d.Told[d.by]; t.Letters < mostLetters || t.Last == d.from {
		return false
	}
	d.act(codes.HouseFew, game.Refused{Why: game.Enough, Words: s.Text})
	return true
}

// protested reports whether a side has protested in these words already.
func (d *docket) protested(by board.Side, words string) bool {
	return slices.ContainsFunc(d.Protests, func(p game.Protest) bool { return p.By == by && p.Words == words })
}

// promised reports whether the sender has communicated a series in these words for the same turn,
// and all its branches still wait.
func (d *docket) promised(ply int, all []line.Branch) bool {
	return !slices.ContainsFunc(all, func(b line.Branch) bool { return !d.waits(ply, b) })
}

// waits reports whether a branch of the sender waits for the move of a turn.
func (d *docket) waits(ply int, b line.Branch) bool {
	return slices.ContainsFunc(d.Conditionals, func(c line.Conditional) bool {
		return c.Side == d.by && c.Ply == ply && c.Status == line.Waiting && c.Parent == 0 && c.Branch.Same(b)
	})
}
