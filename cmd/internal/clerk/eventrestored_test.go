package clerk

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"corrd/cmd/internal/control"
	"corrd/game/tournament"
	"corrd/store"
)

// standing returns the table of event 1, in print.
func (r *restoring) standing() (text string) {
	r.Helper()
	t, err := r.room().EventTable(r.Context(), control.EventTable{ID: 1, As: "text"})
	if err != nil {
		r.Fatal(err)
	}
	return t.Text
}

// games returns the players of each game of event 1, and checks that the event knows each.
func (r *restoring) games() (all map[int64][2]int64) {
	r.Helper()
	all = map[int64][2]int64{}
	r.view(func(v store.View) error {
		s, err := v.Tournament(1)
		games, failed := v.Games(0, 1000)
		for _, id := range games {
			of, err := v.Game(id)
			if err != nil {
				return err
			}
			if of.Tournament == nil {
				continue
			}
			if all[id] = of.Players; !s.Plays(id) {
				r.Errorf("game %d is of the event, which does not know it", id)
			}
		}
		if s.Phase == tournament.Playing && len(all) != len(s.Games) {
			r.Errorf("%d games are begun, and %d stand in the event", len(all), len(s.Games))
		}
		return errors.Join(err, failed)
	})
	return all
}

// TestEventFromABackupBeforeItsStart puts back a backup of a day on which two of three had entered.
// The third has entered since, by a letter, the director has started the event, and a move has been
// made. The letter enters the third again; the start is the director's to make again, and begins
// the same games, because the lot is the same; and whose move came when there were none is told so.
func TestEventFromABackupBeforeItsStart(t *testing.T) {
	r := newRestoring(t)
	r.cfg.AuthservID = "mx.example"
	r.join("carol")
	r.event("games = 2")
	for _, who := range []string{"alice", "bob"} {
		r.takes(r.letter(who, "corrd@club.example", "enters."+who, "enter 1"))
	}
	r.old = r.backup()
	r.passes(1, true)
	r.takes(r.letter("carol", "corrd@club.example", "enters", "enter 1"))
	r.start(1)
	r.sendAll()
	before := r.games()
	first := gameOf(r.lastTold("alice", "start")) + "\nP-K4"
	r.takes(r.letter("alice", r.keyFrom("alice", "start"), "moves", first))
	r.restores()
	r.sendAll()
	if got := r.entrants(1); got != "alice bob carol" {
		t.Errorf("in the event are %q", got)
	}
	if games := r.games(); len(games) != 0 {
		t.Errorf("games are begun that the director has not begun again: %v", games)
	}
	wants(t, r.lastTold("alice", "refused"), "You do not play in game", "nothing has changed")
	r.start(1)
	r.sendAll()
	if again := r.games(); len(again) != 6 || !maps.Equal(again, before) {
		t.Errorf("the games are %v, and were %v", again, before)
	}
	r.takes(r.letter("alice", r.keyFrom("alice", "start"), "moves.again", first))
	if l := r.newest(); l.State != store.Acted {
		t.Errorf("the move in the game that was begun again: %+v", l)
	}
}

// gameOf returns the first line of a letter that names a game to move in.
func gameOf(text string) string {
	for line := range strings.Lines(text) {
		if name := strings.TrimSpace(strings.TrimPrefix(line, "| ")); strings.HasPrefix(name, "Game ") {
			return name
		}
	}
	return ""
}

// TestEventFromABackupInItsMiddle puts back a backup from the middle of an event. What players have
// written since is taken again in its order: a resignation, and a withdrawal with its yes; the
// table is the same as before, and nobody is told anything twice.
func TestEventFromABackupInItsMiddle(t *testing.T) {
	r := newRestoring(t)
	r.cfg.AuthservID = "mx.example"
	r.join("carol", "dan")
	r.event("withdrawal = \"lost\"")
	for _, who := range []string{"alice", "bob", "carol", "dan"} {
		r.takes(r.letter(who, "corrd@club.example", "enters."+who, "enter 1"))
	}
	r.start(1)
	r.sendAll()
	r.old = r.backup()
	games := r.games()
	r.passes(1, true)
	start := r.lastTold("alice", "start")
	r.takes(r.letter("alice", r.keyFrom("alice", "start"), "moves", gameOf(start)+"\nresign"))
	r.takes(r.letter("carol", "corrd@club.example", "asks", "withdraw from event 1"))
	r.takes(r.letter("carol", r.keyFrom("carol", "confirm"), "leaves", "yes"))
	r.takes(r.letter("dan", "corrd@club.example", "looks", "table 1"))
	was, sent := r.standing(), len(r.sent)
	if !strings.Contains(was, "carol") || !strings.Contains(was, "w withdrawn") {
		t.Fatalf("nothing has happened:\n%s", was)
	}
	r.restores()
	r.sendAll()
	if is := r.standing(); is != was {
		t.Errorf("the table is\n%s\nand was\n%s", is, was)
	}
	if again := r.games(); !maps.Equal(again, games) {
		t.Errorf("the games are %v, and were %v", again, games)
	}
	for _, l := range r.sent[sent:] {
		t.Errorf("again, to %s: %.400s", l.to, l.raw)
	}
}
