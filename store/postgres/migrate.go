package postgres

import (
	"context"
	"crypto/rand"
	"embed"
	"fmt"
	"io/fs"
	"time"

	"github.com/jackc/pgx/v5"

	"corrd/store"
)

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
func migrate(config *pgx.ConnConfig, patience time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return classify(err)
	}
	defer conn.Close(ctx)
	tx, err := conn.Begin(ctx)
	if err != nil {
		return classify(err)
	}
	defer tx.Rollback(ctx)
	if err := bringUp(ctx, tx); err != nil {
		return classify(err)
	}
	return classify(tx.Commit(ctx))
}

func bringUp(ctx context.Context, tx pgx.Tx) error {
	files, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return err
	}
	var known bool
	if _, err := tx.Exec(ctx, "select pg_advisory_xact_lock($1)", int64(migrateLock)); err != nil {
		return err
	}
	if err := tx.QueryRow(ctx, "select to_regclass('schema_migrations') is not null").Scan(&known); err != nil {
		return err
	}
	done := 0
	if known {
		if err := tx.QueryRow(ctx, "select coalesce(max(number), 0) from schema_migrations").Scan(&done); err != nil {
			return err
		}
	}
	if done > len(files) {
		return fmt.Errorf("%w: its schema is number %d, this program knows up to %d", store.ErrNewer, done, len(files))
	}
	if !known {
		if _, err := tx.Exec(ctx, "create table schema_migrations (number integer primary key, name text not null, at timestamptz not null default clock_timestamp())"); err != nil {
			return err
		}
	}
	for i, name := range files[done:] {
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
