package ledger

import (
	"slices"

	"corrd/game"
	"corrd/store"
)

// renewed puts a game that an older corrd began under the newest rules, where events have just ended
// a turn and nothing is open, no held letter either (house:31). It gives the events with the one that
// does so.
func renewed(tx store.Tx, before, after game.State, events []game.Event) ([]game.Event, game.State, error) {
	if after.LastPly() <= before.LastPly() {
		return events, after, nil
	}
	e, ok := after.Renewal()
	if !ok {
		return events, after, nil
	}
	held, err := isHeldIn(tx, after.ID)
	if held || err != nil {
		return events, after, err
	}
	after, err = tx.Append(after.ID, e)
	return append(slices.Clip(events), e), after, err
}

// isHeldIn reports whether a letter of a game waits for its sender's confirmation.
func isHeldIn(v store.View, id int64) (bool, error) {
	letters, err := v.LettersOf(id)
	return slices.ContainsFunc(letters, func(l store.Letter) bool { return l.State == store.HeldLetter }), err
}
