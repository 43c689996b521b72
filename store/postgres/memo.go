package postgres

import (
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"corrd/game"
	"corrd/store"
	"corrd/store/kit"
)

// memo holds what a transaction has read or written and asks for again, so that the database is
// not asked once more: nobody else changes it meanwhile.
type memo struct {
	heads    map[int64]head
	logs     map[int64]*logMemo
	lines    map[[2]int64]record // events, by game and number, that the transaction has written
	players  map[int64]store.Player
	at       map[string]int64 // by folded address the player, 0 for none
	settings map[string]setting
	counts   map[string]int64
	seen     map[store.Key]int64 // 0 for a key that is not marked
	rows     map[int64]rowMemo
	letters  map[int64]store.Letter
	firsts   map[int64][]store.Row // of games the first rows, firstRows of them or all
}

// firstRows is how many rows of a game Expect asks for: those that begin the game, unless many
// consult on a side.
const firstRows = 8

// setting is the value of a setting, if there is one.
type setting struct {
	value string
	ok    bool
}

// rowMemo is a row of the outbox and its signed bytes as they lie.
type rowMemo struct {
	row      store.Row
	deflated []byte
}

func newMemo() *memo {
	return &memo{map[int64]head{}, map[int64]*logMemo{}, map[[2]int64]record{}, map[int64]store.Player{}, map[string]int64{},
		map[string]setting{}, map[string]int64{}, map[store.Key]int64{}, map[int64]rowMemo{}, map[int64]store.Letter{}, map[int64][]store.Row{}}
}

// clonePlayer copies a player, of whom another may change the copy.
func clonePlayer(p store.Player) store.Player {
	p.Addresses, p.Blocked, p.Settings = slices.Clone(p.Addresses), slices.Clone(p.Blocked), maps.Clone(p.Settings)
	return p
}

// head reads the head of a game.
func (v *view) head(id int64) (head, error) {
	v.owns(theGame(id))
	h, ok := v.memo.heads[id]
	if ok {
		return h, nil
	}
	h, err := games.get(v, id)
	if err == nil {
		v.memo.heads[id] = h
	}
	return h, err
}

// putHead writes the head of a game.
func (u *update) putHead(h *head, fresh bool) {
	games.put(u, h.id, fresh, h)
	u.memo.heads[h.id] = *h
}

// written gives an event that the transaction has written; ok is false for an event that the
// transaction has not.
func (v *view) written(id, seq int64) (r record, ok bool) {
	r, ok = v.memo.lines[[2]int64{id, seq}]
	return r, ok
}

