package play

import (
	"slices"
	"strings"

	"corrd/game"
	"corrd/game/stated"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// headed answers a letter of prose with a move at its head, and reports whether it is one. Its
// writer is asked whether they play the move. Where it comes too early it is refused: nobody is
// offered to show the other side a plan. What else the letter says waits with the move, or is left
// over.
func (d *docket) headed(l Letter) bool {
	head, rest, ok := interpret.HeadMove(l.Note)
	if !ok || d.Result != nil {
		return false
	}
	if d.by != d.Position.SideToMove() || d.Held != nil || d.MovesDue() > 1 {
		if d.Awaits(d.by) || d.Offending(d.by) || game.SaidLately(&d.State, head) {
			return false
		}
		d.refuse(d.code().Turn.Cite(), game.NotYourTurn, head.Text)
		d.leaveBeside(rest)
		return true
	}
	moves := game.Read(&d.State, &d.Position, []notation.Move{head}).Moves
	if len(moves) != 1 || d.Phase != game.AwaitMove || d.Halted() {
		return false
	}
	beside := interpret.Parse(rest)
	d.open = d.mayWait(beside.Statements)
	d.asks(game.Doubtful, []notation.Move{head}, moves)
	d.leaveBeside(beside.Note)
	return true
}

// aboutMove are the questions and answers about a move beside which the rest of a letter is left
// over.
var aboutMove = []game.Why{game.Doubtful, game.NoRecord, game.NoStatement, game.NotAgreed, game.Algebraic, game.WrongNumber, game.WhichMove, game.NotYourTurn}

// leaveBeside notes that nothing comes of what a letter says beside a move about which its writer
// is asked, or which comes too early: an offer, a wish for other terms, words for the other side.
func (d *docket) leaveBeside(prose string) {
	if len(d.events) == 0 {
		return
	}
	why, words := game.Why(""), ""
	switch f := d.events[len(d.events)-1].Fact.(type) {
	case game.Asked:
		why, words = f.Why, f.Words
	case game.Refused:
		why, words = f.Why, f.Words
	}
	prose = stated.BehindMove(prose, words)
	if slices.Contains(aboutMove, why) && len(strings.Fields(prose)) > 1 && !interpret.IsCourteous(prose) {
		d.leave(strings.Split(prose, "\n")...)
	}
}
