package bolt

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"time"

	"corrd/game"
	"corrd/store"
	"corrd/store/kit"
)

// head is what is kept of a game beside its log: where the log ends, and what
// the indexes hold of the game.
type head struct {
	seq     int64 // of the last event; 0: the number is reserved
	hash    [32]byte
	salts   store.SaltKey
	alarm   time.Time // zero: none
	players [2]int64
	others  []int64 // further members of sides in consultation
	folded  []byte  // store.Folded of the state when the last event was written; nil: an older corrd wrote it
}

// follows makes the head of a game say what the game's state says.
func (h *head) follows(s *game.State) {
	h.alarm, _ = s.Deadline()
	h.players, h.others = s.Players, s.Further()
}

// cut is what the state of the game is kept under.
func (h head) cut() kit.Head { return kit.Head{Seq: h.seq, Hash: h.hash, Salts: h.salts} }

const (
	hashEnd = idLen + 32
	headLen = hashEnd + len(store.SaltKey{}) + timeLen + 2*idLen
)

var games = &table[head]{
	in: bGames, noun: "game", encode: encodeHead, decode: decodeHead,
	indexes: []index[head]{
		{
			in: bAlarms, apart: true, means: "what falls due in the game is not done in time",
			entries: func(id int64, h *head) []entry {
				if h.alarm.IsZero() {
					return nil
				}
				return at(timed(h.alarm, id))
			},
		},
		{
			in: bGamesByPlayer, means: "the games of the player are not those listed",
			entries: func(id int64, h *head) (es []entry) {
				for _, player := range append(h.players[:], h.others...) {
					if player != 0 {
						es = append(es, at(nums(player, id))...)
					}
				}
				return es
			},
		},
	},
}

func encodeHead(h *head) ([]byte, error) {
	b := make([]byte, 0, headLen)
	b = append(b, num(h.seq)...)
	b = append(b, h.hash[:]...)
	b = append(b, h.salts[:]...)
	b = append(b, stamp(h.alarm)...)
	b = append(b, nums(h.players[:]...)...)
	b = append(b, nums(h.others...)...)
	return append(b, h.folded...), nil
}

func decodeHead(b []byte, h *head) (err error) {
	if end := len(b) - store.FoldedLen; end >= headLen && (end-headLen)%idLen == 0 {
		h.folded, b = bytes.Clone(b[end:]), b[:end]
	}
	if len(b) < headLen || (len(b)-headLen)%idLen != 0 {
		return fmt.Errorf("its head has %d bytes, not %d", len(b), headLen)
	}
	h.seq = int64(binary.BigEndian.Uint64(b))
	b = b[idLen:]
	b = b[copy(h.hash[:], b):]
	b = b[copy(h.salts[:], b):]
	h.alarm, err = readStamp(b)
	for i := range h.players {
		h.players[i] = int64(binary.BigEndian.Uint64(b[timeLen+idLen*i:]))
	}
	for b = b[timeLen+2*idLen:]; len(b) > 0; b = b[idLen:] {
		h.others = append(h.others, int64(binary.BigEndian.Uint64(b)))
	}
	return err
}
