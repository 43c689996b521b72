package templates

import (
	"slices"
	"strings"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/line"
	"corrd/game/stated"
	"corrd/templates/press"
	"corrd/templates/texts"
)

// Rivals tells the sender of a conditional series that two of its moves answer
// one assumption, or that one of them answers any move beside one that answers a
// move by name; "" where neither is so.
func (t *told) Rivals() string {
	f, _ := t.Fact.(game.Promised)
	by, _ := t.Event.By.Side()
	switch twice, named := t.State.Rivals(by, f); {
	case twice:
		return texts.Say("series rivals", t.Opponent(), t.code.Multiple)
	case named:
		return texts.Say("series named")
	}
	return ""
}

// Unassuming reports whether the first of the conditional moves that the fact promises assumes no
// move, and is played whatever the other side plays: "P-K4, then Kt-KB3".
func (t *told) Unassuming() bool {
	now, n := t.State.Apply(t.Event), len(t.State.Conditionals)
	return n < len(now.Conditionals) && len(now.Conditionals[n].Branch.If) == 0
}

// Passed reports whether none of the conditional moves that the fact promises waits any longer,
// because the letter tells of a conditional move that has passed them.
func (t *told) Passed() bool {
	now, last := t.State.Apply(t.Event), &t.gamePage.State
	for i := len(t.State.Conditionals); i < len(now.Conditionals); i++ {
		if i >= len(last.Conditionals) || last.Standing(last.Conditionals[i]) != line.Lapsed {
			return false
		}
	}
	by, _ := t.Event.By.Side()
	return slices.ContainsFunc(t.Events, func(e game.Event) bool {
		f, plays := e.Fact.(game.Played)
		from, _ := e.By.Side()
		return plays && f.Conditional && from != by
	})
}

// Made reports whether conditional moves that the fact promises have been played in the letter
// already, and none of its series waits any longer.
func (t *told) Made() (made bool) {
	now, last := t.State.Apply(t.Event), &t.gamePage.State
	own := map[int]bool{}
	for i := len(t.State.Conditionals); i < len(last.Conditionals); i++ {
		c := last.Conditionals[i]
		if i >= len(now.Conditionals) && !own[c.Parent] {
			continue
		}
		own[i+1] = true
		switch standing := last.Standing(c); {
		case standing == line.Waiting, standing == line.Fired && c.Cancelled:
			return false
		case standing == line.Fired:
			made = true
		}
	}
	return made
}

// TurnsBack reports whether the fact puts the game back to an earlier state, in which conditional
// moves may stand again.
func (t *told) TurnsBack() bool {
	switch f := t.Fact.(type) {
	case game.Retracted, game.Restored:
		return true
	case game.Warned:
		return t.GoesBack() != ""
	case game.Ruled:
		return f.Verb == game.RulesRestored || f.Verb == game.RulesReturned || f.Verb == game.RulesUndone || f.Verb == game.RulesReopened || f.Verb == game.RulesVoid
	case game.Agreed:
		return f.What == game.ProposeWithdrawal
	}
	return false
}

// LapsedMine are the reader's conditional moves that waited before the fact and wait no longer.
// What follows a conditional that waits again is told with it.
func (t *told) LapsedMine() string { return t.lapsed(t.Reader.Side) }

// LapsedTheirs are those of the other side's that are not hidden.
func (t *told) LapsedTheirs() string { return t.lapsed(t.Reader.Side.Other()) }

func (t *told) lapsed(side board.Side) string {
	var list []string
	now := t.State.Apply(t.Event)
	waitsNow := func(i int) bool {
		return i < len(now.Conditionals) && now.Standing(now.Conditionals[i]) == line.Waiting
	}
	for i, c := range t.State.Conditionals {
		waits := t.State.Standing(c) == line.Waiting && !waitsNow(i)
		with := c.Parent != 0 && waitsNow(c.Parent-1)
		if c.Side == side && waits && !with && !t.hides(c) {
			list = append(list, press.QuoteLine(stated.Supposing(c.Branch)))
		}
	}
	return strings.Join(list, "; ")
}

// AfterToo reports whether moves go back that were made after the move that is taken back.
func (t *told) AfterToo() bool {
	f, _ := t.Fact.(game.Retracted)
	return t.State.LastPly() > f.Ply
}

// StandingMine are the reader's conditional moves that wait.
func (p *gamePage) StandingMine() string { return p.standing(p.Reader.Side) }

// StandingTheirs are those of the other side's conditional moves that wait and are not hidden.
func (p *gamePage) StandingTheirs() string { return p.standing(p.Reader.Side.Other()) }

func (p *gamePage) standing(side board.Side) string {
	var list []string
	for _, c := range p.State.Conditionals {
		if c.Side == side && !p.hides(c) && p.State.Standing(c) == line.Waiting {
			list = append(list, press.QuoteLine(stated.Supposing(c.Branch)))
		}
	}
	return strings.Join(list, "; ")
}

// hides reports whether a conditional is the other side's and hidden from the reader.
func (p *gamePage) hides(c line.Conditional) bool {
	return c.Side != p.Reader.Side && (c.Sealed || p.State.Terms.Sealed())
}
