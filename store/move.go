package store

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// MovingSetting is the key of the setting that keeps how far a Move into this store has come. A
// store with this setting is incomplete or not verified. Export leaves the setting out.
const MovingSetting = "moving"

// moving is the value of MovingSetting.
type moving struct {
	Instance []byte `json:"instance"` // the instance of the store that is moved
	Next     Place  `json:"next"`
	After    []byte `json:"after"` // that of Next by its octets: the key of a mark is no text, and JSON alters it
}

// ErrMoving means that a Move into the store is not complete yet.
var ErrMoving = errors.New("store: it is being made out of another store and is not whole")

// Whole returns ErrMoving if a Move into the store is not complete, and nil for any other store.
func Whole(s Store) error {
	return s.View(func(v View) error {
		_, moving, err := v.Setting(MovingSetting)
		if err == nil && moving {
			err = fmt.Errorf("%w: run corrd migrate again with the same arguments, and it goes on where it stopped", ErrMoving)
		}
		return err
	})
}

// parcelSize is the greatest number of records that one transaction moves.
const parcelSize = 256

// Move copies all records of one store into another, which must be empty or hold the beginning of
// an earlier Move of the same store; Move continues an earlier Move where it stopped. Move calls
// tell with each part and the number of the part's records copied so far, and with PartEnd before
// it verifies the copy: Check finds no fault and Same no difference. Move returns the number of
// records compared. Only a copy that has been verified is Whole. Nobody may use either store
// meanwhile.
func Move(from, to Store, tell func(part Part, records int)) (records int, err error) {
	if err := errors.Join(Whole(from), unused(from), unused(to)); err != nil {
		return 0, err
	}
	if err := moveAll(from, to, tell); err != nil {
		return 0, err
	}
	tell(PartEnd, 0)
	if records, err = verified(from, to); err != nil {
		return records, err
	}
	return records, becomeWhole(to)
}

// verified reports how many records of a copy were compared; an error is the first fault, and says
// so when the store that was copied has a fault itself.
func verified(from, to Store) (records int, err error) {
	var differs, copied, own error
	_, err = to.Check(firstDamage(&copied))
	if err == nil {
		records, err = Same(from, to, firstOf(&differs))
	}
	if err == nil && copied != nil && differs == nil {
		_, err = from.Check(firstDamage(&own))
	}
	switch {
	case err != nil:
		return records, err
	case own != nil:
		return records, fmt.Errorf("the store that is copied has a fault itself: %w", own)
	case copied != nil || differs != nil:
		return records, fmt.Errorf("the copy is not right, do not use it: %w", cmp.Or(differs, copied))
	}
	return records, nil
}

// firstOf returns a function that keeps the first of the faults that it is told.
func firstOf(first *error) func(fault string) {
	return func(fault string) {
		if *first == nil {
			*first = errors.New(fault)
		}
	}
}

// firstDamage is firstOf for what Check finds. What is stale in a store is reckoned anew in a copy.
func firstDamage(first *error) func(Fault) {
	keep := firstOf(first)
	return func(f Fault) {
		if f.Damage() {
			keep(f.Words)
		}
	}
}

// becomeWhole takes the mark of an incomplete Move off a store.
func becomeWhole(s Store) error {
	return s.Update(func(tx Tx) error {
		return tx.Forget(func(name, value string) bool { return name == MovingSetting && value != "" })
	})
}

// unused returns an error that names the daemon at work on a store, or nil if no daemon is.
func unused(s Store) error {
	return s.View(func(v View) error {
		all, err := v.Leases()
		for _, l := range all {
			if node, is := strings.CutPrefix(l.Name, NodeLease("")); is && l.Alive(v.Now()) {
				return fmt.Errorf("%w: daemon %s works on the store: stop it, and wait until %s", ErrLocked, node, l.Until.UTC().Format(time.RFC3339))
			}
		}
		return err
	})
}

// Snapshot copies a store as it is at one instant into an empty store. Others may use the first
// store meanwhile.
func Snapshot(from, to Store) error {
	if err := errors.Join(Whole(from), moveAll(from, to, func(Part, int) {})); err != nil {
		return err
	}
	return becomeWhole(to)
}

func moveAll(from, to Store, tell func(part Part, records int)) error {
	return from.View(func(v View) error {
		head, _, err := export(v, Place{}, 1)
		if err != nil {
			return err
		}
		place, err := reached(to, head.Instance)
		for records := 0; err == nil && place.Kind != PartEnd; {
			var p Parcel
			var next Place
			if p, next, err = export(v, place, parcelSize); err != nil {
				return err
			}
			if err = take(to, p, moving{head.Instance, next, []byte(next.After)}); err != nil {
				return err
			}
			records += p.Len()
			tell(place.Kind, records)
			if next.Kind != place.Kind {
				records = 0
			}
			place = next
		}
		return err
	})
}

// reached returns the place that a Move into a store has reached. reached returns an error for a
// store that is neither empty nor the beginning of a copy of the same store.
func reached(to Store, instance []byte) (place Place, err error) {
	// An Update, which waits for what a database is still to write of a Move that was killed.
	err = to.Update(func(v Tx) error {
		text, begun, err := v.Setting(MovingSetting)
		if err != nil {
			return err
		}
		if begun {
			var m moving
			if err := json.Unmarshal([]byte(text), &m); err != nil {
				return fmt.Errorf("%w: %s: %w", ErrCorrupt, MovingSetting, err)
			}
			if !bytes.Equal(m.Instance, instance) {
				return errors.New("store: it is half made out of another store: take an empty one")
			}
			if place = m.Next; m.After != nil {
				place.After = string(m.After)
			}
			return nil
		}
		own, _, err := export(v, Place{}, 1)
		for noun, last := range own.Given {
			if err == nil && last > 0 {
				err = fmt.Errorf("store: it is not empty: it has a %s: take an empty one", noun)
			}
		}
		return err
	})
	return place, err
}

// take imports a parcel and keeps in the store how far the Move has come.
func take(to Store, p Parcel, m moving) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return to.Update(func(tx Tx) error {
		if err := tx.(Importer).Import(p); err != nil {
			return err
		}
		return tx.SetSetting(MovingSetting, string(text))
	})
}
