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

// example is a line that a reader can answer with, and what the line says. In a letter the
// two share a line, so that an example which comes back unquoted is not an answer by itself.
// Where Form is not "", the letter shows Form, which is the line without its moves: nobody
// is shown a legal move, and none comes back.
type example struct{ Line, Says, Form string }

// shown is the example as a letter shows it.
func (e example) shown() string { return cmp.Or(e.Form, e.Line) }

// Answers are the examples of a letter as a table; "" when there are none.
func (p *gamePage) Answers() string {
	var rows [][]string
	for _, e := range p.examples() {
		rows = append(rows, []string{strings.ReplaceAll(e.shown(), " ", noBreak), e.Says})
	}
	return table(rows)
}

// examples are what the reader may do now, moves for their form only: of the
// moves that are legal the first by name is shown, whatever it is worth.
func (p *gamePage) examples() []example {
	s := &p.State
	if s.Result != nil {
		return []example{{Line: "pgn", Says: "sends the game in full"}, {Line: "history", Says: "sends its score"}}
	}
	var list []example
	shown := p.YourTurn()
	for _, right := range s.Rights(p.Reader.Side) {
		ahead := right == interpret.KindMove || right == interpret.KindConditional || right == interpret.KindPropose
		switch {
		case shown || ahead:
		case p.Blindfold():
			list, shown = append(list, example{Line: "history", Says: "sends all the moves again"}), true
		default:
			list, shown = append(list, example{Line: "show", Says: "sends the position again"}), true
		}
		list = append(list, p.offer(right)...)
	}
	return append(list, example{Line: "help", Says: "everything you can write"})
}

// offer puts a right in words, with the line by which it is exercised.
func (p *gamePage) offer(right interpret.Kind) []example {
	s := &p.State
	switch right {
	case interpret.KindAdopt:
		return p.adoptions()
	case interpret.KindAnnul:
		return []example{{Line: "annul", Says: "the first letter stands; a penalty is open for later"}}
	case interpret.KindWaive:
		return []example{{Line: "waive", Says: "lets " + p.Opponent() + " send another move"}}
	case interpret.KindMove:
		return p.moveExamples()
	case interpret.KindYes:
		if s.Question(p.Reader.Side).Why == game.ConfirmResign {
			return []example{{Line: "yes", Says: "confirms that you resign"}, {Line: "no", Says: "you do not resign"}}
		}
		return []example{{Line: "yes", Says: "the move you sent is meant for this turn"}, {Line: "no", Says: "it counts for nothing"}}
	case interpret.KindConditional:
		return p.series()
	case interpret.KindPropose:
		return []example{{Line: "propose time " + s.Terms.Time.String(), Says: "asks for another session"}}
	case interpret.KindExact:
		return []example{{Line: p.exaction(), Says: "requires the penalty"}}
	case interpret.KindClaim:
		return []example{{Line: "claim forfeiture: " + p.code.Refusal.String(), Says: "claims the game, because " + p.Opponent() + " refuses to comply"}}
	case interpret.KindDemandFifty:
		if p.Blindfold() {
			return nil // the men would be told of
		}
		return []example{{Line: "demand fifty", Says: "from now on the moves are counted, and then the game is drawn"}}
	case interpret.KindAcceptDraw:
		return []example{{Line: "accept draw", Says: "the game is drawn"}}
	case interpret.KindDeclineDraw:
		return []example{{Line: "decline draw", Says: "play goes on"}}
	case interpret.KindOfferDraw:
		return []example{{Line: "I offer a draw", Says: "offers one, alone or beside a move"}}
	case interpret.KindAgree:
		return []example{{Line: "agree", Says: "consents to " + p.Opponent() + "'s " + quoteLine(s.Proposal.Words)}}
	case interpret.KindDecline:
		return []example{{Line: "decline", Says: "refuses it"}}
	case interpret.KindResign:
		return []example{{Line: "resign", Says: "gives up the game"}}
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
	return []example{{Line: series, Says: "for the answer to " + p.Opponent() + "'s next move", Form: "If (that move), (your move)"}}
}

// sample is the position in which examples are formed: in a blindfold game not
// the one that stands, of which they would tell something.
func (p *gamePage) sample() board.Position {
	if p.Blindfold() {
		return board.Array()
	}
	return p.State.Position
}

// moveExamples give a turn, of which a letter shows the number, or list the turns that
// discharge the penalty due. In a blindfold game, where a list would tell of the
// position, only the form is shown.
func (p *gamePage) moveExamples() []example {
	pos, turns := p.sample(), p.State.Turns()
	says, form := "a move, with its number or without", " (your move)"
	switch {
	case p.State.MovesDue() > 1:
		says, form = "the moves of this turn", strings.Repeat("; (your move)", p.State.MovesDue())[1:]
	case len(turns) == 0:
		return nil
	}
	if p.Blindfold() {
		form := game.State{Terms: p.State.Terms, Initial: pos, Position: pos}
		turns = form.Turns()
	}
	if p.State.Phase == game.PenaltyDue && !p.Blindfold() {
		says, form = "discharges the penalty", ""
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
		e := example{Line: words, Says: says}
		if form != "" {
			e.Form = number(&p.State.Position) + form
		}
		list = append(list, e)
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
		list = append(list, example{Line: "adopt " + name, Says: fmt.Sprint(what, i+1)})
	}
	after := p.sample()
	if !p.Blindfold() {
		after = choices[0].Play(after)
	}
	if replies := legal(after); len(replies) > 0 {
		reply := agreed(&p.State, &after, replies[0])
		list = append(list, example{Line: list[0].Line + "; " + reply, Says: "chooses it and replies", Form: list[0].Line + "; (your move)"})
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
	penalty, _, _ := p.State.Penalty()
	words := strings.TrimSpace("exact penalty " + penalty.Name)
	demand, offended := p.State.Demanded()
	if sq := demand.Men.First(); !p.Blindfold() && !demand.King && !demand.Own && sq != board.NoSquare {
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
	if demand.King || demand.Own {
		return ""
	}
	var men []string
	for sq := range demand.Men.All() {
		man, _ := offended.At(sq)
		men = append(men, strings.ReplaceAll(kindNames[man.Kind]+" on ", " ", noBreak)+square(sq, man.Side, p.notation))
	}
	return strings.Join(men, ", ")
}
