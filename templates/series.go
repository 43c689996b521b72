package templates

import (
	"strings"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/line"
	"corrd/game/stated"
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

// TurnsBack reports whether the fact puts the game back to an earlier state, in which conditional
// moves may stand again.
func (t *told) TurnsBack() bool {
	switch f := t.Fact.(type) {
	case game.Retracted:
		return true
	case game.Warned:
		return t.WentBack()
	case game.Ruled:
		return f.Verb == game.RulesRestored || f.Verb == game.RulesReturned || f.Verb == game.RulesUndone || f.Verb == game.RulesReopened
	case game.Agreed:
		return f.What == game.ProposeWithdrawal
	}
	return false
}

// LapsedMine are the reader's conditional moves that waited before the fact and wait no longer.
// What follows a conditional that waits again is told with it.
func (t *told) LapsedMine() string {
	var list []string
	now := t.State.Apply(t.Event)
	waitsNow := func(i int) bool {
		return i < len(now.Conditionals) && now.Standing(now.Conditionals[i]) == line.Waiting
	}
	for i, c := range t.State.Conditionals {
		waits := t.State.Standing(c) == line.Waiting && !waitsNow(i)
		with := c.Parent != 0 && waitsNow(c.Parent-1)
		if c.Side == t.Reader.Side && waits && !with {
			list = append(list, quoteLine(stated.Supposing(c.Branch)))
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
		hidden := side != p.Reader.Side && (c.Sealed || p.State.Terms.Sealed())
		if c.Side == side && !hidden && p.State.Standing(c) == line.Waiting {
			list = append(list, quoteLine(stated.Supposing(c.Branch)))
		}
	}
	return strings.Join(list, "; ")
}
