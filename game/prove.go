package game

import (
	"time"

	"corrd/game/proof"
	"corrd/interpret"
)

// Prove makes the search that Deadline names DueProof. It takes seconds at
// most, and gives the same answer wherever it is made; Decide does not make it,
// because a transaction must be short. ok is false when no claim waits for one.
func (s State) Prove() (p Proof, ok bool) {
	if s.Phase != ClaimOpen {
		return Proof{}, false
	}
	found := proof.EndlessChecks(s.Position, proof.Options{})
	return Proof{Claim: s.Claim.Seq, Verdict: found.Verdict, Nodes: found.Nodes,
		Descriptive: found.Lines(interpret.Short), Algebraic: found.Lines(interpret.SAN)}, true
}

// proved acts on what the search has found: the claim is good, or fails, or is
// left to the umpire. In either case the move sent with it is played.
func (d *docket) proved(p Proof) {
	c := d.Claim
	if d.Phase != ClaimOpen || c.Seq != p.Claim {
		return
	}
	d.from, d.by = c.Letter, c.By
	d.rule(c.Law, ProofFound{Ground: c.Ground, Verdict: p.Verdict.String(), Nodes: p.Nodes,
		Descriptive: p.Descriptive, Algebraic: p.Algebraic})
	switch p.Verdict {
	case proof.Proved:
		d.end(c.Law, Drawn, ByEndlessChecks)
	case proof.Refuted:
		d.act(c.Law, ClaimRefused{Ground: c.Ground, Why: string(Refuted), Words: c.Words})
		d.otherwise(*c)
	default:
		d.act(c.Law, Claimed{Ground: c.Ground, Words: c.Words, Otherwise: c.Otherwise})
		d.otherwise(*c)
	}
}

// otherwise plays the move that was sent with a claim that has not been good at once.
func (d *docket) otherwise(c Claim) {
	if c.Otherwise == "" || d.Phase == Finished {
		return
	}
	d.from, d.by, d.ply = c.Letter, c.By, 0
	d.moves(movesIn(c.Otherwise))
}

// movesIn reads again the statements of a text that communicate moves.
func movesIn(text string) []interpret.Statement {
	var moves []interpret.Statement
	for _, s := range interpret.Parse(text).Statements {
		if isMove(s) {
			moves = append(moves, s)
		}
	}
	return moves
}

// cannotBeWon reports whether the position that now stands cannot be won by any
// series of legal moves, as far as can be told at once (house:13).
func (d *docket) cannotBeWon() bool {
	return proof.CannotBeWon(d.Position, proof.Options{Nodes: mostArising, Hasty: true}).Verdict == proof.Proved
}

// mostArising is how many positions are looked at after each move to see whether
// the game can still be won.
const mostArising = 5_000

// apply has the claim proved.
func (f ProofAsked) apply(s *State, e Event) {
	s.claim(e, Claim{Ground: f.Ground, Words: f.Words, Otherwise: f.Otherwise, Proving: true})
}

// apply changes nothing: what follows from the finding is in the events after it.
func (f ProofFound) apply(s *State, e Event) {}

// proveNoMore lets the game go on as it was before a claim was to be proved.
func (s *State) proveNoMore(at time.Time) {
	if s.Claim == nil || !s.Claim.Proving {
		return
	}
	s.Phase = s.Claim.Phase
	s.proceed(at)
}
