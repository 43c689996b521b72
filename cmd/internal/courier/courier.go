// Package courier sends the letters in the outbox. The courier renders each row once, from the
// game as the game stood at the row's event, and sends the same bytes at every try. When the
// next hop has accepted a letter, the courier notes the acceptance in the store and in a journal
// beside the store, so that no letter is sent twice. The package must not know how letters come
// in. About a game the package decides only what follows when a letter has left or cannot be
// delivered.
//
//	sender      rows that are due, each sent once and in order
//	outcome     what the next hop has said of a letter is written down, and what follows, also when
//	            a letter cannot be delivered
//	card        letters to players without a mailbox
//	story       the events that a letter tells, with the game before and after them
//	render      a row becomes the bytes of a letter
//	officepage  a letter of the mail office
//	handed      what has left, for a store that was put back from a backup
package courier

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// Carrier takes letters to the next hop, several at the same time.
type Carrier interface {
	// Send hands over one letter to the next hop and returns nil when the next hop has accepted
	// the letter. When the error is Temporary (see mailer.SendError) or of an unknown kind, the
	// courier tries again later.
	Send(ctx context.Context, from, to string, raw []byte) error
}

// Config holds what a Courier needs.
type Config struct {
	Store   *watch.Guard
	Clock   watch.Clock
	Ledger  *ledger.Ledger
	Watch   *watch.Watch
	Keys    mailer.Keys
	Carrier Carrier
	Log     *slog.Logger
	Outbox  watch.Bell // whoever rings Outbox makes the courier look at the outbox
	Alarms  watch.Bell // the courier rings Alarms when a letter that left has changed what falls due

	Office templates.Office // the identity with which letters are signed
	// the lines of the postal address to which players send their cards, or empty if there is none
	Return []string
	// the time zone of times in letters to readers who have set none; "" is UTC
	Zone string
	// Paper is the paper of books to readers who have set none.
	Paper string
	// Sign signs a letter with the key of corrd's domain (DKIM) as of the time at. The same
	// letter and time must give the same bytes. nil: letters are not signed.
	Sign func(raw []byte, at time.Time) ([]byte, error)
	// Numbers is the path of the file that keeps the highest numbers given (NumberFile). With ""
	// no file keeps the numbers, and a store put back from a backup may give a number twice.
	Numbers string
	// Node is this daemon among the daemons on the store; nil: this daemon is the only one.
	Node *watch.Node
	// AtOnce is the greatest number of rows in hand at the same time, each to a different
	// address; 0 means sixty-four. With 1, letters leave in the same order in every run.
	AtOnce int
	// Handed is the journal of the letters that the next hop has accepted. With nil no journal is
	// kept, and a store put back from a backup sends again what left after the backup.
	Handed *watch.Journal
}

// Courier sends the outbox of one store.
type Courier struct {
	Config

	// held for moments only, never while a letter is sent or a transaction runs
	mu sync.Mutex
	// the rows that are being sent, each with a channel that is closed when the sending ends;
	// under mu
	inHand map[int64]chan struct{}
	// answers of the carrier that are not written down yet, in order; under mu
	heard []outcome
	// the highest numbers that the file Numbers is known to hold; under mu
	highest   store.Numbers
	rendering chan struct{}        // holds one value for each row that is being rendered
	writing   watch.Mutex          // held while the answers of the carrier are written down
	stories   stories              // what letters tell, for the next letter that tells the same
	telling   map[tale]*companions // the letters that are being rendered, by what they tell; under mu
	left      left                 // what Recall has found; does not change after Recall
}

// New makes a Courier that has sent nothing yet. The caller calls Recall before any other method.
func New(c Config) *Courier {
	if c.AtOnce == 0 {
		c.AtOnce = atOnce
	}
	return &Courier{Config: c, inHand: map[int64]chan struct{}{}, telling: map[tale]*companions{}, rendering: make(chan struct{}, max(renderers, runtime.GOMAXPROCS(0))), writing: watch.NewMutex()}
}

// Players hold letters with keys that name records by their numbers. A store that was put back
// from a backup may not know some of these records and must not give their numbers to other
// records. Therefore a file beside the secret keeps the highest numbers that have left in
// letters. After a restore the daemon first takes the letters in the mailbox again, and then the
// store skips the numbers in the file.

