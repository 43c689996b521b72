package codes

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"corrd/game/board"
	"corrd/game/reason"
	"corrd/game/terms"
	"corrd/interpret"
)

// ParseTerms returns the defaults with the written terms put in their place, as terms.Parse does.
// ParseTerms also refuses, in words for the players, terms for which the code of laws has no place,
// and odds that the code does not allow in the agreed position.
func ParseTerms(written []interpret.Term, defaults terms.Terms) (t terms.Terms, refusal reason.Reason) {
	if t, refusal = terms.Parse(written, defaults); refusal == "" {
		code := Of(t)
		t = usual(code, t, written)
		refusal = cmp.Or(noPlace(code, t), unnamed(code, t), oddsInPosition(t))
	}
	if refusal != "" {
		return defaults, refusal
	}
	return t, ""
}

// ParseChallenge reads the terms of a challenge as ParseTerms does, and also refuses a challenge
// that leaves out what the code of laws has the players agree on beforehand. umpired says that the
// server has an umpire, so that a challenge need not name one.
func ParseChallenge(written []interpret.Term, defaults terms.Terms, umpired bool) (t terms.Terms, refusal reason.Reason) {
	if t, refusal = ParseTerms(written, defaults); refusal != "" {
		return defaults, refusal
	}
	t = t.WithoutIdle(written)
	wanting := slices.DeleteFunc(UnwrittenTerms(written, t), func(key string) bool { return key == "umpire" && (t.Umpire != "" || umpired) })
	switch len(wanting) {
	case 0:
		return t, ""
	case 1:
		return defaults, leftOut(Of(t), wanting[0])
	}
	return defaults, leftOut(Of(t), "late, umpire")
}

// GentlerTerms returns the terms of a challenge by or to a newcomer: what the challenge does not
// write of errors and of notations is as a newcomer needs it (house:10).
func GentlerTerms(written []interpret.Term, t terms.Terms) terms.Terms {
	var added []interpret.Term
	if !terms.Written(written, "errors") && t.Errors == terms.ErrorsLaw {
		added = append(added, interpret.Term{Key: "errors", Value: terms.CourteousFirst})
	}
	record, _, provided := Of(t).Record.Get()
	if provided && record == AgreedNotation && !terms.Written(written, "notation") {
		added = append(added, interpret.Term{Key: "notation", Value: strings.Join(t.Notation, ", ") + ", algebraic"})
	}
	if gentler, refusal := ParseTerms(added, t); refusal == "" {
		return gentler
	}
	return t
}

// UnwrittenTerms returns the keys of the terms that the code of laws has the players agree on
// beforehand and that are not among the terms written.
func UnwrittenTerms(written []interpret.Term, t terms.Terms) (keys []string) {
	needed, _, _ := Of(t).Beforehand.Get()
	for _, key := range needed {
		if !terms.Written(written, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// InPlay are the terms that can be agreed on while a game is played.
var InPlay = []string{"time", "notation", "errors", "assistance", "leave", "late", "check", "publish", "observers"}

// ChangedTerms returns the agreed terms with others put in their place; the refusal is "", or says
// which term cannot be changed.
func ChangedTerms(written []interpret.Term, agreed terms.Terms) (t terms.Terms, refusal reason.Reason) {
	for _, w := range written {
		if !slices.Contains(InPlay, strings.ToLower(w.Key)) {
			return agreed, reason.Because("refused during game", strings.Join(InPlay, ", "))
		}
	}
	return ParseTerms(written, agreed)
}

// leftOut says which term the code of laws has the players agree on.
func leftOut(c *Code, key string) reason.Reason {
	_, law, _ := c.Beforehand.Get()
	switch key {
	case "late":
		return reason.Because("refused without late", c.Title, law)
	case "late, umpire":
		return reason.Because("refused without both", c.Title, law)
	case "umpire":
		return reason.Because("refused without umpire", c.Title, law)
	}
	return reason.Because("refused without", c.Title, law, key)
}

// usual fills in what the code of laws makes of terms that nobody has written, such as the annex
// that the code usually has. What the defaults hold of another code is dropped.
func usual(c *Code, t terms.Terms, written []interpret.Term) terms.Terms {
	annexes, _, annexed := c.Annexes.Get()
	if _, _, announced := c.Check.Get(); !announced && !terms.Written(written, "check") {
		t.Check = ""
	}
	if !terms.Written(written, "annex") && !annexed {
		t.Annex = ""
	}
	if annexed && t.Annex == "" {
		t.Annex = annexes[0]
	}
	return t
}

// noPlace says which of the terms a code of laws has no place for, or "".
func noPlace(c *Code, t terms.Terms) reason.Reason {
	annexes, _, annexed := c.Annexes.Get()
	_, _, announced := c.Check.Get()
	switch {
	case t.Annex != "" && !annexed:
		return reason.Because("refused annex idle", c.Title, among(func(c *Code) bool { _, _, annexed := c.Annexes.Get(); return annexed }))
	case t.Annex != "" && !slices.Contains(annexes, t.Annex):
		return reason.Because("refused annex", c.Title, t.Annex, strings.Join(annexes, ", "))
	case t.Check != "" && !announced:
		return reason.Because("refused check", c.Title, terms.PerCode, among(func(c *Code) bool { _, _, announced := c.Check.Get(); return announced }))
	}
	return ""
}

// among names the codes of which something is true.
func among(is func(*Code) bool) (ids reason.List) {
	for _, c := range All {
		if is(c) {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// unnamed returns the refusal of odds whose man must be named with its wing, because the code of
// laws names none, or "" if no man must be.
func unnamed(c *Code, t terms.Terms) reason.Reason {
	homes, _, _ := c.OddsMen.Get()
	g := t.Odds.Grant()
	for _, m := range slices.Concat(g.Gives, g.Takes) {
		if _, named := homes[m.Kind]; named || m.Wing != board.Unknown || m.Kind == board.Queen || m.Kind == board.Pawn {
			continue
		}
		return reason.Because("refused odds wing", c.Title, t.Odds.Name)
	}
	return ""
}

// MayBeBound returns the time for a reply below which a turn of a game is bound by the
// laws of play over the board; ok is false where no turn can come to be bound: each reply has
// the same time, the terms say otherwise, or the code lays down no such time.
func MayBeBound(t terms.Terms) (below time.Duration, ok bool) {
	code := Of(t)
	least, _, provided := code.AnyMeans.Get()
	_, _, binds := code.Bound.Get()
	return time.Duration(least), provided && binds && least > 0 && t.Time.Per > 0 && !t.Time.Each && t.Assistance == terms.PerCode
}
