package templates

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"corrd/game"
	"corrd/game/board"
	"corrd/interpret"
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
	shown := p.YourTurn()
	for _, right := range s.Rights(p.Reader.Side) {
		ahead := right == interpret.KindMove || right == interpret.KindConditional || right == interpret.KindPropose
		switch {
		case shown || ahead:
		case p.Blindfold():
			list, shown = append(list, example{"history", "sends all the moves again"}), true
		default:
			list, shown = append(list, example{"show", "sends the position again"}), true
		}
		list = append(list, p.offer(right)...)
	}
	return append(list, example{"help", "everything you can write"})
}

// offer puts a right in words, with the line by which it is exercised.
func (p *gamePage) offer(right interpret.Kind) []example {
	s := &p.State
	switch right {
	case interpret.KindAdopt:
		return p.adoptions()
	case interpret.KindAnnul:
		return []example{{"annul", "the first letter stands; a penalty is open for later"}}
	case interpret.KindWaive:
		return []example{{"waive", "lets " + p.Opponent() + " send another move"}}
	case interpret.KindMove:
		return p.moveExamples()
	case interpret.KindYes:
		if s.Question(p.Reader.Side).Why == game.ConfirmResign {
			return []example{{"yes", "confirms that you resign"}, {"no", "you do not resign"}}
		}
		return []example{{"yes", "the move you sent is meant for this turn"}, {"no", "it counts for nothing"}}
	case interpret.KindConditional:
		return p.series()
	case interpret.KindPropose:
		return []example{{"propose time " + s.Terms.Time.String(), "asks for another session"}}
	case interpret.KindExact:
		return []example{{p.exaction(), "requires the penalty"}}
	case interpret.KindClaim:
		return []example{{"claim forfeiture: " + p.code.Refusal.String(), "claims the game, because " + p.Opponent() + " refuses to comply"}}
	case interpret.KindAcceptDraw:
		return []example{{"accept draw", "the game is drawn"}}
	case interpret.KindDeclineDraw:
		return []example{{"decline draw", "play goes on"}}
	case interpret.KindOfferDraw:
		return []example{{"I offer a draw", "offers one, alone or beside a move"}}
	case interpret.KindAgree:
		return []example{{"agree", "consents to " + p.Opponent() + "'s " + quoteLine(s.Proposal.Words)}}
	case interpret.KindDecline:
		return []example{{"decline", "refuses it"}}
	case interpret.KindResign:
		return []example{{"resign", "gives up the game"}}
	}
	return nil
}

// series shows the form of a conditional move; nothing where no move can be assumed.
func (p *gamePage) series() []example {
	sample := p.sample()
	assumed := legal(sample)
	if len(assumed) == 0 {
		return nil
	}
	after := sample.Play(assumed[0])
	replies := legal(after)
	if len(replies) == 0 {
		return nil
	}
	series := "If " + agreed(&p.State, &sample, assumed[0]) + ", " + agreed(&p.State, &after, replies[0])
	return []example{{series, "a conditional move (only the form is meant)"}}
}

// sample is the position in which examples are formed: in a blindfold game not
// the one that stands, of which they would tell something.
func (p *gamePage) sample() board.Position {
	if p.Blindfold() {
		return board.Array()
	}
	return p.State.Position
}

// moveExamples show the form of a turn, with its number, or list the turns that
// discharge the penalty due. In a blindfold game, where a list would tell of the
// position, only the form is shown.
func (p *gamePage) moveExamples() []example {
	pos, turns := p.sample(), p.State.Turns()
	says := "a move (only the form is meant)"
	switch {
	case p.State.MovesDue() > 1:
		says = "the moves of this turn (only the form is meant)"
	case len(turns) == 0:
		return nil
	}
	if p.Blindfold() {
		form := game.State{Terms: p.State.Terms, Initial: pos, Position: pos}
		turns = form.Turns()
	}
	if p.State.Phase == game.PenaltyDue && !p.Blindfold() {
		says = "discharges the penalty"
	} else {
		turns = turns[:1]
	}
	var list []example
	for _, turn := range turns {
		at, words := pos, number(&p.State.Position)
		for i, m := range turn {
			if i > 0 {
				at, words = at.Play(board.Pass), words+";"
			}
			words, at = words+" "+agreed(&p.State, &at, m), at.Play(m)
		}
		list = append(list, example{words, says})
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
			name = agreed(&p.State, &p.State.Position, c.Move)
		}
		list = append(list, example{"adopt " + name, fmt.Sprint(what, i+1)})
	}
	after := p.sample()
	if !p.Blindfold() {
		after = choices[0].Play(after)
	}
	if replies := legal(after); len(replies) > 0 {
		reply := agreed(&p.State, &after, replies[0])
		list = append(list, example{list[0].Line + "; " + reply, "chooses it and replies (only the form is meant)"})
	}
	return list
}

// legal are the legal moves of a position, in the order of their names.
func legal(p board.Position) []board.Move {
	moves := p.Moves(nil)
	slices.SortFunc(moves, func(a, b board.Move) int { return cmp.Compare(a.String(), b.String()) })
	return moves
}

// exaction is the statement that exacts the penalty of the code: it names a man only
// where one is to be selected.
func (p *gamePage) exaction() string {
	words := "exact penalty " + p.Penalty()
	demand, offended := p.State.Demanded()
	if sq := demand.Men.First(); !p.Blindfold() && !demand.King && sq != board.NoSquare {
		man, _ := offended.At(sq)
		words += ", " + kindLetters[man.Kind] + " on " + squareName(sq, man.Side)
	}
	return words
}

// Movable are the men that the penalty may select when the King cannot be
// moved; "" while it can, and in a blindfold game.
func (p *gamePage) Movable() string {
	if p.State.Offence == nil || p.Blindfold() {
		return ""
	}
	demand, offended := p.State.Demanded()
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
