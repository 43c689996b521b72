package control

import (
	"cmp"
	"strings"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/line"
)

// ConditionalView is a hypothesis and the reply bound to it, in the sender's own
// words; if is "any" where whatever is played fires it.
type ConditionalView struct {
	Side     string            `json:"side"`
	If       string            `json:"if"`
	Then     string            `json:"then"`
	Children []ConditionalView `json:"children"`
	Status   string            `json:"status"`
}

// viewConditionals gives the series as trees, a hypothesis that follows another
// below it alone.
func viewConditionals(s game.State) []ConditionalView { return viewFollowing(s, 0) }

// viewFollowing gives the conditionals that have come to wait when one fired,
// known by its number from 1; of number 0 those that were sent by themselves.
func viewFollowing(s game.State, number int) []ConditionalView {
	views := []ConditionalView{}
	for i, c := range s.Conditionals {
		if c.Parent != number {
			continue
		}
		standing := s.Standing(c)
		v := viewBranch(c.Side, c.Branch, standing)
		if standing == line.Fired {
			v.Children = viewFollowing(s, i+1)
		}
		views = append(views, v)
	}
	return views
}

// viewBranch gives a hypothesis and what follows it, none of which has fired.
func viewBranch(side board.Side, b line.Branch, status line.Standing) ConditionalView {
	v := ConditionalView{Side: side.String(), If: cmp.Or(strings.Join(b.If, " or "), "any"), Then: b.Then, Children: []ConditionalView{}, Status: string(status)}
	if b.Resign {
		v.Then = "resign"
	}
	for _, next := range b.Next {
		v.Children = append(v.Children, viewBranch(side, next, status))
	}
	return v
}
