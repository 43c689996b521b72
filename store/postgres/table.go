package postgres

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"corrd/game"
	"corrd/store"
)

// table is one kind of numbered record: a table of the database whose first column is the record's
// number.
type table[T any] struct {
	name   string
	noun   string // in errors; the table's numbers come from the sequence <noun>_numbers
	fields []field[T]

	columns, insert, update string
}

// several returns the statement that inserts several records.
func (t *table[T]) several(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "insert into %s (%s) values ", t.name, t.columns)
	for i := range n {
		for j := range t.fields {
			b.WriteString(map[bool]string{true: "(", false: ", "}[j == 0])
			fmt.Fprint(&b, "$", i*len(t.fields)+j+1)
		}
		b.WriteString(map[bool]string{true: ")", false: "), "}[i == n-1])
	}
	return b.String()
}

func newTable[T any](name, noun string, fields ...field[T]) *table[T] {
	t := &table[T]{name: name, noun: noun, fields: fields}
	var columns, places, changes []string
	for i, f := range fields {
		columns = append(columns, f.name)
		places = append(places, fmt.Sprint("$", i+1))
		changes = append(changes, fmt.Sprint(f.name, " = $", i+1))
	}
	t.columns = strings.Join(columns, ", ")
	t.insert = fmt.Sprintf("insert into %s (%s) values (%s)", name, t.columns, strings.Join(places, ", "))
	t.update = fmt.Sprintf("update %s set %s where id = $1", name, strings.Join(changes[1:], ", "))
	return t
}

// place is where the statements insert and update take the value of a column.
func (t *table[T]) place(column string) string {
	i := slices.Index(t.names(), column)
	if i < 0 {
		panic("no column " + column + " in " + t.name)
	}
	return fmt.Sprint("$", i+1)
}

// further returns a condition for the statement update, whose values, each a "?", come after those
// of the columns.
func (t *table[T]) further(condition string) string {
	for i := len(t.fields) + 1; strings.Contains(condition, "?"); i++ {
		condition = strings.Replace(condition, "?", fmt.Sprint("$", i), 1)
	}
	return condition
}

// names are those of the columns.
func (t *table[T]) names() (all []string) {
	for _, f := range t.fields {
		all = append(all, f.name)
	}
	return all
}

func (t *table[T]) args(rec *T) []any {
	args := make([]any, len(t.fields))
	for i, f := range t.fields {
		args[i] = f.write(rec)
	}
	return args
}

// scan reads one row of the columns of a table, and the columns after those.
func (t *table[T]) scan(rows pgx.Rows, rec *T, more ...any) error {
	to := make([]any, len(t.fields), len(t.fields)+len(more))
	for i, f := range t.fields {
		to[i] = f.read(rec)
	}
	return rows.Scan(append(to, more...)...)
}

func (t *table[T]) missing(id int64) error { return store.Missing(t.noun, id) }

// list reads the records that a condition chooses, in the order of their numbers unless the
// condition names another order. The list is never nil.
func (t *table[T]) list(v *view, condition string, args ...any) ([]T, error) {
	if !strings.Contains(condition, "order by") {
		condition += " order by id"
	}
	recs := []T{}
	err := v.query(func(rows pgx.Rows) error {
		var rec T
		err := t.scan(rows, &rec)
		recs = append(recs, rec)
		return err
	}, "select "+t.columns+" from "+t.name+" as r "+condition, args...)
	return recs, err
}

// one reads the record that a condition chooses; false: there is none.
func (t *table[T]) one(v *view, condition string, args ...any) (rec T, ok bool, err error) {
	recs, err := t.list(v, condition, args...)
	if err != nil || len(recs) == 0 {
		return rec, false, err
	}
	return recs[0], true, nil
}

// get reads the record with a number.
func (t *table[T]) get(v *view, id int64) (T, error) {
	rec, ok, err := t.one(v, "where id = $1", id)
	if err == nil && !ok {
		err = t.missing(id)
	}
	return rec, err
}

// put writes a record: a new one, or in the place of another.
func (t *table[T]) put(u *update, id int64, fresh bool, rec *T) {
	if fresh {
		u.exec(t.insert, t.args(rec)...)
		return
	}
	u.change(t.missing(id), t.update, t.args(rec)...)
}

// newest returns the last records in one of some states, none for any, at most max, in
// ascending order.
func newest[T any, S ~string](v *view, t *table[T], max int, states []S) ([]T, error) {
	var recs []T
	var err error
	if len(states) == 0 {
		recs, err = t.list(v, "order by id desc limit $1", max)
	} else {
		recs, err = t.list(v, "where "+inStates(states...)+" order by id desc limit $1", max)
	}
	slices.Reverse(recs)
	return recs, err
}

