package play

import (
	"slices"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// Handle is an act of the umpire about a dispute that decides nothing. Fact is an Inquired, a Noted
// or a Settled. Decide returns no event for an act to which DisputeObjection objects.
type Handle struct {
	Fact game.Fact
	By   string // the name of the umpire; "": nobody is named
}

func (d *docket) handle(h Handle) {
	if game.DisputeObjection(d.State, h.Fact, h.By, d.at) == "" {
		d.add(game.Umpire, codes.HouseDisputes, h.Fact)
	}
}

// stated takes what a letter says to the umpire, if the umpire waits for facts from the letter's
// sender, and reports whether the umpire does. Prose that does not say which of several questions
// it answers is taken as an answer to each. It returns the letter that is left to act in the game:
// of one that answers the umpire's question no "yes" or "no" is meant for the other side.
func (d *docket) stated(l Letter) (Letter, bool) {
	asked := d.Unanswered(l.By, l.Answers)
	if len(asked) == 0 || l.Prose == "" {
		return l, false
	}
	for _, q := range asked {
		d.act(codes.HouseDisputes, game.Stated{Dispute: q.Dispute, Words: l.Prose})
	}
	if d.AnswersInquiry(l.By, l.Answers) {
		l.Statements, l.Note = slices.DeleteFunc(slices.Clone(l.Statements), d.toUmpire), ""
		l.Whole = ""
	}
	return l, true
}

// toUmpire reports whether a statement of an answer to the umpire goes to the umpire alone, because
// it answers a question, or is a move where its writer has none. The letter is told of it where
// something else waits for such an answer, and of a move.
func (d *docket) toUmpire(s interpret.Statement) bool {
	switch {
	case s.Kind.IsAnswer():
		if d.AwaitsConsent(d.by) {
			d.leave(s.Text)
		}
		return true
	case s.Kind == interpret.KindAdopt && d.Held == nil:
		return true
	case s.IsMove() && (d.Halted() || d.by != d.Position.SideToMove()):
		d.leave(s.Text)
		return true
	}
	return false
}

// The silences are the matters of which a code may say nothing, as events name them. The words of
// letters about each are under the key "ground" and the name.
const (
	silentDoubt     = "words with several meanings"
	silentSeveral   = "several moves for one turn"
	silentPenalty   = "a penalty for a move that is not legal"
	silentCheckmate = "checkmate"
	silentStalemate = "stalemate"
	silentTime      = "a side that has overstepped its time"
	silentResigning = "a side that resigns"
	silentAgreement = "a draw by agreement"
	silentForfeit   = "the forfeiture of a game"
	silentFirst     = "an error of first move"
	silentSetUp     = "an error in setting up the men"
)

// refersSilence asks the umpire about a matter of which the code says nothing. by is the side
// whose words brought the matter up. The game stands still until the umpire has ruled.
func (d *docket) refersSilence(by game.Party, matter, words string) {
	d.add(by, codes.Silence, game.Claimed{Ground: matter, Words: words, Halts: true})
}

// lawOfAppeal returns the provision under which a side puts a question before the umpire. If the
// code has none, it returns the provision about forfeitures.
func (d *docket) lawOfAppeal() game.Law {
	if _, law, provided := d.code().Appeal.Get(); provided {
		return law
	}
	return d.code().Forfeit.Cite()
}

// ruling carries out a ruling of the umpire. When a choice belongs to a side, the umpire only
// records the side's choice (house:16). The event names the letter in which the ruling is written.
func (d *docket) ruling(r Rule) {
	if game.Objection(d.State, r.Ruling, r.Law, d.at) != "" {
		return
	}
	r.Ruling = game.Completed(d.State, r.Ruling, d.at.In(d.zone))
	d.from = r.Ordered
	d.add(game.Umpire, r.Law, game.Ruled{Ruling: r.Ruling})
	d.from = 0
	game.Follow(hand{d, r.Law}, d.State, r.Ruling)
}

// hand carries out what follows from a ruling (game.Hand): the events are the umpire's, under the
// law of the ruling, and let things happen in the game.
type hand struct {
	*docket
	law game.Law
}

// Order adds an event of the umpire's.
func (o hand) Order(f game.Fact) { o.add(game.Umpire, o.law, f) }

// Adopt records the choice of a move. Among pairs of moves the first move is chosen before the
// second. If only one pair begins with the chosen move, the second move is settled too. A reply
// that waited for the choice is then played.
func (o hand) Adopt(m board.Move) {
	mover, waited := o.Position.SideToMove(), o.Withheld
	if o.PairsHeld() {
		o.Order(o.leading(m))
		if len(o.Held.Moves) > 1 {
			return
		}
		m = o.Held.Moves[0]
	}
	if o.leftInCheck(m) {
		return
	}
	o.Order(game.Adopted{Ply: o.LastPly() + 1, Move: m, Silent: keepsSilent(o.State, m, cries(o.State, m))})
	o.close(mover)
	if waited != nil && o.Phase == game.AwaitMove && o.Position.SideToMove() == waited.By {
		o.asWriter(*waited, func() { o.release(*waited) })
	}
}

// Play plays a move for the side to move, as the umpire orders.
func (o hand) Play(m board.Move) {
	mover, p := o.Position.SideToMove(), o.Position
	o.Order(game.Played{Ply: o.LastPly() + 1, Move: m, Words: notation.Short(&p, m), Reader: interpret.Version,
		Silent: keepsSilent(o.State, m, false)})
	o.close(mover)
}

// Forgive waives the penalty of the open offence, and lets an end that waited for it take effect.
func (o hand) Forgive() {
	stay, offender := o.Stays(), o.Offence.By
	o.Order(game.Waived{})
	o.unstay(stay, offender)
}

// Resolve opens the intention that a reply waits for, if one does.
func (o hand) Resolve() {
	if o.Phase == game.HeldIntention {
		o.resolve(o.law)
	}
}

// Unseal opens the sealed move, if there is one.
func (o hand) Unseal() { o.unseal() }

// Close ends the game, or the turn of its mover, where nothing that was exacted is open.
func (o hand) Close(mover board.Side) { o.close(mover) }
