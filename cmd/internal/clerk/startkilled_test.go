package clerk

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"corrd/cmd/internal/control"
	"corrd/game/tournament"
	"corrd/store"
)

// TestStartKilled kills the daemon before and after each commit of a start in turn, from the
// director's order to the last letter that has left. Started anew, and told to start the event once
// more without looking, it has begun the games of each pair exactly once, and told everybody of
// them once.
func TestStartKilled(t *testing.T) {
	stores := []string{"bolt"}
	if !testing.Short() {
		stores = append(stores, "postgres") // half a minute
	}
	killedAtEachCommit(t, 8, stores, (*mortal).startKilled)
}

// startKilled announces another event, enters everybody, and starts it in a process that k kills,
// and again in those that come after it. It reports whether the process was killed at all.
func (h *mortal) startKilled(k killer) (killed bool) {
	h.Helper()
	at := fmt.Sprint(k.point, " ", k.left)
	h.lives(killer{})
	id := h.event("games = 2\nterms = \"code british-1899, time 10 moves in 30 days, medium email\"")
	names := []string{"alice", "bob", "carol", "Eliza"}
	for _, name := range names {
		a := control.EventAct{Event: id, Player: &control.Whom{Address: name}, Consent: "by word of mouth"}
		if _, err := h.room().EventEnter(h.Context(), a); err != nil {
			h.Fatal(err)
		}
	}
	before := len(h.sent)
	h.lives(k)
	for h.starts(id); h.kill.dead; h.starts(id) {
		killed = true
		h.lives(killer{})
	}
	h.begunOnce(at, id)
	told := map[string]int{}
	for _, l := range h.sent[before:] {
		if strings.Contains(string(l.raw), fmt.Sprintf("Event %d, Winter, begins", id)) {
			told[l.to]++
		}
	}
	if want := map[string]int{"alice@example.org": 1, "bob@example.org": 1, "carol@example.org": 1}; !reflect.DeepEqual(told, want) {
		h.Errorf("killed at %s: letters of the beginning to %v", at, told)
	}
	return killed
}

// starts has the director start an event, and lets all letters leave unless the process dies.
func (h *mortal) starts(id int64) {
	h.Helper()
	_, err := h.room().EventStart(h.Context(), control.EventAct{Event: id})
	var refusal *control.Refusal
	if err != nil && !h.kill.dead && !errors.As(err, &refusal) {
		h.Fatal(err)
	}
	if _, err := h.courier.SendDue(h.Context()); err != nil && !h.kill.dead {
		h.Fatal(err)
	}
}

// begunOnce checks that an event of four players, two games a pair, has its twelve games and no
// others, and that whoever has no mailbox has a card for each of theirs.
func (h *mortal) begunOnce(at string, id int64) {
	h.Helper()
	h.view(func(v store.View) error {
		s, err := v.Tournament(id)
		if err != nil {
			return err
		}
		games, err := v.Games(0, 10_000)
		met, cards := map[[2]int64]int{}, 0
		rows, failed := v.Rows(10_000, store.ToPrint)
		for _, g := range games {
			of, err := v.Game(g)
			if err != nil {
				return err
			}
			if of.Tournament == nil || of.Tournament.Number != id {
				continue
			}
			if met[of.Players]++; met[of.Players] > 1 || !s.Plays(g) {
				h.Errorf("killed at %s: game %d of %v is begun twice, or stands not in the event", at, g, of.Players)
			}
			for _, r := range rows {
				if r.Game == g {
					cards++
				}
			}
		}
		if len(met) != 12 || len(s.Games) != 12 || cards != 6 || s.Phase != tournament.Playing {
			h.Errorf("killed at %s: %d pairings, %d games, %d cards, %s", at, len(met), len(s.Games), cards, s.Phase)
		}
		return errors.Join(err, failed)
	})
}
