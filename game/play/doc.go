// Package play decides what follows from an act in a game of chess by letters. An act is a letter
// of one side, time that has run out, a ruling, or a proof that was found. Objection says why the
// umpire cannot make a ruling, and DisputeObjection why nothing can be done about a dispute.
//
// Decide answers an Act with events. Each event carries the provision that it rests on, which
// Decide takes from the code. Decide changes nothing; game.State.Apply applies the events. A docket
// holds what is being decided: the act, and the game after the events decided so far.
//
// The package is pure: time is an argument. The package must not know how letters are read, sent or
// kept, in which words anybody is told, who the umpire is, nor which code is played.
//
// The files by subject. The events themselves, and what each does to a game, are in the files of
// the same names in package game:
//
//	an act             act.go, decide.go
//	a letter           letter.go, statement.go, surplus.go, question.go; whose turn its moves are for: turn.go
//	moves              moves.go, adopt.go, notice.go, intention.go; a first turn of several moves: firstturn.go, pairs.go
//	moves to come      series.go
//	an offence         offence.go, falsemove.go, annul.go; check that is not announced: check.go
//	consent and claims consent.go, draw.go, claim.go, prove.go, forfeit.go; the end: ending.go
//	on the way         transit.go, delivery.go, repeatcard.go, realcard.go, certificate.go
//	time               session.go, seal.go, adjourn.go, pause.go, mailbox.go
//	the umpire         rule.go; the law of each verb: verbs.go; why a ruling cannot be made: objection.go;
//	                   what comes before the umpire, also where a code says nothing of it: dispute.go
//	before a game      match.go; who may write also stands there
package play
