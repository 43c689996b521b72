package play

import (
	"flag"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"corrd/game"
	"corrd/game/codes"
	"corrd/store/peertest"

	"pgregory.net/rapid"
)

// played names the codes that can be played.
func played() (ids []string) {
	for _, c := range codes.All {
		ids = append(ids, c.ID)
	}
	return ids
}

// under adds a code to those that can be played, for one test.
func under(t *testing.T, c codes.Code) {
	before := codes.All
	codes.All = append(slices.Clone(before), &c)
	t.Cleanup(func() { codes.All = before })
}

// without returns a code that is silent about one of its rules, and named after both.
func without(c codes.Code, rule int) codes.Code {
	v := reflect.ValueOf(&c).Elem()
	v.Field(rule).SetZero()
	c.ID += " without " + v.Type().Field(rule).Name
	return c
}

// rules returns the rules of a code by their fields.
func rules() (fields []int) {
	of := reflect.TypeFor[codes.Code]()
	for i := range of.NumField() {
		if f := of.Field(i); f.IsExported() && f.Type.Kind() != reflect.String {
			fields = append(fields, i)
		}
	}
	return fields
}

// TestSilentAboutOneRule plays random games under every code, silent about each of its rules in
// turn: whatever the code does not say is not a reason to stop, and every event still rests on a
// law that has a digest.
func TestSilentAboutOneRule(t *testing.T) {
	checks := flag.Lookup("rapid.checks")
	defer checks.Value.Set(checks.Value.String())
	checks.Value.Set(fmt.Sprint(6 / peertest.Share(2, 2)))
	for _, c := range slices.Clone(codes.All) {
		for _, rule := range rules() {
			silent := without(*c, rule)
			t.Run(silent.ID, func(t *testing.T) {
				under(t, silent)
				seen := &census{codes: []string{silent.ID}, facts: map[string]int{}, phases: map[game.Phase]int{}}
				rapid.Check(t, seen.game)
			})
		}
	}
}

// TestSilentAboutEverything plays under a code that says nothing at all.
func TestSilentAboutEverything(t *testing.T) {
	under(t, codes.Code{ID: "silent", Title: "Nothing"})
	seen := &census{codes: []string{"silent"}, facts: map[string]int{}, phases: map[game.Phase]int{}}
	rapid.Check(t, seen.game)
	if seen.facts["Claimed"] == 0 || seen.facts["Ended"] > seen.facts["Ruled"] {
		t.Errorf("what the code says nothing of is not the umpire's: %v", seen.facts)
	}
}
