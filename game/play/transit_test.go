package play

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"
	_ "time/tzdata"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/interpret/notation"

	"pgregory.net/rapid"
)

// mail are letters of random games in which communications travel.
var mail = []string{"P-K4", "P-Q4", "Kt-KB3", "Kt-QB3", "P-K3", "Kt-B3", "P-K4 or P-Q4", "1. P-K4; if P-K4, 2. Kt-KB3", "R-R5", "Z9", "I offer a draw", "accept draw",
	"adopt 1", "waive", "exact penalty", "propose late fine", "agree", "repeat card", "repeat form", "protest: mutilated", "claim draw: repetition", "withdraw", "good morning", "resign",
	"retract", "forfeit turn", "exact penalty, KKtP", "play his K", "demand fifty", "I meant QKt-B3", "adopt 2", "ch", "annul", "decline draw", "P-R8", "Queen"}

// beside is what stands beside a move in such a letter.
var beside = []string{"", "", " ch", " mate", "\ndraw?", "; if any, P-K4", "\nif any, P-KR3", "\nretract", "\nadopt 1", "\nwaive"}

// TestGamesThatTravel plays random games by post and by telegraph, three in each check:
// `make travel` plays ten thousand. No communication is delivered before its postmark, none
// twice, each when it was due; the game is what its log folds to; a clock has what the turns
// of its side took without the time on the way; and what the wire did is nobody's offence.
func TestGamesThatTravel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for range 3 {
			travel(t)
		}
	})
}

// travel plays one game.
func travel(t *rapid.T) {
	agreed := terms.Default()
	agreed.Code = rapid.SampledFrom([]string{agreed.Code, "american-1897", "staunton-1871", "london-club"}).Draw(t, "code")
	if agreed.Code == "london-club" {
		agreed.Annex = rapid.SampledFrom([]string{"staunton-1871", "british-1899"}).Draw(t, "annex")
	}
	agreed.Late = rapid.SampledFrom([]string{"", terms.LateFine}).Draw(t, "late")
	agreed.Position = rapid.SampledFrom([]string{"", "", "rnbqkbnr/ppp2ppp/3p4/4p3/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3", "4k3/P7/8/8/8/8/7p/R3K2R w KQ - 0 1", "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1"}).Draw(t, "position")
	carriage := agreed.Carriers()
	for _, line := range []interpret.Term{
		{Key: "medium", Value: rapid.SampledFrom([]string{"post", "telegraph"}).Draw(t, "medium")},
		{Key: "post.transit", Value: rapid.SampledFrom([]string{"0", "2d", "1d..9d"}).Draw(t, "transit")},
		{Key: "post.loss", Value: rapid.SampledFrom([]string{"0", "0.3", "1"}).Draw(t, "loss")},
		{Key: "telegraph.mutilation", Value: rapid.SampledFrom([]string{"0", "0.5", "1"}).Draw(t, "mutilation")},
		{Key: "seed", Value: fmt.Sprint(rapid.IntRange(1, 1000).Draw(t, "seed"))},
	} {
		carriage, _ = carriage.Set(line.Key, line.Value)
	}
	agreed.Carriage, agreed.Medium = &carriage, carriage.Medium
	agreed.Time = rapid.SampledFrom([]terms.TimeControl{{}, {Moves: 2, Per: 6 * clocks.Day}, {Moves: 1, Per: 3 * clocks.Day, Each: true}, {Moves: 1, Per: 30 * time.Hour, Each: true}}).Draw(t, "time")
	zone, err := time.LoadLocation(rapid.SampledFrom([]string{"UTC", "Europe/London", "America/Santiago"}).Draw(t, "zone"))
	if err != nil {
		t.Fatal(err)
	}
	now := begins.AddDate(0, 0, rapid.IntRange(0, 365).Draw(t, "day")).In(zone)
	g := &travelled{now: now, zone: zone, due: map[int]time.Time{}, came: map[int]bool{}, stopped: map[int][]stop{}}
	g.act(t, Start{Terms: agreed, Players: [2]int64{1, 2}})
	for n := range rapid.IntRange(1, 25).Draw(t, "letters") {
		side := rapid.SampledFrom([]board.Side{board.White, board.Black}).Draw(t, "side")
		g.act(t, Notify{Side: board.White})
		g.act(t, Notify{Side: board.Black})
		if asked, ok := g.state.Asked(); ok && rapid.IntRange(0, 2).Draw(t, "whose turn") > 0 {
			side = asked
		}
		text := rapid.SampledFrom(mail).Draw(t, "text")
		if p := g.state.Position; rapid.Bool().Draw(t, "a move") && len(p.Moves(nil)) > 0 {
			text = notation.Short(&p, rapid.SampledFrom(p.Moves(nil)).Draw(t, "move")) + rapid.SampledFrom(beside).Draw(t, "more")
		}
		g.act(t, Letter{ID: int64(n + 1), By: side, Ply: g.state.KeyPly(side), Received: g.now, Statements: interpret.Parse(text).Statements})
		g.wait(t, time.Duration(rapid.IntRange(0, 200).Draw(t, "hours"))*time.Hour)
	}
	g.reflected(t)
}

