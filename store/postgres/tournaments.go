package postgres

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

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
	if s, err = t.Append(u.LetterOf, events...); err != nil {
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

// briefly carries out statements that lock the rows they change, and that need no other lock, in a
// transaction of one exchange and of a level of isolation.
func (d *db) briefly(level string, statements ...statement) error {
	if d.options.ReadOnly {
		return errOpenedToRead
	}
	if err := d.enter(); err != nil {
		return err
	}
	defer d.using.Done()
	v := &view{db: d, opening: func() []statement {
		return []statement{{sql: "begin isolation level " + level}, {sql: "lock table gate in row exclusive mode"}}
	}}
	err := v.ask(append(statements, statement{sql: "commit"})...)
	if v.conn != nil {
		release(v.conn)
	}
	return err
}

// The levels of isolation of a transaction of one exchange: each statement sees what was committed
// before it, or all see what was committed before the first.
const (
	committed  = "read committed"
	repeatable = "repeatable read"
)

// now is the time of a transaction of one exchange; $1 is what the options say, or null.
const now = "(select coalesce($1::timestamptz, clock_timestamp()))"

// given is the time that the options give, or nil if the database does.
func (d *db) given() any { return orNull(d.set()) }

// Lease returns, renews or takes back a lease; see store.Store. The error is ErrNewer where a newer
// corrd has changed the tables meanwhile.
func (d *db) Lease(name, by, note string, term time.Duration) (lease store.Lease, err error) {
	change := statement{sql: "delete from leases where name = $1 and holder = $2", args: []any{spell(name), spell(by)}}
	if term > 0 {
		change = statement{sql: `insert into leases values ($2, $3, $4, ` + now + ` + $5::bigint * interval '1 microsecond')
			on conflict (name) do update set holder = excluded.holder, note = excluded.note, until = excluded.until
			where leases.holder = excluded.holder or leases.until <= ` + now, args: []any{d.given(), spell(name), spell(by), spell(note), term.Microseconds()}}
	}
	known, number := len(files()), 0
	schema := statement{sql: "select coalesce(max(number), 0) from schema_migrations", each: func(rows pgx.Rows) error { return rows.Scan(&number) }}
	err = d.briefly(committed, schema, change, statement{sql: leases + "where name = $1", args: []any{spell(name)}, each: func(rows pgx.Rows) error { return scanLease(rows, &lease) }})
	if err == nil && number > known {
		err = fmt.Errorf("%w: its schema became number %d while this daemon ran, which knows up to %d: use the newer corrd", store.ErrNewer, number, known)
	}
	return lease, err
}

// Leases lists the leases by name.
func (v *view) Leases() (all []store.Lease, err error) {
	v.wholly()
	err = v.query(func(rows pgx.Rows) error {
		var l store.Lease
		err := scanLease(rows, &l)
		all = append(all, l)
		return err
	}, leases+"order by name")
	return all, err
}

const leases = "select name, holder, note, until from leases "

func scanLease(rows pgx.Rows, l *store.Lease) error {
	return rows.Scan(&textTo[string]{&l.Name}, &textTo[string]{&l.By}, &textTo[string]{&l.Note}, &timeTo{&l.Until})
}
