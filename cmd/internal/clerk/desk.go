package clerk

import (
	"log/slog"
	"time"

	"corrd/cmd/internal/courier"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/board"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
)

// tools is what every desk works with, and the clerk beside them.
type tools struct {
	cfg     Config
	keys    mailer.Keys
	ledger  *ledger.Ledger
	watch   *watch.Watch
	courier *courier.Courier
	log     *slog.Logger
	// catchingUp reports whether letters that were taken and are not known may still
	// come.
	catchingUp func() bool
}

// desk is one letter in its transaction, with what has been found out about it.
type desk struct {
	tools
	tx      store.Tx
	rec     *store.Letter
	mail    mailer.Letter
	reading func() interpret.Page // reads the letter
	page    interpret.Page        // its statements, once they are read
	player  *store.Player         // whose address From is; nil: nobody's
	out     ledger.Notices        // what the office writes of it
	silent  bool                  // an answer was not written, because a budget is spent
	left    []string              // what the letter asks of the office besides, which its one answer leaves
	spent   bool                  // that question has been answered before
	final   bool                  // the answer is the last of the day to letters of which nothing comes

	question mailer.Token // of the question about a letter held that this letter answers, by its key; zero: none

	card *game.RealCard // the dates of a card that the office has entered; nil: the letter came by mail

	shown *game.Rotated // the keys that the letter shows to the other side and that are still to be rotated; nil: none
}

// newDesk lays a letter on a desk; what it brings about is dated at.
func newDesk(t tools, tx store.Tx, rec *store.Letter, at time.Time) *desk {
	return &desk{tools: t, tx: tx, rec: rec, out: ledger.Notices{Ledger: t.ledger, Tx: tx, Letter: rec.ID, At: at}}
}

func sideOf(letter byte) board.Side {
	if letter == 'b' {
		return board.Black
	}
	return board.White
}

// by is what the letter on the desk brings about events with.
func (d *desk) by() ledger.By {
	return ledger.By{Letter: d.rec.ID, Player: d.rec.Player, Note: d.page.Note, At: d.out.At, Final: d.final}
}

// append adds events to a game and enqueues the letters that they send.
func (d *desk) append(before game.State, events []game.Event) (game.State, error) {
	return d.ledger.Append(d.tx, before, events, d.by())
}
