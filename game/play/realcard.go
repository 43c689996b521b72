package play

import (
	"corrd/game"
	"corrd/game/board"
	"corrd/game/carrier"
	"corrd/game/clocks"
	"corrd/game/codes"
)

// PutOnCards makes a side play by real cards from now on, or ends its play by cards.
type PutOnCards struct {
	Side board.Side
	On   bool
}

// PostCard says that a card which asks Side for their move was posted at the time of the act.
type PostCard struct{ Side board.Side }

func (PutOnCards) act() {}

func (PostCard) act() {}

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
// card had been posted in time, and the window opens on the date that the writer has written.
func (d *docket) came(l Letter) {
	postmark := d.at
	if d.inTime(l) {
		d.at = second(l.Card.Arrived)
		d.rule(codes.HouseCards, game.CardInTime{Side: l.By})
		d.at = postmark
	}
	if side, runs := d.Running(); !runs || side != l.By {
		return
	}
	if on := second(l.Card.InHand); d.CouldArrive(l.Card.InHand, l.Received) && !on.Equal(d.Window.Opened) {
		d.rule(codes.HouseCards, game.CardInHand{Side: l.By, On: on})
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
