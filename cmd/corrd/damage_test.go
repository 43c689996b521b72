package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"corrd/store/bolt"
	"corrd/store/storetest"
)

// TestDamagedStoreIsRefusedAtStart spoils an event of a store of one game, and the
// page it lies on.
func TestDamagedStoreIsRefusedAtStart(t *testing.T) {
	event, page := []byte(`"kind":"started"`), os.Getpagesize()
	for what, spoil := range map[string]func(b []byte){
		"the page of an event": func(b []byte) { clear(b[bytes.Index(b, event)/page*page:][:page]) },
		"an event":             func(b []byte) { copy(b[bytes.Index(b, event):], `"kind":"startle"`) },
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "corrd.db")
		db, err := bolt.Open(path, bolt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		storetest.OneGame(t, db)
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(content, event) {
			t.Fatal("the event is not in the file")
		}
		for bytes.Contains(content, event) { // also where the event has stood before, on free pages
			spoil(content)
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		var out, errOut bytes.Buffer
		status := run([]string{"local", "--dir", dir, "--smtp", "127.0.0.1:0", "--imap", "127.0.0.1:0"}, &out, &errOut)
		if status != statusUnreachable || strings.Count(errOut.String(), "\n") != 1 || !strings.Contains(errOut.String(), "backup") || out.Len() > 0 {
			t.Errorf("%s: status %d, %s%s", what, status, &out, &errOut)
		}
		if left, err := os.ReadFile(path); err != nil || !bytes.Equal(left, content) {
			t.Errorf("%s: the file has been changed: %v", what, err)
		}
	}
}
