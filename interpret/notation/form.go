package notation

import "corrd/game/board"

// form is one way of taking the words of a move: what the words say of each part of the full record
// (I.13.A). A part that the words do not mention is left open (I.13.C). Squares are named from the
// mover's own side (I.7): a1 is the mover's Queen's Rook's first, White or Black.
type form struct {
	man     name
	from    board.Squares // where the man may stand
	verb    verb
	victim  name
	to      board.Squares // where the man may go, or the captured man stand
	own     own
	becomes kinds
	colour  token // tokWhite or tokBlack said of the piece a Pawn becomes
	steps   uint8 // squares a Pawn advances, or 0 if not said
	castles wings // the wings on which the words may castle; 0 for no castling
}

// anywhere is the set of all squares, for a place that the words do not name.
const anywhere = ^board.Squares(0)

// verb is the sign between the man and the square or man that the verb applies to.
type verb uint8

const (
	anyVerb  verb = iota // left out
	goes                 // the dash, "to": no capture
	captures             // the cross, "takes"
)

// own says how "his" or "her" was used of the destination.
type own uint8

const (
	notOwn  own = iota
	ownFile     // "to his 4th": of the man's own file
	ownWing     // "to his Kt's 2d": of the file of that name on the man's wing
)

// wings is a set of wings.
type wings uint8

const (
	kingsWing wings = 1 << iota
	queensWing
	bothWings = kingsWing | queensWing
)

// kinds is a set of kinds of men: bit k for Kind k. None means not said.
type kinds uint8

const anyKind kinds = 0

func kindOf(t token) board.Kind { return board.Kind(t-tokPawn) + board.Pawn }

// name is what the words say of a man: nothing, a kind, a piece of a wing (I.6), or a Pawn of a
// file, the nth Pawn there (I.8).
type name struct {
	kinds kinds
	wings wings         // of a piece; 0 not said
	files board.Squares // of a Pawn; 0 not said
	nth   uint8         // which of the Pawns on its file the Pawn is, 1 the furthest on; 0 not said

	doubled bool // a Pawn with another Pawn of its side on its file
}

// Ordinals are the words for first to eighth.
var Ordinals = [8]string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"}

// A name is written in at most this many tokens: "first Q Kt P".
const maxName = 4

// parseName reads tokens that are a man's name and nothing else. No tokens name
// any man.
func parseName(t []token) (name, bool) {
	if len(t) == 0 {
		return name{}, true
	}
	if len(t) > 1 && t[0].isRank() {
		n, ok := parseName(t[1:])
		n.nth = uint8(t[0]-tokRank1) + 1
		return n, ok && n.kinds == 1<<board.Pawn
	}
	if len(t) > 1 && t[0] == tokDoubled {
		n, ok := parseName(t[1:])
		n.doubled = true
		return n, ok && n.kinds == 1<<board.Pawn
	}
	last := t[len(t)-1]
	if !last.isMan() {
		return name{}, false
	}
	n := name{kinds: 1 << kindOf(last)}
	if len(t) == 1 {
		return n, true
	}
	if last == tokPawn {
		n.files = fileNamed(t[:len(t)-1])
		return n, n.files != 0
	}
	n.wings = wingNamed(t[0])
	return n, len(t) == 2 && n.wings != 0 && last <= tokRook
}

// wingNamed is the wing that a King's or Queen's token names, or 0 if neither.
func wingNamed(t token) wings {
	switch t {
	case tokKing:
		return kingsWing
	case tokQueen:
		return queensWing
	}
	return 0
}

const (
	fileA  board.Squares = 0x0101010101010101
	rank1  board.Squares = 0xff
	filesK               = fileA<<4 | fileA<<5 | fileA<<6 | fileA<<7
	filesQ               = fileA | fileA<<1 | fileA<<2 | fileA<<3
)

// fileNamed is the file, or the two files, that the tokens name (I.7(a)), or 0 if the tokens are
// not the name of a file.
func fileNamed(t []token) board.Squares {
	switch len(t) {
	case 1:
		return filesOf(t[0])
	case 2:
		switch f := filesOf(t[1]); {
		case t[1] > tokRook:
		case t[0] == tokKing:
			return f & filesK
		case t[0] == tokQueen:
			return f & filesQ
		}
	}
	return 0
}

// filesOf is the file or files of a piece of the array.
func filesOf(t token) board.Squares {
	switch t {
	case tokRook:
		return fileA | fileA<<7
	case tokKnight:
		return fileA<<1 | fileA<<6
	case tokBishop:
		return fileA<<2 | fileA<<5
	case tokQueen:
		return fileA << 3
	case tokKing:
		return fileA << 4
	}
	return 0
}

// rankOf is the rank of a rank's token or of "square", or 0 if t is neither.
func rankOf(t token) board.Squares {
	switch {
	case t.isRank():
		return rank1 << (8 * uint(t-tokRank1))
	case t == tokFirst:
		return rank1
	}
	return 0
}

// parseSquare reads tokens that are a square's name and nothing else: a file and a rank, or a bare
// file for the file's first square (I.7(b)). Where the side of the file is left out the name stands
// for two squares.
func parseSquare(t []token) board.Squares {
	if len(t) == 0 {
		return 0
	}
	if r := rankOf(t[len(t)-1]); r != 0 {
		return fileNamed(t[:len(t)-1]) & r
	}
	return fileNamed(t) & rank1
}

// parsePlace reads tokens that say where a man stands: a square, or, of a man
// who is named, the rank or bracketed file alone that tells it from its fellows
// ("R1-K2", "R(Kt)-Kt6"). Without brackets a square must have its rank, or "RxR"
// could be a taking on the Rook's first. Marked is whether a sign of place
// stands before it.
func parsePlace(t []token, named bool) (place board.Squares, marked bool) {
	t, bracketed := unbracket(t)
	marked = bracketed
	if len(t) > 1 && (t[0] == tokOn || t[0] == tokSlash) {
		t, marked = t[1:], true
	}
	if len(t) == 1 && t[0].isRank() && named {
		return rankOf(t[0]), marked
	}
	if f := fileNamed(t); bracketed && named && f != 0 {
		return f, true
	}
	if len(t) == 0 || rankOf(t[len(t)-1]) == 0 {
		return 0, marked
	}
	return parseSquare(t), marked
}

// unbracket takes brackets that enclose all the tokens off.
func unbracket(t []token) ([]token, bool) {
	if n := len(t); n > 2 && t[0] == tokOpen && t[n-1] == tokClose {
		return t[1 : n-1], true
	}
	return t, false
}
