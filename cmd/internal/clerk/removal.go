package clerk

import (
	"corrd/cmd/internal/ledger"
	"corrd/store"
	"corrd/templates"
)

// removePlayer ends the challenges of a player and frees their addresses, each of which
// is told.
func (d *desk) removePlayer(p *store.Player) error {
	open, err := d.tx.ChallengesOf(p.ID)
	if err != nil {
		return err
	}
	for _, ch := range open {
		if err := d.leaveChallenge(ch); err != nil {
			return err
		}
	}
	was := p.Addresses
	p.Addresses = nil
	err = firstError(d.putChanges(p.ID, nil), d.tx.PutPlayer(p))
	if err != nil {
		return err
	}
	return d.out.NotifyAll("office", was, templates.Data{Topic: templates.Removed, Name: p.Name})
}

// leaveChallenge ends a challenge in which the player of the desk has a part, and tells
// the others who are registered.
func (d *desk) leaveChallenge(ch store.Challenge) error {
	ch.State = store.ChallengeDeclined
	topic := templates.Declined
	if ch.From == d.player.ID {
		ch.State, topic = store.ChallengeWithdrawn, templates.Withdrawn
	}
	others := []int64{ch.From, ch.ToID}
	for _, c := range ch.Consultants {
		others = append(others, c.Player)
	}
	for _, id := range others {
		if id == 0 || id == d.player.ID {
			continue
		}
		p, err := d.tx.Player(id)
		if err != nil {
			return err
		}
		if err := d.out.Notify("office", ledger.Mailbox(p), templates.Data{Topic: topic, Number: ch.ID, Name: d.player.Name}); err != nil {
			return err
		}
	}
	return d.tx.PutChallenge(&ch)
}
