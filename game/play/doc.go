// Package play decides what follows from an act in a game of chess by letters. An act is a letter of
// one side, time that has run out, a ruling, or a proof that was found.
//
// Decide answers an Act with events. Each event carries the provision that it rests on, which
// Decide takes from the code. Decide changes nothing; game.State.Apply applies the events. A docket
// holds what is being decided: the act, and the game after the events decided so far.
//
// The package is pure: time is an argument. The package must not know how letters are read, sent or
// kept, in which words anybody is told, nor which code is played.
//
// The files by subject. The events themselves, and what each does to a game, are in the files of
// the same names in package game:
//
//	an act             act.go, decide.go
//	a letter           letter.go, statement.go, contradict.go, surplus.go, question.go; whose turn its moves are for: turn.go
//	moves              moves.go, adopt.go, notice.go, intention.go; a first turn of several moves: firstturn.go, pairs.go
//	moves to come      series.go, foretold.go
//	an offence         offence.go, falsemove.go, penalty.go, annul.go; check that is not announced: check.go; men left out: forgotten.go
//	consent and claims consent.go, draw.go, claim.go, count.go, prove.go, forfeit.go; the end: ending.go, result.go, oddsend.go
//	on the way         transit.go, delivery.go, repeatcard.go, realcard.go, certificate.go, reflection.go
//	time               session.go, seal.go, adjourn.go, leave.go, outage.go, mailbox.go
//	the umpire         rule.go, ruling.go, dispute.go; what a code says nothing of: silence.go
//	before a game      match.go, consultation.go; who may write: keys.go
package play
