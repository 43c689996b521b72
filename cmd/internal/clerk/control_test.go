package clerk

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"corrd/game"
	"corrd/store"
	"corrd/store/bolt"
)

// serves has the clerk answer on a control socket until stop, which returns when it
// has stopped.
func (b *table) serves() (path string, stop func()) {
	b.Helper()
	path = filepath.Join(b.TempDir(), "s")
	socket, err := Listen(path, ControlMode)
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- b.Serve(ctx, socket) }()
	return path, func() {
		cancel()
		if err := <-served; err != nil {
			b.Error(err)
		}
	}
}

// TestListen: the socket has its mode, one that a dead daemon left is replaced, and
// nothing else is.
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
	b := newTable(t)
	path, stop := b.serves()
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

// TestUmpireOnAFullDisk is answered, and nothing of what he asks is done.
func TestUmpireOnAFullDisk(t *testing.T) {
	b := newTable(t)
	b.sendAll()
	disk := &fullDisk{Store: b.guard.Store, full: true}
	b.guard.Store = disk
	path, stop := b.serves()
	defer stop()
	was, rows := b.game(), len(b.rows())
	rule := game.Rule{Ruling: game.Ruling{Verb: game.RulesForfeit, Side: game.White, Reason: "he says so himself"}, Law: "II.9(c)"}
	for verb, a := range map[string]Args{
		"/rule": {ID: 1, Rule: &rule}, "/player/add": {Name: "Carol", Address: "carol@example.org"}, "/clock/advance": {For: 40 * 24 * time.Hour},
	} {
		err := Dial(path).Call(t.Context(), verb, a, &struct{}{})
		if !errors.Is(err, ErrUnreachable) || !strings.Contains(err.Error(), "disk is full") || !strings.Contains(err.Error(), "make room") {
			t.Errorf("%s: %v", verb, err)
		}
	}
	if s := b.game(); s.Seq != was.Seq || len(b.rows()) != rows || !b.clock.Now().Equal(was.LastEvent) && b.clock.Now().Sub(was.LastEvent) > time.Hour {
		t.Errorf("after %d events and %d rows there are %d and %d, at %v", was.Seq, rows, s.Seq, len(b.rows()), b.clock.Now())
	}
	disk.full = false
	if err := Dial(path).Call(t.Context(), "/rule", Args{ID: 1, Rule: &rule}, &struct{}{}); err != nil {
		t.Errorf("with room again: %v", err)
	}
}

// TestTwoAdvanceTheClock at the same time: each by what he asked for.
func TestTwoAdvanceTheClock(t *testing.T) {
	b := tableWith(t)
	before := b.clock.Now()
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			if _, err := b.clockAdvance(t.Context(), Args{For: time.Hour}); err != nil {
				t.Error(err)
			}
		})
	}
	both.Wait()
	kept, err := readSetting(b.db, "virtual_now")
	if want := before.Add(2 * time.Hour); !b.clock.Now().Equal(want) || kept != want.Format(time.RFC3339) || err != nil {
		t.Errorf("the clock reads %v, and the store says %s, %v; want %v", b.clock.Now(), kept, err, want)
	}
}
