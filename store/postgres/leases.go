package postgres

import (
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"corrd/store"
)

// briefly carries out statements that lock the rows they change, and that need no other lock, in a
// transaction of one exchange.
func (d *db) briefly(statements ...statement) error {
	if d.options.ReadOnly {
		return errOpenedToRead
	}
	if err := d.enter(); err != nil {
		return err
	}
	defer d.using.Done()
	v := &view{db: d, opening: func() []statement {
		return []statement{{sql: "begin isolation level read committed"}, {sql: "lock table gate in row exclusive mode"}}
	}}
	err := v.ask(append(statements, statement{sql: "commit"})...)
	if v.conn != nil {
		release(v.conn)
	}
	return err
}

// now is the time of a transaction of one exchange; $1 is what the options say, or null.
const now = "(select coalesce($1::timestamptz, clock_timestamp()))"

// given is the time that the options give, nil where the database does.
func (d *db) given() any { return orNull(d.set()) }

// claimable chooses the rows that may be sent now, and that no daemon but $2 has claimed.
const claimable = first + ` and coalesce(r.next, '-infinity') <= ` + now + `
	and (r.claimed_by is null or r.claimed_by = $2
		or not exists (select from leases where name = 'node/' || r.claimed_by and until > ` + now + `))`

// nextClaim gives the time at which another row may be claimed: when the first row falls due that
// is not due yet, or when the lease of another daemon ends that has claimed a row.
const nextClaim = `
	select min(at) from (
		(select coalesce(r.next, '-infinity') as at from outbox as r
			where ` + first + ` and coalesce(r.next, '-infinity') > ` + now + `
			order by coalesce(r.next, '-infinity') limit 1)
		union all
		select greatest(coalesce(r.next, '-infinity'), l.until)
			from outbox as r join leases as l on l.name = 'node/' || r.claimed_by and l.until > ` + now + `
			where r.claimed_by is not null and r.claimed_by <> $2 and ` + first + `) as others`

// Claim claims the rows that are due; see store.Store.
func (d *db) Claim(by string, max int) (ids []int64, next time.Time, err error) {
	due := "select r.id, r.game, r.letter, r.recipient, coalesce(r.next, '-infinity') as at from outbox as r where " + claimable + " order by at, r.id limit $3"
	sql := "select id, game, letter, recipient from (" + due + ") as due"
	if by != "" {
		sql = `
			with due as (` + due + ` for update of r skip locked),
			claimed as (update outbox as o set claimed_by = $2 from due where o.id = due.id and o.claimed_by is distinct from $2)
			select id, game, letter, recipient from due order by at, id`
	}
	at := d.given()
	err = d.briefly(statement{sql: sql, args: []any{at, by, limit(max)}, each: func(rows pgx.Rows) error {
		var id int64
		var h hint
		err := rows.Scan(&id, &h.game, &h.letter, &textTo[string]{&h.to})
		ids = append(ids, id)
		d.hintAt(id, h)
		return err
	}}, statement{sql: nextClaim, args: []any{at, by}, each: func(rows pgx.Rows) error { return rows.Scan(&timeTo{&next}) }})
	if err != nil || len(ids) >= max {
		return ids, time.Time{}, err
	}
	return ids, next, nil
}

// Lease gives, renews or takes back a lease; see store.Store. The error is ErrNewer where a newer
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
	err = d.briefly(schema, change, statement{sql: leases + "where name = $1", args: []any{spell(name)}, each: func(rows pgx.Rows) error { return scanLease(rows, &lease) }})
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

// Claims lists by number the rows that are claimed.
func (v *view) Claims() (all []store.Claim, err error) {
	v.wholly()
	err = v.query(func(rows pgx.Rows) error {
		var c store.Claim
		err := rows.Scan(&c.Row, &textTo[string]{&c.By})
		all = append(all, c)
		return err
	}, "select id, claimed_by from outbox where claimed_by is not null order by id")
	return all, err
}

// Unclaim ends the claim of a row.
func (u *update) Unclaim(row int64) error {
	u.owns(theRow(row))
	u.exec("update outbox set claimed_by = null where id = $1 and claimed_by is not null", row)
	return nil
}
