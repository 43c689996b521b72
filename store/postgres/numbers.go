package postgres

import (
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"corrd/store"
)

// nouns are the kinds of records that have numbers.
var nouns = [...]string{"player", "registration", "challenge", "dispute", "game", "letter", "row", "tournament"}

// latest are the numbers last given of the records of each noun.
type latest [len(nouns)]int64

// lastNumbers asks for the numbers last given, in the order of nouns.
var lastNumbers = func() string {
	var each []string
	for _, noun := range nouns {
		each = append(each, "(select case when is_called then last_value else 0 end from "+noun+"_numbers)")
	}
	return "select " + strings.Join(each, ", ")
}()

// numbers reads the numbers last given.
func (v *view) numbers() (last latest, err error) {
	to := make([]any, len(last))
	for i := range last {
		to[i] = &last[i]
	}
	_, err = v.row(lastNumbers, nil, to...)
	return last, err
}

// A number is drawn from its sequence once, whatever becomes of the transaction. Numbers of rows
// are drawn when the addresses that the rows go to are locked, so that rows to an address become
// visible in the order of their numbers.

// expect has numbers drawn in the first exchange.
func (d *demand) expect(noun string, n int) {
	i := slices.Index(nouns[:], noun)
	d.numbers[i] = max(d.numbers[i], n)
}

// draw returns the statement that draws n numbers of the records with a noun.
func (u *update) draw(i, n int) statement {
	return statement{sql: "select nextval('" + nouns[i] + "_numbers') from generate_series(1, $1::integer)", args: []any{n}, each: func(rows pgx.Rows) error {
		var id int64
		err := rows.Scan(&id)
		u.drawn[i], u.ready[i] = append(u.drawn[i], id), append(u.ready[i], id)
		return err
	}}
}

// next returns the next number of the records with a noun to a record.
func (u *update) next(noun string, to *int64) error {
	i := slices.Index(nouns[:], noun)
	if u.conn == nil {
		u.demand.expect(noun, 1)
		if err := u.ask(); err != nil {
			return err
		}
	}
	if len(u.ready[i]) == 0 {
		if err := u.ask(u.draw(i, 1)); err != nil {
			return err
		}
	}
	*to, u.ready[i] = u.ready[i][0], u.ready[i][1:]
	u.given = append(u.given, to)
	u.demand.expect(noun, len(u.drawn[i])-len(u.ready[i]))
	return nil
}

// nextRow returns the next number of a row to an address. What was drawn before the address was
// locked is left out.
func (u *update) nextRow(to string, id *int64) error {
	before := len(u.late)
	u.owns(toAddress(to))
	if len(u.late) > before {
		u.ready[slices.Index(nouns[:], "row")] = nil
	}
	return u.next("row", id)
}

// undraw gives back the numbers of a transaction that gave up, unless others have drawn since.
func (u *update) undraw() {
	all := []statement{{sql: "begin"}, {sql: "set local lock_timeout = '100ms'"}, {sql: "lock table gate in share row exclusive mode"}}
	for i, noun := range nouns {
		if n := len(u.drawn[i]); n > 0 && u.drawn[i][n-1]-u.drawn[i][0] == int64(n-1) {
			first := u.drawn[i][0]
			all = append(all, statement{sql: "select setval('" + noun + "_numbers', greatest($1::bigint, 1), $1::bigint > 0) from " + noun + "_numbers where last_value = $2",
				args: []any{first - 1, u.drawn[i][n-1]}})
		}
	}
	if len(all) > 3 {
		u.exchange(append(all, statement{sql: "commit"})) // where that fails, numbers are left out
	}
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

// pass has no later record with a noun be given a number up to upTo.
func (u *update) pass(noun string, upTo int64) error {
	i := slices.Index(nouns[:], noun)
	if i < 0 {
		return corrupt("there are no numbers of %q", noun)
	}
	u.wholly()
	u.ready[i] = nil
	u.exec("select setval('"+noun+"_numbers', $1::bigint) from "+noun+"_numbers where case when is_called then last_value else 0 end < $1", upTo)
	return u.failed
}

// Numbers lists the numbers of the records of a kind above after, at most max.
func (v *view) Numbers(of store.Kind, after int64, max int) ([]int64, error) {
	v.wholly()
	table := map[store.Kind]string{store.Registrations: "registrations", store.Challenges: "challenges", store.Letters: "letters", store.Rows: "outbox"}[of]
	return v.ids("select id from "+table+" where id > $1 order by id limit $2", after, limit(max))
}
