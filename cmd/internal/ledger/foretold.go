package ledger

import (
	"corrd/game"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// Foretold returns the letters that events would send, in the order of game.Dispatches. Each page is
// the one that the first member of a side would read, without the address that carries a key.
func Foretold(v store.View, office templates.Office, before game.State, events []game.Event) (pages []mailer.Page, err error) {
	after := before.Apply(events...)
	names, err := Names(v, after)
	if err != nil {
		return nil, err
	}
	for _, d := range game.Dispatches(before, events) {
		p, err := v.Player(after.Members(d.To)[0])
		if err != nil {
			return nil, err
		}
		page, err := templates.Game(templates.GameLetter{Kind: d.Kind, Also: d.Also, State: after, Before: before, Events: events[:d.Event+1],
			Reader: templates.Reader{Name: p.Name, Address: Mailbox(p), Side: d.To, Member: MemberNumber(after, d.To, p.ID), Settings: p.Settings},
			Names:  names, People: people(v, events), Now: v.Now(), Office: office})
		if err != nil {
			return nil, err
		}
		pages = append(pages, page)
	}
	return pages, nil
}

// people returns, by their numbers, the names of the players who lose or take a seat by some
// events.
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
