package templates

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"corrd/game"
	"corrd/game/board"
)

// Example is a line that a reader can answer with as it stands, and what it
// says. In a letter the two share a line, so that an example which comes back
// unquoted is not an answer by itself.
type Example struct{ Line, Says string }

// Answers are the examples of a letter as a table; "" when there are none.
func (p *gamePage) Answers() string {
	var rows [][]string
	for _, e := range p.examples() {
		rows = append(rows, []string{strings.ReplaceAll(e.Line, " ", noBreak), e.Says})
	}
	return table(rows)
}

// examples are what the reader may do now, moves for their form only: of the
// moves that are legal the first by name is shown, whatever it is worth.
func (p *gamePage) examples() []Example {
	s := &p.State
	if s.Result != nil {
		return []Example{{"pgn", "sends the game in full"}, {"history", "sends its score"}}
	}
	var list []Example
	if p.YourTurn() {
		list = p.turnExamples()
	} else {
		list = p.waitingExamples()
	}
	if offer, ok := s.DrawOffer.Side(); ok && offer != p.Reader.Side {
		list = append(list, Example{"accept draw", "the game is drawn"}, Example{"decline draw", "play goes on"})
	} else if !ok {
		list = append(list, Example{"I offer a draw", "offers one, alone or beside a move"})
	}
	return append(list, Example{"resign", "gives up the game"}, Example{"help", "everything you can write"})
}

// turnExamples are those by which the reader moves the game on.
func (p *gamePage) turnExamples() []Example {
	s := &p.State
	switch s.Phase {
	case game.HeldAmbiguous, game.HeldMultiple:
		return p.adoptions()
	case game.OffenceOpen:
		return []Example{{p.exaction(), "requires the penalty"}, {"waive", "lets him send another move"}}
	case game.PenaltyDue:
		return p.moveExample(complying(s.Position, s.Offence.Man))
	}
	list := p.moveExample(legal(s.Position))
	switch q := s.Questions[p.Reader.Side]; {
	case q == nil:
	case q.Why == game.WrongNumber && len(q.Moves) > 0:
		list = append(list, Example{"yes", "the move you sent is meant for this turn"})
	case q.Why == game.ConfirmResign:
		list = append(list, Example{"yes", "confirms that you resign"})
	}
	if s.Offence != nil && s.Offence.Corrected {
		list = append(list, Example{p.exaction(), "requires the penalty instead"})
	}
	return list
}

// waitingExamples are those that remain while the other side is to act: a
// conditional series, once there is a move of the reader's that it can join.
func (p *gamePage) waitingExamples() []Example {
	show := []Example{{"show", "sends the position again"}}
	s := &p.State
	if s.Phase != game.AwaitMove || len(s.Line) == 0 {
		return show
	}
	assumed := legal(s.Position)[0]
	after := s.Position.Play(assumed)
	replies := legal(after)
	if len(replies) == 0 {
		return show
	}
	series := "If " + agreed(&s.Position, assumed, s.Terms) + ", " + agreed(&after, replies[0], s.Terms)
	return append([]Example{{series, "a conditional move (only the form is meant)"}}, show...)
}

// moveExample shows the form of a move, with its number.
func (p *gamePage) moveExample(moves []board.Move) []Example {
	if len(moves) == 0 {
		return nil
	}
	pos := p.State.Position
	text := number(&pos) + " " + agreed(&pos, moves[0], p.State.Terms)
	return []Example{{text, "a move (only the form is meant)"}}
}

// adoptions shows how to adopt, alone and together with a reply.
func (p *gamePage) adoptions() []Example {
	var list []Example
	for i := range p.State.Candidates() {
		list = append(list, Example{fmt.Sprint("adopt ", i+1), fmt.Sprint("chooses the move numbered ", i+1)})
	}
	after := p.State.Position.Play(p.State.Candidates()[0])
	if replies := legal(after); len(replies) > 0 {
		reply := agreed(&after, replies[0], p.State.Terms)
		list = append(list, Example{"adopt 1; " + reply, "chooses it and replies (only the form is meant)"})
	}
	return list
}

// legal are the legal moves of a position, in the order of their names.
func legal(p board.Position) []board.Move {
	moves := p.Moves(nil)
	slices.SortFunc(moves, func(a, b board.Move) int { return cmp.Compare(a.String(), b.String()) })
	return moves
}

// complying are the moves that discharge Penalty C: of the man selected, or of
// the King, never castling (II.11(c)).
func complying(p board.Position, man board.Square) []board.Move {
	var list []board.Move
	for _, m := range legal(p) {
		moved, _ := p.At(m.From())
		if p.IsCastling(m) || man == board.NoSquare && moved.Kind != board.King || man != board.NoSquare && m.From() != man {
			continue
		}
		list = append(list, m)
	}
	return list
}

// exaction is the statement that exacts the penalty of the code in the
// offender's position: it names a man only if the code lets one be selected.
func (p *gamePage) exaction() string {
	offended := p.offended()
	penalty := p.code.Wrong.Is
	demand := penalty.Compels(&offended)
	words := "exact penalty " + penalty.Name
	if sq := demand.Men.First(); !demand.King && sq != board.NoSquare {
		man, _ := offended.At(sq)
		words += ", " + kindLetters[man.Kind] + " on " + squareName(sq, man.Side)
	}
	return words
}

// offended is the position in which the offence was committed: the one before
// the last move, if that is a correction which the penalty would undo.
func (p *gamePage) offended() board.Position {
	s := &p.State
	if s.Offence == nil || !s.Offence.Corrected {
		return s.Position
	}
	before := s.Initial
	for _, turn := range s.Line[:max(0, len(s.Line)-1)] {
		before = before.Play(turn.Move)
	}
	return before
}

// Movable are the men that the penalty may select when the King cannot be
// moved; "" while it can.
func (p *gamePage) Movable() string {
	offended := p.offended()
	demand := p.code.Wrong.Is.Compels(&offended)
	if demand.King {
		return ""
	}
	var men []string
	for sq := range demand.Men.All() {
		man, _ := offended.At(sq)
		men = append(men, strings.ReplaceAll(kindNames[man.Kind]+" on ", " ", noBreak)+square(sq, man.Side, p.notation))
	}
	return strings.Join(men, ", ")
}
