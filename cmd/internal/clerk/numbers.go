package clerk

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

// A store that was put back from a backup may not know games that began since, nor
// moves, challenges, registrations and questions. Their keys are in the players' hands, and
// show that they were: nobody but corrd can have made such a key. Who writes with one is told
// that the server went back, and nothing is given a number that a key names, or an old
// answer would act on another record of the same number. The highest numbers that have left
// with a letter are kept in a file beside the secret as well, from which the store takes
// them once the letters have been taken again that lie in the mailbox.

// NumberFile gives the path of the file that keeps the highest numbers, for the path of the
// secret beside which the file lies. It bears the name of games, which alone it once kept.
func NumberFile(secret string) string { return secret + ".games" }

// noteNumbers writes the numbers that a letter names into the file before the letter
// leaves. The caller has the turn to send.
func (c *Clerk) noteNumbers(row store.Row) error {
	named, err := numbersIn(row)
	if err != nil || c.cfg.Numbers == "" || highest(named, c.highest) == c.highest {
		return err
	}
	kept, err := c.numbersKept()
	if err != nil {
		return err
	}
	all := highest(named, kept)
	if all != kept {
		if err := replaceFile(c.cfg.Numbers, fmt.Appendln(nil, all.Game, all.Registration, all.Challenge, all.Letter)); err != nil {
			return fmt.Errorf("the highest numbers given: %w", err)
		}
	}
	c.highest = all
	return nil
}

// numbersIn gives the numbers of what a letter names, to which its reader can answer.
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
	return highest(n, numberOf(t)), nil
}

// numberOf gives the number of what a key names.
func numberOf(t mailer.Token) (n store.Numbers) {
	switch t.Kind {
	case mailer.KindGame:
		n.Game = t.Number
	case mailer.KindRegistration:
		n.Registration = t.Number
	case mailer.KindChallenge:
		n.Challenge = t.Number
	case mailer.KindHeld:
		n.Letter = t.Number
	}
	return n
}

// highest gives the higher of two numbers of each kind.
func highest(a, b store.Numbers) store.Numbers {
	return store.Numbers{Game: max(a.Game, b.Game), Registration: max(a.Registration, b.Registration),
		Challenge: max(a.Challenge, b.Challenge), Letter: max(a.Letter, b.Letter)}
}

// numbersKept gives the numbers in the file, 0 for those that are not there.
func (c *Clerk) numbersKept() (n store.Numbers, err error) {
	text, err := os.ReadFile(c.cfg.Numbers)
	if errors.Is(err, os.ErrNotExist) {
		return n, nil
	}
	if err != nil {
		return n, err
	}
	words := strings.Fields(string(text))
	for i, at := range []*int64{&n.Game, &n.Registration, &n.Challenge, &n.Letter} {
		if i > 0 && len(words) == 1 { // written when it kept the number of games alone
			break
		}
		if len(words) > i {
			*at, err = strconv.ParseInt(words[i], 10, 64)
		}
		if len(words) <= i || err != nil || *at < 0 {
			return store.Numbers{}, fmt.Errorf("%s should hold the highest numbers of a game, a registration, a challenge and a question, and nothing else: %q", c.cfg.Numbers, text)
		}
	}
	return n, nil
}

// replaceFile puts a file in the place of another, whole and durable.
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

// takeNumbers has the store give nothing a number up to those in the file. A file that
// cannot be read is reported, and keeps nobody from playing.
func (c *Clerk) takeNumbers(context.Context) error {
	if c.cfg.Numbers == "" {
		return nil
	}
	kept, err := c.numbersKept()
	if err != nil {
		c.log.Error("no number is taken from the file beside the secret", "error", err)
		return nil
	}
	return c.db.Update(func(tx store.Tx) error { return tx.PassNumbers(kept) })
}

// newestTry is how many generations of a key are tried for what the store does not know.
const newestTry = keyOfConsultant + 2*maxConsultants + keysAhead

// forgotten takes a letter with a key of something that the store does not know. Where
// the key is right the store has gone back: a registered player is told so.
func (d *desk) forgotten() error {
	t := d.mail.Token
	if _, right := d.keys.Generation(t, newestTry); !right {
		return d.end(store.Ignored, wrongKey)
	}
	d.log.Warn("a key is right and the store does not know what it names: the store went back", "key", t.Kind, "number", t.Number)
	passed := numberOf(t)
	if d.catchingUp() { // the letters taken again have the numbers they had
		passed.Letter = 0
	}
	if err := d.tx.PassNumbers(passed); err != nil {
		return err
	}
	if d.mail.Auth == mailer.AuthFail {
		return d.end(store.Ignored, disowned)
	}
	if d.player == nil {
		return d.newcomer()
	}
	state, err := d.wentBackTo()
	if err != nil {
		return err
	}
	lines, err := d.gameLines(*d.player)
	return firstError(err, d.reply("refused", templates.Data{Topic: templates.Forgotten, Received: state, Lines: lines},
		store.Returned, "with a key of what the store does not know: it went back"))
}

// wentBackSetting is the time of the state that the store was put back to.
const wentBackSetting = "went_back"

// wentBackTo gives that time; zero if it is not known.
func (d *desk) wentBackTo() (time.Time, error) {
	text, ok, err := d.tx.Setting(wentBackSetting)
	if err != nil || !ok {
		return time.Time{}, err
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}, nil
	}
	return at, nil
}
