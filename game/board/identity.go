package board

// Identity is a position as I.16 sees it: which men, of which colour and name,
// stand on which squares. Castling, a Pawn just moved, origins and whose turn it
// is do not enter. Identities are compared with == and may be keys of a map.
type Identity struct{ white, kind1, kind2, kind4 Squares }

// Identity is the position's identity.
func (p *Position) Identity() Identity {
	return Identity{p.white, p.kind1, p.kind2, p.kind4}
}

// Identical reports whether two positions are identical (I.16(b)).
func (p *Position) Identical(q *Position) bool { return p.Identity() == q.Identity() }
