package clerk

import (
	"corrd/cmd/internal/players"
	"corrd/game/play"
	"corrd/interpret"
	"corrd/store"
	"corrd/templates"
)

// leaveEverywhere takes leave for a player in all their games at once, and tells them in one letter
// what has come of it.
func (d *taking) leaveEverywhere(p store.Player, st interpret.Statement) error {
	if !d.Proven() {
		return d.Reply("refused", templates.Data{Topic: templates.NotProven}, store.Returned, "identity")
	}
	days := play.LeaveDays(st.Words)
	if days == 0 {
		return d.Reply("asked", templates.Data{Topic: templates.LeaveEverywhere, Name: p.Name, Words: st.Text, Reason: "length"}, store.Returned, "leave: how long?")
	}
	today := players.TallyLeaves.By(p.ID, d.Tx.Now())
	if taken, err := d.Tx.Count(today); err != nil || taken > 0 { // the letter may be a copy of the one that took it
		if err != nil {
			return err
		}
		return d.Reply("refused", templates.Data{Topic: templates.LeaveEverywhere, Name: p.Name, Reason: "today"}, store.Returned, "leave: taken today")
	}
	data, err := players.LeaveEverywhere(d.Tx, d.Ledger, d.watch.UpToDate, p, days, d.By())
	if err != nil {
		return err
	}
	if len(data.Lines) == 0 {
		return d.Reply("refused", data, store.Returned, "leave: none")
	}
	if err := d.Tx.AddCount(today, 1); err != nil {
		return err
	}
	return d.Acknowledge("office", data, store.Acted, "leave everywhere")
}
