package control

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"
)

// Neither end of the control socket can keep the other end waiting for ever. The daemon drops a
// client that neither asks nor reads, and a client leaves a daemon that says nothing for longer
// than the row of the verb allows.

const (
	pulse          = 2 * time.Second // how often a client that waits hears that it still waits
	clientPatience = time.Minute     // how long a client waits for a daemon that says nothing
	// how long the daemon waits for a client that neither asks nor reads
	daemonPatience = 30 * time.Second
)

// hastened is a ResponseWriter to a client that must go on reading: a write fails when it takes
// longer than the daemon's patience, however much has been written before.
type hastened struct {
	http.ResponseWriter
	control *http.ResponseController
	within  time.Duration
}

func (r *Room) hastened(w http.ResponseWriter) hastened {
	return hastened{w, http.NewResponseController(w), cmp.Or(r.patience, daemonPatience)}
}

// Write writes p, and fails when the daemon's patience is over.
func (h hastened) Write(p []byte) (int, error) {
	h.control.SetWriteDeadline(time.Now().Add(h.within))
	return h.ResponseWriter.Write(p)
}

// WriteHeader writes a header, and fails when the daemon's patience is over.
func (h hastened) WriteHeader(status int) {
	h.control.SetWriteDeadline(time.Now().Add(h.within))
	h.ResponseWriter.WriteHeader(status)
}

// silent returns the failure of a daemon that has said nothing for as long as a client waits.
func silent(patience time.Duration) failure {
	return failure("it has said nothing for " + spelt(patience) + "; look at its log, and whether its disk answers")
}

// watched is a context that ends with the failure silent when nothing is heard for a while.
type watched struct {
	context.Context
	patience time.Duration
	timer    *time.Timer
	cancel   context.CancelCauseFunc
	ticks    sync.WaitGroup
}

// watchSilence makes a watched context that ends when nothing is heard for the time patience. As
// long as nothing is heard and the context lasts, waits is called each time the time pulse has
// passed; nil: nothing is called.
func watchSilence(ctx context.Context, patience, pulse time.Duration, waits func()) *watched {
	w := &watched{patience: patience}
	w.Context, w.cancel = context.WithCancelCause(ctx)
	w.timer = time.AfterFunc(patience, func() { w.cancel(silent(patience)) })
	if waits != nil {
		w.ticks.Go(func() {
			tick := time.NewTicker(pulse)
			defer tick.Stop()
			for {
				select {
				case <-w.Done():
					return
				case <-tick.C:
					waits()
				}
			}
		})
	}
	return w
}

// hear starts the wait for the daemon again.
func (w *watched) hear() { w.timer.Reset(w.patience) }

// end stops the wait. After end nothing is called.
func (w *watched) end() {
	w.timer.Stop()
	w.cancel(nil)
	w.ticks.Wait()
}

// body is the body of a response. Each read starts the wait again, and Close ends the wait.
type body struct {
	io.ReadCloser
	watched *watched
}

// Read reads from the response. When the daemon fell silent, the error says so.
func (b body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if n > 0 {
		b.watched.hear()
	}
	if err != nil && !errors.Is(err, io.EOF) && b.watched.Err() != nil {
		err = context.Cause(b.watched)
	}
	return n, err
}

// Close closes the response.
func (b body) Close() error {
	b.watched.end()
	return b.ReadCloser.Close()
}
