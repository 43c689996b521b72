package players

import (
	"cmp"

	"corrd/cmd/internal/ledger"
	"corrd/store"
	"corrd/templates"
)

// Remove ends the challenges of a player, and frees their addresses, each of which is told.
// The caller has found that no game of the player goes on.
func Remove(out *ledger.Notices, p *store.Player) error {
	if err := leaveChallenges(out, *p); err != nil {
		return err
	}
	was := p.Addresses
	if p.OnCards() { // nobody prints a card to who has left
		was = nil
	}
	p.Addresses, p.Postal, p.Left = nil, "", out.Tx.Now()
	if err := cmp.Or(putChanges(out.Tx, p.ID, nil), out.Tx.PutPlayer(p)); err != nil {
		return err
	}
	return out.NotifyAll("office", was, templates.Data{Topic: templates.Removed, Name: p.Name})
}

// leaveChallenges ends every challenge in which a player has a part.
func leaveChallenges(out *ledger.Notices, who store.Player) error {
	open, err := out.Tx.ChallengesOf(who.ID)
	for _, ch := range open {
		if err := leaveChallenge(out, who, ch); err != nil {
			return err
		}
	}
	return err
}

// leaveChallenge ends a challenge in which a player has a part, and tells the others who
// are registered.
func leaveChallenge(out *ledger.Notices, who store.Player, ch store.Challenge) error {
	ch.State = store.ChallengeDeclined
	topic := templates.Declined
	if ch.From == who.ID {
		ch.State, topic = store.ChallengeWithdrawn, templates.Withdrawn
	}
	others := []int64{ch.From, ch.ToID}
	for _, c := range ch.Consultants {
		others = append(others, c.Player)
	}
	for _, id := range others {
		if id == 0 || id == who.ID {
			continue
		}
		p, err := out.Tx.Player(id)
		if err != nil {
			return err
		}
		if err := out.Notify("office", ledger.Mailbox(p), templates.Data{Topic: topic, Number: ch.ID, Name: who.Name}); err != nil {
			return err
		}
	}
	return out.Tx.PutChallenge(&ch)
}
