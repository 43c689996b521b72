// Package registrar keeps the book of players and of challenges by what their letters ask: who is
// registered, under which name and at which addresses, and who leaves; who challenges whom, who
// plays on a side, and when everybody has accepted, so that the games begin. The clerk hands the
// registrar a desk.Desk, which holds one letter. The registrar must not know what happens in a
// game, nor what else a letter can be: Next tells the clerk what is left to do.
//
//	register, consent, address   names and addresses, and what confirms them
//	wayout                       the end of letters that come unasked, and of being registered
//	challenge, invitation, side  a challenge is made and sent out, to players and to strangers
//	challengeanswer, begin       a challenge is answered, withdrawn, and becomes games
package registrar

import "corrd/cmd/internal/desk"

// Registrar works on the letter that a Desk holds.
type Registrar struct{ *desk.Desk }

// At is the registrar for the letter of a Desk.
func At(d *desk.Desk) Registrar { return Registrar{d} }

// Next is what is still to be done about a letter with a key of the registrar's.
type Next uint8

// What is still to be done about a letter.
const (
	Done      Next = iota // nothing
	Unkeyed               // the letter is taken as one to the plain address, because it asks something else than its key is for
	Forgotten             // the store does not know what the key names
	Resigns               // the games of the player who leaves are resigned, and then Leave is called
)
