package game

import (
	"cmp"
	"slices"
	"strings"

	"corrd/game/codes"
	"corrd/interpret"
)

// claim acts on a claim. A claim beside a move comes too late; the move sent with
// it as "otherwise" is played unless the claim is good at once.
func (d *docket) claim(s interpret.Statement, withMove bool) {
	switch {
	case withMove && s.Forfeiture:
		law, _ := d.ground(s.Words)
		d.fails(law, s, LateClaim)
		return
	case withMove:
		d.fails(drawGround(d.code(), s.Words).By.Cite(), s, LateClaim)
		return
	case s.Forfeiture:
		d.claimForfeit(s)
	default:
		d.claimDraw(s)
	}
	if !d.halted() && d.Phase != Finished && len(s.Moves) > 0 {
		d.moves([]interpret.Statement{{Kind: interpret.KindMove, Text: s.Text, Moves: s.Moves}})
	}
}

// fails refuses a claim; a move that goes with it still acts.
func (d *docket) fails(law Law, s interpret.Statement, why Why) {
	d.act(law, ClaimRefused{Ground: s.Words, Why: string(why), Words: s.Text})
}

// claimDraw decides the claim of a draw, which the player whose turn it is may
// make before their move.
func (d *docket) claimDraw(s interpret.Statement) {
	draw := drawGround(d.code(), s.Words)
	by, law, provided := draw.By.Get()
	switch {
	case d.Held != nil && d.by != d.Held.By:
		d.fails(d.Held.Law, s, ClaimUnsettled)
	case !provided && d.countedOnDemand(draw.Ground):
		d.fails(d.code().Count.Cite(), s, DemandFirst)
	case !provided && draw.Ground != "":
		d.refer(codes.Silence, s, Claimed{Ground: string(draw.Ground), Words: s.Text, Otherwise: textsOf(s.Moves)})
	case d.by != d.Position.SideToMove() || d.Held != nil:
		d.fails(draw.By.Cite(), s, ClaimTurn)
	case d.Phase != AwaitMove:
		d.fails(draw.By.Cite(), s, ClaimAfterMove)
	case draw.Ground == "":
		d.fails(draw.By.Cite(), s, NoGround)
	case by == codes.MovesMade:
		d.fifty(s, law, draw.Number)
	case by == codes.PositionStood:
		d.repetition(s, law, draw.Number)
	case by == codes.ChecksSearch:
		d.refer(law, s, ProofAsked{Ground: s.Words, Words: s.Text, Otherwise: textsOf(s.Moves)})
	}
}

// countedOnDemand reports whether the code has moves counted, on a demand, for what a draw
// is claimed on.
func (d *docket) countedOnDemand(g codes.Ground) bool {
	count, _, provided := d.code().Count.Get()
	return provided && (g == codes.FiftyMoves || g != "" && slices.Contains(count.Cases, codes.SidePersists))
}

// drawGround gives what a code says of the ground on which a draw is claimed; where
// the words name none that letters know, the ground is "", under the rule of repetition.
func drawGround(c *codes.Code, words string) codes.Draw {
	ground := strings.ToLower(words)
	named := codes.Ground("")
	switch {
	case strings.Contains(ground, "fift") || strings.Contains(ground, "50"):
		named = codes.FiftyMoves
	case strings.Contains(ground, "repet") || strings.Contains(ground, "repeat"):
		named = codes.Repetition
	case strings.Contains(ground, "endless") || strings.Contains(ground, "perpetual"):
		named = codes.EndlessChecks
	}
	if named == "" {
		repetition, _ := c.Draw(codes.Repetition)
		return codes.Draw{By: repetition.By}
	}
	draw, _ := c.Draw(named)
	return draw
}

