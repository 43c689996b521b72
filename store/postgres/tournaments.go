package postgres

import (
	"encoding/json"

	"corrd/game/tournament"
	"corrd/store"
)

var tournaments = newTable("tournaments", "tournament",
	number("id", func(t *store.Tournament) *int64 { return &t.ID }),
	field[store.Tournament]{"log", func(t *store.Tournament) any {
		b, err := json.Marshal(t)
		if err != nil {
			panic(err) // of numbers and bytes: each has a JSON form
		}
		return string(b)
	}, func(t *store.Tournament) any { return &logTo{t} }},
)

// logTo is the destination of the log of an event.
type logTo struct{ to *store.Tournament }

// Scan implements sql.Scanner. A log that cannot be folded is an error.
func (d *logTo) Scan(value any) error {
	text, ok := value.(string)
	if !ok {
		return corrupt("the log of an event is no text")
	}
	if err := json.Unmarshal([]byte(text), d.to); err != nil {
		return corrupt("the log of an event: %v", err)
	}
	_, err := d.to.State()
	return err
}

// Tournament returns the state of an event, or store.ErrNotFound.
func (v *view) Tournament(id int64) (s tournament.State, err error) {
	v.owns(key("tournament/", id))
	t, err := tournaments.get(v, id)
	if err != nil {
		return s, err
	}
	return t.State()
}

// Tournaments lists all events by number.
func (v *view) Tournaments() (all []tournament.State, err error) {
	v.wholly()
	recs, err := tournaments.list(v, "")
	for _, t := range recs {
		s, err := t.State()
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, err
}

// TournamentLog returns the log of an event, or store.ErrNotFound.
func (v *view) TournamentLog(id int64) ([]store.TournamentEntry, error) {
	v.owns(key("tournament/", id))
	t, err := tournaments.get(v, id)
	if err != nil {
		return nil, err
	}
	return t.Entries()
}

// AppendTournament adds events to a log; with the number 0 the log is new.
func (u *update) AppendTournament(id int64, events ...tournament.Event) (s tournament.State, err error) {
	var t store.Tournament
	fresh := id == 0
	if fresh {
		if err = u.next("tournament", &t.ID); err == nil {
			t.Salts, err = u.saltsOf(-t.ID)
		}
	} else {
		u.owns(key("tournament/", id))
		t, err = tournaments.get(&u.view, id)
	}
	if err != nil {
		return s, err
	}
	if s, err = t.Append(u.letterOf, events...); err != nil {
		return s, err
	}
	tournaments.put(u, t.ID, fresh, &t)
	return s, nil
}

// EraseTournament erases words of a log.
func (u *update) EraseTournament(id, order int64, about func(tournament.Event) bool) error {
	u.owns(key("tournament/", id))
	t, err := tournaments.get(&u.view, id)
	if err != nil {
		return err
	}
	if any, err := t.Erase(order, about); err != nil || !any {
		return err
	}
	tournaments.put(u, t.ID, false, &t)
	return nil
}
