package bolt

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"sync"
	"time"

	"corrd/store"
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
	if err := cmp.Or(store.Fits("the name of a tally", name), u.forget()); err != nil {
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
	limit := day(u.now.AddDate(0, 0, -store.TallyDays))
	for k := range u.ascend(bCountsByDay, nil, nil) {
		if len(old) == store.TalliesAtOnce || bytes.Compare(k, limit) >= 0 {
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

// leases are the leases and the claims of a file. One process holds the file, so leases lie in the
// process's memory and end with the process.
type leases struct {
	mu     sync.Mutex
	named  map[string]store.Lease
	claims map[int64]string // row → the daemon that has claimed the row
}

func newLeases() *leases { return &leases{named: map[string]store.Lease{}, claims: map[int64]string{}} }

// Claim claims the rows that are due; see store.Store.
func (d *db) Claim(by string, max int, but ...int64) (ids []int64, next time.Time, err error) {
	err = d.View(func(sv store.View) error {
		v := sv.(*view)
		d.leases.mu.Lock()
		defer d.leases.mu.Unlock()
		for k := range v.ascend(bDue, nil, nil) {
			at, id, err := readTimed(k)
			if err != nil {
				return corrupt("a row that is due: %v", err)
			}
			if slices.Contains(but, id) {
				continue
			}
			if len(ids) >= max {
				next = time.Time{}
				break
			}
			if until, others := d.leases.claimed(id, by, v.now); others && until.After(at) {
				at = until
			}
			if at.After(v.now) {
				next = earliest(next, at)
				if k, _ := readStamp(k); k.After(v.now) {
					break
				}
				continue
			}
			ids = append(ids, id)
			if by != "" {
				d.leases.claims[id] = by
			}
		}
		return nil
	})
	return ids, next, err
}

// earliest is the earlier of two times, of which the first may be zero.
func earliest(a, b time.Time) time.Time {
	if a.IsZero() || b.Before(a) {
		return b
	}
	return a
}

// claimed reports whether another daemon has claimed a row, and until when at most.
func (l *leases) claimed(row int64, by string, now time.Time) (until time.Time, others bool) {
	holder, is := l.claims[row]
	lease := l.named[store.NodeLease(holder)]
	return lease.Until, is && holder != by && lease.Alive(now)
}

// unclaim ends the claims of rows.
func (l *leases) unclaim(rows []int64) {
	if len(rows) == 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, row := range rows {
		delete(l.claims, row)
	}
}

// Lease returns, renews or takes back a lease; see store.Store.
func (d *db) Lease(name, by, note string, term time.Duration) (lease store.Lease, err error) {
	err = d.View(func(v store.View) error {
		l := d.leases
		l.mu.Lock()
		defer l.mu.Unlock()
		held := l.named[name]
		switch {
		case held.By != by && held.Alive(v.Now()):
		case term > 0:
			l.named[name] = store.Lease{Name: name, By: by, Note: note, Until: v.Now().Add(term)}
		case held.By == by:
			delete(l.named, name)
		}
		lease = l.named[name]
		return nil
	})
	return lease, err
}

// Leases lists the leases by name.
func (v *view) Leases() (all []store.Lease, err error) {
	l := v.db.leases
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, lease := range l.named {
		all = append(all, lease)
	}
	slices.SortFunc(all, func(a, b store.Lease) int { return cmp.Compare(a.Name, b.Name) })
	return all, nil
}

// Claims lists by number the rows that are claimed.
func (v *view) Claims() (all []store.Claim, err error) {
	l := v.db.leases
	l.mu.Lock()
	defer l.mu.Unlock()
	for row, by := range l.claims {
		all = append(all, store.Claim{Row: row, By: by})
	}
	slices.SortFunc(all, func(a, b store.Claim) int { return cmp.Compare(a.Row, b.Row) })
	return all, nil
}

// Unclaim ends the claim of a row.
func (u *update) Unclaim(row int64) error {
	u.unclaims = append(u.unclaims, row)
	return nil
}