// stop is a time for which a communication under way stops the clock of a side.
type stop struct {
	side        board.Side
	first       int // the number of the communication, or of the one that it repeats
	from, until time.Time
}

// stopsAt notes when clocks stand.
func (g *travelled) stopsAt(e game.Event, s game.State) {
	both := func(from, until time.Time) {
		g.stops = append(g.stops, stop{side: board.White, from: from, until: until}, stop{side: board.Black, from: from, until: until})
	}
	switch f := e.Fact.(type) {
	case game.HandedIn:
		if f.Stops {
			until := f.Delivered
			if until.IsZero() {
				until = s.LostAt(f.Collected)
			}
			g.stops = append(g.stops, stop{e.By.AsSide(), cmp.Or(f.Repeats, f.Number), f.Collected, until})
		}
	case game.Delivered:
		for i := range g.stops {
			for _, p := range s.Transit {
				if p.Number == f.Number && p.FirstNumber() == g.stops[i].first {
					g.stops[i].until = clocks.Earlier(g.stops[i].until, e.At)
				}
			}
		}
		g.stopped[f.Number] = slices.Clone(g.stops)
	case game.Illegible:
		both(e.At, e.At.AddDate(100, 0, 0))
	case game.Certified:
		for _, w := range s.Wires {
			if w != nil && w.Number == f.Number && len(f.With) > 0 && !w.Unreadable { // the clocks stand as at the first delivery
				g.stops = slices.Clone(g.stopped[f.Number])
				both(w.Before.At, e.At)
			}
		}
		if !s.Apply(e).Illegible {
			g.runOn(e.At)
		}
	}
}

// runOn ends the times for which both clocks stand.
func (g *travelled) runOn(at time.Time) {
	for i, stands := range g.stops {
		if stands.first == 0 {
			g.stops[i].until = clocks.Earlier(stands.until, at)
		}
	}
}

// reflected sees that every turn took its side the time from its beginning to its end, but
// for what was under way.
func (g *travelled) reflected(t *rapid.T) {
	var sum [2]time.Duration
	for _, w := range g.state.Windows {
		at, took, days := w.Opened, time.Duration(0), 0
		run := func(from, until time.Time) {
			if until.After(from) {
				took += until.Sub(from)
				days += int(g.date(until).Sub(g.date(from)) / clocks.Day)
			}
		}
		spared := g.state.Timing
		spared.Window = *w
		limit, spares := w.Until, spared.Spares()
		spent := !limit.IsZero() && spares.After(limit)
		if g.state.ByDates() {
			limit = limit.Add(-time.Minute) // the last minute of the last date
		}
		// Between the limit and the end of the day after the first question no flag falls, and that
		// time costs nothing: of the limit there is left what would have been left without it
		// (house:1). This is so also where the turn ends later: a form that was handed in then may
		// be read only when the carrier has certified it, while both clocks stand.
		add := func(until time.Time) {
			if until = clocks.Earlier(until, w.Closed); !spent {
				run(at, until)
				return
			}
			run(at, clocks.Earlier(until, limit))
			run(clocks.Later(at, spares), until)
		}
		slices.SortStableFunc(g.stops, func(a, b stop) int { return a.from.Compare(b.from) })
		for _, s := range g.stops {
			if s.side == w.Side && !s.from.Before(w.Opened) && s.from.Before(w.Closed) {
				add(s.from)
				at = clocks.Later(at, s.until)
			}
		}
		add(w.Closed)
		if g.state.ByDates() {
			took = time.Duration(days) * clocks.Day
		}
		if w.Told && w.Used != took {
			t.Fatalf("the turn %d of %s, from %s to %s, took %s and is charged with %s; stops %+v", w.Number, w.Side, w.Opened, w.Closed, took, w.Used, g.stops)
		}
		sum[w.Side] += w.Used
	}
	for side, c := range g.state.Clocks {
		if c.Used != sum[side] {
			t.Fatalf("%s has used %s, its turns %s", board.Side(side), c.Used, sum[side])
		}
	}
}

