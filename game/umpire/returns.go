package umpire

import (
	"fmt"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/codes"
	"corrd/game/reason"
)

// objectsToReturn returns the objection to a ruling that names no point of the game to which it can return.
func objectsToReturn(s game.State, r game.Ruling, _ time.Time) reason.Reason {
	if b := s.PointAfter(r.Event); b != nil {
		return unless(b.State.Closes.IsZero() || !overTime(*b), reason.Because("objection over time"))
	}
	var known []string
	for _, b := range s.NewestReturns() {
		known = append(known, fmt.Sprint(b.State.Stirred))
	}
	if len(known) == 0 {
		return reason.Because("objection no choice made")
	}
	return reason.Because("objection another choice", strings.Join(known, " or "))
}

// mostSearched is the greatest number of positions at which a search that the umpire orders looks.
const mostSearched = 20_000_000

// objectsToSearch returns the objection where no claim can be searched further.
func objectsToSearch(s game.State, r game.Ruling, _ time.Time) reason.Reason {
	switch c := s.ClaimOn(r.Appeal); {
	case c == nil && s.SearchedFurther() != nil:
		return reason.Because("objection searching")
	case len(s.Claims()) > 1 && r.Appeal == 0:
		return reason.Because("objection several searches")
	case c == nil || !isSearched(s, *c):
		return reason.Because("objection no search")
	case c.Ply > s.LastPly():
		return reason.Because("objection claim taken back")
	case r.Number < 1 || r.Number > mostSearched:
		return reason.Because("objection no number", mostSearched)
	}
	return ""
}

// isSearched reports whether a claim is decided by a search.
func isSearched(s game.State, c game.Claim) bool {
	by, _, provided := s.Code().DrawClaimed(c.Ground).By.Get()
	return provided && by == codes.ChecksSearch
}
