package postgres

import (
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"corrd/game"
	"corrd/store"
)

// Expect asks in one exchange for all that the transaction will probably ask for; see store.View.
func (v *view) Expect(of store.Likely) error {
	if v.startsEarly(&of) {
		return nil
	}
	answered := append(v.hinted(&of), of.Kept[store.Letters]...)
	of.Games = slices.DeleteFunc(slices.Clone(of.Games), func(id int64) bool { _, known := v.memo.heads[id]; return known })
	of.Keys = slices.DeleteFunc(slices.Clone(of.Keys), func(k store.Key) bool { _, known := v.memo.seen[k]; return known })
	v.expectLocks(&of)
	var all []statement
	if len(of.Games) > 0 {
		writes := v.demand == nil && len(of.Rows) > 0 // a letter is going to be written from the log of its game
		all = append(all, v.expectHeads(these, of.Games), v.expectEvents(of.Games, writes))
		if writes {
			for _, id := range of.Games {
				v.memo.firsts[id] = []store.Row{}
			}
			all = append(all, v.expectFirsts(these, of.Games))
		}
	}
	if len(of.Games)+len(of.Addresses) > 0 {
		all = append(all, v.expectPlayers(of.Games, of.Addresses))
	}
	if len(of.Keys) > 0 {
		all = append(all, v.expectSeen(of.Keys))
	}
	if len(of.Settings) > 0 {
		all = append(all, v.expectSettings(of.Settings))
	}
	if len(of.Counts) > 0 {
		all = append(all, v.expectCounts(of.Counts))
	}
	if len(of.Rows) > 0 {
		all = append(all, v.expectRows(v.demand == nil, these, of.Rows))
	}
	if kept := of.Kept[store.Rows]; len(kept) > 0 {
		all = append(all, v.expectRows(false, these, kept))
	}
	if len(of.Bytes) > 0 && v.demand == nil {
		all = append(all, v.expectRaw(these, of.Bytes))
	}
	if len(of.Disputes) > 0 && v.demand == nil {
		all = append(all, v.expectDisputes(of.Disputes))
	}
	if len(answered) > 0 {
		all = append(all, v.expectLetters(these, answered))
	}
	if of.Alarm && v.memo.alarm == nil {
		v.wholly()
		v.memo.alarm = &alarm{}
		all = append(all, v.expectAlarm())
	}
	if len(all) == 0 {
		return v.failed
	}
	return v.ask(all...)
}

// hint is what a row is known to be about before the row is read.
type hint struct {
	game, letter int64
	to           string
}

// mostHints bounds db.hints.
const mostHints = 10_000

// hintAt notes what a row that is going to be read is about.
func (d *db) hintAt(row int64, h hint) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.hints) >= mostHints {
		clear(d.hints)
	}
	d.hints[row] = h
}

// hinted adds to what is expected the games and the addresses of the rows, and returns the letters
// that the rows answer.
func (v *view) hinted(of *store.Likely) (answered []int64) {
	v.db.mu.Lock()
	defer v.db.mu.Unlock()
	of.Games, of.Addresses = slices.Clone(of.Games), slices.Clone(of.Addresses)
	for _, row := range of.Rows {
		h, known := v.db.hints[row]
		if known {
			of.Addresses = append(of.Addresses, h.to)
		}
		if h.game != 0 && !slices.Contains(of.Games, h.game) {
			of.Games = append(of.Games, h.game)
		}
		if h.letter != 0 && v.demand == nil { // who writes only seldom asks for the letter
			answered = append(answered, h.letter)
		}
	}
	return answered
}

// these are the numbers that an argument lists.
const these = "$1::bigint[]"

func (v *view) expectLetters(of string, args ...any) statement {
	return statement{sql: "select " + letters.columns + " from letters where id = any(" + of + ")", args: args, each: func(rows pgx.Rows) error {
		var l store.Letter
		err := letters.scan(rows, &l)
		v.memo.letters[l.ID] = l
		return err
	}}
}

// mostRaw bounds the bytes of letters that one statement brings.
const mostRaw = 4 << 20

// expectRaw asks for the bytes of letters as they lie, of the first of them where there are many.
func (v *view) expectRaw(of string, args ...any) statement {
	return statement{sql: fmt.Sprintf(`select letter, deflated from (select letter, deflated, sum(octet_length(deflated)) over (order by letter) as octets
		from raw where letter = any(%s)) as r where octets <= %d`, of, mostRaw), args: args, each: func(rows pgx.Rows) error {
		var letter int64
		var deflated []byte
		err := rows.Scan(&letter, &deflated)
		v.memo.raw[letter] = deflated
		return err
	}}
}

