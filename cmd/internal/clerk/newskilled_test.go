package clerk

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/store"
	"corrd/store/bolt"
	"corrd/store/peertest"
	"corrd/store/postgres"
)

// killer kills a process in one of its commits: what was not committed is lost, and nothing that
// the process writes afterwards is kept.
type killer struct {
	point string // the failpoint of the kill
	left  int    // how many commits pass that point before it
	dead  bool
}

var errDead = errors.New("the process is dead")

// killing guards every killer: a daemon on a database has several commits at once.
var killing sync.Mutex

func (k *killer) fail(point string) error {
	killing.Lock()
	defer killing.Unlock()
	if point == k.point && !k.dead {
		k.left--
		k.dead = k.left < 0
	}
	if k.dead {
		return errDead
	}
	return nil
}

// TestCircularKilled kills the daemon before and after each commit of a circular in turn, from the
// command that sends it to the last letter that has left. Started anew, and told to send the same
// words once more, it sends each reader the circular exactly once, by mail and by card.
func TestCircularKilled(t *testing.T) {
	killedAtEachCommit(t, 20, []string{"bolt", "postgres"}, func(h *mortal, k killer) bool {
		return h.circularKilled(fmt.Sprint(k.point, " ", k.left), k)
	})
}

// killedAtEachCommit has a process killed before and after each commit of what it does, in turn, on
// each of some stores: killed does it with one killer, and reports whether the process was killed
// at all. There are three players with a mailbox, and Eliza, who has none. least is how many kills
// there are at least. Where not everything is tried the process is killed before every second
// commit, and after the others.
func killedAtEachCommit(t *testing.T, least int, stores []string, killed func(h *mortal, k killer) bool) {
	t.Helper()
	virtual := watch.NewVirtual(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	path, database := filepath.Join(t.TempDir(), "corrd.db"), ""
	opens := map[string]func(k *killer) (store.Store, error){
		"bolt": func(k *killer) (store.Store, error) {
			return bolt.Open(path, bolt.Options{NoSync: true, Now: virtual.Now, Failpoint: k.fail})
		},
		"postgres": func(k *killer) (store.Store, error) {
			return postgres.Open(database, postgres.Options{Now: virtual.Now, Failpoint: k.fail})
		},
	}
	for _, name := range stores {
		t.Run(name, func(t *testing.T) {
			if name == "postgres" {
				database = peertest.Beside(t)
			}
			h := &mortal{table: tableWith(t), open: opens[name], dir: t.TempDir(), now: virtual}
			h.Clerk.clock = virtual
			h.lives(killer{})
			h.join("alice", "bob", "carol")
			if _, err := h.room().PlayerAdd(t.Context(), control.Enrolment{Name: "Eliza", Postal: "12 High Street, Lincoln", Quiet: true}); err != nil {
				t.Fatal(err)
			}
			kills, each := 0, peertest.Share(2, 2)
			for i, point := range []string{bolt.BeforeCommit, bolt.AfterCommit} {
				for n := i % each; killed(h, killer{point: point, left: n}); n += each {
					kills++
				}
			}
			if h.db.Close(); kills < least/each {
				t.Errorf("killed %d times only", kills)
			}
			t.Logf("killed %d times", kills)
		})
	}
}

// mortal is a table whose process can be killed and started anew on its store.
type mortal struct {
	*table
	open func(k *killer) (store.Store, error)
	dir  string // of the journal of letters handed over
	now  *watch.Virtual
	kill *killer
}

// lives starts the process, which k will kill.
func (h *mortal) lives(k killer) {
	h.Helper()
	h.db.Close()
	point := k.point
	k.point, h.kill = "", &k // not while it starts
	db, err := h.open(h.kill)
	if err != nil {
		h.Fatal(err)
	}
	h.Clerk = again(h.T, h.Clerk, db, h.now, h.table)
	h.keepsJournal(h.dir)
	if err := h.recall(h.Context()); err != nil {
		h.Fatal(err)
	}
	k.point = point
}

// circularKilled sends a circular from a process that k kills, and again from those that come after
// it. It reports whether the process was killed at all.
func (h *mortal) circularKilled(subject string, k killer) (killed bool) {
	h.Helper()
	h.lives(k)
	for h.sends(subject); h.kill.dead; h.sends(subject) {
		killed = true
		h.lives(killer{})
	}
	letters := map[string]int{}
	for _, l := range h.sent {
		if strings.Contains(string(l.raw), "Subject: "+subject+" ") {
			letters[l.to]++
		}
	}
	cards := 0
	h.view(func(v store.View) error {
		rows, err := v.Rows(10_000, store.ToPrint)
		for _, r := range rows {
			if strings.Contains(string(r.Data), `"`+subject+`"`) {
				cards++
			}
		}
		return err
	})
	if len(letters) != 3 || letters["alice@example.org"]*letters["bob@example.org"]*letters["carol@example.org"] != 1 || cards != 1 {
		h.Errorf("killed at %s: letters to %v, %d cards", subject, letters, cards)
	}
	return killed
}

// sends has the secretary send a circular, and lets time pass until all of it has gone or the
// process is dead.
func (h *mortal) sends(subject string) {
	h.Helper()
	_, err := h.room().Message(h.Context(), control.Message{All: true, Subject: subject, Words: "Bring a board."})
	var refusal *control.Refusal
	if err != nil && !h.kill.dead && !errors.As(err, &refusal) {
		h.Fatal(err)
	}
	for turn := 0; turn < 8 && !h.kill.dead; turn++ {
		if _, err := h.sendNews(h.Context()); err != nil && !h.kill.dead {
			h.Fatal(err)
		}
		if _, err := h.courier.SendDue(h.Context()); err != nil && !h.kill.dead {
			h.Fatal(err)
		}
		h.now.Set(h.now.Now().Add(ledger.NewsEvery))
	}
}
