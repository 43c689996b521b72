package store

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"time"

	"corrd/game"
)

// End is where the log of a game ends: the number and the hash of its last event, and the key of
// its salts. An erasure in the game leaves the hash as it is, and changes the key.
type End struct {
	Seq   int64 // 0: the number of the game is reserved
	Hash  [32]byte
	Salts SaltKey
}

// Head is what a store keeps of a game beside its log: where the log ends, and what the indexes
// hold of the game.
type Head struct {
	End
	Alarm   time.Time // zero: none
	Players [2]int64
	Others  []int64 // further members of sides in consultation
	Folded  []byte  // Folded of the state when the last event was written; nil: an older corrd wrote it
}

// Follow makes the head say what the state of the game says.
func (h *Head) Follow(s *game.State) {
	h.Alarm, _ = s.Deadline()
	h.Players, h.Others = s.Players, s.Further()
}

// Written makes the head say what a state says that the log leads to with its last event, which has
// just been written.
func (h *Head) Written(s *game.State) {
	h.Follow(s)
	h.Folded = Folded(s)
}

// Seats returns the players for whom the game is listed, by number.
func (h *Head) Seats() []int64 {
	all := slices.DeleteFunc(slices.Concat(h.Players[:], h.Others), func(id int64) bool { return id == 0 })
	slices.Sort(all)
	return slices.Compact(all)
}

// Append writes one event behind the head, and returns the state after it, folded in the form in
// which the event will be read back. letter returns the bytes of the letter that brought the event
// about, as RawOf does; write stores the record under the number of the event.
func (h *Head) Append(s game.State, e game.Event, letter func(int64) ([]byte, error), write func(seq int64, rec []byte) error) (game.State, error) {
	raw, err := letter(e.Letter)
	if err != nil {
		return s, err
	}
	rec, err := EncodeEvent(h.Seq+1, e, raw, h.Salts)
	if err != nil {
		return s, err
	}
	if e, err = h.follow(rec); err != nil {
		return s, err
	}
	return s.Apply(e), write(h.Seq, rec)
}

// follow moves the end of the log behind a record, and returns its event.
func (h *Head) follow(rec []byte) (game.Event, error) {
	_, e, err := DecodeEvent(rec)
	if err == nil {
		h.Hash, err = hashAfter(h.Hash, rec, h.Salts)
	}
	h.Seq++
	return e, err
}

// ReadLog makes the head of a game from the game's log, and calls write with each record, as Append
// does.
func ReadLog(log Log, write func(seq int64, rec []byte) error) (h Head, err error) {
	h.Salts, h.Folded = log.Salts, log.Folded
	events := make([]game.Event, len(log.Records))
	for i, rec := range log.Records {
		if events[i], err = h.follow(rec); err == nil {
			err = write(h.Seq, rec)
		}
		if err != nil {
			return h, ofGame(log.ID, err)
		}
	}
	if s := (game.State{ID: log.ID}).Apply(events...); h.Seq > 0 {
		h.Follow(&s)
	}
	return h, nil
}

// Behind reads records of the log of a game that follow its first events, of which end is the end,
// and returns the hash of the last record and the events.
func (end End) Behind(id int64, recs [][]byte) (hash [32]byte, events []game.Event, err error) {
	hash, events = end.Hash, make([]game.Event, len(recs))
	for i, rec := range recs {
		if events[i], err = readEvent(rec, end.Seq+int64(i)+1); err == nil {
			hash, err = hashAfter(hash, rec, end.Salts)
		}
		if err != nil {
			return hash, nil, ofGame(id, err)
		}
	}
	return hash, events, nil
}

// Fold returns the state to which the records of a log lead from the first event on, and the hash
// of the last; ErrRules where this program cannot decide the game.
func Fold(id int64, recs [][]byte, key SaltKey) (s game.State, hash [32]byte, err error) {
	hash, events, err := End{Salts: key}.Behind(id, recs)
	if err != nil {
		return s, hash, err
	}
	s = (game.State{ID: id}).Apply(events...)
	return s, hash, Decidable(s)
}

// Entries reads the records of a log, with the hash after each.
func Entries(id int64, recs [][]byte, key SaltKey) ([]Entry, error) {
	all := make([]Entry, len(recs))
	var hash [32]byte
	for i, rec := range recs {
		seq := int64(i) + 1
		e, err := readEvent(rec, seq)
		if err == nil {
			all[i], err = ReadEntry(rec, key, hash)
		}
		if err != nil {
			return nil, ofGame(id, err)
		}
		all[i].Seq, all[i].Event, hash = seq, e, all[i].Hash
	}
	return all, nil
}

