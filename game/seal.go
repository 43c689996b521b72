package game

import (
	"time"

	"corrd/game/board"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// The reasons for which what belongs to a session is refused.
const (
	NoSession     Why = "no_session"     // no session runs that could be adjourned, or in which a move could be sealed
	Adjourned     Why = "adjourned"      // the game is adjourned, and no move is taken until it goes on
	SealedAlready Why = "sealed_already" // the sender has sealed a move, which cannot be changed
	MoveIsSealed  Why = "move_is_sealed" // the other side has sealed a move, and nothing can answer it before it is opened
	SealNumber    Why = "seal_number"    // a move to be sealed whose number is not that of the turn
	SealLater     Why = "seal_later"     // a move to be sealed while something else of the turn is open or under way
)

// Seal is the move that a side has recorded for the resumption of play (I.14): nobody
// reads it before, and it cannot be changed.
type Seal struct {
	By     board.Side
	Ply    int
	Letter int64
	Words  string
	At     time.Time
}

// Sealed records the move of the side to move, which is made when play is resumed.
type Sealed struct {
	Ply   int    `json:"ply"`
	Words string `json:"words"`
}

// Opened opens the sealed move of a side; what comes of its words follows.
type Opened struct {
	Side  board.Side `json:"side"`
	Ply   int        `json:"ply"`
	Words string     `json:"words"`
}

// KeepsProse reports whether the prose of the letter that brought an event about goes to nobody
// with it: it is the answer of a side to the umpire, a move that is sealed, or travels with
// what was handed in.
func (e Event) KeepsProse() bool {
	switch e.Fact.(type) {
	case Stated, Sealed, HandedIn:
		return true
	}
	return false
}

// seal records the sender's move for the resumption. What it expresses is looked at when
// it is opened; only its number and its notation are looked at before.
func (d *docket) seal(s interpret.Statement) {
	due := d.LastPly() + 1
	words := s.Moves[:1]
	law := d.lawOfSeal()
	switch r := d.read(&d.Position, words); {
	case d.Closes.IsZero():
		d.refuse(law, NoSession, s.Text)
	case d.by != d.Position.SideToMove():
		d.refuse(d.code().Turn.Cite(), NotYourTurn, s.Text)
	case d.Phase != AwaitMove && d.Phase != PenaltyDue, d.Illegible, d.MovesDue() > 1, d.underWay(d.by):
		d.refuse(law, SealLater, s.Text)
	case !d.numbered(words[0], due):
		d.refuse(houseNumbers, SealNumber, s.Text)
	case len(r.moves) == 0 && r.foreign:
		d.ask(d.code().Record.Cite(), NotAgreed, words[0].Text)
	default:
		d.act(law, Sealed{Ply: due, Words: words[0].Text})
	}
}

// lawOfSeal gives the provision under which a move is sealed; where the code knows of none,
// the rule of the house.
func (d *docket) lawOfSeal() Law {
	if _, law, provided := d.code().Seal.Get(); provided {
		return law
	}
	return houseSessions
}

// unseal opens the sealed move, if there is one, once play has been resumed: it is judged
// as a move is that comes then.
func (d *docket) unseal() {
	x := d.Sealed
	if x == nil || d.Rest != nil || d.Phase == Finished {
		return
	}
	law := d.lawOfSeal()
	if _, made, provided := d.code().Unsealed.Get(); provided {
		law = made
	}
	d.rule(law, Opened{Side: x.By, Ply: x.Ply, Words: x.Words})
	before := *d
	d.from, d.by, d.ply, d.answers, d.asked, d.opening = x.Letter, x.By, x.Ply, 0, false, true
	d.communicate([]notation.Move{{Text: x.Words}})
	d.from, d.by, d.ply, d.answers, d.asked, d.opening = before.from, before.by, before.ply, before.answers, before.asked, before.opening
}

// sealedLaw gives the provision for the words of a sealed move that is opened and expresses
// no move, or several (II.7(c)); for any other words, or where the code has none, the one given.
func (d *docket) sealedLaw(law Law) Law {
	if _, faulty, provided := d.code().SealedFault.Get(); provided && d.opening {
		return faulty
	}
	return law
}

// apply keeps the move under seal. It counts as made: the clock of its side stands, and what
// a move makes an end of is at an end.
func (f Sealed) apply(s *State, e Event) {
	by := e.By.side()
	s.Sealed = &Seal{By: by, Ply: f.Ply, Letter: e.Letter, Words: f.Words, At: e.At}
	s.Questions[by] = nil
	s.lapseOffer(by)
	s.lapseProposal(by)
	s.newRound()
	s.halt(e.At)
}

// apply takes the move out of its cover.
func (f Opened) apply(s *State, e Event) {
	s.Sealed = nil
	s.newRound()
	s.proceed(e.At)
}
