package play

import (
	"slices"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/carrier"
	"corrd/game/clocks"
	"corrd/game/codes"
	"corrd/game/stated"
	"corrd/interpret"
)

// CameBack says that a letter of the game to Side could not be delivered and
// will not be tried again.
type CameBack struct {
	Side board.Side
	Asks bool      // whether the letter asks Side for their move
	Sent time.Time // when the next hop had accepted the letter; zero: the next hop refused it
	Told int64     // the number of the last event that the letter tells; 0: not known
}

// Heard says that a letter of Side's own has come, whatever it states: the player of Side is there.
type Heard struct {
	Side board.Side
}

// cameBack stops the clock of a side that letters do not reach, once in a game. Nothing follows
// from a letter that was sent before the side's turn, and nothing from a letter that comes back
// after the side's time is over.
func (d *docket) cameBack(a CameBack) {
	w := d.Window
	side, runs := d.Running()
	if !runs || side != a.Side || !a.Sent.IsZero() && second(a.Sent).Before(w.Opened) {
		return
	}
	if d.hasBounced(side) {
		d.runs(side)
		return
	}
	from := d.at
	if a.Asks || !w.Told {
		if w.Opened.Before(from) {
			from = w.Opened
		}
		if w.Told && w.Question != 0 && a.Told >= w.Question {
			from = clocks.Later(from, w.Asked) // the turn was told of, and the question about it was not
		}
		// the time that the player before them has used stays used, and so does that of their last
		// turn, in which a reply that is taken back in time may lie
		from = clocks.Later(from, d.Seated[side])
		for _, last := range d.Windows {
			if last.Side == side {
				from = clocks.Later(from, clocks.Earlier(last.Closed, d.at))
			}
		}
	}
	if from == d.at && d.fallen() {
		return
	}
	d.rule(codes.HouseMailbox, game.Unreachable{Side: side, From: from, Told: a.Told})
}

// hasBounced reports whether the clock of a side has already stood in this game because letters
// to the side came back. Letters to an earlier player of the side do not count.
func (d *docket) hasBounced(side board.Side) bool {
	return slices.ContainsFunc(d.Bounces, func(l clocks.Leave) bool { return l.Side == side && !l.From.Before(d.Seated[side]) })
}

// runs starts the clock of a side that nobody knows to have had what asks for its move.
func (d *docket) runs(side board.Side) {
	if law := codes.HouseMailbox; !d.Window.Told || d.Untold(side) {
		if d.ByCard[side] {
			law = codes.HouseCards
		}
		d.rule(law, game.Notified{Side: side, Assumed: true})
	}
}

// heard lets a side's clock, which stopped because letters came back, run on when the side has
// written or a letter to it has been accepted. told is the last event that this letter tells.
func (d *docket) heard(side board.Side, told int64) {
	if d.Bouncing() && d.Window.Side == side {
		d.rule(codes.HouseMailbox, game.Reachable{Side: side, Told: told})
	}
}

// answered notes that the sender of a letter can be reached. If the letter answers the letter
// that came back, the sender is charged with the time for which the clock stood.
func (d *docket) answered(l Letter) {
	charged := d.InPlay() && d.Window.Side == l.By && d.Window.Charge == 0 && d.hadIt() && d.ofThisTurn(l)
	d.heard(l.By, 0)
	if !charged {
		return
	}
	if took := d.StoodForBounce(); took > 0 {
		d.rule(codes.HouseMailbox, game.Charged{Side: l.By, Seconds: int64(took / time.Second)})
	}
}

// hadIt reports whether the sender of a letter about this turn must have received the letter that
// came back. While the clock stands, no later letter has reached the sender. Afterwards, either
// the sender's letter names a letter that is not later than the one that came back, or it names
// none and no later letter is known to have been accepted.
func (d *docket) hadIt() bool {
	w := d.Window
	switch {
	case w.Unreachable.IsZero():
		return false
	case d.Bouncing():
		return true
	case d.answers != 0:
		return d.answers <= w.Bounced
	}
	return !w.Reached
}

