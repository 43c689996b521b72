package notation

import (
	"regexp"
	"slices"
	"strings"

	"corrd/game/board"
)

// explanation is what people put behind a move to say which man moves, or which is taken: "Bxf7
// (bishop)", "BxP with the Bishop", "BxP (the pawn)".
var explanation = regexp.MustCompile(`(?i)^(.*[0-9a-z])(?: ?[(\["“]| with (?:the|my) | - )(?:(?:the|a|my|your|his|her|with|one from|one on) )*([a-z1-8' .]{1,28})[)\]"”]?[ .!]*$`)

// longestExplained is how many bytes a move with its explanation has at most.
const longestExplained = 80

// explained returns the readings of words whose end only names a man of the move, if any has that
// man.
func (m Move) explained(p *board.Position, r Rules) (res Result, ok bool) {
	if len(m.Text) > longestExplained {
		return res, false
	}
	parts := explanation.FindStringSubmatch(m.Text)
	if parts == nil {
		return res, false
	}
	side, becomes := p.SideToMove(), kindsMeant[strings.ToLower(parts[2])]
	movers, victims := Men(parts[2], p, side), Men(parts[2], p, side.Other())
	if movers|victims == 0 && becomes == board.NoKind {
		return res, false
	}
	m.Text = parts[1]
	res = m.Readings(p, r)
	foreign := func(mv board.Move) bool {
		if mv.Promotion() != board.NoKind {
			return mv.Promotion() != becomes
		}
		return (movers>>mv.From()|victims>>mv.To())&1 == 0
	}
	if len(res.Moves) > 0 {
		if res.Moves = slices.DeleteFunc(res.Moves, foreign); len(res.Moves) > 0 {
			res.conclude(true)
		}
	}
	return res, len(res.Moves) > 0 || res.Foreign != 0
}

var (
	// leading is what people write before the name of the man that they mean, and trailing what
	// they write behind it.
	leading  = regexp.MustCompile(`(?i)^(?:(?:and|then|i|we|it is|that is|it's|that's|namely|mean|meant|get|take|want|choose|pick|move|moving|play|playing|with|using|please|give me|make it|promote to|promoting to|becoming|becomes|for|pawn to|the one|a|an|my|the|new|second|another|of course)[,:]? +)+`)
	trailing = regexp.MustCompile(`(?i)[, ]+(?:of course|please|thanks|thank you|then|i mean|one)$`)
	// clauses part what is written beside a move.
	clauses = regexp.MustCompile(`[.,;:!()\[\]\n"“”]+| - `)
)

// Nearer returns the words of a move that can mean several, with a name that stands in the prose
// beside it and leaves one of them, in brackets: "Kt-K2 (king's knight)". The clause of the name
// must say nothing else. Nearer returns "" if no name does, or two differ.
func (m Move) Nearer(prose string, p *board.Position, r Rules) string {
	if len(prose) > longestExplained || len(m.Readings(p, r).Moves) < 2 {
		return ""
	}
	found, one := "", board.Move(0)
	prose = strings.Replace(prose, m.Text, "", 1)
	for _, clause := range clauses.Split(prose, -1) {
		name := strings.TrimSpace(clause)
		name = leading.ReplaceAllString(trailing.ReplaceAllString(name, "")+" ", "")
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		words := m
		words.Text = m.Text + " (" + name + ")"
		left := words.Readings(p, r).Moves
		switch {
		case len(left) != 1:
		case found != "" && left[0] != one:
			return ""
		default:
			found, one = words.Text, left[0]
		}
	}
	return found
}
