package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"corrd/store"
)

// taken are the numbers that a run has taken from a sequence: how many, and the least.
type taken struct{ least, count int64 }

// next gives the next number of the records with a noun to a record.
func (u *update) next(noun string, to *int64) error {
	var id int64
	if _, err := u.row("select nextval('"+noun+"_numbers')", nil, &id); err != nil {
		return err
	}
	t := u.taken[noun]
	if t.count == 0 {
		t.least = id
	}
	t.count++
	u.taken[noun] = t
	u.given = append(u.given, to)
	*to = id
	return nil
}

// giveBack has the numbers of a run given again of which nothing is left. That is possible
// only while no other transaction writes, and nobody has taken a greater number: the order of
// numbers is the order in which letters leave. Otherwise the numbers are left out.
func (u *update) giveBack() {
	if len(u.taken) == 0 || u.conn.Conn().IsClosed() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	sql := "rollback; begin; lock table gate in share row exclusive mode nowait"
	for noun, t := range u.taken {
		sql += fmt.Sprintf("; select setval('%[1]s_numbers', greatest(1, %[2]d - 1), %[2]d > 1) from %[1]s_numbers where last_value = %[3]d",
			noun, t.least, t.least+t.count-1)
	}
	u.conn.Conn().PgConn().Exec(ctx, sql+"; commit").ReadAll() // in vain where others write
}

// errAlone has a transaction run again while no other writes.
var errAlone = errors.New("store: the transaction must be alone")

// mustBeAlone ends a run that is not alone, which is then run again alone.
func (u *update) mustBeAlone() error {
	if !u.alone && u.failed == nil {
		u.failed = errAlone
	}
	return u.failed
}

// PassNumbers has no later record be given one of these numbers, nor a smaller one.
func (u *update) PassNumbers(n store.Numbers) error {
	if err := u.mustBeAlone(); err != nil {
		return err
	}
	for noun, last := range map[string]int64{"game": n.Game, "registration": n.Registration, "challenge": n.Challenge, "letter": n.Letter} {
		if err := u.pass(noun, last); err != nil {
			return err
		}
	}
	return nil
}

// pass has no later record with a noun be given a number up to last.
func (u *update) pass(noun string, last int64) error {
	if last <= 0 {
		return nil
	}
	_, err := u.ids(fmt.Sprintf("select setval('%[1]s_numbers', $1) from %[1]s_numbers where last_value < $1 or not is_called", noun), last)
	return err
}

// Numbers lists the numbers of the records of a kind above after, at most max. In a
// transaction that writes it waits for those that write: a record whose number is smaller
// than one that was listed never comes later.
func (v *view) Numbers(of store.Kind, after int64, max int) ([]int64, error) {
	table := map[store.Kind]string{store.Registrations: "registrations", store.Challenges: "challenges", store.Letters: "letters", store.Rows: "outbox"}[of]
	return v.ids("select id from "+table+" where id > $1 order by id limit $2", after, limit(max))
}

// Numbers lists the numbers of the records of a kind. See view.Numbers.
func (u *update) Numbers(of store.Kind, after int64, max int) ([]int64, error) {
	if err := u.mustBeAlone(); err != nil {
		return nil, err
	}
	return u.view.Numbers(of, after, max)
}
