// Package postgres keeps a store in a database of PostgreSQL, which any number of daemons may
// share.
//
// Updates run at the same time, each in a transaction of its own connection. A transaction locks
// what it reads and what it writes until it ends (two-phase locking), so that the outcome is that
// of one transaction after the other. Each method of View and Tx demands its own locks, and nobody
// who calls one can forget any. A lock is an advisory lock with a name, such as that of a game, of
// a player, or of an address. What has no name (a list of all letters in a state, the next alarm)
// excludes all other writers by the table gate, which the other transactions share. The level is
// READ COMMITTED: what a statement reads after a lock was got is what the holder before has left.
//
// A transaction waits for locks only in its first exchange with the database, and in one order: the
// gate, then names by their digests, then players, then the addresses that letters go to. Later
// locks are tried, and where one is not free the transaction begins again and demands all of them
// first (locks.go). So there is no deadlock, and a transaction that has begun again goes on.
//
// What the store promises follows so:
//
//   - An address has one owner: who looks for the player at an address shares the lock of the
//     address, and who gives an address to a player has that lock, and those of the player's
//     addresses, to itself.
//   - A number is given once: it is drawn from a sequence, which gives none twice. Numbers may be
//     left out.
//   - Letters to one address leave in the order of their events: the number of a row is drawn when
//     the address is locked, and the address stays locked until the commit. Claim returns only the
//     first row of an address.
//   - An event follows the event before: whoever reads or changes a game has the lock of the game,
//     and the time of the transaction is read when the lock is held.
//   - A budget is not overdrawn: whoever reads a tally has the lock of the tally, and adds to the
//     tally before anybody else reads it.
//
// SERIALIZABLE was measured instead: written records lie on the last pages of their indexes, which
// every other transaction reads, so that nearly each of 16 senders made another's transaction void.
//
// What a transaction writes waits until something must be read that Expect has not asked for, and
// goes with that question, or with the commit. A letter that moves a game takes two exchanges
// as a rule, the commit among them.
//
// A View is one transaction that only reads, of the level REPEATABLE READ. A View waits for no
// writer, and no writer waits for a View.
//
// A daemon that is cut off holds its locks until the database ends its transaction, which stands
// idle: after three seconds, or after a minute if the transaction is run for the third time. When
// the connection breaks while a transaction commits, the table sessions tells what came of the
// transaction, because each connection counts its commits there. So no outcome is ever unknown,
// unless the database stays away.
//
// The time is the database's, so that daemons whose clocks differ agree. Times are kept to the
// microsecond. Events are kept as package store encodes them, to the octet. The line of an event
// holds the event's texts, so that an operator can read the texts; the chain is over the line with
// a hash in the place of each text.
//
// The package must not know mail servers, nor the words of letters.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"corrd/store"
)

// Options say how a store is opened. The zero value is right for a daemon.
type Options struct {
	// Password returns that of the role, for each connection; nil: the rules of libpq hold
	// (PGPASSWORD, PGPASSFILE, ~/.pgpass).
	Password func() (string, error)
	// ReadOnly opens a store for reading only, of a standby too, and makes no tables. Every
	// Update then fails.
	ReadOnly bool
	// Now returns the time of each transaction; nil: the database does.
	Now func() time.Time
	// Patience is how long one question to the database may take, and how long a transaction of a
	// daemon may stand idle; 0 is one minute.
	Patience time.Duration
	// Failpoint, for tests, is called with BeforeCommit and AfterCommit in every Update that
	// writes. An error of Failpoint becomes the outcome of the commit for the Update.
	Failpoint func(name string) error
}

// The failpoints of an Update: when f has run and nothing is durable; when all is durable
// and nobody has been told.
const (
	BeforeCommit = "before-commit"
	AfterCommit  = "after-commit"
)

const (
	defaultPatience = time.Minute
	connections     = 16 // at most, where the URL does not say pool_max_conns
)

func (o Options) withDefaults() Options {
	if o.Patience == 0 {
		o.Patience = defaultPatience
	}
	if o.Failpoint == nil {
		o.Failpoint = func(string) error { return nil }
	}
	return o
}

// db is one open store.
type db struct {
	store.Vault
	pool    *pgxpool.Pool
	options Options
	states  *store.States
	slots   chan struct{} // of the connections that Updates may hold at the same time

	mu     sync.Mutex
	hints  map[int64]hint
	early  map[int64]early  // by row
	posts  map[int64]string // by player where letters to the player went when the player was read last, "" for nowhere
	using  sync.WaitGroup   // transactions under way
	closed bool
	broken error // of a commit whose outcome could not be learnt
}

// enter begins the use of the store; leave of db.using must follow.
func (d *db) enter() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return store.ErrClosed
	}
	d.using.Add(1)
	return nil
}

