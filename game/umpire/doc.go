// Package umpire is the law of the umpire's verbs: Objection says why a ruling cannot be made as
// a game stands, Completed what it comes to, and Follow what events it brings about. A verb has one
// row, in verbs. DisputeObjection says why nothing can be done so about a dispute.
//
// The package is pure. It must not know who the umpire is, how a ruling was given, nor what
// comes of the events that follow from one (package play has them added to a game).
package umpire
