package clerk

import (
	"errors"

	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/ledger"
	"corrd/store"
)

// cameBack takes a letter to the bounce address of an outbox row (VERP). A report that the row's
// letter could not be delivered parks the row, so that the operator sees the row, and may stop a
// clock. Any other letter to a bounce address is only kept.
func (d *taking) cameBack() error {
	id, ours := d.Keys.BounceRow(d.Mail.Token)
	if !ours {
		return d.End(store.Ignored, desk.WrongKey)
	}
	row, err := d.Tx.Row(id)
	if id >= ledger.TrialRow {
		return d.End(store.Discarded, "a letter of corrd doctor's")
	}
	if errors.Is(err, store.ErrNotFound) {
		return d.End(store.Ignored, "about a letter that is not known")
	}
	if err != nil {
		return err
	}
	d.Rec.Kind = ledger.ReportKind
	d.Rec.Game, d.Rec.Side, d.Rec.Player = row.Game, row.Side, row.Player
	if again, err := d.sameMail(); err != nil || again {
		return err
	}
	switch report := d.Mail.DSN; {
	case report == nil:
		return d.End(store.Ignored, "no report of delivery")
	case report.Soft():
		return d.End(store.Ignored, "delivery is not given up: "+report.Status+" "+report.Diagnostic)
	case !report.Hard():
		return d.End(store.Ignored, "a report of delivery that does not say what became of the letter")
	case row.State == store.Parked: // whoever has the letter can send any number of reports
		return d.End(store.Ignored, "about a letter that has come back or was given up before")
	default:
		row.Error = "came back: " + report.Status + " " + report.Diagnostic
		if row.SentAt.IsZero() { // the report came before corrd had noted that the letter left
			row.SentAt = d.Rec.Received
		}
	}
	d.Log.Warn("letter came back", "row", row.ID, "kind", row.Kind, "to", row.To, "game", row.Game, "error", row.Error)
	if err := d.courier.Undeliverable(d.Tx, row); err != nil {
		return err
	}
	return d.End(store.Acted, "a letter of ours came back")
}
