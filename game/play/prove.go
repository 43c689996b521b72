package play

import (
	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/proof"
	"corrd/game/stated"
	"corrd/interpret/notation"
)

// Prove makes the search that Deadline names DueProof. It takes seconds at
// most, and gives the same answer wherever it is made; Decide does not make it,
// because a transaction must be short. ok is false when nothing waits for one.
func Prove(s game.State) (p Proof, ok bool) {
	switch _, due := s.Deadline(); {
	case due != game.DueProof:
		return Proof{}, false
	case s.Phase == game.ClaimOpen:
		found := proof.EndlessChecks(s.ClaimedIn(*s.Claim), proof.Options{Nodes: s.Claim.Nodes})
		return Proof{Claim: s.Claim.Seq, Verdict: found.Verdict, Nodes: found.Nodes,
			Descriptive: found.Lines(notation.Short), Algebraic: found.Lines(s.SAN)}, true
	}
	found := proof.CannotBeWon(judged(s), winning(s))
	return Proof{Claim: s.Doubt, Verdict: found.Verdict, Nodes: found.Nodes}, true
}

// proved acts on what the search has found for the claim or the question of an
// event that still waits for it.
func (d *docket) proved(p Proof) {
	switch c := d.Claim; {
	case d.Phase == game.Finished:
	case d.Phase == game.ClaimOpen && p.Claim == c.Seq:
		d.claimProved(*c, p)
	case p.Claim == d.Doubt && d.Doubt != 0:
		score, law, provided := d.code().Dead.Get()
		if !provided {
			return
		}
		d.rule(law, game.ProofFound{Ground: game.Doubt, Verdict: p.Verdict.String(), Nodes: p.Nodes})
		if p.Verdict == proof.Proved {
			d.rule(law, game.Ended{Score: scoreOf(score, d.Position.SideToMove()), How: game.CannotBeWon})
		}
	}
}

// claimProved acts on what the search for a claim has found: it is good, or fails,
// or is left to the umpire. In either case the move sent with it is played.
func (d *docket) claimProved(c game.Claim, p Proof) {
	d.from, d.by = c.Letter, c.By
	d.rule(c.Law, game.ProofFound{Ground: c.Ground, Verdict: p.Verdict.String(), Nodes: p.Nodes,
		Descriptive: p.Descriptive, Algebraic: p.Algebraic})
	switch p.Verdict {
	case proof.Proved:
		d.end(c.Law, game.Drawn, game.ByEndlessChecks)
	case proof.Refuted:
		d.act(c.Law, game.ClaimRefused{Ground: c.Ground, Why: string(game.Refuted), Words: c.Words})
		d.otherwise(c)
	default:
		d.act(c.Law, game.Claimed{Ground: c.Ground, Words: c.Words, Otherwise: c.Otherwise})
		d.otherwise(c)
	}
}

// otherwise plays the move that was sent with a claim that has not been good at once.
func (d *docket) otherwise(c game.Claim) {
	if c.Otherwise == "" || c.Nodes != 0 || d.Phase == game.Finished {
		return
	}
	d.from, d.by, d.ply = c.Letter, c.By, 0
	d.moves(stated.MovesIn(c.Otherwise))
}

// cannotBeWon reports whether the position that now stands cannot be won by any
// series of legal moves, as far as can be told at once (house:13). Where the men
// leave so little room that a longer search might tell, one is asked for.
func (d *docket) cannotBeWon() bool {
	_, law, provided := d.code().Dead.Get()
	if !provided {
		return false
	}
	o := winning(d.State)
	o.Nodes, o.Hasty = mostArising, true
	found := proof.CannotBeWon(judged(d.State), o)
	if found.Curtailed {
		d.rule(law, game.ProofAsked{Ground: game.Doubt})
	}
	return found.Verdict == proof.Proved
}

// winning says by which ends on the board the game is won under its code: the mates, and
// the stalemates unless the code has them drawn; and whether a check may be left standing.
func winning(s game.State) (o proof.Options) {
	if outcome, _, provided := s.Code().Stalemate.Get(); !provided || outcome != codes.Drawn {
		o.Ends = proof.MateOrStalemate
	}
	o.Unannounced = leavesChecks(s)
	return o
}

// leavesChecks reports whether a check need not be met that was not announced.
func leavesChecks(s game.State) bool {
	check, _, _ := s.CheckRule()
	return check == codes.NeedNotBeMet
}

// judged gives the position in which an end of the game is looked for: a check of which
// nothing was said is one that must be met, unless the code lets it stand.
func judged(s game.State) board.Position {
	if leavesChecks(s) {
		return s.Position
	}
	return s.Position.Heeding()
}

// mostArising is how many positions are looked at after each move to see whether
// the game can still be won.
const mostArising = 5_000
