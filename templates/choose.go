package templates

import (
	"fmt"
	"slices"
	"strings"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/line"
	"corrd/game/stated"
	"corrd/interpret"
	"corrd/interpret/notation"
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
		return notation.Letter(man.Kind) + " on " + notation.Square(men.First(), man.Side)
	}
	var list []example
	switch {
	case r.That == 0:
	case r.Castled && !p.Blindfold():
		list = append(list, example{Line: "exact penalty, " + written(r.That), Says: texts.Say("answer exact moved")})
	case !r.Castled:
		list = append(list, example{Line: "exact penalty", Says: texts.Say("answer exact moved"), Tap: texts.Say("tap exact")})
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
		list = append(list, example{Line: fmt.Sprint("intend ", i+1), Says: texts.Say("answer intend", i+1), Tap: p.chosen("intend", i)})
	}
	return list
}

// Refused reports whether the offender's refusals, with the refusal that the fact tells of, decide
// a claim of forfeiture.
func (t *told) Refused() bool {
	after := t.State.Apply(t.Event)
	return after.Refuses()
}

// Man names the man that a penalty selects, with the man's square.
func (t *told) Man(sq board.Square) string {
	man, ok := t.position().At(sq)
	if !ok {
		return texts.Say("the man unseen", square(sq, t.position().SideToMove(), t.notation))
	}
	return texts.Say("the man", t.manOn(man, sq))
}

// SecondLetter reports whether the penalty is for a second letter for a turn (II.6(d)).
func (t *told) SecondLetter() bool { return t.State.Offence != nil && t.State.Offence.Second }

// Corrected reports whether the offender has sent a legal move since, which stands (II.6(c)).
func (t *told) Corrected() bool {
	return t.State.Offence != nil && !t.State.Offence.Later && t.State.Phase != game.OffenceOpen && t.State.Phase != game.PenaltyDue
}

// Offending reports whether the reader is the side whose penalty is open.
func (t *told) Offending() bool { return t.State.Offence != nil && t.State.Offence.By == t.Reader.Side }

// Offender is the side whose penalty is open.
func (t *told) Offender() string {
	if t.State.Offence == nil {
		return t.ToMove()
	}
	return sideName(t.State.Offence.By)
}

// OffenceWas says, to the offender, what the penalty is for.
func (t *told) OffenceWas() string {
	if t.SecondLetter() {
		return texts.Say("offence second", t.OffenceWords(), t.code.Recall)
	}
	return texts.Say("offence illegal", t.OffenceWords())
}

// OffenceWords are the words for which a penalty is open or due.
func (t *told) OffenceWords() string {
	if t.State.Offence == nil {
		return ""
	}
	return t.As(t.State.Offence.Words)
}

// Demand is what a penalty that is due requires: "move the King".
func (t *told) Demand() string {
	d, _ := t.State.Discharge()
	switch own := t.ownChoice(&t.State); {
	case own != "":
		return texts.Say("demand move", own)
	case d.Move != 0:
		return texts.Say("demand move", t.either(d.Move))
	case d.Take != 0:
		return texts.Say("demand take", t.aimedAt(d.Take))
	}
	return texts.Say("demand king")
}

// Demand is what the penalty that is due requires as the game stands, for a letter that is about no
// event.
func (p *gamePage) Demand() string { return (&told{gamePage: p, State: p.State}).Demand() }

// demandShortly is the demand in a subject that has no room for the men.
func (p *gamePage) demandShortly() string {
	if d, _ := p.State.Discharge(); d.Move == 0 && d.Take != 0 {
		return texts.Say("demand taken of them")
	}
	return texts.Say("demand one of them")
}

