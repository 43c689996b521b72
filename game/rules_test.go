package game_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/store"
	"corrd/store/bolt"
	"corrd/templates"
)

// TestMendings holds the list of the changes in order, each with words if it touches what is open.
func TestMendings(t *testing.T) {
	last := -1
	for _, m := range game.Mendings() {
		if m.Rules < last || (m.Touches == nil) != (m.Words == "") {
			t.Errorf("the entry of rules %d (%q) comes after %d", m.Rules, m.Words, last)
		}
		last = m.Rules
	}
	if last != game.Rules || game.NewestRules() != game.Rules {
		t.Errorf("the list ends with rules %d, and the program has %d", last, game.Rules)
	}
}

// rehearsal is a game that was begun under the newest rules and is kept in a store.
type rehearsal struct {
	*testing.T
	log []game.Event
	now time.Time
}

func (r *rehearsal) state() game.State { return game.State{ID: 1}.Apply(r.log...) }

// act decides an act, and returns the state.
func (r *rehearsal) act(a play.Act) game.State {
	r.Helper()
	events := play.Decide(r.state(), a, r.now)
	if len(events) == 0 {
		r.Fatalf("nothing came of %#v", a)
	}
	r.log = append(r.log, events...)
	return r.state()
}

// moves plays words of the side to move, and ends the turn as the ledger does.
func (r *rehearsal) moves(words string) (before game.State, events []game.Event) {
	r.Helper()
	before = r.state()
	by, n := before.Position.SideToMove(), len(r.log)
	s := r.act(play.Letter{ID: int64(n + 1), By: by, Ply: before.KeyPly(by), Received: r.now, Statements: interpret.Parse(words).Statements})
	if e, ok := s.Renewal(); ok {
		r.log = append(r.log, e)
	}
	return before, r.log[n:]
}

func begun(t *testing.T) *rehearsal {
	r := &rehearsal{T: t, now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	r.act(play.Start{Terms: terms.Default(), Players: [2]int64{1, 2}})
	r.act(play.Notify{Side: board.White})
	r.moves("P-K4")
	return r
}

// deadlines returns what falls due after each event of a log.
func deadlines(log []game.Event) (all []time.Time) {
	s := game.State{ID: 1}
	for _, e := range log {
		s = s.Apply(e)
		at, _ := s.Deadline()
		all = append(all, at)
	}
	return all
}

const day = 24 * time.Hour

// TestRehearsal changes a law behind a number while a game is under way. The game goes on by the
// old law until a turn ends with nothing open, and by the new one from there; what its old events
// come to does not move.
func TestRehearsal(t *testing.T) {
	r := begun(t)
	past := deadlines(r.log)
	undo := game.Rehearse(func(s game.State) bool { return !s.Window.Told })
	defer undo()
	for i, at := range deadlines(r.log) {
		if !at.Equal(past[i]) {
			t.Errorf("after event %d of the old log %v is due, and not %v", i+1, at, past[i])
		}
	}
	if at, due := r.state().Deadline(); due != game.DueNotice || !at.Equal(r.now.Add(14*day)) {
		t.Errorf("until the end of a turn the old law is in force: %s at %v", due, at)
	}
	r.now = r.now.Add(5 * day)
	if events := play.Decide(r.state(), play.Alarm{}, r.now); len(events) > 0 {
		t.Errorf("the new law acts already: %v", events)
	}
	r.act(play.Notify{Side: board.Black})
	r.moves("P-K4\ndraw?") // something is open
	if s := r.state(); s.Rules != game.Rules {
		t.Fatalf("while an offer of a draw is open the game went under rules %d", s.Rules)
	}
	r.act(play.Notify{Side: board.White})
	before, events := r.moves("KKt-B3")
	if s := r.state(); s.Rules != game.Rules+1 {
		t.Fatalf("after %v the game has rules %d", events, s.Rules)
	}
	if at, due := r.state().Deadline(); due != game.DueNotice || !at.Equal(r.now.Add(4*day)) {
		t.Errorf("under the new law: %s at %v", due, at)
	}
	for _, side := range []board.Side{board.White, board.Black} {
		if text := letter(t, before, events, side); strings.Count(text, "four days long") != 1 || !strings.Contains(text, fmt.Sprint("rules ", game.Rules+1)) {
			t.Errorf("the letter to %s does not tell of the change in one line:\n%s", side, text)
		}
	}
	r.now = r.now.Add(4 * day)
	if s := r.act(play.Alarm{}); !s.Window.Told {
		t.Error("the new law does not act")
	}
	before, events = r.moves("Kt-QB3")
	if len(events) != 1 || strings.Contains(letter(t, before, events, board.White), fmt.Sprint("rules ", game.Rules+1)) {
		t.Errorf("the change is told again: %v", events)
	}
	if s := r.act(play.Rule{Ruling: game.Ruling{Verb: game.RulesRestored, Side: game.Black, Number: 1, Reason: "a trial"}, Law: "II.10.D"}); s.Rules != game.Rules+1 {
		t.Errorf("a turn of before the change is restored, and the game has rules %d", s.Rules)
	}
	kept(t, r.log, past)
}

// letter returns the text of the letter that tells a side of events.
func letter(t *testing.T, before game.State, events []game.Event, side board.Side) string {
	t.Helper()
	kind := "adopted"
	if before.Position.SideToMove() != side {
		kind = "move"
	}
	page, err := templates.Game(templates.GameLetter{Kind: kind, State: before.Apply(events...), Before: before, Events: events,
		Reader: templates.Reader{Side: side}, Names: [2]string{"Alice", "Bob"}, Now: events[0].At})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(page.Text), " ")
}

