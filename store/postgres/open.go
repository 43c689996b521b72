package postgres

import (
	"context"
	"crypto/rand"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"corrd/store"
	"corrd/store/bolt"
)

// Open opens the store in the database that a URL names (postgres://role@host/database), and makes
// its tables where there are none. The error is ErrNewer where the tables are those of a newer
// corrd, and ErrUnreachable where the database does not answer. Open changes nothing in the
// database when it fails.
func Open(address string, o Options) (store.Store, error) {
	o = o.withDefaults()
	config, err := configure(address, o)
	if err != nil {
		return nil, err
	}
	d := &db{options: o, states: store.NewStates(), hints: map[int64]hint{}, early: map[int64]early{}, posts: map[int64]string{}, slots: make(chan struct{}, max(1, config.MaxConns-config.MaxConns/4))}
	if err := migrate(config, o); err != nil {
		return nil, describe(config, err)
	}
	if !o.ReadOnly {
		config.AfterConnect, config.BeforeClose = beginSession, endSession
	}
	ctx, cancel := context.WithTimeout(context.Background(), o.Patience)
	defer cancel()
	if d.pool, err = pgxpool.NewWithConfig(ctx, config); err == nil {
		err = d.pool.Ping(ctx)
	}
	if err == nil && !o.ReadOnly {
		_, err = d.pool.Exec(ctx, "delete from sessions where at < clock_timestamp() - interval '1 day'")
	}
	if err != nil {
		if d.pool != nil {
			d.pool.Close()
		}
		return nil, describe(config, classify(err))
	}
	return d, nil
}

// Is reports whether an address is that of a store in PostgreSQL.
func Is(address string) bool {
	return strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

// Describe returns an address in the form in which the address may be shown: without a password.
func Describe(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "the database"
	}
	u.User = url.User(u.User.Username())
	q := u.Query()
	q.Del("password")
	u.RawQuery = q.Encode()
	return u.String()
}

// Verify reports what is wrong with an address before anything is asked of the database.
func Verify(address string) error {
	_, err := configure(address, Options{}.withDefaults())
	return err
}

// configure reads an address. The error refuses an address with a password, which would stand in
// the configuration, in the list of processes and in logs.
func configure(address string, o Options) (*pgxpool.Config, error) {
	u, err := url.Parse(address)
	if err != nil || !Is(address) {
		return nil, errors.New("the address of the store cannot be read: it is postgres://role@host/database")
	}
	if _, has := u.User.Password(); has || u.Query().Has("password") {
		return nil, errors.New("the address of the store has a password in it: put the password into a file, and name the file as password_file in [store], or use PGPASSWORD or PGPASSFILE")
	}
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, fmt.Errorf("the address of the store cannot be read: %w", err)
	}
	if err := encrypted(&config.ConnConfig.Config); err != nil {
		return nil, err
	}
	if !u.Query().Has("pool_max_conns") {
		config.MaxConns = connections
	}
	config.ShouldPing = func(context.Context, pgxpool.ShouldPingParams) bool { return false } // see view.open
	if o.Password != nil {
		config.BeforeConnect = func(_ context.Context, c *pgx.ConnConfig) (err error) {
			c.Password, err = o.Password()
			return err
		}
	}
	set := config.ConnConfig.RuntimeParams
	set["application_name"] = "corrd"
	set["timezone"] = "UTC"
	set["plan_cache_mode"] = "force_generic_plan" // to plan a statement anew costs more than to carry it out
	if o.ReadOnly {
		set["default_transaction_read_only"] = "on"
	}
	set["idle_in_transaction_session_timeout"] = fmt.Sprint(o.Patience.Milliseconds())
	return config, nil
}

// encrypted refuses connections to another machine without TLS. A host is this machine if it
// is the folder of a socket, localhost or a loopback address.
func encrypted(config *pgconn.Config) error {
	open := func(host string, tls bool) error {
		ip := net.ParseIP(host)
		if tls || strings.HasPrefix(host, "/") || strings.HasPrefix(host, "@") || host == "localhost" || ip != nil && ip.IsLoopback() {
			return nil
		}
		return fmt.Errorf("the store at %s would be reached without TLS: add sslmode=verify-full to its address (with sslrootcert=FILE where the authority is your own), or sslmode=require where the network between is yours", host)
	}
	if err := open(config.Host, config.TLSConfig != nil); err != nil {
		return err
	}
	for _, f := range config.Fallbacks {
		if err := open(f.Host, f.TLSConfig != nil); err != nil {
			return err
		}
	}
	return nil
}

// describe adds to an error the name of the database, and what the operator can do.
func describe(config *pgxpool.Config, err error) error {
	at := fmt.Sprintf("database %s at %s", config.ConnConfig.Database, config.ConnConfig.Host)
	switch {
	case errors.Is(err, store.ErrNewer):
		return fmt.Errorf("%s: %w; it has been left as it is: use the newer corrd", at, err)
	case errors.Is(err, store.ErrOlder):
		return fmt.Errorf("%s: %w; start corrd serve, which brings it up", at, err)
	case errors.Is(err, store.ErrUnreachable):
		return fmt.Errorf("%s: %w; see that it runs, and that [store] url names it", at, err)
	}
	return fmt.Errorf("%s: %w", at, err)
}

