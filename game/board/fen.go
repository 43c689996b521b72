package board

import (
	"strconv"
	"strings"

	"corrd/game/reason"
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

// NoFEN is the error of a text that is not a position in Forsyth-Edwards notation.
type NoFEN struct{ Why reason.Reason }

// Error names the reason by its key; templates/texts has the words.
func (n NoFEN) Error() string {
	key, _ := n.Why.Parts()
	return "board: " + key
}

// ParseFEN reads a position in Forsyth-Edwards notation. The two counts may be
// absent (0 and 1 are taken); the error is a NoFEN, which says what is wrong.
// Any arrangement of men is held, even one no game reaches; what the men
// contradict is dropped: a castling right without King and Rook at home, a
// passed square over which no Pawn can just have gone. Origins are given where
// the men tell them and are Unknown elsewhere.
func ParseFEN(fen string) (Position, error) {
	fields := strings.Fields(fen)
	if len(fields) < 4 || len(fields) > 6 {
		return Position{}, NoFEN{reason.Because("fen fields", len(fields))}
	}
	full := [6]string{4: "0", 5: "1"}
	copy(full[:], fields)
	var p Position
	for i, read := range [6]func(*Position, string) reason.Reason{
		readBoard, readSide, readCastling, readPassed, readHalfMoves, readMoveNumber,
	} {
		if why := read(&p, full[i]); why != "" {
			return Position{}, NoFEN{why}
		}
	}
	p.settle()
	p.inferOrigins()
	return p, nil
}

func readBoard(p *Position, field string) reason.Reason {
	ranks := strings.Split(field, "/")
	if len(ranks) != 8 {
		return reason.Because("fen ranks", len(ranks))
	}
	for i, text := range ranks {
		if why := readRank(p, 7-i, text); why != "" {
			return why
		}
	}
	return ""
}

func readRank(p *Position, rank int, text string) reason.Reason {
	file := 0
	for _, c := range []byte(text) {
		if c >= '1' && c <= '8' {
			file += int(c - '0')
			continue
		}
		man, ok := manOfLetter(c)
		if !ok {
			return reason.Because("fen man", rank+1, string(rune(c)))
		}
		if file < 8 {
			p.set(At(file, rank), man)
		}
		file++
	}
	if file != 8 {
		return reason.Because("fen squares", rank+1, file)
	}
	return ""
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

func readSide(p *Position, field string) reason.Reason {
	switch field {
	case "w":
		p.side = White
	case "b":
		p.side = Black
	default:
		return reason.Because("fen side", field)
	}
	return ""
}

func readCastling(p *Position, field string) reason.Reason {
	if field == "-" {
		return ""
	}
letters:
	for _, letter := range []byte(field) {
		for _, c := range corners {
			if c.letter == letter {
				p.castling |= c.right
				continue letters
			}
		}
		return reason.Because("fen castling", field)
	}
	return ""
}

func readPassed(p *Position, field string) reason.Reason {
	if field == "-" {
		return ""
	}
	s, ok := ParseSquare(field)
	if !ok || s.Rank() != 2 && s.Rank() != 5 {
		return reason.Because("fen passed", field)
	}
	p.passed = s
	return ""
}

func readHalfMoves(p *Position, field string) reason.Reason {
	n, why := readCount(field, 5)
	p.halfMoves = n
	return why
}

// readMoveNumber takes 0, which some programs write, for 1.
func readMoveNumber(p *Position, field string) reason.Reason {
	n, why := readCount(field, 6)
	p.completeTurns = max(n, 1) - 1
	return why
}

// readCount reads a count, which stands in the field with that number.
func readCount(text string, field int) (uint16, reason.Reason) {
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return 0, reason.Because("fen count", field, text, countLimit)
	}
	return uint16(n), ""
}
