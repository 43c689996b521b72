package postgres

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"corrd/store"
)

// A transaction that fails by a deadlock, or whose connection broke before its commit, is run
// again after a pause.
const (
	runs       = 5
	firstPause = 2 * time.Millisecond // on average; each pause is twice the one before
)

// idle is how long a transaction that writes may stand idle in its first runs, so that a daemon
// that was cut off does not keep others waiting. Later runs may stand idle as long as any
// transaction.
const (
	idle       = 3 * time.Second
	idlingRuns = 2
)

// update is a view that also writes. Written statements wait until something is read, or until the
// end.
type update struct {
	view
	run   int
	wrote bool
	given []*int64                  // where the numbers stand that the transaction has given
	drawn [len(store.Nouns)][]int64 // numbers of the sequences
	ready [len(store.Nouns)][]int64 // those that are not given yet

	letter int64 // the last that the transaction has stored, whose bytes are raw
	raw    []byte
}

// exec has a statement write.
func (u *update) exec(sql string, args ...any) { u.change(nil, sql, args...) }

// beside has a statement write that does not touch what may stand in the draft.
func (u *update) beside(sql string, args ...any) {
	u.wrote = true
	u.pending = append(u.pending, statement{sql: sql, args: args})
}

// change has a statement write. The transaction fails with absent if the statement changes nothing:
// the database then takes the logarithm of zero, so that a commit in the same exchange fails too.
func (u *update) change(absent error, sql string, args ...any) {
	u.wrote = true
	u.settle()
	if absent != nil {
		sql = counted(sql)
	}
	u.pending = append(u.pending, statement{sql: sql, args: args, absent: absent})
}

// counted returns a statement that fails if sql changes nothing.
func counted(sql string) string {
	return "with changed as (" + sql + " returning 1) select ln(count(*)) from changed"
}

// Update runs f in a transaction, and again where the transaction failed through no fault of f, as
// store.Store describes.
func (d *db) Update(f func(store.Tx) error) error {
	if d.options.ReadOnly {
		return errOpenedToRead
	}
	if err := d.enter(); err != nil {
		return err
	}
	defer d.using.Done()
	pause, want, stale := firstPause, newDemand(), 0
	for run := 1; ; run++ {
		again, err := d.run(f, want, run)
		switch {
		case !again:
			return err
		case errors.Is(err, errInTheWay):
			want.tries++
			want.whole = want.whole || want.tries >= mostTries
			run--
			continue
		case errors.Is(err, errStale) && stale < connections:
			stale++
			run--
			continue
		case run == runs:
			return err
		}
		time.Sleep(time.Duration(rand.Int64N(int64(2 * pause))))
		pause *= 2
	}
}

// run runs f in one transaction. again says that nothing is left of the transaction, and that f may
// succeed in another.
func (d *db) run(f func(store.Tx) error, want *demand, run int) (again bool, err error) {
	if err := d.stopped(); err != nil {
		return false, err
	}
	clear(want.after)
	u := &update{view: view{db: d, memo: newMemo(), demand: want, now: d.set()}, run: run}
	u.opening = u.begin
	committed := false
	defer func() {
		if !committed {
			takeBack(u.given)
		}
		u.end()
	}()
	err = try(f, u)
	switch {
	case u.failed == errInTheWay: // by what this run has found, and not by an error of the database
		u.failed = nil
		u.giveUp()
		return true, errInTheWay
	case u.failed != nil:
		return u.conn != nil && passes(u.failed), u.failed
	case err != nil:
		u.giveUp()
		return false, err
	}
	again, err = u.commit()
	committed = err == nil || errors.Is(err, store.ErrBroken)
	return again, err
}

// begin returns the statements that begin the transaction: the time is read, and numbers are drawn,
// when the locks are held.
func (u *update) begin() []statement {
	patience := u.db.options.Patience
	if u.run <= idlingRuns {
		patience = min(patience, idle)
	}
	all := append([]statement{{sql: "begin isolation level read committed"}}, u.demand.wait()...)
	beside, args, to := ", set_config('idle_in_transaction_session_timeout', $1, true)", []any{fmt.Sprint(patience.Milliseconds())}, []any{nil}
	var drawn [len(store.Nouns)][]int64
	for i, n := range u.demand.numbers {
		if n > 0 {
			args, to = append(args, n), append(to, &drawn[i])
			beside += ", array(" + drawing(i, len(args)) + ")"
		}
	}
	first := u.clock(beside, args, to...)
	read := first.each
	first.each = func(rows pgx.Rows) error {
		err := read(rows)
		for i := range drawn {
			u.drew(i, drawn[i]...)
		}
		return err
	}
	return append(all, first)
}

// end gives the connection back.
func (u *update) end() {
	if u.conn != nil {
		release(u.conn)
	}
	if u.slot {
		<-u.db.slots
	}
}

// giveUp ends a transaction of which nothing is to be left.
func (u *update) giveUp() {
	if u.conn == nil {
		return
	}
	u.pending, u.late = nil, nil
	if err := u.exchange([]statement{{sql: "rollback"}}); err == nil {
		u.undraw()
	}
}

// takeBack has records without a number again that were given one.
func takeBack(given []*int64) {
	for _, id := range given {
		*id = 0
	}
}

// try runs f, and turns a panic of f into an error.
func try(f func(store.Tx) error, u *update) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("store: panic in a transaction: %v\n%s", r, debug.Stack())
		}
	}()
	return f(u)
}

