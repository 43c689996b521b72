package store

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"

	"corrd/game"
)

// Logs is what a View of an engine reads of the games. What View promises of a game (Game, GameAt,
// Events, EventsAfter) follows from it, and is written once, below.
type Logs interface {
	// Head returns the head of a game, or of a number that is only reserved; ErrNotFound if the
	// number was never given.
	Head(id int64) (Head, error)
	// Records returns the records of the events of a game after one up to another, in order;
	// ErrCorrupt if one is missing. They may end with the transaction.
	Records(id, after, last int64) ([][]byte, error)
	// Latest returns the state of a game at its head.
	Latest(id int64, h Head) (game.State, error)
}

// LogWriter is what a Tx of an engine reads and writes of the games. Append, EraseTexts and Reckon
// follow from it.
type LogWriter interface {
	Logs
	// LetterOf returns the bytes of the letter that brings an event about, as RawOf does.
	LetterOf(letter int64) ([]byte, error)
	// Write stores the record of a new event under its number.
	Write(id, seq int64, rec []byte) error
	// Rewrite stores all records of a log in the place of those that are there.
	Rewrite(id int64, recs [][]byte) error
	// PutHead stores a head in the place of the one that was read, with the entries of the game in
	// the indexes.
	PutHead(id int64, was, is Head) error
}

// Begun returns the head of a game that has an event. The error is ErrNotFound for a game whose
// number is unknown or only reserved.
func Begun(l Logs, id int64) (Head, error) {
	h, err := l.Head(id)
	if err == nil && h.Seq == 0 {
		err = noGame(id)
	}
	return h, err
}

// Game returns the state of a game after its last event, as View.Game does.
func Game(l Logs, id int64) (game.State, error) {
	h, err := Begun(l, id)
	if err != nil {
		return game.State{}, err
	}
	return l.Latest(id, h)
}

// GameAt returns the state of a game after its event seq, as View.GameAt does.
func GameAt(l Logs, id, seq int64) (game.State, error) {
	h, err := Begun(l, id)
	switch {
	case err != nil:
		return game.State{}, err
	case seq < 0 || seq > h.Seq:
		return game.State{}, noGame(id)
	case seq == h.Seq:
		return l.Latest(id, h)
	}
	s, _, err := Refold(l, id, h, seq)
	return s, err
}

// Refold folds the first n events of a game from its log, whatever state is kept, and returns the
// state and the hash of the last of them.
func Refold(l Logs, id int64, h Head, n int64) (game.State, [32]byte, error) {
	recs, err := l.Records(id, 0, n)
	if err != nil {
		return game.State{}, [32]byte{}, err
	}
	return fold(id, recs, h.Salts)
}

// Events returns the log of a game, as View.Events does.
func Events(l Logs, id int64) ([]Entry, error) {
	h, err := Begun(l, id)
	if err != nil {
		return nil, err
	}
	recs, err := l.Records(id, 0, h.Seq)
	if err != nil {
		return nil, err
	}
	return entries(id, recs, h.Salts)
}

