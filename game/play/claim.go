package play

import (
	"slices"

	"corrd/game"
	"corrd/game/codes"
	"corrd/interpret"
)

// claim acts on a claim. A claim that comes with a move comes too late. A move sent with the
// claim as "otherwise" is played unless the claim is good at once.
func (d *docket) claim(s interpret.Statement, withMove bool) {
	switch {
	case withMove && s.Forfeiture:
		law, _ := d.ground(s.Words)
		d.fails(law, s, game.LateClaim)
		return
	case withMove:
		d.fails(d.code().DrawClaimed(s.Words).By.Cite(), s, game.LateClaim)
		return
	case s.Forfeiture:
		d.claimForfeit(s)
	case d.warned(s.Text):
		return
	default:
		d.claimDraw(s)
	}
	if !d.Halted() && d.Phase != game.Finished && len(s.Moves) > 0 {
		d.moves([]interpret.Statement{{Kind: interpret.KindMove, Text: s.Text, Moves: s.Moves}})
	}
}

// fails refuses a claim. A move sent with the claim still acts.
func (d *docket) fails(law game.Law, s interpret.Statement, why game.Why) {
	d.act(law, game.ClaimRefused{Ground: s.Words, Why: string(why), Words: s.Text})
}

// claimDraw decides the claim of a draw, which the player whose turn it is may
// make before their move.
func (d *docket) claimDraw(s interpret.Statement) {
	draw := d.code().DrawClaimed(s.Words)
	by, law, provided := draw.By.Get()
	count, counts := d.countedOnDemand(draw.Ground)
	switch {
	case d.Held != nil && d.by != d.Held.By:
		d.fails(d.Held.Law, s, game.ClaimUnsettled)
	case !provided && counts:
		d.fails(count, s, game.DemandFirst)
	case !provided && draw.Ground != "":
		d.refer(codes.Silence, s, game.Claimed{Ground: string(draw.Ground), Words: s.Text, Otherwise: game.JoinedWords(s.Moves)})
	case d.by != d.Position.SideToMove() || d.Held != nil:
		d.fails(draw.By.Cite(), s, game.ClaimTurn)
	case d.Phase != game.AwaitMove:
		d.fails(draw.By.Cite(), s, game.ClaimAfterMove)
	case draw.Ground == "":
		d.fails(draw.By.Cite(), s, game.NoGround)
	case by == codes.MovesMade:
		d.fifty(s, law, draw.Number)
	case by == codes.PositionStood:
		d.repetition(s, law, draw.Number)
	case by == codes.ChecksSearch:
		d.refer(law, s, game.ProofAsked{Ground: s.Words, Words: s.Text, Otherwise: game.JoinedWords(s.Moves)})
	}
}

// countedOnDemand returns the law by which moves are counted only on demand for the ground on which
// a draw is claimed; ok is false if neither the code nor its annex has such a law.
func (d *docket) countedOnDemand(g codes.Ground) (law game.Law, ok bool) {
	for _, r := range d.code().Counts() {
		count, law, _ := r.Get()
		if g == codes.FiftyMoves || g != "" && slices.Contains(count.Cases, codes.SidePersists) {
			return law, true
		}
	}
	return "", false
}

// refer opens a claim that is not decided at once. Other matters may already wait for the umpire,
// because a side must claim before its next move. A repeated claim adds nothing.
func (d *docket) refer(law game.Law, s interpret.Statement, f game.Fact) {
	open := d.Claims()
	same := func(c game.Claim) bool { return c.By == d.by && c.Law == law && c.Words == s.Text }
	mine := func(c game.Claim) bool { return c.By != d.by }
	if slices.ContainsFunc(open, same) || len(slices.DeleteFunc(open, mine)) >= mostClaims {
		d.fails(law, s, game.ClaimWaits)
		return
	}
	d.act(law, f)
}

// mostClaims is the greatest number of claims of one side that may wait for the umpire.
const mostClaims = 8

// fifty decides the claim that the last number of moves of each side were made without a capture.
func (d *docket) fifty(s interpret.Statement, law game.Law, number int) {
	plies := d.PliesSinceCapture()
	if plies >= 2*number {
		d.end(law, game.Drawn, game.ByFiftyMoves)
		return
	}
	d.act(law, game.ClaimRefused{Ground: string(codes.FiftyMoves), Why: string(game.NotProved), Plies: plies, Words: s.Text})
}

// repetition decides the claim that the same position stood a number of times when it was the
// claimant's turn.
func (d *docket) repetition(s interpret.Statement, law game.Law, number int) {
	times := d.Times(d.FirstPlies())
	if times >= number {
		d.end(law, game.Drawn, game.ByRepetition)
		return
	}
	d.act(law, game.ClaimRefused{Ground: string(codes.Repetition), Why: string(game.NotProved), Times: times, Words: s.Text})
}
