// Package desk holds one letter for the length of its transaction: the letter's record, what corrd
// has found out about its sender and its statements, and the ways to answer the letter. An answer
// that asks or refuses is limited by budgets, and the same words get the answer once. An
// acknowledgement of what has been done has no such limits.
//
//	desk       the letter in its transaction, its verdict, and its statements
//	answer     answers within budgets, and acknowledgements outside them
//	strangers  letters to people who are not registered, in turn by domain
//	silence    when a letter gets no answer because the same words have had one
//
// The clerk works on a Desk with letters about games; the Desk itself has all that letters ask of
// the book of players: who is registered, under which name and at which addresses, and who leaves;
// who challenges whom, and who plays on a side. When all have accepted, the games begin.
//
//	register, address      names and addresses, and what confirms them; newcomers about whom the
//	                       secretary is asked, or whom nobody takes
//	wayout                 the end of unasked letters, and of being registered
//	challenge, invitation  a challenge is made and sent out, to players and to strangers
//	registrar              who plays on a side
//	challengeanswer, begin a challenge is answered or withdrawn, and its games begin
//	event                  entries in all-play-all events
//
// The package must not know what happens in a game, nor what else a letter can be: a Next tells the
// clerk what remains to be done.
package desk

import (
	"errors"
	"io"
	"log/slog"
	"strings"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
)

// Tools holds what every Desk of a daemon shares.
type Tools struct {
	Name    string // the display name of corrd's letters
	Budgets ledger.Limits
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

// Append adds events to a game and enqueues the letters that the events send. Append returns the
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

// IsDisowned reports whether the domain of the sender says that the letter is not from there, so
// that nobody is taken for its writer.
func (d *Desk) IsDisowned() bool { return d.Mail.Auth == mailer.AuthFail }

// ForOffice reports whether a statement of a kind asks something of the mail office.
func ForOffice(k interpret.Kind) bool { return k.Row().To&interpret.ToOffice != 0 }

// TextsOf returns the words of statements.
func TextsOf(all []interpret.Statement) (texts []string) {
	for _, st := range all {
		texts = append(texts, st.Text)
	}
	return texts
}

// Words returns what a letter outside games says to somebody else: its prose, and the words behind
// "say:".
func (d *Desk) Words() string {
	return strings.TrimSpace(strings.Join(append([]string{d.Page.Note}, ledger.SaidIn(d.Page)...), "\n\n"))
}

// WithoutWords returns the statements of a letter but for what it says to others.
func WithoutWords(all []interpret.Statement) (st []interpret.Statement) {
	for _, s := range all {
		if !s.Kind.Row().PassedOn {
			st = append(st, s)
		}
	}
	return st
}

// ErrGivenUp says that a letter is not judged, because reading its statements would take too much
// work.
var ErrGivenUp = errors.New("more work than any letter needs")

// Read reads the statements of the letter. The caller knows the sender, because corrd does this
// work for nobody unknown, and calls Read before doing anything about the letter. Read returns
// ErrGivenUp if the work is too much.
func (d *Desk) Read() error {
	d.Page = d.Reading()
	d.Rec.Kind = d.FirstKind()
	if d.Page.GivenUp {
		return ErrGivenUp
	}
	return nil
}

// FirstKind returns the kind of the first statement of the letter, and "" for a letter without
// statements.
func (d *Desk) FirstKind() string {
	if len(d.Page.Statements) == 0 {
		return ""
	}
	return d.Page.Statements[0].Kind.String()
}

// LeaveBeside adds to d.Left all statements of the letter except the first and the words for
// others.
func (d *Desk) LeaveBeside() {
	if len(d.Page.Statements) > 1 {
		d.Left = append(d.Left, TextsOf(WithoutWords(d.Page.Statements[1:]))...)
	}
}

// Unread returns what the sender may want to know about the text that was not read.
func (d *Desk) Unread() string {
	return ledger.UnreadOf(d.Mail, d.Page)
}

// ForRegistrar reports whether a statement of a kind is about being registered or about a
// challenge.
func ForRegistrar(k interpret.Kind) bool { return k.Row().To&interpret.ToRegistrar != 0 }
