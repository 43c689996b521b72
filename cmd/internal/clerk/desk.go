package clerk

import (
	"slices"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
)

// desk is one letter in its transaction, with what has been found out about it.
type desk struct {
	*Clerk
	tx      store.Tx
	rec     *store.Letter
	mail    mailer.Letter
	reading func() interpret.Page // reads the letter
	page    interpret.Page        // its statements, once they are read
	player  *store.Player         // whose address From is; nil: nobody's
	answers int                   // office letters enqueued so far
	silent  bool                  // an answer was not written, because a budget is spent
	toldIn  int64                 // the game whose reply address the last of them bears; 0: the office's
	at      time.Time             // the date of those: when the letter they answer came, or was released
	left    []string              // what the letter asks of the office besides, which its one answer leaves
	spent   bool                  // that question has been answered before
	final   bool                  // the answer is the last of the day to letters of which nothing comes

	question mailer.Token // of the question about a letter held that this letter answers, by its key; zero: none

	shown *game.Rotated // the keys that the letter shows to the other side and that are still to be rotated; nil: none
}

// seat is a side of a game and the player who has it, or one of them.
type seat struct {
	game   game.State
	side   board.Side
	player store.Player
}

// seatOf is a side of a game and one of its members, of whom 0 and 1 are the
// first; ErrNotFound where there is no such member.
func (d *desk) seatOf(id int64, side board.Side, member int) (seat, error) {
	s, err := d.tx.Game(id)
	if err != nil {
		return seat{}, err
	}
	members := s.Members(side)
	if member > len(members) {
		return seat{}, store.ErrNotFound
	}
	p, err := d.tx.Player(members[max(member, 1)-1])
	return seat{game: s, side: side, player: p}, err
}

// member is the number of the seat's player on a side in consultation, else 0.
func (s seat) member() int { return memberNumber(s.game, s.side, s.player.ID) }

// token is the key a letter to the seat carries in its Reply-To.
func (s seat) token() mailer.Token {
	return mailer.Token{Kind: mailer.KindGame, Number: s.game.ID, Side: sideLetter(s.side), Member: s.member(), Ply: s.game.KeyPly(s.side)}
}

// generation is that of the keys the seat is given now.
func (s seat) generation() int { return s.game.Keyring(s.side, s.member()).Now }

func sideLetter(s board.Side) byte { return s.String()[0] }

func sideOf(letter byte) board.Side {
	if letter == 'b' {
		return board.Black
	}
	return board.White
}

// hasAddress reports whether the address, in whatever spelling, is one of the player's.
func hasAddress(p store.Player, address string) bool { return spelling(p, address) != "" }

// spelling is an address as the player has it on file; "" where it is not his.
func spelling(p store.Player, address string) string {
	for _, a := range p.Addresses {
		if store.SameAddress(a, address) {
			return a
		}
	}
	return ""
}

// written is what brings events about: the number of a letter, who wrote it, its
// prose, and when it was taken up, which is when the letters that tell the events
// are dated: one that was held, and a flag that waited for it, act as of earlier.
// The zero written is none.
type written struct {
	letter int64
	player int64
	note   string
	at     time.Time
	final  bool // the answer is the last of the day to letters of which nothing comes
}

// written gives what the letter on the desk brings.
func (d *desk) written() written { return written{d.rec.ID, d.rec.Player, d.page.Note, d.at, d.final} }

// append adds events to a game and enqueues the letters they send.
func (d *desk) append(before game.State, events []game.Event) (game.State, error) {
	return appendEvents(d.Clerk, d.tx, before, events, d.written())
}

// appendEvents adds events to a game's log and puts the letters they send into
// the outbox, one to each member of a side. The prose of the letter that brought
// the events about goes to the other side with the first letter to it.
func appendEvents(c *Clerk, tx store.Tx, before game.State, events []game.Event, from written) (game.State, error) {
	after, err := tx.Append(before.ID, events...)
	if err != nil {
		return after, err
	}
	dispatches := game.Dispatches(before, events)
	for i, dispatch := range dispatches {
		e := events[dispatch.Event]
		row := store.Row{At: later(e.At, from.at), Kind: dispatch.Kind, Also: dispatch.Also, Game: before.ID, Side: dispatch.To,
			Seq: before.Seq + int64(dispatch.Event) + 1, First: before.Seq + 1, State: store.Queued, Next: tx.Now(),
			Asks: asks(after, dispatches, i)}
		if !slices.Contains(after.Members(dispatch.To), from.player) {
			row.Note, from.note = from.note, ""
		} else {
			row.Letter, row.Final = from.letter, from.final
		}
		if err := c.enqueueToSide(tx, after, row, dispatch.Member); err != nil {
			return after, err
		}
	}
	return after, firstError(c.tellReplaced(tx, before, events), playAgain(c, tx, before, after), c.tellOfAppeals(tx, before, after, events, from.player))
}

// enqueueToSide puts a letter to a side into the outbox, for each of its members
// or, where a number from 1 is given, for that one alone.
func (c *Clerk) enqueueToSide(tx store.Tx, s game.State, row store.Row, alone int) error {
	for i, id := range s.Members(row.Side) {
		if alone > 0 && alone != i+1 {
			continue
		}
		p, err := tx.Player(id)
		if err != nil {
			return err
		}
		if mailbox(p) == "" { // has been removed, and the game is over
			continue
		}
		one := row
		one.To, one.Player, one.Member = mailbox(p), p.ID, memberNumber(s, row.Side, p.ID)
		if one.MessageID, err = c.gameName(tx, row.Game, row.Seq, row.Side, one.Member); err != nil {
			return err
		}
		if err := tx.Enqueue(&one); err != nil {
			return err
		}
	}
	return nil
}

// asks reports whether a dispatch is the one that asks its reader for his move:
// the last to the side whose turn it has become, or whom letters did not reach.
func asks(after game.State, dispatches []game.Dispatch, i int) bool {
	if after.Result != nil || after.Window.Side != dispatches[i].To || after.Window.Told && !after.Bouncing() {
		return false
	}
	return !slices.ContainsFunc(dispatches[i+1:], func(d game.Dispatch) bool { return d.To == dispatches[i].To })
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
