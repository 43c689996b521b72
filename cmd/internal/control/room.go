// Package control answers the umpire's and the operator's commands to a running daemon. The
// commands come over a unix socket that only the daemon's user may open. The protocol is HTTP: POST
// /noun/verb with a JSON object of arguments, answered with JSON.
//
// Package control knows the store, the laws of game as values, and how to show a game. Package
// control must not know how a letter is read, rendered or sent. What must be done about letters,
// players and time is done by the ledger, the watch, and the implementations of
// Clerk and Loops.
//
// The files are about:
//
//	room, socket           who answers; how the answers go out, how a client asks, and for how long
//	                       either waits
//	verbs                  a row for each verb
//	games, view, viewlist  a game as the umpire sees it
//	archive                the evidence of a game in one archive, and what a backup has beside the
//	                       copy of the store
//	disputes, inbox        what is before the umpire; any letter that came in or went out
//	audit                  who did what over the socket
//	rule, seats            rulings, and who rules; new keys, and another player in a seat
//	cards, cardenter       cards to players without a mailbox, and from them
//	enrol, members         newcomers about whom the secretary is asked; which players a list names
//	outbox                 letters that go out, and circulars of the club
//	tournament, year       all-play-all events; the figures of a year
//	players, clock, site   the other verbs, by noun
package control

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"corrd/cmd/internal/dossier"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/game/terms"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/press"
)

// Clerk does, within a transaction, what the verbs leave to package clerk. Each method enqueues
// the letters that tell of its work.
type Clerk interface {
	// Release makes a held letter act, as of the letter's receipt, as if the player had confirmed
	// the letter.
	Release(tx store.Tx, held store.Letter) error
	// Dropped lets a flag fall that has waited for a letter which will never act.
	Dropped(tx store.Tx, l store.Letter) error
	// Draw returns what is printed for a letter to a player without a mailbox.
	Draw(v store.View, row store.Row) (press.Card, error)
	// Enter takes a card that the office has entered, in a transaction of its own, and returns the
	// record of the letter that the card has become.
	Enter(ctx context.Context, c ledger.Card) (store.Letter, error)
}

// Loops wakes the loops of the daemon and asks them for their state.
type Loops interface {
	// Wake makes the daemon look at the outbox, the alarms and the circulars without delay, because
	// something has been written.
	Wake()
	// Hasten makes the daemon look at the outbox and the alarms without delay.
	Hasten()
	// NewsBehind reports whether the loop of circulars has yet to look, and makes it look.
	NewsBehind() bool
	// NewsWaits reports whether anything waits for a look of that loop.
	NewsWaits(v store.View) (bool, error)
	// LookNow does what Wake does, and makes the daemon look at the mailbox too.
	LookNow()
	// Unread counts the letters in the mailbox that have no verdict yet. If there are any, Unread
	// makes the daemon look at the mailbox.
	Unread() int
	// Questions counts the questions about letters held on an earlier day that are due to be
	// asked, and reports whether any question waits for a later day.
	Questions(v store.View, now time.Time) (due int, waits bool, err error)
	// Digests counts the umpires to whom a digest of what waits for them is due. If there are any,
	// Digests makes the daemon write the digests.
	Digests(v store.View) (due int, err error)
	// Purge drops the bytes of letters of strangers that are too old or too many.
	Purge() error
}

// Room carries out the verbs. The zero values of the unexported fields are ready for use.
type Room struct {
	// Beside are the files and folders beside the store that belong to a backup; "": none
	Beside []string

	Store    store.Store
	Ledger   *ledger.Ledger
	Watch    *watch.Watch
	Clock    watch.Clock
	Clerk    Clerk
	Erasures *ledger.Erasures
	Loops    Loops
	Terms    terms.Terms      // the defaults of a challenge
	Random   io.Reader        // of the numbers of lots; nil: crypto/rand
	Office   templates.Office // the name and addresses with which corrd writes PGN and prints books
	Paper    string           // of books; "" is A4
	Budgets  ledger.Limits
	Seal     dossier.Seal
	Log      *slog.Logger

	advancing sync.Mutex    // held while a virtual clock is advanced
	patience  time.Duration // how long to wait for a client; 0: daemonPatience
}

// Refusal is the answer to a verb that the daemon refuses: what is wrong, and what to do about
// it.
type Refusal struct {
	Message string `json:"error"`
}

// Error is the message.
func (r *Refusal) Error() string { return r.Message }

func refuse(format string, args ...any) error { return &Refusal{fmt.Sprintf(format, args...)} }

// view runs f in one reading transaction, and returns the result of f.
func view[R any](r *Room, f func(v store.View) (R, error)) (result R, err error) {
	err = r.Store.View(func(v store.View) (err error) { result, err = f(v); return err })
	return result, err
}

// update runs f in one writing transaction, wakes the loops, which act on the change, and returns
// what f returns.
func update[R any](r *Room, f func(tx store.Tx) (R, error)) (result R, err error) {
	defer r.Loops.Wake()
	err = r.Store.Update(func(tx store.Tx) (err error) { result, err = f(tx); return err })
	return result, err
}
