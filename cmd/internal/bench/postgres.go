package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"corrd/mailer"
	"corrd/store"
	"corrd/store/bolt"
	"corrd/store/postgres"
	"corrd/store/postgres/pgtest"
)

const (
	mostNodes  = 3
	inDatabase = 600 // letters of a round, of several senders
	ofOne      = 150 // of one sender
)

// databases measures letters whose store is in PostgreSQL, beside bbolt and beside bare inserts
// of the same octets, all in this process and with a PostgreSQL of its own whose commits are
// synced: with some senders and daemons, and with stores of some sizes.
func databases(dir string, sizes []int, rounds int, seed uint64) error {
	cluster, err := pgtest.Begin("max_connections=200", "shared_buffers=1GB", "max_wal_size=8GB", "log_min_messages=fatal", "log_min_error_statement=fatal")
	if errors.Is(err, pgtest.ErrNone) {
		fmt.Fprintln(os.Stderr, "bench: SKIPPED, NOTHING MEASURED OF POSTGRESQL:", err)
		return nil
	}
	if err != nil {
		return err
	}
	defer cluster.Remove()
	keys, err := mailer.NewKeys(make([]byte, 32))
	if err != nil {
		return err
	}
	for i, games := range sizes {
		b, err := newBoth(cluster, dir, games, seed, keys)
		if err == nil && i == 0 {
			err = b.load(rounds)
		}
		if err == nil {
			err = b.size(rounds)
		}
		if b != nil {
			b.close()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// both is a store of some games in PostgreSQL, open as several daemons open it, and one like it in a file.
type both struct {
	games int
	keys  mailer.Keys
	nodes []store.Store // on one database
	file  store.Store
	bare  *pgxpool.Pool // on the same cluster
	tmp   string
}

func newBoth(cluster *pgtest.Cluster, dir string, games int, seed uint64, keys mailer.Keys) (b *both, err error) {
	b = &both{games: games, keys: keys}
	if b.tmp, err = os.MkdirTemp(dir, "corrd-bench"); err != nil {
		return nil, err
	}
	schema := fmt.Sprintf("games_%d", games)
	config, err := pgxpool.ParseConfig(cluster.Address() + "&pool_max_conns=64")
	if err == nil {
		b.bare, err = pgxpool.NewWithConfig(context.Background(), config)
	}
	if err == nil {
		_, err = b.bare.Exec(context.Background(), "create schema "+schema+"; create table if not exists bare (id bigserial primary key, raw bytea)")
	}
	for range mostNodes {
		if err != nil {
			break
		}
		var db store.Store
		if db, err = postgres.Open(cluster.Address()+"&search_path="+schema, postgres.Options{}); err == nil {
			b.nodes = append(b.nodes, db)
		}
	}
	if err == nil {
		b.file, err = bolt.Open(filepath.Join(b.tmp, "store"), bolt.Options{})
	}
	begun := time.Now()
	if err == nil {
		err = fill(b.file, games, seed)
	}
	if err == nil {
		err = copyInto(cluster.Address()+"&search_path="+schema, b.file)
		fmt.Fprintf(os.Stderr, "bench: %d games in a file and in PostgreSQL, made in %v\n", games, time.Since(begun).Round(time.Second))
	}
	if err == nil {
		_, err = b.bare.Exec(context.Background(), "vacuum analyze")
	}
	return b, err
}

// copyInto copies a store into a database, which need not keep what it has taken if it is killed meanwhile.
func copyInto(address string, file store.Store) error {
	to, err := postgres.Open(address+"&options=-c%20synchronous_commit%3Doff", postgres.Options{})
	if err != nil {
		return err
	}
	return errors.Join(store.Move(file, to, func(store.Part, int) {}), to.Close())
}

func (b *both) close() {
	for _, db := range b.nodes {
		db.Close()
	}
	if b.file != nil {
		b.file.Close()
	}
	if b.bare != nil {
		b.bare.Close()
	}
	os.RemoveAll(b.tmp)
}

// perSecond is how many letters a second some daemons take.
func (b *both) perSecond(senders int, node string, stores ...store.Store) (float64, error) {
	count := inDatabase
	if senders == 1 {
		count = ofOne
	}
	letters, err := answersIn(stores[0], b.games, count, b.keys)
	if err != nil {
		return 0, err
	}
	begun := time.Now()
	err = take(b.keys, letters, senders, node, stores...)
	return float64(count) / time.Since(begun).Seconds(), err
}

// floor is how many bare inserts a second the database commits: each of the octets of a
// letter and of the answers to the letter, as long as another.
func (b *both) floor(senders int) (float64, error) {
	letters, err := answersIn(b.file, b.games, 1, b.keys)
	if err != nil {
		return 0, err
	}
	octets := append(letters[0].raw, letters[0].raw...)
	count := inDatabase
	if senders == 1 {
		count = ofOne
	}
	var next atomic.Int64
	var all sync.WaitGroup
	failed := make(chan error, senders)
	begun := time.Now()
	for range senders {
		all.Go(func() {
			for next.Add(1) <= int64(count) {
				if _, err := b.bare.Exec(context.Background(), "insert into bare (raw) values ($1)", octets); err != nil {
					failed <- err
					return
				}
			}
		})
	}
	all.Wait()
	close(failed)
	return float64(count) / time.Since(begun).Seconds(), <-failed
}

// load prints how many letters a second are taken from some senders by some daemons.
func (b *both) load(rounds int) error {
	for _, senders := range []int{1, 16, 64} {
		for nodes := 1; nodes <= mostNodes; nodes++ {
			var ours, files, floors, ofFile, ofFloor []float64
			for range rounds {
				our, err := b.perSecond(senders, "node", b.nodes[:nodes]...)
				if err != nil {
					return err
				}
				file, err := b.perSecond(senders, "", b.file)
				if err != nil {
					return err
				}
				floor, err := b.floor(senders)
				if err != nil {
					return err
				}
				ours, files, floors = append(ours, our), append(files, file), append(floors, floor)
				ofFile, ofFloor = append(ofFile, our/file), append(ofFloor, our/floor)
			}
			row(fmt.Sprintf("letters judged, committed, answers queued, in PostgreSQL, senders: %d, daemons: %d", senders, nodes), said(middle(ours), "letters/s"),
				said(middle(files), "letters/s")+", bbolt", fmt.Sprintf("%.2f", middle(ofFile)), fmt.Sprintf("%s; %.3f of it", said(middle(floors), "inserts/s"), middle(ofFloor)))
		}
	}
	return nil
}

// size prints what a letter costs with so many games in the database.
func (b *both) size(rounds int) error {
	var ours, files, ratios []float64
	for range rounds {
		our, err := b.perSecond(atOnce, "node", b.nodes[0])
		if err != nil {
			return err
		}
		file, err := b.perSecond(atOnce, "", b.file)
		if err != nil {
			return err
		}
		ours, files, ratios = append(ours, 1e6/our), append(files, 1e6/file), append(ratios, file/our)
	}
	row(fmt.Sprintf("a letter in PostgreSQL, %d games there, senders: %d", b.games, atOnce), fmt.Sprintf("%.0f µs", middle(ours)),
		fmt.Sprintf("%.0f µs, bbolt", middle(files)), fmt.Sprintf("%.1f", middle(ratios)), "")
	return nil
}
