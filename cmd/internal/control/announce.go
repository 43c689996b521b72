package control

import (
	"context"
	"fmt"

	"corrd/cmd/internal/players"
	"corrd/cmd/internal/tournaments"
	"corrd/game/reason"
	"corrd/game/tournament"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

// EventAnnounce writes to each player who may enter an event and has not, once: what the conditions
// are, and how to enter. The letters go as those of a circular do.
func (r *Room) EventAnnounce(_ context.Context, a EventAct) (MessageView, error) {
	s, err := view(r, func(v store.View) (tournament.State, error) { return v.Tournament(a.Event) })
	if err != nil {
		return MessageView{}, err
	}
	c := players.Circular{Subject: fmt.Sprint("event ", s.ID), Words: s.Commitment,
		Each: func(p store.Player) templates.Data { return tournaments.Asked(r.Ledger, s, p, false) }}
	return r.circulate(c, a.Preview, func(v store.View) (to []store.Player, err error) {
		if s, err = v.Tournament(a.Event); err != nil {
			return nil, err
		}
		if !s.TakesEntries(v.Now()) {
			return nil, refuse("%s", texts.Because(reason.Because("tournament entries over", s.ID)))
		}
		all, err := v.Players()
		for _, p := range all {
			if tournaments.MayEnter(v, s, p) == "" {
				to = append(to, p)
			}
		}
		return to, err
	})
}

// askToEnter asks a player whether they accept the conditions of an event, and so enter it.
func (r *Room) askToEnter(a EventAct) (TournamentView, error) {
	defer r.Loops.Wake()
	return r.act(a, func(d tournaments.Director, s tournament.State) (tournament.State, reason.Reason, error) {
		p, err := playerFound(d.Tx, *a.Player)
		if err != nil {
			return s, "", err
		}
		if refusal := tournaments.MayEnter(d.Tx, s, p); refusal != "" {
			return s, refusal, nil
		}
		return s, "", r.Ledger.NoticesOf(d.Tx, p.ID).Notify("confirm", p.Addresses[0], tournaments.Asked(r.Ledger, s, p, true))
	})
}
