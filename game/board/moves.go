package board

// restraint says what the side to move may not do, so that its King is not placed or left in check
// (I.11.E(a)).
type restraint struct {
	king    Square  // the King, NoSquare when nothing binds
	pinned  Squares // men that may move only on the line through them and the King
	targets Squares // where a man other than the King must go: everywhere, or to end a check
	danger  Squares // where the King may not go
}

// free restrains no side: it leaves all moves that the men have by themselves, even moves that
// leave a King in check.
var free = restraint{king: NoSquare, targets: ^Squares(0)}

// Moves appends the legal moves of the position to buf (I.11), each Pawn's
// promotion four times, and returns the extended slice; it allocates only when
// buf has too little room (no position of an ordinary game has more than 218).
// A King is never taken, not even one that has been left in check. A side without
// a King is bound by no check, one with several may leave none of them in check,
// and one that need not meet its check (Unheeding) may leave or place its King in
// check, but not beside the other King.
func (p *Position) Moves(buf []Move) []Move {
	if p.unheeded {
		return p.generate(buf, &free)
	}
	kings := p.Men(p.side, King)
	if kings.one() {
		r := p.restraints(kings.First())
		return p.generate(buf, &r)
	}
	n := len(buf)
	buf = p.generate(buf, &free)
	return p.sift(buf, n)
}

// FreeMoves appends the moves that the men have by themselves, those that leave or
// place a King in check among them, and returns the extended slice.
func (p *Position) FreeMoves(buf []Move) []Move { return p.generate(buf, &free) }

// sift keeps, of the moves from index n on, those that leave no King in check.
func (p *Position) sift(moves []Move, n int) []Move {
	kept := moves[:n]
	for _, m := range moves[n:] {
		if q := p.Play(m); !q.InCheck(p.side) {
			kept = append(kept, m)
		}
	}
	return kept
}

// restraints finds what binds the side to move, its only King being on a square.
func (p *Position) restraints(king Square) restraint {
	occupied := p.occupied()
	theirs := p.of(p.side.Other())
	r := restraint{king: king, targets: ^Squares(0)}
	r.danger = p.commandedBy(p.side.Other(), occupied&^king.bit())
	if r.danger.Has(king) {
		checkers := p.commanders(king, occupied) & theirs
		r.targets = 0
		if checkers.one() {
			r.targets = checkers | between[king][checkers.First()]
		}
	}
	snipers := theirs & (bishopCommands(king, theirs)&p.diagonalMen() | rookCommands(king, theirs)&p.straightMen())
	for s := snipers; s != 0; s &= s - 1 {
		if screen := between[king][s.First()] & occupied; screen.one() {
			r.pinned |= screen
		}
	}
	return r
}

// commandedBy are all squares a side commands if the given ones are occupied.
func (p *Position) commandedBy(side Side, occupied Squares) Squares {
	men := p.of(side)
	set := pawnsCommand(side, p.ofKind(Pawn)&men)
	for s := p.ofKind(King) & men; s != 0; s &= s - 1 {
		set |= kingCommands[s.First()&63]
	}
	for s := p.ofKind(Knight) & men; s != 0; s &= s - 1 {
		set |= knightCommands[s.First()&63]
	}
	for s := p.diagonalMen() & men; s != 0; s &= s - 1 {
		set |= bishopCommands(s.First(), occupied)
	}
	for s := p.straightMen() & men; s != 0; s &= s - 1 {
		set |= rookCommands(s.First(), occupied)
	}
	return set
}

func pawnsCommand(side Side, pawns Squares) Squares {
	if side == White {
		return pawns&^fileA<<7 | pawns&^fileH<<9
	}
	return pawns&^fileA>>9 | pawns&^fileH>>7
}

// generate appends the moves of every man under a restraint.
func (p *Position) generate(buf []Move, r *restraint) []Move {
	ours := p.of(p.side)
	buf = p.kingMoves(buf, ours, r)
	if r.targets != 0 { // the King is not in double check
		buf = p.pieceMoves(buf, ours, r)
		buf = p.pawnMoves(buf, r)
	}
	return p.enPassantMoves(buf, r)
}

// pieceMoves appends the moves of Knights, Bishops, Rooks and Queens.
func (p *Position) pieceMoves(buf []Move, ours Squares, r *restraint) []Move {
	occupied, open := p.occupied(), r.targets&^(ours|p.ofKind(King))
	for s := p.ofKind(Knight) & ours &^ r.pinned; s != 0; s &= s - 1 {
		from := s.First() & 63
		buf = moves(buf, from, knightCommands[from]&open)
	}
	for s := p.diagonalMen() & ours; s != 0; s &= s - 1 {
		from := s.First() & 63
		buf = moves(buf, from, r.hold(from, bishopCommands(from, occupied)&open))
	}
	for s := p.straightMen() & ours; s != 0; s &= s - 1 {
		from := s.First() & 63
		buf = moves(buf, from, r.hold(from, rookCommands(from, occupied)&open))
	}
	return buf
}

// hold keeps a pinned man on the line of the man's pin.
func (r *restraint) hold(from Square, to Squares) Squares {
	if r.pinned.Has(from) {
		return to & through[r.king][from]
	}
	return to
}

