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

// One letter brings few letters (house:26): of the statements of one kind in it the
// first acts, and in one turn a side's letters tell the other side so much and no
// more. What is left of a letter is named in the answer to it: nothing that is
// stated vanishes unsaid.

const (
	mostLetters  = 10  // letters in one turn by which a side tells the other something beside its moves
	mostLeftOver = 10  // statements left over that an answer names; the others it counts
	mostOfLeft   = 200 // characters of each
)

// oneOfEach takes out of the statements of a letter those of a kind of which one
// has come before, and keeps the words of those that say something else.
func (d *docket) oneOfEach(st []interpret.Statement) []interpret.Statement {
	kept, left := stated.OneOfEach(st)
	d.leaveAll(left)
	return kept
}

// leave notes words of the letter of which nothing comes.
func (d *docket) leave(words ...string) {
	for _, w := range words {
		if !slices.Contains(d.left, w) {
			d.left = append(d.left, w)
		}
	}
}

// leaveAll notes the words of statements of which nothing comes.
func (d *docket) leaveAll(st []interpret.Statement) {
	for _, s := range st {
		d.leave(s.Text)
	}
}

// nameLeft tells the sender what is left of the letter. Where nothing has come of any
// of it there is nothing to tell: the letter is one that was heard before.
func (d *docket) nameLeft() {
	came := slices.ContainsFunc(d.events, func(e game.Event) bool { return e.Letter == d.from && e.By == game.PartyOf(d.by) })
	if len(d.left) > 0 && came {
		d.name()
	}
}

// name tells the sender the words that are left, the first of them one by one.
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

// toldEnough refuses a statement that would tell the other side one thing more in this
// turn than a side may.
func (d *docket) toldEnough(s interpret.Statement) bool {
	if !stated.TellsOther(s.Kind) {
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

// promised reports whether the sender has communicated a series in these words for
// the same turn, none of which has come to anything yet.
func (d *docket) promised(ply int, all []line.Branch) bool {
	return !slices.ContainsFunc(all, func(b line.Branch) bool { return !d.waits(ply, b) })
}

// waits reports whether a branch of the sender's waits for the move of a turn.
func (d *docket) waits(ply int, b line.Branch) bool {
	return slices.ContainsFunc(d.Conditionals, func(c line.Conditional) bool {
		return c.Side == d.by && c.Ply == ply && c.Status == line.Waiting && c.Parent == 0 && c.Branch.Same(b)
	})
}