// Expect asks in one exchange for all that the transaction will probably ask for; see store.View.
func (v *view) Expect(of store.Likely) error {
	answered := v.hinted(&of)
	of.Games = slices.DeleteFunc(slices.Clone(of.Games), func(id int64) bool { _, known := v.memo.heads[id]; return known })
	v.expectLocks(&of)
	var all []statement
	if len(of.Games) > 0 {
		writes := v.demand == nil && len(of.Rows) > 0 // a letter is going to be written from the log of its game
		all = append(all, v.expectHeads(of.Games), v.expectEvents(of.Games, writes))
		if writes {
			all = append(all, v.expectFirsts(of.Games))
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
		all = append(all, v.expectRows(of.Rows))
	}
	if len(answered) > 0 {
		all = append(all, v.expectLetters(answered))
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

// hinted adds to what is expected the games and the addresses of the rows, and gives the letters
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

func (v *view) expectLetters(ids []int64) statement {
	return statement{sql: "select " + letters.columns + " from letters where id = any($1::bigint[])", args: []any{ids}, each: func(rows pgx.Rows) error {
		var l store.Letter
		err := letters.scan(rows, &l)
		v.memo.letters[l.ID] = l
		return err
	}}
}

// expectFirsts asks for the first rows of games.
func (v *view) expectFirsts(ids []int64) statement {
	for _, id := range ids {
		v.memo.firsts[id] = []store.Row{}
	}
	return statement{sql: "select " + rows.columns + " from unnest($1::bigint[]) as of(this), lateral (select * from outbox where game = this and game <> 0 order by id limit $2) as r order by id", args: []any{ids, firstRows}, each: func(result pgx.Rows) error {
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
	for _, id := range of.Rows {
		v.owns(theRow(id))
	}
	if v.demand != nil && v.conn == nil {
		v.demand.games = append(v.demand.games, of.Games...)
		v.demand.expect("letter", of.Letters)
		v.demand.expect("row", of.Queued)
	}
}

func (v *view) expectHeads(ids []int64) statement {
	return statement{sql: "select " + games.columns + " from games where id = any($1)", args: []any{ids}, each: func(rows pgx.Rows) error {
		var h head
		err := games.scan(rows, &h)
		v.memo.heads[h.id] = h
		return err
	}}
}

// logMemo is the end of the log of a game: the events after one whose state is kept folded, or all
// events.
type logMemo struct {
	head  kit.Head // of the kept state; zero: none is kept
	state game.State
	recs  [][]byte
}

// whole gives the first n events of a game as they are kept, where Expect has read its whole log.
func (v *view) whole(id, n int64) ([][]byte, bool) {
	log := v.memo.logs[id]
	if log == nil || log.head.Seq != 0 || int64(len(log.recs)) < n {
		return nil, false
	}
	return log.recs[:n], true
}

// expectEvents asks for the events of games: for all, or for those after the last that is kept
// folded.
func (v *view) expectEvents(ids []int64, whole bool) statement {
	known := make([]int64, len(ids))
	for i, id := range ids {
		log := &logMemo{state: game.State{ID: id}}
		if head, state, kept := v.db.states.Last(id); kept && !whole {
			log.head, log.state, known[i] = head, state, head.Seq
		}
		v.memo.logs[id] = log
	}
	return statement{sql: `select game, seq, seal, line from unnest($1::bigint[], $2::bigint[]) as kept(id, known), events
		where game = id and seq > known order by game, seq`, args: []any{ids, known}, each: func(rows pgx.Rows) error {
		var id, seq int64
		var r record
		err := rows.Scan(&id, &seq, &r.seal, &r.line)
		if log := v.memo.logs[id]; log.head.Seq+int64(len(log.recs)) == seq-1 { // a gap is found when the log is asked for
			log.recs = append(log.recs, r.bytes())
		}
		return err
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
	return statement{sql: "select " + withAddresses + ` where id = any(array(
		select unnest(array[white, black] || others) from games where id = any($1::bigint[])
		union select player from addresses where folded = any($2::text[])))`, args: []any{append([]int64{}, ids...), folded}, each: func(rows pgx.Rows) error {
		p, err := scanPlayer(rows)
		if err == nil {
			v.met(&p)
		}
		return err
	}}
}

// met keeps a player in mind, and at which of the addresses that were asked for the player is
// found.
func (v *view) met(p *store.Player) {
	v.memo.players[p.ID] = clonePlayer(*p)
	for _, a := range p.Addresses {
		a = store.FoldAddress(a)
		if first, asked := v.memo.at[a]; asked && (first == 0 || p.ID < first) {
			v.memo.at[a] = p.ID
		}
	}
}

func (v *view) expectSeen(keys []store.Key) statement {
	of := make([][]byte, len(keys))
	for i := range keys {
		of[i] = keys[i][:]
		v.memo.seen[keys[i]] = 0
	}
	return statement{sql: "select key, letter from seen where key = any($1::bytea[])", args: []any{of}, each: func(rows pgx.Rows) error {
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
	return statement{sql: "select name, value from settings where name = any($1::text[])", args: []any{spelled(names)}, each: func(rows pgx.Rows) error {
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
	return statement{sql: "select name, sum from tallies where name = any($1::text[])", args: []any{spelled(names)}, each: func(rows pgx.Rows) error {
		var name string
		var sum int64
		err := rows.Scan(&textTo[string]{&name}, &sum)
		v.memo.counts[name] = sum
		return err
	}}
}

func (v *view) expectRows(ids []int64) statement {
	return statement{sql: "select " + rows.columns + ", deflated from outbox left join outbox_bytes on row_id = id where id = any($1::bigint[])", args: []any{ids}, each: func(result pgx.Rows) error {
		var r rowMemo
		err := rows.scan(result, &r.row, &r.deflated)
		v.memo.rows[r.row.ID] = r
		return err
	}}
}
