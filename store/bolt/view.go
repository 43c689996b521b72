package bolt

import (
	"fmt"
	"time"

	"corrd/store"
)

// view reads one state of the store.
type view struct {
	*base
	db  *db
	now time.Time
}

// update also writes; what it writes is in the newest overlay of its base.
type update struct {
	view
	own *overlay
}

// Now gives the time at which the transaction began, in UTC.
func (v *view) Now() time.Time { return v.now }

// Setting gives the value kept under a key; ok is false where there is none.
func (v *view) Setting(key string) (string, bool, error) {
	value := v.get(bSettings, []byte(key))
	return string(value), value != nil, nil
}

// SetSetting keeps a value under a key, in place of the old one.
func (u *update) SetSetting(key, value string) error {
	return u.put(bSettings, []byte(key), []byte(value))
}

func (u *update) put(in bucket, key, value []byte) error { return u.own.put(in, key, value) }

func (u *update) delete(in bucket, key []byte) error { return u.own.put(in, key, nil) }

func corrupt(format string, a ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{store.ErrCorrupt}, a...)...)
}

func ofGame(id int64, err error) error { return fmt.Errorf("game %d: %w", id, err) }
