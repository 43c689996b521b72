package templates

import "corrd/game"

// NewKeys is why the letter has a reply address that those before it had not;
// "" where it has the same.
func (p *gamePage) NewKeys() game.Leak {
	if p.Rekeyed {
		return game.LeakCopied
	}
	for _, e := range p.Events {
		if f, ok := e.Fact.(game.Rotated); ok && f.Side == p.Reader.Side && f.Member == p.Reader.Member {
			return f.Why
		}
	}
	return ""
}
