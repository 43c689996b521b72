package clerk

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// Control speaks to a daemon over its socket.
type Control struct{ http http.Client }

// Dial gives a Control for the socket at path; it connects when first used.
func Dial(path string) *Control {
	return &Control{http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			var d net.Dialer
			return d.DialContext(ctx, "unix", path)
		},
	}}}
}

// Call has the daemon carry out a verb, such as "/game/show", and decodes its
// answer into result. The error is a *Refusal where the daemon refused, and
// wraps ErrUnreachable where no daemon answered or the daemon failed.
func (c *Control) Call(ctx context.Context, path string, a Args, result any) error {
	resp, err := c.post(ctx, path, a)
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

// Settle waits until every letter has its verdict and nothing is due to be sent, for
// so long at most; its error then says how many letters do not settle.
func (c *Control) Settle(ctx context.Context, within time.Duration) error {
	var s Settled
	err := c.Call(ctx, "/settle", Args{For: within}, &s)
	if err == nil && s.Pending > 0 {
		err = fmt.Errorf("%d letters do not settle", s.Pending)
	}
	return err
}

// Backup has the daemon write a consistent copy of its store to w, while it
// goes on working, and returns the size. The copy is a store; without an error
// it is whole. The error wraps ErrUnreachable where no daemon answered or the
// daemon refused; any other is that of w, or of a connection that was cut.
func (c *Control) Backup(ctx context.Context, w io.Writer) (int64, error) {
	resp, err := c.post(ctx, backupPath, Args{})
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return 0, failure(resp.Status)
	}
	return io.Copy(w, resp.Body)
}

// post sends the arguments of a verb. Its error is ErrUnreachable, or why ctx ended.
func (c *Control) post(ctx context.Context, path string, a Args) (*http.Response, error) {
	body, err := json.Marshal(a)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://corrd"+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	switch {
	case err == nil:
		return resp, nil
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
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
