package bolt

import (
	"time"

	"corrd/store"
)

// strangersTotal is the key in bMeta of the number of octets in the letters of strangers whose
// bytes are kept.
var strangersTotal = []byte("strangers' octets")

// overhead is the number of bytes of disk that a letter takes beside its own bytes.
const overhead = 512

// purgeable is how many octets a letter counts among those of strangers.
func purgeable(l *store.Letter) int64 {
	if !l.Stranger || l.Purged {
		return 0
	}
	return l.Size + overhead
}

// strangers returns the octets that the letters of strangers have together.
func (v *view) strangers() (int64, error) {
	value := v.get(bMeta, strangersTotal)
	if value == nil {
		return 0, nil
	}
	return readNum(value)
}

func (u *update) addStrangers(octets int64) error {
	if octets == 0 {
		return nil
	}
	total, err := u.strangers()
	if err != nil {
		return err
	}
	return u.put(bMeta, strangersTotal, num(total+octets))
}

// Purge drops the bytes of letters of strangers, oldest first: of those received before
// a time and, while the others are more than quota octets, of more; of at most max. A letter that
// acted is evidence, and Purge keeps the letter's bytes even if an older corrd took it for a stranger's.
func (u *update) Purge(before time.Time, quota int64, max int) (purged int, err error) {
	ids, err := idsOf(u.ascend(bStrangers, nil, nil), max)
	if err != nil {
		return 0, err
	}
	for _, id := range ids {
		l, err := letters.get(&u.view, id)
		if err != nil {
			return purged, err
		}
		if l.State == store.Acted {
			l.Stranger = false
			if err := u.PutLetter(&l, nil); err != nil {
				return purged, err
			}
			continue
		}
		total, err := u.strangers()
		if err != nil || total <= quota && !l.Received.Before(before) {
			return purged, err
		}
		if err := u.delete(bRaw, num(id)); err != nil {
			return purged, err
		}
		l.Purged = true
		if err := u.PutLetter(&l, nil); err != nil {
			return purged, err
		}
		purged++
	}
	return purged, nil
}
