package clerk

import (
	"testing"

	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
)

// narrow is a store whose transactions must not look through all letters or rows when they write,
// because such a transaction keeps the writers of all other daemons waiting.
type narrow struct {
	store.Store
	t *testing.T
}

type narrowTx struct {
	store.Tx
	t *testing.T
}

func (n narrow) Update(f func(store.Tx) error) error {
	return n.Store.Update(func(tx store.Tx) error { return f(narrowTx{tx, n.t}) })
}

func (n narrowTx) Letters(max int, states ...store.LetterState) ([]store.Letter, error) {
	n.t.Helper()
	n.t.Errorf("%v of all letters are looked through", states)
	return n.Tx.Letters(max, states...)
}

func (n narrowTx) Rows(max int, states ...store.RowState) ([]store.Row, error) {
	n.t.Helper()
	n.t.Errorf("%v of all rows are looked through", states)
	return n.Tx.Rows(max, states...)
}

// TestLettersOfStrangersExcludeNobody: neither a letter that is held nor an answer without a key,
// which anybody can send, has its transaction read what all others write.
func TestLettersOfStrangersExcludeNobody(t *testing.T) {
	b := newTable(t)
	b.sendAll()
	b.guard.Store = narrow{b.guard.Store, t}
	b.brings(mailer.AuthNone, "alice", office, "forged", "Game 1: resign")
	if l := b.newest(); l.State != store.HeldLetter {
		t.Errorf("%+v", l)
	}
	b.held("key", "P-K4")
	raw := "From: alice@example.org\r\nTo: " + office + "\r\nMessage-ID: <answer@example.org>\r\nIn-Reply-To: <l9.1.aa.bb@club.example>\r\n\r\nyes\r\n"
	if err := b.Deliver("smtp")(t.Context(), mailer.Envelope{From: "alice@example.org", To: []string{office}, Auth: mailer.AuthPass}, []byte(raw), b.clock.Now()); err != nil {
		t.Fatal(err)
	}
	b.inGame(1, board.White, "1", "P-K4")
	if len(b.game().Line) != 1 {
		t.Error("the game does not go on")
	}
}
