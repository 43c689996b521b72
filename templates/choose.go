package templates

import (
	"fmt"
	"strings"

	"corrd/game/board"
	"corrd/interpret"
	"corrd/templates/texts"
)

// Chooses reports whether the receiver of the words for which an offence is open chooses
// among several requirements.
func (p *gamePage) Chooses() bool {
	_, ok := p.State.Requirements()
	return ok
}

// Chosen is the provision by which the receiver chooses.
func (p *gamePage) Chosen() string { return p.code.Chosen.String() }

// Requirable says what the offender can be required to do, as the game stands. In a blindfold game
// the men are left out, because the men would tell of the position.
func (p *gamePage) Requirable() string {
	if p.Blindfold() {
		return texts.Say("require blindfold")
	}
	r, _ := p.State.Requirements()
	var ways []string
	if r.That != 0 {
		ways = append(ways, texts.Say("require moved", p.menOn(r.That)))
	}
	if r.Taken != 0 {
		ways = append(ways, texts.Say("require taken", p.menOn(r.Taken)))
	}
	if r.Turn {
		ways = append(ways, texts.Say("require turn"))
	}
	return strings.Join(append(ways, texts.Say("require another")), "; ")
}

// menOn names men before the offence by their squares: "Knight on KB3 or Bishop on QB4".
func (p *gamePage) menOn(men board.Squares) string {
	offended := p.State.Offended()
	var names []string
	for on := range men.All() {
		man, _ := offended.At(on)
		names = append(names, p.manOn(man, on))
	}
	return texts.Either(names)
}

// requirements show how each of the requirements is written.
func (p *gamePage) requirements() []example {
	r, _ := p.State.Requirements()
	written := func(men board.Squares) string {
		offended := p.State.Offended()
		man, _ := offended.At(men.First())
		return kindLetters[man.Kind] + " on " + squareName(men.First(), man.Side)
	}
	var list []example
	switch {
	case r.That == 0:
	case r.Castled && !p.Blindfold():
		list = append(list, example{Line: "exact penalty, " + written(r.That), Says: texts.Say("answer exact moved")})
	case !r.Castled:
		list = append(list, example{Line: "exact penalty", Says: texts.Say("answer exact moved")})
	}
	if r.Taken != 0 && !p.Blindfold() {
		list = append(list, example{Line: "exact penalty, take " + written(r.Taken), Says: texts.Say("answer exact taken")})
	}
	if r.Turn {
		list = append(list, example{Line: interpret.ForfeitTurn, Says: texts.Say("answer forfeit turn", p.Opponent())})
	}
	if r.Another != 0 && !p.Blindfold() {
		list = append(list, example{Line: "play " + written(r.Another), Says: texts.Say("answer play")})
	}
	return list
}

// intentions show how the sender of doubtful words says what they meant.
func (p *gamePage) intentions() []example {
	var list []example
	for i := range p.State.Choices() {
		list = append(list, example{Line: fmt.Sprint("intend ", i+1), Says: texts.Say("answer intend", i+1)})
	}
	return list
}
