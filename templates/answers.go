package templates

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"corrd/game"
	"corrd/game/board"
)

// example is a line that a reader can answer with as it stands, and what it
// says. In a letter the two share a line, so that an example which comes back
// unquoted is not an answer by itself.
type example struct{ Line, Says string }

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
func (p *gamePage) examples() []example {
	s := &p.State
	if s.Result != nil {
		return []example{{"pgn", "sends the game in full"}, {"history", "sends its score"}}
	}
	var list []example
	if p.YourTurn() {
		list = p.turnExamples()
	} else {
		list = p.waitingExamples()
	}
	if p.exactable() {
		list = append(list, example{p.exaction(), "requires the penalty"})
	}
	if s.Refuses() && s.Offence.By != p.Reader.Side {
		list = append(list, example{"claim forfeiture: " + string(p.code.Refusal), "claims the game, because " + p.Opponent() + " refuses to comply"})
	}
	if offer, ok := s.DrawOffer.Side(); ok && offer != p.Reader.Side {
		list = append(list, example{"accept draw", "the game is drawn"}, example{"decline draw", "play goes on"})
	} else if !ok {
		list = append(list, example{"I offer a draw", "offers one, alone or beside a move"})
	}
	if s.Proposal != nil && s.Proposal.By != p.Reader.Side {
		list = append(list, example{"agree", "consents to " + p.Opponent() + "'s " + quoteLine(s.Proposal.Words)}, example{"decline", "refuses it"})
	}
	return append(list, example{"resign", "gives up the game"}, example{"help", "everything you can write"})
}

// turnExamples are those by which the reader moves the game on.
func (p *gamePage) turnExamples() []example {
	s := &p.State
	var list []example
	switch s.Phase {
	case game.HeldAmbiguous, game.HeldMultiple:
		list = p.adoptions()
	case game.OffenceOpen:
		return []example{{"waive", "lets him send another move"}}
	case game.PenaltyDue:
		return p.discharges(s.Complying())
	default:
		list = append(p.moveExample(legal(s.Position)), p.clearing()...)
	}
	return list
}

// exactable reports whether the reader may exact a penalty.
func (p *gamePage) exactable() bool { return p.State.Exactable(p.Reader.Side) }

// clearing answers what the reader was asked.
func (p *gamePage) clearing() []example {
	switch q := p.State.Question(p.Reader.Side); {
	case q == nil:
	case q.Why == game.WrongNumber && len(q.Moves) > 0:
		return []example{{"yes", "the move you sent is meant for this turn"}, {"no", "it counts for nothing"}}
	case q.Why == game.ConfirmResign:
		return []example{{"yes", "confirms that you resign"}, {"no", "you do not resign"}}
	}
	return nil
}

// waitingExamples are those that remain while the other side is to act: a
// conditional series, once there is a move of the reader's that it can join.
func (p *gamePage) waitingExamples() []example {
	show := []example{{"show", "sends the position again"}}
	if p.Blindfold() {
		show = []example{{"history", "sends all the moves again"}}
	}
	s := &p.State
	if p.offending() {
		return append(p.moveExample(legal(s.Position)), show...)
	}
	if s.Session != nil {
		return append([]example{{"propose time " + s.Terms.Time.String(), "asks for another session"}}, show...)
	}
	sample := p.sample()
	assumed := legal(sample)
	if s.Phase != game.AwaitMove || s.Offence != nil || len(s.Line) == 0 || len(assumed) == 0 {
		return show
	}
	after := sample.Play(assumed[0])
	replies := legal(after)
	if len(replies) == 0 {
		return show
	}
	series := "If " + agreed(&sample, assumed[0], s.Terms) + ", " + agreed(&after, replies[0], s.Terms)
	return append([]example{{series, "a conditional move (only the form is meant)"}}, show...)
}

// sample is the position in which examples are formed: in a blindfold game not
// the one that stands, of which they would tell something.
func (p *gamePage) sample() board.Position {
	if p.Blindfold() {
		return board.Array()
	}
	return p.State.Position
}

