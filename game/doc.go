// Package game is a game of chess played by letters under a printed code of
// laws: what becomes of each letter, whose turn and whose clock it is, which
// rights are open, and how the game ends.
//
// A game is the log of its Events and its State their fold. State.Decide says
// what follows from an Act, State.Apply folds an Event, State.Deadline gives the
// one time at which something falls due. The laws are values (package codes), and
// every event carries the provision it rests on, which Decide takes from the code.
//
// The package is pure: time is an argument. It knows nothing of mail, of
// addresses or of how anything is stored, and writes no letters.
//
// The files by the story they tell:
//
//	what is agreed     terms (a package), arrange.go, beforehand.go, setup.go, forgotten.go, match.go, consultation.go, party.go
//	the laws           codes (a package), house.go; what a code says nothing of: silence.go
//	a game             state.go, event.go, apply.go, line.go, before.go; asked about: view.go, rights.go, notice.go
//	an act decided     act.go, decide.go, why.go
//	a letter           letter.go, statement.go, contradict.go, surplus.go, question.go; whose turn its moves are for: turn.go
//	moves              reading.go, moves.go, adopt.go, intention.go; as written: sign.go; a first turn of several moves: firstturn.go, pairs.go
//	moves to come      series.go, foretold.go
//	an offence         offence.go, falsemove.go, penalty.go, annul.go; check that is not announced: check.go
//	consent and claims consent.go, draw.go, claim.go, count.go, prove.go, forfeit.go; the end: ending.go, result.go, oddsend.go
//	on the way         transit.go, delivery.go, repeatcard.go, certificate.go, journey.go, reflection.go
//	time               clock.go, pause.go, session.go, late.go, leave.go, reminder.go, outage.go, mailbox.go
//	the umpire         dispute.go, powers.go and verbs.go (every verb), ruling.go, rule.go, applyruling.go, returns.go, replace.go; who may write: keys.go
//	letters sent       dispatch.go, tells.go
package game