// refer opens a claim that is not decided at once, beside whatever is before the
// umpire already: a side must claim before its next move. The same claim again
// adds nothing.
func (d *docket) refer(law Law, s interpret.Statement, f Fact) {
	open := d.Claims()
	same := func(c Claim) bool { return c.By == d.by && c.Law == law && c.Words == s.Text }
	mine := func(c Claim) bool { return c.By != d.by }
	if slices.ContainsFunc(open, same) || len(slices.DeleteFunc(open, mine)) >= mostClaims {
		d.fails(law, s, ClaimWaits)
		return
	}
	d.act(law, f)
}

// mostClaims is how many claims of a side lie before the umpire at most.
const mostClaims = 8

// Claims gives the claims that are before the umpire, in order.
func (s State) Claims() []Claim {
	all := slices.Clone(s.Others)
	if s.Claim != nil && !s.Claim.Proving {
		all = append(all, *s.Claim)
	}
	slices.SortFunc(all, func(a, b Claim) int { return cmp.Compare(a.Seq, b.Seq) })
	return all
}

// fifty decides the claim that the last moves on each side, so many, have been made
// without a capture.
func (d *docket) fifty(s interpret.Statement, law Law, number int) {
	plies := d.PliesSinceCapture()
	if plies >= 2*number {
		d.end(law, Drawn, ByFiftyMoves)
		return
	}
	d.act(law, ClaimRefused{Ground: string(codes.FiftyMoves), Why: string(NotProved), Plies: plies, Words: s.Text})
}

// repetition decides the claim that the position stood at the commencement of
// the claimant's turns so many times.
func (d *docket) repetition(s interpret.Statement, law Law, number int) {
	times := d.occurrences()
	if times >= number {
		d.end(law, Drawn, ByRepetition)
		return
	}
	d.act(law, ClaimRefused{Ground: string(codes.Repetition), Why: string(NotProved), Times: times, Words: s.Text})
}

// apply puts the claim before the umpire.
func (f Claimed) apply(s *State, e Event) {
	if f.Ground == unstated && s.Withheld != nil {
		w := *s.Withheld
		w.Referred = true
		s.Withheld = &w
	}
	s.claim(e, Claim{Ground: f.Ground, Words: f.Words, Otherwise: f.Otherwise, Halts: f.Halts})
}

// apply refuses the claim; one before the umpire, which this is not, stands.
func (f ClaimRefused) apply(s *State, e Event) {
	if s.Claim != nil && s.Claim.Proving {
		s.claimFailed(e)
	}
	s.newRound()
}

// claim opens a claim. While it is being proved neither clock runs; before the
// umpire it lies beside the game, which goes on (house:1), and beside other claims; but
// on what the code is silent about, without an answer to which no play is possible, the
// game stands still.
func (s *State) claim(e Event, c Claim) {
	c.By, c.Law, c.At, c.Letter, c.Seq = e.By.side(), e.Law, e.At, e.Letter, s.Seq
	c.Phase, c.Ply = s.Phase, s.LastPly()
	if s.Phase == Suspended {
		c.Phase = s.Suspended
	}
	switch open := s.Claim; {
	case open != nil && open.Proving && open.Letter != e.Letter:
		c.Phase = open.Phase
		s.Others = added(s.Others, c)
		return
	case open != nil && !open.Proving:
		s.Others = added(s.Others, *open)
	}
	s.proveNoMore(e.At)
	if s.Phase != Suspended {
		c.Phase = s.Phase
	}
	s.Claim = &c
	switch {
	case c.Proving:
		s.Phase = ClaimOpen
		s.halt(e.At)
	case c.Halts && s.Phase != Suspended:
		s.Suspended, s.Phase = s.Phase, Suspended
		s.halt(e.At)
	}
}

// claimFailed lets the game go on as it was before a claim; of those that are before
// the umpire besides, the last stands in its place.
func (s *State) claimFailed(e Event) {
	s.proveNoMore(e.At)
	if s.referred() && s.Phase == Suspended {
		s.Phase = s.Suspended
		s.proceed(e.At)
	}
	s.Claim = nil
	if n := len(s.Others); n > 0 {
		last := s.Others[n-1]
		s.Claim, s.Others = &last, s.Others[:n-1]
	}
}
