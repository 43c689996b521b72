package daemon_test

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"corrd/cmd/internal/watch"
)

// beginning is the final state of a world without troubles, whose players are registered and in
// the middle of a game. Most worlds start from a beginning, so that their troubles disturb play
// and not only registration.
type beginning struct {
	dir      string
	at       time.Time
	sendings []sending
	players  []player
	known    []string
}

// beginnings makes each beginning when a world first needs it.
type beginnings struct {
	*testing.T
	made [7]*beginning // by their terms
}

// of returns the beginning for a seed, and nil for a world that starts from nothing.
func (b *beginnings) of(seed uint64) *beginning {
	r := newFaults(seed).chance("beginning")
	if r.IntN(6) == 0 && !playsEvent(seed) {
		return nil
	}
	i := r.IntN(byMail)
	if r := newFaults(seed).chance("travel"); r.IntN(4) == 0 && !playsEvent(seed) {
		i = byMail + r.IntN(len(b.made)-byMail)
	}
	if b.made[i] == nil {
		dir := newFolder(b.T)
		b.Cleanup(func() { os.RemoveAll(dir) })
		synctest.Test(b.T, func(t *testing.T) { b.made[i] = quiet(t, dir, i) })
	}
	return b.made[i]
}

// quiet lets two players play under some terms for a few hours without any fault.
func quiet(t *testing.T, dir string, terms int) *beginning {
	time.Sleep(time.Until(morning))
	w := newWorld(t, dir, uint64(terms), slog.New(slog.DiscardHandler))
	w.people("alice", "bob")
	w.players[1].terms = termsInUse[terms]
	w.live(time.Duration(2+terms%4)*time.Hour/2, quietly)
	w.house.closeOffice()
	b := &beginning{dir: dir, at: time.Now(), known: w.known}
	for _, s := range w.book.sendings {
		b.sendings = append(b.sendings, *s)
	}
	for _, p := range w.players {
		b.players = append(b.players, *p)
		if len(p.over) > 0 {
			t.Fatalf("the game of beginning %d is over already", terms)
		}
	}
	return b
}

// resume makes a world in dir that starts from a beginning.
func resume(t *testing.T, dir string, b *beginning, seed uint64, log *slog.Logger) *world {
	time.Sleep(time.Until(b.at))
	err := copyFile(filepath.Join(b.dir, "corrd.db"), filepath.Join(dir, "corrd.db"))
	for _, folder := range []string{"post", watch.JournalFolder} {
		err = errors.Join(err, os.CopyFS(filepath.Join(dir, folder), os.DirFS(filepath.Join(b.dir, folder))))
	}
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t, dir, seed, log)
	w.known = slices.Clone(b.known)
	for _, s := range b.sendings {
		w.book.sendings = append(w.book.sendings, &s)
	}
	w.people("alice", "bob")
	for i, was := range b.players {
		p := w.players[i]
		p.terms, p.read, p.begun, p.known = was.terms, was.read, was.begun, true
		for _, s := range was.mine {
			p.mine = append(p.mine, w.book.sendings[s.id-1])
		}
	}
	return w
}
