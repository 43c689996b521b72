package store

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"reflect"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/tournament"
)

// kinds lists all kinds of events, which are the same in both event formats. A tag that was once
// written to a log names the same fact for ever. New kinds may be added, and new fields of a kind
// may be added with omitempty. A new field that may hold somebody's words has one of the names in
// personal.
var kinds = []kind{
	kindOf[game.Started]("started"),
	kindOf[game.Notified]("notified").mostly(plainNotified),
	kindOf[game.Played]("played").mostly(plainPlayed),
	kindOf[game.Held]("held"),
	kindOf[game.Reopened]("reopened"),
	kindOf[game.Adopted]("adopted"),
	kindOf[game.Offended]("offended"),
	kindOf[game.Exacted]("exacted"),
	kindOf[game.Waived]("waived"),
	kindOf[game.Spent]("spent"),
	kindOf[game.Warned]("warned"),
	kindOf[game.Recommenced]("recommenced"),
	kindOf[game.Proceeded]("proceeded"),
	kindOf[game.Retracted]("retracted"),
	kindOf[game.DrawOffered]("draw_offered"),
	kindOf[game.DrawDeclined]("draw_declined"),
	kindOf[game.Claimed]("claimed"),
	kindOf[game.ClaimRefused]("claim_refused"),
	kindOf[game.Asked]("asked"),
	kindOf[game.Refused]("refused"),
	kindOf[game.Reminded]("reminded"),
	kindOf[game.Ended]("ended"),
	kindOf[game.Promised]("promised"),
	kindOf[game.Arrived]("arrived"),
	kindOf[game.Proposed]("proposed"),
	kindOf[game.Agreed]("agreed"),
	kindOf[game.Declined]("declined"),
	kindOf[game.LeaveTaken]("leave_taken"),
	kindOf[game.Protested]("protested"),
	kindOf[game.Restored]("restored"),
	kindOf[game.Advanced]("advanced"),
	kindOf[game.ProofAsked]("proof_asked"),
	kindOf[game.ProofFound]("proof_found"),
	kindOf[game.Ruled]("ruled"),
	kindOf[game.Deferred]("deferred"),
	kindOf[game.Credited]("credited"),
	kindOf[game.Closed]("closed"),
	kindOf[game.Unreachable]("unreachable"),
	kindOf[game.Reachable]("reachable"),
	kindOf[game.Charged]("charged"),
	kindOf[game.Overstepped]("overstepped"),
	kindOf[game.Rotated]("rotated"),
	kindOf[game.Replaced]("replaced"),
	kindOf[game.HandedIn]("handed_in"),
	kindOf[game.Delivered]("delivered"),
	kindOf[game.Illegible]("illegible"),
	kindOf[game.Certified]("certified"),
	kindOf[game.Inquired]("inquired"),
	kindOf[game.Stated]("stated"),
	kindOf[game.Noted]("noted"),
	kindOf[game.Settled]("settled"),
	kindOf[game.Unheard]("unheard"),
	kindOf[game.Counting]("counting"),
	kindOf[game.Intended]("intended"),
	kindOf[game.Replied]("replied"),
	kindOf[game.TurnLost]("turn_lost"),
	kindOf[game.Stayed]("stayed"),
	kindOf[game.ByCard]("by_card"),
	kindOf[game.CardPosted]("card_posted"),
	kindOf[game.CardInHand]("card_in_hand"),
	kindOf[game.CardInTime]("card_in_time"),
	kindOf[game.Sealed]("sealed"),
	kindOf[game.Opened]("opened"),
	kindOf[game.SessionBegun]("session_begun"),
	kindOf[game.Renewed]("rules"),
	kindOf[game.Said]("said"),
}

// kind is one kind of event: the tag of the kind in the log, and the function that reads its
// data.
type kind struct {
	tag  string
	fact reflect.Type
	read func(data []byte) (game.Fact, error)
}

// mostly returns the kind with a faster function that reads most of its data.
func (k kind) mostly(plain func(data []byte) (f game.Fact, ok bool)) kind {
	read := k.read
	k.read = func(data []byte) (game.Fact, error) {
		if f, ok := plain(data); ok {
			return f, nil
		}
		return read(data)
	}
	return k
}

