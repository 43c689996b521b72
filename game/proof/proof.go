// Package proof decides by search two things the codes let a player claim or a
// game come to: that a King can be subjected to an endless series of checks
// (II.8(d)), and that a position cannot be won, whatever legal moves are made
// (I.15(c)).
//
// It knows positions and legal moves and nothing else: not who claims, when a
// claim is in time, what a verdict does to the game, or how long it may think.
// A search is bounded by the positions it looks at, never by time, so that
// every machine gives the same answer to the same question; what it cannot
// settle within the bound it calls Unknown, which leaves the matter to others.
package proof

import "corrd/game/board"

// Verdict is what a search found out.
type Verdict uint8

// The verdicts. Unknown is the answer when a search was given up, and for a
// position no legal game reaches (a side without exactly one King, or in check
// while the other is to move).
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

// The limits of searches that name none, in positions: so many take less than
// two seconds and 256 MiB.
const (
	defaultTurns     = 50_000  // EndlessChecks
	defaultPositions = 400_000 // CannotBeWon
)

// Options bound a search and say under which law it is made.
type Options struct {
	// Nodes is how many different positions the search may look at; it is
	// given up once it has looked at more. 0 stands for what the search takes by
	// default.
	Nodes int
	// Ends are those by which a game is won; only CannotBeWon asks.
	Ends Ends
	// Unannounced is set where a check need not be announced, and one that was not need
	// not be met (London 13): the position then asked about may also be one in which a
	// King is en prise, or the check that stands need not be met.
	Unannounced bool
	// Hasty is set where the question is asked after each move of a game and
	// only Proved matters: CannotBeWon then gives up early.
	Hasty bool
}

// Ends says by which ends on the board a game is won, by whichever side: the mate and
// the stalemate of White and of Black, by board.Side. Any other end leaves the game as
// undecided as a position from which nothing follows. The zero value stands for the
// mates alone, as under most codes.
type Ends struct{ Mate, Stalemate [2]bool }

// Every end of the kind, of either side.
var either = [2]bool{true, true}

// MateOrStalemate are the ends by which a game is won where a stalemate decides it too
// (London 16).
var MateOrStalemate = Ends{Mate: either, Stalemate: either}

// orMates gives the ends that the zero value stands for.
func (e Ends) orMates() Ends {
	if e == (Ends{}) {
		e.Mate = either
	}
	return e
}

// of reports whether a game is won when a side can be given an end of some kind.
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
	// From is the position the question was about.
	From board.Position
	// Tree is the evidence: moves that can be made in From and what follows
	// them. Which moves it holds is said by the question; it is empty where
	// nothing needs showing, and always when the verdict is Unknown.
	Tree []Branch
}

// eachKing reports whether each side has one King.
func eachKing(p *board.Position) bool {
	return p.Flaws()&(board.NoKing|board.SeveralKings) == 0
}

// regular reports whether a position is one a lawful game could hold: one King
// a side, and the side that waits not in check.
func regular(p *board.Position) bool {
	return eachKing(p) && p.Flaws()&board.KingEnPrise == 0 && !p.Unheeded()
}
