package templates

import (
	"fmt"
	"slices"
	"strings"

	"corrd/game"
	"corrd/game/board"
)

// NewKeys is the reason for which the letter has another reply address than the letters before; ""
// where the address is the same.
func (p *gamePage) NewKeys() game.Leak {
	if p.Reader.OnCard {
		return "" // a card has no reply address
	}
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

// NameOf is the name of a player whom an event names.
func (p *gamePage) NameOf(player int64) string { return p.People[player] }

// SideName is "White" or "Black".
func (p *gamePage) SideName(side board.Side) string { return sideName(side) }

// TakesOver reports whether the seat that changes hands becomes the reader's.
func (t *told) TakesOver() bool {
	f, ok := t.Fact.(game.Replaced)
	return ok && f.Side == t.Reader.Side && f.Member == t.Reader.Member
}

// party names who did what an event says: of a side in consultation also the
// member who wrote, as in "White (Carol)".
func (p *gamePage) party(e game.Event) string {
	name := partyName(e.By)
	if side, ok := e.By.Side(); ok {
		return p.signed(name, side, e)
	}
	return name
}

// signed adds, to the name of a side in consultation, the member who wrote the letter that an event
// came of.
func (p *gamePage) signed(name string, side board.Side, e game.Event) string {
	if who := p.writer(side, e); who != "" {
		return fmt.Sprintf("%s (%s)", name, strings.ReplaceAll(who, " ", noBreak))
	}
	return name
}

// writer is the member of a side in consultation who wrote the letter that an event came of; ""
// where no member of the side wrote the letter.
func (p *gamePage) writer(side board.Side, e game.Event) string {
	writer := p.Writers[e.Letter]
	if !p.State.Consults(side) || !slices.Contains(p.State.Members(side), writer) {
		return ""
	}
	return p.People[writer]
}

// NoteBy names who wrote the note.
func (p *gamePage) NoteBy() string {
	for _, e := range slices.Backward(p.Events) {
		if by, ok := e.By.Side(); ok && by != p.Reader.Side {
			return p.signed(p.Opponent(), by, e)
		}
	}
	return p.Opponent()
}

// Spokesman is the other member of the reader's side who wrote what the letter tells of; "" where
// the reader wrote those words, or nobody of the side did.
func (p *gamePage) Spokesman() string {
	for _, e := range p.Events {
		if by, ok := e.By.Side(); ok && by == p.Reader.Side {
			if who := p.writer(by, e); who != p.Reader.Name {
				return who
			}
		}
	}
	return ""
}
