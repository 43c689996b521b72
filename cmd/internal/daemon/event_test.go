package daemon_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/game/tournament"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

// What a run counts of events.
const (
	eventsPlayed = "- all-play-all events"
	eventsEnded  = "- all-play-all events closed"
	eventGames   = "- games of all-play-all events"
)

// tournaments checks what has come of the all-play-all event of a world: who is in it, that each
// pair has its games once, the points, and the letters about it.
func (v *verdicts) tournaments() {
	all, err := v.view.Tournaments()
	v.must(err)
	for _, s := range all {
		if v.event == nil || s.ID != eventNumber {
			v.Errorf("event %d is announced, and nobody did that", s.ID)
			continue
		}
		entries, err := v.view.TournamentLog(s.ID)
		v.must(err)
		var log []tournament.Event
		for _, e := range entries {
			log = append(log, e.Event)
		}
		entered := v.entries(log)
		v.tally[eventsPlayed]++
		if s.Seats != nil {
			v.pairs(s, entered)
			v.points(s, tournament.State{ID: s.ID}.Apply(log...))
		}
		if s.Phase == tournament.Over {
			v.tally[eventsEnded]++
		}
		v.lettersOf(s)
		v.directorsOrders(log)
	}
}

// entries returns who was in the event when it started: who had said so in a letter of their own,
// and had not taken it back.
func (v *verdicts) entries(log []tournament.Event) map[int64]bool {
	in, started := map[int64]bool{}, false
	for _, e := range log {
		switch f := e.Fact.(type) {
		case tournament.Started:
			started = true
		case tournament.Entered:
			w := v.of[e.Letter]
			p, err := v.view.Player(f.Player)
			v.must(err)
			if w == nil || w.purpose == toNobody || w.from != p.Addresses[0] || !strings.HasPrefix(strings.ToLower(w.text), "yes") && !strings.Contains(w.text, "enter") {
				v.Errorf("%s is in the event, and has not written so in letter %d", p.Name, e.Letter)
			}
			if in[f.Player] || started {
				v.Errorf("%s enters the event again, or after its start", p.Name)
			}
			in[f.Player] = true
			v.effect[e.Letter] = true
		case tournament.Withdrawn:
			v.effect[e.Letter] = true
			if !started {
				delete(in, f.Player)
			}
		}
	}
	return in
}

// pairs checks that each pair of those who were in the event has its games once, with each colour
// once if there are two.
func (v *verdicts) pairs(s tournament.State, in map[int64]bool) {
	games, beginsAs := map[[2]int64]int{}, map[int64][2]int64{}
	for _, id := range v.games() {
		first, err := v.view.GameAt(id, 1)
		v.must(err)
		if first.Tournament == nil {
			continue
		}
		v.tally[eventGames]++
		beginsAs[id] = first.Players
		if first.Tournament.Instead == 0 {
			games[first.Players]++
		}
	}
	for a := range in {
		for b := range in {
			both, one := games[[2]int64{a, b}]+games[[2]int64{b, a}], games[[2]int64{a, b}]
			if a != b && (both != s.Conditions.Games || one > 1) {
				v.Errorf("players %d and %d of the event have %d games, of which %d with these colours", a, b, both, one)
			}
		}
	}
	if n := len(in) * (len(in) - 1) / 2 * s.Conditions.Games; len(s.Games) != n || len(s.Seats) != len(in) {
		v.Errorf("%d players make %d games; the event has %d players and %d games", len(in), n, len(s.Seats), len(s.Games))
	}
	for _, g := range s.Games {
		if _, begun := beginsAs[g.ID]; !begun {
			v.Errorf("game %d stands in the event, and is none", g.ID)
		}
	}
}

// points checks the table: it returns the points of the games that are over, and folded anew from
// the log it is the same.
func (v *verdicts) points(s, anew tournament.State) {
	points, over, all := make([]int, len(s.Seats)), 0, map[int64]*game.Result{}
	for _, g := range s.Games {
		of, err := v.view.Game(g.ID)
		v.must(err)
		if all[g.ID] = of.Result; of.Result == nil || of.Result.Score == game.Annulled || s.Seats[g.White].Uncounted || s.Seats[g.Black].Uncounted {
			continue
		}
		over++
		switch of.Result.Score {
		case game.WhiteWins:
			points[g.White] += 2
		case game.BlackWins:
			points[g.Black] += 2
		case game.Drawn:
			points[g.White]++
			points[g.Black]++
		}
	}
	results := func(id int64) *game.Result { return all[id] }
	table := s.Table(results)
	for i, row := range table.Rows {
		if row.Points != points[i] {
			v.Errorf("seat %d of the event has %d half points, and the table says %d", i+1, points[i], row.Points)
		}
	}
	if folded := anew.Table(results); !reflect.DeepEqual(folded, table) {
		v.Errorf("folded anew from its log, the event has another table:\n%+v\n%+v", folded, table)
	}
	if s.Phase == tournament.Over && s.Left(results) > 0 {
		v.Errorf("the event is closed, and %d games go on", s.Left(results))
	}
}