// RightOpen reports whether a penalty may be exacted in the turn after an offence, and no fact of
// the letter says so.
func (p *gamePage) RightOpen() bool {
	o := p.State.Offence
	says := func(t told) bool {
		f, _ := t.Fact.(game.Played)
		return f.Correction || o.Later && t.name() == "Restored"
	}
	return o != nil && (p.State.Phase == game.AwaitMove || p.State.Held != nil) && p.State.Exactable(o.By.Other()) && p.State.Stays() == nil &&
		(p.Chooses() || !p.NothingCompelled()) && !slices.ContainsFunc(p.told, says)
}

// StillExactable reports whether the penalty, in the game as the letter leaves it, has not been
// exacted and could compel something.
func (t *told) StillExactable() bool {
	o := t.gamePage.State.Offence
	return o != nil && !o.Exacted && (t.gamePage.Chooses() || !t.gamePage.NothingCompelled())
}

// DuePenalty tells the offender which penalty is due; it returns "" in a letter whose first words
// are of the penalty (II.9(e)).
func (p *gamePage) DuePenalty() string {
	if p.State.Phase != game.PenaltyDue || p.State.Offence.By != p.Reader.Side {
		return ""
	}
	if t := p.main(); t != nil {
		refused, _ := t.Fact.(game.Refused)
		if _, exacts := t.Fact.(game.Exacted); exacts || refused.Why == game.NotComplying {
			return ""
		}
	}
	if p.HasSealed() {
		return texts.Say("penalty sealed", p.ThePenalty(), p.Demand())
	}
	return texts.Say("penalty due", p.Penalty(), p.Demand())
}

// Barred names the move that the reader may not make again in the turn that is due, with the
// provision, or nothing where there is none, where it is the only legal move, or where the letter
// tells of it or lists the moves that may be made.
func (p *gamePage) Barred() string {
	m, law, barred := p.State.Barred()
	if !barred || p.State.OnlyBarred() || p.State.Phase == game.PenaltyDue || p.Blindfold() || !p.MayMove() || p.Listed("Retracted") {
		return ""
	}
	return texts.Say("another than", number(&p.State.Position)+" "+move(&p.State, &p.State.Position, m, "", p.notation), law)
}

// Required is what the receiver of a false move requires with the fact (S-Reg VIII).
func (t *told) Required() string {
	f, exacts := t.Fact.(game.Exacted)
	if _, chooses := t.State.Requirements(); !exacts || !chooses {
		return ""
	}
	after := told{gamePage: t.gamePage, State: t.State.Apply(t.Event), Event: t.Event}
	if len(f.Take) > 0 {
		return texts.Say("demand any mover", after.Demand())
	}
	return texts.Say("demand any square", after.Demand())
}

// either names men, any of which will do.
func (t *told) either(men board.Squares) string {
	var names []string
	for square := range men.All() {
		names = append(names, t.Man(square))
	}
	return texts.Either(names)
}

// aimedAt names men of whom any one must be taken. The side that takes reads the squares as its
// moves count them.
func (t *told) aimedAt(men board.Squares) string {
	if t.Reader.Side != t.position().SideToMove() {
		return t.either(men)
	}
	var names []string
	for on := range men.All() {
		man, _ := t.position().At(on)
		names = append(names, texts.Say("the man", texts.Say("man on", kindName(man.Kind), square(on, t.Reader.Side, t.notation))))
	}
	return texts.Either(names)
}

// Meaning is the number of the choice that a side's further words for its doubtful move express,
// where it may still state what it meant; 0: none.
func (t *told) Meaning() int {
	refused, _ := t.Fact.(game.Refused)
	s := &t.State
	if !slices.Contains(s.Rights(t.Reader.Side), interpret.KindIntend) || s.PairsHeld() {
		return 0
	}
	var words []notation.Move
	for _, st := range stated.MovesIn(refused.Words) {
		words = append(words, st.Moves...)
	}
	read := game.Read(s, &s.Position, words)
	if len(read.Moves) != 1 {
		return 0
	}
	return 1 + slices.IndexFunc(s.Choices(), func(c line.Choice) bool { return c.Move == read.Moves[0] })
}
