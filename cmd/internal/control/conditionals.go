package control

import (
	"cmp"
	"strings"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/line"
)

// ConditionalView is an assumed move and the reply bound to it, in the sender's own words. The
// assumed move is "any" when any move of the opponent fires the conditional.
type ConditionalView struct {
	Side     string            `json:"side"`
	If       string            `json:"if"`
	Then     string            `json:"then"`
	Children []ConditionalView `json:"children"`
	Status   string            `json:"status"`
}

// viewConditionals returns the conditional series of a game as trees. A conditional that follows
// another conditional is only below the other one.
func viewConditionals(s game.State) []ConditionalView { return viewFollowing(s, 0) }

// viewFollowing returns the conditionals that began to wait when conditional number fired;
// conditionals count from 1. With number 0 viewFollowing gives the conditionals that were sent by
// themselves.
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

// viewBranch returns an assumed move of a branch and what follows the move. Nothing of the branch
// has fired.
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
