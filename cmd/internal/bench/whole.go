package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	corrd "corrd/cmd/internal/daemon"
	"corrd/cmd/internal/watch"
	"corrd/mailer"
	"corrd/store"
)

// sink is a next hop that takes every letter, and counts them.
type sink struct{ sent atomic.Int64 }

// Send takes a letter.
func (s *sink) Send(context.Context, string, string, []byte) error { s.sent.Add(1); return nil }

// worker is a whole daemon at work on a store, whose next hop is a sink.
type worker struct {
	*corrd.Daemon
	out   sink
	db    store.Store
	stop  context.CancelFunc
	ended chan error
}

// hire starts a daemon; node names one of several on a database.
func hire(db store.Store, keys mailer.Keys, clk watch.Clock, node string) *worker {
	cfg := corrd.Config("corrd", site)
	cfg.Log, cfg.Node = slog.New(slog.DiscardHandler), node
	w := &worker{db: db, ended: make(chan error, 1)}
	w.Daemon = corrd.New(cfg, db, keys, clk, nil, &w.out, nil)
	var ctx context.Context
	ctx, w.stop = context.WithCancel(context.Background())
	go func() { w.ended <- w.Run(ctx) }()
	return w
}

// end stops the daemon.
func (w *worker) end() error {
	w.stop()
	return <-w.ended
}

// patience is how long what is to be sent may take.
const patience = 10 * time.Minute

// sent waits until nothing waits to be sent.
func (w *worker) sent() error {
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		queued := true
		err := w.db.View(func(v store.View) (err error) { _, queued, err = v.NextDue(); return err })
		if err != nil || !queued {
			return err
		}
		if time.Now().After(end) {
			return errors.New("letters that are to go out do not leave")
		}
	}
}

// dismiss has nothing wait to be sent that earlier rounds have left.
func dismiss(db store.Store) error {
	for {
		left := 0
		err := db.Update(func(tx store.Tx) error {
			rows, err := tx.Rows(500, store.Queued)
			left = len(rows)
			for i := range rows {
				rows[i].State, rows[i].SentAt = store.Sent, tx.Now()
				err = errors.Join(err, tx.PutRow(&rows[i]))
			}
			return err
		})
		if err != nil || left == 0 {
			return err
		}
	}
}

// through is what letters cost that one whole daemon takes, until their answers have been written, signed and sent.
func (b *both) through(db store.Store, node string) (c cost, err error) {
	if err := dismiss(db); err != nil {
		return c, err
	}
	var clk watch.Clock = watch.Real{}
	if node != "" {
		if clk, err = watch.NewShared(db); err != nil {
			return c, err
		}
	}
	w := hire(db, b.keys, clk, node)
	defer w.end()
	if err := w.sent(); err != nil {
		return c, err
	}
	letters, err := answersIn(db, b.games, inDatabase, b.keys)
	if err != nil {
		return c, err
	}
	before, err := b.used()
	if err != nil {
		return c, err
	}
	begun := time.Now()
	if err := errors.Join(handIn(letters, atOnce, w.Daemon), w.sent()); err != nil {
		return c, err
	}
	wall := time.Since(begun)
	after, err := b.used()
	return after.since(before, len(letters), wall), err
}

// whole prints how many letters a second go through one whole daemon, and what the database has had to do and to keep.
func (b *both) whole(rounds int) error {
	var ours, files []cost
	for range rounds {
		our, err := b.through(b.nodes[0], fmt.Sprint("whole", len(ours)))
		if err != nil {
			return err
		}
		ours = append(ours, our)
		if b.file == nil {
			continue
		}
		file, err := b.through(b.file, "")
		if err != nil {
			return err
		}
		files = append(files, file)
	}
	beside, ratio := "", ""
	if b.file != nil {
		beside, ratio = said(median(files, cost.perSecond), "letters/s")+", bbolt", fmt.Sprintf("%.2f", median(ours, cost.perSecond)/median(files, cost.perSecond))
	}
	what := fmt.Sprintf("letters taken and their answers sent, PostgreSQL, %d games there, senders: %d, daemons: 1", b.games, atOnce)
	row(what, said(median(ours, cost.perSecond), "letters/s"), beside, ratio, "")
	row(what+": a letter's processor time in the database, in corrd", fmt.Sprintf("%.0f µs, %.0f µs", median(ours, func(c cost) float64 { return c.each(c.database) }), median(ours, func(c cost) float64 { return c.each(c.own) })), "", "", "")
	row(what+": a letter fills of the disk, of the write-ahead log", fmt.Sprintf("%.1f KB, %.1f KB", median(ours, func(c cost) float64 { return c.kilobytes(c.disk) }), median(ours, func(c cost) float64 { return c.kilobytes(c.log) })), "", "", "")
	return nil
}
