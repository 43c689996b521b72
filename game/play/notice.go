package play

import (
	"slices"

	"corrd/game"
	"corrd/game/codes"
	"corrd/game/line"
)

// told reports whether the reader of the letter that is answered had been told of something in it
// or earlier. If the answer does not name that letter, the ply in the answer's key tells which
// letter is answered. Without a key the newest letter is.
func (d *docket) told(n line.Notice) bool {
	switch {
	case d.answers != 0:
		return d.answers >= n.Seq
	case d.ply != 0:
		return d.ply >= min(n.Ply, d.KeyPly(d.by))
	}
	return true
}

// toldSince reports whether the other side or the umpire wrote something between a notice and the
// letter that is answered.
func (d *docket) toldSince(n line.Notice) bool { return d.ToldSince(d.by, n, d.answers) }

// listed returns the choice that a number means in the list of the letter that is answered. Where
// the answer does not show which letter that is, the number must mean one choice in every list
// there has been.
func (d *docket) listed(number int) (c line.Choice, why game.Why) {
	var meant []line.Choice
	for _, l := range d.listsTold() {
		if number >= 1 && number <= len(l.Moves) {
			meant = append(meant, line.Choices(l.Moves, l.Then)[number-1])
		}
	}
	meant = line.SortedChoices(meant)
	switch {
	case len(meant) == 0:
		return line.Choice{}, game.NoSuchChoice
	case len(meant) > 1 || !slices.Contains(d.Choices(), meant[0]):
		return line.Choice{}, game.Superseded
	}
	return meant[0], ""
}

// lawOfChoice returns the law under which corrd asks about a choice that names no held move.
func (d *docket) lawOfChoice(why game.Why) game.Law {
	if why == game.Superseded {
		return codes.HouseConsent
	}
	return d.Held.Law
}

// listsTold returns the lists that the answered letter may have shown: the last list when the
// letter was written, or all lists if the answer does not name the letter.
func (d *docket) listsTold() []line.List {
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

// seen returns the held choices that the answered letter has shown: those of its list or, before
// there was a list, the move that was played first. If the answer does not show which letter is
// answered, seen gives all choices.
func (d *docket) seen() []line.Choice {
	lists := d.listsTold()
	switch h := d.Held; {
	case d.answers == 0:
		return d.Choices()
	case len(lists) > 0:
		return line.Choices(lists[0].Moves, lists[0].Then)
	case h.Begun != nil:
		return []line.Choice{{Move: h.Begun.Move, Then: h.First.Move}}
	case h.Came != nil:
		return []line.Choice{{Move: h.Came.Move}}
	case h.First != nil:
		return []line.Choice{{Move: h.First.Move}}
	}
	return nil
}
