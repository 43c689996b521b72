package control

import (
	"bytes"
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
	// Heard, unless nil, is called whenever the daemon says that it is still at work, and when a
	// part of a long answer has come.
	Heard func()

	path     string
	http     http.Client
	patience time.Duration // with a daemon that says nothing
}

// Dial gives a Control for the socket at path; it connects when first used.
func Dial(path string) *Control {
	return &Control{path: path, patience: clientPatience, http: http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			var d net.Dialer
			return d.DialContext(ctx, "unix", path)
		},
	}}}
}

// Call has the daemon carry out a verb, such as "/game/show", and decodes the answer into result.
// The error is a *Refusal where the daemon refused, and wraps ErrUnreachable where no daemon
// answered, the daemon failed or said nothing for a minute, or the socket may not be opened.
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

// Settle waits until every letter has its verdict and nothing is due to be sent, but no longer than
// within; the error then says how many letters do not settle.
func (c *Control) Settle(ctx context.Context, within time.Duration) error {
	s, err := Settle.Ask(ctx, c, Lasting{For: within})
	if err == nil && s.Pending > 0 {
		err = fmt.Errorf("%d letters do not settle", s.Pending)
	}
	return err
}

// Backup has the daemon write a consistent copy of its store to w while the daemon goes on working,
// and gives the size of the copy. The daemon notes the name of the file that w writes. Without an
// error the copy is a whole store. The error wraps ErrUnreachable where no daemon answered or the
// daemon refused; any other error is that of w, or of a connection that was cut.
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

// post sends the arguments of a verb. The error is ErrUnreachable, or the reason why ctx ended.
func (c *Control) post(ctx context.Context, path string, args any) (*http.Response, error) {
	sent, err := json.Marshal(args)
	if err != nil {
		return nil, err
	}
	watched := watchSilence(ctx, c.patience, c.Heard)
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

// ErrUnreachable says that no daemon answers on the socket, or that the one which
// does could not do what was asked.
var ErrUnreachable = errors.New("no daemon answers")

// failure is what a daemon says that could not do what was asked.
type failure string

// Error is what the daemon says.
func (f failure) Error() string { return "the daemon could not do it: " + string(f) }

// Is makes a failure one that errors.Is takes for ErrUnreachable.
func (f failure) Is(target error) bool { return target == ErrUnreachable }
