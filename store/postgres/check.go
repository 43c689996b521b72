package postgres

import (
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"corrd/store"
)

// checkSlice is how many records Check reads in one transaction. A record and its indexes are
// written together, so each slice is consistent.
const checkSlice = 500

// Check goes through every table, but leaves the pages of the database to the database (amcheck,
// data checksums). store.Store describes the results.
func (d *db) Check(found func(store.Fault)) (store.Verified, error) {
	c := &checker{store.Checker{Found: found}, d}
	c.records()
	return c.Verified, c.Err
}

// Patrol is Check with a rest after each slice. store.Store describes the arguments and the error.
func (d *db) Patrol(rest func() error, found func(store.Fault)) error {
	c := &checker{store.Checker{Found: found, Rest: rest}, d}
	c.records()
	return c.Err
}

type checker struct {
	store.Checker
	db *db
}

// records goes through every table.
func (c *checker) records() {
	c.games()
	c.bytes()
	for _, w := range walks {
		c.walk(w)
	}
	c.marks()
	c.challenges()
	c.addresses("addresses", "player", store.MeansAddress)
	c.addresses("registrations", "id", store.MeansAsked)
	checkTable(c, players, func(r *store.Player) int64 { return r.ID })
	checkTable(c, registrations, func(r *store.Registration) int64 { return r.ID })
	checkTable(c, challenges, func(r *store.Challenge) int64 { return r.ID })
	checkTable(c, disputes, func(r *store.Dispute) int64 { return r.ID })
	checkTable(c, tournaments, func(r *store.Tournament) int64 { return r.ID })
	checkTable(c, letters, func(r *store.Letter) int64 { return r.ID })
	checkTable(c, rows, func(r *store.Row) int64 { return r.ID })
	c.inflates("raw", "letter", store.BytesOfLetter)
	c.inflates("outbox_bytes", "row_id", store.BytesOfRow)
}

// slices runs one in transactions of their own, each with the last number of the one before,
// until one says that there is no more.
func (c *checker) slices(one func(v *view, after int64) (last int64, more bool, err error)) {
	after, more := int64(-1), true
	for more && c.Err == nil {
		c.Err = c.db.View(func(sv store.View) (err error) {
			after, more, err = one(sv.(*view), after)
			return err
		})
		c.Relax()
	}
}

// walk is a question to one table, which answers, for each number after $1, at most $2 of them,
// whether the record is as it ought to be, and says what is wrong with one that is not.
type walk struct {
	sql  string
	says func(id int64) store.Fault
}

// leads says that what a table keeps beside other records leads to one that does not exist.
func leads(format, means string) func(id int64) store.Fault {
	return func(id int64) store.Fault { return store.Fault{Words: fmt.Sprintf(format+"; %s", id, means)} }
}

func besideNone(what string) func(id int64) store.Fault {
	return func(id int64) store.Fault { return store.OrphanFault(what, id) }
}

// walks are the questions whose answers the database computes by itself.
var walks = []walk{
	{`select letter, exists (select from letters where id = letter)
		from raw where letter > $1 order by letter limit $2`, besideNone(store.BytesOfLetter)},
	{`select row_id, exists (select from outbox where id = row_id)
		from outbox_bytes where row_id > $1 order by row_id limit $2`, besideNone(store.BytesOfRow)},
	{`select game, exists (select from games where id = game)
		from (select distinct game from events where game > $1 order by game limit $2) as e`, store.StrayFault},
	{`select game, exists (select from games where id = game)
		from (select distinct game from seats where game > $1 order by game limit $2) as s`, leads("seats: the entry of game %d leads nowhere", store.MeansGames)},
	{`select player, exists (select from players where id = player)
		from (select distinct player from addresses where player > $1 order by player limit $2) as a`, leads("addresses: those of player %d lead nowhere", store.MeansAddress)},
	{`select challenge, exists (select from challenges where id = challenge)
		from (select distinct challenge from challenge_players where challenge > $1 order by challenge limit $2) as p`, leads("challenge_players: the entry of challenge %d leads nowhere", store.MeansChallenges)},
}

func (c *checker) walk(w walk) {
	c.slices(func(v *view, after int64) (last int64, more bool, err error) {
		n := 0
		err = v.query(func(rows pgx.Rows) error {
			n++
			var right bool
			err := rows.Scan(&last, &right)
			if err == nil && !right {
				c.Found(w.says(last))
			}
			return err
		}, w.sql, after, checkSlice)
		return last, n == checkSlice, err
	})
}

// bytes verifies of each letter that its bytes are kept if it says so.
func (c *checker) bytes() {
	c.slices(func(v *view, after int64) (last int64, more bool, err error) {
		n := 0
		err = v.query(func(rows pgx.Rows) error {
			n++
			var purged, kept bool
			err := rows.Scan(&last, &purged, &kept)
			f, is := store.LetterFault(last, purged, kept)
			c.Tell(f, is && err == nil)
			return err
		}, `select id, purged, exists (select from raw where letter = id) from letters where id > $1 order by id limit $2`, after, checkSlice)
		return last, n == checkSlice, err
	})
}

// marks verifies that each mark is of a letter that exists, in the order of the marks: nothing
// else asks for the marks of a letter, so there is no index by letter.
func (c *checker) marks() {
	after := []byte{}
	c.slices(func(v *view, _ int64) (last int64, more bool, err error) {
		n := 0
		err = v.query(func(rows pgx.Rows) error {
			n++
			var letter int64
			var there bool
			err := rows.Scan(&after, &letter, &there)
			if err == nil && !there {
				c.Found(store.MarkFault(after, letter))
			}
			return err
		}, `select key, letter, exists (select from letters where id = letter)
			from seen where key > $1 order by key limit $2`, after, checkSlice)
		return 0, n == checkSlice, err
	})
}