// moves appends a move from a square to each of a set.
func moves(buf []Move, from Square, to Squares) []Move {
	for ; to != 0; to &= to - 1 {
		buf = append(buf, Move(from)|Move(to.First())<<6)
	}
	return buf
}

// kingMoves appends the moves of every King, castling last.
func (p *Position) kingMoves(buf []Move, ours Squares, r *restraint) []Move {
	for s := p.ofKind(King) & ours; s != 0; s &= s - 1 {
		from := s.First() & 63
		to := kingCommands[from] &^ (ours | p.ofKind(King) | r.danger)
		if p.unheeded {
			to &^= p.besideKings(p.side.Other())
		}
		buf = moves(buf, from, to)
	}
	if p.castling>>(2*p.side)&(whiteKingside|whiteQueenside) == 0 {
		return buf
	}
	danger := r.danger
	if r.king == NoSquare {
		danger = p.commandedBy(p.side.Other(), p.occupied())
	}
	if p.unheeded { // the check that stands counts for nothing, another does
		danger &^= p.Men(p.side, King)
	}
	return p.castlingMoves(buf, danger)
}

// besideKings are the squares around a side's Kings.
func (p *Position) besideKings(side Side) Squares {
	var set Squares
	for s := range p.Men(side, King).All() {
		set |= kingCommands[s]
	}
	return set
}

// castlingMoves appends castling on the wings where the King and Rook have not
// moved, the squares between them are empty, and no square from the King's to
// the one arrived at is in danger (I.11.E(e)).
func (p *Position) castlingMoves(buf []Move, danger Squares) []Move {
	first := p.side.firstRank()
	rights := p.castling >> (2 * p.side)
	blocked, danger := p.occupied()>>first, danger>>first
	if rights&whiteKingside != 0 && blocked&0x60 == 0 && danger&0x70 == 0 {
		buf = append(buf, NewMove(first+4, first+6, NoKind))
	}
	if rights&whiteQueenside != 0 && blocked&0x0e == 0 && danger&0x1c == 0 {
		buf = append(buf, NewMove(first+4, first+2, NoKind))
	}
	return buf
}

// pawnMoves appends the Pawns' moves except taking in passing. A pinned Pawn may go straight on if
// the King is on the Pawn's file, and may take if the King is on the diagonal along which the Pawn
// takes.
func (p *Position) pawnMoves(buf []Move, r *restraint) []Move {
	pawns, empty := p.Men(p.side, Pawn), ^p.occupied()
	enemy := p.of(p.side.Other()) & r.targets &^ p.ofKind(King)
	straight, east, west := pawns, pawns, pawns
	if bound := pawns & r.pinned; bound != 0 {
		lines := raysFrom[r.king&63]
		straight &^= bound &^ lines.file
		east &^= bound &^ lines.diagonal
		west &^= bound &^ lines.antidiagonal
		if p.side == Black {
			east, west = pawns&^(bound&^lines.antidiagonal), pawns&^(bound&^lines.diagonal)
		}
	}
	if p.side == White {
		once := straight << 8 & empty
		buf = advances(buf, once&r.targets, 8)
		buf = advances(buf, once&(rank1<<16)<<8&empty&r.targets, 16)
		buf = advances(buf, east&^fileH<<9&enemy, 9)
		return advances(buf, west&^fileA<<7&enemy, 7)
	}
	once := straight >> 8 & empty
	buf = advances(buf, once&r.targets, -8)
	buf = advances(buf, once&(rank1<<40)>>8&empty&r.targets, -16)
	buf = advances(buf, east&^fileH>>7&enemy, -7)
	return advances(buf, west&^fileA>>9&enemy, -9)
}

// advances appends the move of a Pawn to each square of a set from the square step squares before
// it, and four moves where the Pawn is promoted.
func advances(buf []Move, to Squares, step int) []Move {
	for s := to &^ (rank1 | rank8); s != 0; s &= s - 1 {
		dest := s.First()
		buf = append(buf, NewMove(dest-Square(step), dest, NoKind))
	}
	for s := to & (rank1 | rank8); s != 0; s &= s - 1 {
		dest := s.First()
		for kind := Queen; kind >= Knight; kind-- {
			buf = append(buf, NewMove(dest-Square(step), dest, kind))
		}
	}
	return buf
}

// enPassantMoves appends taking in passing (I.11.E(c)). Two men leave their squares at once, so the
// check of the King is looked for on the board after the move.
func (p *Position) enPassantMoves(buf []Move, r *restraint) []Move {
	if p.passed == 0 {
		return buf
	}
	takers := pawnCommands[p.side.Other()][p.passed] & p.Men(p.side, Pawn)
	for s := takers; s != 0; s &= s - 1 {
		if from := s.First(); r.king == NoSquare || !p.exposes(from, r.king) {
			buf = append(buf, NewMove(from, p.passed, NoKind))
		}
	}
	return buf
}

// exposes reports whether a Pawn's taking in passing leaves the King of its side in check.
func (p *Position) exposes(from, king Square) bool {
	taken := (p.passed ^ 8).bit()
	occupied := p.occupied()&^(from.bit()|taken) | p.passed.bit()
	return p.commanders(king, occupied)&p.of(p.side.Other())&^taken != 0
}
