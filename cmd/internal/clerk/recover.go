package clerk

import (
	"bytes"
	"context"
	"errors"
	"time"

	"corrd/cmd/internal/courier"
	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/clocks"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/mailer/transport"
	"corrd/store"
	"corrd/templates"
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
	if err != nil {
		return err
	}
	if known == nil {
		return c.courier.BeforeNow(ctx)
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

// knownLetters returns the newest letters of the mailbox that the store has, or nil if no letter
// can be unknown to it: it has none, and no answer has left that it does not know.
func (c *Clerk) knownLetters() (*known, error) {
	k := &known{named: map[name]bool{}, other: map[int64][]int64{}, erased: map[arrival]bool{}}
	err := c.db.View(func(v store.View) error {
		letters, err := v.Letters(mostKnown)
		for _, l := range letters {
			k.add(l)
		}
		if k.since = c.lookBackTo(k, v.Now()); !k.since.IsZero() && len(letters) == mostKnown {
			k.since = clocks.Later(k.since, letters[0].Received)
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
// has been set back since, unknown letters can have come at any time. Without a known letter and
// without such an answer it is zero.
func (c *Clerk) lookBackTo(k *known, now time.Time) time.Time {
	if k.newest.After(now) {
		return k.oldest
	}
	since, oldest := k.newest, c.courier.Oldest()
	switch {
	case since.IsZero() && oldest.IsZero():
		return since
	case since.IsZero():
		since = oldest
	case !oldest.IsZero():
		since = clocks.Earlier(since, oldest)
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
	if k.newest = clocks.Later(k.newest, l.Received); k.oldest.IsZero() {
		k.oldest = l.Received
	}
	k.oldest = clocks.Earlier(k.oldest, l.Received)
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

// allTaken waits until every letter that came before the time at has been taken. While the
// mailbox cannot be read it also waits, because waiting harms nobody.
func (c *Clerk) allTaken(ctx context.Context, at time.Time) error {
	for c.catchingUp() || c.queued() > 0 {
		if !c.catchingUp() {
			c.in.Kick()
		}
		if err := watch.Pause(ctx, 2*time.Millisecond); err != nil {
			return err
		}
	}
	if err := c.delivered(ctx, at); err != nil {
		return err
	}
	onReal := c.clock.Mode() == (watch.Real{}).Mode()
	for c.in != nil && onReal && c.lastPoll().Before(at) {
		c.in.Kick()
		if err := watch.Pause(ctx, 200*time.Millisecond); err != nil {
			return err
		}
	}
	return nil
}

// delivered waits until every letter that came to any daemon by SMTP or LMTP before the time at
// has been handed over.
func (c *Clerk) delivered(ctx context.Context, at time.Time) error {
	for c.cfg.Undelivered != nil && c.cfg.Undelivered(at) {
		if err := watch.Pause(ctx, 20*time.Millisecond); err != nil {
			return err
		}
	}
	return c.node.Taken(ctx, at)
}

// beforeFlags makes a letter with a key that corrd has made for a game wait until the letters have
// been taken that came before a flag fell, when the flag fell before this letter was received and
// will fall with this letter. The flag may be of another game to which the letter turns. Of the
// game of the key, beforeFlags only says that the letter waits so: whoever takes the letter reads
// that game anyhow (fallen), and other daemons are asked only when the flag has fallen.
func (c *Clerk) beforeFlags(ctx context.Context, key mailer.Token, page interpret.Page, received time.Time) (awaits bool, err error) {
	if key.Kind != mailer.KindGame || c.node == nil && (c.cfg.Undelivered == nil || !c.cfg.Undelivered(received.Add(-time.Nanosecond))) {
		return false, nil
	}
	var others []int64
	for _, st := range page.Statements {
		if id := int64(st.Game); id != 0 && id != key.Number {
			others = append(others, id)
		}
	}
	if len(others) == 0 {
		return true, nil
	}
	var last time.Time // the latest fall of one of their flags
	err = c.db.View(func(v store.View) error {
		last = fallen(v, received, others...)
		return nil
	})
	if err != nil || last.IsZero() {
		return true, err
	}
	return true, c.delivered(ctx, last)
}

// fallen returns when the last of those flags of some games fell that fell before a letter was
// received, and zero if none did. A game that cannot be read is left out: whoever takes the letter
// will meet the same error.
func fallen(v store.View, received time.Time, games ...int64) (last time.Time) {
	for _, id := range games {
		s, err := v.Game(id)
		if err != nil {
			continue
		}
		if fell, due := s.Lapsed(received); due == game.DueFlag && fell.Before(received) {
			last = clocks.Later(last, fell)
		}
	}
	return last
}

// fellBefore ends the transaction of a letter before which a flag fell: what came before the flag
// is to be taken first.
type fellBefore struct{ at time.Time }

func (f fellBefore) Error() string { return "flag fell" }

// A store that was put back from a backup may not know games that began since, nor moves,
// challenges, registrations and questions. The players hold keys of these records, which prove that
// the records existed: nobody but corrd can have made such a key. A sender with such a key is told
// that the server went back, and no new record gets a number that a key names, because an old
// answer would act on the wrong record. A file beside the secret keeps the highest numbers that
// have left with a letter; the store takes them from the file once the letters in the mailbox have
// been taken again.

// newestTry is how many generations of a key are tried for a record that the store does not know.
const newestTry = ledger.KeyOfConsultant + 2*ledger.MostConsultants + keysAhead

// forgotten takes a letter with a key that names a record which the store does not know. A right
// key proves that the store has gone back, and a registered player is told so.
func (d *taking) forgotten() error {
	t := d.Mail.Token
	if _, right := d.Keys.Generation(t, newestTry); !right {
		return d.End(store.Ignored, desk.WrongKey)
	}
	d.Log.Warn("a key is right and the store does not know what it names: the store went back", "key", t.Kind, "number", t.Number)
	passed := courier.NumberOf(t)
	if d.catchingUp() { // letters that are taken again have the numbers that they had before
		passed.Letter = 0
	}
	if err := d.Tx.PassNumbers(passed); err != nil {
		return err
	}
	if d.IsDisowned() {
		return d.End(store.Ignored, desk.Disowned)
	}
	if d.Player == nil {
		return d.newcomer()
	}
	state, err := courier.WentBackTo(d.Tx)
	if err != nil {
		return err
	}
	lines, err := d.gameLines(*d.Player)
	if err != nil {
		return err
	}
	return d.Reply("refused", templates.Data{Topic: templates.Forgotten, Received: state, Lines: lines},
		store.Returned, "with a key of what the store does not know: it went back")
}
