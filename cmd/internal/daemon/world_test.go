package daemon_test

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

// world is one run of the simulator: a house, its correspondents and their book.
type world struct {
	*testing.T
	house     *house
	book      *book
	players   []*player
	chance    *rand.Rand
	since     time.Time // when this world began; what is older belongs to its beginning
	inherited int       // how many letters of the book belong to the beginning

	jumped  bool // somebody has set corrd's clock
	rulings rulings
	event   *event // the all-play-all event; nil: the world has none

	mu       sync.Mutex
	old      []string // mailboxes that the sexton has put aside
	archives []string // mailboxes in which no letter is left to handle
	known    []string // keyed addresses that have been in a letter
}

// lasting lists how long the play and the troubles of a run may last. Most times are short,
// because there are many runs.
var lasting = []time.Duration{short, short, short, short, short, short, short, short, short, short,
	90 * time.Minute, 90 * time.Minute, 90 * time.Minute, 2 * time.Hour, 4 * time.Hour, 8 * time.Hour}

const short = 40 * time.Minute

// patience is how long letters that faults have delayed may take to arrive.
const patience = 36 * time.Hour

// morning is when worlds begin that start from nothing.
var morning = time.Date(2026, 1, 1, 8, 0, 0, 0, time.UTC)

// run runs one world in the bubble in which it is called, and judges the result.
func run(t *testing.T, from *beginning, seed uint64, log *slog.Logger, database func() string) result {
	dir := newFolder(t)
	defer os.RemoveAll(dir)
	var w *world
	lasts := lasting[newFaults(seed).chance("lasting").IntN(len(lasting))]
	if from != nil {
		w = resume(t, dir, from, seed, log)
	} else {
		time.Sleep(time.Until(morning))
		w = newWorld(t, dir, seed, log)
		w.people([]string{"alice", "bob", "carol", "dan"}[:2+max(0, w.chance.IntN(6)-3)]...)
		lasts = max(lasts, 90*time.Minute) // long enough for the players to begin a game
	}
	if playsEvent(seed) {
		w.event, w.house.keepsStore, lasts = newEvent(w), true, playing
		w.gather()
	}
	w.house.database, w.house.beside = database, database != nil && seed%2 == 0
	// several daemons look at their database every second, which takes real time
	if w.house.beside {
		lasts = short
	}
	w.since, w.inherited = time.Now(), len(w.book.sendings)
	switch w.chance.IntN(4) {
	case 0:
		w.sortMail()
	case 1:
		w.house.direct = true
	}
	w.live(lasts, inTrouble)
	tally := w.house.faults.tally()
	w.judge(tally)
	w.house.closeOffice()
	return result{tally, w.house.net.history.sum}
}

func newWorld(t *testing.T, dir string, seed uint64, log *slog.Logger) *world {
	w := &world{T: t, book: &book{}, house: newHouse(t, dir, seed, log)}
	w.chance = w.house.faults.chance("world")
	return w
}