// expectDisputes asks for the disputes about games.
func (v *view) expectDisputes(ids []int64) statement {
	for _, id := range ids {
		v.memo.disputes[id] = nil
	}
	return statement{sql: "select " + disputes.columns + " from disputes where game = any($1::bigint[]) and game <> 0 order by id", args: []any{ids}, each: func(rows pgx.Rows) error {
		var d store.Dispute
		err := disputes.scan(rows, &d)
		v.memo.disputes[d.Game] = append(v.memo.disputes[d.Game], d)
		return err
	}}
}

// expectFirsts asks for the first rows of games.
func (v *view) expectFirsts(of string, args ...any) statement {
	return statement{sql: fmt.Sprintf("select %s from unnest(%s) as of(this), lateral (select * from outbox where game = this and game <> 0 order by id limit %d) as r order by id",
		rows.columns, of, firstRows), args: args, each: func(result pgx.Rows) error {
		var r store.Row
		err := rows.scan(result, &r)
		v.memo.firsts[r.Game] = append(v.memo.firsts[r.Game], r)
		return err
	}}
}

// expectLocks demands the locks of what is expected, and the numbers.
func (v *view) expectLocks(of *store.Likely) {
	for _, id := range of.Games {
		v.owns(theGame(id))
	}
	for _, address := range of.Addresses {
		v.shares(theAddress(address))
		if of.Queued > 0 {
			v.owns(toAddress(address))
		}
	}
	for _, k := range of.Keys {
		v.owns(theMark(k))
	}
	for _, name := range of.Settings {
		v.shares(theSetting(name))
	}
	for _, name := range of.Counts {
		v.owns(theTally(name))
	}
	for _, id := range slices.Concat(of.Rows, of.Kept[store.Rows]) {
		v.owns(theRow(id))
	}
	for _, id := range of.Kept[store.Letters] {
		v.owns(theLetter(id))
	}
	if v.demand == nil {
		return
	}
	for _, id := range of.Games {
		if !v.expectSeats(id, of.Queued > 0) && v.conn == nil {
			v.demand.games = append(v.demand.games, id)
		}
	}
	if v.conn == nil {
		v.demand.expect("letter", of.Letters)
		v.demand.expect("row", of.Queued)
	}
}

// expectSeats demands the locks of the players of a game, and of their addresses if letters are
// queued, by what was known of the game last; false: not all is known. Where a player has come or
// an address has changed since, the locks that are missing are demanded later, as any lock is.
func (v *view) expectSeats(id int64, queued bool) bool {
	_, s, kept := v.db.states.Last(id)
	if !kept {
		return false
	}
	seats := append(s.Further(), s.Players[:]...)
	v.db.mu.Lock()
	defer v.db.mu.Unlock()
	for _, player := range seats {
		if _, known := v.db.posts[player]; !known && player != 0 {
			return false
		}
	}
	for _, player := range seats {
		if player == 0 {
			continue
		}
		v.shares(thePlayer(player))
		if to := v.db.posts[player]; queued && to != "" {
			v.owns(toAddress(to))
		}
	}
	return true
}

func (v *view) expectHeads(of string, args ...any) statement {
	return statement{apart: true, sql: "select " + games.columns + " from games where id = any(" + of + ")", args: args, each: func(rows pgx.Rows) error {
		var h head
		err := games.scan(rows, &h)
		v.memo.heads[h.id] = h
		return err
	}}
}

// expectEvents asks for the events of games: for all, or for those after the last that is kept
// folded.
func (v *view) expectEvents(ids []int64, whole bool) statement {
	known := make([]int64, len(ids))
	for i, id := range ids {
		log := &logMemo{state: game.State{ID: id}}
		if end, state, kept := v.db.states.Last(id); kept && !whole {
			log.end, log.state, known[i] = end, state, end.Seq
		}
		v.memo.logs[id] = log
	}
	return statement{apart: true, sql: `select game, seq, seal, line from unnest($1::bigint[], $2::bigint[]) as kept(id, known), events
		where game = id and seq > known order by game, seq`, args: []any{ids, known}, each: v.logged}
}

// expectWhole asks for all events of games.
func (v *view) expectWhole(of string, args ...any) statement {
	return statement{sql: "select game, seq, seal, line from events where game = any(" + of + ") order by game, seq", args: args, each: v.logged}
}

