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
	// StalemateWins is set where a stalemate decides the game (London 16), so
	// that a position in which one may still come about can be won.
	StalemateWins bool
	// Hasty is set where the question is asked after each move of a game and
	// only Proved matters: CannotBeWon then gives up early.
	Hasty bool
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

// regular reports whether a position is one a lawful game could hold: one King
// a side, and the side that waits not in check.
func regular(p *board.Position) bool {
	return p.Flaws()&(board.NoKing|board.SeveralKings|board.KingEnPrise) == 0
}