// newFolder makes a folder, in memory if possible, because these tests do not check what a disk
// keeps when the power fails.
func newFolder(t *testing.T) string {
	parent := ""
	if info, err := os.Stat("/dev/shm"); err == nil && info.IsDir() {
		parent = "/dev/shm"
	}
	dir, err := os.MkdirTemp(parent, "corrd-sim-")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

var termsInUse = []string{
	"colour white, time 10 moves in 30 days, errors law",
	"colour black, time reply in 2 days, errors law",
	"colour white, time reply in 5 days, errors courteous-first, conditionals sealed",
	"colour black",
	"colour white, seed 11, medium post, post.transit 0..40m, post.closed none, " + boxes,
	"colour black, seed 12, medium post, post.transit 2m, post.loss 0.1, post.closed none, time reply in 2 days, " + boxes,
	"colour white, seed 13, medium telegraph, telegraph.hours 00:00-23:59, telegraph.transit 1m..9m, telegraph.mutilation 0.1",
}

// byMail is how many of the terms in use are of e-mail; these terms come first.
const byMail = 4

// boxes lists the collections of the post while the players of a world write. The list is so long
// that letters about the challenge quote more than a piece of it.
const boxes = "post.collections 08:05 08:15 08:25 08:35 08:45 08:55 09:05 09:15 09:25 09:35 09:45 09:55 10:30 11:00 11:30 12:00 13:00 14:00 15:00 16:00 17:00 18:00 20:00 22:00, " +
	"post.deliveries 08:10 08:20 08:30 08:40 08:50 09:00 09:10 09:20 09:30 09:40 09:50 10:00 10:35 11:05 11:35 12:05 13:05 14:05 15:05 16:05 17:05 18:05 20:05 22:05"

// terms returns the terms of a player's challenge. Only the first challenge may be for a game that
// travels, because corrd would take long terms that another challenge has already told for a
// quotation.
func (w *world) terms(challenger int) string {
	if challenger > 1 {
		return termsInUse[w.chance.IntN(byMail)]
	}
	return termsInUse[w.chance.IntN(len(termsInUse))]
}

// people makes players, each of whom challenges the one before.
func (w *world) people(names ...string) {
	for i, name := range names {
		p := &player{world: w, name: name, client: client{name: name}, chance: w.house.faults.chance(name)}
		if r := w.house.faults.chance("copies of " + name); r.IntN(3) == 0 {
			p.copying = r
		}
		if i > 0 {
			p.rival, p.terms = names[i-1], w.terms(i)
		}
		w.players = append(w.players, p)
	}
}

// sortMail sends corrd's mail through a sexton, who sorts it into a mailbox of its own.
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

// The values say whether a world has troubles.
const (
	quietly   = false
	inTrouble = true
)

// live lets everybody work while the troubles last. Then the troubles end, and everything gets
// time to arrive.
func (w *world) live(lasts time.Duration, troubled bool) {
	serving, stop := context.WithCancel(context.Background())
	served, sorting := make(chan struct{}), make(chan struct{})
	go func() { w.house.keepRunning(serving); close(served) }()
	acting, end := context.WithTimeout(context.Background(), lasts)
	defer end()
	w.house.faults.turn(troubled)
	var actors sync.WaitGroup
	for _, p := range w.players {
		actors.Go(func() { p.live(acting) })
	}
	if troubled {
		w.beset(acting, &actors)
	}
	go func() {
		defer close(sorting)
		if w.house.mailbox == sorted {
			x := &sexton{world: w, client: client{name: "sexton"}}
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
	if troubled && w.chance.IntN(4) == 0 && !w.house.beside {
		w.outlast(3 * 24 * time.Hour)
	}
	if troubled && w.event != nil && w.event.ends {
		d := &director{world: w, chance: w.house.faults.chance("director")}
		if d.ends(); !w.settles() {
			w.Errorf("what the end of the event sends does not settle in %v", patience)
		}
	}
	stop()
	<-served
	<-sorting
}

// beset starts the actors that are not players.
func (w *world) beset(acting context.Context, actors *sync.WaitGroup) {
	b := &bomber{world: w, client: client{name: "bomber"}, chance: w.house.faults.chance("bomber")}
	actors.Go(func() { b.live(acting) })
	actors.Go(func() { w.troubles(acting) })
	u := &umpire{world: w, chance: w.house.faults.chance("umpire")}
	actors.Go(func() { u.live(acting) })
	r := &ruler{world: w, chance: w.house.faults.chance("rulings")}
	if r.chance.IntN(4) == 0 {
		actors.Go(func() { r.live(acting) })
	}
	if w.event != nil {
		d := &director{world: w, chance: w.house.faults.chance("director")}
		actors.Go(func() { d.live(acting) })
	}
}

// troubles fills the disk, restarts the mail server and sets the clock now and then.
func (w *world) troubles(ctx context.Context) {
	time.Sleep(pace("troubles"))
	r := w.house.faults.chance("troubles")
	for ctx.Err() == nil {
		what, lasts := r.IntN(8), upTo(15*time.Minute, r)
		time.Sleep(upTo(time.Hour, r))
		switch {
		case what <= 1:
			w.house.faults.count("disk full")
			w.house.setFull(true)
			time.Sleep(lasts)
			w.house.setFull(false)
		case what == 2 && !w.jumped && r.IntN(2) == 0:
			by := time.Duration(25+r.IntN(40)) * time.Hour
			if r.IntN(2) == 0 {
				by = -by
			}
			w.jump(by, lasts)
		case what <= 4:
			w.house.faults.count("office restarted")
			w.house.closeOffice()
			time.Sleep(lasts)
			w.house.openOffice()
		}
	}
}

// settles waits until no letter is unread, none waits to be sent, nothing falls due now, and a
// store that was put back knows again all letters that were taken before.
func (w *world) settles() bool {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Minute) {
		due, ok := w.nextDue()
		// a backup that was put back does not know that the operator accepted the clock
		if ok && due < 0 && w.jumped {
			w.ask("/clock/accept")
		}
		if ok && due < time.Minute {
			continue
		}
		waiting := len(w.unsorted()) + len(w.house.messages(site.Local, sorted))
		read := w.house.view(func(v store.View) error {
			rows, err := v.Rows(1000, store.Queued, store.Waiting)
			waiting += len(rows) + w.forgotten(v)
			return err
		})
		if read && waiting == 0 {
			return true
		}
	}
	return false
}

// outlast lets time pass, too much time for some games, until nothing more falls due within the
// rest of d.
func (w *world) outlast(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); w.settles() {
		due, ok := w.nextDue()
		if !ok || time.Now().Add(due).After(end) {
			return
		}
		time.Sleep(max(0, due) + 7*time.Minute)
	}
}

// nextDue returns how long it is until time alone brings something about in a game.
func (w *world) nextDue() (in time.Duration, ok bool) {
	w.house.view(func(v store.View) error {
		_, at, known, err := v.NextAlarm()
		in, ok = at.Sub(v.Now()), known
		return err
	})
	return in, ok
}

// forgotten counts the taken letters that a store does not know because it was put back.
func (w *world) forgotten(view store.View) (n int) {
	if !w.house.restored {
		return 0
	}
	v := newVerdicts(w, view)
	v.load()
	for _, m := range w.house.messages(site.Local, "Processed") {
		if s := v.sendingOf(w.house.bytes(m)); s != nil && len(v.records[s]) == 0 {
			n++
		}
	}
	return n
}

// learn notes an address that was in a letter.
func (w *world) learn(address string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if tokenOf(address).Kind != 0 && !slices.Contains(w.known, address) {
		w.known = append(w.known, address)
	}
}

// anyKnown returns one of the noted addresses to the bomber.
func (b *bomber) anyKnown() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.known) == 0 {
		return site.Address()
	}
	return b.known[b.chance.IntN(len(b.known))]
}

// twice returns the name of the fault, by whether the house takes mail directly too.
var twice = map[bool]string{false: "handed in twice", true: "handed in by SMTP for IMAP, and by LMTP"}

// post takes a letter to the mail server, at once or late, again and again until the server
// acknowledges it. Now and then post does so twice, and in a house that takes mail directly the
// second time is by the other protocol.
func (w *world) post(by *client, r *rand.Rand, s *sending) {
	late, times, again := time.Duration(0), 1, time.Duration(r.IntN(7200))*time.Second
	if r.IntN(8) == 0 {
		w.house.faults.count("handed in late, perhaps after another")
		late = time.Duration(r.IntN(3600)) * time.Second
	}
	if r.IntN(10) == 0 {
		times = 2
	}
	direct := w.house.direct && r.IntN(2) == 0
	pause := time.Duration(60+r.IntN(240))*time.Second + time.Duration(r.IntN(1e9))
	s.posted++
	// no two postings begin at one instant, not even postings of one letter
	late += pace("letter", s.id, s.posted)
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
				w.house.faults.count(twice[w.house.direct])
				time.Sleep(again)
			}
		}
	})
}
