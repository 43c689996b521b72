package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

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

// writeMetrics writes how much has come in, what waits to go out, and whether
// the mailbox and the disk are as they should be.
func (h *House) writeMetrics(w io.Writer) error {
	var letters int64
	rows := map[store.RowState]int{}
	err := h.folder.Store.View(func(v store.View) error {
		newest, err := v.Letters(1)
		if err == nil && len(newest) > 0 {
			letters = newest[0].ID
		}
		for _, state := range []store.RowState{store.Queued, store.Parked} {
			found, more := v.Rows(maxRows, state)
			rows[state], err = len(found), errors.Join(err, more)
		}
		return err
	})
	if err != nil {
		return err
	}
	metric(w, "corrd_letters_total", "counter", "Letters that came in.", letters)
	metric(w, "corrd_outbox_queued", "gauge", "Letters that wait to go out.", rows[store.Queued])
	metric(w, "corrd_outbox_parked", "gauge", "Letters that were set aside.", rows[store.Parked])
	if free, err := freeBytes(h.config.Server.Dir); err == nil {
		metric(w, "corrd_disk_free_bytes", "gauge", "Free space where the store lies.", free)
	}
	if h.mailbox != nil {
		metric(w, "corrd_mailbox_last_poll_timestamp_seconds", "gauge", "When the mailbox was last found empty; 0 for never.", max(0, h.mailbox.LastPoll().Unix()))
	}
	return nil
}

func metric(w io.Writer, name, kind, help string, value any) {
	fmt.Fprintf(w, "# HELP %[1]s %[3]s\n# TYPE %[1]s %[2]s\n%[1]s %[4]v\n", name, kind, help, value)
}
