package clerk

import (
	"cmp"
	"time"

	"corrd/cmd/internal/desk"
	"corrd/mailer"
	"corrd/store"
)

// The store keeps the bytes of players' letters without limit. The bytes of strangers' letters
// are kept for a month and within a quota, so that nobody can fill the disk by writing to corrd.
// The record of a letter, with what became of it, remains.

const (
	keptFor      = 30 * 24 * time.Hour
	defaultQuota = 64 << 20 // octets of strangers' letters
	purgedAtOnce = 16
)

// ofStranger reports whether the letter is a stranger's and has had no effect in a game. A letter
// is a stranger's when the sender is no player, and when the letter only pretends to come from a
// player.
func (d *taking) ofStranger() bool {
	switch {
	case d.Rec.State == store.Acted, (d.Mail.Token.Kind == mailer.KindUmpire || d.Mail.Token.Kind == mailer.KindOrder || d.Rec.Kind == umpireRules) && d.Rec.State != store.Ignored:
		return false
	case d.Rec.Player == 0:
		return true
	case d.Rec.State != store.Ignored && d.Rec.State != store.Duplicate || d.Vouched():
		return false
	}
	return d.Mail.Token.IsZero() || d.Mail.Auth == mailer.AuthFail || d.Rec.Verdict == desk.WrongKey
}

// purge drops the bytes of some letters of strangers that are too old or too many, and gives the
// number of these letters.
func (t *tools) purge(tx store.Tx) (int, error) {
	return tx.Purge(tx.Now().Add(-keptFor), cmp.Or(t.cfg.StrangersQuota, defaultQuota), purgedAtOnce)
}

// Purge drops the bytes of all letters of strangers that are too old or too many.
func (c *Clerk) Purge() error {
	for n := purgedAtOnce; n == purgedAtOnce; {
		err := c.db.Update(func(tx store.Tx) (err error) {
			n, err = c.purge(tx)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
