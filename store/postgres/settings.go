package postgres

import (
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"corrd/store"
)

// SetSetting keeps a value under a key, in place of the old one.
func (u *update) SetSetting(key, value string) error {
	if err := store.Fits("the name of a setting", key); err != nil {
		return err
	}
	u.owns(theSetting(key))
	u.beside("insert into settings values ($1, $2) on conflict (name) do update set value = excluded.value", spell(key), spell(value))
	u.memo.settings[key] = setting{value, true}
	return nil
}

// day is the day of a time.
func day(t time.Time) time.Time { return t.UTC().Truncate(24 * time.Hour) }

// Count returns the tally kept under a name, or 0 if there is none.
func (v *view) Count(name string) (int, error) {
	v.owns(theTally(name))
	sum, known := v.memo.counts[name]
	if !known {
		if _, err := v.row("select sum from tallies where name = $1", []any{spell(name)}, &sum); err != nil {
			return 0, err
		}
		v.memo.counts[name] = sum
	}
	return int(sum), nil
}

// AddCount adds n to the tally kept under a name, and deletes some old tallies.
func (u *update) AddCount(name string, n int) error {
	if err := store.Fits("the name of a tally", name); err != nil {
		return err
	}
	u.owns(theTally(name))
	if sum, known := u.memo.counts[name]; known {
		u.memo.counts[name] = sum + int64(n)
	}
	u.beside(fmt.Sprintf("delete from tallies where ctid = any(array(select ctid from tallies where day < $1 order by day limit %d for update skip locked))", store.TalliesAtOnce), day(u.Now()).AddDate(0, 0, -store.TallyDays))
	u.beside("insert into tallies values ($1, $2, $3) on conflict (name) do update set sum = tallies.sum + excluded.sum", spell(name), day(u.Now()), n)
	return nil
}

// Forget deletes settings and tallies, as store.Tx describes.
func (u *update) Forget(drop func(name, value string) bool) error {
	u.wholly()
	for _, of := range []struct{ table, value string }{{"settings", "value"}, {"tallies", "''"}} {
		var names []string
		err := u.query(func(rows pgx.Rows) error {
			var name, value string
			err := rows.Scan(&textTo[string]{&name}, &textTo[string]{&value})
			if err == nil && drop(name, value) {
				names = append(names, spell(name))
			}
			return err
		}, "select name, "+of.value+" from "+of.table)
		if err != nil {
			return err
		}
		if len(names) > 0 {
			clear(u.memo.settings)
			clear(u.memo.counts)
			u.exec("delete from "+of.table+" where name = any($1)", names)
		}
	}
	return nil
}
