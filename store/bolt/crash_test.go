package bolt_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"testing"

	"corrd/store"
	"corrd/store/bolt"
)

// TestCrash copies the file at every failpoint of every commit, while several
// writers are at work, and opens the copy as after a crash: every transaction
// that had been acknowledged is there, whole, and the store is sound.
func TestCrash(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "store")
	var mu sync.Mutex
	acknowledged := make(map[string]bool)
	crashes := 0
	ready := false
	s := open(t, path, bolt.Options{Failpoint: func(name string) error {
		mu.Lock()
		defer mu.Unlock()
		if !ready {
			return nil
		}
		crashes++
		copied := filepath.Join(dir, fmt.Sprint("crash", crashes))
		write(t, copied, read(t, path))
		afterCrash(t, copied, name, acknowledged)
		return nil
	}})
	begin(t, s)
	mu.Lock()
	ready = true
	mu.Unlock()
	var writers sync.WaitGroup
	for w := range 4 {
		writers.Go(func() {
			for n := range 5 {
				n := 5*w + n
				giveUp := n%5 == 0
				err := s.Update(func(tx store.Tx) error {
					if err := playLetter(tx, n); err != nil || !giveUp {
						return err
					}
					return errGiveUp
				})
				if giveUp != errors.Is(err, errGiveUp) {
					t.Errorf("letter %d: %v", n, err)
				}
				mu.Lock()
				acknowledged[fmt.Sprint(n)] = err == nil
				mu.Unlock()
			}
		})
	}
	writers.Wait()
	if crashes < 2*4 { // a writer has one letter in a commit, and gives one up
		t.Errorf("only %d crashes", crashes)
	}
}

var errGiveUp = errors.New("gave up")

// afterCrash opens a copy of the file taken at a failpoint. It may hold more
// than was acknowledged, but nothing that was given up.
func afterCrash(t *testing.T, path, failpoint string, acknowledged map[string]bool) {
	s, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Errorf("after a crash at %s: %v", failpoint, err)
		return
	}
	defer s.Close()
	sound(t, s)
	got := subjects(t, s)
	for subject, kept := range acknowledged {
		if kept != got[subject] {
			t.Errorf("after a crash at %s: letter %s is there: %v, should be: %v", failpoint, subject, got[subject], kept)
		}
	}
}

// TestTornCommit has any of the pages of a commit reach the disk, but not the
// one that makes it valid: the store is as before.
func TestTornCommit(t *testing.T) {
	const page = 4096
	path := filepath.Join(t.TempDir(), "store")
	s := open(t, path, bolt.Options{})
	begin(t, s)
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 15 {
		before := read(t, path)
		update(t, s, func(tx store.Tx) error { return playLetter(tx, n) })
		after := read(t, path)
		torn := make([]byte, len(after))
		copy(torn, before)
		for at := 2 * page; at < len(after); at += page {
			if random.IntN(2) == 0 {
				copy(torn[at:at+page], after[at:at+page])
			}
		}
		if bytes.Equal(torn, after) {
			t.Fatal("the commit wrote nothing")
		}
		copied := path + fmt.Sprint(n)
		write(t, copied, torn)
		opened := open(t, copied, bolt.Options{})
		sound(t, opened)
		if got := len(subjects(t, opened)); got != n {
			t.Errorf("after a torn commit there are %d letters, not %d", got, n)
		}
		opened.Close()
	}
}
