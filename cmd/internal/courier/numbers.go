package courier

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

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

// WentBackTo returns the time of the backup that was put back into the store; zero if the time is
// not known.
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
