package clerk

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/tournaments"
	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/game/tournament"
	"corrd/mailer"
	"corrd/store"
	"corrd/store/bolt"
	"corrd/store/peertest"
	"corrd/store/postgres"
)

// TestEventKilled plays an event whose daemon is killed again and again, in commits that chance
// chooses, while players enter, resign and agree to draws by letter, and the director starts,
// rules, substitutes, withdraws, adjudicates and closes. Who got no answer asks again. After each
// act the points are those of the games that are over, and the event folded anew has the same
// table.
func TestEventKilled(t *testing.T) {
	seeds := map[string]uint64{"bolt": 6 / uint64(peertest.Share(2, 6)), "postgres": 1}
	if testing.Short() {
		delete(seeds, "postgres")
	}
	for name := range seeds {
		for seed := range seeds[name] {
			t.Run(fmt.Sprint(name, seed+1), func(t *testing.T) {
				virtual := watch.NewVirtual(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
				path, url := filepath.Join(t.TempDir(), "corrd.db"), ""
				open := func(k *killer) (store.Store, error) {
					return bolt.Open(path, bolt.Options{NoSync: true, Now: virtual.Now, Failpoint: k.fail})
				}
				if name == "postgres" {
					url = peertest.Beside(t)
					open = func(k *killer) (store.Store, error) {
						return postgres.Open(url, postgres.Options{Now: virtual.Now, Failpoint: k.fail})
					}
				}
				h := &killedEvent{mortal: &mortal{table: tableWith(t), open: open, dir: t.TempDir(), now: virtual}, chance: rand.New(rand.NewPCG(seed+1, 34))}
				h.Clerk.clock = virtual
				h.lives(killer{})
				h.join("alice", "bob", "carol", "dan", "erin")
				h.plays()
				h.judge()
				h.db.Close()
			})
		}
	}
}

// killedEvent is an event of a house whose daemon is killed.
type killedEvent struct {
	*mortal
	chance *rand.Rand
	kills  int
}

// do has somebody do something, and once more if the daemon was killed by it.
func (h *killedEvent) do(act func() error) {
	h.Helper()
	h.now.Set(h.now.Now().Add(time.Hour))
	h.lives(killer{point: []string{bolt.BeforeCommit, bolt.AfterCommit}[h.chance.IntN(2)], left: h.chance.IntN(4)})
	err := act()
	if _, sent := h.courier.SendDue(h.Context()); !h.kill.dead && sent != nil {
		h.Fatal(sent)
	}
	if h.kill.dead {
		h.kills++
		h.lives(killer{})
		err = act()
	}
	var refusal *control.Refusal
	if err != nil && !errors.As(err, &refusal) {
		h.Fatal(err)
	}
	h.sendAll()
	h.sound()
}

// writes has somebody write to an address, which is found out before; the same letter comes again.
func (h *killedEvent) writes(from, to, words string) {
	h.Helper()
	id := fmt.Sprint("k", h.now.Now().Unix())
	raw := fmt.Sprintf("From: %s@example.org\r\nTo: %s\r\nMessage-ID: <%s@example.org>\r\n\r\n%s\r\n", from, to, id, words)
	env := mailer.Envelope{From: from + "@example.org", To: []string{to}, Auth: mailer.AuthPass}
	h.do(func() error { return h.Deliver("smtp")(h.Context(), env, []byte(raw), h.now.Now()) })
}

// seat has the player of a side write in a game.
func (h *killedEvent) seat(id int64, side board.Side, words string) {
	h.Helper()
	var s ledger.Seat
	h.view(func(v store.View) (err error) {
		s.Side = side
		if s.Game, err = v.Game(id); err == nil {
			s.Player, err = v.Player(s.Game.Players[side])
		}
		return err
	})
	h.writes(s.Player.Name, h.desk.Keys.Address(s.Token(), s.Generation(), h.Ledger().Site), words)
}

// directs has the director do something in the event.
func (h *killedEvent) directs(f func(r *control.Room, a control.EventAct) error, a control.EventAct) {
	h.Helper()
	a.Event = 1
	h.do(func() error { return f(h.room(), a) })
}

// plays plays an event from its announcement to its end.
func (h *killedEvent) plays() {
	h.Helper()
	h.event("games = 2\nterms = \"code british-1899, time 10 moves in 300 days, errors law, notation descriptive\"")
	for _, who := range []string{"alice", "bob", "carol", "dan"} {
		h.writes(who, "corrd@club.example", "enter 1")
	}
	h.directs(func(r *control.Room, a control.EventAct) error { _, err := r.EventStart(h.Context(), a); return err }, control.EventAct{})
	var games []tournament.Game
	h.view(func(v store.View) error { s, err := v.Tournament(1); games = s.Games; return err })
	whom := func(name string) *control.Whom { return &control.Whom{Address: name} }
	for i, g := range games {
		switch i % 5 {
		case 0:
			h.seat(g.ID, board.White, "resign")
		case 1:
			h.seat(g.ID, board.White, "P-K4\noffer draw")
			h.seat(g.ID, board.Black, "accept draw")
		case 2:
			rule := play.Rule{Ruling: game.Ruling{Verb: game.RulesForfeit, Side: game.White, Reason: "by telephone"}, Law: "event:1.withdrawal"}
			h.do(func() error { _, err := h.room().Rule(h.Context(), control.Ruling{ID: g.ID, Rule: &rule}); return err })
		}
		switch i {
		case 3:
			h.directs(func(r *control.Room, a control.EventAct) error {
				_, err := r.EventSubstitute(h.Context(), a)
				return err
			},
				control.EventAct{Player: whom("carol"), Other: whom("erin"), Consent: "her letter", Reason: "illness"})
		case 8:
			h.directs(func(r *control.Room, a control.EventAct) error { _, err := r.EventWithdraw(h.Context(), a); return err },
				control.EventAct{Player: whom("dan"), Reason: "silence"})
		}
	}
	h.now.Set(h.now.Now().AddDate(0, 0, 91))
	for _, g := range games {
		h.directs(func(r *control.Room, a control.EventAct) error {
			_, err := r.EventAdjudicate(h.Context(), a)
			return err
		},
			control.EventAct{Game: g.ID, Score: "draw", Reason: "neither side can win"})
	}
	h.directs(func(r *control.Room, a control.EventAct) error { _, err := r.EventClose(h.Context(), a); return err }, control.EventAct{})
}

// sound checks the table of the event.
func (h *killedEvent) sound() {
	h.Helper()
	h.view(func(v store.View) error {
		s, err := v.Tournament(1)
		if err != nil || s.Seats == nil {
			return err
		}
		results, err := tournaments.Results(v, s)
		if err != nil {
			return err
		}
		table := s.Table(results)
		if anew := (tournament.State{ID: s.ID}).Apply(s.Log...); !reflect.DeepEqual(anew.Table(results), table) {
			h.Error("folded anew the table is another")
		}
		points, over := 0, 0
		for _, r := range table.Rows {
			points += r.Points
		}
		for _, g := range s.Games {
			of, err := v.Game(g.ID)
			if err != nil {
				return err
			}
			if of.Result != nil && of.Result.Score != game.Annulled && !s.Seats[g.White].Uncounted && !s.Seats[g.Black].Uncounted {
				over++
			}
		}
		if points != 2*over {
			h.Errorf("%d half points in %d games that are over", points, over)
		}
		return nil
	})
}

// judge checks what has come of the whole event.
func (h *killedEvent) judge() {
	h.Helper()
	h.view(func(v store.View) error {
		s, err := v.Tournament(1)
		if err != nil {
			return err
		}
		games, err := v.Games(0, 100)
		met := map[[2]int64]int{}
		for _, id := range games {
			first, err := v.GameAt(id, 1)
			if err != nil {
				return err
			}
			met[first.Players]++
		}
		if len(games) != 12 || len(met) != 12 || s.Phase != tournament.Over {
			h.Errorf("%d games of %d pairings, %s", len(games), len(met), s.Phase)
		}
		return err
	})
	told := func(kind, words string) map[string]int {
		all := map[string]int{}
		for _, who := range []string{"alice", "bob", "carol", "dan", "erin"} {
			for _, text := range h.told(who, kind) {
				if strings.Contains(strings.Join(strings.Fields(text), " "), words) {
					all[who]++
				}
			}
		}
		return all
	}
	four := map[string]int{"alice": 1, "bob": 1, "carol": 1, "dan": 1}
	if got := told("start", "You play six games"); !reflect.DeepEqual(got, four) {
		h.Errorf("letters of the beginning: %v", got)
	}
	if got := told("office", "You have entered event 1"); !reflect.DeepEqual(got, four) {
		h.Errorf("letters of entry: %v", got)
	}
	if got := told("office", "This is the final table"); len(got) != 5 || got["erin"] != 1 || got["carol"] != 1 || got["alice"] != 1 {
		h.Errorf("final tables: %v", got)
	}
	if _, err := h.db.Check(func(f store.Fault) { h.Errorf("check: %s", f) }); err != nil {
		h.Error(err)
	}
	h.Logf("killed %d times", h.kills)
	if h.kills < 8 {
		h.Errorf("killed %d times only", h.kills)
	}
}
