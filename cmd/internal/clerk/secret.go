package clerk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/mailer"
	"corrd/store"
)

// knownSecret is the key of the setting that tells with which secret the keys in the players'
// letters were made. The setting holds a digest that does not reveal the secret.
const knownSecret = "secret_mark"

// OpenKeys loads the secret file of a store, and makes a secret for a store that never had one.
// OpenKeys refuses a missing secret file and a file with another secret than the store knows,
// because corrd would treat the key in every answer of every player as wrong. renew says that the
// old secret is lost: the store then accepts the secret in the file, or a new one. An error is
// mailer.ErrSecret and says what to do, or it is an error of the store or the file system.
func OpenKeys(db store.Store, path string, renew bool) (mailer.Keys, error) {
	if !renew {
		if err := CheckKeys(db, path); err != nil {
			return mailer.Keys{}, err
		}
	}
	keys, err := mailer.LoadOrCreateKeys(path)
	if err != nil {
		return keys, err
	}
	return keys, db.Update(func(tx store.Tx) error {
		if known, _, err := tx.Setting(knownSecret); err != nil || known == keys.Mark() {
			return err
		}
		return tx.SetSetting(knownSecret, keys.Mark())
	})
}

// CheckKeys returns the error with which OpenKeys would refuse the secret file of a store without
// renew, or nil if OpenKeys would accept the file. CheckKeys makes no file.
func CheckKeys(db store.Store, path string) error {
	known, err := readSetting(db, knownSecret)
	if err != nil || known == "" {
		return err
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %s is missing; %s", mailer.ErrSecret, path, putSecretBack)
	}
	keys, err := mailer.LoadOrCreateKeys(path)
	if err == nil && keys.Mark() != known {
		err = fmt.Errorf("%w: %s is not the one that the keys in the players' letters were made with; %s", mailer.ErrSecret, path, putSecretBack)
	}
	return err
}

// putSecretBack tells the operator how to mend a missing or wrong secret.
const putSecretBack = "put it back from where it is kept; if it is lost, start corrd once with --new-secret: " +
	"no key in a letter that is out is right then, and whoever writes `show` and a game's number is sent a new one"

func readSetting(db store.Store, name string) (value string, err error) {
	err = db.View(func(v store.View) error {
		value, _, err = v.Setting(name)
		return err
	})
	return value, err
}

// The keys in letters that an earlier corrd has kept are veiled a part of the time, beside other
// work; of several daemons on the store the one that is on duty does so.
const (
	veilShare = 4 // rests so many times as long as it works
	veilRest  = 10 * time.Millisecond
	dutyRest  = 10 * time.Second // between two looks whether this daemon is on duty
)

// veilKept has no key stand in plain octets in the store, whichever corrd has kept it, and waits
// until ctx ends.
func (c *Clerk) veilKept(ctx context.Context) error {
	began := time.Now()
	rest := func() error {
		err := watch.Pause(ctx, max(veilRest, veilShare*time.Since(began)))
		for err == nil && !c.node.OnDuty() {
			err = watch.Pause(ctx, dutyRest)
		}
		began = time.Now()
		return err
	}
	err := c.persist(ctx, "the keys in letters of an earlier corrd are not veiled", func(context.Context) error { return ledger.VeilKept(c.db, rest) })
	if err != nil || ctx.Err() != nil {
		return err
	}
	<-ctx.Done()
	return nil
}
