package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"time"

	"corrd/game"
)

// The plain line of an event is a JSON object whose fields come in this order:
//
//	{"seq":1,"at":"2026-01-01T00:00:00Z","by":"white","law":"I.13.C","letter":7,"kind":"played","data":{…}}
//
// `at` is in whole seconds UTC; `letter` is left out when there is none.
type header struct {
	Seq    int64
	At     string
	By     string
	Law    game.Law
	Letter int64
	Kind   string
}

// EncodeEvent writes event seq of a game as a record of format 2. raw is the letter that
// brought the event about, nil where there is none or its bytes are not kept. It fails if the
// fact is of a kind the log has no tag for.
func EncodeEvent(seq int64, e game.Event, raw []byte, key SaltKey) ([]byte, error) {
	rec := []byte{sealedWithout}
	if raw != nil {
		hash := key.salt(seq, 0).Seal(raw)
		rec = append([]byte{sealedRaw}, hash[:]...)
	}
	return appendPlain(rec, seq, e)
}

// appendPlain appends the plain line of an event.
func appendPlain(b []byte, seq int64, e game.Event) ([]byte, error) {
	tag, ok := KindOf(e.Fact)
	if !ok {
		return nil, fmt.Errorf("store: no tag for an event %T", e.Fact)
	}
	data, err := marshal(e.Fact)
	if err != nil {
		return nil, err
	}
	return appendLine(b, header{
		Seq: seq, At: e.At.UTC().Format(time.RFC3339), By: e.By.String(),
		Law: e.Law, Letter: e.Letter, Kind: tag,
	}, data), nil
}

// DecodeEvent reads a record of either format back; a text that was erased is empty. An
// unknown kind of event, or an unknown field of a known kind, is ErrNewer; what is no event
// otherwise is ErrCorrupt. That a record is the one EncodeEvent wrote only the chain can prove.
func DecodeEvent(rec []byte) (seq int64, e game.Event, err error) {
	r, err := readRecord(rec)
	if err != nil {
		return 0, e, err
	}
	h, data, ok := readLine(r.plain)
	if !ok {
		return 0, e, fmt.Errorf("%w: no event: %.60q", ErrCorrupt, r.plain)
	}
	k, ok := kindByTag[h.Kind]
	if !ok {
		return 0, e, fmt.Errorf("%w: event %d is of the unknown kind %q", ErrNewer, h.Seq, h.Kind)
	}
	e.Law, e.Letter = h.Law, h.Letter
	if e.By, ok = parseParty(h.By); !ok {
		return 0, e, fmt.Errorf("%w: event %d is by %q", ErrCorrupt, h.Seq, h.By)
	}
	if e.At, err = time.Parse(time.RFC3339, h.At); err != nil {
		return 0, e, fmt.Errorf("%w: event %d: %v", ErrCorrupt, h.Seq, err)
	}
	e.Fact, err = k.read(data)
	return h.Seq, e, err
}

// Chain gives the hash of the event with the given record that follows the event with hash
// prev, the zero hash for the first of a game: SHA-256 of prev and the line. Of an event of
// format 1 that texts were erased of, it is the hash that was kept.
func Chain(prev [32]byte, rec []byte, key SaltKey) ([32]byte, error) {
	r, err := readRecord(rec)
	switch {
	case err != nil:
		return prev, err
	case r.kind == '{':
		return chain(prev, r.plain), nil
	case r.kind == erasedFormat1:
		return r.hash, nil
	}
	line, err := r.appendLine(make([]byte, 0, 1024), key)
	return chain(prev, line), err
}

func chain(prev [32]byte, line []byte) (sum [32]byte) {
	h := sha256.New()
	h.Write(prev[:])
	h.Write(line)
	h.Sum(sum[:0])
	return sum
}

func parseParty(name string) (game.Party, bool) {
	for p := game.Corrd; p <= game.Umpire; p++ {
		if p.String() == name {
			return p, true
		}
	}
	return 0, false
}

// marshal is json.Marshal without the escaping of <, > and &: the lines are
// read by people.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
