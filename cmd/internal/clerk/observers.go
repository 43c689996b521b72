package clerk

import (
	"strconv"

	"corrd/cmd/internal/observe"
	"corrd/interpret"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

// observes has a player watch a game of others, or watch one or all no more.
func (d *taking) observes(p store.Player, st interpret.Statement) error {
	if !d.Proven() {
		return d.Reply("refused", templates.Data{Topic: templates.NotProven}, store.Returned, "identity")
	}
	d.Player = &p
	id, _ := strconv.ParseInt(st.Words, 10, 64)
	if st.Kind == interpret.KindUnwatch {
		ended, err := observe.Unwatch(d.Tx, &p, id)
		if err != nil {
			return err
		}
		return d.Office(templates.Data{Topic: templates.Unwatched, Name: p.Name, Games: ended})
	}
	now, why, err := observe.Watch(d.Tx, &p, id)
	switch {
	case err != nil:
		return err
	case why != "":
		return d.Reply("refused", templates.Data{Topic: templates.Unwatched, Number: id, Name: p.Name, Reason: texts.InLetter(why)}, store.Returned, "watch: refused")
	}
	data, err := now.Data(d.Tx, id, d.Ledger.ZoneOf(p))
	if err != nil {
		return err
	}
	return d.Office(data)
}
