package control

import (
	"cmp"
	"encoding/hex"
	"slices"

	"corrd/cmd/internal/tournaments"
	"corrd/game"
	"corrd/game/tournament"
	"corrd/store"
)

// viewTournament shows an event.
func viewTournament(v store.View, s tournament.State) (TournamentView, error) {
	out := TournamentView{ID: s.ID, Name: s.Name, Phase: string(s.Phase), Games: s.Conditions.Games, EnterBy: s.EnterBy, Begin: s.Begin, Close: s.Close,
		LateEntry: s.LateEntry, Ties: s.Ties, Silent: s.Silent, Withdrawal: string(s.Withdrawal), Commitment: s.Commitment, Terms: s.Terms.Lines(),
		Players: []EventSeat{}, Invited: []EventSeat{}, Pairings: []PairingView{}, Log: []EventLine{}, Total: len(s.Games)}
	names := map[int64]string{}
	name := func(id int64) EventSeat {
		if p, err := v.Player(id); err == nil {
			names[id] = p.Name
		}
		return EventSeat{Player: id, Name: names[id]}
	}
	for _, id := range s.Players() {
		out.Players = append(out.Players, name(id))
	}
	for _, id := range s.Invited {
		out.Invited = append(out.Invited, name(id))
	}
	if s.Phase == tournament.Open {
		out.Total = len(s.Pairings())
	}
	results, err := tournaments.Results(v, s)
	if err != nil {
		return out, err
	}
	for _, g := range s.Games {
		one := PairingView{Round: g.Round, Game: g.ID, White: names[s.Seats[g.White].Player()], Black: names[s.Seats[g.Black].Player()], Score: string(game.Unfinished)}
		if r := results(g.ID); r != nil {
			one.Score = string(r.Score)
		}
		out.Pairings = append(out.Pairings, one)
	}
	log, err := v.TournamentLog(s.ID)
	for _, e := range log {
		data := e.Event.Fact
		if f, is := data.(tournament.Announced); is {
			f.Drawn = "" // nobody reads it before the start, whose event tells it
			data = f
		}
		out.Log = append(out.Log, EventLine{Seq: e.Seq, At: e.Event.At, By: string(e.Event.By), Kind: store.TournamentKind(e.Event.Fact), Law: e.Event.Law,
			Data: data, Hash: hex.EncodeToString(e.Hash[:])})
	}
	return out, err
}

// hideLot takes out of the preview of a start what the lot decides.
func (v *TournamentView) hideLot() {
	slices.SortFunc(v.Players, func(a, b EventSeat) int { return cmp.Compare(a.Player, b.Player) })
	v.Pairings = []PairingView{}
	v.Log = v.Log[:len(v.Log)-1]
}
