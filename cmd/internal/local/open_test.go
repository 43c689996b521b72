package local_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/local"
	"corrd/cmd/internal/office"
	"corrd/cmd/internal/watch"
	"corrd/mailer"
	"corrd/store"
	"corrd/store/peertest"
)

func TestMain(m *testing.M) {
	watch.HeapForTests()
	peertest.FilesInMemory()
	m.Run()
}

func open(t *testing.T, o local.Options) error {
	t.Helper()
	if o.SMTP == "" {
		o.SMTP = "127.0.0.1:0"
	}
	if o.IMAP == "" {
		o.IMAP = "127.0.0.1:0"
	}
	h, err := local.Open(context.Background(), o)
	if err == nil {
		h.Close()
	}
	return err
}

func TestSecondDaemonOnTheSameFolder(t *testing.T) {
	w := newTown(t, "")
	if err := open(t, local.Options{Dir: w.Dir, Socket: filepath.Join(t.TempDir(), "s")}); !errors.Is(err, store.ErrLocked) {
		t.Errorf("error %v, want %v", err, store.ErrLocked)
	}
}

func TestPortInUse(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := open(t, local.Options{Dir: t.TempDir(), SMTP: l.Addr().String()}); !errors.Is(err, office.ErrPortInUse) {
		t.Errorf("error %v, want %v", err, office.ErrPortInUse)
	}
}

func TestNotOnLoopback(t *testing.T) {
	if err := open(t, local.Options{Dir: t.TempDir(), IMAP: "0.0.0.0:0"}); !errors.Is(err, office.ErrNotLoopback) {
		t.Errorf("error %v, want %v", err, office.ErrNotLoopback)
	}
}

func TestFolderOfANewerFormat(t *testing.T) {
	dir := t.TempDir()
	if err := open(t, local.Options{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	db, err := bbolt.Open(filepath.Join(dir, "corrd.db"), 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte("meta")).Put([]byte("format"), binary.BigEndian.AppendUint64(nil, 99))
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	if err := open(t, local.Options{Dir: dir}); !errors.Is(err, store.ErrNewer) {
		t.Errorf("error %v, want %v", err, store.ErrNewer)
	}
}

func TestSecretThatOthersMayRead(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "secret"), make([]byte, 32), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := open(t, local.Options{Dir: dir}); err == nil {
		t.Error("opened with a secret that others may read")
	}
}

// TestSecretThatIsNotTheStores: a store whose secret is gone, or whose secret is another store's,
// is refused and left unchanged, until the operator says that the right secret is lost.
func TestSecretThatIsNotTheStores(t *testing.T) {
	for name, spoil := range map[string]func(path string) error{
		"gone":    os.Remove,
		"another": func(path string) error { return os.WriteFile(path, []byte("the secret of some other store!!"), 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			o := local.Options{Dir: t.TempDir()}
			secret := filepath.Join(o.Dir, "secret")
			if err := open(t, o); err != nil {
				t.Fatal(err)
			}
			if err := spoil(secret); err != nil {
				t.Fatal(err)
			}
			before, _ := os.ReadFile(secret)
			for range 2 {
				err := open(t, o)
				if !errors.Is(err, mailer.ErrSecret) || !strings.Contains(err.Error(), secret) || !strings.Contains(err.Error(), "--new-secret") {
					t.Fatalf("error %v, want one that names %s and what to do", err, secret)
				}
			}
			if after, _ := os.ReadFile(secret); !bytes.Equal(after, before) {
				t.Error("the refused start changed the secret file")
			}
			o.NewSecret = true
			if err := open(t, o); err != nil {
				t.Fatal(err)
			}
			o.NewSecret = false
			if err := open(t, o); err != nil {
				t.Errorf("after the new secret was accepted: %v", err)
			}
		})
	}
}

// place is a Town, with what these tests expect of one.
type place struct{ *local.Town }

// newTown opens a House on a virtual clock in dir; "" is a folder of its own.
func newTown(t local.T, dir string) place { return place{local.OpenTown(t, dir, nil)} }

// uci is the moves of a game, in one string.
func uci(g control.GameView) string {
	moves := make([]string, len(g.Moves))
	for i, m := range g.Moves {
		moves[i] = m.UCI
	}
	return strings.Join(moves, " ")
}

func (w place) wantMoves(id int64, want string) {
	w.Helper()
	if got := uci(w.Show(id)); got != want {
		w.Errorf("moves %q, want %q", got, want)
	}
}

func (w place) wantState(id int64, want string) {
	w.Helper()
	if got := w.Show(id).State; got != want {
		w.Errorf("state %q, want %q", got, want)
	}
}

func (w place) wantKind(mailbox, want string) {
	w.Helper()
	if l := w.Last(mailbox); l.Kind() != want {
		w.Errorf("%s's newest letter is %q (%s), want %q", mailbox, l.Kind(), l.Get("Subject"), want)
	}
}
