package clerk

import (
	"errors"

	"corrd/store"
)

// cameBack takes what was sent to the bounce address of an outbox row (VERP). A
// report that the letter could not be delivered parks the row, for the operator
// to see, and may stop a clock; anything else there is only kept.
func (d *desk) cameBack() error {
	id, ours := d.keys.BounceRow(d.mail.Token)
	if !ours {
		return d.end(store.Ignored, wrongKey)
	}
	row, err := d.tx.Row(id)
	if errors.Is(err, store.ErrNotFound) {
		return d.end(store.Ignored, "about a letter that is not known")
	}
	if err != nil {
		return err
	}
	d.rec.Game, d.rec.Side, d.rec.Player = row.Game, row.Side, row.Player
	if again, err := d.sameMail(); err != nil || again {
		return err
	}
	switch report := d.mail.DSN; {
	case report == nil:
		return d.end(store.Ignored, "no report of delivery")
	case report.Soft():
		return d.end(store.Ignored, "delivery is not given up: "+report.Status+" "+report.Diagnostic)
	case !report.Hard():
		return d.end(store.Ignored, "a report of delivery that does not say what became of the letter")
	default:
		row.Error = "came back: " + report.Status + " " + report.Diagnostic
	}
	d.log.Warn("letter came back", "row", row.ID, "kind", row.Kind, "to", row.To, "game", row.Game, "error", row.Error)
	if err := d.courier.Undeliverable(d.tx, row); err != nil {
		return err
	}
	return d.end(store.Acted, "a letter of ours came back")
}
