package templates

import (
	"cmp"
	"slices"
	"strings"

	"corrd/game"
	"corrd/game/carrier"
	"corrd/game/codes"
	"corrd/game/terms"
)

// glossary says what a term comes to in a game, where its words alone do not. The
// terms stand as terms.Terms.Lines writes them.
var glossary = [...]struct{ term, says string }{
	{"notation descriptive", "moves are written as in P-K4"},
	{"errors law", "words that express no legal move may cost a penalty"},
	{"errors courteous-first", "each side's first letter without a legal move is returned in private"},
	{"errors courteous", "the first letter of each turn without a legal move is returned in private"},
	{"assistance law", "books and other means as the code allows them"},
	{"assistance any-means", "any means in every turn, but no help from another player"},
	{"assistance bound", "no books and no other help in any turn"},
	{"late forfeit", "who oversteps the time loses the game"},
	{"late fine", "who oversteps the time is fined as the umpire says, and the game goes on"},
	{"late umpire", "when the time is overstepped the umpire says what follows"},
	{"first move law", "who begins is as the code has it"},
	{"conditionals shown", "the opponent reads them when they are sent"},
	{"conditionals sealed", "the opponent does not read them before they are arrived at"},
	{"check law", "whether it must be announced is as the code has it"},
	{"check announced", "whoever gives check must say so, as the code has it"},
	{"check unannounced", "whoever gives check need not say so"},
	{"board diagram", "the letters show the position"},
	{"board blindfold", "no letter shows the position"},
	{"umpire server", "whoever keeps this server"},
	{"position array", "the usual one"},
}

// gloss is a term of a game, and what it comes to.
func gloss(t terms.Terms, term string) string {
	key, value, _ := strings.Cut(term, " ")
	switch {
	case key == "code":
		return term + ": " + game.State{Terms: t}.Code().Title
	case key == "annex":
		if annex, ok := codes.ByID(value); ok {
			return term + ": what the code does not say is as " + annex.Title + " has it"
		}
	case key == "leave" && value != "none":
		return term + ": for so long each side may let its clock stand"
	}
	for _, g := range glossary {
		if g.term == term {
			return term + ": " + g.says
		}
	}
	return term
}

// termLines are the terms of a game, each with what it comes to.
func termLines(t terms.Terms) []string {
	lines := t.Lines()
	for i, term := range lines {
		lines[i] = gloss(t, term)
	}
	return lines
}

// Changes are the terms that are proposed or agreed on and differ from what held before
// the fact, each with what that was.
func (t *told) Changes(agreed *terms.Terms) []string {
	if agreed == nil {
		return nil
	}
	held := t.State.Terms.Lines()
	var changed []string
	for i, term := range agreed.Lines() {
		if term == held[i] {
			continue
		}
		key, was, _ := strings.Cut(held[i], " ")
		if key == "first" {
			was = strings.TrimPrefix(was, "move ")
		}
		changed = append(changed, phrase("term changed", term, was))
	}
	return changed
}

// mainTerms are the terms of a game that players ask for, in sentences, and those that
// are not what is usual, each with what it comes to.
func mainTerms(t terms.Terms) []string {
	lines := []string{timeOf(t), notationOf(t), lawOf(t)}
	usual := terms.Default()
	told := []string{"code", "time", "notation", "errors", "late", "colour"}
	for _, term := range t.Lines() {
		key, _, _ := strings.Cut(term, " ")
		switch {
		case slices.Contains(told, key), slices.Contains(usual.Lines(), term), strings.HasPrefix(key, t.Medium+"."), term == "excess none":
		case key == "medium":
			lines = append(lines, carriageOf(t))
		default:
			lines = append(lines, gloss(t, term))
		}
	}
	return lines
}

// carriageOf says how what the sides communicate travels, with the settings of its carrier
// in the order of carrier.Keys.
func carriageOf(t terms.Terms) string {
	settings := t.Carriers()
	var agreed []any
	for _, key := range carrier.Keys() {
		if strings.HasPrefix(key, settings.Medium+".") {
			agreed = append(agreed, settings.Value(key))
		}
	}
	return phrase("carriage "+settings.Medium, agreed...)
}

// timeOf says how much time there is for moves, and what follows where it is overstepped.
func timeOf(t terms.Terms) string {
	late := phrase("late " + cmp.Or(t.Late, "forfeit"))
	switch {
	case t.Time.Per == 0:
		return phrase("time none")
	case t.Time.Each:
		return phrase("time each", span(t.Time.Per), late)
	case t.Time.Then > 0 || t.Time.Until != "":
		return phrase("time session", t.Time.String(), late)
	}
	return phrase("time moves", span(t.Time.Per), moves(t.Time.Moves), late)
}

// notationOf says how moves are written.
func notationOf(t terms.Terms) string {
	if len(t.Notation) == 0 || slices.Equal(t.Notation, terms.Default().Notation) {
		return phrase("notation old")
	}
	return phrase("notation named", List(t.Notation))
}

// lawOf names the code of laws, and what becomes of words that express no legal move.
func lawOf(t terms.Terms) string {
	return game.State{Terms: t}.Code().Title + ": " + phrase("errors "+cmp.Or(t.Errors, "law"))
}

// Codes names the codes of laws that can be played.
func (p *officePage) Codes() string { return strings.Join(terms.Codes, ", ") }

// Glossary are the terms that are words, each with what it comes to.
func (p *officePage) Glossary() []string {
	var lines []string
	for _, g := range glossary {
		lines = append(lines, g.term+": "+g.says)
	}
	return lines
}
