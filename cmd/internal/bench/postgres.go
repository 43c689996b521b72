package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"corrd/cmd/internal/watch"
	"corrd/mailer"
	"corrd/store"
	"corrd/store/bolt"
	"corrd/store/peertest"
	"corrd/store/postgres"
)

const (
	mostNodes  = 3
	inDatabase = 600 // letters of a round, of several senders
	ofOne      = 150 // of one sender
)

// databases measures letters whose store is in PostgreSQL, beside bbolt and beside bare inserts of
// the same octets, all in this process and with a PostgreSQL of its own whose commits are synced:
// with some senders and daemons, and with stores of some sizes. The stores are made below dir, and
// removed in the end; those in the folder keep stay, and are taken again. alone: no file stands
// beside.
func databases(dir, keep string, alone bool, sizes []int, rounds int, seed uint64) error {
	watch.SetHeap(2*mostNodes + 1) // those of newBoth and of far, and the one on the file
	defer watch.SetHeap(1)
	settings := []string{"max_connections=200", "shared_buffers=1GB", "max_wal_size=4GB", "log_min_messages=fatal", "log_min_error_statement=fatal"}
	var cluster *peertest.Cluster
	var err error
	if keep == "" {
		if cluster, err = peertest.Begin(settings...); err == nil {
			defer cluster.Remove()
			if keep, err = os.MkdirTemp(dir, "corrd-bench"); err == nil {
				defer os.RemoveAll(keep)
			}
		}
	} else if cluster, err = peertest.BeginIn(filepath.Join(keep, "cluster"), settings...); err == nil {
		defer cluster.Stop()
	}
	if errors.Is(err, peertest.ErrNone) {
		fmt.Fprintln(os.Stderr, "bench: SKIPPED, NOTHING MEASURED OF POSTGRESQL:", err)
		return nil
	}
	if err != nil {
		return err
	}
	keys, err := mailer.NewKeys(make([]byte, 32))
	if err != nil {
		return err
	}
	for i, games := range sizes {
		b, err := newBoth(cluster, keep, alone, games, seed, keys)
		if err == nil && i == 0 {
			err = b.load(rounds)
		}
		if err == nil && i == 0 {
			err = b.far(rounds)
		}
		if err == nil {
			err = b.size(rounds)
		}
		if err == nil {
			err = b.whole(rounds)
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

// both is a store of some games in PostgreSQL, open as several daemons open it, and one like it in
// a file.
type both struct {
	games   int
	keys    mailer.Keys
	cluster *peertest.Cluster
	nodes   []store.Store // on one database
	file    store.Store
	bare    *pgxpool.Pool // on the same cluster
}

// newBoth opens the stores of some games, and makes them where they are not.
func newBoth(cluster *peertest.Cluster, dir string, alone bool, games int, seed uint64, keys mailer.Keys) (b *both, err error) {
	b = &both{games: games, keys: keys, cluster: cluster}
	schema, ctx := fmt.Sprintf("games_%d", games), context.Background()
	address, file := cluster.Address()+"&search_path="+schema, filepath.Join(dir, schema+".db")
	if b.bare, err = pgxpool.New(ctx, cluster.Address()+"&pool_max_conns=64"); err != nil {
		return b, err
	}
	if alone {
		file = ""
	}
	made := filepath.Join(dir, schema+".made")
	_, missing := os.Stat(made)
	if file != "" && missing == nil {
		_, missing = os.Stat(file)
	}
	if missing != nil {
		_, err = b.bare.Exec(ctx, "drop schema if exists "+schema+" cascade; create schema "+schema+"; create table if not exists bare (id bigserial primary key, raw bytea)")
		if err == nil {
			err = b.make(file, address, seed)
		}
		if err == nil {
			err = os.WriteFile(made, nil, 0o600)
		}
	}
	if err == nil && file != "" {
		b.file, err = bolt.Open(file, bolt.Options{})
	}
	for range mostNodes {
		if err != nil {
			break
		}
		var db store.Store
		if db, err = postgres.Open(address, postgres.Options{}); err == nil {
			b.nodes = append(b.nodes, db)
		}
	}
	return b, err
}

// make makes the same store in a database, which need not keep what it has taken if it is killed
// meanwhile, and in a file, unless path is "".
func (b *both) make(path, address string, seed uint64) error {
	begun := time.Now()
	db, err := postgres.Open(address+"&options=-c%20synchronous_commit%3Doff", postgres.Options{Patience: time.Hour})
	if err != nil {
		return err
	}
	defer db.Close()
	stores := []store.Store{db}
	if path != "" {
		os.Remove(path)
		file, err := bolt.Open(path, bolt.Options{})
		if err != nil {
			return err
		}
		defer file.Close()
		stores = append(stores, file)
	}
	if err := fill(b.games, seed, stores...); err != nil {
		return err
	}
	for _, store := range stores {
		if err := noKeys(store); err != nil {
			return err
		}
	}
	filled := time.Since(begun)
	for _, then := range []string{"vacuum analyze", "checkpoint"} {
		if _, err := b.bare.Exec(context.Background(), then); err != nil {
			return err
		}
	}
	made, err := b.used()
	fmt.Fprintf(os.Stderr, "bench: %d games, in PostgreSQL %d MB, made in %v; vacuum, analyze and checkpoint %v\n",
		b.games, made.disk>>20, filled.Round(time.Second), (time.Since(begun) - filled).Round(time.Second))
	return err
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
}

// cost is what some letters have taken.
type cost struct {
	letters  int
	wall     time.Duration
	own      time.Duration // of a processor, by this process
	database time.Duration // of a processor, by the database
	log      int64         // octets, in the database's write-ahead log
	disk     int64         // octets, of tables and indexes
}

// since is what some letters have taken between two looks.
func (c cost) since(before cost, letters int, wall time.Duration) cost {
	return cost{letters, wall, c.own - before.own, c.database - before.database, c.log - before.log, c.disk - before.disk}
}

func (c cost) kilobytes(octets int64) float64 { return float64(octets) / 1000 / float64(c.letters) }

func (c cost) perSecond() float64 { return float64(c.letters) / c.wall.Seconds() }

// each is a share of a letter in µs.
func (c cost) each(d time.Duration) float64 { return float64(d.Microseconds()) / float64(c.letters) }

// used is what has been used so far.
func (b *both) used() (c cost, err error) {
	var own syscall.Rusage
	err = syscall.Getrusage(syscall.RUSAGE_SELF, &own)
	c.own, c.database = time.Duration(own.Utime.Nano()+own.Stime.Nano()), b.cluster.Processor()
	err2 := b.bare.QueryRow(context.Background(), "select (pg_current_wal_insert_lsn() - '0/0')::bigint").Scan(&c.log)
	err3 := b.bare.QueryRow(context.Background(), "select sum(pg_total_relation_size(c.oid))::bigint from pg_class c join pg_namespace n on n.oid = relnamespace where relkind = 'r' and nspname = $1",
		fmt.Sprintf("games_%d", b.games)).Scan(&c.disk)
	return c, errors.Join(err, err2, err3)
}

// took is what letters cost that some daemons take.
func (b *both) took(senders int, node string, stores ...store.Store) (c cost, err error) {
	count := inDatabase
	if senders == 1 {
		count = ofOne
	}
	letters, err := answersIn(stores[0], b.games, count, b.keys)
	if err != nil {
		return c, err
	}
	before, err := b.used()
	if err != nil {
		return c, err
	}
	begun := time.Now()
	if err := take(b.keys, letters, senders, node, stores...); err != nil {
		return c, err
	}
	wall := time.Since(begun)
	after, err := b.used()
	return after.since(before, count, wall), err
}

// floor is how many bare inserts a second the database commits: each of the octets of a
// letter and of the answers to the letter, as long as another.
func (b *both) floor(senders int) (float64, error) {
	letters, err := answersIn(b.nodes[0], b.games, 1, b.keys)
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
				our, err := b.took(senders, "node", b.nodes[:nodes]...)
				if err != nil {
					return err
				}
				floor, err := b.floor(senders)
				if err != nil {
					return err
				}
				ours, floors, ofFloor = append(ours, our.perSecond()), append(floors, floor), append(ofFloor, our.perSecond()/floor)
				if b.file == nil {
					continue
				}
				file, err := b.took(senders, "", b.file)
				if err != nil {
					return err
				}
				files, ofFile = append(files, file.perSecond()), append(ofFile, our.perSecond()/file.perSecond())
			}
			beside, ratio := "", ""
			if b.file != nil {
				beside, ratio = said(middle(files), "letters/s")+", bbolt", fmt.Sprintf("%.2f", middle(ofFile))
			}
			wanted := ""
			if senders == atOnce && nodes == 1 {
				wanted = " (wanted: 0.12)"
			}
			row(fmt.Sprintf("letters judged, committed, answers queued, in PostgreSQL, senders: %d, daemons: %d", senders, nodes), said(middle(ours), "letters/s"),
				beside, ratio, fmt.Sprintf("%s; %.3f of it%s", said(middle(floors), "inserts/s"), middle(ofFloor), wanted))
		}
	}
	return nil
}

