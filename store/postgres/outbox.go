package postgres

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"corrd/game/board"
	"corrd/store"
)

var rows = newTable("outbox", "row",
	number("id", func(r *store.Row) *int64 { return &r.ID }),
	instant("at", func(r *store.Row) *time.Time { return &r.At }),
	text("kind", func(r *store.Row) *string { return &r.Kind }),
	texts("also", func(r *store.Row) *[]string { return &r.Also }),
	text("recipient", func(r *store.Row) *string { return &r.To }),
	number("player", func(r *store.Row) *int64 { return &r.Player }),
	number("game", func(r *store.Row) *int64 { return &r.Game }),
	number("side", func(r *store.Row) *board.Side { return &r.Side }),
	number("member", func(r *store.Row) *int { return &r.Member }),
	number("seq", func(r *store.Row) *int64 { return &r.Seq }),
	number("first", func(r *store.Row) *int64 { return &r.First }),
	number("letter", func(r *store.Row) *int64 { return &r.Letter }),
	truth("asks", func(r *store.Row) *bool { return &r.Asks }),
	text("note", func(r *store.Row) *string { return &r.Note }),
	truth("final", func(r *store.Row) *bool { return &r.Final }),
	truth("anonymous", func(r *store.Row) *bool { return &r.Null }),
	octets("data", func(r *store.Row) *[]byte { return &r.Data }),
	text("state", func(r *store.Row) *store.RowState { return &r.State }),
	number("tries", func(r *store.Row) *int { return &r.Tries }),
	instant("next", func(r *store.Row) *time.Time { return &r.Next }),
	text("error", func(r *store.Row) *string { return &r.Error }),
	text("message_id", func(r *store.Row) *string { return &r.MessageID }),
	instant("sent_at", func(r *store.Row) *time.Time { return &r.SentAt }),
	number("erased", func(r *store.Row) *int64 { return &r.Erased }),
)

func init() {
	rows.update = strings.Replace(rows.update, " where ", ", claimed_by = case "+rows.place("state")+" when 'sent' then null else claimed_by end where ", 1)
}

// Row returns a row of the outbox, or store.ErrNotFound.
func (v *view) Row(id int64) (store.Row, error) {
	v.owns(theRow(id))
	if r, known := v.memo.rows[id]; known {
		return cloneRow(r.row), nil
	}
	return rows.get(v, id)
}

// cloneRow copies a row, of which another may change the copy.
func cloneRow(r store.Row) store.Row {
	r.Also, r.Data = slices.Clone(r.Also), slices.Clone(r.Data)
	return r
}

// Signed returns the signed bytes of a row, or nil if none are stored.
func (v *view) Signed(row int64) (signed []byte, err error) {
	v.owns(theRow(row))
	kept := v.memo.rows[row]
	if !kept.read {
		if _, err := v.row("select deflated from outbox_bytes where row_id = $1", []any{row}, &kept.deflated); err != nil {
			return nil, err
		}
	}
	if kept.deflated == nil {
		return nil, nil
	}
	signed, err = v.db.Inflate(kept.deflated)
	return store.Signed(row, signed, err)
}

// RowsOf lists by number the first rows of a game, at most max.
func (v *view) RowsOf(gameID int64, max int) ([]store.Row, error) {
	v.owns(theGame(gameID))
	if all, known := v.memo.firsts[gameID]; known && (max <= len(all) || len(all) < firstRows) {
		firsts := slices.Clone(all[:min(max, len(all))])
		for i := range firsts {
			firsts[i] = cloneRow(firsts[i])
		}
		return firsts, nil
	}
	return rows.list(v, "where game = $1 and game <> 0 order by id limit $2", gameID, limit(max))
}

// Rows lists the newest rows in one of the states, at most max, newest last; no state: all.
func (v *view) Rows(max int, states ...store.RowState) ([]store.Row, error) {
	v.wholly()
	return newest(v, rows, max, states)
}

// OldestRow returns the first row in a state other than Sent, or store.ErrNotFound.
func (v *view) OldestRow(state store.RowState) (store.Row, error) { return oldest(v, rows, state) }

// first is the condition that a row is the first queued one to its address.
const first = `r.state = 'queued' and not exists (
	select from outbox as e where e.state = 'queued' and e.recipient = r.recipient and e.id < r.id)`

// Due lists at most max rows that may be sent at now, the earliest first. Only the
// first queued row of each address is listed.
func (v *view) Due(now time.Time, max int) ([]store.Row, error) {
	v.wholly()
	return rows.list(v, "where "+first+" and coalesce(r.next, '-infinity') <= $1 order by coalesce(r.next, '-infinity'), r.id limit $2", now.UTC(), limit(max))
}

// NextDue returns the earliest time at which a queued row may be sent; ok is false
// where none is queued.
func (v *view) NextDue() (at time.Time, ok bool, err error) {
	v.wholly()
	ok, err = v.row("select r.next from outbox as r where "+first+" order by coalesce(r.next, '-infinity'), r.id limit 1", nil, &timeTo{&at})
	return at, ok, err
}

// Enqueue stores a row under the next number, queued unless the row says otherwise.
func (u *update) Enqueue(r *store.Row) error {
	if r.State == "" {
		r.State = store.Queued
	}
	if err := cmp.Or(store.Fits("an address", r.To), u.nextRow(r.To, &r.ID)); err != nil {
		return err
	}
	return u.putRow(r, true)
}

// PutRow changes a row, or gives store.ErrNotFound. A row without Bytes leaves those
// that are stored.
func (u *update) PutRow(r *store.Row) error { return u.putRow(r, false) }

