package clerk

import (
	"errors"
	"fmt"
	"math"
	"sync"
	"time"

	"corrd/cmd/internal/budget"
	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/store"
)

// Letters that are held after the questions of a day are used up wait without a question. From
// midnight UTC on each later day, corrd asks the owners about the oldest of these letters. Half
// of each day's questions stays free for the letters of the day itself.

// questionsOf names the tally of the questions of a day about the letters held for a seat.
func questionsOf(l store.Letter, now time.Time) string {
	return fmt.Sprintf("questions/%s/g%d.%s", budget.Day(now), l.Game, l.Side)
}

// unaskedDue gives the letters held without a question on an earlier day for which today's
// questions are not used up, and reports whether any letter is held without a question.
func (c *Clerk) unaskedDue(v store.View, now time.Time) (due []int64, waits bool, err error) {
	letters, err := v.Letters(math.MaxInt, store.HeldLetter)
	today, asked := now.UTC().Truncate(24*time.Hour), map[string]int{}
	for _, l := range letters {
		if !l.Unasked {
			continue
		}
		waits = true
		tally := questionsOf(l, now)
		n, err := v.Count(tally)
		if err != nil {
			return nil, waits, err
		}
		if n+asked[tally] < max(1, c.desk.Budgets.Questions/2) && l.Received.Before(today) {
			asked[tally]++
			due = append(due, l.ID)
		}
	}
	return due, waits, err
}

// askUnasked asks about the letters that unaskedDue gives.
func (c *Clerk) askUnasked() error {
	var due []int64
	err := c.db.View(func(v store.View) error {
		stopped, err := watch.Stopped(v)
		if err != nil || stopped {
			return err
		}
		due, _, err = c.unaskedDue(v, c.clock.Now())
		return err
	})
	for _, id := range due {
		if err == nil {
			err = c.db.Update(func(tx store.Tx) error { return c.askNow(tx, id) })
		}
	}
	if len(due) > 0 {
		c.sender.Ring()
	}
	return err
}

// askNow asks about one letter that is held without a question. askNow drops a letter whose bytes
// are not kept any more or whose game is over.
func (c *Clerk) askNow(tx store.Tx, id int64) error {
	held, err := tx.Letter(id)
	if err != nil || !held.Unasked || held.State != store.HeldLetter {
		return err
	}
	held.Unasked = false
	raw, err := tx.Raw(id)
	if errors.Is(err, store.ErrPurged) {
		held.State, held.Verdict = store.Discarded, notKept
		return tx.PutLetter(&held, nil)
	}
	if err != nil {
		return err
	}
	mail := parse.Letter(raw, mailer.Envelope{To: held.To}, c.readAgainstOwn(func(f func(store.View) error) error { return f(tx) }, held.ID))
	d := c.taking(tx, &held, tx.Now())
	d.Mail, d.Reading = mail, sync.OnceValue(func() interpret.Page { return desk.ReadPage(mail) })
	if mail.Token.Kind == mailer.KindHeld {
		if err := d.readAsSeat(); err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	s, err := seatClaimed(tx, held)
	if err == nil && held.Player == 0 && d.Mail.Token.Kind == mailer.KindGame {
		s, err = ledger.SeatOf(d.Tx, held.Game, held.Side, d.Mail.Token.Member)
	}
	switch {
	case err != nil:
		return err
	case s.Game.Result != nil:
		held.State, held.Verdict = store.Discarded, "the game is over"
		return tx.PutLetter(&held, nil)
	}
	if err := tx.AddCount(questionsOf(held, tx.Now()), 1); err != nil {
		return err
	}
	if err := tx.PutLetter(&held, nil); err != nil {
		return err
	}
	return d.askWhose(s)
}
