// Package line has the moves of a game as they stand: the line of those that have been
// played, those held of which the receiver has the choice, and those that a side has
// communicated for turns to come.
//
// Its types are values: a method that changes one puts new lists in the place of old ones and
// never writes into a list that a copy may share.
//
// The package is pure. It must not know of clocks, of phases of a game, of letters, of what a
// code makes of a move, nor which code is played.
package line
