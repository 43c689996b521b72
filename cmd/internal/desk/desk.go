// Package desk lays one letter on a desk for the length of its transaction: the letter's record, what has
// been found out about its sender and its statements, and how it is answered. An answer that asks or refuses is bounded by budgets and given once for
// the same words; an acknowledgement of what has been done is not. The clerk (letters of games) and the registrar (players and
// challenges) work at the same desk. The desk must not know what a letter is about, nor what comes of the letter.
//
//	desk      the letter in its transaction, and its verdict
//	reading   its statements, and which of them are for the office or the registrar
//	answer    answers within budgets, and acknowledgements beside them
//	silence   when a letter is not answered, because the same words have been
package desk

import (
	"io"
	"log/slog"
	"time"

	"corrd/cmd/internal/budget"
	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
)

// Tools are what lies on every desk.
type Tools struct {
	Name    string // the display name of corrd's letters
	Budgets budget.Limits
	Terms   terms.Terms // the defaults of a challenge
	Random  io.Reader   // of the nonces of lots; nil: crypto/rand
	Keys    mailer.Keys
	Ledger  *ledger.Ledger
	Log     *slog.Logger
}

// Desk is one letter in its transaction, with what has been found out about it.
type Desk struct {
	Tools
	Tx      store.Tx
	Rec     *store.Letter
	Mail    mailer.Letter
	Reading func() interpret.Page // reads the letter
	Page    interpret.Page        // the letter's statements, once they are read
	Player  *store.Player         // whose address From is; nil: nobody's
	Out     ledger.Notices        // what the office writes about the letter
	Left    []string              // what the letter asks of the office besides, and its one answer leaves unanswered
	Silent  bool                  // an answer was not written, because a budget is spent
	Shown   *game.Rotated         // the keys that the letter shows to the other side and that are still to be rotated; nil: none

	final bool // the answer is the last of the day to letters of which nothing comes
}

// New lays a letter on a desk; what the letter brings about is dated at.
func New(t Tools, tx store.Tx, rec *store.Letter, at time.Time) *Desk {
	return &Desk{Tools: t, Tx: tx, Rec: rec, Out: ledger.Notices{Ledger: t.Ledger, Tx: tx, Letter: rec.ID, At: at}}
}

// By is what the letter on the desk brings about events with.
func (d *Desk) By() ledger.By {
	return ledger.By{Letter: d.Rec.ID, Player: d.Rec.Player, Note: d.Page.Note, At: d.Out.At, Final: d.final}
}

// Append adds events to a game and enqueues the letters that they send.
func (d *Desk) Append(before game.State, events []game.Event) (game.State, error) {
	return d.Ledger.Append(d.Tx, before, events, d.By())
}

// End writes the verdict into the record.
func (d *Desk) End(state store.LetterState, verdict string) error {
	d.Rec.State, d.Rec.Verdict = state, verdict
	return nil
}

// WrongKey is the verdict on a letter whose key is none of corrd's, or another's.
const WrongKey = "wrong key"

// Disowned is the verdict on a letter that fails DMARC.
const Disowned = "its sender's domain disowns it (DMARC)"
