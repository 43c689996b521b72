package postgres

import (
	"context"
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

// giveBack has the numbers of a run given again of which nothing is left. After an error of
// the database nothing can be asked in the transaction any more, and another may have taken
// greater numbers before the next: then they are left out, for the order of numbers is the
// order in which letters leave.
func (u *update) giveBack() {
	if len(u.taken) == 0 || u.failed != nil || u.conn.Conn().IsClosed() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	sql := ""
	for noun, t := range u.taken {
		sql += fmt.Sprintf("select setval('%[1]s_numbers', greatest(1, %[2]d - 1), %[2]d > 1) from %[1]s_numbers where last_value = %[3]d; ",
			noun, t.least, t.least+t.count-1)
	}
	u.conn.Conn().PgConn().Exec(ctx, sql).ReadAll() // in vain: they are left out
}

// PassNumbers has no later record be given one of these numbers, nor a smaller one.
func (u *update) PassNumbers(n store.Numbers) error {
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

// Numbers lists the numbers of the records of a kind above after, at most max.
func (v *view) Numbers(of store.Kind, after int64, max int) ([]int64, error) {
	table := map[store.Kind]string{store.Registrations: "registrations", store.Challenges: "challenges", store.Letters: "letters", store.Rows: "outbox"}[of]
	return v.ids("select id from "+table+" where id > $1 order by id limit $2", after, limit(max))
}
