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
func (p *Parcel) Len() (n int) {
	for _, row := range parts[PartPlayers:PartEnd] {
		n += row.len(p)
	}
	return n
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
func (p Part) String() string { return parts[p].name }

// partRow says of the records of one kind what they are called, how many a parcel holds, what the
// key of the last is, and how an engine reads those after a place.
type partRow struct {
	name string
	len  func(*Parcel) int
	last func(*Parcel) string
	read func(r Parts, p *Parcel, from Place, max int) error
}

// parts are the rows of the parts of a store.
var parts = [...]partRow{
	PartHead: {name: "head", read: func(r Parts, p *Parcel, _ Place, _ int) error { return r.Head(p) }},
	PartPlayers: numbered("players", func(r Parts) reads[Player] { return r.Players },
		func(p *Parcel) *[]Player { return &p.Players }, func(x *Player) int64 { return x.ID }),
	PartRegistrations: numbered("registrations", func(r Parts) reads[Registration] { return r.Registrations },
		func(p *Parcel) *[]Registration { return &p.Registrations }, func(x *Registration) int64 { return x.ID }),
	PartChallenges: numbered("challenges", func(r Parts) reads[Challenge] { return r.Challenges },
		func(p *Parcel) *[]Challenge { return &p.Challenges }, func(x *Challenge) int64 { return x.ID }),
	PartDisputes: numbered("disputes", func(r Parts) reads[Dispute] { return r.Disputes },
		func(p *Parcel) *[]Dispute { return &p.Disputes }, func(x *Dispute) int64 { return x.ID }),
	PartGames: numbered("games", func(r Parts) reads[Log] { return r.Games },
		func(p *Parcel) *[]Log { return &p.Games }, func(x *Log) int64 { return x.ID }),
	PartLetters: numbered("letters", func(r Parts) reads[Filed] { return r.Letters },
		func(p *Parcel) *[]Filed { return &p.Letters }, func(x *Filed) int64 { return x.ID }),
	PartRows: numbered("outbox", func(r Parts) reads[Row] { return r.Rows },
		func(p *Parcel) *[]Row { return &p.Rows }, func(x *Row) int64 { return x.ID }),
	PartSeen:     keyed("marks", func(p *Parcel) *[]Mark { return &p.Seen }, func(x *Mark) string { return string(x.Key[:]) }),
	PartSettings: keyed("settings", func(p *Parcel) *[]Named { return &p.Settings }, func(x *Named) string { return x.Name }),
	PartTallies:  keyed("tallies", func(p *Parcel) *[]Tally { return &p.Tallies }, func(x *Tally) string { return x.Name }),
	PartTournaments: numbered("tournaments", func(r Parts) reads[Tournament] { return r.Tournaments },
		func(p *Parcel) *[]Tournament { return &p.Tournaments }, func(x *Tournament) int64 { return x.ID }),
	PartEnd: {name: "end"},
}

// reads reads the records with a number above after, at most max of them, by number.
type reads[T any] = func(after int64, max int) ([]T, error)

// numbered is the row of a kind of records that have numbers.
func numbered[T any](name string, reader func(Parts) reads[T], list func(*Parcel) *[]T, id func(*T) int64) partRow {
	row := keyed(name, list, func(x *T) string { return strconv.FormatInt(id(x), 10) })
	row.read = func(r Parts, p *Parcel, from Place, max int) (err error) {
		var after int64
		if from.After != "" {
			if after, err = strconv.ParseInt(from.After, 10, 64); err != nil {
				return err
			}
		}
		*list(p), err = reader(r)(after, max)
		return err
	}
	return row
}

// keyed is the row of a kind of records that have other keys.
func keyed[T any](name string, list func(*Parcel) *[]T, key func(*T) string) partRow {
	return partRow{
		name: name,
		len:  func(p *Parcel) int { return len(*list(p)) },
		last: func(p *Parcel) string { return key(&(*list(p))[len(*list(p))-1]) },
		read: func(r Parts, p *Parcel, from Place, max int) error { return r.Named(p, from, max) },
	}
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
	err = parts[from.Kind].read(r, &p, from, max)
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
	return p, Place{Kind: from.Kind, After: parts[from.Kind].last(&p)}, nil
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
