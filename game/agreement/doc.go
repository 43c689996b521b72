// Package agreement holds the terms of a game against its code of laws: for which terms the
// code has no place, what it has the players agree on beforehand, and with which position and
// which side the terms begin. Refusals are sentences for the players.
//
// The package is pure. It must not know of a game that has begun, nor who the players are.
package agreement