// size prints what a letter costs with so many games in the database.
func (b *both) size(rounds int) error {
	var ours, files []cost
	for range rounds {
		our, err := b.took(atOnce, "node", b.nodes[0])
		if err != nil {
			return err
		}
		ours = append(ours, our)
		if b.file == nil {
			continue
		}
		file, err := b.took(atOnce, "", b.file)
		if err != nil {
			return err
		}
		files = append(files, file)
	}
	what := fmt.Sprintf("a letter in PostgreSQL, %d games there, senders: %d", b.games, atOnce)
	wall := func(c cost) float64 { return c.each(c.wall) }
	processor := func(c cost) float64 { return c.each(c.own + c.database) }
	for _, r := range []struct {
		what   string
		of     func(cost) float64
		wanted string
	}{{what, wall, ""}, {what + ", processor time of corrd and database", processor, "wanted: 1,000 µs"}} {
		beside, ratio := "", ""
		if b.file != nil {
			beside, ratio = fmt.Sprintf("%.0f µs, bbolt", median(files, r.of)), fmt.Sprintf("%.1f", median(ours, r.of)/median(files, r.of))
		}
		row(r.what, fmt.Sprintf("%.0f µs", median(ours, r.of)), beside, ratio, r.wanted)
	}
	row(what+", processor time of the database alone", fmt.Sprintf("%.0f µs", median(ours, func(c cost) float64 { return c.each(c.database) })), "", "", "")
	row(what+", write-ahead log", fmt.Sprintf("%.1f KB", median(ours, func(c cost) float64 { return c.kilobytes(c.log) })), "", "", "")
	return nil
}

// median is the middle of what is asked of several.
func median[T any](all []T, ask func(T) float64) float64 {
	var fs []float64
	for _, one := range all {
		fs = append(fs, ask(one))
	}
	return middle(fs)
}
