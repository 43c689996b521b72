// Package transit has the communications of a game that are under way, and what is remembered
// of those that have been carried: which stopped a clock, when one arrived, what they cost.
//
// Its types are values: a method that changes one puts new lists in the place of old ones and
// never writes into a list that a copy may share.
//
// The package is pure. It must not know how a carrier draws a journey, what a communication
// says to the laws, whose clock runs, nor what follows from a delivery.
package transit