// beginSession writes a new connection into sessions.
func beginSession(ctx context.Context, conn *pgx.Conn) error {
	s := &session{id: make([]byte, 16)}
	rand.Read(s.id)
	conn.PgConn().CustomData()[sessionKey] = s
	_, err := conn.Exec(ctx, "insert into sessions values ($1, 0, clock_timestamp())", s.id)
	return classify(err)
}

// endSession removes a connection that is closed in order from the table sessions.
func endSession(conn *pgx.Conn) {
	s, ok := conn.PgConn().CustomData()[sessionKey].(*session)
	if !ok || conn.IsClosed() || conn.PgConn().TxStatus() != 'I' {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	conn.Exec(ctx, "delete from sessions where id = $1", s.id)
}

// ErrEmpty means that a database which is opened for reading only holds no store.
var ErrEmpty = errors.New("store: the database holds no store of corrd")

// The migrations lie beside this file as NNNN_name.sql. One that has been in a release never
// changes; another is added.
//
//go:embed migrations/*.sql
var migrations embed.FS

// migrateLock is the number under which the migrations of all stores of a database lock each
// other out.
const migrateLock = 0x636f727264 // "corrd"

// migrate brings the tables up to this program, in one transaction, while no other daemon
// does.
func migrate(config *pgxpool.Config, o Options) error {
	ctx, cancel := context.WithTimeout(context.Background(), o.Patience)
	defer cancel()
	to := config.ConnConfig.Copy()
	if config.BeforeConnect != nil {
		if err := config.BeforeConnect(ctx, to); err != nil {
			return err
		}
	}
	conn, err := pgx.ConnectConfig(ctx, to)
	if err != nil {
		return classify(err)
	}
	defer conn.Close(ctx)
	tx, err := conn.Begin(ctx)
	if err != nil {
		return classify(err)
	}
	defer tx.Rollback(ctx)
	if o.ReadOnly {
		return classify(upToDate(ctx, tx))
	}
	if err := bringUp(ctx, tx); err != nil {
		return classify(err)
	}
	return classify(tx.Commit(ctx))
}

// schema returns the number of the last migration of a store; known is false where the database
// holds no store.
func schema(ctx context.Context, tx pgx.Tx) (number int, known bool, err error) {
	err = tx.QueryRow(ctx, "select to_regclass('schema_migrations') is not null").Scan(&known)
	if err == nil && known {
		err = tx.QueryRow(ctx, "select coalesce(max(number), 0) from schema_migrations").Scan(&number)
	}
	if err == nil && number > len(files()) {
		err = fmt.Errorf("%w: its schema is number %d, this program knows up to %d", store.ErrNewer, number, len(files()))
	}
	return number, known, err
}

// files are the migrations in their order.
func files() []string {
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	return names
}

// upToDate returns the error for which a store cannot be read in its present form.
func upToDate(ctx context.Context, tx pgx.Tx) error {
	number, known, err := schema(ctx, tx)
	switch {
	case err != nil:
		return err
	case !known:
		return ErrEmpty
	case number < len(files()):
		return fmt.Errorf("%w: its schema is number %d, and now it is %d", store.ErrOlder, number, len(files()))
	}
	return nil
}

func bringUp(ctx context.Context, tx pgx.Tx) error {
	if _, err := tx.Exec(ctx, "select pg_advisory_xact_lock($1)", int64(migrateLock)); err != nil {
		return err
	}
	done, known, err := schema(ctx, tx)
	if err != nil {
		return err
	}
	if !known {
		if _, err := tx.Exec(ctx, "create table schema_migrations (number integer primary key, name text not null, at timestamptz not null default clock_timestamp())"); err != nil {
			return err
		}
	}
	for i, name := range files()[done:] {
		if err := migrateOne(ctx, tx, done+i+1, name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if done > 0 {
		return nil
	}
	instance, salts := make([]byte, 16), make([]byte, 32)
	rand.Read(instance)
	rand.Read(salts)
	_, err = tx.Exec(ctx, "insert into meta values ('instance', $1), ('salts', $2)", instance, salts)
	return err
}

func migrateOne(ctx context.Context, tx pgx.Tx, number int, name string) error {
	sql, err := migrations.ReadFile(name)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, string(sql)); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "insert into schema_migrations (number, name) values ($1, $2)", number, name)
	return err
}

// Backup writes a store in one file of package bolt, as the database was at one instant: `corrctl
// check` reads the file, and `corrd migrate` brings the file back into a database. The file is
// first made in the folder for temporary files. For a large database pg_dump, or an archive of its
// log, is quicker. store.Store describes the result and the error.
func (d *db) Backup(w io.Writer) (n int64, err error) {
	dir, err := os.MkdirTemp("", "corrd-backup-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "store")
	copied, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		return 0, err
	}
	err = store.Snapshot(d, copied)
	if err = errors.Join(err, copied.Close()); err != nil {
		return 0, err
	}
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	return io.Copy(w, file)
}
