package daemon_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/tournaments"
	"corrd/game/tournament"
	"corrd/store"
)

// playsEvent reports whether in the world of a seed an all-play-all event is played.
func playsEvent(seed uint64) bool { return seed%10 == 7 }

// playing is how long the play and the troubles last in a world with an event.
const playing = 6 * time.Hour

// event is what the people of a world know of its all-play-all event, apart from corrd's record.
type event struct {
	entrants   []string
	substitute string // is registered, and does not enter
	absent     string // whose seat the substitute gets; "": nobody's
	expelled   string // whom the director withdraws; "": nobody
	leaver     string // who withdraws by letter; "": nobody
	lot        bool   // a lot seats the players
	ends       bool   // the director adjudicates and closes after the play

	mu        sync.Mutex
	announced bool
	orders    map[string]order // what the director has ordered, by its reason
}

// order is what the director orders in games, with its own reason.
type order struct {
	control.EventAct
	verb     string
	answered bool // corrd has confirmed the order
}

// eventNumber is the number of the one event of a world.
const eventNumber = 1

// newEvent draws who plays in the event of a world, and what becomes of them.
func newEvent(w *world) *event {
	r := w.house.faults.chance("event")
	all := []string{"alice", "bob", "carol", "dan", "erin", "frank"}
	e := &event{entrants: all[:3+r.IntN(4)], substitute: "grace", lot: r.IntN(2) == 0, ends: r.IntN(2) == 0, orders: map[string]order{}}
	fates := r.Perm(len(e.entrants))
	for i, fate := range []*string{&e.absent, &e.expelled, &e.leaver} {
		if r.IntN(2) == 0 && i < len(e.entrants)-1 {
			*fate = e.entrants[fates[i]]
		}
	}
	return e
}

// gather makes the players of an event who are not in the world yet.
func (w *world) gather() {
	for _, name := range append(slices.Clone(w.event.entrants), w.event.substitute) {
		if !slices.ContainsFunc(w.players, func(p *player) bool { return p.name == name }) {
			w.players = append(w.players, &player{world: w, name: name, client: client{name: name}, chance: w.house.faults.chance(name)})
		}
	}
}

func (e *event) isAnnounced() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.announced
}

// director announces the event, starts it, and does in it what a director must.
type director struct {
	*world
	chance *rand.Rand
}

func (d *director) live(ctx context.Context) {
	if !d.insists(ctx, "/event/new", d.file, func(tournament.State) bool { return true }) {
		return
	}
	d.event.mu.Lock()
	d.event.announced = true
	d.event.mu.Unlock()
	if d.chance.IntN(2) == 0 { // a circular that is ordered again goes to nobody twice
		d.asks(ctx, "/event/announce")
		d.asks(ctx, "/event/announce")
	}
	for late := time.Now().Add(2 * time.Hour); rest(ctx, 5*time.Minute); {
		if s, ok := d.stands(); ok && (len(s.Entries) == len(d.event.entrants) || len(s.Entries) > 2 && time.Now().After(late)) {
			break
		}
	}
	if !d.insists(ctx, "/event/start", d.act, func(s tournament.State) bool { return s.Phase == tournament.Playing }) {
		return
	}
	if d.chance.IntN(2) == 0 && d.asks(ctx, "/event/start") { // who does not look what has come of the first order
		d.Errorf("an event that has begun is started again")
	}
	d.meddles(ctx)
}

// act returns the arguments of an order about the event as a whole.
func (d *director) act() any { return control.EventAct{Event: eventNumber} }

// file writes the conditions of the event.
func (d *director) file() any {
	day := func(after int) string { return d.house.clock.Now().UTC().AddDate(0, 0, after).Format(time.DateOnly) }
	text := fmt.Sprintf("name = \"Winter\"\ngames = %d\nenter_by = %s\nbegin = %[2]s\nclose = %[3]s\nlate_entry = true\nterms = \"code british-1899, time 10 moves in 30 days, errors law\"\n",
		1+len(d.event.entrants)%2, day(0), day(3))
	if !d.event.lot {
		text += "players = ["
		for _, name := range d.event.entrants {
			text += fmt.Sprintf("%q, ", name)
		}
		text += "]\n"
	}
	return control.Announcement{File: text}
}

