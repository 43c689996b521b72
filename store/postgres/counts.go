package postgres

import (
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// longest is how many octets a name or an address may have: what an index of PostgreSQL takes.
const longest = 2048

// fits refuses what is too long to be found again.
func fits(what, s string) error {
	if n := len(spell(s)); n > longest {
		return fmt.Errorf("store: %s of %d octets is longer than the %d that can be kept", what, n, longest)
	}
	return nil
}

// SetSetting keeps a value under a key, in place of the old one.
func (u *update) SetSetting(key, value string) error {
	if key == "" {
		return fmt.Errorf("store: a setting without a name")
	}
	if err := fits("the name of a setting", key); err != nil {
		return err
	}
	u.owns(theSetting(key))
	u.exec("insert into settings values ($1, $2) on conflict (name) do update set value = excluded.value", spell(key), spell(value))
	u.memo.settings[key] = setting{value, true}
	return nil
}

// A tally is deleted when countDays days have passed since the day of its first addition. Each
// addition deletes at most forgetAtOnce old tallies.
const (
	countDays    = 2
	forgetAtOnce = 16
)

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
	if err := fits("the name of a tally", name); err != nil {
		return err
	}
	u.owns(theTally(name))
	if sum, known := u.memo.counts[name]; known {
		u.memo.counts[name] = sum + int64(n)
	}
	u.exec(fmt.Sprintf("delete from tallies where ctid = any(array(select ctid from tallies where day < $1 order by day limit %d for update skip locked))", forgetAtOnce), day(u.Now()).AddDate(0, 0, -countDays))
	u.exec("insert into tallies values ($1, $2, $3) on conflict (name) do update set sum = tallies.sum + excluded.sum", spell(name), day(u.Now()), n)
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
