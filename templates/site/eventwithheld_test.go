package site_test

import (
	"fmt"
	"maps"
	"reflect"
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/play"
	"corrd/game/telling"
	"corrd/game/terms"
	"corrd/game/tournament"
	"corrd/interpret/notation"
	"corrd/templates/site"

	"pgregory.net/rapid"
)

// room is one of two reading rooms with an event, which differ only in what is withheld: the busy
// one has all of it.
type room struct {
	busy   bool
	ids    []int64 // of the players, in the order in which they come in
	listed []bool  // who has consented to be named
	state  tournament.State
	games  map[int64]*match
	pages  map[string]pageOfGame   // by all that a page is made of
	seen   map[string][]pageOfGame // of both rooms, by the game and its players
}

// pageOfGame is the page of a game of an event.
type pageOfGame struct {
	is    telling.Public
	files site.Files
	entry site.Entry
}

// page returns the page of a game as it stands, which is rendered once.
func (r *room) page(g tournament.Game, who [2]site.Side) (p pageOfGame, shown bool) {
	m := r.games[g.ID]
	of := fmt.Sprint(g.ID, len(m.log), m.log[len(m.log)-1].At, who)
	if p, known := r.pages[of]; known {
		return p, p.files != nil
	}
	if is, ok := telling.PublicOf(g.ID, m.log); ok {
		p = r.rendered(fmt.Sprint(g.ID, who), is, who)
	}
	r.pages[of] = p
	return p, p.files != nil
}

// rendered returns the page of what the public sees of a game: the bytes follow from that alone,
// and are made once where both rooms show the same.
func (r *room) rendered(of string, is telling.Public, who [2]site.Side) pageOfGame {
	for _, p := range r.seen[of] {
		if reflect.DeepEqual(p.is, is) {
			return p
		}
	}
	p := pageOfGame{is: is}
	p.files, p.entry = site.GameFiles(is, who, house, time.UTC)
	r.seen[of] = append(r.seen[of], p)
	return p
}

// words are those of an umpire, a director or a player that nobody but they and the house reads.
func (r *room) words(plain string) string {
	if r.busy {
		return "SECRET " + plain + ", and more of it"
	}
	return plain
}

// apply has something happen in the event.
func (r *room) apply(at time.Time, by tournament.By, f tournament.Fact) {
	e := tournament.Event{At: at, By: by, Fact: f}
	if r.busy {
		e.Letter = 900 + int64(len(r.state.Log))
	}
	r.state = r.state.Apply(e)
}

// result returns how a game of the event ended.
func (r *room) result(id int64) *game.Result { return r.games[id].state.Result }

// files returns all that is shown in the room.
func (r *room) files() site.Files {
	named := map[int64]site.Member{}
	for i, id := range r.ids {
		named[id] = site.Member{}
		if r.listed[i] {
			named[id] = site.Member{ID: id, Name: fmt.Sprint("Player of the Name ", i)}
		}
	}
	all, pgn, entries := site.Files{}, map[int64][]byte{}, []site.Entry{}
	for _, g := range r.state.Games {
		who := [2]site.Side{{named[r.state.Seats[g.White].Player()]}, {named[r.state.Seats[g.Black].Player()]}}
		page, shown := r.page(g, who)
		if !shown {
			continue
		}
		maps.Copy(all, page.files)
		entries, pgn[g.ID] = append(entries, page.entry), page.files[site.PGNPath(g.ID)]
	}
	events := []site.Event{}
	if e, ok := site.NewEvent(r.state, r.state.Table(r.result), named, time.UTC); ok {
		events = append(events, e)
	}
	maps.Copy(all, site.ClubFiles(house, entries, events))
	for _, c := range site.Collections(entries, events) {
		for _, id := range c.Games {
			all[c.Path] = append(all[c.Path], pgn[id]...)
		}
	}
	return all
}

// plan is an event as it is drawn: all of it that both rooms have.
type plan struct {
	players, cycles int
	listed          []bool
	leaves          int // the seat that withdraws; -1: none does
	uncounted       bool
	yields          int // the seat in which somebody else goes on; -1: none does
	publish         string
	undone          bool
}

