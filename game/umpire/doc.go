// Package umpire says what the umpire cannot do as a game stands: Objection why a ruling
// cannot be made, DisputeObjection why nothing can be done so about a dispute, each in a sentence
// for whoever asked; and Completed what a ruling comes to.
//
// The package is pure and changes nothing. It must not know who the umpire is, how a ruling
// was given, nor what follows from one (package play).
package umpire
