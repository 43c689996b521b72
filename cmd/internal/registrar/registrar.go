// Package registrar keeps the players and the challenges as letters ask: who is registered, under
// which name and at which addresses, and who leaves; who challenges whom, and who plays on a side.
// When everybody has accepted a challenge, the registrar begins its games. The clerk gives the
// registrar a desk.Desk with one letter. The registrar must not know what happens in a game, nor
// what else a letter can be: a Next tells the clerk what remains to be done.
//
//	register, consent, address   names and addresses, and what confirms them
//	admission                    newcomers about whom the secretary is asked, or whom nobody takes
//	wayout                       the end of unasked letters, and of being registered
//	challenge, invitation, side  a challenge is made and sent out, to players and to strangers
//	challengeanswer, begin       a challenge is answered or withdrawn, and its games begin
package registrar

import "corrd/cmd/internal/desk"

// Registrar works on the letter of a Desk.
type Registrar struct{ *desk.Desk }

// At returns the Registrar for the letter of a Desk.
func At(d *desk.Desk) Registrar { return Registrar{d} }

// Next says what remains to be done about a letter with a key of the registrar.
type Next uint8

// The values of Next.
const (
	Done Next = iota // nothing
	// the clerk takes the letter like one to the plain address, because the letter asks for
	// something that its key is not for
	Unkeyed
	Forgotten // the store does not know the record that the key names
	// the clerk resigns the games of the player who leaves, and then calls Leave
	Resigns
	// the clerk plays the moves of the letter, which answers the beginning of an event
	Plays
)
