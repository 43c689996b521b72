package play

import (
	"corrd/game"
	"corrd/game/line"
	"corrd/interpret/notation"
)

// target says for which turn the moves of a letter are.
type target uint8

const (
	thisTurn  target = iota // the ply due from the sender
	lastTurn                // the sender's last ply, to which no reply has been received
	nextTurn                // the sender's next ply, while the opponent is to move
	oldTurn                 // a ply that has been answered
	wrongTurn               // a number that contradicts the position
)

// target returns the turn for which moves are. The number written with the moves decides; without a
// number the ply in the letter's key decides, and without a key the ply due.
func (d *docket) target(words []notation.Move) target {
	due := d.LastPly() + 1
	mine := d.by == d.Position.SideToMove()
	if !mine {
		due = d.DuePly()
	}
	if d.firstTurnAgain(words) {
		return lastTurn
	}
	ply, named := d.named(words, due, mine)
	switch {
	case named && ply == 0:
		return d.misnumbered(words, due)
	case mine && !named && ply != 0 && ply < due:
		return oldTurn
	case mine:
		return thisTurn
	case ply == 0 || ply > due:
		return nextTurn
	case ply == due-1 && d.Forfeited():
		return nextTurn // the turn is past, though nothing was moved in it
	case ply == due-1 && d.Phase == game.AwaitMove && len(d.Line) > 0:
		return lastTurn
	case ply == due-1 && !named && d.Phase == game.PenaltyDue:
		return nextTurn // the sender's newest letter bears the key of the sender's last ply
	}
	return oldTurn
}

// named returns the ply that the written numbers name, among the plies that the sender can mean,
// and 0 if none fits. Without numbers, named gives the ply of the key.
func (d *docket) named(words []notation.Move, due int, mine bool) (ply int, named bool) {
	possible := []int{due - 1, due + 1}
	if mine {
		possible = []int{due}
	}
	for _, w := range words {
		if w.Number == 0 && !w.Black {
			continue
		}
		named = true
		fit := 0
		for _, p := range possible {
			if game.Numbered(&d.State, w, p) {
				fit = p
			}
		}
		if fit == 0 || ply != 0 && ply != fit {
			return 0, true
		}
		ply = fit
	}
	if !named {
		return d.ply, false
	}
	return ply, true
}

// misnumbered tells a number of an old turn, on which the number and the key agree, from a slip of
// the pen.
func (d *docket) misnumbered(words []notation.Move, due int) target {
	n := words[0].Number
	if n == 0 || n >= line.NumberOf(due) {
		return wrongTurn
	}
	if d.ply == 0 || line.NumberOf(d.ply) == n && d.ply < due {
		return oldTurn
	}
	return wrongTurn
}
