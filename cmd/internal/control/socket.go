package control

import (
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
	mux.HandleFunc("POST "+backupPath, r.sendBackup)
	mux.HandleFunc("POST "+besidePath, r.sendBeside)
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
	var result any
	if err != nil {
		err = fmt.Errorf("%w: %v", errArguments, err)
	} else {
		w.control.SetReadDeadline(time.Time{}) // carrying out a verb may take longer
		result, err = route.do(req.Context(), func(into any) error {
			if err := json.Unmarshal(args, into); err != nil {
				return fmt.Errorf("%w: %v", errArguments, err)
			}
			return nil
		})
	}
	if err == nil {
		r.audit(req.Context(), route, args, "done")
		writeJSON(w, http.StatusOK, result)
		return
	}
	status, refusal := r.refusal(route, args, err)
	r.audit(req.Context(), route, args, refusal.Message)
	writeJSON(w, status, refusal)
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

// missing says that there is no record with a number, and names the command that lists those there are.
func (of records) missing(id int64) string {
	return fmt.Sprintf("there is no %s %d; corrctl %s shows %s", of.one, id, of.list, of.which)
}
