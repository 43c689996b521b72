package bolt

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"corrd/store"
)

const (
	hashEnd = idLen + 32
	headLen = hashEnd + len(store.SaltKey{}) + timeLen + 2*idLen
)

var games = &table[store.Head]{
	in: bGames, noun: "game", encode: encodeHead, decode: decodeHead,
	indexes: []index[store.Head]{
		{
			in: bAlarms, apart: true, means: "what falls due in the game is not done in time",
			entries: func(id int64, h *store.Head) []entry {
				if h.Alarm.IsZero() {
					return nil
				}
				return at(timed(h.Alarm, id))
			},
		},
		{
			in: bGamesByPlayer, means: "the games of the player are not those listed",
			entries: func(id int64, h *store.Head) (es []entry) {
				for _, player := range h.Seats() {
					es = append(es, at(nums(player, id))...)
				}
				return es
			},
		},
	},
}

func encodeHead(h *store.Head) ([]byte, error) {
	b := make([]byte, 0, headLen)
	b = append(b, num(h.Seq)...)
	b = append(b, h.Hash[:]...)
	b = append(b, h.Salts[:]...)
	b = append(b, stamp(h.Alarm)...)
	b = append(b, nums(h.Players[:]...)...)
	b = append(b, nums(h.Others...)...)
	return append(b, h.Folded...), nil
}

func decodeHead(b []byte, h *store.Head) (err error) {
	if end := len(b) - store.FoldedLen; end >= headLen && (end-headLen)%idLen == 0 {
		h.Folded, b = bytes.Clone(b[end:]), b[:end]
	}
	if len(b) < headLen || (len(b)-headLen)%idLen != 0 {
		return fmt.Errorf("its head has %d bytes, not %d", len(b), headLen)
	}
	h.Seq = int64(binary.BigEndian.Uint64(b))
	b = b[idLen:]
	b = b[copy(h.Hash[:], b):]
	b = b[copy(h.Salts[:], b):]
	h.Alarm, err = readStamp(b)
	for i := range h.Players {
		h.Players[i] = int64(binary.BigEndian.Uint64(b[timeLen+idLen*i:]))
	}
	for b = b[timeLen+2*idLen:]; len(b) > 0; b = b[idLen:] {
		h.Others = append(h.Others, int64(binary.BigEndian.Uint64(b)))
	}
	return err
}
