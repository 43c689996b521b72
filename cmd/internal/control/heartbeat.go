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

// Nobody is held by the other end of the control socket. The daemon drops a client
// that neither asks nor reads, and a client leaves a daemon that says nothing. A verb
// that may take long says so meanwhile, by interim responses (RFC 9110, 15.2) that
// are sent as long as the store answers: a daemon that is stuck falls silent.

const (
	pulse          = 2 * time.Second
	clientPatience = time.Minute      // with a daemon that is silent
	daemonPatience = 30 * time.Second // with a client that neither asks nor reads
)

// longVerbs are those that may take longer than a client's patience.
var longVerbs = map[string]bool{string(Settle): true, string(ClockAdvance): true, string(Check): true, string(Rule): true}

// beating carries out a verb, with a beat of the heart every now and then.
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

// hastened is a ResponseWriter whose client must read on: a write that takes longer
// than the daemon's patience fails, however much has been written before.
type hastened struct {
	http.ResponseWriter
	control *http.ResponseController
	within  time.Duration
}

func (r *Room) hastened(w http.ResponseWriter) hastened {
	return hastened{w, http.NewResponseController(w), cmp.Or(r.patience, daemonPatience)}
}

// Write writes p before the time is over.
func (h hastened) Write(p []byte) (int, error) {
	h.control.SetWriteDeadline(time.Now().Add(h.within))
	return h.ResponseWriter.Write(p)
}

// WriteHeader writes a header before the time is over.
func (h hastened) WriteHeader(status int) {
	h.control.SetWriteDeadline(time.Now().Add(h.within))
	h.ResponseWriter.WriteHeader(status)
}

// errSilent says that the daemon has said nothing for longer than a client waits.
const errSilent = failure("it has said nothing for a minute; look at its log, and whether its disk answers")

// forbidden is the path of a socket that one may not open.
type forbidden string

// Error says whom to be.
func (path forbidden) Error() string {
	return "you may not open the socket " + string(path) + ": only root and the user that corrd runs as may, so try sudo -u corrd corrctl …, or name another with --socket or $CORRD_SOCKET"
}

// Is makes errors.Is take a forbidden for ErrUnreachable, because the daemon could not be asked.
func (forbidden) Is(target error) bool { return target == ErrUnreachable || target == fs.ErrPermission }

// watched is a context that ends with errSilent when nothing is heard for a while.
type watched struct {
	context.Context
	patience time.Duration
	mu       sync.Mutex
	timer    *time.Timer
	cancel   context.CancelCauseFunc
	heard    func() // told of each beat
}

// watchSilence makes one that hears the beats of the daemon's heart, and tells heard
// (nil: nobody) of each.
func watchSilence(ctx context.Context, patience time.Duration, heard func()) *watched {
	w := &watched{patience: patience, heard: heard}
	ctx, w.cancel = context.WithCancelCause(ctx)
	w.timer = time.AfterFunc(patience, func() { w.cancel(errSilent) })
	w.Context = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		Got1xxResponse: func(int, textproto.MIMEHeader) error { w.hear(); return nil },
	})
	return w
}

// hear begins the wait anew.
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

// body is the body of a response: whatever is read of it restarts the wait, and Close ends the wait.
type body struct {
	io.ReadCloser
	watched *watched
}

// Read reads from the response. The error says that the daemon fell silent, if the daemon did.
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
