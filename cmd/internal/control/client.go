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
	"time"
)

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
// daemon answers, when the daemon fails, when the daemon says nothing for longer than the row of the
// verb allows, and when the user may not open the socket.
func (c *Control) Call(ctx context.Context, path string, args, result any) error {
	resp, err := c.post(ctx, path, args)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusOK {
		return json.NewDecoder(resp.Body).Decode(result)
	}
	refusal := &Refusal{Message: resp.Status}
	json.NewDecoder(resp.Body).Decode(refusal)
	if resp.StatusCode == http.StatusInternalServerError {
		return failure(refusal.Message)
	}
	return refusal
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
// working, and gives the size of the copy in octets. file is the name of the backup's file, which
// the daemon notes. Without an error the copy is a whole store. The error wraps ErrUnreachable
// when no daemon answers or the daemon refuses; any other error comes from w or from a connection
// that was cut.
func (c *Control) Backup(ctx context.Context, file string, w io.Writer) (int64, error) {
	resp, err := c.post(ctx, backupPath, Named{Name: file})
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return 0, failure(resp.Status)
	}
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
