// Package courier sends the letters in the outbox. The courier renders each row once, from the
// game as the game stood at the row's event, and sends the same bytes at every try. When the
// next hop has accepted a letter, the courier notes the acceptance in the store and in a journal
// beside the store, so that no letter is sent twice. The package must not know how letters come
// in. About a game the package decides only what follows when a letter has left or cannot be
// delivered.
//
//	sender       rows that are due, each sent once and in order
//	outcome      what the next hop has said of a letter is written down, and what follows
//	card         letters to players without a mailbox
//	story        the events that a letter tells, with the game before and after them
//	render       a row becomes the bytes of a letter
//	officepage   a letter of the mail office
//	undelivered  what follows when a letter cannot be delivered
//	handed       what has left, for a store that was put back from a backup
//	numbers      the highest numbers that have left in letters
package courier

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// Carrier takes letters to the next hop, several at the same time.
type Carrier interface {
	// Send hands over one letter to the next hop and returns nil when the next hop has accepted
	// the letter. When the error is Temporary (see mailer.SendError) or of an unknown kind, the
	// courier tries again later.
	Send(ctx context.Context, from, to string, raw []byte) error
}

// Config holds what a Courier needs.
type Config struct {
	Store   *watch.Guard
	Clock   watch.Clock
	Ledger  *ledger.Ledger
	Watch   *watch.Watch
	Keys    mailer.Keys
	Carrier Carrier
	Log     *slog.Logger
	Outbox  watch.Bell // whoever rings Outbox makes the courier look at the outbox
	Alarms  watch.Bell // the courier rings Alarms when a letter that left has changed what falls due

	Office templates.Office // the identity with which letters are signed
	// the lines of the postal address to which players send their cards; empty when there is none
	Return []string
	// the time zone of times in letters to readers who have set none; "" is UTC
	Zone string
	// Paper is the paper of books to readers who have set none.
	Paper string
	// Sign signs a letter with the key of corrd's domain (DKIM) as of the time at. The same
	// letter and time must give the same bytes. nil: letters are not signed.
	Sign func(raw []byte, at time.Time) ([]byte, error)
	// Numbers is the path of the file that keeps the highest numbers given (NumberFile). With ""
	// no file keeps the numbers, and a store put back from a backup may give a number twice.
	Numbers string
	// Node is this daemon among the daemons on the store; nil: this daemon is the only one.
	Node *watch.Node
	// AtOnce is the greatest number of rows in hand at the same time, each to a different
	// address; 0 means sixteen. With 1, letters leave in the same order in every run.
	AtOnce int
	// Handed is the journal of the letters that the next hop has accepted. With nil no journal is
	// kept, and a store put back from a backup sends again what left after the backup.
	Handed *watch.Journal
}

// Courier sends the outbox of one store.
type Courier struct {
	Config

	// held for moments only, never while a letter is sent or a transaction runs
	mu sync.Mutex
	// the rows that are being sent, each with a channel that is closed when the sending ends;
	// under mu
	inHand map[int64]chan struct{}
	// answers of the carrier that are not written down yet, in order; under mu
	heard []outcome
	// the highest numbers that the file Numbers is known to hold; under mu
	highest   store.Numbers
	rendering chan struct{} // holds one value for each row that is being rendered
	writing   watch.Mutex   // held while the answers of the carrier are written down
	stories   stories       // what letters tell, for the next letter that tells the same
	left      left          // what Recall has found; does not change after Recall
}

// New makes a Courier that has sent nothing yet. The caller calls Recall before any other method.
func New(c Config) *Courier {
	if c.AtOnce == 0 {
		c.AtOnce = atOnce
	}
	return &Courier{Config: c, inHand: map[int64]chan struct{}{}, rendering: make(chan struct{}, renderers), writing: watch.NewMutex()}
}
