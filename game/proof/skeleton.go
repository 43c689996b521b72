package proof

import "corrd/game/board"

// skeleton looks at what the Kings and Pawns of a position can come to while the officers, the men
// that are neither, are anywhere in their ranges at any time. The number of arrangements of the
// officers therefore does not matter.
//
// The skeleton rules out a mate soundly, by this argument. Take the officers off every position of
// a series of legal moves. A move of a King or a Pawn is then one that the remaining men allow, or
// a Pawn's capture of an officer in the officer's range. A move of an officer changes nothing, or
// takes a Pawn where an officer can stand. Neither leaves the mover's King commanded by a King or a
// Pawn. The skeleton follows all such successions. The last move of a succession that ends with a
// mate passes mated: the officers are granted what their ranges allow, but a King or a Pawn that
// moved gives the check itself or opens a line for it.
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

// boneless reports whether no series of legal moves leads from a position to a mate, as far as the
// position's skeleton tells: false where more arrangements than the limit would have to be looked
// at, and where a King may castle.
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

// follow makes all moves of the side to move that make a difference, and one move of an officer
// that makes none.
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

// mated reports whether the move that opened some squares may have mated the King of the side to
// move.
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

// net returns what may be around the King of the side to move: Kings and Pawns where they stand,
// officers wherever else they can be.
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

// realm says of each man on which squares the man can ever stand, whatever is played. A realm errs
// on the side of freedom: a man may never get to a square of its range, but it never gets to a
// square outside its range.
//
// The idea is that of M. Ambrona, "A Practical Algorithm for Chess Unwinnability" (2022): men that
// block one another permanently confine the rest. The ranges are the smallest sets that these rules
// allow. A man goes where its moves lead over squares that are not held permanently. A man takes an
// enemy where that enemy can stand. A square is held permanently by a man that neither leaves the
// square nor is taken there. A King does not go where a man that never leaves its square commands.
// A Pawn does not get past a Pawn that it meets. The rules leave out whose turn it is, whether a
// King is in check, and that two men cannot stand on one square.
type realm struct {
	men     []ranger
	held    board.Squares    // squares held permanently by the men that stand there
	taking  [2]board.Squares // squares where a man of the side, other than its King, can be taken
	reached [2]board.Squares // squares where the side can take
	passed  board.Square
}

// ranger is a man with the range of squares on which the man can stand.
type ranger struct {
	side    board.Side
	kind    board.Kind
	home    board.Square
	squares board.Squares
}

// confine finds the ranges. confine reports false as soon as a Pawn could be promoted, because
// nothing is known then of the men that may come on the board.
func confine(p *board.Position) (*realm, bool) {
	r := newRealm(p)
	for changed := true; changed; {
		changed = false
		for i := range r.men {
			if !r.extend(&r.men[i]) {
				continue
			}
			changed = true
			if m := &r.men[i]; m.kind == board.Pawn && m.squares&lastRanks != 0 {
				return nil, false
			}
		}
	}
	return r, true
}

const lastRanks board.Squares = 0xff000000000000ff

func newRealm(p *board.Position) *realm {
	r := &realm{men: make([]ranger, 0, 32), passed: p.EnPassant()}
	for kind := board.Pawn; kind <= board.King; kind++ {
		for _, side := range []board.Side{board.White, board.Black} {
			homes := p.Men(side, kind)
			for home := range homes.All() {
				r.men = append(r.men, ranger{side, kind, home, 1 << home})
			}
			r.held |= homes
			if kind != board.King {
				r.taking[side] |= homes
			}
		}
	}
	for i := range r.men {
		r.note(&r.men[i])
	}
	if r.passed != board.NoSquare {
		r.taking[p.SideToMove().Other()] |= 1 << r.passed
	}
	return r
}

// extend adds to a man's range every square that the man can reach by the ranges found so far, and
// reports whether a square was added.
func (r *realm) extend(m *ranger) bool {
	before := m.squares
	var done board.Squares
	for rest := m.squares; rest != 0; rest = m.squares &^ done {
		s := rest.First()
		done |= 1 << s
		m.squares |= r.from(m, s)
	}
	if m.squares == before {
		return false
	}
	r.held &^= m.squares
	if m.kind != board.King {
		r.taking[m.side] |= m.squares
	}
	r.note(m)
	if m.kind == board.Pawn && r.passed != board.NoSquare && m.squares.Has(r.passed) {
		r.held &^= 1 << (r.passed ^ 8)
	}
	return true
}

// from returns the squares to which a man can go from a square of its range.
func (r *realm) from(m *ranger, s board.Square) board.Squares {
	prey := r.taking[m.side.Other()]
	if m.kind == board.Pawn {
		straight, aslant := front(m.side, s)
		return straight&^(r.held|r.barred(m)) | aslant&prey
	}
	to := commands(m.side, m.kind, s, r.held) &^ (r.held &^ prey)
	if m.kind == board.King && to&^m.squares != 0 {
		to &^= r.forbidden(m.side)
	}
	return to
}

// forbidden returns the squares commanded by men of the other side that never leave their squares.
func (r *realm) forbidden(king board.Side) board.Squares {
	var set board.Squares
	for i := range r.men {
		if m := &r.men[i]; m.side != king && r.held.Has(m.home) {
			set |= commands(m.side, m.kind, m.home, ^board.Squares(0))
		}
	}
	return set
}
