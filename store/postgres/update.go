package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"corrd/store"
)

// A transaction that fails by a deadlock, or whose connection broke before its commit, is run
// again after a pause.
const (
	runs       = 5
	firstPause = 2 * time.Millisecond // on average; each pause is twice the one before
)

// beginAlone begins a transaction that writes. The gate is locked before the transaction sees
// anything, so that it sees all that was before it.
const beginAlone = "begin isolation level repeatable read; lock table gate in share row exclusive mode"

// update also writes. What it writes waits until something is read, or until the end.
type update struct {
	view
	wrote bool
	given []*int64         // where the numbers stand that this run has given
	taken map[string]taken // by noun, the numbers that this run has taken

	letter int64 // the last that this run has stored, whose bytes are raw
	raw    []byte
}

// exec has a statement write.
func (u *update) exec(sql string, args ...any) { u.change(nil, sql, args...) }

// change has a statement write; if it changes nothing the transaction ends with absent.
func (u *update) change(absent error, sql string, args ...any) {
	u.wrote = true
	u.pending = append(u.pending, change{sql, args, absent})
}

// flush sends what waits to be written.
func (u *update) flush() error {
	if len(u.pending) == 0 {
		return u.failed
	}
	return u.query(nil, "")
}

// Update runs f in a transaction, again where that failed by no fault of f. See store.Store.
func (d *db) Update(f func(store.Tx) error) error {
	if d.options.ReadOnly {
		return errOpenedToRead
	}
	if err := d.enter(); err != nil {
		return err
	}
	defer d.using.Done()
	pause := firstPause
	for run := 1; ; run++ {
		again, err := d.run(f)
		if !again || run == runs {
			return err
		}
		time.Sleep(time.Duration(rand.Int64N(int64(2 * pause))))
		pause *= 2
	}
}

// run runs f once. again says that nothing is left of the run, and that another may succeed.
func (d *db) run(f func(store.Tx) error) (again bool, err error) {
	d.mu.Lock()
	err = d.broken
	d.mu.Unlock()
	if err != nil {
		return false, err
	}
	conn, now, err := d.acquire(beginAlone)
	if err != nil {
		return passes(err) && !errors.Is(err, store.ErrUnreachable), err
	}
	u := &update{view: view{db: d, conn: conn, now: now}, taken: map[string]taken{}}
	committed := false
	defer func() {
		if !committed {
			u.takeBack()
		}
		release(conn)
	}()
	err = try(f, u)
	if err == nil || u.failed != nil {
		err = cmpErr(u.flush(), err)
	}
	if err != nil {
		return u.failed != nil && passes(u.failed), err
	}
	again, err = u.commit()
	committed = err == nil || errors.Is(err, store.ErrBroken)
	return again, err
}

func cmpErr(first, second error) error {
	if first != nil {
		return first
	}
	return second
}

// takeBack undoes what the run has done to the records it was given.
func (u *update) takeBack() {
	for _, id := range u.given {
		*id = 0
	}
	u.giveBack()
}

// try runs f; a panic is an error of its own.
func try(f func(store.Tx) error, u *update) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("store: panic in a transaction: %v\n%s", r, debug.Stack())
		}
	}()
	return f(u)
}

// commit commits. When the connection breaks meanwhile, commit finds out what came of it.
func (u *update) commit() (again bool, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), u.db.options.Patience)
	defer cancel()
	s := sessionOf(u.conn)
	if u.wrote {
		if err := u.db.options.Failpoint(BeforeCommit); err != nil {
			return false, classify(err)
		}
		s.nth++
		u.exec("update sessions set nth = $2, at = clock_timestamp() where id = $1", s.id, s.nth)
		if err := u.flush(); err != nil {
			return passes(err), err
		}
	}
	_, err = u.conn.Conn().PgConn().Exec(ctx, "commit").ReadAll()
	if err == nil && u.wrote {
		err = u.db.options.Failpoint(AfterCommit)
	}
	if err == nil {
		return false, nil
	}
	if err = u.lost(err); !errors.Is(err, store.ErrUnreachable) || !u.wrote {
		return passes(err), err
	}
	return u.db.learn(s, err)
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

// lastCommit reads the number of the last commit of a session. It waits for a transaction
// of the session that is still open, whose connection the database may yet believe in.
func (d *db) lastCommit(s *session) (nth int64, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), d.options.Patience)
	defer cancel()
	err = d.pool.QueryRow(ctx, "select coalesce((select nth from sessions where id = $1 for update), 0)", s.id).Scan(&nth)
	return nth, err
}

// session is a connection, as the table sessions knows it.
type session struct {
	id  []byte
	nth int64
}

const sessionKey = "session"

func sessionOf(conn *pgxpool.Conn) *session {
	return conn.Conn().PgConn().CustomData()[sessionKey].(*session)
}