// inStates is the condition that a record is in one of some states. The states stand in the
// statement itself, so that the plan uses the index of the rare ones.
func inStates[S ~string](states ...S) string {
	of := make([]string, len(states))
	for i, s := range states {
		of[i] = "'" + strings.ReplaceAll(string(s), "'", "''") + "'"
	}
	return "state in (" + strings.Join(of, ", ") + ")"
}

// oldest returns the first record in a state other than the common one.
func oldest[T any, S ~string](v *view, t *table[T], state S) (rec T, err error) {
	v.wholly()
	recs, err := t.list(v, "where "+inStates(state)+" order by id limit 1")
	if err == nil && len(recs) == 0 {
		err = store.NoneIs(string(state))
	}
	if err != nil {
		return rec, err
	}
	return recs[0], nil
}

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
	firsts   map[int64][]store.Row     // of games the first rows, firstRows of them or all
	raw      map[int64][]byte          // the bytes of letters as they lie
	disputes map[int64][]store.Dispute // by game
	alarm    *alarm                    // the next of all games; nil: not asked for
}

// firstRows is how many rows of a game Expect asks for: those that begin the game, unless many
// consult on a side.
const firstRows = 8

// setting is the value of a setting, if there is one.
type setting struct {
	value string
	ok    bool
}

// alarm is the next alarm of all games, if there is one.
type alarm struct {
	game int64
	at   time.Time
	ok   bool
}

// rowMemo is a row of the outbox and, where they were read, its signed bytes as they lie.
type rowMemo struct {
	row      store.Row
	read     bool
	deflated []byte
}

func newMemo() *memo {
	return &memo{map[int64]head{}, map[int64]*logMemo{}, map[[2]int64]record{}, map[int64]store.Player{}, map[string]int64{},
		map[string]setting{}, map[string]int64{}, map[store.Key]int64{}, map[int64]rowMemo{}, map[int64]store.Letter{}, map[int64][]store.Row{}, map[int64][]byte{}, map[int64][]store.Dispute{}, nil}
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

// putHead writes the head of a game, which is stored unless it is fresh: it has been read.
func (u *update) putHead(h *head, fresh bool) {
	if fresh {
		u.beside(games.insert, games.args(h)...)
	} else {
		u.beside(games.update, games.args(h)...)
	}
	u.memo.heads[h.id], u.memo.alarm = *h, nil
}

// written returns an event that the transaction has written; ok is false for an event that the
// transaction has not.
func (v *view) written(id, seq int64) (r record, ok bool) {
	r, ok = v.memo.lines[[2]int64{id, seq}]
	return r, ok
}

// logMemo is the end of the log of a game: the events after one whose state is kept folded, or all
// events.
type logMemo struct {
	end   store.End // of the kept state; zero: none is kept
	state game.State
	recs  [][]byte
}

// expected returns the events of a game after one up to another as they are kept, where Expect has
// read them.
func (v *view) expected(id, after, last int64) ([][]byte, bool) {
	log := v.memo.logs[id]
	if log == nil || after < log.end.Seq || last-log.end.Seq > int64(len(log.recs)) || last < after {
		return nil, false
	}
	return log.recs[after-log.end.Seq : last-log.end.Seq], true
}

// met keeps in mind a player who was read, if nobody can change the player meanwhile, and at which
// of the addresses that were asked for the player is found.
func (v *view) met(p *store.Player) {
	v.db.postAt(p)
	if v.covers(p) {
		v.memo.players[p.ID] = clonePlayer(*p)
		v.locked(thePlayer(p.ID), false)
	}
	for _, a := range p.Addresses {
		a = store.FoldAddress(a)
		if first, asked := v.memo.at[a]; asked && (first == 0 || p.ID < first) {
			v.memo.at[a] = p.ID
		}
	}
}

// covers reports whether the transaction holds a lock without which nobody changes a player: that
// of the player, of one of the player's addresses, or of a game with which its players were locked.
func (v *view) covers(p *store.Player) bool {
	d := v.demand
	if d == nil || d.whole {
		return true
	}
	holds := func(key string) bool { _, held := d.held[key]; return held }
	return holds(thePlayer(p.ID)) || slices.ContainsFunc(p.Addresses, func(a string) bool { return holds(theAddress(a)) }) ||
		slices.ContainsFunc(d.games, func(id int64) bool { h := v.memo.heads[id]; return slices.Contains(h.Seats(), p.ID) })
}

// mostPosts bounds db.posts.
const mostPosts = 100_000

// postAt notes where letters to a player go.
func (d *db) postAt(p *store.Player) {
	to := ""
	if len(p.Addresses) > 0 {
		to = p.Addresses[0]
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.posts) >= mostPosts {
		clear(d.posts)
	}
	d.posts[p.ID] = to
}
