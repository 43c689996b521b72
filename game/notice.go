package game

import (
	"slices"

	"corrd/game/board"
)

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

// told reports whether the letter that is answered was written when its reader
// had been told of something. Where the answer does not say which letter that
// was, the ply in its key tells; without a key it is the newest.
func (d *docket) told(n Notice) bool {
	switch {
	case d.answers != 0:
		return d.answers >= n.Seq
	case d.ply != 0:
		return d.ply >= min(n.Ply, d.KeyPly(d.by))
	}
	return true
}

// listed gives the choice that a number means in the list of the letter that is
// answered. Where that cannot be told, the number must mean one choice in every
// list there has been.
func (d *docket) listed(number int) (c Choice, why Why) {
	var meant []Choice
	for _, l := range d.listsTold() {
		if number >= 1 && number <= len(l.Moves) {
			meant = append(meant, choices(l.Moves, l.Then)[number-1])
		}
	}
	meant = sortedChoices(meant)
	switch {
	case len(meant) == 0:
		return Choice{}, NoSuchChoice
	case len(meant) > 1 || !slices.Contains(d.Choices(), meant[0]):
		return Choice{}, Superseded
	}
	return meant[0], ""
}

// lawOfChoice gives the law on which a choice that names no move held is asked about.
func (d *docket) lawOfChoice(why Why) Law {
	if why == Superseded {
		return houseConsent
	}
	return d.Held.Law
}

// listsTold gives the lists that the letter which is answered may have shown:
// the last there was when it was written, or all.
func (d *docket) listsTold() []List {
	lists := d.Held.Lists
	if d.answers == 0 {
		return lists
	}
	for i, l := range slices.Backward(lists) {
		if d.answers >= l.Seq {
			return lists[i : i+1]
		}
	}
	return nil
}

// seen gives the choices held that the letter which is answered has shown: those
// of its list or, before there was one, what was played first. Where it cannot
// be told which letter that is they are all of them.
func (d *docket) seen() []Choice {
	lists := d.listsTold()
	switch h := d.Held; {
	case d.answers == 0:
		return d.Choices()
	case len(lists) > 0:
		return choices(lists[0].Moves, lists[0].Then)
	case h.Begun != nil:
		return []Choice{{h.Begun.Move, h.First.Move}}
	case h.Came != nil:
		return []Choice{{Move: h.Came.Move}}
	case h.First != nil:
		return []Choice{{Move: h.First.Move}}
	}
	return nil
}

// Renumbered reports whether the moves held have been put to the choice in
// another list before, so that a number alone may mean two of them.
func (u *Undetermined) Renumbered() bool { return len(u.Lists) > 1 }