// kept has a store keep a log, and compares what falls due after the first events.
func kept(t *testing.T, log []game.Event, past []time.Time) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "corrd.db")
	db, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.Update(func(tx store.Tx) error {
		id, err := tx.NewGame()
		if err == nil {
			_, err = tx.Append(id, log...)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	db.View(func(v store.View) error {
		for i, at := range past {
			s, err := v.GameAt(1, int64(i)+1)
			if due, _ := s.Deadline(); err != nil || !due.Equal(at) {
				t.Errorf("after event %d the store finds %v due, and not %v (%v)", i+1, due, at, err)
			}
		}
		return nil
	})
	if _, err := db.Check(func(f store.Fault) { t.Error(f) }); err != nil {
		t.Error(err)
	}
}

// TestRenewalUntouched: a change that touches nothing open is not told.
func TestRenewalUntouched(t *testing.T) {
	r := begun(t)
	defer game.Rehearse(func(game.State) bool { return false })()
	r.act(play.Notify{Side: board.Black})
	before, events := r.moves("P-K4")
	if r.state().Rules != game.Rules+1 || strings.Contains(letter(t, before, events, board.White), "rules") {
		t.Errorf("rules %d, told of: %v", r.state().Rules, events)
	}
}

// TestAtRest: a game with anything open keeps its number.
func TestAtRest(t *testing.T) {
	for _, open := range []string{
		"P-K4\ndraw?", "P-K4\npropose reply in 5 days", "Kt-B3", "P-K4 or P-Q4", "R-R5", "P-K9", "P-K4\nIf P-K4, KKt-B3",
	} {
		r := &rehearsal{T: t, now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
		r.act(play.Start{Terms: terms.Default(), Players: [2]int64{1, 2}})
		r.act(play.Notify{Side: board.White})
		if !r.state().AtRest() {
			t.Fatal("a game that has begun is not at rest")
		}
		events := play.Decide(r.state(), play.Letter{ID: 9, By: board.White, Ply: 1, Received: r.now, Statements: interpret.Parse(open).Statements}, r.now)
		if s := r.state().Apply(events...); len(events) > 0 && s.AtRest() {
			t.Errorf("after %q the game is at rest: %v", open, events)
		}
	}
	for _, ruling := range []game.Verb{game.RulesSuspended} {
		r := begun(t)
		if s := r.act(play.Rule{Ruling: game.Ruling{Verb: ruling, Reason: "a trial"}, Law: "II.10.D"}); s.AtRest() {
			t.Errorf("after the ruling %s the game is at rest", ruling)
		}
	}
}

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
