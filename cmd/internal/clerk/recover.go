package clerk

import (
	"bytes"
	"context"
	"errors"
	"time"

	"corrd/cmd/internal/watch"
	"corrd/mailer/transport"
	"corrd/store"
)

// A store that was put back from a backup does not know the letters that came after the backup.
// These letters lie in the folder of the letters that were taken. Therefore corrd looks into the
// folder when it starts, and takes the unknown letters in the order of their receipt. (Letters
// that came by SMTP or LMTP are in no folder and are lost.) Answers to the unknown letters may
// have left before; package courier knows which letters have left.

const (
	lookBack = 48 * time.Hour // letters are filed in nearly the order of their receipt
	// the greatest number of letters that corrd recognises by their headers
	mostKnown = 20_000
)

// catchUp takes the letters that were taken before and that the store does not know. No flag may
// fall before catchUp is done.
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

// known holds the letters of the mailbox that the store has, as far back as they may matter.
type known struct {
	named map[name]bool
	other map[int64][]int64 // the sizes of the letters without a Message-ID, with their numbers

	erased map[arrival]bool

	oldest, newest time.Time // when the first and the last of the letters came
	since          time.Time // the instant after which corrd looks for unknown letters
}

// name is what distinguishes letters by their headers.
type name struct {
	messageID string
	size      int64
}

// arrival is what remains of a letter that was erased, and distinguishes the letter from others.
type arrival struct {
	second int64 // Unix time of its receipt
	size   int64
}

// lacks reports whether a letter is unknown to the store, as far as the letter's header tells.
func (k *known) lacks(g transport.Glance) bool {
	return g.MessageID == "" || !k.named[name{g.MessageID, g.Size}]
}

// knownLetters returns the newest letters of the mailbox that the store has; nil if there are none.
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
			k.since = watch.Later(k.since, letters[0].Received)
		}
		return err
	})
	if k.since.IsZero() {
		return nil, err
	}
	return k, err
}

// lookBackTo returns the instant after which unknown letters can have come: some time before the
// newest known letter, and before the oldest answer that the store does not know. When the clock
// has been set back since, unknown letters can have come at any time.
func (c *Clerk) lookBackTo(k *known, now time.Time) time.Time {
	if k.newest.After(now) {
		return k.oldest
	}
	since := k.newest
	if oldest := c.courier.Oldest(); !oldest.IsZero() {
		since = watch.Earlier(since, oldest)
	}
	return since.Add(-lookBack)
}

// add adds a letter if it came from the mailbox.
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
	if k.newest = watch.Later(k.newest, l.Received); k.oldest.IsZero() {
		k.oldest = l.Received
	}
	k.oldest = watch.Earlier(k.oldest, l.Received)
}

// hasRaw reports whether the store has a letter without a Message-ID, by the letter's bytes, or
// has erased the letter.
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
