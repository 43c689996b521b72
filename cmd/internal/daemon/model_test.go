package daemon_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/game/stated"
	"corrd/game/telling"
	"corrd/interpret"
	"corrd/store"
)

// game checks I2, I3 and I7 of one game. The log must be exactly what the laws decide about the
// letters that the log names, in their order, and about the time that passed. Every letter that
// these events send must be in the outbox.
func (v *verdicts) game(id int64) {
	entries, err := v.view.Events(id)
	v.must(err)
	log := make([]game.Event, len(entries))
	for i, e := range entries {
		log[i] = e.Event
	}
	v.rotations(id, log)
	s := game.State{ID: id}
	wanted := map[string]bool{} // false: a letter of the office may say the same instead
	for i := 0; i < len(log); {
		events, letter := v.decide(s, log[i:])
		n := len(events)
		if n == 0 || i+n > len(log) || !sameEvents(events, log[i:i+n]) {
			v.Errorf("game %d, event %d: the laws decide\n%s\nthe log says\n%s", id, i+1, say(events), say(log[i:min(len(log), i+max(n, 1))]))
			return
		}
		for _, d := range telling.Dispatches(s, events) {
			if d.Kind == "start" && s.Apply(events[:d.Event+1]...).BeginsWithEvent() {
				continue // one letter a player tells of all these games
			}
			wanted[fmt.Sprint(d.To, " ", d.Kind, " of event ", i+d.Event+1)] = n > 1 || !rotates(events[0])
		}
		v.act(id, letter)
		v.bound(s, events)
		v.oneActOfWords(s, events, letter)
		s = s.Apply(events...)
		i += n
	}
	v.outbox(id, wanted, leavers(log))
	v.alarm(s)
	for _, e := range log {
		if v.own(e.At) {
			v.tally[eventsJudged]++
		}
	}
	for _, m := range s.Line {
		if v.own(m.At) {
			v.tally[movesPlayed]++
		}
	}
	v.tally[gamesPlayed]++
	if s.Result != nil {
		v.tally[gamesPlayed+" ended by "+string(s.Result.How)]++
	}
}

// own reports whether an event at a time belongs to this world, and not to its beginning.
func (v *verdicts) own(at time.Time) bool { return !at.Before(v.since) }

// decide asks the laws again what follows from the act behind the first event of the rest of a log.
// letter is the letter that was the act, or 0 if the act was not a letter.
func (v *verdicts) decide(s game.State, log []game.Event) (events []game.Event, letter int64) {
	e := log[0]
	switch f := e.Fact.(type) {
	case game.Started:
		return play.Decide(s, play.Start{Terms: f.Terms, Players: f.Players, Lot: f.Lot, Match: f.Match, Tournament: f.Tournament, Letter: e.Letter, Seed: f.Seed}, e.At), e.Letter
	case game.Notified:
		if !f.Assumed {
			told := int64(0)
			if f.Question { // the letter that asks has been accepted
				told = s.Seq
			}
			return play.Decide(s, play.Notify{Side: f.Side, Told: told}, e.At), 0
		}
	case game.Rotated:
		if events, alone := v.rotation(s, log); alone {
			return events, 0
		}
	case game.Ruled:
		return v.ruling(s, f, e), 0
	case game.Deferred:
		return play.Decide(s, play.Defer{Letter: f.Letter}, e.At), 0
	case game.Credited:
		return play.Decide(s, play.Outage{From: e.At.Add(-time.Duration(f.Seconds) * time.Second), Until: e.At, Why: f.Why}, e.At), 0
	}
	if heard := heardBefore(s); heard[e.Letter] {
		return v.overdue(s, log, heard)
	}
	return v.ofLetter(s, e), e.Letter
}

// heardBefore returns the letters whose words can take effect in a game by time alone: those under
// way, and those of the forms that may be certified. 0 stands for no letter.
func heardBefore(s game.State) map[int64]bool {
	heard := map[int64]bool{0: true}
	for _, p := range s.Transit {
		heard[p.Letter] = true
	}
	for _, w := range s.Wires {
		if w != nil {
			heard[w.Letter] = true
		}
	}
	return heard
}

