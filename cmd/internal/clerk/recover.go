package clerk

import (
	"bytes"
	"context"
	"errors"
	"time"

	"corrd/cmd/internal/clock"
	"corrd/mailer/transport"
	"corrd/store"
)

// A store that was put back from a backup does not know the letters that have come since. These letters lie in the
// folder for letters that were taken, so corrd looks there when it starts, and takes the letters that it does not know,
// in the order of their receipt. (Mail that came by SMTP or LMTP lies nowhere else.) Answers to them may have left
// before: package courier keeps what has left.

const (
	lookBack  = 48 * time.Hour // letters are filed a little out of order
	mostKnown = 20_000         // letters that can be known again at a glance
)

// catchUp takes the letters that were taken and are not known, for no flag may fall
// before.
func (c *Clerk) catchUp(ctx context.Context) error {
	return c.persist(ctx, "the letters taken before cannot be looked through", c.takeUnknown)
}

func (c *Clerk) takeUnknown(ctx context.Context) error {
	known, err := c.knownLetters()
	if err != nil || known == nil {
		return err
	}
	place, taken := c.cfg.Mailbox+" processed", 0
	err = c.in.Taken(ctx, known.since, known.lacks, func(ctx context.Context, f transport.Fetched) error {
		has, err := c.hasRaw(known, f)
		if err != nil || has {
			return err
		}
		if err := c.courier.Before(ctx, f.InternalDate); err != nil {
			return err
		}
		taken++
		_, err = c.fetched(ctx, place, f)
		return err
	})
	if err == nil {
		err = c.courier.BeforeNow(ctx)
	}
	if taken > 0 {
		c.desk.Log.Warn("the store is older than the mailbox: letters that it did not know were taken again", "letters", taken)
	}
	return err
}

// known is the letters of the mailbox that the store has, as far back as may
// matter.
type known struct {
	named map[name]bool
	other map[int64][]int64 // the letters without a Message-ID, by their size

	erased map[arrival]bool

	oldest, newest time.Time // when the first and the last of the letters came
	since          time.Time // when it looks for others
}

// name is what tells letters apart at a glance.
type name struct {
	messageID string
	size      int64
}

// arrival is what is left of a letter that was erased, and tells it from others.
type arrival struct {
	second int64 // Unix time of its receipt
	size   int64
}

// lacks reports whether a letter is not among those known, as far as can be seen
// at a glance.
func (k *known) lacks(g transport.Glance) bool {
	return g.MessageID == "" || !k.named[name{g.MessageID, g.Size}]
}

// knownLetters gives the newest letters of the mailbox; nil if there are none.
func (c *Clerk) knownLetters() (*known, error) {
	k := &known{named: map[name]bool{}, other: map[int64][]int64{}, erased: map[arrival]bool{}}
	err := c.db.View(func(v store.View) error {
		letters, err := v.Letters(mostKnown)
		for _, l := range letters {
			k.add(l)
		}
		if len(k.named)+len(k.other) == 0 {
			return err
		}
		k.since = c.lookBackTo(k, v.Now())
		if len(letters) == mostKnown {
			k.since = clock.Later(k.since, letters[0].Received)
		}
		return err
	})
	if k.since.IsZero() {
		return nil, err
	}
	return k, err
}

// lookBackTo is since when letters can have come that are not known: some time
// before the newest that is known, and before the oldest answer that is not; or at
// any time, when the clock has been set back since.
func (c *Clerk) lookBackTo(k *known, now time.Time) time.Time {
	if k.newest.After(now) {
		return k.oldest
	}
	since := k.newest
	if oldest := c.courier.Oldest(); !oldest.IsZero() {
		since = clock.Earlier(since, oldest)
	}
	return since.Add(-lookBack)
}

// add adds a letter, if it is one of the mailbox.
func (k *known) add(l store.Letter) {
	if l.Source != sourceIMAP {
		return
	}
	if l.Erased != 0 {
		k.erased[arrival{l.Received.Unix(), l.Size}] = true
	}
	if l.MessageID == "" {
		k.other[l.Size] = append(k.other[l.Size], l.ID)
	} else {
		k.named[name{l.MessageID, l.Size}] = true
	}
	if k.newest = clock.Later(k.newest, l.Received); k.oldest.IsZero() {
		k.oldest = l.Received
	}
	k.oldest = clock.Earlier(k.oldest, l.Received)
}

// hasRaw reports whether a letter without a Message-ID is one of those known, by
// its bytes, or is one that was erased.
func (c *Clerk) hasRaw(k *known, f transport.Fetched) (has bool, err error) {
	if k.erased[arrival{f.InternalDate.Unix(), int64(len(f.Raw))}] {
		return true, nil
	}
	err = c.db.View(func(v store.View) error {
		for _, id := range k.other[int64(len(f.Raw))] {
			raw, err := v.Raw(id)
			if errors.Is(err, store.ErrPurged) {
				continue
			}
			if err != nil {
				return err
			}
			has = has || bytes.Equal(raw, f.Raw)
		}
		return nil
	})
	return has, err
}