func drawPlan(t *rapid.T) plan {
	p := plan{players: rapid.IntRange(2, 4).Draw(t, "players"), cycles: rapid.IntRange(1, 2).Draw(t, "cycles"), uncounted: rapid.Bool().Draw(t, "uncounted"),
		publish: rapid.SampledFrom([]string{"finished", "finished", "delay 1"}).Draw(t, "publish"), undone: rapid.IntRange(0, 9).Draw(t, "undone") == 0}
	for range p.players + 1 {
		p.listed = append(p.listed, rapid.Bool().Draw(t, "listed"))
	}
	p.leaves, p.yields = rapid.IntRange(-1, p.players-1).Draw(t, "leaves"), rapid.IntRange(-1, p.players-1).Draw(t, "yields")
	return p
}

var firstDay = time.Date(2026, 1, 1, 9, 0, 0, 0, time.UTC)

// announce has an event announced, entered and, unless it is undone, begun.
func (p plan) announce(t *rapid.T, busy bool, seen map[string][]pageOfGame) *room {
	r := &room{busy: busy, listed: p.listed, games: map[int64]*match{}, pages: map[string]pageOfGame{}, seen: seen}
	for i := range p.players + 1 {
		id := int64(i + 1)
		if busy && !p.listed[i] { // nobody sees which player it is
			id = int64(50 - i)
		}
		r.ids = append(r.ids, id)
	}
	agreed := terms.Default()
	if r.state.ID = 3; busy {
		agreed.Umpire = "carol@example.org"
	}
	r.apply(firstDay, tournament.Director, tournament.Announced{Drawn: r.words("drawn"), Commitment: r.words("commitment"),
		Conditions: tournament.Conditions{Name: "Spring", Games: p.cycles, EnterBy: firstDay, Begin: firstDay, Close: firstDay.AddDate(1, 0, 0), Terms: agreed, Ties: tournament.Ties(), Silent: 45, Withdrawal: tournament.UnderHalf}})
	seated := r.ids[:p.players]
	for i, id := range seated {
		r.apply(firstDay.Add(time.Hour), tournament.Entrant, tournament.Entered{Player: id, Ground: r.words("by card")})
		if busy && i == 0 { // an entry that is undone, and one that is withdrawn
			r.apply(firstDay, tournament.Director, tournament.Entered{Player: 70})
			r.apply(firstDay, tournament.Director, tournament.Undone{Of: int64(len(r.state.Log)), Reason: "SECRET mistake"})
			r.apply(firstDay, tournament.Entrant, tournament.Entered{Player: 71})
			r.apply(firstDay, tournament.Entrant, tournament.Withdrawn{Player: 71, Reason: "SECRET illness"})
		}
	}
	if p.undone {
		r.apply(firstDay, tournament.Director, tournament.Undone{Of: 1, Reason: r.words("undone")})
		return r
	}
	started := tournament.Started{Seats: seated, Lot: r.words("lot")}
	for i, pairing := range r.state.Pairings() {
		g := tournament.Game{ID: int64(12 + i), Pairing: pairing}
		started.Games = append(started.Games, g)
		written := map[string]string{"publish": p.publish, "leave": "none"}
		if i%4 == 3 {
			written["publish"] = "never"
		}
		if busy {
			written["umpire"] = "carol@example.org"
		}
		m := begin(&tb{T: t}, written)
		f := m.log[0].Fact.(game.Started)
		f.Tournament = &game.Tournament{Number: 3, Name: "Spring", Round: g.Round, Instead: 1}
		m.log[0].Fact = f
		m.state = game.State{ID: g.ID}.Apply(m.log...)
		r.games[g.ID] = m
	}
	r.apply(firstDay.Add(2*time.Hour), tournament.Director, started)
	return r
}

