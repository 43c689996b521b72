package postgres

import (
	"context"
	"crypto/rand"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"corrd/store"
)

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

// schema returns the number of the last migration of a store; known is false where the database holds
// no store.
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
