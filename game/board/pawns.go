package board

// pawnMoves appends the Pawns' moves except taking in passing. A pinned Pawn may go straight on if the King is on the
// Pawn's file, and may take if the King is on the diagonal along which the Pawn takes.
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

// advances appends the move of a Pawn to each square of a set from the square step squares before it, and four moves
// where the Pawn is promoted.
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

// enPassantMoves appends taking in passing (I.11.E(c)). Two men leave their squares at once, so the check of the King
// is looked for on the board after the move.
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