var (
	kindByTag  = make(map[string]*kind)
	kindByFact = make(map[reflect.Type]*kind)
)

func init() {
	for i := range kinds {
		k := &kinds[i]
		kindByTag[k.tag], kindByFact[k.fact] = k, k
	}
}

// ReadFact reads the data of an event of a kind, in the form that the log keeps. ReadFact returns
// an error for a kind that does not exist and for data that do not fit the kind.
func ReadFact(tag string, data []byte) (game.Fact, error) {
	k, ok := kindByTag[tag]
	if !ok {
		return nil, fmt.Errorf("no kind of event is called %q", tag)
	}
	return k.read(data)
}

// KindOf returns the tag of a fact in the log, such as "played" for a game.Played; ok is false for
// a fact that has no tag.
func KindOf(f game.Fact) (tag string, ok bool) {
	k, ok := kindByFact[reflect.TypeOf(f)]
	if !ok {
		return "", false
	}
	return k.tag, true
}

func kindOf[F game.Fact](tag string) kind {
	return kind{tag, reflect.TypeFor[F](), readFact[F]}
}

// readFact reads the data of a fact of a game.
func readFact[F game.Fact](data []byte) (game.Fact, error) {
	f, err := readAs[F](data)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// readAs reads the data of a fact. An unknown field is an error, because a newer corrd wrote
// the field and the log would come to another state without the field.
func readAs[F any](data []byte) (f F, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if d.Decode(&f) == nil && d.InputOffset() == int64(len(data)) {
		return f, nil
	}
	var known F
	if err := json.Unmarshal(data, &known); err != nil {
		return known, fmt.Errorf("%w: %v", ErrCorrupt, err)
	}
	return known, fmt.Errorf("%w: a field of the event is unknown", ErrNewer)
}

// Nearly all events of a log are moves, and notes that a letter asking for a move was accepted.
// The functions below read the usual form of their data about ten times faster than encoding/json
// does. A function gives ok false for any other form, and readFact then reads the data.

// plainNotified reads the data of a Notified whose acceptance is not assumed.
func plainNotified(data []byte) (f game.Fact, ok bool) {
	switch string(data) {
	case `{"side":"white"}`:
		return game.Notified{Side: board.White}, true
	case `{"side":"black"}`:
		return game.Notified{Side: board.Black}, true
	}
	return nil, false
}

// plainPlayed reads the data of a Played that has only a ply, a move, words and a reader.
func plainPlayed(data []byte) (f game.Fact, ok bool) {
	c := cutter{rest: data, ok: true}
	p := game.Played{Ply: int(c.number(`{"ply":`))}
	p.Move, ok = board.ParseMove(c.text(`,"move":`))
	p.Words = c.text(`,"words":`)
	p.Reader = c.text(`,"reader":`)
	return p, ok && c.ok && string(c.rest) == "}"
}

// Tournament is the log of an all-play-all event as a store keeps the log. Its records have the
// form of the records of a game, and their hashes are chained likewise.
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

// TournamentKind returns the tag of a fact of a tournament in its log, and "" for a fact without
// one.
func TournamentKind(f tournament.Fact) string {
	for _, k := range tournamentKinds {
		if k.fact == reflect.TypeOf(f) {
			return k.tag
		}
	}
	return ""
}

// Append adds events to the log and returns the state after them. raw returns the bytes of the
// letter that brought an event about, or nil if they are not kept.
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
		if hash, err = hashAfter(hash, rec, t.Salts); err != nil {
			return nil, err
		}
		all = append(all, TournamentEntry{Seq: int64(i) + 1, Event: e, Hash: hash})
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

// Erase erases the words of the events for which about returns true, as eraseTexts does those of
// a game, and gives the log another key of salts. Erase reports whether there were any.
func (t *Tournament) Erase(order int64, about func(tournament.Event) bool) (any bool, err error) {
	entries, err := t.Entries()
	if err != nil {
		return false, err
	}
	records := make([][]byte, len(t.Records))
	prev := [32]byte{}
	for i, rec := range t.Records {
		records[i], err = eraseTexts(rec, t.Salts, prev, order, func(name string, _ []byte) bool {
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