// EraseLog returns copies of the records of a log without the texts that erase wants gone, and how
// many are; order is the number of the erasure order. Tx.EraseTexts says what erase gets.
func EraseLog(id, order int64, recs [][]byte, key SaltKey, erase func(e game.Event, name string, text []byte) bool) (without [][]byte, erased int, err error) {
	var hash [32]byte
	without = make([][]byte, len(recs))
	for i, rec := range recs {
		e, err := readEvent(rec, int64(i)+1)
		if err != nil {
			return nil, 0, ofGame(id, err)
		}
		if without[i], err = eraseTexts(rec, key, hash, order, func(name string, text []byte) bool {
			gone := erase(e, name, text)
			if gone {
				erased++
			}
			return gone
		}); err == nil {
			without[i] = bytes.Clone(without[i])
			hash, err = hashAfter(hash, rec, key)
		}
		if err != nil {
			return nil, 0, ofGame(id, err)
		}
	}
	return without, erased, nil
}

// Refold makes a head that keeps the digest of a state keep that of the state which fold returns:
// the texts of the log have changed, and nothing else.
func (h *Head) Refold(fold func(Head) (game.State, [32]byte, error)) error {
	if h.Folded == nil {
		return nil
	}
	s, _, err := fold(*h)
	if err != nil && !errors.Is(err, ErrRules) {
		return err
	}
	h.Folded = Folded(&s)
	return nil
}

func ofGame(id int64, err error) error { return fmt.Errorf("game %d: %w", id, err) }

// At returns the state of a game after event seq, 0 for before the first: that at the head by
// whole, an earlier one by fold. The error is missing where there is no such event.
func (h *Head) At(seq int64, missing error, whole func() (game.State, error), fold func(seq int64) (game.State, [32]byte, error)) (game.State, error) {
	switch {
	case seq < 0 || seq > h.Seq:
		return game.State{}, missing
	case seq == h.Seq:
		return whole()
	}
	s, _, err := fold(seq)
	return s, err
}

// EventsAfter does what View.EventsAfter says. records returns the records of the events after one
// up to another; the error is missing where there are no such events.
func (h *Head) EventsAfter(id int64, end End, seq int64, missing error, records func(after, last int64) ([][]byte, error)) ([]game.Event, End, error) {
	switch {
	case seq < end.Seq || seq < 1 || seq > h.Seq:
		return nil, end, missing
	case end.Seq > 0 && end.Salts != h.Salts:
		return nil, end, ofGame(id, ErrChanged)
	}
	recs, err := records(end.Seq, seq)
	if err != nil {
		return nil, end, err
	}
	end.Salts = h.Salts
	hash, events, err := end.Behind(id, recs)
	if err == nil && seq == h.Seq && hash != h.Hash {
		err = offChain(id)
	}
	return events, End{Seq: seq, Hash: hash, Salts: h.Salts}, err
}

// offChain is the error that the log of a game does not lead to the head of the game.
func offChain(id int64) error {
	return fmt.Errorf("%w: game %d: the chain of its events does not end in the hash of its head", ErrCorrupt, id)
}

// RawOf returns the bytes of the letter that brings an event about: those of the letter that is
// being taken in, where it is this one, or else as they are read, or nil if there is no letter, or
// its bytes are not kept.
func RawOf(letter, taken int64, raw []byte, read func(letter int64) ([]byte, error)) ([]byte, error) {
	switch {
	case letter == 0:
		return nil, nil
	case letter == taken && raw != nil:
		return raw, nil
	}
	raw, err := read(letter)
	if errors.Is(err, ErrNotFound) || errors.Is(err, ErrPurged) {
		return nil, nil
	}
	return raw, err
}

// Several daemons may work on one store. Two marks in the store say what a daemon has in hand: a
// lease gives a name to a daemon until a time, and a claim gives a row of the outbox to a daemon
// for as long as the daemon's own lease (NodeLease) lasts. A daemon renews its lease while the
// daemon runs. When the daemon dies, its lease runs out, and with the lease all the daemon's
// claims end. Leases and claims go by the time of the store, and therefore the clocks of the
// daemons' machines may differ. Leases and claims only save work that would be done twice. Where
// doing a thing twice must not happen, a transaction decides, which reads what has already been
// done.

// Lease is a name that a daemon holds until a time.
type Lease struct {
	Name  string
	By    string // the name of the daemon
	Note  string // what the daemon says beside the name
	Until time.Time
}

// Alive reports whether somebody holds the lease and the lease has not run out at the time now of
// the store.
func (l Lease) Alive(now time.Time) bool { return l.By != "" && now.Before(l.Until) }

// NodeLease returns the name of the lease that a daemon must hold for its claims to last.
func NodeLease(by string) string { return "node/" + by }

// Claim says which daemon has a row of the outbox in hand.
type Claim struct {
	Row int64
	By  string
}
