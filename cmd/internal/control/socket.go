package control

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"syscall"
	"time"

	"corrd/store"
)

// ControlMode is the mode of the control socket.
const ControlMode = 0o600

// Listen opens a unix socket at path with a mode, and replaces a socket that a dead daemon left
// behind. Listen returns an error when another program answers on the socket or holds it, when
// something other than a socket lies at path, and when the system refuses.
func Listen(path string, mode os.FileMode) (net.Listener, error) {
	conn, err := net.Dial("unix", path)
	switch {
	case err == nil:
		conn.Close()
		return nil, fmt.Errorf("another program answers on %s; stop it, or choose another socket", path)
	case errors.Is(err, syscall.EAGAIN), errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("another program has the socket %s: %w; stop it, or choose another socket", path, err)
	}
	if err := removeSocket(path); err != nil {
		return nil, err
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, mode); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// removeSocket removes the socket at a path if there is one. removeSocket removes nothing that is
// not a socket.
func removeSocket(path string) error {
	left, err := os.Lstat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return err
	case left.Mode().Type() != os.ModeSocket:
		return fmt.Errorf("%s exists and is no socket; choose another path for the socket", path)
	}
	return os.Remove(path)
}

// Serve answers on the control socket until ctx ends.
func (r *Room) Serve(ctx context.Context, l net.Listener) error {
	mux := http.NewServeMux()
	for _, route := range r.routes() {
		mux.HandleFunc("POST "+route.path, func(w http.ResponseWriter, req *http.Request) { r.answer(w, req, route) })
	}
	srv := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute, ConnContext: withPeer}
	stopped := context.AfterFunc(ctx, func() { srv.Close() })
	defer stopped()
	if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// errArguments means that the arguments of a verb cannot be read.
var errArguments = errors.New("arguments")

func (r *Room) answer(rw http.ResponseWriter, req *http.Request, route route) {
	w := r.hastened(rw)
	w.control.SetReadDeadline(time.Now().Add(w.within))
	args, err := io.ReadAll(http.MaxBytesReader(w, req.Body, route.most))
	var entry AuditView
	var result any
	if err != nil {
		err = fmt.Errorf("%w: %v", errArguments, err)
	} else {
		w.control.SetReadDeadline(time.Time{}) // carrying out a verb may take longer
		result, err = route.do(req.Context(), func(into any) (err error) {
			if err := decode(args, into); err != nil {
				return fmt.Errorf("%w: %v", errArguments, err)
			}
			if entry, err = r.begin(req.Context(), route, args, into); err != nil && route.saves {
				r.Log.Error("audit", "verb", entry.Verb, "who", entry.Who, "error", err)
				entry, err = AuditView{}, nil
			}
			return err
		})
	}
	if err == nil {
		r.send(w, route, entry, result)
		return
	}
	status, refusal := r.refusal(route, args, err)
	if errors.Is(err, errArguments) {
		entry, _ = r.begin(req.Context(), route, args, nil) // nothing has been done
	}
	r.end(entry, refusal.Message)
	writeJSON(w, status, refusal)
}

// octets is the answer of a verb that is not JSON: its media type, and what writes it.
type octets struct {
	media string
	write func(io.Writer) error
}

// send sends the answer of a verb that was carried out. When octets fail, it cuts the connection,
// so that the client does not take a part for the whole.
func (r *Room) send(w http.ResponseWriter, route route, entry AuditView, result any) {
	answer, is := result.(octets)
	if !is {
		r.end(entry, "done")
		writeJSON(w, http.StatusOK, result)
		return
	}
	w.Header().Set("Content-Type", answer.media)
	if err := answer.write(w); err != nil {
		r.Log.Error("control", "path", route.path, "error", err)
		r.end(entry, "cut off")
		panic(http.ErrAbortHandler)
	}
	r.end(entry, "done")
}

// decode reads the arguments of a verb. It refuses a member that the verb does not know, which the
// verb would leave out of account and the record of what was done would not.
func decode(args []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(args))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("something stands behind them")
	}
	return nil
}

// refusal returns what the person who asked is told of an error, and the HTTP status.
func (r *Room) refusal(route route, args []byte, err error) (status int, told *Refusal) {
	switch {
	case errors.Is(err, errArguments):
		return http.StatusBadRequest, &Refusal{err.Error()}
	case errors.As(err, &told):
		return http.StatusConflict, told
	case errors.Is(err, store.ErrRules):
		return http.StatusConflict, &Refusal{err.Error()}
	case errors.Is(err, store.ErrNotFound):
		var of Numbered
		json.Unmarshal(args, &of)
		return http.StatusNotFound, &Refusal{route.of.missing(of.ID)}
	}
	r.Log.Error("control", "path", route.path, "error", err)
	if errors.Is(err, store.ErrFull) {
		err = fmt.Errorf("%w; nothing has been changed: make room on it, and try again", err)
	}
	if errors.Is(err, store.ErrUnreachable) {
		err = fmt.Errorf("%w; nothing has been changed: see that the database runs, and try again", err)
	}
	return http.StatusInternalServerError, &Refusal{err.Error()}
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.Encode(v)
}

