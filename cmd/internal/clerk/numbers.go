package clerk

import (
	"context"
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
// moves, challenges and questions. Their keys are in the players' hands, and show that
// they were: nobody but corrd can have made such a key. Who writes with one is told that
// the server went back, and no game is given the number of one that a key names. The
// highest number that has left with a letter is kept in a file beside the secret as
// well, from which the store takes it once the letters have been taken again that lie
// in the mailbox.

// NumberFile gives the path of the file that keeps the highest number of a game, for
// the path of the secret beside which it lies.
func NumberFile(secret string) string { return secret + ".games" }

// noteNumber writes the number of a game into the file before the first letter of that
// game leaves. The caller has the turn to send.
func (c *Clerk) noteNumber(id int64) error {
	if c.cfg.Numbers == "" || id <= c.highest {
		return nil
	}
	kept, err := c.numberKept()
	if err != nil {
		return err
	}
	if id > kept {
		if err := replaceFile(c.cfg.Numbers, fmt.Appendln(nil, id)); err != nil {
			return fmt.Errorf("the highest number of a game: %w", err)
		}
	}
	c.highest = max(id, kept)
	return nil
}

// numberKept is the number in the file, 0 if there is no file.
func (c *Clerk) numberKept() (int64, error) {
	text, err := os.ReadFile(c.cfg.Numbers)
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%s should hold the highest number of a game, and nothing else: %q", c.cfg.Numbers, text)
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

// takeNumbers has the store give no game a number up to that in the file. A file that
// cannot be read is reported, and keeps nobody from playing.
func (c *Clerk) takeNumbers(context.Context) error {
	if c.cfg.Numbers == "" {
		return nil
	}
	kept, err := c.numberKept()
	if err != nil {
		c.log.Error("no number is taken from the file beside the secret", "error", err)
		return nil
	}
	return c.db.Update(func(tx store.Tx) error { return passNumbers(tx, kept) })
}

// passedSetting is the number up to which numbers of games have been passed over, for
// the store does not know the games that had them.
const passedSetting = "games_passed"

// mostPassed bounds the numbers that are passed over at once.
const mostPassed = 1_000_000

// passNumbers has no game be given a number up to one that has been given before.
func passNumbers(tx store.Tx, given int64) error {
	if _, err := tx.Game(given); given <= 0 || !errors.Is(err, store.ErrNotFound) {
		return nil
	}
	text, _, err := tx.Setting(passedSetting)
	if err != nil {
		return err
	}
	if passed, _ := strconv.ParseInt(text, 10, 64); given <= passed {
		return nil
	}
	last := int64(0)
	for n := 0; last < given && n < mostPassed; n++ {
		if last, err = tx.NewGame(); err != nil {
			return err
		}
	}
	return tx.SetSetting(passedSetting, itoa(last))
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
	if t.Kind == mailer.KindGame {
		if err := passNumbers(d.tx, t.Number); err != nil {
			return err
		}
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
