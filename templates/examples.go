package templates

import (
	"fmt"
	"slices"
	"strings"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/line"
	"corrd/game/stated"
	"corrd/interpret/notation"
	"corrd/templates/press"
	"corrd/templates/texts"
)

// The examples of an answer that name moves, choices or men of the game.

// series shows the form of a conditional move, and gives nothing where no move can be assumed.
func (p *gamePage) series() []example {
	sample := p.sample()
	assumed := board.Sorted(sample.Moves(nil))
	if len(assumed) == 0 {
		return nil
	}
	after := sample.Play(assumed[0])
	replies := board.Sorted(after.Moves(nil))
	if len(replies) == 0 {
		return nil
	}
	series := "If " + agreed(&p.State, &sample, assumed[0]) + ", " + agreed(&p.State, &after, replies[0])
	return []example{{Line: series, Form: texts.Say("form series"), Says: texts.Say("answer series")}}
}

// sealing shows how a move is sealed, after the adoption where one is due.
func (p *gamePage) sealing() []example {
	behind := ""
	if p.State.Behind(p.Reader.Side, p.Now) {
		behind = " behind"
	}
	if p.State.Held != nil {
		return p.adoption("seal ", texts.Say("answer adopt and seal"+behind))
	}
	if moves := p.moveExamples(); len(moves) > 0 {
		return []example{{Line: "seal " + moves[0].Line, Form: "seal " + texts.Say("form move"), Says: texts.Say("answer seal" + behind), Tap: texts.Say("tap seal")}}
	}
	return nil
}

// sample is the position in which examples are formed. In a blindfold game sample is not the
// position of the game, of which the examples would tell something.
func (p *gamePage) sample() board.Position {
	if p.Blindfold() {
		return board.Array()
	}
	return p.State.Position
}

// moveExamples give the form of a turn, with the number of the turn, or list the turns that
// discharge the penalty that is due. A blindfold game has only the form, because a list would tell
// of the position.
func (p *gamePage) moveExamples() []example {
	pos, turns := p.sample(), p.State.Turns()
	if p.State.MovesDue() == 1 && len(turns) == 0 {
		return nil
	}
	if p.Blindfold() {
		form := game.State{Record: line.Record{Initial: pos, Position: pos}}
		form.Terms = p.State.Terms
		turns = form.Turns()
	}
	form, says := number(&p.State.Position)+strings.Repeat("; "+texts.Say("form move"), p.State.MovesDue())[1:], ""
	if p.State.Phase == game.PenaltyDue && !p.Blindfold() {
		form, says = "", texts.Say("answer discharge")
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
		if p.State.OnlyBarred() {
			words += " ch"
			if form != "" {
				form += " ch"
			}
		}
		e := example{Line: words, Form: form, Says: says, Tap: texts.Say("tap move")}
		if form == "" {
			e = p.play(words, says)
			if len(list) >= mostChoices {
				e.Tap = ""
			}
		}
		list = append(list, e)
	}
	return list
}

// adoptions shows how to adopt, alone and together with a reply.
func (p *gamePage) adoptions() []example {
	var list []example
	for i, c := range p.State.Choices() {
		says := texts.Say("answer adopt", i+1)
		if c.Then != board.Pass {
			says = texts.Say("answer adopt pair", i+1)
		}
		if p.answeredBySeries(c) {
			says = texts.Say("answer adopt answered", i+1)
		} else if p.repliesTo(c) {
			says = texts.Say("answer adopt replying", i+1, press.QuoteLine(p.State.Withheld.Words))
		}
		list = append(list, example{Line: "adopt " + p.choiceName(i, c), Says: says, Tap: p.chosen("adopt", i)})
	}
	return append(list, p.adoption("", texts.Say("answer adopt and reply"))...)
}

// answeredBySeries reports whether a conditional move that the reader has sent answers a choice as
// soon as it is adopted, so that the adoption leaves the reader no other reply.
func (p *gamePage) answeredBySeries(c line.Choice) bool {
	if c.Then != board.Pass {
		return false
	}
	adopted := p.State.Apply(game.Event{By: game.PartyOf(p.Reader.Side), Fact: game.Adopted{Ply: p.State.DuePly(), Move: c.Move}})
	return adopted.Phase == game.AwaitMove && len(game.Answering(&adopted)) > 0
}

// repliesTo reports whether the reply of the reader's that waits for an adoption is played upon a
// choice as soon as it is adopted.
func (p *gamePage) repliesTo(c line.Choice) bool {
	w := p.State.Withheld
	if w == nil || w.By != p.Reader.Side || c.Then != board.Pass {
		return false
	}
	adopted := p.State.Apply(game.Event{By: game.PartyOf(p.Reader.Side), Fact: game.Adopted{Ply: p.State.DuePly(), Move: c.Move}})
	var words []notation.Move
	for _, st := range stated.MovesIn(w.Words) {
		words = append(words, st.Moves...)
	}
	return adopted.Phase == game.AwaitMove && len(game.Read(&adopted, &adopted.Position, words).Moves) == 1
}

// adoption shows how the first choice that the reader has not answered ahead is adopted together
// with a reply. The string before may stand in front of the reply; adoption returns nothing where
// no reply is possible.
func (p *gamePage) adoption(before, says string) []example {
	choices := p.State.Choices()
	first := slices.IndexFunc(choices, func(c line.Choice) bool { return !p.answeredBySeries(c) })
	if first < 0 {
		return nil
	}
	choice, after := choices[first], p.sample()
	if !p.Blindfold() {
		after = choice.Play(after)
	}
	replies := board.Sorted(after.Moves(nil))
	if len(replies) == 0 {
		return nil
	}
	adopts := "adopt " + p.choiceName(first, choice) + "; " + before
	return []example{{Line: adopts + agreed(&p.State, &after, replies[0]), Form: adopts + texts.Say("form move"), Says: says}}
}

// choiceName returns the name of choice i, counted from 0, in an adoption: its number or, where the
// numbers have changed since the choices were given, its move. A choice of two moves is always
// named by its number.
func (p *gamePage) choiceName(i int, c line.Choice) string {
	if c.Then == board.Pass && p.State.Held.Renumbered() {
		return agreed(&p.State, &p.State.Position, c.Move)
	}
	return fmt.Sprint(i + 1)
}

// exaction is the statement that exacts the penalty of the code. The statement names a man only
// where one is to be selected.
func (p *gamePage) exaction() string {
	penalty, _, _ := p.State.Penalty()
	words := strings.TrimSpace("exact penalty " + penalty.Name)
	demand, offended := p.State.Demanded()
	if sq := demand.Men.First(); !p.Blindfold() && !demand.King && !demand.Own && sq != board.NoSquare {
		man, _ := offended.At(sq)
		words += ", " + notation.Letter(man.Kind) + " on " + notation.Square(sq, man.Side)
	}
	return words
}

// Movable names the men that the penalty may select when the King cannot be moved; "" while the
// King can be moved, and in a blindfold game.
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
		men = append(men, p.manOn(man, sq))
	}
	return strings.Join(men, ", ")
}