// played has a game played in both rooms, as its number and what is drawn say.
func played(t *rapid.T, one, other *room, id int64, kinds map[string]int) {
	w := &twins{t: t, plain: one.games[id], busy: other.games[id], hidden: kinds}
	both := []*match{w.plain, w.busy}
	for range rapid.IntRange(0, 5).Draw(t, "plies") {
		p := w.plain.state.Position
		moves := p.Moves(nil)
		if len(moves) == 0 || w.plain.state.Result != nil {
			break
		}
		w.both(p.SideToMove(), notation.Short(&p, moves[rapid.IntRange(0, len(moves)-1).Draw(t, "move")]), w.secret())
		w.secretly()
	}
	if w.plain.state.Result != nil || w.busy.state.Result != nil {
		return
	}
	end := rapid.SampledFrom([]string{"running", "resigned", "agreed", "adjudged"}).Draw(t, "end")
	kinds[end]++
	if _, shown := w.plain.state.Terms.Published(); !shown || end == "running" { // each goes its own way, no further than the public is behind
		for range rapid.IntRange(0, 2).Draw(t, "ahead") {
			for _, m := range both {
				m.random(t)
			}
			kinds["ahead"]++
		}
	}
	to := w.plain.state.Position.SideToMove()
	switch end {
	case "resigned":
		w.both(to, "resign", "")
	case "agreed":
		w.both(to.Other(), "draw?", "")
		w.both(to, "accept draw", "")
	case "adjudged":
		w.busy.numbered(to, "adjudicate win: SECRET threats", 3000)
		for i, r := range []*room{one, other} {
			both[i].now = w.plain.now
			both[i].act(play.Rule{Law: r.state.Law(tournament.Adjudication), Ruling: game.Ruling{Verb: game.RulesAward, Side: game.White, Reason: r.words("better"), Umpire: r.words("Carol")}})
			r.apply(w.plain.now, tournament.Director, tournament.Adjudicated{Game: id, Reason: r.words("better")})
		}
	}
}

// later has a player of the event withdraw, and another take a seat.
func (p plan) later(r *room) {
	if p.yields >= 0 {
		r.apply(firstDay.AddDate(0, 1, 0), tournament.Director, tournament.Substituted{Was: r.ids[p.yields], Is: r.ids[p.players], Ground: r.words("by letter"), Reason: r.words("ill")})
	}
	if p.leaves >= 0 && p.leaves != p.yields {
		r.apply(firstDay.AddDate(0, 2, 0), tournament.Entrant, tournament.Withdrawn{Player: r.ids[p.leaves], Uncounted: p.uncounted, Reason: r.words("tired")})
	}
	if r.state.Left(r.result) == 0 {
		r.apply(firstDay.AddDate(0, 3, 0), tournament.Corrd, tournament.Closed{})
	}
}

// TestWithheldOfEvents: of two events that differ only in what is withheld the bytes are the same,
// of every page, the feed, the first page, the tables and the PGN: who the players are that are not
// named, the umpire's address, lots, grounds and reasons, entries that were undone, claims of
// adjudication, prose, games that are never shown, and moves of running games that are not shown
// yet.
func TestWithheldOfEvents(t *testing.T) {
	kinds := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		p := drawPlan(t)
		seen := map[string][]pageOfGame{}
		one, other := p.announce(t, false, seen), p.announce(t, true, seen)
		look := func(when string) {
			a, b := one.files(), other.files()
			for _, name := range differ(a, b) {
				t.Fatalf("%s, %+v: %s:\n%s", when, p, name, firstDifference(string(a[name]), string(b[name])))
			}
			for name, page := range b {
				if strings.Contains(string(page), "SECRET") || strings.Contains(string(page), "carol@") {
					t.Fatalf("%s: %s tells a secret", when, name)
				}
			}
			kinds["looked "+when]++
		}
		look("begun")
		for _, g := range one.state.Games {
			played(t, one, other, g.ID, kinds)
		}
		look("played")
		if p.undone {
			return
		}
		p.later(one)
		p.later(other)
		look("later")
		if one.state.Phase == tournament.Over {
			kinds["closed"]++
		}
	})
	for _, kind := range []string{"running", "resigned", "agreed", "adjudged", "ahead", "closed", "looked later"} {
		if kinds[kind] == 0 {
			t.Errorf("no event had any that was %s", kind)
		}
	}
	t.Log(kinds)
}
