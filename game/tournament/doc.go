// Package tournament is the log of an all-play-all event and what follows from the log: who has
// entered, who meets whom, and the table. An event is announced, entered, started, played and
// closed. The events of the log hold players and games by their numbers. A State is the fold of
// the log, and the questions about it are methods of State.
//
// The package is pure. It must not know where logs lie, what time it is, how a player enters, nor
// the words in which anything is told.
package tournament
