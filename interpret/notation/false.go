package notation

import "corrd/game/board"

// FalseMoves returns the moves that words express of which none is legal, sorted by
// their UCI text: a false move may stand, where it is answered, as if it had been just
// (London 8). Nothing is returned for words that express a legal move, or no transfer
// of a man at all ("Kt×P" where no Pawn stands).
//
// Of the ways to take the words the one nearest to the laws counts: moves that are
// wrong only because the King is left or placed in check; else moves that the men
// make where nothing stands in their way; else any transfer of a man of the mover's
// to a square that is empty or held by a man who may be taken.
func (m Move) FalseMoves(p *board.Position, r Rules) []board.Move {
	if len(m.Text) > maxWords || len(m.Readings(p, r).Moves) > 0 {
		return nil
	}
	if r.Notations == 0 {
		r.Notations = Descriptive
	}
	rd := newReader(p, r, nil)
	for _, moves := range [...]func(*board.Position) []board.Move{
		func(p *board.Position) []board.Move { return p.FreeMoves(nil) }, unhindered, transfers,
	} {
		var res Result
		rd.legal = moves(p)
		if rd.readAll(&res, r.Notations, m.Text); len(res.Moves) > 0 {
			return board.Sorted(res.Moves)
		}
	}
	return nil
}

// transfers are all transfers of a man of the side to move to a square that holds none of the
// side's own men and no King. Castling counts while King and Rook are at home and nothing stands
// between them; a Pawn is promoted on the Pawn's last rank.
func transfers(p *board.Position) []board.Move {
	return transferred(p, func(board.Man, board.Square, board.Square) bool { return true })
}

// unhindered are the transfers that accord with how the men move, if nothing stood in
// their way.
func unhindered(p *board.Position) []board.Move { return transferred(p, unhinderedMove) }

// transferred are the transfers that a rule allows.
func transferred(p *board.Position, allowed func(man board.Man, from, to board.Square) bool) []board.Move {
	var found []board.Move
	for from := range board.NoSquare {
		man, stands := p.At(from)
		if !stands || man.Side != p.SideToMove() {
			continue
		}
		for to := range board.NoSquare {
			victim, taken := p.At(to)
			switch {
			case taken && (victim.Side == man.Side || victim.Kind == board.King), from == to:
			case p.IsCastling(board.NewMove(from, to, board.NoKind)):
				if atHome(p, from, to) {
					found = append(found, board.NewMove(from, to, board.NoKind))
				}
			case !allowed(man, from, to):
			case man.Kind == board.Pawn && (to.Rank() == 0 || to.Rank() == 7):
				for kind := board.Knight; kind <= board.Queen; kind++ {
					found = append(found, board.NewMove(from, to, kind))
				}
			default:
				found = append(found, board.NewMove(from, to, board.NoKind))
			}
		}
	}
	return found
}

// atHome reports whether the King and the Rook of a castling stand on their first
// squares and nothing between them.
func atHome(p *board.Position, from, to board.Square) bool {
	first := board.Square(56 * int(p.SideToMove()))
	corner := first
	if to > from {
		corner = first + 7
	}
	if from != first+4 || !p.Men(p.SideToMove(), board.Rook).Has(corner) {
		return false
	}
	for s := min(from, corner) + 1; s < max(from, corner); s++ {
		if _, stands := p.At(s); stands {
			return false
		}
	}
	return true
}

// unhinderedMove reports whether a man moves so, wherever the others stand.
func unhinderedMove(man board.Man, from, to board.Square) bool {
	files, ranks := to.File()-from.File(), to.Rank()-from.Rank()
	straight, diagonal := files == 0 || ranks == 0, files == ranks || files == -ranks
	switch man.Kind {
	case board.Pawn:
		ahead := ranks * (1 - 2*int(man.Side))
		return ahead > 0 && files == 0 || ahead == 1 && files*files == 1
	case board.Knight:
		return files*files+ranks*ranks == 5
	case board.Bishop:
		return diagonal
	case board.Rook:
		return straight
	case board.Queen:
		return straight || diagonal
	}
	return beside(from, to)
}
