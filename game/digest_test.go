package game_test

import (
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/game/terms"
)

// TestDigest: the same events give the same digest, and whatever differs in a State shows.
func TestDigest(t *testing.T) {
	r := begun(t)
	r.act(play.Notify{Side: board.Black})
	r.moves("P-K4\ndraw?")
	s, again := r.state(), r.state()
	if s.Digest() != again.Digest() {
		t.Error("the same events give two digests")
	}
	seen := map[[16]byte]string{s.Digest(): "as it is"}
	for name, change := range map[string]func(s *game.State){
		"rules":    func(s *game.State) { s.Rules++ },
		"phase":    func(s *game.State) { s.Phase = game.ClaimOpen },
		"offer":    func(s *game.State) { s.DrawOffer = game.Corrd },
		"used":     func(s *game.State) { s.Clocks[1].Used += time.Second },
		"window":   func(s *game.State) { s.Window.Opened = s.Window.Opened.Add(1) },
		"windows":  func(s *game.State) { s.Windows = s.Windows[1:] },
		"line":     func(s *game.State) { s.Line = s.Line[:1] },
		"position": func(s *game.State) { s.Position = s.Initial },
		"players":  func(s *game.State) { s.Players[0], s.Players[1] = s.Players[1], s.Players[0] },
		"term":     func(s *game.State) { s.Terms.Leave = "7 days" },
		"question": func(s *game.State) { s.Questions[0] = &game.Question{Ply: 3} },
		"none":     func(s *game.State) { s.Questions[1] = &game.Question{} },
		"point":    func(s *game.State) { s.Ruling = &game.Before{Seq: 3} },
		"points":   func(s *game.State) { s.Returns = append(s.Returns, &game.Before{Seq: 4}) },
	} {
		c := r.state()
		change(&c)
		if was, ok := seen[c.Digest()]; ok {
			t.Errorf("%s and %s have one digest", name, was)
		}
		seen[c.Digest()] = name
	}
}

func BenchmarkDigest(b *testing.B) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	s := game.State{ID: 1}
	s = s.Apply(play.Decide(s, play.Start{Terms: terms.Default(), Players: [2]int64{1, 2}}, now)...)
	b.ReportAllocs()
	for b.Loop() {
		s.Digest()
	}
}