// overdue finds the act that brought about what was overdue: an alarm, which may have rung after
// several things had fallen due, or a later letter. The letters that were sent show which act it
// was.
func (v *verdicts) overdue(s game.State, log []game.Event, heard map[int64]bool) (events []game.Event, letter int64) {
	try := func(all []game.Event, by int64) {
		if n := len(all); n > len(events) && n <= len(log) && sameEvents(all, log[:n]) && v.told(s, all) {
			events, letter = all, by
		}
	}
	for i, e := range log {
		if !heard[e.Letter] {
			try(v.ofLetter(s, e), e.Letter)
			break
		}
		if i == 0 || !e.At.Equal(log[i-1].At) {
			try(play.Decide(s, play.Alarm{}, e.At), 0)
		}
	}
	if len(events) == 0 {
		events = play.Decide(s, play.Alarm{}, log[0].At)
	}
	return events, letter
}

// told reports whether the outbox holds exactly the letters that events send as one act.
func (v *verdicts) told(s game.State, events []game.Event) bool {
	sent := map[string]bool{}
	for _, r := range v.rows {
		if r.Game == s.ID && r.Data == nil && r.Seq > s.Seq && r.Seq <= s.Seq+int64(len(events)) {
			sent[fmt.Sprint(r.Side, r.Kind, r.Seq)] = true
		}
	}
	all := telling.Dispatches(s, events)
	for _, d := range all {
		if !sent[fmt.Sprint(d.To, d.Kind, s.Seq+int64(d.Event)+1)] {
			return false
		}
	}
	return len(sent) == len(all)
}

// ofLetter returns the events of a letter whose first event is the first of the rest of the log.
func (v *verdicts) ofLetter(s game.State, e game.Event) []game.Event {
	l := v.letter(s, e.Letter)
	l.Shown = v.shows(s, e.Letter)
	if e.At.Before(l.Received) { // the letter was released after the clock had been set back
		l.Received = e.At
	}
	if e.At.After(l.Received) && v.askedAbout(e.Letter) { // the letter was held, and counts from its release
		l.Received = e.At
	}
	if f, carried := e.Fact.(game.HandedIn); carried {
		l.Released = f.Released
	}
	events := play.Decide(s, l, l.Received)
	// corrd did not believe the clock
	if l.Patient = v.jumped; l.Patient && !beginsWith(events, e) {
		return play.Decide(s, l, l.Received)
	}
	return events
}

// askedAbout reports whether a player was asked whether a letter is theirs.
func (v *verdicts) askedAbout(letter int64) bool {
	return slices.ContainsFunc(v.rows, func(r store.Row) bool { return r.Kind == "confirm" && r.Letter == letter })
}

// act notes that a letter acts, and reports a second time as an error.
func (v *verdicts) act(game, id int64) {
	if id == 0 {
		return
	}
	if v.actedIn[[2]int64{game, id}] || v.acted[id] && v.of[id].purpose != toEvent {
		v.Errorf("letter %d acts twice", id)
	}
	v.acted[id], v.actedIn[[2]int64{game, id}] = true, true
}

func (v *verdicts) record(id int64) (l store.Letter) {
	if id == 0 {
		return l
	}
	l, err := v.view.Letter(id)
	v.must(err)
	return l
}

// letter is a letter as its writer wrote it for a game.
func (v *verdicts) letter(g game.State, id int64) play.Letter {
	s := v.of[id]
	if s == nil || s.purpose != toPlay && s.purpose != toEvent {
		v.Errorf("letter %d has acted, which had no key", id)
		return play.Letter{}
	}
	page := interpret.Parse(s.text)
	l := play.Letter{ID: id, Ply: s.token.Ply, By: v.sideOfWriter(g, s), Received: v.record(id).Received, Note: page.Note}
	for _, st := range page.Statements {
		switch {
		case s.purpose == toEvent && int64(st.Game) != g.ID:
		case forTheOffice(st.Kind):
			l.Left = append(l.Left, st.Text)
		default:
			l.Statements = append(l.Statements, st)
		}
	}
	if s.purpose == toEvent {
		l.Took = stated.Took(page.Statements, l.Statements, g.ID)
	}
	return l
}

// sideOfWriter returns the side for which a letter was written: that of its key or, if the key is
// of an event, that of its writer in the game.
func (v *verdicts) sideOfWriter(s game.State, w *sending) board.Side {
	if w.purpose == toEvent {
		name, _, _ := strings.Cut(w.from, "@")
		return v.sideIn(s, name)
	}
	return sideOf(w.token).of
}

// forTheOffice reports whether statements of a kind are not about the game.
func forTheOffice(k interpret.Kind) bool {
	return slices.Contains([]interpret.Kind{interpret.KindShow, interpret.KindHistory, interpret.KindPGN, interpret.KindBook, interpret.KindGames, interpret.KindHelp,
		interpret.KindRepeat, interpret.KindSet, interpret.KindTry, interpret.KindAddress, interpret.KindRegister, interpret.KindChallenge}, k)
}

