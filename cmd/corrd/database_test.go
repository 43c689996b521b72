package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.etcd.io/bbolt"

	folders "corrd/cmd/internal/daemon"
	"corrd/store"
	"corrd/store/bolt"
	"corrd/store/peertest"
)

// TestDatabaseOnTheCommandLine moves a store into a database and back, has corrctl verify both,
// and has a daemon and doctor refuse the database with the secret of another corrd.
func TestDatabaseOnTheCommandLine(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds corrctl and starts a PostgreSQL")
	}
	url, dir := peertest.New(t).URL(t), t.TempDir()
	file, back, secrets := filepath.Join(dir, "corrd.db"), filepath.Join(dir, "back.db"), filepath.Join(dir, "first")
	f, err := folders.Open(folders.Options{Dir: dir, Secret: secrets})
	if err != nil {
		t.Fatal(err)
	}
	err = f.Store.Update(func(tx store.Tx) error {
		return errors.Join(tx.PutPlayer(&store.Player{Name: "Ann"}), tx.PutLetter(&store.Letter{State: store.Acted}, []byte("P-K4")))
	})
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	says(t, 0, "holds the same", "migrate", file, url)
	says(t, statusRefused, "not empty", "migrate", file, url)
	says(t, 0, "holds the same", "migrate", url, back)
	ctl := corrctl(t)
	for _, at := range []string{url, back} {
		if said, err := exec.Command(ctl, "check", at).CombinedOutput(); err != nil || !strings.Contains(string(said), "faults: 0") {
			t.Errorf("corrctl check %s: %v\n%s", at, err, said)
		}
	}
	if s, err := bolt.Open(back, bolt.Options{}); err != nil {
		t.Error(err)
	} else {
		s.Close()
	}
	config := configOn(t, url, secrets)
	says(t, statusRefused, "ok       store", "doctor", "--config", config)
	says(t, statusRefused, "ok       secret", "doctor", "--config", config)

	other := filepath.Join(dir, "second")
	if err := os.WriteFile(other, bytes.Repeat([]byte{7}, 32), 0o600); err != nil {
		t.Fatal(err)
	}
	config = configOn(t, url, other)
	says(t, statusRefused, "is not the one that the keys in the players' letters were made with", "serve", "--config", config)
	says(t, statusRefused, "the database is another corrd's", "doctor", "--config", config)
}

// configOn writes the configuration of a daemon on a database.
func configOn(t *testing.T, url, secrets string) (path string) {
	t.Helper()
	path, _ = writeConfig(t, 0)
	text, err := os.ReadFile(path)
	text = append(text, fmt.Sprintf("[store]\nurl = %q\n[identity]\nsecret_file = %q\n", url, secrets)...)
	if err := errors.Join(err, os.WriteFile(path, text, 0o600)); err != nil {
		t.Fatal(err)
	}
	return path
}

// says wants a command to end with a status and to say something.
func says(t *testing.T, status int, want string, args ...string) {
	t.Helper()
	var out bytes.Buffer
	if got := run(args, &out, &out); got != status || !strings.Contains(out.String(), want) {
		t.Errorf("%v: status %d, not %d with %q:\n%s", args, got, status, want, &out)
	}
}

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
