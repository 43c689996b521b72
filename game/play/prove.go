package play

import (
	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/proof"
	"corrd/game/stated"
	"corrd/interpret/notation"
)

// Prove makes the search that Deadline names DueProof. The search takes seconds at most and has
// the same result wherever it is made. Decide does not search, because a transaction must be
// short. ok is false when nothing waits for a search.
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

// proved acts on what the search has found for the claim or the question of an event that still
// waits for the search.
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
		switch {
		case p.Verdict == proof.Proved && d.Staying(d.Position.SideToMove().Other()):
			d.rule(d.code().Lapse.Cite(), game.Stayed{How: game.CannotBeWon})
		case p.Verdict == proof.Proved:
			d.rule(law, game.Ended{Score: scoreOf(score, d.Position.SideToMove()), How: game.CannotBeWon})
		}
	}
}

// claimProved acts on the result of the search for a claim. The claim is good, or fails, or is
// left to the umpire; in the last two cases the move sent with the claim is played.
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

// otherwise plays the move that was sent with a claim that was not good at once.
func (d *docket) otherwise(c game.Claim) {
	if c.Otherwise == "" || c.Nodes != 0 || d.Phase == game.Finished {
		return
	}
	d.from, d.by, d.ply = c.Letter, c.By, 0
	d.moves(stated.MovesIn(c.Otherwise))
}

// cannotBeWon reports whether a short search shows that no series of legal moves can win the
// present position (house:13). If the men have so little room that a longer search might show
// this, cannotBeWon asks for one.
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

// winning returns the ends on the board by which a game can be won under its code: mates, and
// stalemates unless the code makes them draws. winning also says whether a check may be left
// standing.
func winning(s game.State) (o proof.Options) {
	if outcome, _, provided := s.Code().Stalemate.Get(); !provided || outcome != codes.Drawn {
		o.Ends = proof.MateOrStalemate
	}
	o.Unannounced = leavesChecks(s)
	return o
}

// leavesChecks reports whether a code lets a check that was not announced be left standing.
func leavesChecks(s game.State) bool {
	check, _, _ := s.CheckRule()
	return check == codes.NeedNotBeMet
}

// judged returns the position in which an end of the game is looked for. In this position an
// unannounced check must be met, unless the code lets the check stand.
func judged(s game.State) board.Position {
	if leavesChecks(s) {
		return s.Position
	}
	return s.Position.Heeding()
}

// mostArising is how many positions corrd looks at after each move to see whether the game can
// still be won.
const mostArising = 5_000