// NumberFile returns the path of the file that keeps the highest numbers, from the path of the
// secret. The file name ends in .games because the file once kept the numbers of games only.
func NumberFile(secret string) string { return secret + ".games" }

// noteNumbers writes the numbers that a letter names into the file before the letter leaves.
func (c *Courier) noteNumbers(row store.Row) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	named, err := numbersIn(row)
	if err != nil || c.Numbers == "" || highest(named, c.highest) == c.highest {
		return err
	}
	kept, err := c.NumbersKept()
	if err != nil {
		return err
	}
	all := highest(named, kept)
	if all != kept {
		if err := replaceFile(c.Numbers, fmt.Appendln(nil, all.Game, all.Registration, all.Challenge, all.Letter)); err != nil {
			return fmt.Errorf("the highest numbers given: %w", err)
		}
	}
	c.highest = all
	return nil
}

// numbersIn returns the numbers of the records that a letter names and that its reader can answer.
func numbersIn(row store.Row) (n store.Numbers, err error) {
	n.Game = row.Game
	if row.Data == nil {
		return n, nil
	}
	var data templates.Data
	if err := json.Unmarshal(row.Data, &data); err != nil {
		return n, err
	}
	t, _ := officeToken(row, data)
	return highest(n, NumberOf(t)), nil
}

// NumberOf returns the number of the record that a key names, in the field of the record's kind.
func NumberOf(t mailer.Token) (n store.Numbers) {
	switch t.Kind {
	case mailer.KindGame:
		n.Game = t.Number
	case mailer.KindRegistration:
		n.Registration = t.Number
	case mailer.KindChallenge:
		n.Challenge = t.Number
	case mailer.KindHeld, mailer.KindOrder:
		n.Letter = t.Number
	}
	return n
}

// highest returns for each kind the higher of two numbers.
func highest(a, b store.Numbers) store.Numbers {
	return store.Numbers{Game: max(a.Game, b.Game), Registration: max(a.Registration, b.Registration),
		Challenge: max(a.Challenge, b.Challenge), Letter: max(a.Letter, b.Letter)}
}

// NumbersKept returns the numbers in the file, and 0 for each number that the file does not hold.
func (c *Courier) NumbersKept() (n store.Numbers, err error) {
	text, err := os.ReadFile(c.Numbers)
	if errors.Is(err, os.ErrNotExist) {
		return n, nil
	}
	if err != nil {
		return n, err
	}
	words := strings.Fields(string(text))
	for i, at := range []*int64{&n.Game, &n.Registration, &n.Challenge, &n.Letter} {
		// the file is from the time when the file kept only the number of games
		if i > 0 && len(words) == 1 {
			break
		}
		if len(words) > i {
			*at, err = strconv.ParseInt(words[i], 10, 64)
		}
		if len(words) <= i || err != nil || *at < 0 {
			return store.Numbers{}, fmt.Errorf("%s should hold the highest numbers of a game, a registration, a challenge and a question, and nothing else: %q", c.Numbers, text)
		}
	}
	return n, nil
}

// replaceFile replaces a file durably: after a crash the file has either the old content or the
// new content.
func replaceFile(path string, content []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".games-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(content)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// TakeNumbers makes the store skip all numbers up to those in the file. When the file cannot be
// read, TakeNumbers logs an error and returns nil, so that play can go on.
func (c *Courier) TakeNumbers(context.Context) error {
	if c.Numbers == "" {
		return nil
	}
	kept, err := c.NumbersKept()
	if err != nil {
		c.Log.Error("no number is taken from the file beside the secret", "error", err)
		return nil
	}
	return c.Store.Update(func(tx store.Tx) error { return tx.PassNumbers(kept) })
}

// wentBackSetting is the key of the setting that keeps the time of the backup that was put back.
const wentBackSetting = "went_back"

// WentBackTo returns the time of the backup that was put back into the store, or zero if the time
// is not known.
func WentBackTo(v store.View) (time.Time, error) {
	text, ok, err := v.Setting(wentBackSetting)
	if err != nil || !ok {
		return time.Time{}, err
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}, nil
	}
	return at, nil
}
