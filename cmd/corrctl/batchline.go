package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// batchGame is a line of a batch. A ply is the text as printed, and the move really
// made, which the board follows; either may be null or empty.
type batchGame struct {
	ID       json.RawMessage `json:"id"`
	FEN      string          `json:"fen"`
	Code     string          `json:"code"`
	Notation []string        `json:"notation"`
	Plies    [][]string      `json:"plies"`
}

// read takes a line apart, and gives what is wrong with the line, "" if nothing is. An id before
// the fault is kept. The memory of the line before is used again, with its texts cleared, because a
// null leaves a string unchanged.
func (g *batchGame) read(line []byte) string {
	for _, ply := range g.Plies {
		clear(ply)
	}
	*g = batchGame{Plies: g.Plies[:0]}
	err := json.Unmarshal(line, g)
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong) && wrong.Field == "":
		return "is no game: write {\"id\":1,\"plies\":[[\"P-K4\",\"e2e4\"]]}"
	case errors.As(err, &wrong):
		return fmt.Sprintf("has a wrong %q: %s", wrong.Field, shapes[wrong.Field])
	case err != nil:
		g.ID = idOf(line)
		return "is no JSON: " + err.Error()
	case len(g.Plies) == 0 && !hasPlies(line):
		return `has no "plies": ` + shapes["plies"]
	}
	for i, p := range g.Plies {
		if len(p) != 2 {
			return fmt.Sprintf("has a wrong ply %d: %s", i+1, shapes["plies"])
		}
	}
	return ""
}

// hasPlies reports whether an object has plies, be they none.
func hasPlies(line []byte) bool {
	var l struct{ Plies *[][]string }
	return json.Unmarshal(line, &l) == nil && l.Plies != nil
}

// idOf is the id in a line that breaks off or is no JSON further on; nil if the line
// has none before that.
func idOf(line []byte) (id json.RawMessage) {
	in := json.NewDecoder(bytes.NewReader(line))
	in.Token() // the opening brace, or the fault
	for in.More() {
		key, _ := in.Token()
		var value json.RawMessage
		if in.Decode(&value) != nil {
			return id
		}
		if key == "id" {
			id = value
		}
	}
	return id
}

// shapes says what each key of a line holds.
var shapes = map[string]string{
	"fen":      "it is a position in FEN",
	"code":     "it is the name of a code of laws, such as british-1899",
	"notation": "it is a list of notations, such as [\"descriptive\"]",
	"plies":    "it is a list of pairs, the text and the move really made, such as [[\"P-K4\",\"e2e4\"]]; either may be null",
}
