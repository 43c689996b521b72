// Package postgres keeps a store in a database of PostgreSQL, which any number of daemons may
// share.
//
// One goroutine runs the Updates of a daemon. As in package bolt, the waiting Updates share one
// transaction (a group): they share a commit, and what one of them has read the next need not ask
// for. The transaction is of the level REPEATABLE READ and first locks the table gate, so that one
// transaction writes at a time, whichever daemon began it: each transaction sees everything
// committed before, and the outcome is that of one Update after the other. When an Update of a
// group fails after the database was told of its writes, nothing is left of the group, and each
// Update is run in a transaction of its own.
//
// A transaction of corrd may read anything before it decides: a game, a tally, that nobody has an
// address, that a letter was not seen. A lock for each of those would be forgotten somewhere.
// SERIALIZABLE was measured instead of the gate: written records lie on the last pages of their
// indexes, which every other transaction reads, so that nearly each of 16 senders made another's
// transaction void, and 16 senders filed fewer letters a second than one.
//
// A View is one transaction that only reads, of the level REPEATABLE READ. A View waits for no
// writer, and no writer waits for a View.
//
// When the connection breaks while a transaction commits, the table sessions tells what came of the
// transaction, because each connection counts its commits there. So no outcome is ever unknown,
// unless the database stays away.
//
// The time is the database's, so that daemons whose clocks differ agree. Times are kept to the
// microsecond. Numbers are counted under the lock of the gate, and the sequences are updated at the
// commit; where a commit fails, numbers may be left out. Events are kept as package store encodes
// them, to the octet. The line of an event holds the event's texts, so that an operator can read
// the texts; the chain is over the line with a hash in the place of each text.
package postgres

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"corrd/store"
	"corrd/store/kit"
)

// Options say how a store is opened. The zero value is right for a daemon.
type Options struct {
	// Password gives that of the role, for each connection; nil: the rules of libpq hold
	// (PGPASSWORD, PGPASSFILE, ~/.pgpass).
	Password func() (string, error)
	// ReadOnly opens a store for reading only, of a standby too, and makes no tables. Every
	// Update then fails.
	ReadOnly bool
	// Now gives the time of each transaction; nil: the database does.
	Now func() time.Time
	// Patience is how long one question to the database may take, and how long a transaction of a
	// daemon may stand idle; 0 is one minute.
	Patience time.Duration
	// Failpoint, for tests, is called with BeforeCommit and AfterCommit in every Update that writes.
	// An error of Failpoint becomes the outcome of the commit for the Update.
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
	kit.Vault
	pool    *pgxpool.Pool
	options Options
	states  *kit.States
	writer  *kit.Writer

	mu     sync.Mutex
	using  sync.WaitGroup // transactions under way that are not the writer's
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
	d.writer.Close()
	d.using.Wait()
	d.pool.Close()
	return nil
}

// acquire gives a connection that has begun a transaction, and the time at which the transaction
// began. A connection that broke while it was idle is replaced by another.
func (d *db) acquire(begin string) (conn *pgxpool.Conn, now time.Time, err error) {
	for range connections + 1 {
		ctx, cancel := context.WithTimeout(context.Background(), d.options.Patience)
		conn, err = d.pool.Acquire(ctx)
		if err == nil {
			now, err = d.begin(ctx, conn, begin)
		}
		cancel()
		if conn == nil || err == nil {
			break
		}
		lost := conn.Conn().IsClosed()
		conn.Release()
		if !lost {
			break
		}
	}
	return conn, now, classify(err)
}

// begin begins a transaction and reads the time, in one question.
func (d *db) begin(ctx context.Context, conn *pgxpool.Conn, begin string) (now time.Time, err error) {
	results, err := conn.Conn().PgConn().Exec(ctx, begin+"; select (extract(epoch from clock_timestamp()) * 1000000)::bigint").ReadAll()
	if err != nil {
		return now, err
	}
	if d.options.Now != nil {
		return d.options.Now().UTC(), nil
	}
	micro, err := micros(results)
	return time.UnixMicro(micro).UTC(), err
}

// View runs f on what was committed when View began, as store.Store describes.
func (d *db) View(f func(store.View) error) error {
	if err := d.enter(); err != nil {
		return err
	}
	defer d.using.Done()
	conn, now, err := d.acquire("begin isolation level repeatable read read only")
	if err != nil {
		return err
	}
	defer release(conn)
	return f(&view{db: d, conn: conn, now: now})
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
