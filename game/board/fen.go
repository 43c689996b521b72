package board

import (
	"fmt"
	"strconv"
	"strings"
)

// kindLetters are FEN's letters for the kinds, in the order of Kind.
const kindLetters = ".pnbrqk"

// FEN is the position in Forsyth-Edwards notation, always six fields. The
// fourth is the square passed over after every double step of a Pawn, whether
// or not anything can take it. Origins have no place in it, nor has a right to
// castle without the Rook, which follows from the odds of the game.
func (p *Position) FEN() string {
	b := make([]byte, 0, 90)
	for rank := 7; rank >= 0; rank-- {
		b = p.appendRank(b, rank)
		if rank > 0 {
			b = append(b, '/')
		}
	}
	b = append(b, ' ', "wb"[p.side], ' ')
	none := len(b)
	for _, c := range corners {
		if p.castling&c.right.with() == c.right {
			b = append(b, c.letter)
		}
	}
	if len(b) == none {
		b = append(b, '-')
	}
	b = append(b, ' ')
	b = append(b, p.EnPassant().String()...)
	b = append(b, ' ')
	b = strconv.AppendUint(b, uint64(p.halfMoves), 10)
	b = append(b, ' ')
	return string(strconv.AppendInt(b, int64(p.MoveNumber()), 10))
}

func (p *Position) appendRank(b []byte, rank int) []byte {
	empty := byte(0)
	for file := range 8 {
		man, ok := p.At(At(file, rank))
		if !ok {
			empty++
			continue
		}
		if empty > 0 {
			b = append(b, '0'+empty)
			empty = 0
		}
		letter := kindLetters[man.Kind]
		if man.Side == White {
			letter -= 'a' - 'A'
		}
		b = append(b, letter)
	}
	if empty > 0 {
		b = append(b, '0'+empty)
	}
	return b
}

// ParseFEN reads a position in Forsyth-Edwards notation. The two counts may be
// absent (0 and 1 are taken); the error says which field is wrong otherwise.
// Any arrangement of men is held, even one no game reaches; what the men
// contradict is dropped: a castling right without King and Rook at home, a
// passed square over which no Pawn can just have gone. Origins are given where
// the men tell them and are Unknown elsewhere.
func ParseFEN(fen string) (Position, error) {
	fields := strings.Fields(fen)
	if len(fields) < 4 || len(fields) > 6 {
		return Position{}, fmt.Errorf("FEN has %d fields, not six", len(fields))
	}
	full := [6]string{4: "0", 5: "1"}
	copy(full[:], fields)
	var p Position
	for i, read := range [6]func(*Position, string) error{
		readBoard, readSide, readCastling, readPassed, readHalfMoves, readMoveNumber,
	} {
		if err := read(&p, full[i]); err != nil {
			return Position{}, fmt.Errorf("FEN field %d: %w", i+1, err)
		}
	}
	p.settle()
	p.inferOrigins()
	return p, nil
}

func readBoard(p *Position, field string) error {
	ranks := strings.Split(field, "/")
	if len(ranks) != 8 {
		return fmt.Errorf("%d ranks, not eight", len(ranks))
	}
	for i, text := range ranks {
		if err := readRank(p, 7-i, text); err != nil {
			return fmt.Errorf("rank %d: %w", 8-i, err)
		}
	}
	return nil
}

func readRank(p *Position, rank int, text string) error {
	file := 0
	for _, c := range []byte(text) {
		if c >= '1' && c <= '8' {
			file += int(c - '0')
			continue
		}
		man, ok := manOfLetter(c)
		if !ok {
			return fmt.Errorf("%q is no man", c)
		}
		if file < 8 {
			p.set(At(file, rank), man)
		}
		file++
	}
	if file != 8 {
		return fmt.Errorf("%d squares, not eight", file)
	}
	return nil
}

// manOfLetter is the man a FEN letter stands for: upper case White, lower Black.
func manOfLetter(c byte) (Man, bool) {
	side, lower := Black, c
	if c >= 'A' && c <= 'Z' {
		side, lower = White, c+'a'-'A'
	}
	kind := strings.IndexByte(kindLetters, lower)
	return Man{Side: side, Kind: Kind(max(kind, 0))}, kind > 0
}

func readSide(p *Position, field string) error {
	switch field {
	case "w":
		p.side = White
	case "b":
		p.side = Black
	default:
		return fmt.Errorf("side to move %q, not w or b", field)
	}
	return nil
}

func readCastling(p *Position, field string) error {
	if field == "-" {
		return nil
	}
letters:
	for _, letter := range []byte(field) {
		for _, c := range corners {
			if c.letter == letter {
				p.castling |= c.right
				continue letters
			}
		}
		return fmt.Errorf("castling %q, not of KQkq or -", field)
	}
	return nil
}

func readPassed(p *Position, field string) error {
	if field == "-" {
		return nil
	}
	s, ok := ParseSquare(field)
	if !ok || s.Rank() != 2 && s.Rank() != 5 {
		return fmt.Errorf("%q is no square that a Pawn passes over", field)
	}
	p.passed = s
	return nil
}

func readHalfMoves(p *Position, field string) error {
	n, err := readCount(field)
	p.halfMoves = n
	return err
}

// readMoveNumber takes 0, which some programs write, for 1.
func readMoveNumber(p *Position, field string) error {
	n, err := readCount(field)
	p.completeTurns = max(n, 1) - 1
	return err
}

func readCount(field string) (uint16, error) {
	n, err := strconv.ParseUint(field, 10, 16)
	if err != nil {
		return 0, fmt.Errorf("%q is no count from 0 to %d", field, countLimit)
	}
	return uint16(n), nil
}
