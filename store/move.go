package store

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Parcel is a part of a store that is copied into another store: some records, with everything
// that belongs to them.
type Parcel struct {
	// the identity of the store, and the key from which the salts of new games are made, or nil if
	// this parcel does not carry them
	Instance, Salts []byte
	// the last number that was given, by the name of the kind of record
	Given map[string]int64

	Players       []Player
	Registrations []Registration
	Challenges    []Challenge
	Disputes      []Dispute
	Games         []Log
	Letters       []Filed
	Rows          []Row // the rows with their bytes, Deflated as they lie in the store
	Seen          []Mark
	Settings      []Named
	Tallies       []Tally
	Tournaments   []Tournament
}

// Log is the log of one game: the events as EncodeEvent wrote them or as an erasure left them. A
// Log without events stands for a reserved number.
type Log struct {
	ID      int64
	Salts   SaltKey
	Records [][]byte
	Folded  []byte // as Folded gave it when the last event was written; nil: an older corrd wrote it
}

// Filed is a letter that came in and the letter's bytes as they lie in the store, compressed and
// veiled, or nil if they are not kept.
type Filed struct {
	Letter
	Kept []byte
}

// Mark is a key under which a letter is marked as seen.
type Mark struct {
	Key    Key
	Letter int64
}

// Named is a setting.
type Named struct{ Name, Value string }

// Tally is a tally and the day on which counting began.
type Tally struct {
	Name string
	Day  time.Time
	Sum  int64
}

// Len returns how many records a parcel holds.
func (p *Parcel) Len() int {
	return len(p.Players) + len(p.Registrations) + len(p.Challenges) + len(p.Disputes) + len(p.Games) +
		len(p.Letters) + len(p.Rows) + len(p.Seen) + len(p.Settings) + len(p.Tallies) + len(p.Tournaments)
}

// Place says how far a store has been exported: Kind is the kind of the next records, and After
// is the key of the last record exported.
type Place struct {
	Kind  Part   `json:"kind"`
	After string `json:"after"` // "" when no record of this kind has been exported yet
}

// Part is a kind of records that are exported together.
type Part int

// The parts of a store in the order in which they are exported.
const (
	PartHead Part = iota
	PartPlayers
	PartRegistrations
	PartChallenges
	PartDisputes
	PartGames
	PartLetters
	PartRows
	PartSeen
	PartSettings
	PartTallies
	PartTournaments
	PartEnd
)

// String returns the name of the records of a part.
func (p Part) String() string {
	return [...]string{"head", "players", "registrations", "challenges", "disputes", "games", "letters", "outbox", "marks", "settings", "tallies", "tournaments", "end"}[p]
}

// Exporter is implemented by a View whose store can be moved. Export returns at most max records
// from a place on, and the place after them. The place has the Kind PartEnd when no records are
// left.
type Exporter interface {
	Export(from Place, max int) (Parcel, Place, error)
}

// Importer is implemented by a Tx that can store what Export gave.
type Importer interface{ Import(Parcel) error }

// MovingSetting is the key of the setting that keeps how far a Move into this store has come. A
// store with this setting is incomplete or not verified. Export leaves the setting out.
const MovingSetting = "moving"

// moving is the value of MovingSetting.
type moving struct {
	Instance []byte `json:"instance"` // the instance of the store that is moved
	Next     Place  `json:"next"`
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
		source, ok := v.(Exporter)
		if !ok {
			return errors.New("store: a store of this kind cannot be moved")
		}
		head, _, err := source.Export(Place{}, 1)
		if err != nil {
			return err
		}
		place, err := reached(to, head.Instance)
		for records := 0; err == nil && place.Kind != PartEnd; {
			var p Parcel
			var next Place
			if p, next, err = source.Export(place, parcelSize); err != nil {
				return err
			}
			if err = take(to, p, moving{head.Instance, next}); err != nil {
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
	err = to.View(func(v View) error {
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
			place = m.Next
			return nil
		}
		target, ok := v.(Exporter)
		if !ok {
			return errors.New("store: a store of this kind takes no other")
		}
		own, _, err := target.Export(Place{}, 1)
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

// Same compares two stores record by record and returns how many records it has compared. Same
// calls differs with a description of each difference. Events and their texts must agree octet for
// octet, and times must agree to the microsecond.
func Same(a, b Store, differs func(what string)) (records int, err error) {
	err = a.View(func(va View) error {
		return b.View(func(vb View) error {
			var place Place
			for place.Kind != PartEnd {
				p, next, err := va.(Exporter).Export(place, parcelSize)
				if err != nil {
					return err
				}
				q, also, err := vb.(Exporter).Export(place, parcelSize)
				if err != nil {
					return err
				}
				if what := p.differs(&q); what != "" || next != also {
					differs(fmt.Sprintf("%s after %q: %s", place.Kind, place.After, what))
				}
				records += p.Len()
				if next.Kind == place.Kind && next.After == place.After {
					return fmt.Errorf("%w: the export of %s does not go on", ErrCorrupt, place.Kind)
				}
				place = next
			}
			return nil
		})
	})
	return records, err
}

// differs describes how two parcels differ, and gives "" when they are the same.
func (p *Parcel) differs(q *Parcel) string {
	one, err := json.Marshal(p.rounded())
	two, err2 := json.Marshal(q.rounded())
	if err := errors.Join(err, err2); err != nil {
		return err.Error()
	}
	if bytes.Equal(one, two) && p.sameBytes(q) {
		return ""
	}
	at := 0
	for at < min(len(one), len(two)) && one[at] == two[at] {
		at++
	}
	around := func(b []byte) []byte { return b[max(0, at-40):min(len(b), at+80)] }
	return fmt.Sprintf("…%s… and …%s…", around(one), around(two))
}

// sameBytes compares the bytes of rows, because the JSON of a row leaves them out.
func (p *Parcel) sameBytes(q *Parcel) bool {
	for i := range p.Rows {
		if !bytes.Equal(p.Rows[i].Deflated, q.Rows[i].Deflated) {
			return false
		}
	}
	return true
}

// rounded returns a parcel with all times truncated to the microsecond.
func (p *Parcel) rounded() *Parcel {
	r := *p
	round := func(t *time.Time) { *t = t.UTC().Truncate(time.Microsecond) }
	r.Players = each(r.Players, func(x *Player) { round(&x.Registered) })
	r.Registrations = each(r.Registrations, func(x *Registration) { round(&x.At) })
	r.Challenges = each(r.Challenges, func(x *Challenge) { round(&x.At); round(&x.Remind); x.Terms = append([]byte{}, x.Terms...) })
	r.Disputes = each(r.Disputes, func(x *Dispute) { round(&x.Opened); round(&x.Closed) })
	r.Settings, r.Tallies = slices.Clone(r.Settings), slices.Clone(r.Tallies)
	slices.SortFunc(r.Settings, func(a, b Named) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(r.Tallies, func(a, b Tally) int { return strings.Compare(a.Name, b.Name) })
	r.Letters = each(r.Letters, func(x *Filed) { round(&x.Received) })
	r.Rows = each(r.Rows, func(x *Row) { round(&x.At); round(&x.Next); round(&x.SentAt) })
	return &r
}

// each returns a copy of a list after calling change for each item of the copy.
func each[T any](list []T, change func(*T)) []T {
	all := append([]T{}, list...)
	for i := range all {
		change(&all[i])
	}
	return all
}
