package clerk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"corrd/mailer"
	"corrd/store"
)

// knownSecret is the setting that tells with which secret the keys in the players' letters were made, by a mark that
// does not give the secret away.
const knownSecret = "secret_mark"

// OpenKeys loads the secret file of a store, or makes one for a store that never
// had any. A file that is missing or another than the store knows is refused: with
// it corrd would put every answer of every player away as one with a wrong key.
// renew says that the old one is lost: the store then goes on with the secret that
// is in the file, or with a new one. Errors are mailer.ErrSecret and say what to
// do, or those of the store and the file system.
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

// CheckKeys gives the error with which OpenKeys would refuse the secret file of a store without renew. CheckKeys makes
// nothing.
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

// putSecretBack is how a secret is mended.
const putSecretBack = "put it back from where it is kept; if it is lost, start corrd once with --new-secret: " +
	"no key in a letter that is out is right then, and whoever writes `show` and a game's number is sent a new one"

func readSetting(db store.Store, name string) (value string, err error) {
	err = db.View(func(v store.View) error {
		value, _, err = v.Setting(name)
		return err
	})
	return value, err
}
