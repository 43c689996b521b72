package tournaments

import (
	"slices"

	"corrd/cmd/internal/ledger"
	"corrd/game/tournament"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

// across returns who plays against a seat in a game of it.
func across(v store.View, s tournament.State, seat int, g tournament.Game) (store.Player, error) {
	return v.Player(s.Seats[g.White+g.Black-seat].Player())
}

// lined returns a line for each of some games of a seat: its number, the seat's side, and against
// whom.
func lined(v store.View, s tournament.State, seat int, games []tournament.Game) (lines []string, err error) {
	for _, g := range games {
		opponent, err := across(v, s, seat, g)
		if err != nil {
			return nil, err
		}
		lines = append(lines, texts.Say("begun with", g.ID, g.Round, texts.Named("side", g.SideOf(seat).String()), opponent.Name))
	}
	return lines, nil
}

// Which returns the question for which of their games of an event a player of a seat has written.
func Which(v store.View, s tournament.State, seat int) (templates.Data, error) {
	p, err := v.Player(s.Seats[seat].Player())
	data := templates.Data{Topic: templates.WhichOfEvent, Number: s.ID, Event: s.Name, Name: p.Name}
	if err != nil {
		return data, err
	}
	results, err := Results(v, s)
	if err != nil {
		return data, err
	}
	running := slices.DeleteFunc(s.GamesOf(seat), func(g tournament.Game) bool { return results(g.ID) != nil })
	for _, g := range running {
		data.Games = append(data.Games, g.ID)
	}
	if data.Place, err = keyOfPlay(v, s, p.ID); err != nil {
		return data, err
	}
	data.Lines, err = lined(v, s, seat, running)
	return data, err
}

// keyOfPlay returns the generation of the key with which a player answers a letter about several
// games of an event.
func keyOfPlay(v store.View, s tournament.State, player int64) (int, error) {
	keys, err := ledger.KeysOfPlay(v, s, player)
	if err != nil {
		return 0, err
	}
	return keys[len(keys)-1], nil
}

// tellTogether writes one letter about several games of an event to a player, whose answers stand
// below lines that name the games, and notes it of each game.
func tellTogether(tx store.Tx, l *ledger.Ledger, s tournament.State, p store.Player, kind string, data templates.Data, games []tournament.Game) (err error) {
	for _, g := range games {
		data.Games = append(data.Games, g.ID)
	}
	if data.Place, err = keyOfPlay(tx, s, p.ID); err != nil {
		return err
	}
	out := l.NoticesOf(tx, p.ID)
	if err := out.Notify(kind, ledger.Mailbox(p), data); err != nil || out.Last() == 0 {
		return err
	}
	for _, g := range games {
		if err := ledger.KeepShared(tx, g.ID, out.Last()); err != nil {
			return err
		}
	}
	return nil
}
