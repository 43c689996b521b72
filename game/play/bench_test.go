package play

import (
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/terms"
	"corrd/interpret/notation"
)

// edinburgh is London's game against Edinburgh of 1824, 70 plies.
const edinburgh = `e2e4 e7e5 f1c4 f8c5 c2c3 d8e7 g1f3 d7d6 d2d3 g8f6 d1e2 e8g8 c1g5 h7h6 g5h4 c8e6 c4b3 e6b3 a2b3 b8c6
b1d2 e7e6 b3b4 c5b6 h4f6 e6f6 d2c4 f6e6 f3h4 c6e7 g2g4 e7g6 h4g6 f7g6 e1g1 f8f4 h2h3 a8f8 c4b6 a7b6 f2f3 e6f6 g1g2 c7c6
f1f2 b6b5 e2e3 h6h5 g2g3 f6g5 a1e1 g8h7 e3e2 f8h8 e2e3 h7g8 f2h2 h5g4 h3g4 f4f3 g3f3 g5e3 f3e3 h8h2 e1a1 h2h3 e3e2 h3h2
e2e3 h2h3`

// log returns the events of a game, a letter for each move.
func log(tb testing.TB) []game.Event {
	var events []game.Event
	s := game.State{}
	take := func(a Act, now time.Time) {
		for _, e := range Decide(s, a, now) {
			events = append(events, e)
			s = s.Apply(e)
		}
	}
	take(Start{Terms: terms.Default()}, begins)
	for i, uci := range strings.Fields(edinburgh) {
		m, _ := board.ParseMove(uci)
		now := begins.Add(time.Duration(i) * time.Hour)
		by := s.Position.SideToMove()
		take(Notify{Side: by}, now)
		take(letter(notation.Short(&s.Position, m), by, now), now)
		if len(s.Line) != i+1 {
			tb.Fatalf("move %d, %s, was not played", i+1, uci)
		}
	}
	return events
}

func BenchmarkFold(b *testing.B) {
	events := log(b)
	b.ReportAllocs()
	for b.Loop() {
		game.State{}.Apply(events...)
	}
}

func BenchmarkDecide(b *testing.B) {
	events := log(b)
	s := game.State{}.Apply(events...)
	now := begins.Add(100 * time.Hour)
	in := letter("K-B2", board.White, now)
	b.ReportAllocs()
	for b.Loop() {
		if len(Decide(s, in, now)) != 1 {
			b.Fatal("not played")
		}
	}
}
