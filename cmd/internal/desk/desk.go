// Package desk holds one letter for the length of its transaction: the letter's record, what corrd
// has found out about its sender and its statements, and the ways to answer the letter. An answer
// that asks or refuses is limited by budgets, and the same words get the answer once. An
// acknowledgement of what has been done has no such limits. The clerk (letters about games) and
// the registrar (players and challenges) both work on a Desk. The package must not know what a
// letter is about, nor what comes of the letter.
//
//	desk      the letter in its transaction, and its verdict
//	reading   the letter's statements, and which of them are for the office or the registrar
//	answer    answers within budgets, and acknowledgements outside them
//	strangers letters to people who are not registered, in turn by domain
//	silence   when a letter gets no answer because the same words have had one
package desk

import (
	"io"
	"log/slog"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/players"
	"corrd/game"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
)

// Tools holds what every Desk of a daemon shares.
type Tools struct {
	Name    string // the display name of corrd's letters
	Budgets players.Limits
	Terms   terms.Terms // the defaults of a challenge
	Random  io.Reader   // the source of the nonces of lots; nil: crypto/rand
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
	Reading func() interpret.Page // Reading reads the letter's text; Desk.Read calls it
	Page    interpret.Page        // the letter's statements, once they are read
	Player  *store.Player         // the player who has the address From; nil: nobody has
	Out     ledger.Notices        // the notices that the office writes about the letter
	// what the letter also asks of the office, and its one answer does not cover
	Left   []string
	Silent bool // no answer was written, because a budget is spent
	Waits  bool // a letter to a stranger waits for its turn
	// Shown says which keys the letter has shown to the other side and that are still to be
	// replaced; nil: none.
	Shown *game.Rotated

	final bool // the answer is the last of the day to this sender's letters of which nothing comes
}

// New makes the Desk of a letter; events that the letter brings about are dated at.
func New(t Tools, tx store.Tx, rec *store.Letter, at time.Time) *Desk {
	return &Desk{Tools: t, Tx: tx, Rec: rec, Out: ledger.Notices{Ledger: t.Ledger, Tx: tx, Letter: rec.ID, At: at}}
}

// By returns the author and the date of the events that the letter brings about.
func (d *Desk) By() ledger.By {
	return ledger.By{Letter: d.Rec.ID, Player: d.Rec.Player, Note: d.Page.Note, At: d.Out.At, Final: d.final}
}

// Append adds events to a game and enqueues the letters that the events send. Append gives the
// game after the events.
func (d *Desk) Append(before game.State, events []game.Event) (game.State, error) {
	return d.Ledger.Append(d.Tx, before, events, d.By())
}

// End writes the state and the verdict into the letter's record.
func (d *Desk) End(state store.LetterState, verdict string) error {
	d.Rec.State, d.Rec.Verdict = state, verdict
	return nil
}

// WrongKey is the verdict on a letter whose key corrd did not make or whose key belongs to
// somebody else.
const WrongKey = "wrong key"

// Disowned is the verdict on a letter that fails DMARC.
const Disowned = "its sender's domain disowns it (DMARC)"
