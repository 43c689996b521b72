package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"time"

	"corrd/game"
)

// An event is kept as one line, a JSON object whose fields come in this order:
//
//	{"seq":1,"at":"2026-01-01T00:00:00Z","by":"white","law":"I.13.C","letter":7,"kind":"played","data":{…}}
//
// `at` is in whole seconds UTC; `letter` is left out when there is none. The
// hash of an event is the SHA-256 of the 32 bytes of the hash before it (zeros
// for the first) followed by its line, without a line end. Whoever has the
// lines can verify a game without corrd:
//
//	h=$(printf '0%.0s' $(seq 64))
//	while IFS= read -r line; do
//	    h=$( { printf %s "$h" | xxd -r -p; printf %s "$line"; } | sha256sum | cut -c1-64)
//	done < events; echo "$h"
type header struct {
	Seq    int64
	At     string
	By     string
	Law    game.Law
	Letter int64
	Kind   string
}

// EncodeEvent writes event seq of a game as its line. It fails if the fact is
// of a kind the log has no tag for.
func EncodeEvent(seq int64, e game.Event) ([]byte, error) {
	tag, ok := KindOf(e.Fact)
	if !ok {
		return nil, fmt.Errorf("store: no tag for an event %T", e.Fact)
	}
	data, err := marshal(e.Fact)
	if err != nil {
		return nil, err
	}
	return writeLine(header{
		Seq: seq, At: e.At.UTC().Format(time.RFC3339), By: e.By.String(),
		Law: e.Law, Letter: e.Letter, Kind: tag,
	}, data), nil
}

// DecodeEvent reads a line back. An unknown kind of event, or an unknown field
// of a known kind, is ErrNewer; what is no event otherwise is ErrCorrupt. That a
// line is the one EncodeEvent wrote only the chain can prove.
func DecodeEvent(b []byte) (seq int64, e game.Event, err error) {
	h, data, ok := readLine(b)
	if !ok {
		return 0, e, fmt.Errorf("%w: no event: %.60q", ErrCorrupt, b)
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

// Chain gives the hash of the event with the given line that follows the event
// with hash prev, the zero hash for the first of a game.
func Chain(prev [32]byte, line []byte) [32]byte {
	h := sha256.New()
	h.Write(prev[:])
	h.Write(line)
	var sum [32]byte
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
