package control

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"corrd/store"
)

// halted is a store whose Check does not end before it is let go.
type halted struct {
	store.Store
	let chan struct{}
}

func (h halted) Check(found func(store.Fault)) (store.Verified, error) {
	<-h.let
	return h.Store.Check(found)
}

func TestStuckDaemonIsLeft(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	l, err := Listen(path, ControlMode)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c := Dial(path) // nobody accepts
	c.patience = 10 * time.Millisecond
	var any struct{}
	_, err2 := c.Backup(t.Context(), "b.db", io.Discard)
	for _, err := range []error{c.Call(t.Context(), "/game/list", None{}, &any), err2} {
		if !errors.Is(err, ErrUnreachable) || !strings.Contains(err.Error(), "said nothing") {
			t.Errorf("asked in vain: %v", err)
		}
	}
	r := newRoom(t)
	stuck := halted{r.Store, make(chan struct{})}
	r.Store = stuck
	path, stop := serves(t, r)
	defer stop()
	c = Dial(path)
	c.patience = 50 * time.Millisecond
	if err := c.Call(t.Context(), "/check", None{}, &any); !errors.Is(err, ErrUnreachable) || !strings.Contains(err.Error(), "said nothing") {
		t.Errorf("with a store that does not answer: %v", err)
	}
	close(stuck.let)
}

// TestLongWorkIsAwaited asks for what takes long: the client says meanwhile that it waits, and says
// nothing more once the answer is there.
func TestLongWorkIsAwaited(t *testing.T) {
	r := newRoom(t)
	slow := halted{r.Store, make(chan struct{})}
	r.Store = slow
	path, stop := serves(t, r)
	defer stop()
	c := Dial(path)
	c.pulse = time.Millisecond
	var beats atomic.Int64
	c.Waits = func() {
		if beats.Add(1) == 20 {
			close(slow.let)
		}
	}
	var f Faults
	if err := c.Call(t.Context(), "/check", None{}, &f); err != nil || f.Games != 1 || beats.Load() < 20 {
		t.Errorf("%+v, %v after %d beats", f, err, beats.Load())
	}
	heard := beats.Load()
	time.Sleep(10 * time.Millisecond)
	if more := beats.Load(); more != heard {
		t.Errorf("%d beats after the answer", more-heard)
	}
}

// TestRowsOfVerbs: each verb has one row, of which a client knows how long to wait, and what looks
// by its name is not recorded.
func TestRowsOfVerbs(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range (*Room)(nil).routes() {
		if seen[r.path] || r.limit < clientPatience || r.most < 1<<20 || r.of.one == "" || r.do == nil {
			t.Errorf("%s: seen before %v, row %+v", r.path, seen[r.path], r)
		}
		seen[r.path] = true
		last := r.path[strings.LastIndexByte(r.path, '/')+1:]
		if named := last == "list" || last == "show" || last == "table" || last == "pgn"; named && !r.looks {
			t.Errorf("%s is recorded as a change", r.path)
		}
	}
	for path, want := range map[string]string{string(Rule): "there is no game 7; corrctl game list shows those there are",
		string(CardPosted): "there is no card 7; corrctl card list shows those that wait", string(OutboxPark): "there is no letter 7; corrctl outbox list shows those that wait"} {
		if row, known := routeOf(path); !known || row.of.missing(7) != want {
			t.Errorf("%s: %v, %q", path, known, row.of.missing(7))
		}
	}
}

// TestStuckClientIsDropped has clients that begin to ask and stop, and one that does
// not read what it asked for.
func TestStuckClientIsDropped(t *testing.T) {
	r := newRoom(t)
	r.patience = 10 * time.Millisecond
	path, stop := serves(t, r)
	defer stop()
	conn, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprint(conn, "POST /game/list HTTP/1.1\r\nHost: corrd\r\nContent-Length: 100\r\n\r\n{")
	if answer, err := io.ReadAll(conn); err != nil || !bytes.Contains(answer, []byte(" 400 ")) {
		t.Errorf("half a question is answered %q, %v", answer, err)
	}
	ended := make(chan error, 1)
	srv := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		var err error
		for h := r.hastened(w); err == nil; {
			_, err = h.Write(make([]byte, 1<<20))
		}
		ended <- err
	})}
	l, err := Listen(filepath.Join(t.TempDir(), "s"), ControlMode)
	if err != nil {
		t.Fatal(err)
	}
	go srv.Serve(l)
	defer srv.Close()
	deaf, err := net.Dial("unix", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer deaf.Close()
	fmt.Fprint(deaf, "POST / HTTP/1.1\r\nHost: corrd\r\n\r\n")
	if err := <-ended; !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("writing to a client that does not read ends with %v", err)
	}
}

func TestForbiddenSocketIsSaidToBeSo(t *testing.T) {
	c := Dial("/var/lib/corrd/corrd.sock")
	c.http.Transport.(*http.Transport).DialContext = func(context.Context, string, string) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Net: "unix", Err: os.NewSyscallError("connect", syscall.EACCES)}
	}
	err := c.Call(t.Context(), "/game/list", None{}, nil)
	if !errors.Is(err, ErrUnreachable) || !strings.Contains(err.Error(), "may not open the socket /var/lib/corrd/corrd.sock") || strings.Contains(err.Error(), "no daemon") {
		t.Errorf("the socket of another user: %v", err)
	}
}
