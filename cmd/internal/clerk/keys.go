package clerk

import (
	"slices"
	"strings"

	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// The keys of a seat have generations (game.Keyring). A letter whose To or Cc
// names the other side shows its key there: it acts, and the keys of the seat are
// rotated with it; and so they are when a letter of the other side's carries one. A letter with a key of the seat's that has been rotated is
// held until the address on file confirms it; one with a key of somebody's who
// had the seat before has no effect.

// keyAge is what a key is worth.
type keyAge uint8

const (
	keyWrong keyAge = iota
	keyDead         // another player's, who had the seat before
	keyOld          // the seat's own, but rotated; or one that a backup does not know
	keyRight
)

// keysAhead is how many rotations by the umpire a store that was put back from a
// backup may not know of. Nobody but corrd can have made such a key.
const keysAhead = 5

// ageOf gives what the key of the letter, which names the seat, is worth.
func (d *taking) ageOf(s ledger.Seat) keyAge {
	t, ring := d.Mail.Token, s.Game.Keyring(s.Side, d.Mail.Token.Member)
	if !d.question.IsZero() {
		t = d.question
	}
	if d.Keys.Check(t, ring.Now) {
		return keyRight
	}
	generation, known := d.Keys.Generation(t, ring.Now+keysAhead)
	switch {
	case !known:
		return keyWrong
	case generation < ring.Since:
		return keyDead
	}
	return keyOld
}

// deadKey takes a letter with a key of somebody's who had the seat before. If it
// is a player who has none in the game they are told so; anybody else hears nothing.
func (d *taking) deadKey(s ledger.Seat) error {
	if d.Player == nil || d.Mail.Auth == mailer.AuthFail {
		return d.End(store.Ignored, desk.WrongKey)
	}
	own, err := ledger.SeatIn(d.Tx, *d.Player, s.Game.ID)
	if err != nil {
		return err
	}
	if own.Game.ID != 0 {
		return d.End(store.Ignored, desk.WrongKey)
	}
	return d.Reply("refused", templates.Data{Topic: templates.NotYourGame, Number: s.Game.ID}, store.Returned, "not their game any more")
}

// otherHand takes a letter of the other side's with a key of the seat: it does not
// act, and the key, which must have been shown to them, is rotated.
func (d *taking) otherHand(s ledger.Seat, age keyAge) (err error) {
	side := s.Side.Other()
	d.Rec.Game, d.Rec.Side = s.Game.ID, side
	if age == keyRight {
		rotate := play.Rotate{Rotated: game.Rotated{Side: s.Side, Member: d.Mail.Token.Member, Why: game.LeakUsed}}
		if s.Game, err = d.Ledger.Append(d.Tx, s.Game, play.Decide(s.Game, rotate, d.Tx.Now()), ledger.By{}); err != nil {
			return err
		}
	}
	return d.Reply("refused", templates.Data{Topic: templates.NotYourKey, Game: s.Game.ID, Side: side, Seq: s.Game.Seq},
		store.Returned, "with a key of the other side's")
}

// showing gives the rotation that the letter, which has the right key of the seat,
// calls for because it shows it to the other side; nil where it does not.
func (d *taking) showing(s ledger.Seat) (*game.Rotated, error) {
	if slices.Equal(d.Mail.Addressees, d.Mail.Recipients) { // the letter goes to corrd alone
		return nil, nil
	}
	for _, id := range s.Game.Members(s.Side.Other()) {
		p, err := d.Tx.Player(id)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(p.Addresses, d.goesTo) {
			return &game.Rotated{Side: s.Side, Member: d.Mail.Token.Member, Why: game.LeakCopied}, nil
		}
	}
	return nil, nil
}

// goesTo reports whether the letter says that it goes to an address too.
func (d *taking) goesTo(address string) bool {
	return slices.ContainsFunc(d.Mail.Addressees, func(a string) bool { return strings.EqualFold(a, address) })
}

// rotateShown rotates the keys that the letter has shown, unless what it did in
// its game has done so. Where no answer bears the new one, a letter of the game does.
func (d *taking) rotateShown(id int64) error {
	if d.Shown == nil {
		return nil
	}
	s, err := d.Tx.Game(id)
	if err != nil {
		return err
	}
	events := play.Decide(s, play.Rotate{Rotated: *d.Shown, Letter: d.Rec.ID}, d.Tx.Now())
	d.Shown = nil
	if d.Out.About() == id {
		_, err = d.Tx.Append(id, events...)
	} else {
		_, err = d.Append(s, events)
	}
	return err
}

func sideOf(letter byte) board.Side {
	if letter == 'b' {
		return board.Black
	}
	return board.White
}
