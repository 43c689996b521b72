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

// tools is what the clerk works with at every desk, beside those that lie there.
type tools struct {
	cfg     Config
	watch   *watch.Watch
	courier *courier.Courier
	// catchingUp reports whether letters that were taken and are not known may still
	// come.
	catchingUp func() bool
}

// taking is one letter that the clerk takes, on its desk, with what the clerk finds out about the seat from which it comes.
type taking struct {
	*desk.Desk
	tools

	question mailer.Token   // the token of the question about a held letter that this letter answers by its key; zero: none
	spent    bool           // the question has been answered before
	card     *game.RealCard // the dates of a card that the office has entered; nil: the letter came by mail
}

// taking lays a letter on a desk, for the clerk to take; what the letter brings about is dated at.
func (c *Clerk) taking(tx store.Tx, rec *store.Letter, at time.Time) *taking {
	return newTaking(c.desk, c.tools, tx, rec, at)
}

func newTaking(there desk.Tools, own tools, tx store.Tx, rec *store.Letter, at time.Time) *taking {
	return &taking{Desk: desk.New(there, tx, rec, at), tools: own}
}
