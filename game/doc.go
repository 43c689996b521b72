// Package game is the record of a game of chess played by letters under a printed code of laws.
// The package holds what has happened in a game, and answers questions about the game: whose turn
// and whose clock it is, which rights are open, what the sides have agreed, and how the game
// ended.
//
// A game is the log of its Events. State.Apply applies Events to a State, State.Deadline gives the
// one time at which something falls due next, and every other method of State is a question about
// the game. Package play decides what follows from an act; therefore a package that only reads
// games cannot decide anything in one. The laws are values (package codes), and every event
// carries the provision that it rests on.
//
// The package is pure: time is an argument. The package must not know of mail, of addresses, of
// how anything is stored, of what a letter says, of how a carrier draws a journey, nor what follows
// from an act.
//
// The methods of a State and of a Queue are those of values: a method that changes one puts new
// lists in the place of old ones and never writes into a list that a copy may share.
//
// The files by subject:
//
//	a game             state.go, event.go, apply.go, before.go; asked about: view.go, rights.go
//	the players        party.go, with sides of several players, matches, events and keys; men left out: forgotten.go
//	a letter           letter.go, why.go
//	moves              reading.go says what words express in a position; firstturn.go, intention.go;
//	                   to come: series.go
//	an offence         offence.go, falsemove.go; check that is not announced: check.go
//	consent and claims consent.go, claim.go, count.go; the end: result.go
//	on the way         queue.go has what is under way; transit.go, realcard.go, certificate.go, journey.go
//	time               due.go, standstill.go, session.go, seal.go, late.go, mailbox.go
//	the umpire         dispute.go, powers.go, ruling.go
//	letters out        dispatch.go, tells.go: which letters the events of one transaction send, at most
//	                   one to each player
package game