// moveExample shows the form of a move, with its number.
func (p *gamePage) moveExample(moves []board.Move) []example {
	if len(moves) == 0 {
		return nil
	}
	pos, turn := p.sample(), number(&p.State.Position)
	if p.Blindfold() {
		moves = legal(pos)
	}
	text := turn + " " + agreed(&pos, moves[0], p.State.Terms)
	if p.State.MovesDue() > 1 {
		second := agreed(&pos, moves[len(moves)-1], p.State.Terms)
		return []example{{text + "; " + second, "the moves of this turn (only the form is meant)"}}
	}
	return []example{{text, "a move (only the form is meant)"}}
}

// discharges lists the moves that discharge the penalty due; in a blindfold game,
// where the list would tell of the position, only the form of a move is shown.
func (p *gamePage) discharges(moves []board.Move) []example {
	if p.Blindfold() {
		return p.moveExample(moves)
	}
	var list []example
	for _, m := range moves {
		list = append(list, example{number(&p.State.Position) + " " + agreed(&p.State.Position, m, p.State.Terms), "discharges the penalty"})
	}
	return list
}

// adoptions shows how to adopt, alone and together with a reply.
func (p *gamePage) adoptions() []example {
	var list []example
	choices := p.State.Choices()
	for i, c := range choices {
		name := fmt.Sprint(i + 1)
		what := "chooses the move numbered "
		switch {
		case c.Then != board.Pass: // only its number tells a pair from another that shares a move with it
			what = "chooses the moves numbered "
		case p.State.Held.Renumbered():
			name = agreed(&p.State.Position, c.Move, p.State.Terms)
		}
		list = append(list, example{"adopt " + name, fmt.Sprint(what, i+1)})
	}
	after := p.sample()
	if !p.Blindfold() {
		after = choices[0].Play(after)
	}
	if replies := legal(after); len(replies) > 0 {
		reply := agreed(&after, replies[0], p.State.Terms)
		list = append(list, example{list[0].Line + "; " + reply, "chooses it and replies (only the form is meant)"})
	}
	if h := p.State.Held; h.First != nil || h.Earlier != nil {
		list = append(list, example{"annul", "the first letter stands; a penalty is open for later"})
	}
	return list
}

// legal are the legal moves of a position, in the order of their names.
func legal(p board.Position) []board.Move {
	moves := p.Moves(nil)
	slices.SortFunc(moves, func(a, b board.Move) int { return cmp.Compare(a.String(), b.String()) })
	return moves
}

// exaction is the statement that exacts the penalty of the code in the
// offender's position: it names a man only if the code lets one be selected.
func (p *gamePage) exaction() string {
	offended := p.offended()
	penalty := p.code.Wrong.Is
	demand := penalty.Compels(&offended)
	words := "exact penalty " + penalty.Name
	if p.Blindfold() {
		return words
	}
	if sq := demand.Men.First(); !demand.King && sq != board.NoSquare {
		man, _ := offended.At(sq)
		words += ", " + kindLetters[man.Kind] + " on " + squareName(sq, man.Side)
	}
	return words
}

// offended is the position in which the penalty that is open would be discharged;
// that which stands, where none is.
func (p *gamePage) offended() board.Position {
	if p.State.Offence == nil {
		return p.State.Position
	}
	return p.State.Offended()
}

// Movable are the men that the penalty may select when the King cannot be
// moved; "" while it can, and in a blindfold game.
func (p *gamePage) Movable() string {
	offended := p.offended()
	demand := p.code.Wrong.Is.Compels(&offended)
	if demand.King || p.Blindfold() {
		return ""
	}
	var men []string
	for sq := range demand.Men.All() {
		man, _ := offended.At(sq)
		men = append(men, strings.ReplaceAll(kindNames[man.Kind]+" on ", " ", noBreak)+square(sq, man.Side, p.notation))
	}
	return strings.Join(men, ", ")
}
