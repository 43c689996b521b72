package store

import (
	"crypto/rand"
	"fmt"
	"reflect"
	"time"

	"corrd/game/tournament"
)

// Tournament is the log of an all-play-all event as a store keeps the log. Its records have the form
// of the records of a game, and their hashes are chained likewise.
type Tournament struct {
	ID      int64    `json:"id"`
	Salts   SaltKey  `json:"salts"`
	Records [][]byte `json:"records"`
}

// TournamentEntry is one event of a tournament as the log holds the event.
type TournamentEntry struct {
	Seq   int64 // from 1
	Event tournament.Event
	Hash  [32]byte // SHA-256 of the hash of the event before, and of the line
	Line  []byte   // the line that is hashed
}

// tournamentKind is one kind of event of a tournament.
type tournamentKind struct {
	tag  string
	fact reflect.Type
	read func(data []byte) (tournament.Fact, error)
}

var tournamentKinds = []tournamentKind{
	tournamentKindOf[tournament.Announced]("announced"),
	tournamentKindOf[tournament.Entered]("entered"),
	tournamentKindOf[tournament.Withdrawn]("withdrawn"),
	tournamentKindOf[tournament.Started]("started"),
	tournamentKindOf[tournament.Replayed]("replayed"),
	tournamentKindOf[tournament.Substituted]("substituted"),
	tournamentKindOf[tournament.Adjudicated]("adjudicated"),
	tournamentKindOf[tournament.Closed]("closed"),
	tournamentKindOf[tournament.Undone]("undone"),
}

func tournamentKindOf[F tournament.Fact](tag string) tournamentKind {
	return tournamentKind{tag, reflect.TypeFor[F](), func(data []byte) (tournament.Fact, error) { return readAs[F](data) }}
}

// TournamentKind returns the tag of a fact of a tournament in its log, and "" for a fact without one.
func TournamentKind(f tournament.Fact) string {
	for _, k := range tournamentKinds {
		if k.fact == reflect.TypeOf(f) {
			return k.tag
		}
	}
	return ""
}

// Append adds events to the log and gives the state after them. raw gives the bytes of the letter
// that brought an event about, or nil if they are not kept.
func (t *Tournament) Append(raw func(letter int64) ([]byte, error), events ...tournament.Event) (s tournament.State, err error) {
	for _, e := range events {
		letter, err := raw(e.Letter)
		if err != nil {
			return s, err
		}
		data, err := marshal(e.Fact)
		if err != nil {
			return s, err
		}
		seq := int64(len(t.Records)) + 1
		rec := []byte{sealedWithout}
		if letter != nil {
			hash := t.Salts.salt(seq, 0).Seal(letter)
			rec = append([]byte{sealedRaw}, hash[:]...)
		}
		t.Records = append(t.Records, appendLine(rec, header{Seq: seq, At: e.At.UTC().Format(time.RFC3339), By: string(e.By),
			Law: e.Law, Letter: e.Letter, Kind: TournamentKind(e.Fact)}, data))
	}
	return t.State()
}

// State folds the log.
func (t Tournament) State() (tournament.State, error) {
	entries, err := t.Entries()
	s := tournament.State{ID: t.ID}
	for _, e := range entries {
		s = s.Apply(e.Event)
	}
	return s, err
}

// Entries returns the events of the log in order.
func (t Tournament) Entries() (all []TournamentEntry, err error) {
	var hash [32]byte
	for i, rec := range t.Records {
		e, err := t.read(rec, int64(i)+1)
		if err != nil {
			return nil, fmt.Errorf("event %d of tournament %d: %w", i+1, t.ID, err)
		}
		if hash, err = Chain(hash, rec, t.Salts); err != nil {
			return nil, err
		}
		line, err := Line(rec, t.Salts)
		if err != nil {
			return nil, err
		}
		all = append(all, TournamentEntry{Seq: int64(i) + 1, Event: e, Hash: hash, Line: line})
	}
	return all, nil
}

func (t Tournament) read(rec []byte, seq int64) (e tournament.Event, err error) {
	r, err := readRecord(rec)
	if err != nil {
		return e, err
	}
	h, data, ok := readLine(r.plain)
	if !ok || h.Seq != seq {
		return e, fmt.Errorf("%w: no event: %.60q", ErrCorrupt, r.plain)
	}
	e.By, e.Law, e.Letter = tournament.By(h.By), h.Law, h.Letter
	if e.At, err = time.Parse(time.RFC3339, h.At); err != nil {
		return e, fmt.Errorf("%w: %v", ErrCorrupt, err)
	}
	for _, k := range tournamentKinds {
		if k.tag == h.Kind {
			e.Fact, err = k.read(data)
			return e, err
		}
	}
	return e, fmt.Errorf("%w: the kind %q is unknown", ErrNewer, h.Kind)
}

// Erase erases the words of the events for which about returns true, as EraseTexts does those of
// a game, and gives the log another key of salts. Erase reports whether there were any.
func (t *Tournament) Erase(order int64, about func(tournament.Event) bool) (any bool, err error) {
	entries, err := t.Entries()
	if err != nil {
		return false, err
	}
	records := make([][]byte, len(t.Records))
	prev := [32]byte{}
	for i, rec := range t.Records {
		records[i], err = EraseTexts(rec, t.Salts, prev, order, func(name string, _ []byte) bool {
			gone := (name == "reason" || name == "ground" || name == RawText) && about(entries[i].Event)
			any = any || gone
			return gone
		})
		if err != nil {
			return false, err
		}
		prev = entries[i].Hash
	}
	if any {
		t.Records = records
		rand.Read(t.Salts[:])
	}
	return any, nil
}

// About reports whether an event of a tournament is about a player alone.
func About(e tournament.Event, player int64) bool {
	switch f := e.Fact.(type) {
	case tournament.Entered:
		return f.Player == player
	case tournament.Withdrawn:
		return f.Player == player
	case tournament.Substituted:
		return f.Was == player || f.Is == player
	}
	return false
}