// missing says that no record has a number, and names the command that lists those that
// exist.
func (of records) missing(id int64) string {
	return fmt.Sprintf("there is no %s %d; corrctl %s shows %s", of.one, id, of.list, of.which)
}

// Control sends verbs to a daemon over the daemon's socket.
type Control struct {
	// Waits, unless nil, is called every two seconds while an answer is awaited or read.
	Waits func()

	path     string
	http     http.Client
	patience time.Duration // how long to wait for a daemon that says nothing; 0: as the row of the verb says
	pulse    time.Duration // how often Waits is called; 0: every two seconds
}

// Dial returns a Control for the socket at path. The Control connects at its first use.
func Dial(path string) *Control {
	return &Control{path: path, http: http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			var d net.Dialer
			return d.DialContext(ctx, "unix", path)
		},
	}}}
}

// Call asks the daemon to carry out a verb, such as "/game/show", and decodes the answer into
// result. The error is a *Refusal when the daemon refuses. The error wraps ErrUnreachable when no
// daemon answers, when the daemon fails, when the daemon says nothing for longer than the row of
// the verb allows, and when the user may not open the socket.
func (c *Control) Call(ctx context.Context, path string, args, result any) error {
	resp, err := c.answered(ctx, path, args)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(result)
}

// answered sends a verb and returns the answer of a daemon that has carried it out; the errors are
// those of Call.
func (c *Control) answered(ctx context.Context, path string, args any) (*http.Response, error) {
	resp, err := c.post(ctx, path, args)
	if err != nil || resp.StatusCode == http.StatusOK {
		return resp, err
	}
	defer resp.Body.Close()
	refusal := &Refusal{Message: resp.Status}
	json.NewDecoder(resp.Body).Decode(refusal)
	if resp.StatusCode == http.StatusInternalServerError {
		return nil, failure(refusal.Message)
	}
	return nil, refusal
}

// Settle waits until every letter has its verdict and nothing is due to be sent, at most for the
// time within. When this time is over, the error says how many letters are not settled.
func (c *Control) Settle(ctx context.Context, within time.Duration) error {
	s, err := Settle.Ask(ctx, c, Lasting{For: within})
	if err == nil && s.Pending > 0 {
		err = fmt.Errorf("%d letters do not settle", s.Pending)
	}
	return err
}

// Backup asks the daemon to write a consistent copy of its store to w while the daemon goes on
// working, and returns the size of the copy in octets. file is the name of the backup's file, which
// the daemon notes. Without an error the copy is a whole store. The error wraps ErrUnreachable
// when no daemon answers or the daemon refuses; any other error comes from w or from a connection
// that was cut.
func (c *Control) Backup(ctx context.Context, file string, w io.Writer) (int64, error) {
	resp, err := c.answered(ctx, backupPath, Named{Name: file})
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return io.Copy(w, resp.Body)
}

// post sends a verb and its arguments. The error is ErrUnreachable, or the reason for which ctx
// ended.
func (c *Control) post(ctx context.Context, path string, args any) (*http.Response, error) {
	sent, err := json.Marshal(args)
	if err != nil {
		return nil, err
	}
	limit := clientPatience
	if row, known := routeOf(path); known {
		limit = row.limit
	}
	watched := watchSilence(ctx, cmp.Or(c.patience, limit), cmp.Or(c.pulse, pulse), c.Waits)
	req, err := http.NewRequestWithContext(watched, http.MethodPost, "http://corrd"+path, bytes.NewReader(sent))
	if err != nil {
		watched.end()
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err == nil {
		resp.Body = body{resp.Body, watched}
		return resp, nil
	}
	defer watched.end()
	switch {
	case watched.Err() != nil:
		return nil, context.Cause(watched)
	case errors.Is(err, fs.ErrPermission):
		return nil, forbidden(c.path)
	}
	return nil, fmt.Errorf("%w: %v; start one with corrd serve or corrd local, or name its socket with --socket or $CORRD_SOCKET", ErrUnreachable, errors.Unwrap(err))
}

// ErrUnreachable means that no daemon answers on the socket, or that the daemon which answers
// could not carry out the verb.
var ErrUnreachable = errors.New("no daemon answers")

// failure is the message of a daemon that could not carry out a verb.
type failure string

// Error returns the daemon's message.
func (f failure) Error() string { return "the daemon could not do it: " + string(f) }

// Is makes errors.Is accept a failure as ErrUnreachable.
func (f failure) Is(target error) bool { return target == ErrUnreachable }

// forbidden is an error that names the path of a socket which the user may not open.
type forbidden string

// Error says which user may open the socket.
func (path forbidden) Error() string {
	return "you may not open the socket " + string(path) + ": only root and the user that corrd runs as may, so try sudo -u corrd corrctl …, or name another with --socket or $CORRD_SOCKET"
}

// Is makes errors.Is accept a forbidden as ErrUnreachable, because the daemon could not be asked.
func (forbidden) Is(target error) bool { return target == ErrUnreachable || target == fs.ErrPermission }
