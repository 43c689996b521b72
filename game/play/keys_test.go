package play

import (
	"slices"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/telling"
	"corrd/game/terms"
	"corrd/interpret"

	"pgregory.net/rapid"
)

// seats is a game of a side of two against one player, and what its keys should be.
type seats struct {
	state game.State
	now   time.Time
	rings map[[2]int]game.Keyring // by side and member
	fresh int64                   // the next player who has no seat
}

// TestKeysOnlyGrow: whatever is rotated, ended, reopened, undone and replaced, an old key never
// acts again, and neither does a key of a player who has lost their seat.
func TestKeysOnlyGrow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &seats{now: begins, rings: map[[2]int]game.Keyring{}, fresh: 10}
		s.act(Start{Terms: terms.Default(), Players: [2]int64{1, 2}, Consultation: &game.Consultation{White: []int64{1, 3}, Black: []int64{2}}})
		t.Repeat(map[string]func(*rapid.T){
			"rotate":  s.rotate,
			"replace": s.replace,
			"end":     func(*rapid.T) { s.write("resign", nil) },
			"rule":    s.rule,
			"":        s.check,
		})
	})
}

func (s *seats) act(a Act) []game.Event {
	s.now = s.now.Add(time.Minute)
	events := Decide(s.state, a, s.now)
	s.state = s.state.Apply(events...)
	return events
}

func (s *seats) write(words string, shown *game.Rotated) []game.Event {
	return s.act(Letter{ID: s.state.Seq + 1, By: board.White, Received: s.now, Statements: interpret.Parse(words).Statements, Shown: shown})
}

// drawSeat returns a seat, its member 0 where the side is one player.
func drawSeat(t *rapid.T) (side board.Side, member int) {
	if member = rapid.IntRange(0, 2).Draw(t, "member"); member == 0 {
		return board.Black, 0
	}
	return board.White, member
}

// rotate has keys rotated, by order or by a letter that showed one.
func (s *seats) rotate(t *rapid.T) {
	r := game.Rotated{Why: game.LeakUmpire}
	r.Side, r.Member = drawSeat(t)
	if r.Side == board.White && rapid.Bool().Draw(t, "by letter") {
		r.Why = game.LeakCopied
		s.write("Good morning.", &r)
	} else {
		s.act(Rotate{Rotated: r})
	}
	ring := s.rings[[2]int{int(r.Side), r.Member}]
	ring.Now++
	s.rings[[2]int{int(r.Side), r.Member}] = ring
}

func (s *seats) replace(t *rapid.T) {
	side, member := drawSeat(t)
	r := Rule{Law: codes.HouseKeys, Ruling: game.Ruling{Verb: game.RulesReplaced, Side: game.PartyOf(side), Member: member, Player: s.fresh, Reason: "by lot"}}
	if over := s.state.Phase == game.Finished; (game.Objection(s.state, r.Ruling, r.Law, s.state.LastEvent) == "") == over {
		t.Fatalf("%q", game.Objection(s.state, r.Ruling, r.Law, s.state.LastEvent))
	} else if over {
		return
	}
	s.act(r)
	if !slices.Contains(s.state.Members(side), s.fresh) {
		t.Fatalf("%d is none of %v", s.fresh, s.state.Members(side))
	}
	again := r
	again.Side, again.Member = game.PartyOf(side.Other()), 1-min(1, member)
	if game.Objection(s.state, again.Ruling, again.Law, s.state.LastEvent) == "" {
		t.Fatal("one player has two seats")
	}
	s.fresh++
	now := s.rings[[2]int{int(side), member}].Now + 1
	s.rings[[2]int{int(side), member}] = game.Keyring{Now: now, Since: now}
}

// rule has a game that is over reopened, or a ruling made and undone.
func (s *seats) rule(t *rapid.T) {
	verb := rapid.SampledFrom([]game.Verb{game.RulesReopened, game.RulesExtended, game.RulesUndone}).Draw(t, "verb")
	r := Rule{Law: "house:16", Ruling: game.Ruling{Verb: verb, By: time.Hour, Reason: "by lot"}}
	if s.state.Ruling != nil {
		r.Event = s.state.Ruling.Seq
	}
	if game.Objection(s.state, r.Ruling, r.Law, s.state.LastEvent) == "" {
		s.act(r)
	}
}

func (s *seats) check(t *rapid.T) {
	for seat, want := range s.rings {
		if got := s.state.Keyring(board.Side(seat[0]), seat[1]); got != want {
			t.Fatalf("the keys of seat %v are %+v, want %+v", seat, got, want)
		}
	}
	if s.state.Players[board.White] != s.state.Members(board.White)[0] {
		t.Fatalf("players %v, members %v", s.state.Players, s.state.Members(board.White))
	}
}

// TestNewKeysAreTold: the answer to the letter that showed the old key tells the new key, or else a
// letter to that member alone does.
func TestNewKeysAreTold(t *testing.T) {
	s := &seats{now: begins}
	s.act(Start{Terms: terms.Default(), Players: [2]int64{1, 2}, Consultation: &game.Consultation{White: []int64{1, 3}, Black: []int64{2}}})
	shown := &game.Rotated{Side: board.White, Member: 2, Why: game.LeakCopied}
	for words, want := range map[string][]telling.Dispatch{
		"P-K4":          {{To: board.White, Kind: "adopted", Event: 1}, {To: board.Black, Kind: "move", Event: 1}},
		"Good morning.": {{To: board.White, Kind: "asked", Event: 1}},
	} {
		one := *s
		before := one.state
		events := one.write(words, shown)
		if got := telling.Dispatches(before, events); !slices.EqualFunc(got, want, func(a, b telling.Dispatch) bool {
			return a.To == b.To && a.Kind == b.Kind && a.Event == b.Event && a.Member == b.Member
		}) {
			t.Errorf("%s: %+v", words, got)
		}
		if by := events[0].By; by != game.Corrd || events[0].Law != codes.HouseKeys {
			t.Errorf("%+v", events[0])
		}
	}
	before := s.state
	got := telling.Dispatches(before, s.act(Rotate{Rotated: game.Rotated{Side: board.White, Member: 2, Why: game.LeakUmpire}}))
	if len(got) != 1 || got[0].Member != 2 || got[0].Kind != "repeat" {
		t.Errorf("%+v", got)
	}
}
