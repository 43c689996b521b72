package bolt

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"time"
)

// A tally is deleted when countDays days have passed since the day of its first addition. Each
// addition deletes at most forgetAtOnce old tallies.
const (
	countDays    = 2
	forgetAtOnce = 16
)

const dayLen = 4

// tally is what is kept under a name, and the day of its first addition.
type tally struct {
	day []byte
	sum int64
}

func readTally(value []byte) (tally, error) {
	if len(value) != dayLen+idLen {
		return tally{}, fmt.Errorf("%x is no tally", value)
	}
	sum, err := readNum(value)
	return tally{value[:dayLen], sum}, err
}

// key is the key of the tally with a name under its day.
func (t tally) key(name string) []byte { return append(bytes.Clone(t.day), name...) }

func (t tally) bytes() []byte { return append(bytes.Clone(t.day), num(t.sum)...) }

// day is the day of a time, as 4 bytes.
func day(t time.Time) []byte {
	return binary.BigEndian.AppendUint32(nil, uint32(t.Unix()/(24*60*60)))
}

// Count returns the tally kept under a name, or 0 if there is none.
func (v *view) Count(name string) (int, error) {
	t, err := v.tally(name)
	return int(t.sum), err
}

// tally reads the tally with a name; there is always one.
func (v *view) tally(name string) (tally, error) {
	value := v.get(bCounts, []byte(name))
	if value == nil {
		return tally{day: day(v.now)}, nil
	}
	t, err := readTally(value)
	if err != nil {
		return t, corrupt("the tally %q: %v", name, err)
	}
	return t, nil
}

// AddCount adds n to the tally kept under a name, and deletes some old tallies.
func (u *update) AddCount(name string, n int) error {
	if err := u.forget(); err != nil {
		return err
	}
	t, err := u.tally(name)
	if err != nil {
		return err
	}
	t.sum += int64(n)
	if err := u.put(bCountsByDay, t.key(name), present); err != nil {
		return err
	}
	return u.put(bCounts, []byte(name), t.bytes())
}

// forget deletes some of the old tallies.
func (u *update) forget() error {
	var old [][]byte
	limit := day(u.now.AddDate(0, 0, -countDays))
	for k := range u.ascend(bCountsByDay, nil, nil) {
		if len(old) == forgetAtOnce || bytes.Compare(k, limit) >= 0 {
			break
		}
		old = append(old, k)
	}
	for _, k := range old {
		if err := u.delete(bCountsByDay, k); err != nil {
			return err
		}
		if err := u.delete(bCounts, k[dayLen:]); err != nil {
			return err
		}
	}
	return nil
}
