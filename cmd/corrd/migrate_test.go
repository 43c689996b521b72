package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	"corrd/store/bolt"
)

// TestMigrate: a folder of an older format is refused with the command that mends the folder, and
// the command makes a store.
func TestMigrate(t *testing.T) {
	dir := t.TempDir()
	old, to := filepath.Join(dir, "corrd.db"), filepath.Join(dir, "new.db")
	s, err := bolt.Open(old, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	file, err := bbolt.Open(old, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = file.Update(func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte("meta")).Put([]byte("format"), []byte{0, 0, 0, 0, 0, 0, 0, 1})
	})
	if file.Close(); err != nil {
		t.Fatal(err)
	}

	var out, errOut bytes.Buffer
	if status := run([]string{"local", "--dir", dir, "--smtp", "127.0.0.1:0", "--imap", "127.0.0.1:0"}, &out, &errOut); status != statusUnreachable || !strings.Contains(errOut.String(), "corrd migrate "+old) {
		t.Errorf("the old store: status %d, %s", status, errOut.String())
	}
	if status := run([]string{"migrate", old, to}, &out, &errOut); status != 0 || !strings.Contains(out.String(), to) {
		t.Fatalf("status %d, %s%s", status, out.String(), errOut.String())
	}
	if s, err = bolt.Open(to, bolt.Options{}); err != nil {
		t.Fatal(err)
	}
	s.Close()
	if status := run([]string{"migrate", old, to}, &out, &errOut); status != statusRefused {
		t.Errorf("onto a file that exists: status %d", status)
	}
	if status := run([]string{"migrate", to, old + "2"}, &out, &errOut); status != statusRefused {
		t.Errorf("of this format: status %d", status)
	}
}
