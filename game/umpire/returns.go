package umpire

import (
	"fmt"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/codes"
)

// objectsToReturn looks for the point that a ruling names.
func objectsToReturn(s game.State, r game.Ruling, _ time.Time) string {
	if s.PointAfter(r.Event) != nil {
		return ""
	}
	var known []string
	for _, b := range s.NewestReturns() {
		known = append(known, fmt.Sprint(b.State.Stirred))
	}
	if len(known) == 0 {
		return "no choice has been made to which the game could go back; --restore-turn restores a turn"
	}
	return fmt.Sprintf("the game can go back to the choice that stood open after event %s; --restore-turn restores a turn", strings.Join(known, " or "))
}

// mostSearched is how many positions a search that the umpire orders looks at, at most.
const mostSearched = 20_000_000

// objectsToSearch looks for a claim that can be searched further.
func objectsToSearch(s game.State, r game.Ruling, _ time.Time) string {
	switch c := s.ClaimOn(r.Appeal); {
	case c == nil && s.SearchedFurther() != nil:
		return "the claim is being searched further; wait a moment"
	case len(s.Claims()) > 1 && r.Appeal == 0:
		return "several claims are before the umpire; --dispute names the one that is searched"
	case c == nil || !isSearched(s, *c):
		return "no claim that a search could decide is before the umpire"
	case c.Ply > s.LastPly():
		return "the position of the claim has been taken back"
	case r.Number < 1 || r.Number > mostSearched:
		return fmt.Sprintf("name how many positions are to be searched, %d at most", mostSearched)
	}
	return ""
}

// isSearched reports whether a claim is one that is decided by a search.
func isSearched(s game.State, c game.Claim) bool {
	by, _, provided := game.DrawGround(s.Code(), c.Ground).By.Get()
	return provided && by == codes.ChecksSearch
}
