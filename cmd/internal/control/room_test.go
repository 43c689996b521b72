package control

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/terms"
	"corrd/store"
	"corrd/store/bolt"
)

// newRoom is a room with a store that has one game.
func newRoom(t *testing.T) *Room {
	t.Helper()
	db, err := bolt.Open(filepath.Join(t.TempDir(), "corrd.db"), bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	err = db.Update(func(tx store.Tx) error {
		alice, bob := store.Player{Name: "alice"}, store.Player{Name: "bob"}
		if err := errors.Join(tx.PutPlayer(&alice), tx.PutPlayer(&bob)); err != nil {
			return err
		}
		id, err := tx.NewGame()
		if err != nil {
			return err
		}
		_, err = tx.Append(id, game.Event{At: tx.Now(), Fact: game.Started{Players: [2]int64{alice.ID, bob.ID}, Terms: terms.Default()}})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return &Room{Store: db, Erasures: new(ledger.Erasures), Log: slog.New(slog.DiscardHandler)}
}

// serves has a room answer on a control socket until stop, which returns when it
// has stopped.
func serves(t *testing.T, r *Room) (path string, stop func()) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "s")
	socket, err := Listen(path, ControlMode)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- r.Serve(ctx, socket) }()
	return path, func() {
		cancel()
		if err := <-served; err != nil {
			t.Error(err)
		}
	}
}

// TestListen: the socket has its mode; a socket that an ended daemon left is replaced, and nothing
// else is.
func TestListen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	dead, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	dead.SetUnlinkOnClose(false)
	dead.Close()
	l, err := Listen(path, ControlMode)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != ControlMode {
		t.Errorf("%v, %v", info, err)
	}
	if other, err := Listen(path, ControlMode); err == nil {
		other.Close()
		t.Error("a socket that answers was taken away")
	}
	l.Close()
	if _, err := os.Lstat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the socket is left behind: %v", err)
	}
	if err := os.WriteFile(path, []byte("a diary"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Listen(path, ControlMode); err == nil || !strings.Contains(err.Error(), "is no socket") {
		t.Errorf("in the place of a file: %v", err)
	}
	if kept, err := os.ReadFile(path); err != nil || string(kept) != "a diary" {
		t.Errorf("the file holds %q, %v", kept, err)
	}
}

func TestBackupOverTheSocketIsAStore(t *testing.T) {
	path, stop := serves(t, newRoom(t))
	var copied bytes.Buffer
	n, err := Dial(path).Backup(t.Context(), "b.db", &copied)
	if err != nil || n != int64(copied.Len()) || n == 0 {
		t.Fatalf("%d bytes, %v", n, err)
	}
	stop()
	wantGame(t, copied.Bytes())
	if _, err := Dial(path).Backup(context.Background(), "b.db", &copied); !errors.Is(err, ErrUnreachable) {
		t.Errorf("without a daemon: %v", err)
	}
}

// wantGame sees that a copy of the store has the game.
func wantGame(t *testing.T, copied []byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := os.WriteFile(path, copied, 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := bolt.Open(path, bolt.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.View(func(v store.View) error { _, err := v.Game(1); return err }); err != nil {
		t.Error(err)
	}
}

// TestAuditSaysDurations: the record shows durations as they are typed, also those within a ruling,
// and leaves all other arguments as they are.
func TestAuditSaysDurations(t *testing.T) {
	for _, c := range []struct{ verb, arguments, want string }{
		{"clock advance", `{"for":604800000000000}`, `{"for":"7d"}`},
		{"clock advance", `{"for":129600000000000}`, `{"for":"1d12h"}`},
		{"clock advance", `{"for":5400000000000}`, `{"for":"1h30m"}`},
		{"clock advance", `{"for":60000000000}`, `{"for":"1m"}`},
		{"clock advance", `{"for":30000000000}`, `{"for":"30s"}`},
		{"clock advance", `{"for":600000000000}`, `{"for":"10m"}`},
		{"clock advance", `{"for":72000000000000}`, `{"for":"20h"}`},
		{"dispute ask", `{"id":3,"within":86400000000000}`, `{"id":3,"within":"1d"}`},
		{"rule", `{"id":12,"rule":{"verb":"time","by":-129600000000000,"law":"house:16"}}`, `{"id":12,"rule":{"by":"-1d12h","law":"house:16","verb":"time"}}`},
		{"rule", `{"id":12,"rule":{"verb":"draw","law":"house:16"}}`, `{"id":12,"rule":{"verb":"draw","law":"house:16"}}`},
		{"player leave", `{"id":9007199254740993,"days":14}`, `{"id":9007199254740993,"days":14}`},
		{"no such verb", `{"for":1}`, `{"for":1}`}, {"settle", `[]`, `[]`},
	} {
		if got := (AuditView{Verb: c.verb, Arguments: json.RawMessage(c.arguments)}).Said(); got != c.want {
			t.Errorf("%s %s says %s, not %s", c.verb, c.arguments, got, c.want)
		}
	}
}

// TestOutboxTellsWhoHoldsARow: a row that one of several daemons has claimed is listed with the
// daemon, and without when the daemon's lease has run out or no daemon has claimed the row.
func TestOutboxTellsWhoHoldsARow(t *testing.T) {
	r := newRoom(t)
	err := r.Store.Update(func(tx store.Tx) error {
		return errors.Join(tx.Enqueue(&store.Row{To: "a@a.example"}), tx.Enqueue(&store.Row{To: "a@a.example"}))
	})
	if err != nil {
		t.Fatal(err)
	}
	wants := func(when, first string) {
		t.Helper()
		rows, err := r.OutboxList(context.Background(), None{})
		if err != nil || len(rows) != 2 {
			t.Fatalf("%s: %v, %v", when, rows, err)
		}
		if got := rows[0].Daemon; (got == nil) != (first == "") || got != nil && *got != first {
			t.Errorf("%s the daemon is %v, not %q", when, got, first)
		}
		if rows[1].Daemon != nil {
			t.Errorf("%s the row behind it is held by %s", when, *rows[1].Daemon)
		}
	}
	lease := func(term time.Duration) {
		t.Helper()
		if _, err := r.Store.Lease(store.NodeLease("one"), "one", "", term); err != nil {
			t.Fatal(err)
		}
	}
	wants("before a claim", "")
	lease(time.Minute)
	if ids, _, err := r.Store.Claim("one", 16); err != nil || len(ids) != 1 {
		t.Fatalf("claimed %v, %v", ids, err)
	}
	wants("after a claim", "one")
	lease(0)
	wants("after the lease", "")
}
