package clerk

import (
	"context"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
)

// TestProofIsFoundAgain: a claim that waits for its proof when the daemon stops
// is proved after the next start, and answered.
func TestProofIsFoundAgain(t *testing.T) {
	b := newTable(t)
	b.letter("alice", b.key(board.White), "1", "claim draw: endless checks, otherwise P-K4\n\nI hope you are well.")
	if s := b.game(); s.Phase != game.ClaimOpen || s.ToAct() != "none" {
		t.Fatalf("%v, %s to act", s.Phase, s.ToAct())
	}
	second := again(t, b.Clerk, b.db, b.clock, b)
	if next, err := second.keeper.RingNext(t.Context()); err != nil || next.After(b.clock.Now()) {
		t.Fatalf("the alarm rings at %v, %v", next, err)
	}
	if _, err := second.keeper.ProveNext(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s := b.game(); s.Phase != game.AwaitMove || len(s.Line) != 1 {
		t.Fatalf("%v after %d moves", s.Phase, len(s.Line))
	}
	row := b.sendAll()
	if row.Kind != "move" || row.Note != "I hope you are well." {
		t.Errorf("the last letter is %+v", row)
	}
	if _, err := second.keeper.ProveNext(t.Context()); err != nil || len(b.game().Line) != 1 {
		t.Error("searched once more, it did something")
	}
}

// TestAlarmsRingWhileAProofIsSought: a search holds up its own game alone, and
// settle waits for it.
func TestAlarmsRingWhileAProofIsSought(t *testing.T) {
	b := newTable(t)
	begun, release := make(chan bool), make(chan bool)
	b.keeper.Search = func(s game.State) (play.Proof, bool) {
		begun <- true
		<-release
		return play.Prove(s)
	}
	b.letter("alice", b.key(board.White), "1", "claim draw: endless checks, otherwise P-K4")
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	over := make(chan error, 1)
	go func() { over <- b.Clerk.Run(ctx) }()
	<-begun
	if next, err := b.keeper.RingNext(ctx); !next.After(b.clock.Now()) || err != nil {
		t.Errorf("the alarms wait for the search: %v, %v", next, err)
	}
	if s, err := b.room().Settle(ctx, control.Lasting{For: 1}); s.Pending == 0 || err != nil {
		t.Errorf("nothing is pending, %v", err)
	}
	close(release)
	if s, err := b.room().Settle(ctx, control.Lasting{For: time.Minute}); s.Pending != 0 || err != nil {
		t.Errorf("pending %d, %v", s.Pending, err)
	}
	if s := b.game(); s.Phase != game.AwaitMove || len(s.Line) != 1 {
		t.Errorf("%v after %d moves", s.Phase, len(s.Line))
	}
	stop()
	if err := <-over; err != nil {
		t.Error(err)
	}
}
