package postgres

import (
	"maps"
	"time"

	"github.com/jackc/pgx/v5"

	"corrd/store"
)

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

// toClaim claims rows, and keeps in the transaction the numbers of those that the daemon had not
// claimed before; fetched are these numbers in a later statement, and inGames those of their games.
const (
	toClaim = `
		with due as (select r.id, r.game, r.letter, r.recipient, coalesce(r.next, '-infinity') as at from outbox as r where ` + claimable + `
			order by at, r.id limit $3 for update of r skip locked),
		claimed as (update outbox as o set claimed_by = $2 from due where o.id = due.id and o.claimed_by is distinct from $2 returning o.id)
		select id, game, letter, recipient, set_config('corrd.claimed', (select coalesce(string_agg(id::text, ','), '') from claimed), true)
			from due order by at, id`
	fetched    = `string_to_array(nullif(current_setting('corrd.claimed', true), ''), ',')::bigint[]`
	inGames    = `array(select distinct game from outbox where id = any(` + fetched + `))`
	answered   = `array(select letter from outbox where id = any(` + fetched + `))`
	recipients = `select player from outbox where id = any(` + fetched + `)`
)

// Claim claims the rows that are due; see store.Store. With the rows that the daemon had not claimed
// before comes what their letters are going to be written from.
func (d *db) Claim(by string, max int) (ids []int64, next time.Time, err error) {
	for run := 1; ; run++ {
		ids, next, err = d.claim(by, max)
		if err == nil || run == runs || !passes(err) {
			return ids, next, err
		}
	}
}

func (d *db) claim(by string, max int) (ids []int64, next time.Time, err error) {
	at, level, early := d.given(), repeatable, &view{db: d, memo: newMemo(), now: d.set()}
	about := func(rows pgx.Rows, more ...any) error {
		var id int64
		var h hint
		err := rows.Scan(append([]any{&id, &h.game, &h.letter, &textTo[string]{&h.to}}, more...)...)
		ids = append(ids, id)
		d.hintAt(id, h)
		return err
	}
	all := []statement{{sql: toClaim, args: []any{at, by, limit(max)}, each: func(rows pgx.Rows) error { return about(rows, nil) }}}
	if by == "" {
		level = committed
		all[0] = statement{sql: "select r.id, r.game, r.letter, r.recipient from outbox as r where " + claimable + " order by coalesce(r.next, '-infinity'), r.id limit $3",
			args: []any{at, by, limit(max)}, each: func(rows pgx.Rows) error { return about(rows) }}
	} else {
		all = append(all, early.fetch()...)
	}
	all = append(all, statement{sql: nextClaim, args: []any{at, by}, each: func(rows pgx.Rows) error { return rows.Scan(&timeTo{&next}) }})
	if err = d.briefly(level, all...); err != nil {
		return nil, time.Time{}, err
	}
	d.keepEarly(early)
	if len(ids) >= max {
		next = time.Time{}
	}
	return ids, next, nil
}

// fetch returns the statements that read what Expect reads for rows that are to be written, for the
// rows that are claimed in the same transaction.
func (v *view) fetch() []statement {
	return []statement{v.clock(""), v.expectRows(fetched), v.expectHeads(inGames), v.expectWhole(inGames), v.expectFirsts(inGames),
		v.expectSeated(inGames, recipients), v.expectLetters(answered)}
}

// early is what came with the claim of a row.
type early struct {
	memo *memo
	now  time.Time
}

// mostEarly bounds db.early.
const mostEarly = 64

// keepEarly keeps what was read of the rows that were claimed, for the Views that expect them.
func (d *db) keepEarly(v *view) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.early)+len(v.memo.rows) > mostEarly {
		clear(d.early)
	}
	for id, r := range v.memo.rows {
		m := newMemo()
		m.rows[id], m.players = r, maps.Clone(v.memo.players)
		if h, ok := v.memo.heads[r.row.Game]; ok {
			m.heads[h.id], m.firsts[h.id] = h, v.memo.firsts[h.id]
		}
		if log := v.memo.logs[r.row.Game]; log != nil {
			m.logs[r.row.Game] = log
		}
		if l, ok := v.memo.letters[r.row.Letter]; ok {
			m.letters[l.ID] = l
		}
		d.early[id] = early{m, v.now}
	}
}

// startsEarly has a View that expects one row read what came with the claim of the row, which was
// committed a moment before the View began. Each claim serves one View.
func (v *view) startsEarly(of *store.Likely) bool {
	if v.demand != nil || v.conn != nil || len(of.Rows) != 1 || len(of.Games)+len(of.Addresses)+len(of.Keys)+len(of.Settings)+len(of.Counts) > 0 {
		return false
	}
	v.db.mu.Lock()
	defer v.db.mu.Unlock()
	e, ok := v.db.early[of.Rows[0]]
	delete(v.db.early, of.Rows[0])
	if ok {
		v.memo, v.now, v.early = e.memo, e.now, true
	}
	return ok
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
