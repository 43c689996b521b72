package clerk

import (
	"slices"
	"strings"

	"corrd/cmd/internal/ledger"
	"corrd/game"
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
func (d *desk) ageOf(s ledger.Seat) keyAge {
	t, ring := d.mail.Token, s.Game.Keyring(s.Side, d.mail.Token.Member)
	if !d.question.IsZero() {
		t = d.question
	}
	if d.keys.Check(t, ring.Now) {
		return keyRight
	}
	generation, known := d.keys.Generation(t, ring.Now+keysAhead)
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
func (d *desk) deadKey(s ledger.Seat) error {
	if d.player == nil || d.mail.Auth == mailer.AuthFail {
		return d.end(store.Ignored, wrongKey)
	}
	own, err := ledger.SeatIn(d.tx, *d.player, s.Game.ID)
	if err != nil {
		return err
	}
	if own.Game.ID != 0 {
		return d.end(store.Ignored, wrongKey)
	}
	return d.reply("refused", templates.Data{Topic: templates.NotYourGame, Number: s.Game.ID}, store.Returned, "not their game any more")
}

// otherHand takes a letter of the other side's with a key of the seat: it does not
// act, and the key, which must have been shown to them, is rotated.
func (d *desk) otherHand(s ledger.Seat, age keyAge) (err error) {
	side := s.Side.Other()
	d.rec.Game, d.rec.Side = s.Game.ID, side
	if age == keyRight {
		rotate := play.Rotate{Rotated: game.Rotated{Side: s.Side, Member: d.mail.Token.Member, Why: game.LeakUsed}}
		if s.Game, err = d.ledger.Append(d.tx, s.Game, play.Decide(s.Game, rotate, d.tx.Now()), ledger.By{}); err != nil {
			return err
		}
	}
	return d.reply("refused", templates.Data{Topic: templates.NotYourKey, Game: s.Game.ID, Side: side, Seq: s.Game.Seq},
		store.Returned, "with a key of the other side's")
}

// showing gives the rotation that the letter, which has the right key of the seat,
// calls for because it shows it to the other side; nil where it does not.
func (d *desk) showing(s ledger.Seat) (*game.Rotated, error) {
	if slices.Equal(d.mail.Addressees, d.mail.Recipients) { // it is to corrd alone
		return nil, nil
	}
	for _, id := range s.Game.Members(s.Side.Other()) {
		p, err := d.tx.Player(id)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(p.Addresses, d.goesTo) {
			return &game.Rotated{Side: s.Side, Member: d.mail.Token.Member, Why: game.LeakCopied}, nil
		}
	}
	return nil, nil
}

// goesTo reports whether the letter says that it goes to an address too.
func (d *desk) goesTo(address string) bool {
	return slices.ContainsFunc(d.mail.Addressees, func(a string) bool { return strings.EqualFold(a, address) })
}

// rotateShown rotates the keys that the letter has shown, unless what it did in
// its game has done so. Where no answer bears the new one, a letter of the game does.
func (d *desk) rotateShown(id int64) error {
	if d.shown == nil {
		return nil
	}
	s, err := d.tx.Game(id)
	if err != nil {
		return err
	}
	events := play.Decide(s, play.Rotate{Rotated: *d.shown, Letter: d.rec.ID}, d.tx.Now())
	d.shown = nil
	if d.out.About() == id {
		_, err = d.tx.Append(id, events...)
	} else {
		_, err = d.append(s, events)
	}
	return err
}
