package templates

import "corrd/templates/texts"

// Consulting reports whether the reader's side is of several players.
func (p *gamePage) Consulting() bool { return p.State.Consults(p.Reader.Side) }

// Sides says, in the first letter, what consultation asks of the reader's side; "" where each side
// is one player.
func (p *gamePage) Sides() string {
	if p.State.Consultation == nil {
		return ""
	}
	binds := texts.Say("side binds", p.code.Consults, p.code.Multiple)
	if !p.Consulting() {
		return texts.Say("side theirs", p.Opponent()) + " " + binds
	}
	return texts.Say("side yours", p.Names[p.Reader.Side]) + " " + binds
}
