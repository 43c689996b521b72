package clerk

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/game"
	"corrd/game/play"
)

// serves has the clerk answer on a control socket until stop, which returns when it
// has stopped.
func (b *table) serves() (path string, stop func()) {
	b.Helper()
	path = filepath.Join(b.TempDir(), "s")
	socket, err := control.Listen(path, control.ControlMode)
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- b.room().Serve(ctx, socket) }()
	return path, func() {
		cancel()
		if err := <-served; err != nil {
			b.Error(err)
		}
	}
}

// TestUmpireOnAFullDisk: the umpire is answered, and nothing of what the umpire asks is done.
func TestUmpireOnAFullDisk(t *testing.T) {
	b := newTable(t)
	b.sendAll()
	disk := &fullDisk{Store: b.guard.Store}
	disk.full.Store(true)
	b.guard.Store = disk
	path, stop := b.serves()
	defer stop()
	was, rows := b.game(), len(b.rows())
	rule := play.Rule{Ruling: game.Ruling{Verb: game.RulesForfeit, Side: game.White, Reason: "he says so himself"}, Law: "II.9(c)"}
	for verb, a := range map[string]any{
		"/rule": control.Ruling{ID: 1, Rule: &rule}, "/player/add": control.Enrolment{Name: "Carol", Address: "carol@example.org"}, "/clock/advance": control.Lasting{For: 40 * 24 * time.Hour},
	} {
		err := control.Dial(path).Call(t.Context(), verb, a, &struct{}{})
		if !errors.Is(err, control.ErrUnreachable) || !strings.Contains(err.Error(), "disk is full") || !strings.Contains(err.Error(), "make room") {
			t.Errorf("%s: %v", verb, err)
		}
	}
	if s := b.game(); s.Seq != was.Seq || len(b.rows()) != rows || !b.clock.Now().Equal(was.LastEvent) && b.clock.Now().Sub(was.LastEvent) > time.Hour {
		t.Errorf("after %d events and %d rows there are %d and %d, at %v", was.Seq, rows, s.Seq, len(b.rows()), b.clock.Now())
	}
	disk.full.Store(false)
	if err := control.Dial(path).Call(t.Context(), "/rule", control.Ruling{ID: 1, Rule: &rule}, &struct{}{}); err != nil {
		t.Errorf("with room again: %v", err)
	}
}

// TestTwoAdvanceTheClock: two people advance the clock at the same time, and each advances it by
// the time they asked for.
func TestTwoAdvanceTheClock(t *testing.T) {
	b := tableWith(t)
	before, room := b.clock.Now(), b.room()
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			if _, err := room.ClockAdvance(t.Context(), control.Lasting{For: time.Hour}); err != nil {
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
