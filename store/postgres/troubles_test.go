package postgres_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/play"
	"corrd/game/terms"
	"corrd/store"
	"corrd/store/peertest"
	"corrd/store/postgres"
	"github.com/jackc/pgx/v5/pgconn"
)

// refuses wants a store that cannot be opened to say why.
func refuses(t *testing.T, url string, o postgres.Options, kind error, says string) {
	t.Helper()
	s, err := postgres.Open(url, o)
	if err == nil {
		s.Close()
	}
	if err == nil || kind != nil && !errors.Is(err, kind) || !strings.Contains(err.Error(), says) {
		t.Errorf("the error is %v, not %v with %q", err, kind, says)
	}
}

// put files one letter.
func put(s store.Store) error {
	return s.Update(func(tx store.Tx) error { return tx.PutLetter(&store.Letter{State: store.Acted}, []byte("P-K4")) })
}

func letters(t *testing.T, s store.Store) (n int) {
	t.Helper()
	err := s.View(func(v store.View) error {
		all, err := v.Letters(1 << 20)
		n = len(all)
		return err
	})
	if err != nil {
		t.Error(err)
	}
	return n
}

// TestOpening: a database that cannot be used is refused with advice on what to do.
func TestOpening(t *testing.T) {
	c := peertest.New(t)
	url := c.URL(t)
	schema := url[strings.LastIndex(url, "=")+1:]
	refuses(t, url, postgres.Options{ReadOnly: true}, postgres.ErrEmpty, "holds no store")
	s := open(t, url, postgres.Options{})
	if err := put(s); err != nil {
		t.Fatal(err)
	}
	toRead := open(t, url, postgres.Options{ReadOnly: true})
	if err := put(toRead); err == nil || letters(t, toRead) != 1 {
		t.Errorf("a store that is opened to read: %v", err)
	}

	c.Run(t, "insert into "+schema+".schema_migrations values (9999, 'of later')")
	refuses(t, url, postgres.Options{}, store.ErrNewer, "use the newer corrd")
	c.Run(t, "delete from "+schema+".schema_migrations where number = 9999")

	c.Run(t, "alter database postgres set default_transaction_read_only = on")
	refuses(t, url, postgres.Options{}, nil, "can only be read")
	err := errors.New("not yet")
	for range 40 { // connections of before the setting can still write
		if err = put(open(t, url+"&options=-c%20default_transaction_read_only%3Doff", postgres.Options{})); err == nil {
			break
		}
	}
	if err != nil {
		t.Error(err)
	}
	c.Stop()
	refuses(t, url, postgres.Options{}, store.ErrUnreachable, "see that it runs")
	if err := put(s); !errors.Is(err, store.ErrUnreachable) {
		t.Errorf("a database that went away: %v", err)
	}
	for range 2 { // the second time no connection is left
		var at time.Time
		if err := s.View(func(v store.View) error { at = v.Now(); return nil }); !errors.Is(err, store.ErrUnreachable) {
			t.Errorf("a database that went away tells the time: %v, %v", at, err)
		}
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	c.Run(t, "begin read write; alter database postgres reset default_transaction_read_only; commit")
	if err := put(open(t, url, postgres.Options{})); err != nil {
		t.Errorf("a database that came back: %v", err)
	}
}

// TestAddresses: passwords in addresses, and lines on which others can listen, are refused.
func TestAddresses(t *testing.T) {
	for address, says := range map[string]string{
		"postgres://corrd:secret@localhost/corrd":                 "password_file",
		"postgres://corrd@localhost/corrd?password=secret":        "password_file",
		"postgres://corrd@db.example/corrd":                       "without TLS",
		"postgres://corrd@db.example/corrd?sslmode=prefer":        "without TLS",
		"postgres://corrd@localhost,db.example/corrd":             "without TLS",
		"mysql://corrd@localhost/corrd":                           "cannot be read",
		"postgres://corrd@localhost:port/corrd":                   "cannot be read",
		"postgres://corrd@db.example/corrd?sslmode=require":       "",
		"postgres://corrd@db.example/corrd?sslmode=verify-full":   "",
		"postgres://corrd@127.0.0.1/corrd":                        "",
		"postgres:///corrd?host=/run/postgresql":                  "",
		"postgresql://corrd@[::1]/corrd?target_session_attrs=any": "",
	} {
		err := postgres.Verify(address)
		if says == "" && err != nil || says != "" && (err == nil || !strings.Contains(err.Error(), says)) {
			t.Errorf("%s: %v", address, err)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("the password is told: %v", err)
		}
	}
}

// TestFullDisk: a disk that is truly full takes nothing of a letter, says so, and takes letters
// again when it has grown. What was acknowledged is there, to the octet.
func TestFullDisk(t *testing.T) {
	c := peertest.New(t)
	disk := c.Disk(t, "16m")
	s := open(t, c.URL(t)+"&options=-c%20default_tablespace%3Dsmall", postgres.Options{})
	raw := make([]byte, 100<<10)
	rand.NewChaCha8([32]byte{}).Read(raw)
	file := func() (id int64, err error) {
		l := store.Letter{State: store.Acted}
		err = s.Update(func(tx store.Tx) error {
			return errors.Join(tx.PutLetter(&l, raw), tx.Enqueue(&store.Row{To: "a@a.example"}))
		})
		return l.ID, err
	}
	var kept []int64
	var refused error
	for range 400 {
		id, err := file()
		if err != nil {
			refused = err
			break
		}
		kept = append(kept, id)
	}
	if !errors.Is(refused, store.ErrFull) || len(kept) < 10 {
		t.Fatalf("after %d letters of 100 KB on a disk of 16 MB: %v", len(kept), refused)
	}
	if n := letters(t, s); n != len(kept) {
		t.Errorf("the full disk has %d letters, %d were acknowledged", n, len(kept))
	}
	disk.Resize(t, "32m")
	id, err := file()
	if err != nil {
		t.Fatalf("when the disk has grown: %v", err)
	}
	err = s.View(func(v store.View) error {
		for _, id := range append(kept, id) {
			if got, err := v.Raw(id); err != nil || !bytes.Equal(got, raw) {
				t.Errorf("letter %d came back as %d octets, %v", id, len(got), err)
			}
		}
		rows, err := v.Rows(1 << 20)
		if len(rows) != len(kept)+1 {
			t.Errorf("%d rows of %d letters", len(rows), len(kept)+1)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	if _, err := s.Check(func(fault store.Fault) { t.Error(fault) }); err != nil {
		t.Error(err)
	}
}

// TestFull: a database that says at a commit that its disk is full has taken nothing, and takes
// letters again later.
func TestFull(t *testing.T) {
	var full atomic.Bool
	s := open(t, peertest.URL(t), postgres.Options{Failpoint: func(name string) error {
		if full.Load() && name == postgres.BeforeCommit {
			return &pgconn.PgError{Code: "53100", Message: "could not extend file: No space left on device"}
		}
		return nil
	}})
	full.Store(true)
	if err := put(s); !errors.Is(err, store.ErrFull) {
		t.Errorf("a full disk: %v", err)
	}
	full.Store(false)
	if err := put(s); err != nil || letters(t, s) != 1 {
		t.Errorf("after it: %v", err)
	}
}

// TestBrokenCommit: where a connection breaks after the commit was done, corrd finds out and does
// not run the transaction twice; where a connection breaks before the commit, the transaction is
// run again.
func TestBrokenCommit(t *testing.T) {
	var breaks atomic.Bool
	s := open(t, peertest.URL(t), postgres.Options{Failpoint: func(name string) error {
		if name == postgres.AfterCommit && breaks.Swap(false) {
			return io.ErrUnexpectedEOF
		}
		return nil
	}})
	for range 5 {
		breaks.Store(true)
		if err := put(s); err != nil {
			t.Error(err)
		}
	}
	if n := letters(t, s); n != 5 {
		t.Errorf("%d letters of 5", n)
	}
}

// TestRestarted: the database is killed and started again, again and again, while many
// write. What was acknowledged is there, and nothing else, and the chain is sound.
func TestRestarted(t *testing.T) {
	c := peertest.New(t)
	s := open(t, c.URL(t), postgres.Options{Patience: 20 * time.Second})
	var id int64
	err := s.Update(func(tx store.Tx) (err error) {
		if id, err = tx.NewGame(); err == nil {
			_, err = tx.Append(id, play.Decide(game.State{ID: id}, play.Start{Terms: terms.Default(), Players: [2]int64{1, 2}}, noon)...)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var stop atomic.Bool
	var mu sync.Mutex
	acknowledged := map[int64]bool{}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for !stop.Load() {
				l := store.Letter{State: store.Acted}
				err := s.Update(func(tx store.Tx) error {
					if err := tx.PutLetter(&l, []byte("P-K4")); err != nil {
						return err
					}
					if l.ID%4 != 0 {
						return nil
					}
					_, err := tx.Append(id, game.Event{At: noon, Letter: l.ID, Fact: game.DrawDeclined{}})
					return err
				})
				mu.Lock()
				if err == nil && acknowledged[l.ID] {
					t.Errorf("letter %d was given twice", l.ID)
				}
				if err == nil {
					acknowledged[l.ID] = true
				}
				mu.Unlock()
				if errors.Is(err, store.ErrBroken) {
					t.Error(err)
					return
				}
				if errors.Is(err, store.ErrUnreachable) {
					time.Sleep(20 * time.Millisecond)
				}
			}
		})
	}
	kills := 3
	if testing.Short() {
		kills = 1
	}
	// goesOn waits until many letters more are acknowledged, of each writer some.
	goesOn := func() { grows(t, &mu, func() int { return len(acknowledged) }, 100) }
	for range kills {
		goesOn()
		c.Kill()
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
	}
	goesOn()
	stop.Store(true)
	all.Wait()
	if n := letters(t, s); n != len(acknowledged) || n == 0 {
		t.Errorf("%d letters are there, %d were acknowledged", n, len(acknowledged))
	}
	if _, err := s.Check(func(fault store.Fault) { t.Error(fault) }); err != nil {
		t.Error(err)
	}
	t.Log(len(acknowledged), "letters")
}

// grows waits until a number that a mutex guards has grown by so much.
func grows(t *testing.T, mu *sync.Mutex, number func() int, by int) {
	t.Helper()
	now := func() int {
		mu.Lock()
		defer mu.Unlock()
		return number()
	}
	for from, end := now(), time.Now().Add(20*time.Second); now() < from+by; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("in 20 s the number grew only from %d to %d", from, now())
		}
	}
}

// TestInTheWay: many transactions that read what others write end as if each had been alone.
func TestInTheWay(t *testing.T) {
	s := open(t, peertest.URL(t), postgres.Options{})
	const writers, each = 16, 10
	var all sync.WaitGroup
	for range writers {
		all.Go(func() {
			for range each {
				err := s.Update(func(tx store.Tx) error {
					n, err := tx.Count("letters")
					one, _, err2 := tx.Setting("letters")
					if one != "" && one != fmt.Sprint(n) {
						return fmt.Errorf("the setting says %s, the tally %d", one, n)
					}
					return errors.Join(err, err2, tx.AddCount("letters", 1), tx.SetSetting("letters", fmt.Sprint(n+1)))
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	err := s.View(func(v store.View) error {
		n, err := v.Count("letters")
		if n != writers*each {
			t.Errorf("%d of %d", n, writers*each)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestLateAddress: a row to an address that is locked after numbers of rows have been drawn has a
// greater number than the rows that others have written to that address before, also where Expect
// has demanded the lock.
func TestLateAddress(t *testing.T) {
	s := open(t, peertest.URL(t), postgres.Options{})
	const to = "alice@example.org"
	before, after := store.Row{To: to}, store.Row{To: to}
	err := s.Update(func(tx store.Tx) error {
		err := tx.Expect(store.Likely{Settings: []string{"motto"}, Queued: 1})
		if before.ID == 0 {
			err = errors.Join(err, s.Update(func(tx store.Tx) error { return tx.Enqueue(&before) }))
		}
		return errors.Join(err, tx.Expect(store.Likely{Addresses: []string{to}, Queued: 1}), tx.Enqueue(&after))
	})
	if err != nil || after.ID <= before.ID {
		t.Errorf("row %d was written before row %d: %v", before.ID, after.ID, err)
	}
}

// TestPassword: the password is read from its file for each connection.
func TestPassword(t *testing.T) {
	url := peertest.URL(t)
	asked := 0
	s := open(t, url, postgres.Options{Password: func() (string, error) { asked++; return "secret", nil }})
	if err := put(s); err != nil || asked == 0 {
		t.Errorf("asked %d times: %v", asked, err)
	}
	refuses(t, url, postgres.Options{Password: func() (string, error) { return "", os.ErrPermission }}, os.ErrPermission, "")
}
