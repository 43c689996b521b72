package local

import (
	"context"
	"errors"
	"os"
	"strings"
	"time"

	"corrd/cmd/internal/control"
)

// T is the test, as far as a Town asks anything of it: a testing.TB, or a script's.
type T interface {
	Helper()
	Error(args ...any)
	Errorf(format string, args ...any)
	Fatal(args ...any)
	Fatalf(format string, args ...any)
	Cleanup(func())
}

// Town is a House at work on a virtual clock in a test, and people who write to it and read their
// mailboxes. Whatever goes wrong ends the test.
type Town struct {
	T
	House   *House
	Control *control.Control
	Dir     string                      // the folder of the House
	Named   func(mailbox string) string // the names of people; nil: "Alice Example" for alice

	people map[string]*Correspondent
	stop   func()
}

// longEnough is how long a Town waits for what must come, on however slow a machine.
const longEnough = 10 * time.Minute

// NewTown opens a House in a folder of its own, for the length of a test.
func NewTown(t T) *Town { t.Helper(); return OpenTown(t, "", nil) }

// OpenTown opens a House in a folder ("" is one of its own) and has before, where it is not nil, do
// something to the House that is not at work yet.
func OpenTown(t T, dir string, before func(*House)) *Town {
	t.Helper()
	return TownWith(t, Options{Dir: dir}, before)
}

// TownWith is OpenTown with other options than the folder alone; the doors and the clock are those
// of a test.
func TownWith(t T, o Options, before func(*House)) *Town {
	t.Helper()
	if o.Dir == "" {
		own, err := os.MkdirTemp("", "corrd") // the path of a socket must be short
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.RemoveAll(own) })
		o.Dir = own
	}
	ctx, cancel := context.WithCancel(context.Background())
	o.SMTP, o.IMAP, o.Virtual, o.Seed, o.NoSync = "127.0.0.1:0", "127.0.0.1:0", true, 1, true
	h, err := Open(ctx, o)
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	if before != nil {
		before(h)
	}
	ended := make(chan error, 1)
	go func() { ended <- h.Run(ctx) }()
	w := &Town{T: t, House: h, Control: control.Dial(h.Socket), Dir: o.Dir, people: map[string]*Correspondent{}}
	w.stop = func() {
		cancel()
		if err := errors.Join(<-ended, h.Close()); err != nil {
			t.Errorf("the end of the house: %v", err)
		}
		w.stop = func() {}
	}
	t.Cleanup(func() { w.stop() })
	return w
}

// Stop closes the House before the test ends.
func (w *Town) Stop() { w.stop() }

// Ask asks the daemon something by its socket, as corrctl does.
func (w *Town) Ask(verb string, a any, result any) {
	w.Helper()
	if err := w.Control.Call(context.Background(), verb, a, result); err != nil {
		w.Fatalf("%s: %v", verb, err)
	}
}

// Settle waits until nothing is pending.
func (w *Town) Settle() {
	w.Helper()
	if err := w.Control.Settle(context.Background(), longEnough); err != nil {
		w.Fatal(err)
	}
}

// Show is a game as the socket shows it.
func (w *Town) Show(id int64) (g control.GameView) {
	w.Helper()
	w.Ask("/game/show", control.Numbered{ID: id}, &g)
	return g
}

// Who is the owner of a mailbox.
func (w *Town) Who(mailbox string) *Correspondent {
	if w.people[mailbox] == nil {
		name := strings.ToUpper(mailbox[:1]) + mailbox[1:] + " Example"
		if w.Named != nil {
			name = w.Named(mailbox)
		}
		w.people[mailbox] = w.House.Correspondent(name, mailbox)
	}
	return w.people[mailbox]
}

// Write sends a letter to corrd's plain address.
func (w *Town) Write(mailbox, body string) {
	w.Helper()
	w.WriteTo(mailbox, w.House.Site.Address(), body)
}

// WriteTo sends a letter to an address.
func (w *Town) WriteTo(mailbox, to, body string) {
	w.Helper()
	if err := w.Who(mailbox).Write(to, "", body, ""); err != nil {
		w.Fatalf("%s writes: %v", mailbox, err)
	}
	w.Settle()
}

// Box is what lies in a mailbox, oldest first.
func (w *Town) Box(mailbox string) []Letter {
	w.Helper()
	letters, err := w.Who(mailbox).Letters(0)
	if err != nil {
		w.Fatal(err)
	}
	return letters
}

// Last is the newest letter of a mailbox.
func (w *Town) Last(mailbox string) Letter {
	w.Helper()
	box := w.Box(mailbox)
	if len(box) == 0 {
		w.Fatalf("%s has no letter", mailbox)
	}
	return box[len(box)-1]
}

// Reply answers the newest letter of a mailbox, quoting it.
func (w *Town) Reply(mailbox, body string) {
	w.Helper()
	w.Answer(mailbox, w.Last(mailbox), body)
}

// Answer answers a letter, quoting it.
func (w *Town) Answer(mailbox string, to Letter, body string) {
	w.Helper()
	if err := w.Who(mailbox).Answer(to, to.Text(), body); err != nil {
		w.Fatalf("%s answers: %v", mailbox, err)
	}
	w.Settle()
}

// Register has the owners of mailboxes register by letter.
func (w *Town) Register(mailboxes ...string) {
	w.Helper()
	for _, m := range mailboxes {
		w.Write(m, "register "+w.Who(m).Name)
		w.Reply(m, "yes")
	}
}

// Begin registers alice and bob, has alice challenge bob as White and bob accept, and returns the
// number of the game.
func (w *Town) Begin(terms string) int64 {
	w.Helper()
	w.Register("alice", "bob")
	if terms != "" {
		terms = ", " + terms
	}
	for _, plain := range []string{"errors law", "notation descriptive"} { // not the terms of newcomers
		if key, _, _ := strings.Cut(plain, " "); !strings.Contains(terms, key) {
			terms += ", " + plain
		}
	}
	w.Write("alice", "challenge "+w.Who("bob").Address+", colour white"+terms)
	w.Reply("bob", "accept")
	var games []control.GameLine
	w.Ask("/game/list", control.None{}, &games)
	if len(games) == 0 {
		w.Fatalf("no game began; bob was told: %s", w.Last("bob").Text())
	}
	return games[len(games)-1].ID
}
