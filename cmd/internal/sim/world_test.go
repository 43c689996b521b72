package sim

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2/imapclient"

	"corrd/store"
)

// world is one run: a house, its correspondents and their book.
type world struct {
	*testing.T
	house   *house
	book    *book
	players []*player
	chance  *rand.Rand
	hours   int

	mu    sync.Mutex
	old   []string // mailboxes the sexton has put aside
	known []string // keyed addresses that have been in a letter
}

// troubled is how many hours of play and faults a run has: most are short, for
// there are many of them.
var troubled = []int{1, 2, 2, 2, 2, 2, 3, 8}

// patience is how long that which faults have held up may take to arrive.
const patience = 36 * time.Hour

// run lets one world live in the bubble it is called in, and judges it.
func run(t *testing.T, seed uint64, log *slog.Logger) map[string]int {
	time.Sleep(time.Until(time.Date(2026, 1, 1, 8, 0, 0, 0, time.UTC)))
	dir, err := os.MkdirTemp(scratch(), "corrd-sim-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	w := &world{T: t, book: &book{}, house: newHouse(t, dir, seed, log)}
	w.chance = w.house.faults.chance("world")
	w.hours = troubled[w.chance.IntN(len(troubled))]
	w.people()
	switch w.chance.IntN(4) {
	case 0:
		w.sortMail()
	case 1:
		w.house.direct = true
	}
	w.live()
	tally := w.house.faults.tally()
	w.judge(tally)
	w.house.closeOffice()
	return tally
}

// scratch is a folder in memory where there is one: what a disk keeps when the
// power fails is not the matter here.
func scratch() string {
	if info, err := os.Stat("/dev/shm"); err == nil && info.IsDir() {
		return "/dev/shm"
	}
	return ""
}

var termsInUse = []string{
	"colour white, time 10 moves in 30 days, errors law",
	"colour black, time reply in 2 days, errors law",
	"colour white, time reply in 5 days, errors courteous-first, conditionals sealed",
	"colour black",
}

// people makes two to four players, each of whom challenges the one before.
func (w *world) people() {
	names := []string{"alice", "bob", "carol", "dan"}[:2+max(0, w.chance.IntN(6)-3)]
	for i, name := range names {
		p := &player{world: w, name: name, client: client{name: name}, chance: w.house.faults.chance(name)}
		if i > 0 {
			p.rival, p.terms = names[i-1], termsInUse[w.chance.IntN(len(termsInUse))]
		}
		w.players = append(w.players, p)
	}
}

// sortMail has corrd's mail sorted into a mailbox of its own.
func (w *world) sortMail() {
	w.house.mailbox = sorted
	conn, err := w.house.net.dial(&client{name: "sexton"}, "imap")
	if err != nil {
		w.Fatal(err)
	}
	c := imapclient.New(conn, nil)
	defer c.Close()
	if err := errors.Join(c.Login(site.Address(), password).Wait(), c.Create(sorted, nil).Wait()); err != nil {
		w.Fatal(err)
	}
}

// live has everybody at work, troubles and all; then the troubles end and
// everything is given the time to arrive.
func (w *world) live() {
	serving, stop := context.WithCancel(context.Background())
	served := make(chan struct{})
	go func() { w.house.keepRunning(serving); close(served) }()
	acting, end := context.WithTimeout(context.Background(), time.Duration(w.hours)*time.Hour)
	defer end()
	w.house.faults.turn(true)
	var actors sync.WaitGroup
	for _, p := range w.players {
		actors.Go(func() { p.live(acting) })
	}
	b := &bomber{world: w, client: client{name: "bomber"}, chance: w.house.faults.chance("bomber")}
	actors.Go(func() { b.live(acting) })
	actors.Go(func() { w.troubles(acting) })
	u := &umpire{world: w, chance: w.house.faults.chance("umpire")}
	actors.Go(func() { u.live(acting) })
	x := &sexton{world: w, client: client{name: "sexton"}}
	sorting := make(chan struct{})
	go func() {
		defer close(sorting)
		if w.house.mailbox == sorted {
			x.live(serving, acting)
		}
	}()
	actors.Wait()
	w.house.faults.turn(false)
	w.house.setFull(false)
	w.house.net.cutAll(func(*line) bool { return true })
	w.book.posting.Wait()
	if !w.settles() {
		w.Errorf("what was acknowledged does not settle in %v", patience)
	}
	if w.chance.IntN(4) == 0 {
		time.Sleep(3 * 24 * time.Hour) // for some games that is too long
		w.settles()
	}
	stop()
	<-served
	<-sorting
}

// troubles fills the disk and restarts the office now and then.
func (w *world) troubles(ctx context.Context) {
	r := w.house.faults.chance("troubles")
	for ctx.Err() == nil {
		what, lasts := r.IntN(4), time.Duration(r.IntN(900))*time.Second
		time.Sleep(time.Duration(r.IntN(3600)) * time.Second)
		switch {
		case what == 0:
			w.house.setFull(true)
			time.Sleep(lasts)
			w.house.setFull(false)
		case what == 1:
			w.house.faults.count("office restarted")
			w.house.closeOffice()
			time.Sleep(lasts)
			w.house.openOffice()
		}
	}
}

// settles waits until no letter lies unread and none waits to be sent.
func (w *world) settles() bool {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Minute) {
		waiting := len(w.unsorted()) + len(w.house.messages(site.Local, sorted))
		read := w.house.view(func(v store.View) error {
			rows, err := v.Rows(1000, store.Queued)
			waiting += len(rows)
			return err
		})
		if read && waiting == 0 {
			return true
		}
	}
	return false
}

// learn keeps an address that was in a letter.
func (w *world) learn(address string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if tokenOf(address).Kind != 0 && !slices.Contains(w.known, address) {
		w.known = append(w.known, address)
	}
}

// anyKnown is one of the addresses learned, for the bomber.
func (b *bomber) anyKnown() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.known) == 0 {
		return site.Address()
	}
	return b.known[b.chance.IntN(len(b.known))]
}

// post takes a letter to the office, at once or late, again and again until it
// has been acknowledged; now and then it does so twice, and in a house that takes
// mail directly each time by the other way.
func (w *world) post(by *client, r *rand.Rand, s *sending) {
	late, times, again := time.Duration(0), 1, time.Duration(r.IntN(7200))*time.Second
	if r.IntN(8) == 0 {
		late = time.Duration(r.IntN(3600)) * time.Second
	}
	if r.IntN(10) == 0 {
		times = 2
	}
	direct := w.house.direct && r.IntN(2) == 0
	pause := time.Duration(60+r.IntN(240))*time.Second + time.Duration(r.IntN(1e9))
	w.book.posting.Go(func() {
		time.Sleep(late)
		for ; times > 0; times-- {
			handIn := w.book.handIn
			if direct {
				handIn = w.book.pass
			}
			for handIn(w.house.net, by, s) != nil {
				time.Sleep(pause)
			}
			direct = w.house.direct && !direct
			if times > 1 {
				w.house.faults.count("handed in twice")
				time.Sleep(again)
			}
		}
	})
}