func (u *update) putRow(r *store.Row, fresh bool) error {
	if err := r.Addressed(); err != nil {
		return err
	}
	if r.Game != 0 {
		u.owns(theGame(r.Game))
	}
	if fresh {
		u.wrote = true
		u.draft.rows = append(u.draft.rows, cloneRow(*r))
		u.putBytes(r)
		return nil
	}
	u.owns(theRow(r.ID))
	if was, known := u.memo.rows[r.ID]; !known || was.row.Erased != r.Erased {
		u.exec("delete from outbox_bytes where row_id = $1 and exists (select from outbox where id = $1 and erased <> $2)", r.ID, r.Erased)
	}
	delete(u.memo.rows, r.ID)
	rows.put(u, r.ID, false, r)
	u.putBytes(r)
	return nil
}

// standing is the condition that a row stands as it was read, in addition to its number; see
// store.Row.Stands.
var standing = rows.further(` and (recipient, state, tries, asks, message_id, erased) = (?, ?, ?, ?, ?, ?)
	and next is not distinct from ? and sent_at is not distinct from ?`)

// ReplaceRow changes a row that stands as was; see store.Tx.
func (u *update) ReplaceRow(was, is *store.Row) error {
	if err := is.Addressed(); err != nil {
		return err
	}
	if is.Game != 0 {
		u.owns(theGame(is.Game))
	}
	u.owns(theRow(is.ID))
	delete(u.memo.rows, is.ID)
	u.change(store.ErrChanged, rows.update+standing, append(rows.args(is), spell(was.To), string(was.State), was.Tries, was.Asks,
		spell(was.MessageID), was.Erased, orNull(was.Next), orNull(was.SentAt))...)
	u.putBytes(is)
	return nil
}

// putBytes stores the signed bytes of a row, unless some are stored.
func (u *update) putBytes(r *store.Row) {
	if len(r.Bytes) > 0 {
		u.exec("insert into outbox_bytes values ($1, $2) on conflict do nothing", r.ID, u.db.Kept(r.Bytes, r.Deflated))
	}
}

// claimable chooses the rows that may be sent now, and that no daemon but $2 has claimed, but for
// some.
const claimable = `r.id <> all($4) and ` + first + ` and coalesce(r.next, '-infinity') <= ` + now + `
	and (r.claimed_by is null or r.claimed_by = $2
		or not exists (select from leases where name = 'node/' || r.claimed_by and until > ` + now + `))`

// nextClaim returns the time at which another row may be claimed: when the first row falls due that
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
// A row that is the daemon's own already is not locked: a transaction that marks what has become of
// it would wait for all that is read here. Of the others as many are locked as may be claimed, past
// those that another daemon is just claiming.
const (
	toClaim = `
		with own as (select r.id, r.game, r.letter, r.recipient, coalesce(r.next, '-infinity') as at from outbox as r
			where r.claimed_by = $2 and ` + claimable + ` order by at, r.id limit $3),
		free as (select r.id, r.game, r.letter, r.recipient, coalesce(r.next, '-infinity') as at from outbox as r
			where r.claimed_by is distinct from $2 and ` + claimable + ` order by at, r.id
			limit greatest($3 - (select count(*) from own), 0) for update of r skip locked),
		claimed as (update outbox as o set claimed_by = $2 from free where o.id = free.id returning o.id)
		select id, game, letter, recipient, set_config('corrd.claimed', (select coalesce(string_agg(id::text, ','), '') from claimed), true)
			from (select * from own union all select * from free) as due order by at, id`
	fetched    = `string_to_array(nullif(current_setting('corrd.claimed', true), ''), ',')::bigint[]`
	inGames    = `array(select distinct game from outbox where id = any(` + fetched + `))`
	answered   = `array(select letter from outbox where id = any(` + fetched + `))`
	recipients = `select player from outbox where id = any(` + fetched + `)`
)

// Claim claims the rows that are due; see store.Store. With the rows that the daemon had not
// claimed before comes what their letters are going to be written from.
func (d *db) Claim(by string, max int, but ...int64) (ids []int64, next time.Time, err error) {
	for run := 1; ; run++ {
		ids, next, err = d.claim(by, max, append([]int64{}, but...))
		if err == nil || run == runs || !passes(err) {
			return ids, next, err
		}
	}
}

func (d *db) claim(by string, max int, but []int64) (ids []int64, next time.Time, err error) {
	at, level, early := d.given(), repeatable, &view{db: d, memo: newMemo(), now: d.set()}
	about := func(rows pgx.Rows, more ...any) error {
		var id int64
		var h hint
		err := rows.Scan(append([]any{&id, &h.game, &h.letter, &textTo[string]{&h.to}}, more...)...)
		ids = append(ids, id)
		d.hintAt(id, h)
		return err
	}
	all := []statement{{sql: toClaim, args: []any{at, by, limit(max), but}, each: func(rows pgx.Rows) error { return about(rows, nil) }}}
	if by == "" {
		level = committed
		all[0] = statement{sql: "select r.id, r.game, r.letter, r.recipient from outbox as r where " + claimable + " order by coalesce(r.next, '-infinity'), r.id limit $3",
			args: []any{at, by, limit(max), but}, each: func(rows pgx.Rows) error { return about(rows) }}
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
	return []statement{v.clock("", nil), v.expectRows(true, fetched), v.expectHeads(inGames), v.expectWhole(inGames), v.expectFirsts(inGames),
		v.expectSeated(inGames, recipients), v.expectLetters(answered)}
}

// early is what came with the claim of a row.
type early struct {
	memo *memo
	now  time.Time
}

// mostEarly bounds db.early.
const mostEarly = 256

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
	if v.demand != nil || v.conn != nil || len(of.Rows) != 1 || len(of.Games)+len(of.Addresses)+len(of.Keys)+len(of.Settings)+len(of.Counts)+len(of.Kept)+len(of.Bytes)+len(of.Disputes) > 0 {
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
