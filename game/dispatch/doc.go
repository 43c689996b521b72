// Package dispatch says which letters the events of one transaction send: at most one to
// each player, of which kind, and whether the letter asks for a move.
//
// The package is pure. It must not know what a letter says, to which address it goes,
// nor how.
package dispatch