// Close waits for the transactions under way and closes all connections. Closing twice does
// nothing.
func (d *db) Close() error {
	d.mu.Lock()
	was := d.closed
	d.closed = true
	d.mu.Unlock()
	if was {
		return nil
	}
	d.using.Wait()
	d.pool.Close()
	return nil
}

// set is the time that the options give; zero: the database does.
func (d *db) set() time.Time {
	if d.options.Now != nil {
		return d.options.Now().UTC()
	}
	return time.Time{}
}

// View runs f on what was committed when View began, as store.Store describes. A View that expects
// a row which was claimed a moment ago reads what came with the claim; where f asks for more, f
// runs again in a transaction.
func (d *db) View(f func(store.View) error) error {
	if err := d.enter(); err != nil {
		return err
	}
	defer d.using.Done()
	for {
		v, err := d.view(f)
		if v.failed != errEarly {
			return err
		}
	}
}

// view runs f once. Where the database failed, the View fails, whatever f makes of it: Now, for
// one, cannot say that it does not know the time.
func (d *db) view(f func(store.View) error) (v *view, err error) {
	v = &view{db: d, memo: newMemo(), now: d.set()}
	v.opening = func() []statement {
		return []statement{{sql: "begin isolation level repeatable read read only"}, v.clock("", nil)}
	}
	defer func() {
		if v.conn != nil { // the caller does not wait for the end
			d.using.Go(func() { release(v.conn) })
		}
	}()
	if err = f(v); err == nil {
		err = v.failed
	}
	return v, err
}

// release ends whatever transaction a connection is in, and gives the connection back.
func release(conn *pgxpool.Conn) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if c := conn.Conn(); !c.IsClosed() && c.PgConn().TxStatus() != 'I' {
		if _, err := c.PgConn().Exec(ctx, "rollback").ReadAll(); err != nil {
			c.Close(ctx)
		}
	}
	conn.Release()
}

// The codes of errors of PostgreSQL that mean something to this package (PostgreSQL,
// Appendix A).
const (
	codeSerialization = "40001"
	codeDeadlock      = "40P01"
	codeUnique        = "23505"
	codeDiskFull      = "53100"
	codeReadOnly      = "25006"
	codeNothing       = "2201E" // of the logarithm of zero; see update.change
)

// damaged are the codes of data that cannot be read.
var damaged = map[string]bool{"XX001": true, "XX002": true}

// away are the codes of errors by which a database says that it is not available for a time.
var away = map[string]bool{"57P01": true, "57P02": true, "57P03": true, "57P05": true, "53300": true, "25P03": true}

// classify turns the failures of PostgreSQL and of the connection into those of store.
func classify(err error) error {
	if err == nil {
		return nil
	}
	var of *pgconn.PgError
	if errors.As(err, &of) {
		return classifyCode(of, err)
	}
	var network net.Error
	var connecting *pgconn.ConnectError
	switch {
	case errors.As(err, &connecting), errors.As(err, &network), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF),
		errors.Is(err, context.DeadlineExceeded), errors.Is(err, errLost):
		return fmt.Errorf("%w: %w", store.ErrUnreachable, err)
	}
	return err
}

func classifyCode(of *pgconn.PgError, err error) error {
	switch {
	case of.Code == codeNotFree:
		return fmt.Errorf("%w: %w", errInTheWay, err)
	case of.Code == codeDiskFull:
		return fmt.Errorf("%w: the database says: %w", store.ErrFull, err)
	case of.Code == codeReadOnly:
		return fmt.Errorf("%w: %w", errReadOnly, err)
	case damaged[of.Code]:
		return fmt.Errorf("%w: the database says: %w", store.ErrCorrupt, err)
	case away[of.Code], of.Code[:2] == "08":
		return fmt.Errorf("%w: %w", store.ErrUnreachable, err)
	}
	return err
}

var (
	errReadOnly     = errors.New("store: the database can only be read: it is a standby, or default_transaction_read_only is set; name the primary in [store] url, or all servers with target_session_attrs=read-write")
	errOpenedToRead = errors.New("store: opened for reading only")
	errLost         = errors.New("the connection was lost")
	errEarly        = errors.New("more is asked for than came with the claim")
	errStale        = errors.New("the connection had broken while it was idle")
)

// saidCode returns the code of an error of the database; "" of any other error.
func saidCode(err error) string {
	var of *pgconn.PgError
	if errors.As(err, &of) {
		return of.Code
	}
	return ""
}

// passes reports whether a transaction that failed with err may succeed in another run: other
// transactions were in its way, or the connection was lost before the commit was asked for.
func passes(err error) bool {
	if errors.Is(err, errInTheWay) {
		return true
	}
	if code := saidCode(err); code != "" {
		return code == codeSerialization || code == codeDeadlock || code == codeUnique || away[code]
	}
	return errors.Is(err, store.ErrUnreachable)
}

func corrupt(format string, a ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{store.ErrCorrupt}, a...)...)
}

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