// challenges verifies that each challenge is listed for those among whose open challenges it is.
func (c *checker) challenges() {
	c.slices(func(v *view, after int64) (last int64, more bool, err error) {
		n := 0
		err = v.query(func(rows pgx.Rows) error {
			n++
			var ch store.Challenge
			var listed []int64
			err := challenges.scan(rows, &ch, &listed)
			if last = ch.ID; err == nil && !slices.Equal(listed, ch.OpenFor()) {
				c.Fault("challenge %d: it is not listed for those whom it names; %s", ch.ID, store.MeansChallenges)
			}
			return err
		}, "select "+challenges.columns+", array(select player from challenge_players where challenge = id order by player) from challenges where id > $1 order by id limit $2", after, checkSlice)
		return last, n == checkSlice, err
	})
}

// addresses verifies that each address is found in whatever spelling.
func (c *checker) addresses(table, id, means string) {
	c.slices(func(v *view, after int64) (last int64, more bool, err error) {
		n := 0
		err = v.query(func(rows pgx.Rows) error {
			n++
			var address, folded string
			err := rows.Scan(&last, &textTo[string]{&address}, &textTo[string]{&folded})
			if store.FoldAddress(address) != folded {
				c.Fault("%s: %s of %d is found as %s; %s", table, address, last, folded, means)
			}
			return err
		}, "select "+id+", address, folded from "+table+" where "+id+" in (select distinct "+id+" from "+table+" where "+id+" > $1 order by 1 limit $2) order by 1", after, checkSlice)
		return last, n >= checkSlice, err
	})
}

// checkTable reads every record of a table, and verifies that no later record can be given the same
// number.
func checkTable[T any](c *checker, t *table[T], id func(*T) int64) {
	c.slices(func(v *view, after int64) (last int64, more bool, err error) {
		recs, err := t.list(v, "where id > $1 order by id limit $2", after, checkSlice)
		if err != nil || len(recs) == 0 {
			return last, false, err
		}
		last = id(&recs[len(recs)-1])
		return last, len(recs) == checkSlice, c.given(v, t.noun, last)
	})
}

// given verifies that a number has been given by its sequence.
func (c *checker) given(v *view, noun string, id int64) error {
	var last int64
	if _, err := v.row("select case when is_called then last_value else 0 end from "+noun+"_numbers", nil, &last); err != nil {
		return err
	}
	if id > last {
		c.Found(store.NumberFault(noun, id, last))
	}
	return nil
}

// inflates verifies that compressed bytes can be read.
func (c *checker) inflates(table, id, what string) {
	c.slices(func(v *view, after int64) (last int64, more bool, err error) {
		n := 0
		err = v.query(func(rows pgx.Rows) error {
			n++
			var deflated []byte
			err := rows.Scan(&last, &deflated)
			f, is := store.InflateFault(what, last, deflated)
			c.Tell(f, is && err == nil)
			return err
		}, "select "+id+", deflated from "+table+" where "+id+" > $1 order by 1 limit $2", after, checkSlice/10)
		return last, n == checkSlice/10, err
	})
}

// games verifies every game.
func (c *checker) games() {
	c.slices(func(v *view, after int64) (last int64, more bool, err error) {
		heads, err := games.list(v, "where id > $1 order by id limit $2", after, checkSlice/10)
		if err != nil || len(heads) == 0 {
			return last, false, err
		}
		beside, err := c.beside(v, heads)
		for i := 0; i < len(heads) && err == nil; i++ {
			last = heads[i].id
			err = c.game(v, &heads[i], beside[last])
		}
		if err != nil {
			return last, false, err
		}
		return last, len(heads) == checkSlice/10, c.given(v, "game", last)
	})
}

// beside is what stands beside the head of a game.
type beside struct {
	further bool    // an event follows the last
	listed  []int64 // for whom the game is listed
}

// beside reads in one exchange what stands beside the heads of games, their logs, and the bytes of
// their letters.
func (c *checker) beside(v *view, heads []head) (map[int64]beside, error) {
	all, ids, lasts := map[int64]beside{}, []int64{}, []int64{}
	for _, h := range heads {
		v.memo.heads[h.id] = h
		ids, lasts = append(ids, h.id), append(lasts, h.Seq)
	}
	err := v.ask(v.wholeLogs(heads), v.expectRaw("array(select id from letters where game = any("+these+") and game <> 0)", ids),
		statement{sql: `select id, exists (select from events where game = id and seq > last), array(select player from seats where game = id order by player)
			from unnest($1::bigint[], $2::bigint[]) as of(id, last)`, args: []any{ids, lasts}, each: func(rows pgx.Rows) error {
			var id int64
			var b beside
			err := rows.Scan(&id, &b.further, &b.listed)
			all[id] = b
			return err
		}})
	return all, err
}

// game verifies the chain of a game, what the head of the game says of its state, and for whom the
// game is listed.
func (c *checker) game(v *view, h *head, is beside) error {
	of := store.Checker{Found: func(f store.Fault) {
		if v.failed == nil {
			c.Found(f)
		}
	}, Verified: c.Verified}
	of.Game(v, h.id, h.Head, is.further)
	c.Verified = of.Verified
	if v.failed == nil && !slices.Equal(is.listed, h.Seats()) {
		c.Found(store.Fault{Words: fmt.Sprintf("game %d is listed for the players %v, and its seats are those of %v", h.id, is.listed, h.Seats()), Stale: h.id})
	}
	return v.failed
}