// ofThisTurn reports whether a letter of the side to move shows that its sender has been told of
// the turn: the letter bears the key of the turn, or moves in the turn.
func (d *docket) ofThisTurn(l Letter) bool {
	if l.Ply == d.KeyPly(l.By) {
		return true
	}
	moves, rest := stated.Parted(l.Statements)
	if len(moves) == 0 {
		return l.Ply == 0 && stated.Has(rest, interpret.KindAdopt)
	}
	words, _ := d.communicated(moves)
	return d.target(words) == thisTurn
}

// takenAsTold starts the clock of a side that could not be told of its turn for fourteen days.
func (d *docket) takenAsTold(side board.Side) {
	if d.Bouncing() {
		d.rule(codes.HouseMailbox, game.Reachable{Side: side, Assumed: true})
	}
	d.runs(side)
}

// PutOnCards makes a side play by real cards from now on, or ends its play by cards.
type PutOnCards struct {
	Side board.Side
	On   bool
}

// PostCard says that a card which asks Side for their move was posted at the time of the act.
type PostCard struct{ Side board.Side }

// putOnCards notes that a side begins or ends to play by real cards.
func (d *docket) putOnCards(a PutOnCards) {
	if !d.Started.IsZero() && d.ByCard[a.Side] != a.On {
		d.rule(codes.HouseCards, game.ByCard(a))
	}
}

// postCard opens the window of the side to move, unless an earlier card has already opened it; a
// card that tells the side of its offence, or asks the first question of its turn, lets its clock
// stand until the card has come.
func (d *docket) postCard(a PostCard) {
	side, runs := d.Running()
	if !runs || side != a.Side || !d.ByCard[side] || !d.Window.Posted.IsZero() && !d.Untold(side) {
		return
	}
	d.rule(codes.HouseCards, game.CardPosted{Side: side, Opens: d.at.Add(d.Terms.Carriers().Post.Transit.Most)})
}

// came looks at the dates of a card before its statements. A flag that fell is taken back if the
// card had been posted in time, and the window opens on the date that the writer has written. Where
// nobody has noted that the card was posted which told of an offence or a penalty, and no date is
// written, the clock has stood until the postmark of the move.
func (d *docket) came(l Letter) {
	postmark := d.at
	if d.inTime(l) {
		d.at = second(l.Card.Arrived)
		d.rule(codes.HouseCards, game.CardInTime{Side: l.By, Posted: postmark})
		d.at = postmark
	}
	if side, runs := d.Running(); !runs || side != l.By {
		return
	}
	switch on := second(l.Card.InHand); {
	case d.CouldArrive(l.Card.InHand, l.Received):
		if !on.Equal(d.Window.Opened) {
			d.rule(codes.HouseCards, game.CardInHand{Side: l.By, On: on})
		}
	case d.OffenceUntold(l.By) && stated.Moves(l.Statements): // the card that told of it was not noted as posted
		d.rule(codes.HouseCards, game.CardInHand{Side: l.By, On: postmark})
	}
	if end := d.Ends(); !end.IsZero() && !end.After(d.at) && !l.Patient {
		d.flag(l.By)
		d.at = postmark
	}
}

// inTime reports whether a card was posted before the last flag of its side fell, if that flag
// has ended the game or has put the side behind its time.
func (d *docket) inTime(l Letter) bool {
	then := d.State
	if d.Phase == game.Finished {
		if d.Result.How != game.ByTime || d.Ending == nil {
			return false
		}
		then = d.Ending.State
	} else if !d.Overdue(l.By) {
		return false
	}
	return then.CardInTime(l.By, l.Card.InHand, l.Received)
}

// journeyOf returns the journey of a communication of the side that sent the letter.
func (d *docket) journeyOf(card *game.RealCard, c carrier.Communication) carrier.Journey {
	if card != nil {
		return carrier.Real(c, c.HandedIn, clocks.Later(c.HandedIn, card.Arrived))
	}
	j := d.Terms.Carriers().Carrier().Carry(c, d.Seed)
	if d.ByCard[d.by.Other()] {
		return j.ToReal()
	}
	return j
}
