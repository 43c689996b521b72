package postgres

import (
	"time"

	"github.com/jackc/pgx/v5"

	"corrd/store"
)

// beginBriefly begins a transaction of one or two statements that lock the rows they change, at a
// time when no transaction that writes sees those rows.
const beginBriefly = "begin isolation level read committed; lock table gate in row exclusive mode"

// briefly runs f in such a transaction.
func (d *db) briefly(f func(u *update) error) error {
	if d.options.ReadOnly {
		return errOpenedToRead
	}
	if err := d.enter(); err != nil {
		return err
	}
	defer d.using.Done()
	conn, now, err := d.acquire(beginBriefly)
	if err != nil {
		return err
	}
	defer release(conn)
	u := &update{view: view{db: d, conn: conn, now: now}}
	if err := f(u); err != nil {
		return err
	}
	u.exec("commit")
	return u.flush()
}

// claimable chooses the rows that may be sent at $1, and that no daemon but $2 has claimed.
const claimable = first + ` and coalesce(r.next, '-infinity') <= $1
	and (r.claimed_by is null or r.claimed_by = $2
		or not exists (select from leases where name = 'node/' || r.claimed_by and until > $1))`

// nextClaim gives the time at which another row may be claimed: when the first row falls due that
// is not due yet, or when the lease of another daemon ends that has claimed a row.
const nextClaim = `
	select min(at) from (
		(select coalesce(r.next, '-infinity') as at from outbox as r
			where ` + first + ` and coalesce(r.next, '-infinity') > $1
			order by coalesce(r.next, '-infinity') limit 1)
		union all
		select greatest(coalesce(r.next, '-infinity'), l.until)
			from outbox as r join leases as l on l.name = 'node/' || r.claimed_by and l.until > $1
			where r.claimed_by is not null and r.claimed_by <> $2 and ` + first + `) as others`

// Claim claims the rows that are due; see store.Store.
func (d *db) Claim(by string, max int) (ids []int64, next time.Time, err error) {
	err = d.briefly(func(u *update) (err error) {
		due := "select r.id, coalesce(r.next, '-infinity') as at from outbox as r where " + claimable + " order by at, r.id limit $3"
		if by == "" {
			ids, err = u.ids("select id from ("+due+") as due", u.now, by, limit(max))
		} else {
			ids, err = u.ids(`
				with due as (`+due+` for update of r skip locked),
				claimed as (update outbox as o set claimed_by = $2 from due where o.id = due.id and o.claimed_by is distinct from $2)
				select id from due order by at, id`, u.now, by, limit(max))
		}
		if err != nil || len(ids) >= max {
			return err
		}
		_, err = u.row(nextClaim, []any{u.now, by}, &timeTo{&next})
		return err
	})
	return ids, next, err
}

// Lease gives, renews or takes back a lease; see store.Store.
func (d *db) Lease(name, by, note string, term time.Duration) (lease store.Lease, err error) {
	err = d.briefly(func(u *update) error {
		if term > 0 {
			u.exec(`insert into leases values ($1, $2, $3, $4)
				on conflict (name) do update set holder = excluded.holder, note = excluded.note, until = excluded.until
				where leases.holder = excluded.holder or leases.until <= $5`, spell(name), spell(by), spell(note), u.now.Add(term), u.now)
		} else {
			u.exec("delete from leases where name = $1 and holder = $2", spell(name), spell(by))
		}
		all, err := u.leases("where name = $1", spell(name))
		if len(all) > 0 {
			lease = all[0]
		}
		return err
	})
	return lease, err
}

// Leases lists the leases by name.
func (v *view) Leases() ([]store.Lease, error) { return v.leases("order by name") }

func (v *view) leases(condition string, args ...any) (all []store.Lease, err error) {
	err = v.query(func(rows pgx.Rows) error {
		var l store.Lease
		err := rows.Scan(&textTo[string]{&l.Name}, &textTo[string]{&l.By}, &textTo[string]{&l.Note}, &timeTo{&l.Until})
		all = append(all, l)
		return err
	}, "select name, holder, note, until from leases "+condition, args...)
	return all, err
}

// Claims lists by number the rows that are claimed.
func (v *view) Claims() (all []store.Claim, err error) {
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
	u.exec("update outbox set claimed_by = null where id = $1 and claimed_by is not null", row)
	return nil
}
