package dossier

import (
	"crypto/sha256"
	"fmt"

	"corrd/game"
	"corrd/store"
)

// chain recomputes the hash of each event of the one before and the line.
func (v *verifier) chain() {
	var prev [32]byte
	taken := 0
	for _, row := range v.rows {
		if row.Line == nil || row.Erased != nil {
			taken++
			if err := unhex(prev[:], row.Hash); err != nil {
				v.fault("event %d: %v", row.Seq, err)
			}
			continue
		}
		prev = chained(prev, *row.Line)
		if fmt.Sprintf("%x", prev) != row.Hash {
			v.fault("event %d does not have the hash that the events before it give", row.Seq)
			return
		}
	}
	v.note("events: %d, chained; the last hash is %x", len(v.rows), prev)
	if taken > 0 {
		v.unlessSealed("events (%s) whose lines cannot be recomputed, because texts of them are erased or withheld: %d; their hashes are taken as they stand", eventsFile, taken)
	}
}

// chained returns the hash of a line after the hash of the line before.
func chained(prev [32]byte, line string) [32]byte {
	return sha256.Sum256(append(prev[:], line...))
}

// texts holds what stands beside each event, and the letter that brought it about, against
// the hashes in its line.
func (v *verifier) texts() {
	raws, texts, gone := 0, 0, 0
	for _, row := range v.rows {
		if row.Line == nil {
			continue
		}
		entry, err := row.entry()
		var e game.Event
		if err == nil {
			_, e, err = row.event()
		}
		if err != nil {
			v.fault("event %d: %v", row.Seq, err)
			continue
		}
		for i, b := range entry.Beside {
			if !row.Beside[i].wellFormed() {
				v.fault("event %d: what is said of its text %q contradicts itself", row.Seq, b.Name)
				continue
			}
			switch {
			case row.Beside[i].Salt == nil:
				gone++
			case b.Name != store.RawText:
				texts++
			case v.notKept(e.Letter):
				gone++
			default:
				l := v.letterIn(e.Letter)
				if l == nil || b.Salt.Seal(l.Raw) != b.Hash {
					v.fault("event %d: letter %d is not the letter that brought the event about", row.Seq, e.Letter)
					continue
				}
				raws++
				l.bound = true
			}
		}
	}
	v.note("texts beside the events: %d as they were hashed; letters that brought events about: %d", texts, raws)
	if gone > 0 {
		v.unlessSealed("texts and letters (%s) that are erased, withheld or not kept, of which the hashes stand: %d", eventsFile, gone)
	}
}

// wellFormed reports whether a text is there with its salt, erased, or withheld, and one of these
// alone.
func (r besideRow) wellFormed() bool {
	if r.Erased != nil || r.Withheld {
		return r.Salt == nil && r.Text == nil && (r.Erased == nil || !r.Withheld)
	}
	return r.Salt != nil && (r.Text != nil) == (r.Name != store.RawText)
}

// notKept reports whether the archive lists a letter without its bytes.
func (v *verifier) notKept(id int64) bool {
	l := v.came[id]
	return l != nil && l.Raw == nil && l.Gone != ""
}

func (v *verifier) letterIn(id int64) *Letter {
	if l := v.came[id]; l != nil && l.Raw != nil {
		return l
	}
	return nil
}
