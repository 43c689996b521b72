package ledger

import (
	"slices"
	"time"

	"corrd/game"
	"corrd/store"
)

// numberDisputes compares two states of a game, gives a number to each dispute that was opened
// between them, and notes which disputes were closed.
func numberDisputes(tx store.Tx, before, after game.State) error {
	open := after.Disputes()
	bySeq := func(a, b game.Dispute) bool { return a.Seq == b.Seq }
	if slices.EqualFunc(before.Disputes(), open, bySeq) {
		return nil
	}
	known, err := tx.DisputesOf(after.ID)
	if err != nil {
		return err
	}
	for _, d := range known {
		waits := slices.ContainsFunc(open, func(o game.Dispute) bool { return o.Seq == d.Event })
		switch {
		case !waits && d.Closed.IsZero():
			d.Closed, d.Ended = after.LastEvent, after.Seq
		case waits && !d.Closed.IsZero(): // the ruling on the dispute has been undone
			d.Closed, d.Ended = time.Time{}, 0
		default:
			continue
		}
		if err := tx.PutDispute(&d); err != nil {
			return err
		}
	}
	for _, o := range open {
		if slices.ContainsFunc(known, func(d store.Dispute) bool { return d.Event == o.Seq }) {
			continue
		}
		d := store.Dispute{Game: after.ID, Event: o.Seq, Ground: string(o.Ground), By: o.By.String(), Opened: o.At}
		if err := tx.PutDispute(&d); err != nil {
			return err
		}
	}
	return nil
}

// DisputeOf returns the number of the dispute that an event of a game opened, and 0 if the event
// opened none.
func DisputeOf(v store.View, id, event int64) (int64, error) {
	known, err := v.DisputesOf(id)
	for _, d := range known {
		if d.Event == event {
			return d.ID, err
		}
	}
	return 0, err
}

// ReportKind is the kind of letter in which a mail server reports what became of a letter from
// corrd.
const ReportKind = "report"
