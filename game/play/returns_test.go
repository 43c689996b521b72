package play

import (
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/templates/texts"
)

// TestRestoreEvent: an adoption made by mistake is taken back, and the choice is open again.
func TestRestoreEvent(t *testing.T) {
	s := game.State{}.Apply(Decide(game.State{}, Start{Terms: terms.Default(), Players: [2]int64{1, 2}}, begins)...)
	says := func(by board.Side, id int64, text string) {
		t.Helper()
		at := begins.Add(time.Duration(id) * time.Hour)
		s = s.Apply(Decide(s, Letter{ID: id, By: by, Received: at, Statements: interpret.Parse(text).Statements}, at)...)
	}
	says(board.White, 1, "Kt-B3")
	held := s
	if held.Phase != game.HeldAmbiguous {
		t.Fatalf("the phase is %v", held.Phase)
	}
	says(board.Black, 2, "adopt 1")
	rule := Rule{game.Ruling{Verb: game.RulesReturned, Event: held.Seq + 5, Reason: "x"}, "house:16"}
	if got := game.Objection(s, rule.Ruling, rule.Law, begins.Add(9*time.Hour)); !strings.Contains(texts.Because(got), "choice that stood open after event") {
		t.Errorf("an unknown point: %q", got)
	}
	rule.Event = held.Stirred
	events := Decide(s, rule, begins.Add(9*time.Hour))
	if len(events) == 0 {
		t.Fatalf("nothing comes of it: %s", game.Objection(s, rule.Ruling, rule.Law, begins.Add(9*time.Hour)))
	}
	s = s.Apply(events...)
	if s.Phase != game.HeldAmbiguous || len(s.Line) != 0 || len(s.Candidates()) != 2 {
		t.Errorf("after it: %v, %d moves, %v", s.Phase, len(s.Line), s.Candidates())
	}
	says(board.Black, 3, "adopt 2")
	if len(s.Line) != 1 || s.Line[0].Move == held.Candidates()[0] {
		t.Errorf("the other reading is not adopted: %v", s.Line)
	}
	if undo := (Rule{game.Ruling{Verb: game.RulesUndone, Event: s.Seq, Reason: "x"}, "house:16"}); game.Objection(s, undo.Ruling, undo.Law, begins.Add(10*time.Hour)) == "" {
		t.Error("a ruling before a letter that acted can be undone")
	}
}

// TestSearchFurther: a claim that was left to the umpire is searched again in the position
// in which it was made, although play has gone on.
func TestSearchFurther(t *testing.T) {
	agreed := terms.Default()
	agreed.Position = "6k1/6p1/5p2/7Q/8/8/1q6/7K w - - 0 1"
	s := game.State{}.Apply(Decide(game.State{}, Start{Terms: agreed, Players: [2]int64{1, 2}}, begins)...)
	s = s.Apply(game.Event{At: begins, By: game.White, Law: "II.8(d)", Letter: 1, Fact: game.Claimed{Ground: "endless checks", Words: "claim draw: endless checks"}})
	m, _ := board.ParseMove("h5e8")
	s = s.Apply(game.Event{At: begins, By: game.White, Letter: 1, Fact: game.Played{Ply: s.LastPly() + 1, Move: m, Words: "Q-K8 ch"}})
	rule := Rule{game.Ruling{Verb: game.RulesSearched, Number: 20_000_001, Reason: "x"}, "II.8(d)"}
	if got := game.Objection(s, rule.Ruling, rule.Law, begins); !strings.Contains(texts.Because(got), "at most") {
		t.Errorf("too many positions: %q", got)
	}
	rule.Number = 200_000
	events := Decide(s, rule, begins)
	if len(events) == 0 {
		t.Fatalf("nothing comes of it: %s", game.Objection(s, rule.Ruling, rule.Law, begins))
	}
	s = s.Apply(events...)
	found, ok := Prove(s)
	if !ok || s.Phase != game.ClaimOpen {
		t.Fatalf("nothing is searched: %v", s.Phase)
	}
	s = s.Apply(Decide(s, found, begins.Add(time.Minute))...)
	if s.Result == nil || s.Result.Score != game.Drawn {
		t.Errorf("the game is not drawn: %+v, %s", s.Result, found.Verdict)
	}
}

