package clerk

import (
	"encoding/json"
	"errors"
	"fmt"

	"corrd/store"
	"corrd/templates"
)

// cameBack takes what was sent to the bounce address of an outbox row (VERP). A
// report that the letter could not be delivered parks the row, for the operator
// to see; anything else there is only kept.
func (d *desk) cameBack() error {
	id, ours := d.keys.BounceRow(d.mail.Token)
	if !ours {
		return d.end(store.Ignored, "wrong key")
	}
	row, err := d.tx.Row(id)
	if errors.Is(err, store.ErrNotFound) {
		return d.end(store.Ignored, "about a letter that is not known")
	}
	if err != nil {
		return err
	}
	d.rec.Game, d.rec.Side, d.rec.Player = row.Game, row.Side, row.Player
	switch report := d.mail.DSN; {
	case report == nil:
		return d.end(store.Ignored, "no report of delivery")
	case !report.Hard():
		return d.end(store.Ignored, "delivery is not given up: "+report.Status+" "+report.Diagnostic)
	default:
		row.State, row.Error = store.Parked, "came back: "+report.Status+" "+report.Diagnostic
	}
	d.log.Warn("letter came back", "row", row.ID, "kind", row.Kind, "to", row.To, "game", row.Game, "error", row.Error)
	return firstError(d.tx.PutRow(&row), d.undelivered(d.tx, row), d.end(store.Acted, "a letter of ours came back"))
}

// undelivered tells the umpire of a letter to a player that has been parked.
func (c *Clerk) undelivered(tx store.Tx, row store.Row) error {
	if c.cfg.Umpire == "" || row.Player == 0 {
		return nil
	}
	p, err := tx.Player(row.Player)
	if err != nil {
		return err
	}
	body, err := json.Marshal(templates.Data{Topic: templates.Undelivered, Name: p.Name, Address: row.To, Words: row.Kind, Number: row.Game, Reason: row.Error})
	if err != nil {
		return err
	}
	defer wake(c.sender)
	return tx.Enqueue(&store.Row{At: tx.Now(), Kind: "office", To: c.cfg.Umpire, Data: body, Next: tx.Now(),
		MessageID: fmt.Sprintf("u%d.%d@%s", row.ID, row.Tries, c.cfg.Site.Domain)})
}
