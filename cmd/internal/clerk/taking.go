package clerk

import (
	"time"

	"corrd/cmd/internal/courier"
	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/mailer"
	"corrd/store"
)

// tools holds what the clerk needs for every letter, besides the tools of the desk.
type tools struct {
	cfg     Config
	watch   *watch.Watch
	courier *courier.Courier
	// catchingUp reports whether letters may still come that were taken before and that the store
	// does not know.
	catchingUp func() bool
}

// taking is one letter that the clerk takes: the letter's desk, and what the clerk finds out
// about the seat from which the letter comes.
type taking struct {
	*desk.Desk
	tools

	// the token of the question about a held letter that this letter answers by its key; zero:
	// none
	question mailer.Token
	spent    bool // the question has been answered before
	fewer    bool // a yes or no was about a held letter, and is none of the statements any more
	again    bool // the author has sent another letter with this Message-ID before
	// the dates of a card that the office has entered; nil: the letter came by mail
	card *game.RealCard
	// the game of the letter that this one, which has no key, answers by its In-Reply-To; 0: none
	answered int64
	// the letter has no key and answers a letter from corrd; answeredToken is what the reply address
	// of that letter names, if it is known
	answersOurs   bool
	answeredToken mailer.Token
	// from when the letter counts; zero: from its receipt
	from time.Time
	// when the letter was released, if it was held and counts from before; zero otherwise
	released time.Time
}

// counts returns the time from which the letter counts.
func (d *taking) counts() time.Time {
	if d.from.IsZero() {
		return d.Rec.Received
	}
	return d.from
}

// taking makes the taking of a letter; events that the letter brings about are dated at.
func (c *Clerk) taking(tx store.Tx, rec *store.Letter, at time.Time) *taking {
	return newTaking(c.desk, c.tools, tx, rec, at)
}

func newTaking(there desk.Tools, own tools, tx store.Tx, rec *store.Letter, at time.Time) *taking {
	return &taking{Desk: desk.New(there, tx, rec, at), tools: own}
}
