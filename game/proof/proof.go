// Package proof decides by search two things that the codes let a player claim or a game come to:
// that a King can be subjected to an endless series of checks (II.8(d)), and that a position cannot
// be won, whatever legal moves are made (I.15(c)).
//
// The package must know nothing but positions and legal moves: not who claims, when a claim is in
// time, what a verdict does to the game, or how long a search may take. A search is bounded by the
// number of positions at which it looks, never by time, so that every machine gives the same answer
// to the same question. A question that the search cannot settle within the bound is Unknown, and
// is left to the umpire.
package proof

import "corrd/game/board"

// Verdict is the answer of a search.
type Verdict uint8

// The verdicts. Unknown is the answer when a search was given up, and for a position that no legal
// game reaches (a side without exactly one King, or in check while the other is to move).
const (
	Unknown Verdict = iota
	Proved
	Refuted
)

// String is "unknown", "proved" or "refuted".
func (v Verdict) String() string {
	switch v {
	case Proved:
		return "proved"
	case Refuted:
		return "refuted"
	}
	return "unknown"
}

// The limits of searches that name none, as numbers of positions: such a search takes less than two
// seconds and 256 MiB.
const (
	defaultTurns     = 50_000  // the limit of EndlessChecks
	defaultPositions = 400_000 // the limit of CannotBeWon
)

// Options bound a search and name the law under which the search is made.
type Options struct {
	// Nodes is the number of different positions at which the search may look before it is given
	// up. 0 stands for the default of the search.
	Nodes int
	// Ends are the ends by which a game is won; only CannotBeWon uses them.
	Ends Ends
	// Unannounced is set where a check need not be announced, and an unannounced one need not be
	// met (London 13). The position in question may then be one in which a King is en prise, or the
	// check that stands need not be met.
	Unannounced bool
	// Hasty is set where the question is asked after each move of a game and only Proved matters:
	// CannotBeWon then gives up early.
	Hasty bool
}

// Ends says by which ends on the board a game is won, whoever wins: the mate and the stalemate of
// each side, by board.Side. Any other end counts as a position from which nothing follows. The zero
// value stands for the mates alone, as under most codes.
type Ends struct{ Mate, Stalemate [2]bool }

// either stands for an end of either side.
var either = [2]bool{true, true}

// MateOrStalemate holds the ends of a game that a stalemate wins too (London 16).
var MateOrStalemate = Ends{Mate: either, Stalemate: either}

// orMates returns the ends that the zero value stands for.
func (e Ends) orMates() Ends {
	if e == (Ends{}) {
		e.Mate = either
	}
	return e
}

// of reports whether some end by which a side loses wins a game.
func (e *Ends) of(side board.Side) bool { return e.Mate[side] || e.Stalemate[side] }

// decide reports whether a position whose side to move has no move is won by somebody.
func (e *Ends) decide(p *board.Position) bool {
	side := p.SideToMove()
	return p.InCheck(side) && e.Mate[side] || e.Stalemate[side] && !p.InCheck(side)
}

func (o Options) limit(byDefault int) int {
	if o.Nodes <= 0 {
		return byDefault
	}
	return o.Nodes
}

// Result is the outcome of a search.
type Result struct {
	Verdict Verdict
	// Nodes is the number of different positions the search looked at.
	Nodes int
	// Curtailed is set where the verdict is Unknown because the search was not
	// allowed more positions.
	Curtailed bool
	// From is the position of the question.
	From board.Position
	// Tree is the evidence: moves that can be made in From and what follows them. The question says
	// which moves the Tree holds; the Tree is empty where nothing needs showing, and always when
	// the verdict is Unknown.
	Tree []Branch
}

// eachKing reports whether each side has one King.
func eachKing(p *board.Position) bool {
	return p.Flaws()&(board.NoKing|board.SeveralKings) == 0
}

// regular reports whether a lawful game could reach a position: each side has one King, and the
// side that waits is not in check.
func regular(p *board.Position) bool {
	return eachKing(p) && p.Flaws()&board.KingEnPrise == 0 && !p.Unheeded()
}

// meeting is a position that can arise, with the move that led to it.
type meeting struct {
	position board.Position
	rights   rights
	move     board.Move
	before   int32 // the index of the position before the move, -1 for the first position
	aims     int32 // the index of the squares on which the Kings can be lost
}

// record holds the positions met, each place once, numbered from 0.
type record struct {
	met []meeting
	of  map[place]int32
}

// at returns the meeting of a number; the pointer is valid until the next add.
func (r *record) at(i int) *meeting { return &r.met[i] }

// add records a meeting and returns its number; fresh is false, and nothing is added, if the
// place of the meeting is on record already.
func (r *record) add(m meeting) (i int, fresh bool) {
	at := placeOf(&m.position, m.rights)
	if i, there := r.of[at]; there {
		return int(i), false
	}
	if r.of == nil {
		r.of = map[place]int32{}
	}
	r.of[at] = int32(len(r.met))
	r.met = append(r.met, m)
	return len(r.met) - 1, true
}

// place is a position with all that its future depends on: the men, the side to move, the rights to
// castle, the square just passed over, and whether a check must be met. Two positions of one place
// always have the same legal moves. Places are narrower than the identity of I.16, under which a
// King that may castle and one that may not are in identical positions.
type place struct {
	men    board.Identity
	side   board.Side
	passed board.Square
	rights rights
	leaves bool // the check in which the side stands need not be met
}

// rights is a set of bits, one for each corner towards which castling is still
// allowed.
type rights uint8

// touches holds, for each square, the rights that end when a man leaves or reaches the square:
// e1, h1, a1 and e8, h8, a8 have rights.
var touches = [64]rights{4: 1 | 2, 7: 1, 0: 2, 60: 4 | 8, 63: 4, 56: 8}

// rightsOf returns the rights of a position.
func rightsOf(p *board.Position) (r rights) {
	for corner := range (p.Castling(board.White) | p.Castling(board.Black)).All() {
		r |= touches[corner]
	}
	return r
}

// after returns the rights left after a move.
func (r rights) after(m board.Move) rights {
	return r &^ (touches[m.From()] | touches[m.To()])
}

func placeOf(p *board.Position, r rights) place {
	return place{p.Identity(), p.SideToMove(), p.EnPassant(), r, p.Unheeded()}
}
