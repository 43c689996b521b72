package postgres

import (
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"corrd/store"
)

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
