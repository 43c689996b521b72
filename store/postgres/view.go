package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// view reads one state of the store. Its transaction begins with the first question to the
// database, in the same exchange.
type view struct {
	db      *db
	conn    *pgxpool.Conn // nil: nothing has been asked yet
	opening func() []statement
	now     time.Time // zero: not asked for yet
	memo    *memo
	demand  *demand     // of an update: its locks
	late    []string    // locks that are demanded since the last exchange
	slot    bool        // the update has one of db.slots
	pending []statement // what an update has not sent yet
	draft   draft       // what goes with the end of an update
	early   bool        // the view has what came with a claim, and no transaction
	heard   bool        // the database has answered in the transaction
	failed  error       // of the database: nothing more can be asked in the transaction
}

// statement is one statement of an exchange. each reads the rows of the answer, and absent is the
// error for a statement that changes nothing, or nil if that is not an error.
type statement struct {
	sql    string
	args   []any
	each   func(pgx.Rows) error
	absent error
	apart  bool // does not touch what may stand in a draft
}

// Now returns the time at which the transaction began, in UTC.
func (v *view) Now() time.Time {
	if v.now.IsZero() {
		v.ask() // a failure ends the transaction
	}
	return v.now
}

// clock asks for the time of the transaction, and for what stands beside it in the same statement,
// which is read into to.
func (v *view) clock(beside string, args []any, to ...any) statement {
	return statement{sql: "select (extract(epoch from clock_timestamp()) * 1000000)::bigint" + beside, args: args, each: func(rows pgx.Rows) error {
		var micro int64
		err := rows.Scan(append([]any{&micro}, to...)...)
		if v.db.options.Now == nil {
			v.now = time.UnixMicro(micro).UTC()
		}
		return err
	}}
}

// query asks for rows and has each row read. An error of the database ends the transaction; one of
// each does not.
func (v *view) query(each func(pgx.Rows) error, sql string, args ...any) error {
	return v.ask(statement{sql: sql, args: args, each: each})
}

// ask has statements carried out in one exchange, after the locks that are demanded and what waits
// to be written, and in the first exchange after what begins the transaction.
func (v *view) ask(statements ...statement) error {
	if v.failed != nil {
		return v.failed
	}
	if v.early {
		v.failed = errEarly
		return v.failed
	}
	if len(statements) == 0 || slices.ContainsFunc(statements, func(s statement) bool { return !s.apart }) {
		v.settle()
	}
	if v.conn == nil {
		return v.open(statements)
	}
	var all []statement
	if len(v.late) > 0 {
		all = append(all, v.demand.try(v.late))
		v.late = nil
	}
	all = append(append(all, v.pending...), statements...)
	v.pending = nil
	return v.exchange(all)
}

// open begins the transaction. A connection that broke while it was idle is replaced by another.
func (v *view) open(statements []statement) error {
	all := append(append(v.opening(), v.pending...), statements...)
	v.pending, v.late = nil, nil
	for try := 0; ; try++ {
		conn, err := v.acquire()
		if err != nil {
			v.failed = classify(err)
			return v.failed
		}
		v.conn, v.heard = conn, false
		err = v.exchange(all)
		if v.failed == nil || v.heard || !conn.Conn().IsClosed() || try == connections {
			return err
		}
		conn.Release()
		v.conn, v.failed = nil, nil
	}
}

// acquire returns a connection.
func (v *view) acquire() (*pgxpool.Conn, error) {
	ctx, cancel := context.WithTimeout(context.Background(), v.db.options.Patience)
	defer cancel()
	if v.demand != nil && !v.slot {
		select {
		case v.db.slots <- struct{}{}:
			v.slot = true
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return v.db.pool.Acquire(ctx)
}

// exchange sends statements together and reads all answers.
func (v *view) exchange(all []statement) error {
	if len(all) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), v.db.options.Patience)
	defer cancel()
	var batch pgx.Batch
	for _, s := range all {
		batch.Queue(s.sql, s.args...)
	}
	results := v.conn.SendBatch(ctx, &batch)
	unread, err := v.answers(results, all)
	if closing := results.Close(); err == nil {
		err = closing
	}
	if err != nil {
		v.failed = v.lost(err)
		return v.failed
	}
	return unread
}

// answers reads the answers to statements. unread is the error of reading a row, err the
// database's.
func (v *view) answers(results pgx.BatchResults, all []statement) (unread, err error) {
	for _, s := range all {
		if s.each != nil {
			failed, err := read(results, s.each)
			if err != nil {
				return nil, err
			}
			v.heard = true
			if unread == nil {
				unread = failed
			}
			continue
		}
		_, err = results.Exec()
		if s.absent != nil && saidCode(err) == codeNothing {
			err = s.absent
		}
		if err != nil {
			return nil, err
		}
		v.heard = true
	}
	return unread, nil
}

// read has each row of the next result read. unread is the error of each, err the database's.
func read(results pgx.BatchResults, each func(pgx.Rows) error) (unread, err error) {
	rows, err := results.Query()
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for unread == nil && rows.Next() {
		unread = each(rows)
	}
	rows.Close()
	if unread != nil {
		return corrupt("%v", unread), nil
	}
	return nil, rows.Err()
}

// lost classifies an error, and notes where the error means that the connection broke.
func (v *view) lost(err error) error {
	var said *pgconn.PgError
	if v.conn.Conn().IsClosed() && !errors.As(err, &said) {
		err = fmt.Errorf("%w: %w", errLost, err)
	}
	return classify(err)
}

// ids reads a list of numbers, or nil if there are none.
func (v *view) ids(sql string, args ...any) (ids []int64, err error) {
	err = v.query(func(rows pgx.Rows) error {
		var id int64
		err := rows.Scan(&id)
		ids = append(ids, id)
		return err
	}, sql, args...)
	return ids, err
}

// row reads one row into places; false: there is none.
func (v *view) row(sql string, args []any, to ...any) (ok bool, err error) {
	err = v.query(func(rows pgx.Rows) error {
		ok = true
		return rows.Scan(to...)
	}, sql, args...)
	return ok, err
}

// Setting returns the value kept under a key; ok is false where there is none.
func (v *view) Setting(key string) (value string, ok bool, err error) {
	v.shares(theSetting(key))
	s, known := v.memo.settings[key]
	if !known {
		s.ok, err = v.row("select value from settings where name = $1", []any{spell(key)}, &textTo[string]{&s.value})
		if err == nil {
			v.memo.settings[key] = s
		}
	}
	return s.value, s.ok, err
}

// limit is a greatest number of rows, as a statement takes the number.
func limit(max int) int64 { return int64(max) }
