package postgres

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// view reads one state of the store.
type view struct {
	db      *db
	conn    *pgxpool.Conn
	now     time.Time
	memo    *memo    // of an update
	pending []change // what an update has not sent yet
	sent    int      // how many changes have been sent
	failed  error    // of the database: nothing more can be asked in the transaction
}

// change is a statement that writes, and the error for a statement that changes nothing; nil where
// that is no error.
type change struct {
	sql    string
	args   []any
	absent error
}

// Now gives the time at which the transaction began, in UTC.
func (v *view) Now() time.Time { return v.now }

// query sends what waits to be written and asks for rows, in one exchange, and has each row
// read. An error of the database ends the transaction; one of each does not.
func (v *view) query(each func(pgx.Rows) error, sql string, args ...any) error {
	if v.failed != nil {
		return v.failed
	}
	ctx, cancel := context.WithTimeout(context.Background(), v.db.options.Patience)
	defer cancel()
	var batch pgx.Batch
	sent := v.pending
	v.pending = nil
	v.sent += len(sent)
	for _, c := range sent {
		batch.Queue(c.sql, c.args...)
	}
	if sql != "" {
		batch.Queue(sql, args...)
	}
	results := v.conn.SendBatch(ctx, &batch)
	err := applied(results, sent)
	var unread error
	if err == nil && sql != "" {
		unread, err = read(results, each)
	}
	if closing := results.Close(); err == nil {
		err = closing
	}
	if err != nil {
		v.failed = v.lost(err)
		return v.failed
	}
	return unread
}

// applied reads the outcome of changes; one that had to change something and did not is an
// error.
func applied(results pgx.BatchResults, sent []change) error {
	for _, c := range sent {
		tag, err := results.Exec()
		if err != nil {
			return err
		}
		if c.absent != nil && tag.RowsAffected() == 0 {
			return c.absent
		}
	}
	return nil
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

// ids reads a list of numbers; nil where there are none.
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

// Setting gives the value kept under a key; ok is false where there is none.
func (v *view) Setting(key string) (value string, ok bool, err error) {
	if v.memo != nil {
		if s, known := v.memo.settings[key]; known {
			return s.value, s.ok, nil
		}
	}
	ok, err = v.row("select value from settings where name = $1", []any{spell(key)}, &textTo[string]{&value})
	if err == nil && v.memo != nil {
		v.memo.settings[key] = setting{value, ok}
	}
	return value, ok, err
}

// limit is a greatest number of rows, as a statement takes the number.
func limit(max int) int64 { return int64(max) }

// micros reads the one number of the last of some results.
func micros(results []*pgconn.Result) (int64, error) {
	if len(results) == 0 || len(results[len(results)-1].Rows) != 1 {
		return 0, errors.New("store: the database does not tell the time")
	}
	return strconv.ParseInt(string(results[len(results)-1].Rows[0][0]), 10, 64)
}
