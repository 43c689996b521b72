// Package courier sends the outbox: each row is rendered once, from its game as the game
// stood at the row's event, and sent as the same bytes however often; what the next hop
// has taken is written down, in the store and beside the store, so that nothing is sent
// twice. It must not know how letters come in, nor decide anything about a game but what
// follows when a letter has left or cannot be delivered.
//
//	sender       rows that are due, once and in order
//	card         what goes to a player without a mailbox
//	render       a row becomes the bytes of a letter
//	officepage   a letter of the mail office
//	undelivered  what follows when a letter cannot be delivered
//	handed       what has left, for a store that was put back from a backup
//	numbers      the highest numbers that have left
package courier

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"corrd/cmd/internal/clock"
	"corrd/cmd/internal/damage"
	"corrd/cmd/internal/handover"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/loop"
	"corrd/cmd/internal/nodes"
	"corrd/cmd/internal/watch"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// Carrier takes letters to the next hop, several at the same time.
type Carrier interface {
	// Send hands over one letter; nil: it was accepted. An error that is Temporary
	// (see mailer.SendError) or unknown means: try again later.
	Send(ctx context.Context, from, to string, raw []byte) error
}

// Config is what a Courier works with.
type Config struct {
	Store   *damage.Guard
	Clock   clock.Clock
	Ledger  *ledger.Ledger
	Watch   *watch.Watch
	Keys    mailer.Keys
	Carrier Carrier
	Log     *slog.Logger
	Outbox  loop.Bell // has the outbox looked at
	Alarms  loop.Bell // is rung when a letter that left has changed what falls due

	Office templates.Office // as which letters are signed
	Return []string         // the lines of the postal address to which cards are sent; none: there is none
	Zone   string           // of the times in letters to readers who named none; "" is UTC
	// Sign puts the signature of corrd's domain (DKIM) on a letter, as of a time.
	// The same letter must come out the same. nil: none.
	Sign func(raw []byte, at time.Time) ([]byte, error)
	// Numbers is the path of the file that keeps the highest numbers given (NumberFile);
	// "": none does, and a store put back from a backup may give a number twice.
	Numbers string
	// Node is this daemon among several on the store; nil: there is no other.
	Node *nodes.Node
	// AtOnce is how many rows are in hand together, each to an address of its own; 0 is
	// sixteen. With one the order in which letters leave is the same in every run.
	AtOnce int
	// Handed is the journal of the letters that the next hop has taken. nil: none
	// is kept, and a store put back from a backup sends again what left since.
	Handed *handover.Journal
}

// Courier sends the outbox of one store.
type Courier struct {
	Config

	mu        sync.Mutex              // held for moments, never over a letter or a transaction
	inHand    map[int64]chan struct{} // the rows that are being sent, each with a channel closed when the sending ends; under mu
	heard     []outcome               // what the carrier said and is not written down yet, in order; under mu
	highest   store.Numbers           // the highest numbers in the file Numbers, as far as known; under mu
	rendering chan struct{}           // a place for each row that is being rendered
	writing   loop.Mutex              // held while what the carrier said is written down
	left      left                    // does not change after Recall
}

// New makes a Courier that has sent nothing yet. Recall comes before anything else.
func New(c Config) *Courier {
	if c.AtOnce == 0 {
		c.AtOnce = atOnce
	}
	return &Courier{Config: c, inHand: map[int64]chan struct{}{}, rendering: make(chan struct{}, renderers), writing: loop.NewMutex()}
}
