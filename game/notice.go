package game

import "corrd/game/board"

// Notice is the point of the log from which on a side has been told of
// something. What it answers to an older letter is no consent to it.
type Notice struct {
	Seq int64 // the number of the first event of its letter: what one letter brings about is told at one time
	Ply int   // the ply in the key of the letter that told of it
}

// List is a numbered list of moves put to the receiver's choice.
type List struct {
	Notice
	Moves []board.Move // sorted by UCI
	Then  []board.Move // as in Held
}

// notice gives the point of the log that has just been reached, for what a side
// is told there.
func (s *State) notice(to board.Side) Notice { return Notice{Seq: s.Began, Ply: s.KeyPly(to)} }

// Renumbered reports whether the moves held have been put to the choice in
// another list before, so that a number alone may mean two of them.
func (u *Undetermined) Renumbered() bool { return len(u.Lists) > 1 }
