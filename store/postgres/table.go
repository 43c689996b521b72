package postgres

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

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

func (t *table[T]) missing(id int64) error {
	return fmt.Errorf("%w: %s %d", store.ErrNotFound, t.noun, id)
}

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

// inStates is the condition that a record is in one of some states. The states stand in the statement
// itself, so that the plan uses the index of the rare ones.
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
		err = fmt.Errorf("a record that is %s: %w", state, store.ErrNotFound)
	}
	if err != nil {
		return rec, err
	}
	return recs[0], nil
}