// wholeLogs asks for all events of games, of which nothing is expected.
func (v *view) wholeLogs(heads []head) statement {
	ids := make([]int64, len(heads))
	for i := range heads {
		ids[i] = heads[i].id
		delete(v.memo.logs, ids[i])
	}
	return v.expectWhole(these, ids)
}

// logged reads an event of a log.
func (v *view) logged(rows pgx.Rows) error {
	var id, seq int64
	var r record
	err := rows.Scan(&id, &seq, &r.seal, &r.line)
	log := v.memo.logs[id]
	if log == nil {
		log = &logMemo{state: game.State{ID: id}}
		v.memo.logs[id] = log
	}
	if log.end.Seq+int64(len(log.recs)) == seq-1 { // a gap is found when the log is asked for
		log.recs = append(log.recs, r.bytes())
	}
	return err
}

// expectAlarm asks for the next alarm of all games.
func (v *view) expectAlarm() statement {
	return statement{sql: nextAlarm, args: []any{[]int64{}}, each: func(rows pgx.Rows) error {
		v.memo.alarm.ok = true
		return rows.Scan(&v.memo.alarm.game, &timeTo{&v.memo.alarm.at})
	}}
}

// expectPlayers asks for the players of games and those at addresses.
func (v *view) expectPlayers(ids []int64, addresses []string) statement {
	folded := make([]string, len(addresses))
	for i, a := range addresses {
		a = store.FoldAddress(a)
		folded[i] = spell(a)
		if _, known := v.memo.at[a]; !known {
			v.memo.at[a] = 0
		}
	}
	return v.expectSeated(these, "select player from addresses where folded = any($2::text[])", append([]int64{}, ids...), folded)
}

// expectSeated asks for the players who have a seat in games, and for those whom another statement
// lists.
func (v *view) expectSeated(games, others string, args ...any) statement {
	return statement{apart: true, sql: "select " + withAddresses + ` where id = any(array(
		select unnest(array[white, black] || others) from games where id = any(` + games + `) union ` + others + `))`, args: args, each: func(rows pgx.Rows) error {
		p, err := scanPlayer(rows)
		if err == nil {
			v.met(&p)
		}
		return err
	}}
}

func (v *view) expectSeen(keys []store.Key) statement {
	of := make([][]byte, len(keys))
	for i := range keys {
		of[i] = keys[i][:]
		v.memo.seen[keys[i]] = 0
	}
	return statement{apart: true, sql: "select key, letter from seen where key = any($1::bytea[])", args: []any{of}, each: func(rows pgx.Rows) error {
		var k []byte
		var letter int64
		err := rows.Scan(&k, &letter)
		if len(k) == len(store.Key{}) {
			v.memo.seen[store.Key(k)] = letter
		}
		return err
	}}
}

func (v *view) expectSettings(names []string) statement {
	for _, name := range names {
		v.memo.settings[name] = setting{}
	}
	return statement{apart: true, sql: "select name, value from settings where name = any($1::text[])", args: []any{spelled(names)}, each: func(rows pgx.Rows) error {
		var name, value string
		err := rows.Scan(&textTo[string]{&name}, &textTo[string]{&value})
		v.memo.settings[name] = setting{value, true}
		return err
	}}
}

func (v *view) expectCounts(names []string) statement {
	for _, name := range names {
		v.memo.counts[name] = 0
	}
	return statement{apart: true, sql: "select name, sum from tallies where name = any($1::text[])", args: []any{spelled(names)}, each: func(rows pgx.Rows) error {
		var name string
		var sum int64
		err := rows.Scan(&textTo[string]{&name}, &sum)
		v.memo.counts[name] = sum
		return err
	}}
}

// expectRows asks for rows and, for whoever is going to send them, for their signed bytes: whoever
// writes only seldom asks for those. The bytes are looked up for each row: however many rows the
// database expects when it plans the statement, it reads no whole table for them.
func (v *view) expectRows(bytes bool, of string, args ...any) statement {
	columns := rows.columns
	if bytes {
		columns += ", (select deflated from outbox_bytes where row_id = id)"
	}
	return statement{sql: "select " + columns + " from outbox where id = any(" + of + ")", args: args, each: func(result pgx.Rows) error {
		r := rowMemo{read: bytes}
		var more []any
		if bytes {
			more = []any{&r.deflated}
		}
		err := rows.scan(result, &r.row, more...)
		v.memo.rows[r.row.ID] = r
		return err
	}}
}
