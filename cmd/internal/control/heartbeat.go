package control

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptrace"
	"net/textproto"
	"runtime/debug"
	"sync"
	"time"

	"corrd/store"
)

// Neither end of the control socket can keep the other end waiting for ever. The daemon drops a
// client that neither asks nor reads, and a client leaves a daemon that says nothing. While a
// long verb runs, the daemon sends interim responses (RFC 9110, 15.2) as long as its store
// answers. A daemon that is stuck sends none.

const (
	pulse          = 2 * time.Second
	clientPatience = time.Minute // how long a client waits for a daemon that says nothing
	// how long the daemon waits for a client that neither asks nor reads
	daemonPatience = 30 * time.Second
)

// longVerbs are the verbs that may take longer than a client waits.
var longVerbs = map[string]bool{string(Settle): true, string(ClockAdvance): true, string(Check): true, string(Rule): true,
	string(StatsYear): true, string(StatsPGN): true}

// beating carries out a verb, and sends interim responses meanwhile.
func (r *Room) beating(ctx context.Context, w http.ResponseWriter, route route, args []byte) (result any, err error) {
	do := func() {
		result, err = route.do(ctx, func(into any) error {
			if err := json.Unmarshal(args, into); err != nil {
				return fmt.Errorf("%w: %v", errArguments, err)
			}
			return nil
		})
	}
	if !longVerbs[route.path] {
		do()
		return result, err
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
			}
		}()
		do()
	}()
	tick := time.NewTicker(cmp.Or(r.beat, pulse))
	defer tick.Stop()
	for {
		select {
		case <-done:
			return result, err
		case <-tick.C:
			if r.Store.View(func(store.View) error { return nil }) == nil {
				w.WriteHeader(http.StatusProcessing)
			}
		}
	}
}

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

// errSilent means that the daemon has said nothing for longer than a client waits.
const errSilent = failure("it has said nothing for a minute; look at its log, and whether its disk answers")

// forbidden is an error that names the path of a socket which the user may not open.
type forbidden string

// Error says which user may open the socket.
func (path forbidden) Error() string {
	return "you may not open the socket " + string(path) + ": only root and the user that corrd runs as may, so try sudo -u corrd corrctl …, or name another with --socket or $CORRD_SOCKET"
}

// Is makes errors.Is accept a forbidden as ErrUnreachable, because the daemon could not be asked.
func (forbidden) Is(target error) bool { return target == ErrUnreachable || target == fs.ErrPermission }

// watched is a context that ends with errSilent when nothing is heard for a while.
type watched struct {
	context.Context
	patience time.Duration
	mu       sync.Mutex
	timer    *time.Timer
	cancel   context.CancelCauseFunc
	heard    func() // called for each interim response
}

// watchSilence makes a watched context that ends when no interim response comes for the time
// patience. heard is called for each interim response; nil: nothing is called.
func watchSilence(ctx context.Context, patience time.Duration, heard func()) *watched {
	w := &watched{patience: patience, heard: heard}
	ctx, w.cancel = context.WithCancelCause(ctx)
	w.timer = time.AfterFunc(patience, func() { w.cancel(errSilent) })
	w.Context = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		Got1xxResponse: func(int, textproto.MIMEHeader) error { w.hear(); return nil },
	})
	return w
}

// hear starts the wait for the next interim response again.
func (w *watched) hear() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer.Reset(w.patience)
	if w.heard != nil {
		w.heard()
	}
}

// end stops the wait.
func (w *watched) end() {
	w.timer.Stop()
	w.cancel(nil)
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
