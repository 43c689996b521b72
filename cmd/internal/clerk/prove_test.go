package clerk

import (
	"context"
	"slices"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
)

// TestProofIsFoundAgain: a claim that waits for its proof when the daemon stops
// is proved after the next start, and answered.
func TestProofIsFoundAgain(t *testing.T) {
	b := newTable(t)
	b.letter("alice", b.key(board.White), "1", "claim draw: endless checks, otherwise P-K4\n\nI hope you are well.")
	if s := b.game(); s.Phase != game.ClaimOpen || s.ToAct() != "none" {
		t.Fatalf("%v, %s to act", s.Phase, s.ToAct())
	}
	id, at, ok, err := b.nextAlarm()
	if err != nil || !ok || id != 1 || at.After(b.clock.Now()) {
		t.Fatalf("alarm for game %d at %v, %v, %v", id, at, ok, err)
	}
	second := again(t, b.Clerk, b.db, b.clock, b)
	if err := second.ring(context.Background(), id, at); err != nil || !slices.Equal(second.proofs.all(), []int64{1}) {
		t.Fatalf("%v, in the queue %v", err, second.proofs.all())
	}
	if err := second.prove(id); err != nil {
		t.Fatal(err)
	}
	if s := b.game(); s.Phase != game.AwaitMove || len(s.Line) != 1 {
		t.Fatalf("%v after %d moves", s.Phase, len(s.Line))
	}
	row := b.sendAll()
	if row.Kind != "move" || row.Note != "I hope you are well." {
		t.Errorf("the last letter is %+v", row)
	}
	if second.prove(id) != nil || len(b.game().Line) != 1 {
		t.Error("searched once more, it did something")
	}
}

// TestAlarmsRingWhileAProofIsSought: a search holds up its own game alone, and
// settle waits for it.
func TestAlarmsRingWhileAProofIsSought(t *testing.T) {
	b := newTable(t)
	begun, release := make(chan bool), make(chan bool)
	b.search = func(s game.State) (game.Proof, bool) {
		begun <- true
		<-release
		return s.Prove()
	}
	b.letter("alice", b.key(board.White), "1", "claim draw: endless checks, otherwise P-K4")
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	over := make(chan error, 1)
	go func() { over <- b.Clerk.Run(ctx) }()
	<-begun
	if id, at, ok, err := b.nextAlarm(); ok || err != nil {
		t.Errorf("the alarms wait for game %d at %v, %v", id, at, err)
	}
	if s, err := b.pending(); s.Pending == 0 || err != nil {
		t.Errorf("nothing is pending, %v", err)
	}
	close(release)
	if s, err := b.settled(ctx); s.Pending != 0 || err != nil {
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
