package templates

import "fmt"

// Consulting reports whether the reader's side is of several players.
func (p *gamePage) Consulting() bool { return p.State.Consults(p.Reader.Side) }

// Sides says, in the first letter, what it is to play in consultation; "" where
// each side is one player.
func (p *gamePage) Sides() string {
	if p.State.Consultation == nil {
		return ""
	}
	binds := fmt.Sprintf("What one member of a side writes is written by the side (%s), and two moves for one turn are two moves of the side, of which the other may adopt either (%s).",
		p.code.Consults, p.code.Multiple)
	if !p.Consulting() {
		return p.Opponent() + " plays in consultation. " + binds
	}
	return "Your side, " + p.Names[p.Reader.Side] + ", plays in consultation: each of you has every letter, with a key of your own, and may answer it. " + binds
}
