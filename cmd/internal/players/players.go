// Package players keeps what corrd knows of its players: whose a name is, which addresses
// are theirs, what they may ask for in a day, whom they challenge, and who leaves. Each change is
// made in a transaction of its caller, and told to those whom the change concerns, in letters of
// the office. Package players must not know who asked for a change, nor whether they may: a letter
// asks by package registrar, the operator by package control.
//
// Its files:
//
//	names, alike      a name that is free, and whose every name is; what may be a name, and which
//	                  names are taken for one another
//	budget            how many letters there may be outside games, and how the store counts them
//	challenge         what letters, reminders and lists tell of a challenge, and whose its keys are
//	addresses, undo   addresses that come and go; a change that is undone within a week
//	cards             a card that was written by hand and entered, as a letter: evidence of its words
//	postal            players who have a postal address and no mailbox
//	removal, erasure  players who leave; all that a player wrote and was is taken away
package players
