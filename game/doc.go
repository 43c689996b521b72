// Package game is a game of chess by mail under a printed code of laws: State.Decide
// answers an Act with events, each with its law, State.Apply folds them, and
// State.Deadline says when time next brings something about. The package knows no
// mail, no store and not what time it is.
//
// The files by the story they tell:
//
//	what is agreed     terms (a package), arrange.go, setup.go, match.go, consultation.go, party.go
//	the laws           law.go, code.go, british1899.go, american1897.go, house.go; their digests: digest.go, coverage.go
//	a game             state.go, event.go, apply.go, before.go; asked about: view.go, rights.go, notice.go
//	an act decided     act.go, decide.go, why.go
//	a letter           letter.go, rule.go, contradict.go, surplus.go, question.go; whose turn its moves are for: turn.go
//	moves              reading.go, moves.go, adopt.go, clash.go is no more; a first turn of several: firstturn.go, pairs.go
//	moves to come      series.go, foretold.go
//	an offence         offence.go, penalty.go, annul.go
//	what sides consent to, or claim   consent.go, draw.go, claim.go, prove.go, forfeit.go, result.go, oddsend.go
//	time               clock.go, pause.go, session.go, late.go, leave.go, reminder.go, outage.go, mailbox.go
//	the umpire         ruling.go, applyruling.go, replace.go, keys.go
//	letters sent       dispatch.go
package game
