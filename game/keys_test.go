package game

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"corrd/game/board"
	"corrd/game/terms"
	"corrd/interpret"
)

// seats is a game of a side of two against one player, and what its keys should be.
type seats struct {
	state State
	now   time.Time
	rings map[[2]int]Keyring // by side and member
	fresh int64              // the next player who has no seat
}

// TestKeysOnlyGrow: whatever is rotated, ended, reopened, undone and replaced, a
// key that is old stays old, and one of a player who has lost his seat dead.
func TestKeysOnlyGrow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &seats{now: begins, rings: map[[2]int]Keyring{}, fresh: 10}
		s.act(Start{Terms: terms.Default(), Players: [2]int64{1, 2}, Consultation: &Consultation{White: []int64{1, 3}, Black: []int64{2}}})
		t.Repeat(map[string]func(*rapid.T){
			"rotate":  s.rotate,
			"replace": s.replace,
			"end":     func(*rapid.T) { s.write("resign", nil) },
			"rule":    s.rule,
			"":        s.check,
		})
	})
}

func (s *seats) act(a Act) []Event {
	s.now = s.now.Add(time.Minute)
	events := s.state.Decide(a, s.now)
	s.state = s.state.Apply(events...)
	return events
}

func (s *seats) write(words string, shown *Rotated) []Event {
	return s.act(Letter{ID: s.state.Seq + 1, By: board.White, Received: s.now, Statements: interpret.Parse(words).Statements, Shown: shown})
}

// drawSeat gives a seat, its member 0 where the side is one player.
func drawSeat(t *rapid.T) (side board.Side, member int) {
	if member = rapid.IntRange(0, 2).Draw(t, "member"); member == 0 {
		return board.Black, 0
	}
	return board.White, member
}

// rotate has keys rotated, by order or by a letter that showed one.
func (s *seats) rotate(t *rapid.T) {
	r := Rotated{Why: LeakUmpire}
	r.Side, r.Member = drawSeat(t)
	if r.Side == board.White && rapid.Bool().Draw(t, "by letter") {
		r.Why = LeakCopied
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
	r := Rule{Law: houseKeys, Ruling: Ruling{Verb: RulesReplaced, Side: PartyOf(side), Member: member, Player: s.fresh, Reason: "by lot"}}
	if over := s.state.Phase == Finished; (s.state.Objection(r.Ruling, r.Law, s.state.LastEvent) == "") == over {
		t.Fatalf("%q", s.state.Objection(r.Ruling, r.Law, s.state.LastEvent))
	} else if over {
		return
	}
	s.act(r)
	if !slices.Contains(s.state.Members(side), s.fresh) {
		t.Fatalf("%d is none of %v", s.fresh, s.state.Members(side))
	}
	again := r
	again.Side, again.Member = PartyOf(side.Other()), 1-min(1, member)
	if s.state.Objection(again.Ruling, again.Law, s.state.LastEvent) == "" {
		t.Fatal("one player has two seats")
	}
	s.fresh++
	now := s.rings[[2]int{int(side), member}].Now + 1
	s.rings[[2]int{int(side), member}] = Keyring{now, now}
}

// rule has a game that is over reopened, or a ruling made and undone.
func (s *seats) rule(t *rapid.T) {
	verb := rapid.SampledFrom([]Verb{RulesReopened, RulesExtended, RulesUndone}).Draw(t, "verb")
	r := Rule{Law: "house:16", Ruling: Ruling{Verb: verb, By: time.Hour, Reason: "by lot"}}
	if s.state.Ruling != nil {
		r.Event = s.state.Ruling.Seq
	}
	if s.state.Objection(r.Ruling, r.Law, s.state.LastEvent) == "" {
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

// TestNewKeysAreTold: by the answer to the letter that showed the old one, else by
// a letter to that member alone.
func TestNewKeysAreTold(t *testing.T) {
	s := &seats{now: begins}
	s.act(Start{Terms: terms.Default(), Players: [2]int64{1, 2}, Consultation: &Consultation{White: []int64{1, 3}, Black: []int64{2}}})
	shown := &Rotated{Side: board.White, Member: 2, Why: LeakCopied}
	for words, want := range map[string][]Dispatch{
		"P-K4":          {{To: board.White, Kind: "adopted", Event: 1}, {To: board.Black, Kind: "move", Event: 1}},
		"Good morning.": {{To: board.White, Kind: "asked", Event: 1}},
	} {
		one := *s
		before := one.state
		events := one.write(words, shown)
		if got := Dispatches(before, events); !slices.EqualFunc(got, want, func(a, b Dispatch) bool {
			return a.To == b.To && a.Kind == b.Kind && a.Event == b.Event && a.Member == b.Member
		}) {
			t.Errorf("%s: %+v", words, got)
		}
		if by := events[0].By; by != Corrd || events[0].Law != houseKeys {
			t.Errorf("%+v", events[0])
		}
	}
	before := s.state
	got := Dispatches(before, s.act(Rotate{Rotated: Rotated{Side: board.White, Member: 2, Why: LeakUmpire}}))
	if len(got) != 1 || got[0].Member != 2 || got[0].Kind != "repeat" {
		t.Errorf("%+v", got)
	}
}
