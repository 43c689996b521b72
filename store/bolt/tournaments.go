package bolt

import (
	"encoding/json"
	"math"

	"corrd/game/tournament"
	"corrd/store"
)

var tournaments = &table[store.Tournament]{in: bTournaments, noun: "tournament",
	encode: func(t *store.Tournament) ([]byte, error) { return json.Marshal(t) },
	decode: func(b []byte, t *store.Tournament) error {
		if err := json.Unmarshal(b, t); err != nil {
			return err
		}
		_, err := t.State()
		return err
	},
}

// Tournament returns the state of an event, or store.ErrNotFound.
func (v *view) Tournament(id int64) (s tournament.State, err error) {
	t, err := tournaments.get(v, id)
	if err != nil {
		return s, err
	}
	return t.State()
}

// Tournaments lists all events by number.
func (v *view) Tournaments() (all []tournament.State, err error) {
	ids, err := idsOf(v.ascend(bTournaments, nil, nil), math.MaxInt)
	for _, id := range ids {
		s, err := v.Tournament(id)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, err
}

// TournamentLog returns the log of an event, or store.ErrNotFound.
func (v *view) TournamentLog(id int64) ([]store.TournamentEntry, error) {
	t, err := tournaments.get(v, id)
	if err != nil {
		return nil, err
	}
	return t.Entries()
}

// AppendTournament adds events to a log; with the number 0 the log is new.
func (u *update) AppendTournament(id int64, events ...tournament.Event) (s tournament.State, err error) {
	t, err := tournaments.open(u, &id)
	if err != nil {
		return s, err
	}
	old := t
	if t.ID == 0 {
		t.ID = id
		if t.Salts, err = u.saltsOf(-id); err != nil {
			return s, err
		}
	}
	if s, err = t.Append(u.letterOf, events...); err != nil {
		return s, err
	}
	return s, tournaments.put(u, id, &old, &t)
}

// EraseTournament erases words of a log.
func (u *update) EraseTournament(id, order int64, about func(tournament.Event) bool) error {
	t, err := tournaments.get(&u.view, id)
	if err != nil {
		return err
	}
	old := t
	if any, err := t.Erase(order, about); err != nil || !any {
		return err
	}
	return tournaments.put(u, id, &old, &t)
}
