package postgres

import (
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"corrd/store"
)

// demand is what an Update locks, over all its runs. A lock is named by what it protects, as in
// "game/7", and is an advisory lock of the database that ends with the transaction.
//
// A run waits for locks only in its first exchange, and there in one order for all transactions:
// the gate; the locks without a rank, by their digests; the players; the addresses that letters go
// to. A lock that is demanded later is only tried. When it is not free the run ends, and the next
// run demands at the beginning all that the runs before have demanded. So no transactions wait for
// each other in a circle.
type demand struct {
	whole   bool                  // the transaction excludes all others
	held    map[string]bool       // false: others may hold the lock as well, and only read
	games   []int64               // whose players, and the addresses of these, are locked with them: they are not known here
	numbers [len(store.Nouns)]int // how many numbers are drawn at the beginning
	after   map[string]bool       // the locks that a run has demanded after its first exchange
	tries   int                   // runs that ended because a lock was not free
}

// mostTries is how many runs may find a lock taken before the transaction excludes all others.
const mostTries = 3

// errInTheWay ends a run that has met a lock of another transaction.
var errInTheWay = errors.New("another transaction was in the way")

func newDemand() *demand { return &demand{held: map[string]bool{}, after: map[string]bool{}} }

// late reports whether the run that is under way has taken a lock after its first exchange.
func (d *demand) late(key string) bool { return d != nil && d.after[key] }

// owns demands locks that nobody else may hold.
func (v *view) owns(keys ...string) { v.lock(true, keys) }

// shares demands locks that others may share.
func (v *view) shares(keys ...string) { v.lock(false, keys) }

func (v *view) lock(own bool, keys []string) {
	if v.demand == nil || v.demand.whole {
		return
	}
	for _, key := range keys {
		was, held := v.demand.held[key]
		if held && (was || !own) {
			continue
		}
		v.demand.held[key] = own
		if v.conn != nil {
			v.late = append(v.late, key)
			v.demand.after[key] = true
		}
	}
}

// locked notes a lock that the transaction has got in another way, or need not have because what it
// holds says as much. The lock is not demanded any more, unless to be held alone.
func (v *view) locked(key string, own bool) {
	if v.demand == nil || v.demand.whole {
		return
	}
	v.demand.held[key] = v.demand.held[key] || own
}

// wholly has the transaction exclude all others that write.
func (v *view) wholly() {
	if v.demand == nil || v.demand.whole {
		return
	}
	v.demand.whole = true
	if v.conn != nil && v.failed == nil {
		v.failed = errInTheWay
	}
}

const (
	ofPlayer  = "player/"
	recipient = "to/"
	ofLetter  = "letter/"
)

// Advisory locks have numbers. A digest makes them of names and of the table gate, so that two
// stores in one database do not meet.
const digest = "hashtextextended(k, 'gate'::regclass::oid::bigint)"

// waits locks names in the order of their ranks, and of their digests in a rank.
const waits = `select case when own then pg_advisory_xact_lock(h)::text else pg_advisory_xact_lock_shared(h)::text end from (
	select ` + digest + ` as h, own from unnest($1::text[], $2::boolean[], $3::integer[]) as named(k, own, rank) order by rank, 1, own desc) as ordered`

// waitsSeated locks players, and with them those of games.
const waitsSeated = `select case when own then pg_advisory_xact_lock(h)::text else pg_advisory_xact_lock_shared(h)::text end from (
	select ` + digest + ` as h, bool_or(own) as own from (
		select * from unnest($1::text[], $2::boolean[]) as named(k, own)
		union all
		select '` + ofPlayer + `' || player, false from games, unnest(array[white, black] || others) as player where id = any($3::bigint[])
	) as all_names group by 1 order by 1) as ordered`

// waitsTo locks addresses that letters go to, and with them those of the players of games, and
// gives them all. Each address is looked up by itself: a join would go through all players of a
// store that has a thousand.
const waitsTo = `select k, pg_advisory_xact_lock(h)::text from (
	select distinct on (h) k, ` + digest + ` as h from (
		select k from unnest($1::text[]) as named(k)
		union all
		select '` + recipient + `' || (select folded from addresses where player = of and position = 1)
			from games, unnest(array[white, black] || others) as of where games.id = any($2::bigint[])
	) as all_names where k is not null order by h) as ordered`

// tries takes locks that are free; one that is not divides by zero.
const tries = `select 1 / (case when own then pg_try_advisory_xact_lock(h) else pg_try_advisory_xact_lock_shared(h) end)::integer from (
	select ` + digest + ` as h, own from unnest($1::text[], $2::boolean[]) as named(k, own)) as wanted`

// codeNotFree is what the database says of a lock that tries does not get.
const codeNotFree = "22012"

// The ranks of names, in the order in which a transaction waits for them.
const (
	rankFirst = iota
	rankPlayer
	rankRecipient
)

func rankOf(key string) int {
	switch {
	case strings.HasPrefix(key, ofPlayer):
		return rankPlayer
	case strings.HasPrefix(key, recipient):
		return rankRecipient
	}
	return rankFirst
}

