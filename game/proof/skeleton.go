package proof

import "corrd/game/board"

// skeleton looks at what the Kings and Pawns of a position can come to while the officers, the men that are neither,
// are anywhere in their ranges at any time. The number of arrangements of the officers therefore does not matter.
//
// The skeleton rules out a mate soundly, by this argument. Take the officers off every position of a series of legal
// moves. A move of a King or a Pawn is then one that the remaining men allow, or a Pawn's capture of an officer in the
// officer's range. A move of an officer changes nothing, or takes a Pawn where an officer can stand. Neither leaves the
// mover's King commanded by a King or a Pawn. The skeleton follows all such successions. The last move of a succession
// that ends with a mate passes mated: the officers are granted what their ranges allow, but a King or a Pawn that moved
// gives the check itself or opens a line for it.
type skeleton struct {
	realm    *realm
	losing   [2]board.Squares                 // the squares where the Kings can be lost at all
	ranges   [2][board.King + 1]board.Squares // the ranges of all the men of a side and kind
	agile    [2]bool                          // whether a side has an officer that can move
	seen     map[place]struct{}
	arisen   []board.Position // the arrangements of Kings and Pawns met so far
	possible bool             // a mate may be possible, or a promotion, after which nothing is known
}

// mostBones is the greatest number of arrangements of Kings and Pawns that are looked at.
const mostBones = 20_000

// boneless reports whether no series of legal moves leads from a position to a mate, as far as the position's skeleton
// tells: false where more arrangements than the limit would have to be looked at, and where a King may castle.
func boneless(p *board.Position, limit int) bool {
	if rightsOf(p) != 0 || p.Checkmate() {
		return false
	}
	s := newSkeleton(p)
	for i := 0; i < len(s.arisen) && !s.possible; i++ {
		if i >= min(limit, mostBones) {
			return false
		}
		s.follow(s.arisen[i])
	}
	return !s.possible
}

func newSkeleton(p *board.Position) *skeleton {
	s := &skeleton{seen: map[place]struct{}{}, losing: [2]board.Squares{everywhere, everywhere}}
	r, confined := confine(p)
	if !confined {
		r = unconfined(p)
	}
	s.realm = r
	bones := *p
	for i := range r.men {
		m := &r.men[i]
		s.ranges[m.side][m.kind] |= m.squares
		if m.officer() {
			bones = bones.Remove(m.home)
			s.agile[m.side] = s.agile[m.side] || m.squares.Len() > 1
		}
		if confined && m.kind == board.King {
			s.losing[m.side] = r.losable(m.side, false)
		}
	}
	s.arise(bones)
	return s
}

const everywhere = ^board.Squares(0)

// unconfined grants every man all squares, and a Bishop those of its colour.
func unconfined(p *board.Position) *realm {
	r := newRealm(p)
	r.held = 0
	for i := range r.men {
		m := &r.men[i]
		m.squares = everywhere
		if m.kind == board.Bishop {
			m.squares = colourOf(m.home)
		}
	}
	return r
}

func (m *ranger) officer() bool { return m.kind != board.King && m.kind != board.Pawn }

// officers returns the squares where officers of a side can stand.
func (s *skeleton) officers(side board.Side) board.Squares {
	of := &s.ranges[side]
	return of[board.Knight] | of[board.Bishop] | of[board.Rook] | of[board.Queen]
}

// bonesOf returns the squares of the Kings and Pawns.
func bonesOf(p *board.Position) board.Squares {
	return p.Men(board.White, board.King) | p.Men(board.Black, board.King) |
		p.Men(board.White, board.Pawn) | p.Men(board.Black, board.Pawn)
}

// arise puts an arrangement before those to be looked at, unless it has arisen before.
func (s *skeleton) arise(p board.Position) {
	at := placeOf(&p, 0)
	if _, known := s.seen[at]; !known {
		s.seen[at] = struct{}{}
		s.arisen = append(s.arisen, p)
	}
}

// follow makes all moves of the side to move that make a difference, and one move of an officer that makes none.
func (s *skeleton) follow(p board.Position) {
	var room [256]board.Move
	side := p.SideToMove()
	for _, m := range p.Moves(room[:0]) {
		s.move(&p, m)
	}
	prey := s.officers(side.Other()) &^ bonesOf(&p)
	for from := range p.Men(side, board.Pawn).All() {
		_, aslant := front(side, from)
		for to := range (aslant & prey).All() {
			s.move(&p, board.NewMove(from, to, board.NoKind))
		}
	}
	if s.agile[side] {
		s.moveOfficer(p)
		for taken := range (p.Men(side.Other(), board.Pawn) & s.officers(side)).All() {
			s.moveOfficer(p.Remove(taken))
		}
	}
}

// move makes a move of a King or a Pawn.
func (s *skeleton) move(p *board.Position, m board.Move) {
	man, _ := p.At(m.From())
	if !s.ranges[man.Side][man.Kind].Has(m.To()) {
		return
	}
	if man.Kind == board.Pawn && lastRanks.Has(m.To()) {
		s.possible = true
		return
	}
	q := p.Play(m)
	s.moved(&q, bonesOf(p)&^bonesOf(&q))
}

// moveOfficer makes an officer's move; the Pawn that the officer takes has been removed.
func (s *skeleton) moveOfficer(p board.Position) {
	q := p.Play(board.Pass)
	s.moved(&q, 0)
}

// moved goes on after a move that opened some squares; a move of an officer opens none.
func (s *skeleton) moved(p *board.Position, opened board.Squares) {
	if !p.InCheck(p.SideToMove().Other()) {
		s.possible = s.possible || s.mated(p, opened)
		s.arise(*p)
	}
}

// mated reports whether the move that opened some squares may have mated the King of the side to move.
func (s *skeleton) mated(p *board.Position, opened board.Squares) bool {
	side := p.SideToMove()
	kings := p.Men(side, board.King)
	if s.losing[side]&kings == 0 {
		return false
	}
	king, n := kings.First(), s.net(p)
	if opened != 0 && !p.InCheck(side) && !n.discovers(king, opened) {
		return false
	}
	for _, commanded := range n.commands(king) {
		if commanded.Has(king) && n.closes(king, commanded) {
			return true
		}
	}
	return false
}

// net returns what may be around the King of the side to move: Kings and Pawns where they stand, officers wherever else
// they can be.
func (s *skeleton) net(p *board.Position) *net {
	side, bones := p.SideToMove(), bonesOf(p)
	n := &net{king: p.Men(side, board.King), hunter: p.Men(side.Other(), board.King), blocks: make([]board.Squares, 0, 16), hunters: make([]ranger, 0, 16)}
	n.walls = (s.realm.held | bones) &^ n.king
	for at := range p.Men(side, board.Pawn).All() {
		n.blocks = append(n.blocks, 1<<at)
	}
	for at := range p.Men(side.Other(), board.Pawn).All() {
		n.hunters = append(n.hunters, ranger{side.Other(), board.Pawn, at, 1 << at})
	}
	for _, m := range s.realm.men {
		m.squares &^= bones
		switch {
		case !m.officer():
		case m.side == side:
			n.blocks = append(n.blocks, m.squares)
		default:
			n.hunters = append(n.hunters, m)
		}
	}
	return n
}

// discovers reports whether a hunter can command a King's square along a line
// on which some squares have just been left.
func (n *net) discovers(king board.Square, left board.Squares) bool {
	for _, m := range n.hunters {
		for s := range (m.squares &^ left).All() {
			if commands(m.side, m.kind, s, n.walls).Has(king) && !commands(m.side, m.kind, s, n.walls|left).Has(king) {
				return true
			}
		}
	}
	return false
}