// meddles withdraws a player and puts a substitute into a seat, as the world has it.
func (d *director) meddles(ctx context.Context) {
	for _, once := range d.chance.Perm(2) {
		if !rest(ctx, upTo(90*time.Minute, d.chance)) {
			return
		}
		switch e := d.event; {
		case once == 0 && e.expelled != "":
			d.orders(ctx, order{verb: "/event/withdraw", EventAct: control.EventAct{Player: named(e.expelled), Ending: []string{"", "draw", "forfeit"}[d.chance.IntN(3)]}},
				func(s tournament.State) bool { return holds[tournament.Withdrawn](s) })
		case once == 1 && e.absent != "":
			d.orders(ctx, order{verb: "/event/substitute", EventAct: control.EventAct{Player: named(e.absent), Other: named(e.substitute), Consent: "by letter"}},
				func(s tournament.State) bool { return holds[tournament.Substituted](s) })
		}
	}
}

func named(name string) *control.Whom { return &control.Whom{Address: name} }

// holds reports whether the log of an event holds a fact that the director has ordered.
func holds[F tournament.Fact](s tournament.State) bool {
	return slices.ContainsFunc(s.Log, func(e tournament.Event) bool {
		_, is := e.Fact.(F)
		return is && e.By == tournament.Director
	})
}

// orders gives an order with a reason of its own, and notes whether corrd has confirmed it.
func (d *director) orders(ctx context.Context, o order, done func(tournament.State) bool) bool {
	o.Event = eventNumber
	d.event.mu.Lock()
	o.Reason = fmt.Sprint("for the event's reason ", len(d.event.orders)+1)
	d.event.orders[o.Reason] = o
	d.event.mu.Unlock()
	if !d.insists(ctx, o.verb, func() any { return o.EventAct }, done) {
		return false
	}
	d.event.mu.Lock()
	defer d.event.mu.Unlock()
	o.answered = true
	d.event.orders[o.Reason] = o
	return true
}

// asks gives an order until corrd answers, a few times, and reports whether corrd has done what was
// ordered.
func (d *director) asks(ctx context.Context, verb string) bool {
	for tries := 0; tries < 5 && rest(ctx, upTo(10*time.Minute, d.chance)); tries++ {
		if answer, err := d.call(verb, d.act()); err == nil {
			d.house.faults.count(fmt.Sprint("- orders of the director answered with ", answer, ": ", verb))
			return answer == http.StatusOK
		}
	}
	return false
}

// insists repeats an order until corrd confirms it, or the event shows that it has been carried
// out. Of an order without an answer the director does not always look first what has come.
func (d *director) insists(ctx context.Context, verb string, args func() any, done func(s tournament.State) bool) bool {
	for looks := true; rest(ctx, upTo(10*time.Minute, d.chance)); {
		if s, stands := d.stands(); looks && stands && done(s) {
			return true
		}
		answer, err := d.call(verb, args())
		looks = err == nil || verb == "/event/new" || d.chance.IntN(2) == 0
		switch {
		case err != nil:
			d.house.faults.count("- orders of the director without an answer")
		case answer == http.StatusOK:
			d.house.faults.count("- orders of the director: " + verb)
			return true
		default:
			d.house.faults.count("- orders of the director refused: " + verb)
		}
	}
	return false
}

// stands returns the event as the daemon's store has it; ok is false while there is no event, or no
// daemon.
func (d *director) stands() (s tournament.State, ok bool) {
	d.house.view(func(v store.View) (err error) {
		s, err = v.Tournament(eventNumber)
		ok = err == nil
		return err
	})
	return s, ok
}

// ends adjudicates what goes on at the closing date, when all troubles are over, and closes the
// event.
func (d *director) ends() {
	s, stands := d.stands()
	if !stands || s.Phase != tournament.Playing {
		return
	}
	time.Sleep(max(0, s.Close.Sub(d.house.clock.Now())) + time.Hour)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for _, g := range d.goOn(s) {
		o := order{verb: "/event/adjudicate", EventAct: control.EventAct{Game: g, Score: []string{"white", "black", "draw"}[d.chance.IntN(3)]}}
		d.orders(ctx, o, func(s tournament.State) bool {
			return slices.ContainsFunc(s.Log, func(e tournament.Event) bool { f, is := e.Fact.(tournament.Adjudicated); return is && f.Game == g })
		})
	}
	d.insists(ctx, "/event/close", d.act, func(s tournament.State) bool { return s.Phase == tournament.Over })
}

// goOn returns the games of the event that are not over.
func (d *director) goOn(s tournament.State) (games []int64) {
	d.house.view(func(v store.View) error {
		results, err := tournaments.Results(v, s)
		for _, g := range s.Games {
			if err == nil && results(g.ID) == nil {
				games = append(games, g.ID)
			}
		}
		return err
	})
	return games
}
