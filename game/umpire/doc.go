// Package umpire is the law of the umpire's verbs. Objection gives the reason why a ruling cannot be made as a game
// stands, Completed what the ruling comes to, and Follow the events that the ruling brings about. Each verb has one
// row, in verbs. DisputeObjection gives the reason why something cannot be done about a dispute.
//
// The package is pure. It must not know who the umpire is, how a ruling was given, nor what comes of the events that
// follow from a ruling (package play adds them to a game).
package umpire
