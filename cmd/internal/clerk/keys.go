package clerk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// The keys of a seat have generations (game.Keyring). A letter whose To or Cc names the other
// side has shown its key to the other side; such a letter acts, and corrd replaces the keys of
// the seat. corrd also replaces the keys when a letter of the other side carries one. A letter
// with a replaced key of the seat is held until the owner of the address on file confirms the
// letter. A letter with a key of somebody who had the seat before has no effect.

// keyAge is what a key is worth.
type keyAge uint8

const (
	keyWrong keyAge = iota
	keyDead         // a key of another player, who had the seat before
	// a key of the seat that has been replaced, or that a store put back from a backup does not
	// know
	keyOld
	keyRight
)

// keysAhead is how many replacements of keys by the umpire a store that was put back from a
// backup may not know of. Only corrd can have made such keys.
const keysAhead = 5

// keysTried is how many generations of the keys of a seat are tried before its game has been read.
const keysTried = 8

// hasKey reports whether corrd has made a key, for a seat that has not had more of them: which one
// is in force is known when the game has been read (ageOf).
func (c *Clerk) hasKey(t mailer.Token) bool {
	if c.desk.Keys.Check(t, 0) {
		return true
	}
	_, known := c.desk.Keys.Generation(t, keysTried)
	return known
}

// ageOf returns what the key of the letter, which names the seat, is worth.
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

// deadKey takes a letter with a key of somebody who had the seat before. A player without a seat
// in the game is told that the seat is another's; nobody else gets an answer.
func (d *taking) deadKey(s ledger.Seat) error {
	if d.Player == nil || d.IsDisowned() {
		return d.End(store.Ignored, desk.WrongKey)
	}
	own, err := ledger.SeatIn(d.Tx, *d.Player, s.Game.ID)
	if err != nil {
		return err
	}
	if own.Game.ID != 0 {
		return d.End(store.Ignored, desk.WrongKey)
	}
	d.withoutKey()
	return d.Reply("refused", templates.Data{Topic: templates.NotYourGame, Number: s.Game.ID}, store.Returned, "not their game any more")
}

// withoutKey has the letter count as one without a key, because its key says nothing about its
// author: whoever has the key may write with it in the name of another, and must spend nothing that
// is kept for the other's letters with a key of their own.
func (d *taking) withoutKey() {
	if d.Mail.Token = (mailer.Token{}); !d.Proven() {
		d.Out.Unproven = d.Mail.From
	}
}

// otherHand takes a letter of the other side with a key of the seat. The letter does not act.
// corrd replaces the key, because somebody must have shown the key to the other side.
func (d *taking) otherHand(s ledger.Seat, age keyAge) (err error) {
	side := s.Side.Other()
	d.Rec.Game, d.Rec.Side = s.Game.ID, side
	if age == keyRight {
		rotate := play.Rotate{Rotated: game.Rotated{Side: s.Side, Member: d.Mail.Token.Member, Why: game.LeakUsed}}
		if s.Game, err = d.Ledger.Append(d.Tx, s.Game, play.Decide(s.Game, rotate, d.Tx.Now()), ledger.By{}); err != nil {
			return err
		}
	}
	d.withoutKey()
	return d.Reply("refused", templates.Data{Topic: templates.NotYourKey, Game: s.Game.ID, Side: side, Seq: s.Game.Seq},
		store.Returned, "with a key of the other side's")
}

// showing returns the rotation of keys for a letter that has the right key of the seat and shows
// the key to the other side, or nil if the letter does not show the key.
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

// goesTo reports whether the header of the letter names an address as a recipient.
func (d *taking) goesTo(address string) bool {
	return slices.ContainsFunc(d.Mail.Addressees, func(a string) bool { return strings.EqualFold(a, address) })
}

// rotateShown replaces the keys that the letter has shown, unless the letter's events in its game
// have already done so. When no answer carries the new key, rotateShown sends a letter of the
// game with the new key.
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

// knownSecret is the key of the setting that tells with which secret the keys in the players'
// letters were made. The setting holds a digest that does not reveal the secret.
const knownSecret = "secret_mark"

// OpenKeys loads the secret file of a store, and makes a secret for a store that never had one.
// OpenKeys refuses a missing secret file and a file with another secret than the store knows,
// because corrd would treat the key in every answer of every player as wrong. renew says that the
// old secret is lost: the store then accepts the secret in the file, or a new one. An error is
// mailer.ErrSecret and says what to do, or it is an error of the store or the file system.
func OpenKeys(db store.Store, path string, renew bool) (mailer.Keys, error) {
	if !renew {
		if err := CheckKeys(db, path); err != nil {
			return mailer.Keys{}, err
		}
	}
	keys, err := mailer.LoadOrCreateKeys(path)
	if err != nil {
		return keys, err
	}
	return keys, db.Update(func(tx store.Tx) error {
		if known, _, err := tx.Setting(knownSecret); err != nil || known == keys.Mark() {
			return err
		}
		return tx.SetSetting(knownSecret, keys.Mark())
	})
}

// CheckKeys returns the error with which OpenKeys would refuse the secret file of a store without
// renew, or nil if OpenKeys would accept the file. CheckKeys makes no file.
func CheckKeys(db store.Store, path string) error {
	known, err := readSetting(db, knownSecret)
	if err != nil || known == "" {
		return err
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %s is missing; %s", mailer.ErrSecret, path, putSecretBack)
	}
	keys, err := mailer.LoadOrCreateKeys(path)
	if err == nil && keys.Mark() != known {
		err = fmt.Errorf("%w: %s is not the one that the keys in the players' letters were made with; %s", mailer.ErrSecret, path, putSecretBack)
	}
	return err
}

// putSecretBack tells the operator how to mend a missing or wrong secret.
const putSecretBack = "put it back from where it is kept; if it is lost, start corrd once with --new-secret: " +
	"no key in a letter that is out is right then, and whoever writes `show` and a game's number is sent a new one"

func readSetting(db store.Store, name string) (value string, err error) {
	err = db.View(func(v store.View) error {
		value, _, err = v.Setting(name)
		return err
	})
	return value, err
}

// The keys in letters that an earlier corrd has kept are veiled a part of the time, beside other
// work; of several daemons on the store the one that is on duty does so.
const (
	veilShare = 4 // rests so many times as long as it works
	veilRest  = 10 * time.Millisecond
	dutyRest  = 10 * time.Second // between two looks whether this daemon is on duty
)

// veilKept has no key stand in plain octets in the store, whichever corrd has kept it, and waits
// until ctx ends.
func (c *Clerk) veilKept(ctx context.Context) error {
	began := time.Now()
	rest := func() error {
		err := watch.Pause(ctx, max(veilRest, veilShare*time.Since(began)))
		for err == nil && !c.node.OnDuty() {
			err = watch.Pause(ctx, dutyRest)
		}
		began = time.Now()
		return err
	}
	err := c.persist(ctx, "the keys in letters of an earlier corrd are not veiled", func(context.Context) error { return ledger.VeilKept(c.db, rest) })
	if err != nil || ctx.Err() != nil {
		return err
	}
	<-ctx.Done()
	return nil
}