// EventsAfter returns the events of a game that follow an end, as View.EventsAfter does.
func EventsAfter(l Logs, id int64, end End, seq int64) ([]game.Event, End, error) {
	h, err := Begun(l, id)
	switch {
	case err != nil:
		return nil, end, err
	case seq < end.Seq || seq < 1 || seq > h.Seq:
		return nil, end, noGame(id)
	case end.Seq > 0 && end.Salts != h.Salts:
		return nil, end, ofGame(id, ErrChanged)
	}
	recs, err := l.Records(id, end.Seq, seq)
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

// Append adds events to the log of a game, and returns the state after them and the head that was
// written, for the states that an engine keeps. Tx.Append says the rest.
func Append(tx LogWriter, id int64, events ...game.Event) (game.State, Head, error) {
	s := game.State{ID: id}
	was, err := tx.Head(id)
	if err == nil && was.Seq > 0 {
		s, err = tx.Latest(id, was)
	}
	if err != nil {
		return s, was, err
	}
	h := was
	write := func(seq int64, rec []byte) error { return tx.Write(id, seq, rec) }
	for _, e := range events {
		if s, err = h.append(s, e, tx.LetterOf, write); err != nil {
			return s, was, ofGame(id, err)
		}
	}
	h.Written(&s)
	return s, h, tx.PutHead(id, was, h)
}

// EraseTexts writes the log of a game without the texts that erase wants gone, and gives the game
// another key of salts. Tx.EraseTexts describes the arguments and the results.
func EraseTexts(tx LogWriter, id, order int64, erase func(e game.Event, name string, text []byte) bool) (erased int, err error) {
	was, err := Begun(tx, id)
	if err != nil {
		return 0, err
	}
	recs, err := tx.Records(id, 0, was.Seq)
	if err != nil {
		return 0, err
	}
	recs, erased, err = eraseLog(id, order, recs, was.Salts, erase)
	if err != nil || erased == 0 {
		return 0, err
	}
	if err := tx.Rewrite(id, recs); err != nil {
		return 0, ofGame(id, err)
	}
	h := was
	rand.Read(h.Salts[:])
	if h.Folded != nil { // the texts of the log have changed, and nothing else
		s, _, err := fold(id, recs, h.Salts)
		if err != nil && !errors.Is(err, ErrRules) {
			return 0, err
		}
		h.Folded = Folded(&s)
	}
	return erased, tx.PutHead(id, was, h)
}

// Reckon makes the head of a game say what the game's log leads to, and returns the head as it was
// and whether it said anything else. Tx.Reckon says the rest.
func Reckon(tx LogWriter, id int64) (is Head, stale bool, err error) {
	was, err := Begun(tx, id)
	if err != nil {
		return is, false, err
	}
	s, _, err := Refold(tx, id, was, was.Seq)
	if err != nil {
		return is, false, err
	}
	is = was
	is.Follow(&s)
	return is, !is.sameAlarm(&was) || !is.sameSeats(&was), tx.PutHead(id, was, is)
}

// append writes one event behind the head, and returns the state after it, folded in the form in
// which the event will be read back. letter returns the bytes of the letter that brought the event
// about, as RawOf does; write stores the record under the number of the event.
func (h *Head) append(s game.State, e game.Event, letter func(int64) ([]byte, error), write func(seq int64, rec []byte) error) (game.State, error) {
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

// Behind reads the records that follow an end in the log of a game, and returns the hash of the
// last of them and their events.
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

// fold returns the state to which the records of a log lead from the first event on, and the hash
// of the last; ErrRules where this program cannot decide the game.
func fold(id int64, recs [][]byte, key SaltKey) (s game.State, hash [32]byte, err error) {
	hash, events, err := End{Salts: key}.Behind(id, recs)
	if err != nil {
		return s, hash, err
	}
	s = (game.State{ID: id}).Apply(events...)
	return s, hash, Decidable(s)
}

// entries reads the records of a log, with the hash after each.
func entries(id int64, recs [][]byte, key SaltKey) ([]Entry, error) {
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

// eraseLog returns copies of the records of a log without the texts that erase wants gone, and how
// many are; order is the number of the erasure order. Tx.EraseTexts says what erase gets.
func eraseLog(id, order int64, recs [][]byte, key SaltKey, erase func(e game.Event, name string, text []byte) bool) (without [][]byte, erased int, err error) {
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

// offChain is the error that the log of a game does not lead to the head of the game.
func offChain(id int64) error {
	return fmt.Errorf("%w: game %d: the chain of its events does not end in the hash of its head", ErrCorrupt, id)
}

// noGame is the error that a number is not that of a game, or that a game has no such event.
func noGame(id int64) error { return Missing("game", id) }

func ofGame(id int64, err error) error { return fmt.Errorf("game %d: %w", id, err) }

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
