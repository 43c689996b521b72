package clerk

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/store"
	"corrd/store/bolt"
	"corrd/store/peertest"
	"corrd/store/postgres"
)

// older is a store as an older corrd works on it, which keeps the bytes of letters as they are.
type older struct{ store.Store }

func (older) Veil(store.Veil) {}

// TestNoKeyIsLeftByAnOlderCorrd: the letters that an older corrd has kept with their keys are
// veiled beside other work, however often the daemon is killed meanwhile, and no key is left in the
// store, its file or a backup. Every letter is read back as it was at any time.
func TestNoKeyIsLeftByAnOlderCorrd(t *testing.T) {
	if testing.Short() {
		t.Skip("TestNoKeyAtRest stands for it")
	}
	path := filepath.Join(t.TempDir(), "corrd.db")
	virtual := watch.NewVirtual(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	for name, open := range map[string]func(*testing.T) (store.Store, error){
		"bolt": func(*testing.T) (store.Store, error) {
			return bolt.Open(path, bolt.Options{NoSync: true, Now: virtual.Now})
		},
		"postgres": func(t *testing.T) (store.Store, error) {
			return postgres.Open(peertest.Beside(t), postgres.Options{Now: virtual.Now})
		},
	} {
		t.Run(name, func(t *testing.T) {
			db, err := open(t)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			b, came := eventful(t, older{db}, virtual)
			keys := b.keysSent()
			bareRecords(t, db, b)
			b.wantKeysIn(db, keys)

			b.Clerk = New(b.cfg, db, b.desk.Keys, virtual, nil, nil, nil) // the newer corrd
			b.courier.Carrier = b
			killed := errors.New("killed")
			var stopped int
			for err = killed; errors.Is(err, killed); stopped++ {
				b.wantLettersWhole(came)
				rests := 0
				err = ledger.VeilKept(b.db, func() error {
					if rests++; rests > 2 {
						return killed
					}
					return nil
				})
			}
			if err != nil || stopped < 3 {
				t.Fatalf("after %d stops: %v", stopped, err)
			}
			b.wantLettersWhole(came)
			wantNoKeyLeft(t, db, b, came, keys, map[string]string{"bolt": path}[name])
			was := image(t, db)
			if err := ledger.VeilKept(b.db, func() error { return nil }); err != nil || !bytes.Equal(image(t, db), was) {
				t.Errorf("done a second time, it changes something: %v", err)
			}
		})
	}
}

// TestDaemonVeilsWhatAnOlderCorrdHasKept without being asked, and goes on with its work.
func TestDaemonVeilsWhatAnOlderCorrdHasKept(t *testing.T) {
	virtual := watch.NewVirtual(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	db, err := bolt.Open(filepath.Join(t.TempDir(), "corrd.db"), bolt.Options{NoSync: true, Now: virtual.Now})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	b, came := eventful(t, older{db}, virtual)
	keys := b.keysSent()
	bareRecords(t, db, b)
	b.wantKeysIn(db, keys)
	b.Clerk = New(b.cfg, db, b.desk.Keys, virtual, nil, b, nil)
	ctx, stop := context.WithCancel(t.Context())
	ran := make(chan error, 1)
	go func() { ran <- b.Clerk.Run(ctx) }()
	for deadline := time.Now().Add(time.Minute); kept(t, db, "veiled/bare") != "no"; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("nothing is veiled in a minute")
		}
	}
	b.wantLettersWhole(came)
	stop()
	if err := <-ran; err != nil {
		t.Error(err)
	}
	wantNoKeyWithin(t, "the store", db, keys)
}

func kept(t *testing.T, db store.Store, key string) string {
	t.Helper()
	value, err := readSetting(db, key)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// bareRecords writes the records of letters and rows as an older corrd has kept them.
func bareRecords(t *testing.T, db store.Store, b *table) {
	t.Helper()
	b.view(func(v store.View) error {
		letters, err := v.Letters(math.MaxInt)
		rows, err2 := v.Rows(math.MaxInt)
		return errors.Join(err, err2, db.Update(func(tx store.Tx) (err error) {
			for i := range letters {
				err = errors.Join(err, tx.PutLetter(&letters[i], nil))
			}
			for i := range rows {
				err = errors.Join(err, tx.PutRow(&rows[i]))
			}
			return err
		}))
	})
}

// wantKeysIn wants keys in a store as they were sent.
func (b *table) wantKeysIn(db store.Store, keys []string) {
	b.Helper()
	found := 0
	text := strings.ToLower(flat(string(image(b.T, db))))
	for _, key := range keys {
		if strings.Contains(text, key) {
			found++
		}
	}
	if found < 10 { // the key of an envelope sender is kept nowhere
		b.Fatalf("of %d keys %d are in the store that the test makes", len(keys), found)
	}
}

// image is what a store keeps of letters and rows, as it lies there.
func image(t *testing.T, db store.Store) (all []byte) {
	t.Helper()
	err := db.View(func(v store.View) error {
		letters, err := v.Letters(math.MaxInt)
		rows, err2 := v.Rows(math.MaxInt)
		for _, l := range letters {
			raw, _ := v.Raw(l.ID)
			all = append(fmt.Appendf(all, "%+v\n", l), raw...)
		}
		for _, r := range rows {
			signed, _ := v.Signed(r.ID)
			all = append(fmt.Appendf(all, "%+v %s\n", r, r.Data), signed...)
		}
		return errors.Join(err, err2)
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
