package play

import (
	"slices"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/line"
	"corrd/game/proof"
	"corrd/game/stated"
	"corrd/interpret"
	"corrd/interpret/notation"
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

// claimsInOffer asks who puts a draw that they can claim in the words of an offer, "a draw by
// repetition?", and reports whether it asks: an offer can be declined.
func (d *docket) claimsInOffer(st []interpret.Statement, note string) bool {
	at := slices.IndexFunc(st, func(s interpret.Statement) bool { return s.Kind == interpret.KindOfferDraw })
	if at < 0 || stated.Moves(st) || d.by != d.Position.SideToMove() || d.Held != nil || d.Phase != game.AwaitMove {
		return false
	}
	draw := d.code().DrawClaimed(interpret.DrawGround(st[at].Text + ". " + note))
	by, law, _ := draw.By.Get()
	stood := draw.Ground == codes.Repetition && by == codes.PositionStood && d.Times(d.FirstPlies()) >= draw.Number
	if made := draw.Ground == codes.FiftyMoves && by == codes.MovesMade && d.PliesSinceCapture() >= 2*draw.Number; !stood && !made {
		return false
	}
	d.ask(law, game.ClaimOrOffer, stated.Text(st))
	return true
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

// claimForfeit acts on a claim that the opponent has forfeited the game. The claim must name the
// offence, and must come before the claimant has completed a move with knowledge of the offence.
// claimForfeit decides at once on a refusal to discharge a penalty that is on record twice. The
// umpire decides on any other offence.
func (d *docket) claimForfeit(s interpret.Statement) {
	law, named := d.ground(s.Words)
	_, refusal, refuses := d.code().Refusal.Get()
	_, _, lapses := d.code().Knowledge.Get()
	switch {
	case law == codes.Silence:
		d.refer(law, s, game.Claimed{Ground: silentForfeit, Words: s.Text, Otherwise: game.JoinedWords(s.Moves)})
	case !named:
		d.fails(law, s, game.NotSpecified)
	case lapses && d.movedSince(s.Words):
		d.fails(law, s, game.MovedSince)
	case refuses && law == refusal && d.Refuses() && d.Offence.By != d.by:
		d.end(law, game.WonBy(d.by), game.ByForfeit)
	default:
		d.refer(law, s, game.Claimed{Ground: string(law), Words: s.Text, Otherwise: game.JoinedWords(s.Moves)})
	}
}

// ground returns the provision of the offence that a claim of forfeiture names first. If the claim
// names no offence, it returns false and the provision by which an offence must be named.
func (d *docket) ground(words string) (game.Law, bool) {
	plain := strings.ToLower(strings.Join(strings.Fields(words), ""))
	grounds, _, _ := d.code().Forfeit.Get()
	for _, law := range grounds {
		if strings.HasPrefix(plain, strings.ReplaceAll(strings.ToLower(string(law)), " ", "")) {
			return law, true
		}
	}
	return d.code().Forfeit.Cite(), false
}

// movedSince reports whether the claimant has completed a move after they knew of the offence, by
// the time that their own claim states. If the claim states no time, the umpire finds out. A
// conditional move was completed when it was sent.
func (d *docket) movedSince(words string) bool {
	known, ok := stated.KnownSince(words)
	return ok && slices.ContainsFunc(d.Line, func(t line.Turn) bool { return t.Side == d.by && !d.completed(t).Before(known) })
}

// completed returns the time at which a player sent or handed in a move.
func (d *docket) completed(t line.Turn) time.Time {
	for _, c := range d.Conditionals {
		if t.Conditional && c.Status == line.Fired && c.Side == t.Side && c.Ply == t.Ply-1 {
			return c.At
		}
	}
	return t.At
}

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
