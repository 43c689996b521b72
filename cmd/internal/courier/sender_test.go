package courier

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/game/play"
	"corrd/game/terms"
	"corrd/mailer"
	"corrd/store"
	"corrd/store/bolt"
	"corrd/store/storetest"
	"corrd/templates"
)

// street is a courier with letters of the office for some addresses, and the next hop,
// which notes what it takes.
type street struct {
	*testing.T
	*Courier
	mu    sync.Mutex
	taken map[string][]string       // by address, the letters in order
	under int                       // letters that are being handed over
	most  int                       // of them at one time
	meets func(to string, took int) // is called while a letter is handed over; nil: nothing is
}

func newStreet(t *testing.T) *street {
	t.Helper()
	now := watch.NewVirtual(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	db, err := bolt.Open(filepath.Join(t.TempDir(), "corrd.db"), bolt.Options{NoSync: true, Now: now.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	db = storetest.Twice(db)
	keys, err := mailer.NewKeys(make([]byte, 32))
	if err != nil {
		t.Fatal(err)
	}
	s := &street{T: t, taken: map[string][]string{}}
	log, site := slog.New(slog.DiscardHandler), mailer.Site{Local: "corrd", Domain: "club.example", Delimiter: '+'}
	guard := watch.NewGuard(db, log)
	s.Courier = New(Config{Store: guard, Clock: now, Ledger: &ledger.Ledger{Site: site, Zone: time.UTC}, Watch: watch.New(guard, now, nil, Hasten, log), Keys: keys,
		Carrier: s, Log: log, Outbox: watch.NewBell(), Alarms: watch.NewBell(), Office: templates.Office{Name: "corrd", Address: site.Address(), Domain: site.Domain}})
	return s
}

// Send takes a letter as the next hop.
func (s *street) Send(_ context.Context, _, to string, raw []byte) error {
	s.mu.Lock()
	s.under++
	s.most = max(s.most, s.under)
	took := len(s.taken[to])
	s.mu.Unlock()
	if s.meets != nil {
		s.meets(to, took)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.under--
	s.taken[to] = append(s.taken[to], string(raw))
	return nil
}

// writes puts letters to an address into the outbox.
func (s *street) writes(to string, letters int) {
	s.Helper()
	body, err := json.Marshal(templates.Data{Topic: templates.Help})
	if err != nil {
		s.Fatal(err)
	}
	err = s.Store.Update(func(tx store.Tx) error {
		for n := range letters {
			row := store.Row{At: tx.Now(), Kind: "office", To: to, Data: body, Next: tx.Now(), MessageID: fmt.Sprintf("o%d.%s", n, to)}
			if err := tx.Enqueue(&row); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		s.Fatal(err)
	}
	s.Outbox.Ring()
}

// sends sends what is due.
func (s *street) sends() {
	s.Helper()
	if _, err := s.SendDue(s.Context()); err != nil {
		s.Fatal(err)
	}
}

// wantAll sees that all rows have left, each once, and those to an address in order.
func (s *street) wantAll(letters int) {
	s.Helper()
	err := s.Store.View(func(v store.View) error {
		rows, err := v.Rows(1000)
		left := map[string]int{}
		for _, r := range rows {
			n := left[r.To]
			left[r.To]++
			if signed, err := v.Signed(r.ID); err != nil || r.State != store.Sent || n >= len(s.taken[r.To]) || string(signed) != s.taken[r.To][n] {
				s.Errorf("letter %d to %s, %s, is not the one that was taken in its place: %v", n, r.To, r.State, err)
			}
		}
		for to, taken := range s.taken {
			if len(taken) != left[to] || left[to] != letters {
				s.Errorf("%d letters to %s were taken of %d, want %d", len(taken), to, left[to], letters)
			}
		}
		return err
	})
	if err != nil {
		s.Fatal(err)
	}
}

// address is one of many.
func address(n int) string { return fmt.Sprintf("player%d@example.org", n) }

func TestLettersLeaveTogether(t *testing.T) {
	s := newStreet(t)
	for n := range 3 * atOnce {
		s.writes(address(n), 3)
	}
	gathered := make(chan struct{})
	s.meets = func(string, int) {
		s.mu.Lock()
		if s.most == atOnce {
			select {
			case <-gathered:
			default:
				close(gathered)
			}
		}
		s.mu.Unlock()
		<-gathered
	}
	s.sends()
	s.wantAll(3)
	if s.most != atOnce {
		t.Errorf("%d letters were handed over together, want %d", s.most, atOnce)
	}
}

// TestSlowDestination: a slow destination holds up no letter to another address, nor a letter that
// is queued meanwhile.
func TestSlowDestination(t *testing.T) {
	s := newStreet(t)
	const others = 2 * atOnce
	s.writes("slow@example.org", 2)
	for n := range others - 1 {
		s.writes(address(n), 2)
	}
	var quick sync.WaitGroup
	quick.Add(2 * others)
	s.meets = func(to string, took int) {
		if to != "slow@example.org" {
			quick.Done()
			return
		}
		if took == 0 {
			s.writes(address(others), 2)
		}
		quick.Wait()
	}
	s.sends()
	s.wantAll(2)
}

// TestJournalIsAheadOfTheStoreAtItsEndAlone ends corrd at many instants, between what the
// next hop says and the commit: whatever is in the journal and not known to the store
// stands after all that is.
func TestJournalIsAheadOfTheStoreAtItsEndAlone(t *testing.T) {
	s := newStreet(t)
	journal, err := watch.OpenJournal(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer journal.Close()
	s.Handed = journal
	for n := range atOnce {
		s.writes(address(n), 2)
	}
	looks := 0
	s.Store.Store = looked{s.Store.Store, new(sync.Mutex), func() {
		looks++
		var marks []watch.Mark
		if _, err := journal.Marks(func(m watch.Mark) { marks = append(marks, m) }); err != nil {
			t.Error(err)
		}
		first := slices.IndexFunc(marks, func(m watch.Mark) bool { known, _ := s.knowsToHaveLeft(m); return !known })
		for i := max(0, first); first >= 0 && i < len(marks); i++ {
			known, err := s.knowsToHaveLeft(marks[i])
			if since, _ := s.knowsToHaveLeft(marks[first]); known && !since || err != nil { // another commit may have come since
				t.Errorf("the store knows of letter %d in the journal, and not of letter %d: %v", i, first, err)
			}
		}
	}}
	s.sends()
	s.wantAll(2)
	if looks == 0 {
		t.Error("nobody looked")
	}
}

// looked is a store at which somebody looks after each commit.
type looked struct {
	store.Store
	looking *sync.Mutex
	look    func()
}

func (l looked) Update(f func(store.Tx) error) error {
	err := l.Store.Update(f)
	l.looking.Lock()
	defer l.looking.Unlock()
	l.look()
	return err
}

// TestRowSentByTwo leaves once.
func TestRowSentByTwo(t *testing.T) {
	s := newStreet(t)
	s.writes(address(1), 1)
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			if err := s.Courier.Send(t.Context(), 1); err != nil {
				t.Error(err)
			}
		})
	}
	both.Wait()
	s.wantAll(1)
}

// heeded is a store that calls begins before each transaction that writes.
type heeded struct {
	store.Store
	begins func()
}

func (h heeded) Update(f func(store.Tx) error) error {
	h.begins()
	return h.Store.Update(f)
}

// begins begins a game, of which each side is to have a letter.
func (s *street) begins() {
	s.Helper()
	err := s.Store.Update(func(tx store.Tx) error {
		var both [2]int64
		for i := range both {
			p := store.Player{Name: fmt.Sprint("Player ", i), Addresses: []string{address(i)}, Registered: tx.Now()}
			if err := tx.PutPlayer(&p); err != nil {
				return err
			}
			both[i] = p.ID
		}
		_, err := s.Ledger.Begin(tx, play.Start{Terms: terms.Default(), Players: both}, ledger.By{})
		return err
	})
	if err != nil {
		s.Fatal(err)
	}
}

// TestBothLettersOfAnEventAreWrittenDownTogether: whichever letter has been rendered first waits
// for the other, so that their bytes can share a commit; but not for long, nor for one that cannot
// be rendered.
func TestBothLettersOfAnEventAreWrittenDownTogether(t *testing.T) {
	for _, c := range []struct {
		takes time.Duration // the rendering of the letter that comes second
		fails bool
		want  int64 // how many have been rendered when the first is written down
	}{{takes: longestWait / 2, want: 2}, {takes: 2 * longestWait, want: 1}, {takes: longestWait / 2, fails: true, want: 1}} {
		synctest.Test(t, func(t *testing.T) {
			s := newStreet(t)
			s.begins()
			var begun, rendered atomic.Int64
			both := make(chan struct{})
			s.Sign = func(raw []byte, _ time.Time) ([]byte, error) {
				if begun.Add(1) == 1 {
					<-both
				} else {
					close(both)
					if time.Sleep(c.takes); c.fails {
						return nil, errors.New("no key signs it")
					}
				}
				rendered.Add(1)
				return raw, nil
			}
			var first sync.Once
			var before time.Time
			s.Store.Store = heeded{s.Store.Store, func() {
				first.Do(func() {
					if n := rendered.Load(); n != c.want {
						t.Errorf("the other takes %v, fails %t: %d letters had been rendered when the first was written down, want %d", c.takes, c.fails, n, c.want)
					}
					if waited := time.Since(before); waited > longestWait {
						t.Errorf("waited %v", waited)
					}
				})
			}}
			before = time.Now()
			s.sends()
			if n := len(s.taken); n != 2 && !c.fails || len(s.telling) > 0 {
				t.Errorf("letters went to %d addresses; %d stories are still being told", n, len(s.telling))
			}
		})
	}
}
