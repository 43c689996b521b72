package clerk

import (
	"testing"

	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
)

// watchful is a store that looks round before each commit.
type watchful struct {
	store.Store
	look func()
}

func (w watchful) Update(f func(store.Tx) error) error {
	return w.Store.Update(func(tx store.Tx) error {
		defer w.look()
		return f(tx)
	})
}

// A loop that is woken before the commit does not see the change for which it is woken, and waits
// until something else happens, so that a flag falls late.
func TestNobodyIsWokenBeforeTheCommit(t *testing.T) {
	b := newTable(t)
	b.Ledger().Umpire = "umpire@example.org"
	rest := func() {
		for _, loop := range []chan struct{}{b.alarms, b.sender} {
			select {
			case <-loop:
			default:
			}
		}
	}
	b.guard.Store = watchful{b.guard.Store, func() {
		if len(b.alarms)+len(b.sender) > 0 {
			t.Error("woken before the commit")
		}
	}}
	rest()
	for _, c := range b.rows() {
		rest()
		if err := b.courier.Send(t.Context(), c.ID); err != nil {
			t.Fatal(err)
		}
		if c.Asks && len(b.alarms) == 0 {
			t.Error("a window was opened, and nobody was woken")
		}
	}
	rest()
	b.letter("alice", b.key(board.White), "1", "P-K4")
	if len(b.alarms) == 0 || len(b.sender) == 0 {
		t.Error("a letter was taken, and nobody was woken")
	}
	rest()
	b.fail = &mailer.SendError{Stage: mailer.StageRecipient, Code: 550, Text: "no such user"}
	row := b.rows()[len(b.rows())-1]
	if err := b.courier.Send(t.Context(), row.ID); err != nil || len(b.alarms) == 0 {
		t.Errorf("a letter could not be delivered, and nobody was woken: %v", err)
	}
}
