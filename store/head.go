package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
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

// Salts makes the key of the salts of a game, or of an all-play-all event under its number with a
// minus, from the key of a store.
func Salts(of []byte, id int64) (key SaltKey, err error) {
	if len(of) != sha256.Size {
		return key, fmt.Errorf("%w: the store has no key for its salts", ErrCorrupt)
	}
	sum := sha256.Sum256(binary.BigEndian.AppendUint64(bytes.Clone(of), uint64(id)))
	copy(key[:], sum[:])
	return key, nil
}

// Follow makes the head say what the state of the game says.
func (h *Head) Follow(s *game.State) {
	h.Alarm, _ = s.Deadline()
	h.Players, h.Others = s.Players, s.Further()
}

// Written makes the head say what the state of the game says, as Follow does, and of which state it
// says it (Folded). s is the state after the event that has just been written, the last of the log.
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

// follow moves the end of the log behind a record, and returns its event.
func (h *Head) follow(rec []byte) (game.Event, error) {
	_, e, err := DecodeEvent(rec)
	if err == nil {
		h.Hash, err = hashAfter(h.Hash, rec, h.Salts)
	}
	h.Seq++
	return e, err
}

// ReadLog makes the head of a game from the game's log, and calls write with the number and the
// record of each event.
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

// sameSeats reports whether two heads name the same players for the same sides.
func (h *Head) sameSeats(as *Head) bool {
	return h.Players == as.Players && slices.Equal(h.Others, as.Others)
}

// sameAlarm reports whether the alarms of two heads are the same, to the microsecond, which is all
// that every engine keeps of a time.
func (h *Head) sameAlarm(as *Head) bool {
	return h.Alarm.Truncate(time.Microsecond).Equal(as.Alarm.Truncate(time.Microsecond))
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
