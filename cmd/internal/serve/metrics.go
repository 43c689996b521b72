package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/store"
)

// maxRows is how many rows of one state are counted; more are told as so many.
const maxRows = 10_000

// serveMetrics answers GET /metrics in the text format of Prometheus until ctx
// ends.
func (h *House) serveMetrics(ctx context.Context, l net.Listener) error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4")
		if err := h.writeMetrics(w); err != nil {
			h.log.Error("metrics", "error", err)
			panic(http.ErrAbortHandler)
		}
	})
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// figures are what the store tells a monitor: kept lists and indexes, of which each is read to its
// bound, and no game.
type figures struct {
	letters               int64 // the number of the newest letter that came in
	rows                  map[store.RowState]int
	held, disputes        int
	oldestRow, oldestHeld time.Time // zero where none waits
	backup                time.Time // zero for never
	halted, unreachable   int
	clockStopped          bool
}

// read reads the figures.
func (f *figures) read(v store.View) error {
	newest, err := v.Letters(1)
	if err == nil && len(newest) > 0 {
		f.letters = newest[0].ID
	}
	f.rows = map[store.RowState]int{}
	for _, state := range []store.RowState{store.Queued, store.Parked} {
		found, more := v.Rows(maxRows, state)
		f.rows[state], err = len(found), errors.Join(err, more)
	}
	held, err1 := v.Letters(maxRows, store.HeldLetter)
	disputes, err2 := v.OpenDisputes()
	halted, err3 := ledger.Halted(v)
	unreachable, err4 := ledger.Unreachable(v)
	f.held, f.disputes, f.halted, f.unreachable = len(held), len(disputes), len(halted), len(unreachable)
	row, err5 := v.OldestRow(store.Queued)
	letter, err6 := v.OldestLetter(store.HeldLetter)
	f.oldestRow, f.oldestHeld = row.At, letter.Received
	for _, none := range []*error{&err5, &err6} {
		if errors.Is(*none, store.ErrNotFound) {
			*none = nil
		}
	}
	var err7, err8 error
	f.backup, err7 = control.LastBackup(v)
	f.clockStopped, err8 = watch.Stopped(v)
	return errors.Join(err, err1, err2, err3, err4, err5, err6, err7, err8)
}

// writeMetrics writes how much has come in, what waits for whom, and whether the mailbox, the
// disk and the backups are as they should be.
func (h *House) writeMetrics(w io.Writer) error {
	var f figures
	if err := h.folder.Store.View(f.read); err != nil {
		return err
	}
	metric(w, "corrd_letters_total", "counter", "Letters that came in.", f.letters)
	metric(w, "corrd_letters_held", "gauge", "Letters that wait for a yes.", f.held)
	metric(w, "corrd_letters_held_oldest_timestamp_seconds", "gauge", "When the oldest letter came that waits for a yes; 0 for none.", seconds(f.oldestHeld))
	metric(w, "corrd_outbox_queued", "gauge", "Letters that wait to go out.", f.rows[store.Queued])
	metric(w, "corrd_outbox_parked", "gauge", "Letters that were set aside.", f.rows[store.Parked])
	metric(w, "corrd_outbox_oldest_timestamp_seconds", "gauge", "Of what time the oldest letter is that waits to go out; 0 for none.", seconds(f.oldestRow))
	metric(w, "corrd_disputes_open", "gauge", "Disputes that wait for an umpire.", f.disputes)
	metric(w, "corrd_clocks_stopped", "gauge", "Games whose clocks stand: until an umpire lets them go on, or because letters come back.", labelled{{`why="umpire"`, f.halted}, {`why="mailbox"`, f.unreachable}})
	metric(w, "corrd_clock_disbelieved", "gauge", "1 while the machine's clock is not believed and no flag falls.", map[bool]int{true: 1}[f.clockStopped])
	metric(w, "corrd_backup_last_timestamp_seconds", "gauge", "When the last whole backup was made by corrctl backup; 0 for never.", seconds(f.backup))
	if free, err := freeBytes(h.config.Server.Dir); err == nil {
		metric(w, "corrd_disk_free_bytes", "gauge", "Free space where the store lies.", free)
	}
	if h.mailbox != nil {
		metric(w, "corrd_mailbox_last_poll_timestamp_seconds", "gauge", "When the mailbox was last found empty; 0 for never.", seconds(h.mailbox.LastPoll()))
	}
	return nil
}

// seconds is a time as Prometheus counts, 0 for the zero time.
func seconds(t time.Time) int64 { return max(0, t.Unix()) }

// labelled are values of one metric, each with its label.
type labelled []struct {
	label string
	value int
}

func metric(w io.Writer, name, kind, help string, value any) {
	fmt.Fprintf(w, "# HELP %[1]s %[3]s\n# TYPE %[1]s %[2]s\n", name, kind, help)
	values, ok := value.(labelled)
	if !ok {
		fmt.Fprintf(w, "%s %v\n", name, value)
	}
	for _, v := range values {
		fmt.Fprintf(w, "%s{%s} %d\n", name, v.label, v.value)
	}
}

// roomIn returns a function that reports whether the disk of a folder has more free bytes than the
// floor; the function's error is store.ErrFull where the disk has not.
func roomIn(dir string, floor int64) func() error {
	return func() error {
		free, err := freeBytes(dir)
		if err != nil {
			return err
		}
		if free < uint64(floor) {
			return fmt.Errorf("%w: %d MiB are free in %s, and limits.free_space keeps %d MiB", store.ErrFull, free>>20, dir, floor>>20)
		}
		return nil
	}
}
