package play

import (
	"slices"
	"testing"

	"corrd/game"
	"corrd/game/codes"

	"pgregory.net/rapid"
)

// TestRandomCounts plays endings at random under every code, to which a short count in
// every case is added: counts are demanded, refused, ordered, and come to their end.
func TestRandomCounts(t *testing.T) {
	var ids []string
	for _, c := range slices.Clone(codes.All) {
		counts := *c
		counts.ID += " with a count"
		counts.Count = codes.Under("house:27", codes.Count{Moves: 2, Cases: []codes.CountCase{
			codes.SidePersists, codes.KingAlone, codes.OnePiece, codes.DifficultMate}, NotForMates: true})
		counts.Submit = codes.Under("house:27", codes.Provided{})
		under(t, counts)
		ids = append(ids, counts.ID)
	}
	seen := &census{codes: ids, facts: map[string]int{}, phases: map[game.Phase]int{}, begin: []string{
		"7k/8/8/8/8/8/1R6/K7 b - - 0 1", "3r3k/8/8/8/8/8/1R6/K7 w - - 0 1", "7k/5ppp/8/8/8/8/8/K7 w - - 0 1",
		"7k/8/8/8/8/2BN4/8/K7 w - - 0 1", "3r3k/8/8/8/8/8/1R2B3/K7 w - - 0 1"}}
	rapid.Check(t, seen.game)
	t.Log(seen.facts)
	if seen.facts["Counting"] == 0 || !testing.Short() && seen.fifty == 0 {
		t.Errorf("only %d counts, of which %d came to their end", seen.facts["Counting"], seen.fifty)
	}
}