// TestSearchFurtherOfTwoClaims: the claim that a ruling names is searched, in its own position; a
// search that comes to no end leaves that claim before the umpire under its own number, and the
// other beside it.
func TestSearchFurtherOfTwoClaims(t *testing.T) {
	agreed := terms.Default()
	agreed.Position = "8/8/8/3k4/8/1r1r4/8/3Q3K w - - 0 1"
	s := game.State{}.Apply(Decide(game.State{}, Start{Terms: agreed, Players: [2]int64{1, 2}}, begins)...)
	add := func(letter int64, by game.Party, f game.Fact) {
		s = s.Apply(game.Event{At: begins, By: by, Law: "II.8(d)", Letter: letter, Fact: f})
	}
	add(1, game.White, game.Claimed{Ground: "endless checks", Words: "claim draw: endless checks"})
	first := s.Seq
	m, _ := board.ParseMove("d1f3")
	add(1, game.White, game.Played{Ply: s.LastPly() + 1, Move: m, Words: "Q-KB3 ch"})
	add(2, game.Black, game.Claimed{Ground: "II.9(c)", Words: "claim forfeiture: II.9(c)"})
	second := s.Seq
	rule := Rule{game.Ruling{Verb: game.RulesSearched, Number: 1000, Reason: "x"}, "II.8(d)"}
	if got := game.Objection(s, rule.Ruling, rule.Law, begins); !strings.Contains(texts.Because(got), "--dispute names the one") {
		t.Errorf("no claim is named: %q", got)
	}
	rule.Appeal = second
	if got := game.Objection(s, rule.Ruling, rule.Law, begins); !strings.Contains(texts.Because(got), "no claim that a search could decide") {
		t.Errorf("a claim of forfeiture is named: %q", got)
	}
	for range 2 {
		rule.Appeal = first
		s = s.Apply(Decide(s, rule, begins)...)
		found, ok := Prove(s)
		if _, open := s.Dispute(first); !ok || !open || found.Nodes < 1000 || len(s.Claims()) != 1 || s.Claims()[0].Seq != second {
			t.Fatalf("while the first claim is searched: searched %v, open %v, %+v, disputes %+v, claims %+v, want %d", ok, open, found, s.Disputes(), s.Claims(), second)
		}
		if got := game.Objection(s, rule.Ruling, rule.Law, begins); !strings.Contains(texts.Because(got), "wait a moment") {
			t.Errorf("searched twice at once: %q", got)
		}
		s = s.Apply(Decide(s, found, begins.Add(time.Minute))...)
		c := s.ClaimOn(first)
		if c == nil || len(s.Disputes()) != 2 || s.Phase != game.AwaitMove {
			t.Fatalf("after the search: %v, %+v", s.Phase, s.Disputes())
		}
		if p := s.ClaimedIn(*c); p.FEN() != agreed.Position {
			t.Errorf("the claim was made in %s", p.FEN())
		}
	}
}

// TestFarReturn: the umpire restores a game to a choice, however long ago the choice was made.
func TestFarReturn(t *testing.T) {
	s := play(t, strings.Repeat("white: Kt-B3\nblack: adopt 1; KKt-B3\nwhite: QKt-Kt sq\nblack: KKt-Kt sq\n", 12))
	if len(s.Returns) != 12 || len(s.NewestReturns()) != game.MostNamed {
		t.Fatalf("%d points, %d named", len(s.Returns), len(s.NewestReturns()))
	}
	r := Rule{game.Ruling{Verb: game.RulesReturned, Event: s.Returns[0].State.Stirred, Reason: "Black wrote 1 for 2"}, "house:16"}
	if objection := game.Objection(s, r.Ruling, r.Law, begins); objection != "" {
		t.Fatal(objection)
	}
	if s = s.Apply(Decide(s, r, begins)...); s.Phase != game.HeldAmbiguous || s.LastPly() != 0 {
		t.Errorf("%s at ply %d", s.Phase, s.LastPly())
	}
}