// commit commits the transaction, and begins the transaction in the same exchange if nothing has
// been asked. Where the connection breaks meanwhile, commit finds out whether the transaction was
// committed. again says that the transaction may be run again.
func (u *update) commit() (again bool, err error) {
	var opening []statement
	if u.conn == nil {
		opening = u.begin()
		if u.conn, err = u.acquire(); err != nil {
			return false, classify(err)
		}
		u.late = nil
	}
	s := sessionOf(u.conn)
	if u.wrote {
		if err := u.db.options.Failpoint(BeforeCommit); err != nil {
			return passes(err), classify(err)
		}
		s.nth++
		u.exec("update sessions set nth = $2, at = clock_timestamp() where id = $1", s.id, s.nth)
	}
	u.pending = append(opening, u.pending...)
	err = u.ask(statement{sql: "commit"})
	if err == nil && u.wrote {
		err = u.db.options.Failpoint(AfterCommit)
	}
	if err == nil {
		return false, nil
	}
	if err = u.lost(err); !errors.Is(err, store.ErrUnreachable) || !u.wrote {
		return passes(err), err
	}
	if again, err = u.db.learn(s, err); again && opening != nil && !u.heard {
		err = fmt.Errorf("%w: %w", errStale, err)
	}
	return again, err
}

// learn finds out whether the last commit of a session whose connection broke was done.
func (d *db) learn(s *session, trouble error) (again bool, err error) {
	until := time.Now().Add(d.options.Patience)
	for pause := 20 * time.Millisecond; time.Now().Before(until); pause = min(2*pause, time.Second) {
		nth, err := d.lastCommit(s)
		switch {
		case err == nil && nth >= s.nth:
			return false, nil
		case err == nil:
			return true, trouble
		}
		trouble = err
		time.Sleep(pause)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.broken = fmt.Errorf("%w: the connection broke while a transaction committed, and the database does not tell what came of it: %w", store.ErrBroken, trouble)
	return false, d.broken
}

// stopped is the error for which nothing more is written; nil while corrd writes.
func (d *db) stopped() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.broken
}

// lastCommit reads the number of the last commit of a session. lastCommit waits for an open
// transaction of the session, whose connection the database may still hold open.
func (d *db) lastCommit(s *session) (nth int64, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), d.options.Patience)
	defer cancel()
	err = d.pool.QueryRow(ctx, "select coalesce((select nth from sessions where id = $1 for update), 0)", s.id).Scan(&nth)
	return nth, err
}

// session is a connection as the table sessions lists the connection.
type session struct {
	id  []byte
	nth int64
}

const sessionKey = "session"

func sessionOf(conn *pgxpool.Conn) *session {
	return conn.Conn().PgConn().CustomData()[sessionKey].(*session)
}

// draft is what an update stores anew and changes until its end: it goes to the database as it
// stands then, in one statement of each kind, or earlier where something is asked that it may
// touch.
type draft struct {
	letter *store.Letter // which is being taken; nil: none is
	kept   []byte        // the letter's bytes as they are to lie; nil: are not kept
	keys   [][]byte      // which mark the letter, and marked none before
	others [][]byte      // which mark the letter, and may have marked another
	rows   []store.Row
}

// settle has what stands in the draft written with what waits to be written.
func (v *view) settle() {
	d := v.draft
	v.draft = draft{}
	add := func(sql string, args ...any) { v.pending = append(v.pending, statement{sql: sql, args: args}) }
	if d.letter != nil {
		add(letters.insert, letters.args(d.letter)...)
	}
	if d.kept != nil {
		add("insert into raw values ($1, $2)", d.letter.ID, d.kept)
	}
	if len(d.keys) > 0 {
		add(insertMarks+"$2::bigint", d.keys, d.letter.ID)
	}
	if len(d.others) > 0 {
		add(insertMarks+"$2::bigint"+overMarks, d.others, d.letter.ID)
	}
	for some := range slices.Chunk(d.rows, rowsAtOnce) {
		var args []any
		for i := range some {
			args = append(args, rows.args(&some[i])...)
		}
		add(insertRows[len(some)], args...)
	}
}

// rowsAtOnce is how many rows one statement stores at most: a letter of a game has two answers.
const rowsAtOnce = 2

// insertRows are the statements that store so many rows.
var insertRows = [rowsAtOnce + 1]string{1: rows.insert, 2: rows.several(2)}

// drafted keeps a letter in the draft if it is new, or stands there; false: it does not.
func (u *update) drafted(l *store.Letter, fresh bool) bool {
	if !fresh && (u.draft.letter == nil || u.draft.letter.ID != l.ID) {
		return false
	}
	if fresh {
		u.settle()
		u.wrote = true
		u.draft.kept = u.db.Kept(u.raw, l.Deflated)
	}
	if l.Purged {
		u.draft.kept = nil
	}
	of := *l
	of.To, of.Deflated = slices.Clone(l.To), nil
	u.draft.letter = &of
	return true
}

// marked keeps in the draft that a key, which marked the letter was if that is known, marks the
// letter of the draft; false: another letter is to be marked.
func (u *update) marked(key store.Key, was int64, known bool, letter int64) bool {
	if u.draft.letter == nil || u.draft.letter.ID != letter {
		return false
	}
	switch {
	case known && was == letter:
		return slices.ContainsFunc(slices.Concat(u.draft.keys, u.draft.others), func(k []byte) bool { return bytes.Equal(k, key[:]) })
	case known && was == 0:
		u.draft.keys = append(u.draft.keys, key[:])
	default:
		u.draft.others = append(u.draft.others, key[:])
	}
	return true
}