// bound checks that a move is played in the ply that its key names. A reply that was withheld is
// played by the letter that adopts a move, and this letter has another key.
func (v *verdicts) bound(s game.State, events []game.Event) {
	for _, e := range events {
		if f, ok := e.Fact.(game.Played); ok && e.Letter != 0 && !f.Conditional && v.of[e.Letter].purpose == toPlay && !onlyAdopts(v.of[e.Letter].text) {
			if named := v.of[e.Letter].token.Ply; named != f.Ply {
				v.Errorf("game %d: letter %d has the key of ply %d and plays ply %d", s.ID, e.Letter, named, f.Ply)
			}
		}
	}
}

// onlyAdopts reports whether a letter adopts a move and states no other move.
func onlyAdopts(text string) bool {
	all := interpret.Parse(text).Statements
	return len(all) == 1 && all[0].Kind == interpret.KindAdopt
}

// oneActOfWords checks that the same words act once in a round of a ply, even in several letters.
func (v *verdicts) oneActOfWords(s game.State, events []game.Event, letter int64) {
	w := v.of[letter]
	if l := v.record(letter); w == nil || w.purpose != toPlay && w.purpose != toEvent || l.State != store.Acted {
		return
	}
	for _, e := range events { // what was overdue came before the letter
		if e.Letter == letter {
			break
		}
		s = s.Apply(e)
	}
	round := s.Rounds[v.sideOfWriter(s, w)]
	if w.token.Ply < s.LastPly() {
		round = -1
	}
	what := fmt.Sprint("game ", s.ID, ", ", w.token.String(), ", round ", round, ": ", w.text)
	if earlier := v.acts[what]; earlier != 0 {
		v.Errorf("letters %d and %d say the same, and both acted (%s)", earlier, letter, what)
	}
	v.acts[what] = letter
}

// leavers returns who has lost a seat in a game, by the number of the event.
func leavers(log []game.Event) map[int64]int64 {
	all := map[int64]int64{}
	for i, e := range log {
		if f, ok := e.Fact.(game.Replaced); ok {
			all[int64(i)+1] = f.Was
		}
	}
	return all
}

// outbox checks that each letter of a game is in the outbox once. leaving are those who lost a
// seat.
func (v *verdicts) outbox(id int64, wanted map[string]bool, leaving map[int64]int64) {
	for _, r := range v.rows {
		if r.Game != id || r.Data != nil {
			continue
		}
		what := fmt.Sprint(r.Side, " ", r.Kind, " of event ", r.Seq)
		if r.Kind == "ruling" && r.Player != 0 && leaving[r.Seq] == r.Player { // told beside who takes the seat
			delete(leaving, r.Seq)
			continue
		}
		if _, ok := wanted[what]; !ok {
			v.Errorf("game %d: row %d tells %s what nobody decided, or again", id, r.ID, what)
		}
		delete(wanted, what)
	}
	for seq, player := range leaving {
		v.Errorf("game %d: player %d is not told that event %d took the seat", id, player, seq)
	}
	for what, must := range wanted {
		if must {
			v.Errorf("game %d: %s has no row", id, what)
		}
	}
}

// alarm checks that a game that is not over has a next event.
func (v *verdicts) alarm(s game.State) {
	at, kind := s.Deadline()
	if s.Result == nil && s.Phase != game.Suspended && at.IsZero() {
		v.Errorf("game %d runs and nothing will ever fall due (%v)", s.ID, kind)
	}
	if s.Result == nil && s.Phase == game.AwaitMove && !s.Illegible && !s.Window.Told {
		v.Errorf("game %d: %s has been asked for his move, and no window of his is open", s.ID, s.Window.Side)
	}
}

// beginsWith reports whether events begin with the next event of the log.
func beginsWith(events []game.Event, e game.Event) bool {
	return len(events) > 0 && reflect.TypeOf(events[0].Fact) == reflect.TypeOf(e.Fact)
}

func sameEvents(a, b []game.Event) bool { return say(a) == say(b) }

// say writes events in a form that can be compared and read.
func say(events []game.Event) (text string) {
	for _, e := range events {
		fact, _ := json.Marshal(e.Fact)
		text += fmt.Sprintf("  %s by %s, %s, letter %d: %T %s\n", e.At.Format(time.RFC3339), e.By, e.Law, e.Letter, e.Fact, fact)
	}
	return text
}
