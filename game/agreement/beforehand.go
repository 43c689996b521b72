package agreement

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/terms"
	"corrd/interpret"
)

// Parse gives the defaults with the terms written put in their place, as
// terms.Parse does; it also refuses, in words for the players, terms for which the code
// of laws has no place, and odds that it does not allow in the position agreed on.
func Parse(written []interpret.Term, defaults terms.Terms) (t terms.Terms, refusal string) {
	if t, refusal = terms.Parse(written, defaults); refusal == "" {
		code := codes.Of(t)
		t = usual(code, t, written)
		refusal = cmp.Or(noPlace(code, t), unnamed(code, t), oddsInPosition(t))
	}
	if refusal != "" {
		return defaults, refusal
	}
	return t, ""
}

// ParseChallenge reads the terms of a challenge as Parse does; it also refuses one
// that leaves out what the code of laws has the players agree on beforehand. Where the
// umpire must be named, umpired says that the server has one.
func ParseChallenge(written []interpret.Term, defaults terms.Terms, umpired bool) (t terms.Terms, refusal string) {
	if t, refusal = Parse(written, defaults); refusal != "" {
		return defaults, refusal
	}
	t = t.WithoutIdle(written)
	for _, key := range Unwritten(written, t) {
		if key == "umpire" && (t.Umpire != "" || umpired) {
			continue
		}
		return defaults, leftOut(codes.Of(t), key)
	}
	return t, ""
}

// Unwritten gives the keys of the terms that the code of laws has the players agree on
// beforehand and that are not among the terms written.
func Unwritten(written []interpret.Term, t terms.Terms) (keys []string) {
	needed, _, _ := codes.Of(t).Beforehand.Get()
	for _, key := range needed {
		if !writes(written, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// writes reports whether a term is among those written.
func writes(written []interpret.Term, key string) bool {
	return slices.ContainsFunc(written, func(w interpret.Term) bool { return strings.EqualFold(strings.TrimSpace(w.Key), key) })
}

// changeable are the terms that can be agreed on while a game is played.
var changeable = []string{"time", "notation", "errors", "assistance", "leave", "late", "check"}

// Changed gives the terms of a game that is played with others put in their place;
// the refusal is "", or says which cannot be.
func Changed(written []interpret.Term, agreed terms.Terms) (t terms.Terms, refusal string) {
	for _, w := range written {
		if !slices.Contains(changeable, strings.ToLower(w.Key)) {
			return agreed, "During a game only these terms can be changed: " + strings.Join(changeable, ", ") + "."
		}
	}
	return Parse(written, agreed)
}

// leftOut says which term the code of laws has the players agree on.
func leftOut(c *codes.Code, key string) string {
	_, law, _ := c.Beforehand.Get()
	needs := fmt.Sprintf("Under %s the players agree beforehand, in writing, ", c.Title)
	switch key {
	case "late":
		return fmt.Sprintf("%son what follows when a player is late (%s): add \"late forfeit\", \"late fine\" or \"late umpire\" to the challenge.", needs, law)
	case "umpire":
		return fmt.Sprintf("%son an umpire (%s), and this server has none: name one in the challenge, as in \"umpire carol@example.org\".", needs, law)
	}
	return fmt.Sprintf("%son the term %q (%s): add it to the challenge.", needs, key, law)
}

// usual fills in what the code of laws makes of terms that nobody has written: the annex
// it usually has. What the defaults have of another code's falls.
func usual(c *codes.Code, t terms.Terms, written []interpret.Term) terms.Terms {
	annexes, _, annexed := c.Annexes.Get()
	if _, _, announced := c.Check.Get(); !announced && !writes(written, "check") {
		t.Check = ""
	}
	if !writes(written, "annex") && !annexed {
		t.Annex = ""
	}
	if annexed && t.Annex == "" {
		t.Annex = annexes[0]
	}
	return t
}

// noPlace says which of the terms a code of laws has no place for, or "".
func noPlace(c *codes.Code, t terms.Terms) string {
	annexes, _, annexed := c.Annexes.Get()
	_, _, announced := c.Check.Get()
	switch {
	case t.Annex != "" && !annexed:
		return fmt.Sprintf("The term \"annex\" is for a code without rules of correspondence%s. The game is to be played under %s, to which nothing is annexed: leave the term out.",
			among(func(c *codes.Code) bool { _, _, annexed := c.Annexes.Get(); return annexed }), c.Title)
	case t.Annex != "" && !slices.Contains(annexes, t.Annex):
		return fmt.Sprintf("To %s the rules of %s cannot be annexed; the term \"annex\" is one of: %s.", c.Title, t.Annex, strings.Join(annexes, ", "))
	case t.Check != "" && !announced:
		return fmt.Sprintf("Under %s no check need be announced, and nothing follows where one is or is not: the term \"check\" can only be %q. Other codes have it announced%s.",
			c.Title, terms.PerCode, among(func(c *codes.Code) bool { _, _, announced := c.Check.Get(); return announced }))
	}
	return ""
}

// among names the codes of which something is true, as ", as in A and B"; "" for none.
func among(is func(*codes.Code) bool) string {
	var ids []string
	for _, c := range codes.All {
		if is(c) {
			ids = append(ids, c.ID)
		}
	}
	if ids == nil {
		return ""
	}
	return ", as in " + strings.Join(ids, " and ")
}

// unnamed says which man given at odds must be named with its wing, because the code of
// laws names none; "" for none.
func unnamed(c *codes.Code, t terms.Terms) string {
	homes, _, _ := c.OddsMen.Get()
	g := t.Odds.Grant()
	for _, m := range slices.Concat(g.Gives, g.Takes) {
		if _, named := homes[m.Kind]; named || m.Wing != board.Unknown || m.Kind == board.Queen || m.Kind == board.Pawn {
			continue
		}
		return fmt.Sprintf("%s does not say which %s is given at odds: write \"odds king's %s\" or \"odds queen's %s\", and who gives them.", c.Title, t.Odds.Name, t.Odds.Name, t.Odds.Name)
	}
	return ""
}
