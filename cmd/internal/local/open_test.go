package local

import (
	"context"
	"encoding/binary"
	"errors"
	"net"
	"os"
	"path/filepath"
	"testing"

	"go.etcd.io/bbolt"

	"corrd/cmd/internal/office"
	"corrd/store"
)

func open(t *testing.T, o Options) error {
	t.Helper()
	if o.SMTP == "" {
		o.SMTP = "127.0.0.1:0"
	}
	if o.IMAP == "" {
		o.IMAP = "127.0.0.1:0"
	}
	h, err := Open(context.Background(), o)
	if err == nil {
		h.Close()
	}
	return err
}

func TestSecondDaemonOnTheSameFolder(t *testing.T) {
	w := newTown(t, "")
	if err := open(t, Options{Dir: w.dir, Socket: filepath.Join(t.TempDir(), "s")}); !errors.Is(err, store.ErrLocked) {
		t.Errorf("error %v, want %v", err, store.ErrLocked)
	}
}

func TestPortInUse(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := open(t, Options{Dir: t.TempDir(), SMTP: l.Addr().String()}); !errors.Is(err, office.ErrPortInUse) {
		t.Errorf("error %v, want %v", err, office.ErrPortInUse)
	}
}

func TestNotOnLoopback(t *testing.T) {
	if err := open(t, Options{Dir: t.TempDir(), IMAP: "0.0.0.0:0"}); !errors.Is(err, office.ErrNotLoopback) {
		t.Errorf("error %v, want %v", err, office.ErrNotLoopback)
	}
}

func TestFolderOfANewerFormat(t *testing.T) {
	dir := t.TempDir()
	if err := open(t, Options{Dir: dir}); err != nil {
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
	if err := open(t, Options{Dir: dir}); !errors.Is(err, store.ErrNewer) {
		t.Errorf("error %v, want %v", err, store.ErrNewer)
	}
}

func TestSecretThatOthersMayRead(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "secret"), make([]byte, 32), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := open(t, Options{Dir: dir}); err == nil {
		t.Error("opened with a secret that others may read")
	}
}
