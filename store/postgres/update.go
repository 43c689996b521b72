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
	"corrd/store/kit"
)

// A transaction that fails by a deadlock, or whose connection broke before its commit, is run
// again after a pause.
const (
	runs       = 5
	firstPause = 2 * time.Millisecond // on average; each pause is twice the one before
)

// A group takes no more jobs when the group has maxGroup jobs, or has kept other daemons from the
// gate for maxHold.
const (
	maxGroup = 256
	maxHold  = 100 * time.Millisecond
)

// beginAlone begins a transaction that writes. The gate is locked before the transaction sees
// anything, so that the transaction sees everything committed before.
const beginAlone = "begin isolation level repeatable read; lock table gate in share row exclusive mode"

// update is a view that also writes. Written statements wait until something is read, or until the
// end.
type update struct {
	view
	start time.Time // when the transaction began, by the database
	read  time.Time // when start was read, by the clock of this process
	wrote bool
	given []*int64 // where the numbers stand that the job that runs has given
	taken taken

	letter int64 // the last that the job that runs has stored, whose bytes are raw
	raw    []byte
}

// exec has a statement write.
func (u *update) exec(sql string, args ...any) { u.change(nil, sql, args...) }

// change has a statement write. The transaction fails with absent if the statement changes nothing.
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

// Update runs f in a transaction, and again where the transaction failed through no fault of f, as
// store.Store describes.
func (d *db) Update(f func(store.Tx) error) error {
	if d.options.ReadOnly {
		return errOpenedToRead
	}
	return d.writer.Update(f)
}

// commit runs the jobs of a group, and jobs that come meanwhile, in one transaction. Where the
// transaction fails nothing is left of its writes, and each job is run in a transaction of its own.
func (d *db) commit(g *kit.Group) error {
	again, err := d.run(g)
	if !again {
		return err
	}
	var down error
	for _, j := range g.Jobs {
		if j.Err = down; down == nil {
			j.Err = d.persist(j)
		}
		if store.IsDown(j.Err) {
			down = j.Err
		}
	}
	return nil
}

// persist runs a job in a transaction of its own, and again where the transaction failed through no
// fault of the job.
func (d *db) persist(j *kit.Job) error {
	pause := firstPause
	for run := 1; ; run++ {
		again, err := d.run(&kit.Group{Jobs: []*kit.Job{j}, Next: func() *kit.Job { return nil }})
		if !again || run == runs {
			return cmpErr(err, j.Err)
		}
		time.Sleep(time.Duration(rand.Int64N(int64(2 * pause))))
		pause *= 2
	}
}

// run runs the jobs of a group, and those that come meanwhile, in one transaction. again
// says that nothing is left of the transaction, and that each job may succeed alone.
func (d *db) run(g *kit.Group) (again bool, err error) {
	if err := d.stopped(); err != nil {
		return false, err
	}
	conn, now, err := d.acquire(beginAlone)
	if err != nil {
		return passes(err) && !errors.Is(err, store.ErrUnreachable), err
	}
	u := &update{view: view{db: d, conn: conn, now: now, memo: newMemo()}, start: now, read: time.Now()}
	var given []*int64
	committed := false
	defer func() {
		if !committed {
			takeBack(append(given, u.given...))
		}
		release(conn)
	}()
	for j := g.Jobs[0]; j != nil; j = u.another(g) {
		if !u.do(j) {
			return len(g.Jobs) > 1 || passes(u.failed), u.failed
		}
		given = append(given, u.given...)
	}
	if err := u.flush(); err != nil {
		return len(g.Jobs) > 1 || passes(err), err
	}
	again, err = u.commit()
	committed = err == nil || errors.Is(err, store.ErrBroken)
	return again, err
}

// another adds to a group a job that waits; nil where none does, or where the group is over.
func (u *update) another(g *kit.Group) *kit.Job {
	if len(g.Jobs) == maxGroup || time.Since(u.read) > maxHold {
		return nil
	}
	j := g.Next()
	if j != nil {
		g.Jobs = append(g.Jobs, j)
	}
	return j
}

// do runs one job, and reports whether the transaction can be committed after the job. Where a job
// fails, its writes are dropped if the database has not been told of them.
func (u *update) do(j *kit.Job) bool {
	u.now = u.time()
	u.letter, u.raw, u.given = 0, nil, nil
	before, taken := u.sent+len(u.pending), u.taken
	j.Err = try(j.Run, u)
	if j.Err == nil || u.failed != nil {
		return u.failed == nil
	}
	takeBack(u.given)
	if u.sent > before {
		return false
	}
	u.pending = u.pending[:before-u.sent]
	u.taken, u.memo, u.given = taken, newMemo(), nil
	return true
}

// time is the time of the database, computed from the database's last reading and the time since
// then.
func (u *update) time() time.Time {
	if u.db.options.Now != nil {
		return u.db.options.Now().UTC()
	}
	return kept(u.start.Add(time.Since(u.read)))
}

func cmpErr(first, second error) error {
	if first != nil {
		return first
	}
	return second
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

// commit commits the transaction. Where the connection breaks meanwhile, commit finds out whether
// the transaction was committed. again says that the transaction may be run again.
func (u *update) commit() (again bool, err error) {
	s := sessionOf(u.conn)
	if u.wrote {
		if err := u.db.options.Failpoint(BeforeCommit); err != nil {
			return false, classify(err)
		}
		s.nth++
		u.exec("update sessions set nth = $2, at = clock_timestamp() where id = $1", s.id, s.nth)
		u.putNumbers()
	}
	u.pending = append(u.pending, change{sql: "commit"})
	err = u.flush()
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
