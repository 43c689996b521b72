// Package proof decides by search two things that the codes let a player claim or a game come to: that a King can be
// subjected to an endless series of checks (II.8(d)), and that a position cannot be won, whatever legal moves are made
// (I.15(c)).
//
// The package must know nothing but positions and legal moves: not who claims, when a claim is in time, what a verdict
// does to the game, or how long a search may take. A search is bounded by the number of positions at which it looks,
// never by time, so that every machine gives the same answer to the same question. A question that the search cannot
// settle within the bound is Unknown, and is left to the umpire.
package proof

import "corrd/game/board"

// Verdict is the answer of a search.
type Verdict uint8

// The verdicts. Unknown is the answer when a search was given up, and for a position that no legal game reaches (a side
// without exactly one King, or in check while the other is to move).
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

// The limits of searches that name none, as numbers of positions: such a search takes less than two seconds and 256
// MiB.
const (
	defaultTurns     = 50_000  // the limit of EndlessChecks
	defaultPositions = 400_000 // the limit of CannotBeWon
)

// Options bound a search and name the law under which the search is made.
type Options struct {
	// Nodes is the number of different positions at which the search may look before it is given up. 0 stands for the
	// default of the search.
	Nodes int
	// Ends are the ends by which a game is won; only CannotBeWon uses them.
	Ends Ends
	// Unannounced is set where a check need not be announced, and an unannounced one need not be met (London 13). The
	// position in question may then be one in which a King is en prise, or the check that stands need not be met.
	Unannounced bool
	// Hasty is set where the question is asked after each move of a game and only Proved matters: CannotBeWon then gives up
	// early.
	Hasty bool
}

// Ends says by which ends on the board a game is won, whoever wins: the mate and the stalemate of each side, by
// board.Side. Any other end counts as a position from which nothing follows. The zero value stands for the mates alone,
// as under most codes.
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
	// Tree is the evidence: moves that can be made in From and what follows them. The question says which moves the Tree
	// holds; the Tree is empty where nothing needs showing, and always when the verdict is Unknown.
	Tree []Branch
}

// eachKing reports whether each side has one King.
func eachKing(p *board.Position) bool {
	return p.Flaws()&(board.NoKing|board.SeveralKings) == 0
}

// regular reports whether a lawful game could reach a position: each side has one King, and the side that waits is not
// in check.
func regular(p *board.Position) bool {
	return eachKing(p) && p.Flaws()&board.KingEnPrise == 0 && !p.Unheeded()
}