// tells returns what a letter of the office tells about an event without being an answer; ok is
// false for any other letter.
func tells(r store.Row) (data templates.Data, ok bool) {
	if r.Data == nil || r.Letter != 0 || json.Unmarshal(r.Data, &data) != nil {
		return data, false
	}
	switch data.Topic {
	case templates.EventAnnounced, templates.EventBegun, templates.EventTable, templates.EventClaims, templates.EventWatch:
		return data, true
	}
	return data, false
}

// lettersOf checks that whoever has a seat from the start was told once that the event begins,
// whoever had a seat once that it is over, and nobody twice that it is announced.
func (v *verdicts) lettersOf(s tournament.State) {
	type one struct {
		player int64
		topic  templates.Topic
	}
	told := map[one]int{}
	for _, r := range v.rows {
		if data, ok := tells(r); ok && (data.Topic != templates.EventTable || data.Reason == "over") {
			told[one{r.Player, data.Topic}]++
		}
	}
	want := map[one]int{}
	for _, seat := range s.Seats {
		want[one{seat.Holders[0].Player, templates.EventBegun}] = 1
		for _, h := range seat.Holders {
			if s.Phase == tournament.Over {
				want[one{h.Player, templates.EventTable}] = 1
			}
		}
	}
	for about, n := range told {
		switch about.topic {
		case templates.EventBegun, templates.EventTable:
			if n != want[about] {
				v.Errorf("player %d has %d letters %s of the event, and ought to have %d", about.player, n, about.topic, want[about])
			}
			delete(want, about)
		case templates.EventAnnounced:
			if n > 1 {
				v.Errorf("the event was announced to player %d %d times", about.player, n)
			}
		}
	}
	for about := range want {
		v.Errorf("player %d has no letter %s of the event", about.player, about.topic)
	}
}

// directorsOrders checks that each order that corrd has confirmed is in the log of the event, once.
func (v *verdicts) directorsOrders(log []tournament.Event) {
	made := map[string]int{}
	for _, e := range log {
		switch f := e.Fact.(type) {
		case tournament.Withdrawn:
			made[f.Reason]++
		case tournament.Substituted:
			made[f.Reason]++
		case tournament.Adjudicated:
			made[f.Reason]++
		}
	}
	for reason, o := range v.event.orders {
		if n := made[reason]; n > 1 || n == 0 && o.answered {
			v.Errorf("the order %s (%s) was carried out %d times; confirmed: %v", o.verb, reason, n, o.answered)
		}
	}
}

// directed returns what an order of the director, or the withdrawal of a player by letter, brings
// about in a game of the event; ok is false for a ruling that neither brought about.
func (v *verdicts) directed(s game.State, f game.Ruled, at time.Time) (events []game.Event, ok bool) {
	if v.event == nil || s.Tournament == nil {
		return nil, false
	}
	o, ordered := v.event.orders[f.Reason]
	if !ordered && v.event.leaver != "" && f.Reason == texts.Say("withdrawn by letter", v.event.leaver) {
		o, ordered = order{verb: "/event/withdraw"}, true
		o.Player = named(v.event.leaver)
	}
	if !ordered {
		return nil, false
	}
	r, condition := game.Ruling{Reason: f.Reason, Umpire: f.Umpire}, tournament.Withdrawing
	switch o.verb {
	case "/event/withdraw":
		r.Verb, r.Side = v.withdrawal(s, o)
	case "/event/substitute":
		condition = tournament.Substitution
		p, err := v.view.PlayerAt(o.Other.Address + "@" + domain)
		v.must(err)
		r.Verb, r.Side, r.Player = game.RulesReplaced, game.PartyOf(v.sideIn(s, o.Player.Address)), p.ID
	case "/event/adjudicate":
		condition, r.Verb = tournament.Adjudication, game.RulesAward
		switch o.Score {
		case "white":
			r.Side = game.White
		case "black":
			r.Side = game.Black
		default:
			r.Verb = game.RulesDrawn
		}
	}
	return play.Decide(s, play.Rule{Ruling: r, Law: tournament.Law(eventNumber, condition)}, at), true
}

// withdrawal returns the ruling in a game of a player who is withdrawn: as the director ordered, or
// by the conditions, by which no game of theirs counts when under half of them were over.
func (v *verdicts) withdrawal(s game.State, o order) (game.Verb, game.Party) {
	side := game.PartyOf(v.sideIn(s, o.Player.Address))
	of, err := v.view.Tournament(eventNumber)
	v.must(err)
	p, err := v.view.Player(s.Players[v.sideIn(s, o.Player.Address)])
	v.must(err)
	switch {
	case o.Ending == "draw":
		return game.RulesDrawn, game.Corrd
	case o.Ending == "" && of.Seats[of.SeatOf(p.ID)].Uncounted:
		return game.RulesAnnulled, game.Corrd
	}
	return game.RulesForfeit, side
}

// sideIn returns the side of somebody in a game, as the game stands.
func (v *verdicts) sideIn(s game.State, name string) board.Side {
	p, err := v.view.PlayerAt(name + "@" + domain)
	v.must(err)
	for side, id := range s.Players {
		if id == p.ID {
			return board.Side(side)
		}
	}
	v.Errorf("game %d is ruled on because of %s, who does not play in it", s.ID, name)
	return board.White
}
