package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"corrd/game/board"
	"corrd/interpret/notation"
)

// readBatch reads games, a line each, and writes their readings in order, a line
// each. A line that cannot be followed to its end is answered with the
// plies read so far and an error, and the command ends with status 1.
func readBatch(in io.Reader, out io.Writer) error {
	r, w := bufio.NewReaderSize(in, 1<<20), bufio.NewWriterSize(out, 1<<16)
	var g batchGame
	var answer []byte
	failed := 0
	for number := 1; ; number++ {
		line, err := readLine(r)
		if number == 1 {
			line = bytes.TrimPrefix(line, []byte("\uFEFF"))
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			var trouble string
			answer, trouble = g.answer(answer[:0], line, number)
			if trouble != "" {
				failed++
			}
			if _, err := w.Write(answer); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if failed > 0 {
		return fmt.Errorf("%d of the games could not be followed; each says why in \"error\"", failed)
	}
	return nil
}

// readLine reads up to the next end of line; the line is good until the next
// one is read. A long line is put together in memory.
func readLine(r *bufio.Reader) ([]byte, error) {
	line, err := r.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return line, err
	}
	long := bytes.Clone(line)
	rest, err := r.ReadBytes('\n')
	return append(long, rest...), err
}

// answer appends the answer to a line, with an end of line, and returns what is wrong with the
// line, or "" if nothing is.
func (g *batchGame) answer(dst, line []byte, number int) (_ []byte, trouble string) {
	if trouble = g.read(line); trouble != "" {
		trouble = fmt.Sprintf("line %d %s", number, trouble)
	}
	dst = append(dst, `{"id":`...)
	if g.ID == nil {
		g.ID = json.RawMessage("null")
	}
	dst = append(append(dst, g.ID...), `,"plies":[`...)
	if trouble == "" {
		dst, trouble = g.play(dst)
	}
	dst = append(dst, ']')
	if trouble != "" {
		text, _ := json.Marshal(trouble) // a string
		dst = append(append(dst, `,"error":`...), text...)
	}
	return append(dst, "}\n"...), trouble
}

// play appends the readings of each ply in the position and under the rules that
// the line gives.
func (g *batchGame) play(dst []byte) ([]byte, string) {
	rules, err := readingRules(g.Code, g.Notation)
	if err != nil {
		return dst, err.Error()
	}
	p, err := positionOf(g.FEN)
	if err != nil {
		return dst, err.Error()
	}
	return g.follow(dst, p, rules)
}

// follow appends the readings of each ply, and returns the reason for which the plies end early, or
// "" if they do not. The board follows the move really made; after a ply whose move is not known,
// the board follows the only reading, and where there is no such reading the rest of the line is
// read as expressing nothing.
func (g *batchGame) follow(dst []byte, p board.Position, rules notation.Rules) ([]byte, string) {
	lost := false
	for i, ply := range g.Plies {
		text, uci := ply[0], ply[1]
		var found []board.Move
		if !lost {
			found = notation.Move{Text: text}.Readings(&p, rules).Moves
		}
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendMoves(dst, found)
		if lost {
			continue
		}
		var made board.Move
		switch {
		case uci != "":
			var ok bool
			if made, ok = board.ParseMove(uci); !ok || !slices.Contains(found, made) && !mayBeMade(&p, made) {
				return dst, fmt.Sprintf("ply %d: %q is no legal move in %s", i+1, uci, p.FEN())
			}
		case len(found) == 1:
			made = found[0]
		default:
			lost = true
			continue
		}
		p = p.Play(made)
	}
	return dst, ""
}

// mayBeMade reports whether a move is legal, or a turn that may be passed because
// the King is not in check.
func mayBeMade(p *board.Position, m board.Move) bool {
	if m == board.Pass {
		return !p.InCheck(p.SideToMove())
	}
	return p.IsLegal(m)
}

// appendMoves appends a list of moves in UCI.
func appendMoves(dst []byte, moves []board.Move) []byte {
	dst = append(dst, '[')
	for i, m := range moves {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(m.AppendText(append(dst, '"')), '"')
	}
	return append(dst, ']')
}

// batchGame is a line of a batch. A ply is the text as printed, and the move really
// made, which the board follows; either may be null or empty.
type batchGame struct {
	ID       json.RawMessage `json:"id"`
	FEN      string          `json:"fen"`
	Code     string          `json:"code"`
	Notation []string        `json:"notation"`
	Plies    [][]string      `json:"plies"`
}

// read takes a line apart, and returns what is wrong with the line, or "" if nothing is. An id
// before the fault is kept. The memory of the line before is used again, with its texts cleared,
// because a null leaves a string unchanged.
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

// idOf is the id in a line that breaks off or is not JSON further on, or nil if the line has none
// before that.
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
