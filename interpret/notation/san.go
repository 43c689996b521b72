package notation

import "corrd/game/board"

const sanLetters = "  NBRQK"

// SAN writes a legal move in standard algebraic notation: "Nf3", "exd6", "e8=Q+", "O-O-O#". A move
// that is not legal, and stands, has the square left in full, "Ng1e5". The sign of check or mate is
// the last character; a caller who may not announce check (house:6) cuts "+" and "#" off. A turn
// passed is "--", the null move of PGN.
func SAN(p *board.Position, m board.Move) string {
	if m == board.Pass {
		return "--"
	}
	text := sanMove(p, m)
	q := p.Play(m)
	switch {
	case q.Checkmate():
		return text + "#"
	case q.InCheck(q.SideToMove()):
		return text + "+"
	}
	return text
}

func sanMove(p *board.Position, m board.Move) string {
	if p.IsCastling(m) {
		if wingOf(m.To()) == kingsWing {
			return "O-O"
		}
		return "O-O-O"
	}
	man, _ := p.At(m.From())
	text := sanLetters[man.Kind : man.Kind+1]
	if man.Kind == board.Pawn {
		text = ""
	}
	if p.IsLegal(m) {
		text += sanOrigin(p, m, man.Kind)
	} else {
		text += m.From().String()
	}
	if p.IsCapture(m) {
		text += "x"
	}
	text += m.To().String()
	if k := m.Promotion(); k != board.NoKind {
		text += "=" + sanLetters[k:k+1]
	}
	return text
}

// sanOrigin is as much of the square left as SAN needs: the file of a Pawn that takes; for a piece
// the file, else the rank, else the square that tells the piece from other pieces of its kind with
// a legal move to the same square.
func sanOrigin(p *board.Position, m board.Move, kind board.Kind) string {
	from := m.From().String()
	if kind == board.Pawn {
		if p.IsCapture(m) {
			return from[:1]
		}
		return ""
	}
	var room [256]board.Move
	rivals, sameFile, sameRank := false, false, false
	for _, other := range p.Moves(room[:0]) {
		man, _ := p.At(other.From())
		if other.To() != m.To() || other.From() == m.From() || man.Kind != kind || p.IsCastling(other) {
			continue
		}
		rivals = true
		sameFile = sameFile || other.From().File() == m.From().File()
		sameRank = sameRank || other.From().Rank() == m.From().Rank()
	}
	switch {
	case !rivals:
		return ""
	case !sameFile:
		return from[:1]
	case !sameRank:
		return from[1:]
	}
	return from
}
