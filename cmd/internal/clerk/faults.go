package clerk

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"

	"corrd/cmd/internal/ledger"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/store"
	"corrd/templates"
)

// patience is how often the clerk tries to take a letter that cannot be filed. After that the
// letter is set aside, so that the letters behind it can go on.
const patience = 5

// errDamaged leaves a letter where it lies, because the store is damaged and corrd ends.
var errDamaged = errors.New("the store is damaged")

// triedOften counts the failures at one letter, and reports whether the letter has failed
// patience times. Failures that the letter does not cause are not counted.
func (c *Clerk) triedOften(lay store.Key, err error) bool {
	if errors.Is(err, errDamaged) || store.IsDown(err) || errors.Is(err, context.Canceled) {
		return false
	}
	c.failures[lay]++
	return c.failures[lay] >= patience
}

// setAside keeps a letter that could not be filed, with the reason, and gives the letter no other
// effect.
func (c *Clerk) setAside(in Incoming, trouble error) (store.LetterState, error) {
	c.desk.Log.Error("letter set aside", "error", trouble)
	mail, _ := letterIn(in.Raw, in.Envelope, c.readOptions()) // its fault may be the trouble
	err := c.db.Update(func(tx store.Tx) error {
		rec := newRecord(in, mail, tx.Now())
		rec.State, rec.Verdict = store.Quarantined, trouble.Error()
		if err := tx.PutLetter(rec, in.Raw); err != nil {
			return err
		}
		return tx.MarkSeen(in.Lay, rec.ID)
	})
	delete(c.failures, in.Lay)
	return store.Quarantined, err
}

// givenUp sets aside a letter whose reading took too much work, with the reason, and tells the
// sender if they are a player.
func (d *taking) givenUp() error {
	const verdict = "not read: it would take more work than any letter needs"
	if d.Player == nil {
		return d.End(store.Quarantined, verdict)
	}
	return d.Reply("asked", templates.Data{Topic: templates.TooMuch, Words: d.Mail.Subject}, store.Quarantined, verdict)
}

// A fault of the program in reading one letter must not end the daemon, because the daemon would
// find the letter again when it starts. Reading is pure, so nothing is half done where it breaks
// off.

// letterIn returns the letter in bytes, and the fault at which reading them broke off. With a fault
// the letter is empty.
func letterIn(raw []byte, env mailer.Envelope, with parse.Options) (mail mailer.Letter, err error) {
	defer func() {
		if r := recover(); r != nil {
			mail, err = mailer.Letter{}, fmt.Errorf("its bytes cannot be read: %v\n%s", r, debug.Stack())
		}
	}()
	return parse.Letter(raw, env, with), nil
}

// letterAgain reads the bytes of a letter that was taken before, as letterIn does.
func (t *tools) letterAgain(v store.View, l store.Letter, raw []byte) (mailer.Letter, error) {
	return letterIn(raw, mailer.Envelope{To: l.To}, t.readAgainstOwn(func(f func(store.View) error) error { return f(v) }, l.ID))
}

// tooMuch stands for the statements of a letter that takes too much work.
func tooMuch() interpret.Page { return interpret.Page{GivenUp: true} }

// pageOnce returns what reads the statements of a letter, at most once. At a fault the log is told,
// and the letter counts as one that takes too much work: its sender is asked for a plainer one.
func pageOnce(log *slog.Logger, mail mailer.Letter, read func(mailer.Letter) interpret.Page) func() interpret.Page {
	return sync.OnceValue(func() (page interpret.Page) {
		defer func() {
			if r := recover(); r != nil {
				log.Error("a fault in reading a letter", "message", mail.MessageID, "from", mail.From, "fault", r, "stack", string(debug.Stack()))
				page = tooMuch()
			}
		}()
		return read(mail)
	})
}

// pageOf is pageOnce with ledger.ReadPage.
func pageOf(log *slog.Logger, mail mailer.Letter) func() interpret.Page {
	return pageOnce(log, mail, ledger.ReadPage)
}