// blameless sees that what follows a certificate is not an offence, unless the true words are one,
// an offence was open when the form was first delivered, or is open while the form cannot be read.
func blameless(t *rapid.T, before, s game.State, events []game.Event) {
	certified, offended := false, before.Illegible && before.Offence != nil
	for _, w := range s.Wires {
		offended = offended || w != nil && w.Before.State.Offence != nil
	}
	for _, e := range events {
		f, ok := e.Fact.(game.Certified)
		certified = certified || ok && f.With != nil
		_, again := e.Fact.(game.Offended)
		offended = offended || certified && again
	}
	if o := s.Offence; certified && o != nil && !offended && s.Phase == game.OffenceOpen {
		t.Fatalf("after the certificate %q is an offence", o.Words)
	}
}

// travelled is a random game whose communications are watched.
type travelled struct {
	state game.State
	log   []game.Event
	now   time.Time
	zone  *time.Location    // of its hours
	due   map[int]time.Time // of each communication
	came  map[int]bool
	stops []stop

	stopped map[int][]stop // the stops as each communication was delivered
}

// date returns the date of an instant in the zone of the game.
func (g *travelled) date(at time.Time) time.Time {
	at = at.In(g.zone)
	return time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, time.UTC)
}

func (g *travelled) act(t *rapid.T, a Act) (n int) {
	before, events := g.state, Decide(g.state, a, g.now)
	for _, e := range events {
		switch f := e.Fact.(type) {
		case game.HandedIn:
			if f.Collected.Before(e.At) || !f.Delivered.IsZero() && f.Delivered.Before(f.Collected) {
				t.Fatalf("handed in %s, postmark %s, delivered %s", e.At, f.Collected, f.Delivered)
			}
			g.due[f.Number] = f.Delivered
		case game.Delivered:
			if due := g.due[f.Number]; !e.At.Equal(due) || due.IsZero() || g.came[f.Number] {
				t.Fatalf("communication %d is delivered at %s, due at %s, before: %v", f.Number, e.At, due, g.came[f.Number])
			}
			g.came[f.Number] = true
		}
		g.stopsAt(e, g.state)
		g.state = g.state.Apply(e)
		if _, goesOn := e.Fact.(game.CardInTime); goesOn { // what was due while the game was over comes now
			for _, p := range g.state.Transit {
				if due := g.due[p.Number]; !p.Delivered.Equal(due) && (!due.Before(e.At) || !p.Delivered.Equal(e.At)) {
					t.Fatalf("communication %d, due at %s, is due at %s as the game goes on at %s", p.Number, due, p.Delivered, e.At)
				}
				g.due[p.Number] = p.Delivered
			}
		}
		if e.Law == "" || g.state.Code().Digest(e.Law) == "" {
			t.Fatalf("%T rests on %q", e.Fact, e.Law)
		}
		for _, c := range g.state.Clocks {
			if c.Used < 0 {
				t.Fatalf("a clock of %s after %T", c.Used, e.Fact)
			}
		}
	}
	g.log = append(g.log, events...)
	blameless(t, before, g.state, events)
	if folded := (game.State{}).Apply(g.log...); !reflect.DeepEqual(folded, g.state) {
		t.Fatal("the game is not what its log folds to")
	}
	if p, ok := Prove(g.state); ok {
		g.act(t, p)
	}
	return len(events)
}

// wait has everything happen that falls due in a time.
func (g *travelled) wait(t *rapid.T, d time.Duration) {
	until := g.now.Add(d)
	for n := 0; ; n++ {
		at, due := g.state.Deadline()
		if n > 1000 {
			t.Fatalf("what was due at %s (%s) is due again and again", at, due)
		}
		if due == game.NothingDue || at.After(until) {
			g.now = until
			return
		}
		if at.After(g.now) {
			g.now = at.In(g.zone)
		}
		if g.act(t, Alarm{}) == 0 {
			t.Fatalf("what was due at %s (%s) did not happen", at, due)
		}
	}
}

// TestSeedIsInNoTerms: nobody reads from the terms what will be lost on the way, unless the
// sides have named the seed themselves; and what is drawn comes from the seed.
func TestSeedIsInNoTerms(t *testing.T) {
	agreed := terms.Default()
	carriage, _ := agreed.Carriers().Set("medium", "post")
	agreed.Carriage, agreed.Medium = &carriage, carriage.Medium
	s := game.State{}.Apply(Decide(game.State{}, Start{Terms: agreed, Players: [2]int64{1, 2}, Seed: 99}, begins)...)
	if s.Seed != 99 || s.Terms.Carriage.Seed != 0 || s.Terms.Carriage.Zone == "" {
		t.Errorf("seed %d, in the terms %d", s.Seed, s.Terms.Carriage.Seed)
	}
	named, _ := carriage.Set("seed", "5")
	agreed.Carriage = &named
	if s = (game.State{}).Apply(Decide(game.State{}, Start{Terms: agreed, Players: [2]int64{1, 2}, Seed: 99}, begins)...); s.Seed != 5 {
		t.Errorf("named 5, drawn from %d", s.Seed)
	}
}