// wait returns the statements that take all locks: those of one rank after the other where the
// players of games must be read first, and else all in one.
func (d *demand) wait() []statement {
	if d.whole {
		return []statement{{sql: "lock table gate in share row exclusive mode"}}
	}
	all := []statement{{sql: "lock table gate in row exclusive mode"}}
	var ranks [rankRecipient + 1][]string
	for _, key := range slices.Sorted(maps.Keys(d.held)) {
		rank := rankOf(key)
		ranks[rank] = append(ranks[rank], key)
	}
	if len(d.games) == 0 {
		ranks[rankFirst] = slices.Concat(ranks[:]...)
	}
	if first := ranks[rankFirst]; len(first) > 0 {
		of := make([]int32, len(first))
		for i, key := range first {
			of[i] = int32(rankOf(key))
		}
		all = append(all, d.named(waits, first, of))
	}
	if len(d.games) > 0 {
		all = append(all, d.named(waitsSeated, ranks[rankPlayer], d.games),
			statement{sql: waitsTo, args: []any{spelled(ranks[rankRecipient]), d.games}, each: func(rows pgx.Rows) error {
				var key, nothing string
				err := rows.Scan(&textTo[string]{&key}, &nothing)
				d.held[key] = true
				return err
			}})
	}
	return all
}

// try returns the statement that takes locks if all are free.
func (d *demand) try(keys []string) statement { return d.named(tries, keys) }

func (d *demand) named(sql string, keys []string, more ...any) statement {
	own := make([]bool, len(keys))
	for i, key := range keys {
		own[i] = d.held[key]
	}
	return statement{sql: sql, args: append([]any{spelled(keys), own}, more...)}
}

func spelled(keys []string) []string {
	all := make([]string, len(keys))
	for i, key := range keys {
		all[i] = spell(key)
	}
	return all
}

// The names of locks that several methods take.
func theGame(id int64) string           { return key("game/", id) }
func thePlayer(id int64) string         { return key(ofPlayer, id) }
func theSeats(player int64) string      { return key("seats/", player) }
func theChallenges(player int64) string { return key("challenges/", player) }
func theMark(k store.Key) string        { return "seen/" + hex.EncodeToString(k[:]) }
func theSetting(name string) string     { return "setting/" + name }
func theTally(name string) string       { return "tally/" + name }
func theRow(id int64) string            { return key("row/", id) }
func theLetter(id int64) string         { return key(ofLetter, id) }
func theAddress(address string) string  { return "address/" + store.FoldAddress(address) }
func toAddress(address string) string   { return recipient + store.FoldAddress(address) }

func key(class string, id int64) string { return class + strconv.FormatInt(id, 10) }

// latest are the numbers last given of the records of each noun.
type latest [len(store.Nouns)]int64

// lastNumbers asks for the numbers last given, in the order of nouns.
var lastNumbers = func() string {
	var each []string
	for _, noun := range store.Nouns {
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
	i := slices.Index(store.Nouns[:], noun)
	d.numbers[i] = max(d.numbers[i], n)
}

// drawing draws numbers of the records with a noun, as many as an argument says. A letter is locked
// with its number.
func drawing(i, argument int) string {
	all := fmt.Sprintf("select nextval('%s_numbers') as k from generate_series(1, $%d::integer)", store.Nouns[i], argument)
	if store.Nouns[i] == "letter" {
		all = "select n from (select k as n, '" + ofLetter + "' || k as k from (" + all + ") as drawn) as named where pg_try_advisory_xact_lock(" + digest + ")"
	}
	return all
}

// drew notes numbers that were drawn.
func (u *update) drew(i int, ids ...int64) {
	u.drawn[i], u.ready[i] = append(u.drawn[i], ids...), append(u.ready[i], ids...)
	for _, id := range ids {
		if store.Nouns[i] == "letter" {
			u.locked(theLetter(id), true)
		}
	}
}

// draw returns the statement that draws n numbers of the records with a noun.
func (u *update) draw(i, n int) statement {
	return statement{sql: drawing(i, 1), args: []any{n}, apart: true, each: func(rows pgx.Rows) error {
		var id int64
		err := rows.Scan(&id)
		u.drew(i, id)
		return err
	}}
}

// next gives a record the next number of its kind.
func (u *update) next(noun string, to *int64) error {
	i := slices.Index(store.Nouns[:], noun)
	if u.conn == nil {
		u.demand.expect(noun, 1)
		if err := u.ask(); err != nil {
			return err
		}
	}
	for len(u.ready[i]) == 0 { // the lock of a letter's number may not be free
		if err := u.ask(u.draw(i, 1)); err != nil {
			return err
		}
	}
	*to, u.ready[i] = u.ready[i][0], u.ready[i][1:]
	u.given = append(u.given, to)
	u.demand.expect(noun, len(u.drawn[i])-len(u.ready[i]))
	return nil
}

// nextRow gives a row to an address its number. What was drawn before the address was
// locked is left out.
func (u *update) nextRow(to string, id *int64) error {
	before := len(u.late)
	u.owns(toAddress(to))
	if len(u.late) > before {
		u.ready[slices.Index(store.Nouns[:], "row")] = nil
	}
	return u.next("row", id)
}

// Expect is that of view. Numbers of rows that were drawn before it demanded a late lock, which may
// be that of an address, are left out.
func (u *update) Expect(of store.Likely) error {
	before := len(u.demand.after)
	err := u.view.Expect(of)
	if of.Queued > 0 && len(u.demand.after) > before {
		u.ready[slices.Index(store.Nouns[:], "row")] = nil
	}
	return err
}

// undraw gives back the numbers of a transaction that gave up, unless others have drawn since.
func (u *update) undraw() {
	all := []statement{{sql: "begin"}, {sql: "set local lock_timeout = '100ms'"}, {sql: "lock table gate in share row exclusive mode"}}
	for i, noun := range store.Nouns {
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
	i := slices.Index(store.Nouns[:], noun)
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
