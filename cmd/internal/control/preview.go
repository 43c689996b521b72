package control

import (
	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/dispatch"
	"corrd/store"
	"corrd/templates"
)

// write fills in the texts of the letters that a ruling would send, to the first member of
// each side, without the keyed address.
func (r *Room) write(v store.View, before game.State, events []game.Event, posts []RuledPost) error {
	after := before.Apply(events...)
	names, err := ledger.Names(v, after)
	if err != nil {
		return err
	}
	for i, d := range dispatch.Of(before, events) {
		p, err := v.Player(after.Members(d.To)[0])
		if err != nil {
			return err
		}
		page, err := templates.Game(templates.GameLetter{Kind: d.Kind, Also: d.Also, State: after, Before: before, Events: events[:d.Event+1],
			Reader: templates.Reader{Name: p.Name, Address: ledger.Mailbox(p), Side: d.To, Member: ledger.MemberNumber(after, d.To, p.ID), Settings: p.Settings},
			Names:  names, People: people(v, events), Now: v.Now(), Office: r.Office})
		if err != nil {
			return err
		}
		posts[i].Subject, posts[i].Text = page.Subject, page.Text
	}
	return nil
}

// people gives the names of those who lose and take seats by events.
func people(v store.View, events []game.Event) map[int64]string {
	named := map[int64]string{}
	for _, e := range events {
		if f, ok := e.Fact.(game.Replaced); ok {
			for _, id := range []int64{f.Player, f.Was} {
				if p, err := v.Player(id); err == nil {
					named[id] = p.Name
				}
			}
		}
	}
	return named
}
