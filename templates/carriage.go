package templates

import (
	"corrd/game"
	"corrd/game/carrier"
)

// Cards reports whether what the sides communicate goes by cards.
func (p *gamePage) Cards() bool { return p.State.Terms.Carriers().Carrier().Dates() }

// Charge gives what the communication costs that was handed in.
func (t *told) Charge() string {
	f, _ := t.Fact.(game.HandedIn)
	return carrier.Charge(f.Charge).String()
}
