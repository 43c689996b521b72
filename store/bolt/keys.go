package bolt

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"time"
)

// bucket is one of the buckets of the file. Numbers and times in keys are
// big-endian, so that keys sort as they do.
type bucket uint8

// The buckets, with their keys and values. `id` is 8 bytes, `time` 12. A new
// bucket is added here and is made when the file is next opened.
const (
	bMeta               bucket = iota // "format", "instance", and the last number given of each kind of record
	bSettings                         // name → value
	bPlayers                          // player → record
	bPlayerByAddress                  // address as FoldAddress gives it, 0, player
	bRegistrations                    // registration → record
	bRegistrationByAddr               // address as FoldAddress gives it, 0, registration
	bChallenges                       // challenge → record
	bChallengesByPlayer               // player, challenge: the open ones
	bGames                            // game, part, … → all of a game: see part
	bAlarms                           // time, game: what Deadline says
	bGamesByPlayer                    // player, game: the seats held now
	bLetters                          // letter → record
	bRaw                              // letter → bytes of the letter, deflated
	bLettersByState                   // state, 0, letter: letters in any but the common state
	bSeen                             // digest → letter
	bRows                             // row → record
	bRowBytes                         // row → the signed bytes, deflated
	bRowsByState                      // state, 0, row: rows in any but the common state
	bQueue                            // address, 0, row → time of the row's next try, for the unsent rows to an address
	bDue                              // time, row: for each address, the first row in the address's queue
	bCounts                           // name → day of the tally's first addition, sum
	bCountsByDay                      // day, name
	bReminders                        // time, challenge: when those who were asked to an open one are reminded
	bStrangers                        // letter: letters of strangers whose bytes are kept
	bDisputes                         // dispute → record
	bDisputesByGame                   // game, dispute
	bDisputesOpen                     // dispute: open disputes
	bTournaments                      // tournament → record
	nBuckets
)

var bucketNames = [nBuckets]string{
	"meta", "settings", "players", "player-by-address", "registrations",
	"registration-by-address", "challenges", "challenges-by-player", "games",
	"alarms", "games-by-player", "letters", "raw", "letters-by-state", "seen",
	"rows", "row-bytes", "rows-by-state", "queue", "due", "counts", "counts-by-day", "reminders", "strangers",
	"disputes", "disputes-by-game", "disputes-open", "tournaments",
}

// fillPercent is how full bbolt leaves a page that it splits, where that is not half. In most of
// these buckets a new key is always the greatest. A game grows, and so do its marks, but most games
// end.
var fillPercent = [nBuckets]float64{bPlayers: 0.9, bRegistrations: 0.9, bChallenges: 0.9,
	bLetters: 0.9, bRaw: 0.9, bRows: 0.9, bRowBytes: 0.9, bGames: 0.8, bSeen: 0.8}

// part is the kind of entry to which a key of bGames leads. Everything about a game lies together,
// so that a letter changes one or two pages of one bucket instead of one page in each of four
// buckets.
type part byte

const (
	partHead   part = iota // → head
	partEvent              // seq → line
	partLetter             // letter
	partRow                // row
)

// inGame is the key of a part of a game or, without a number, the prefix of the part's keys.
func inGame(id int64, p part, n ...int64) []byte {
	return append(append(num(id), byte(p)), nums(n...)...)
}

// partOf returns the part to which a key of bGames leads; ok is false for a key that leads to none.
func partOf(k []byte) (p part, ok bool) {
	if len(k) <= idLen {
		return 0, false
	}
	p = part(k[idLen])
	if p == partHead {
		return p, len(k) == idLen+1
	}
	return p, p <= partRow && len(k) == idLen+1+idLen
}

const (
	idLen   = 8
	timeLen = 12
)

// num is a number as a key, or as a value.
func num(n int64) []byte {
	return binary.BigEndian.AppendUint64(nil, uint64(n))
}

// nums are several numbers as one key.
func nums(ns ...int64) []byte {
	k := make([]byte, 0, idLen*len(ns))
	for _, n := range ns {
		k = binary.BigEndian.AppendUint64(k, uint64(n))
	}
	return k
}

// readNum reads the number at the end of a key.
func readNum(k []byte) (int64, error) {
	if len(k) < idLen {
		return 0, fmt.Errorf("key or value %x is too short for a number", k)
	}
	return int64(binary.BigEndian.Uint64(k[len(k)-idLen:])), nil
}

// stamp is a time as 12 bytes that sort as times do: seconds with the sign
// turned, then nanoseconds.
func stamp(t time.Time) []byte {
	k := make([]byte, 0, timeLen+idLen)
	k = binary.BigEndian.AppendUint64(k, uint64(t.Unix())^1<<63)
	return binary.BigEndian.AppendUint32(k, uint32(t.Nanosecond()))
}

// readStamp reads the time at the beginning of a key.
func readStamp(k []byte) (time.Time, error) {
	if len(k) < timeLen {
		return time.Time{}, fmt.Errorf("key or value %x is too short for a time", k)
	}
	s := int64(binary.BigEndian.Uint64(k) ^ 1<<63)
	return time.Unix(s, int64(binary.BigEndian.Uint32(k[8:]))).UTC(), nil
}

// timed is the key of a number under a time.
func timed(t time.Time, id int64) []byte {
	return binary.BigEndian.AppendUint64(stamp(t), uint64(id))
}

// readTimed reads the key of a number under a time.
func readTimed(k []byte) (t time.Time, id int64, err error) {
	if t, err = readStamp(k); err != nil {
		return t, 0, err
	}
	id, err = readNum(k[timeLen:])
	return t, id, err
}

// named is the prefix of what is kept under a name. A name holds no 0 byte.
func named(name string) []byte {
	return append([]byte(name), 0)
}

// under is the key of a number under a name.
func under(name string, id int64) []byte {
	return binary.BigEndian.AppendUint64(named(name), uint64(id))
}

// after is the least key greater than all with the given prefix, or nil if there is none.
func after(prefix []byte) []byte {
	k := bytes.TrimRight(prefix, "\xff")
	if len(k) == 0 {
		return nil
	}
	k = bytes.Clone(k)
	k[len(k)-1]++
	return k
}
