package game

import (
	"strings"

	"corrd/game/board"
	"corrd/interpret"
)

// annul requires the annulment of a second letter for a turn: the move sent
// first stands, and a penalty is open for the offender's next turn. Without one
// it is the game that is to be annulled.
func (d *docket) annul(s interpret.Statement) {
	if d.Held == nil || d.by == d.Held.By || d.Held.First == nil {
		d.annulGame(s)
		return
	}
	mover := d.Held.By
	d.act(d.code().Recall, Restored{Ply: d.LastPly() + 1, Move: d.Held.First.Move})
	d.close(mover)
}

// annulGame acts on the requirement that the game be annulled because the wrong
// side began, or, where the terms set up a position, because that was wrong. It
// comes before the second player has completed his fourth move. Whether there
// was an error the umpire finds out, unless the terms show it.
func (d *docket) annulGame(s interpret.Statement) {
	rule := d.code().WrongFirst
	law, plain := d.Terms.erroneous()
	if d.Terms.Position != "" && law != rule.Law {
		rule = d.code().WrongSetUp
	}
	second := d.Initial.SideToMove().Other()
	switch {
	case d.Clocks[second].Moves >= rule.Is:
		d.refuse(rule.Law, TooLate, s.Text)
	case plain:
		d.end(law, Annulled, ByAnnulment)
	default:
		d.refer(rule.Law, s, Claimed{Ground: string(rule.Law), Words: s.Text})
	}
}

// apply plays the move that was sent first. The second letter is an offence
// out of turn, whose penalty is for the offender's next turn.
func (f Restored) apply(s *State, e Event) {
	h := s.Held
	if h == nil || h.First == nil {
		return
	}
	open := s.Offence
	s.move(e, *h.First, false)
	if open == nil {
		open = &Offence{By: h.By, Words: strings.Join(h.Words[1:], wordsApart), Intelligible: true, Law: e.Law,
			Later: true, Man: board.NoSquare, Told: s.notice(h.By.Other())}
	}
	s.Offence = open
}
