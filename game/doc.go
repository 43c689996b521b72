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
// how anything is stored, nor what follows from an act.
//
// ARCHITECTURE.md lists the packages of a game, each resting on those before it.
//
// The files by subject:
//
//	a game             state.go, event.go, apply.go, before.go; asked about: view.go, rights.go
//	the players        party.go, consultation.go, match.go, replace.go; who may write: keys.go; men left out: forgotten.go
//	a letter           letter.go, surplus.go, question.go, why.go
//	moves              pairs.go, firstturn.go, intention.go, annul.go; as written: sign.go
//	moves to come      series.go
//	an offence         offence.go, falsemove.go; check that is not announced: check.go
//	consent and claims consent.go, claim.go, count.go, prove.go; the end: result.go
//	on the way         transit.go, realcard.go, certificate.go, journey.go
//	time               due.go, pause.go, session.go, seal.go, late.go, mailbox.go
//	the umpire         dispute.go, powers.go, ruling.go, applyruling.go, returns.go, prove.go
package game
