package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
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

// A store deletes a tally when TallyDays days have passed since the day of its first addition. Each
// addition deletes at most TalliesAtOnce old tallies.
const (
	TallyDays     = 2
	TalliesAtOnce = 16
)

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

// Exporter is implemented by a View whose store can be moved. Export returns at most max records of
// the kind of a place, in the order of their keys, those after the key of the place. It returns
// fewer only if no others of the kind are left.
type Exporter interface {
	Export(from Place, max int) (Parcel, error)
}

// Parts reads the records of each kind as an engine keeps them, from which Exporter follows. Those
// of a kind with numbers are the records with a number above after, at most max of them, by number.
type Parts struct {
	Head          func(p *Parcel) error
	Players       func(after int64, max int) ([]Player, error)
	Registrations func(after int64, max int) ([]Registration, error)
	Challenges    func(after int64, max int) ([]Challenge, error)
	Disputes      func(after int64, max int) ([]Dispute, error)
	Games         func(after int64, max int) ([]Log, error)
	Letters       func(after int64, max int) ([]Filed, error)
	Rows          func(after int64, max int) ([]Row, error)
	Tournaments   func(after int64, max int) ([]Tournament, error)
	// Named adds marks, settings or tallies after a place, but for the setting MovingSetting.
	Named func(p *Parcel, from Place, max int) error
}

// Export returns the records after a place, as Exporter describes.
func (r Parts) Export(from Place, max int) (p Parcel, err error) {
	var after int64
	switch from.Kind {
	case PartHead:
		err = r.Head(&p)
		return p, err
	case PartSeen, PartSettings, PartTallies:
		err = r.Named(&p, from, max)
		return p, err
	}
	if from.After != "" {
		if after, err = strconv.ParseInt(from.After, 10, 64); err != nil {
			return p, err
		}
	}
	switch from.Kind {
	case PartPlayers:
		p.Players, err = r.Players(after, max)
	case PartRegistrations:
		p.Registrations, err = r.Registrations(after, max)
	case PartChallenges:
		p.Challenges, err = r.Challenges(after, max)
	case PartDisputes:
		p.Disputes, err = r.Disputes(after, max)
	case PartGames:
		p.Games, err = r.Games(after, max)
	case PartLetters:
		p.Letters, err = r.Letters(after, max)
	case PartRows:
		p.Rows, err = r.Rows(after, max)
	case PartTournaments:
		p.Tournaments, err = r.Tournaments(after, max)
	}
	return p, err
}

// export returns the records at a place, at most max, and the place after them, with the Kind
// PartEnd when no records are left.
func export(v View, from Place, max int) (p Parcel, next Place, err error) {
	source, ok := v.(Exporter)
	if !ok {
		return p, from, errors.New("store: a store of this kind cannot be moved")
	}
	p, err = source.Export(from, max)
	switch {
	case err != nil:
		return p, from, fmt.Errorf("%s after %q: %w", from.Kind, from.After, err)
	case p.Len() < max:
		return p, Place{Kind: from.Kind + 1}, nil
	}
	return p, Place{Kind: from.Kind, After: p.last(from.Kind)}, nil
}

// last returns the key of the last record of a parcel that is full of records of a kind.
func (p *Parcel) last(of Part) string {
	var id int64
	switch of {
	case PartPlayers:
		id = p.Players[len(p.Players)-1].ID
	case PartRegistrations:
		id = p.Registrations[len(p.Registrations)-1].ID
	case PartChallenges:
		id = p.Challenges[len(p.Challenges)-1].ID
	case PartDisputes:
		id = p.Disputes[len(p.Disputes)-1].ID
	case PartGames:
		id = p.Games[len(p.Games)-1].ID
	case PartLetters:
		id = p.Letters[len(p.Letters)-1].ID
	case PartRows:
		id = p.Rows[len(p.Rows)-1].ID
	case PartTournaments:
		id = p.Tournaments[len(p.Tournaments)-1].ID
	case PartSeen:
		return string(p.Seen[len(p.Seen)-1].Key[:])
	case PartSettings:
		return p.Settings[len(p.Settings)-1].Name
	case PartTallies:
		return p.Tallies[len(p.Tallies)-1].Name
	}
	return strconv.FormatInt(id, 10)
}

// Importer is implemented by a Tx that can store what Export gave.
type Importer interface{ Import(Parcel) error }

// Same compares two stores record by record and returns how many records it has compared. Same
// calls differs with a description of each difference. Events and their texts must agree octet for
// octet, and times must agree to the microsecond.
func Same(a, b Store, differs func(what string)) (records int, err error) {
	err = a.View(func(va View) error {
		return b.View(func(vb View) error {
			var place Place
			for place.Kind != PartEnd {
				p, next, err := export(va, place, parcelSize)
				if err != nil {
					return err
				}
				q, also, err := export(vb, place, parcelSize)
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

// rounded returns a parcel with the times of all records truncated to the microsecond, as a
// database keeps them.
func (p *Parcel) rounded() *Parcel {
	r := *p
	for _, list := range reflect.ValueOf(&r).Elem().Fields() {
		if list.Kind() != reflect.Slice || list.Type().Elem().Kind() != reflect.Struct {
			continue
		}
		of := reflect.MakeSlice(list.Type(), list.Len(), list.Len())
		reflect.Copy(of, list)
		for i := range of.Len() {
			round(of.Index(i))
		}
		list.Set(of)
	}
	r.Challenges = each(r.Challenges, func(x *Challenge) { x.Terms = append([]byte{}, x.Terms...) })
	slices.SortFunc(r.Settings, func(a, b Named) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(r.Tallies, func(a, b Tally) int { return strings.Compare(a.Name, b.Name) })
	return &r
}

// round truncates the times in the fields of a record.
func round(record reflect.Value) {
	for i := range record.NumField() {
		field := record.Field(i)
		switch at, ok := reflect.TypeAssert[time.Time](field); {
		case ok:
			field.Set(reflect.ValueOf(at.UTC().Truncate(time.Microsecond)))
		case field.Kind() == reflect.Struct && record.Type().Field(i).Anonymous:
			round(field)
		}
	}
}

// each returns a copy of a list after calling change for each item of the copy.
func each[T any](list []T, change func(*T)) []T {
	all := append([]T{}, list...)
	for i := range all {
		change(&all[i])
	}
	return all
}
