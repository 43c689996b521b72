package control

import (
	"bytes"
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"testing"
)

// posts sends the octets of a request to a socket, as somebody may who does not use corrctl, and
// returns the status of the answer.
func posts(t *testing.T, socket, path, body string) int {
	t.Helper()
	client := http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "unix", socket)
	}}}
	defer client.CloseIdleConnections()
	answer, err := client.Post("http://corrd"+path, "application/json", bytes.NewBufferString(body))
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	return answer.StatusCode
}

// asleep are loops of a daemon that has none.
type asleep struct{ Loops }

func (asleep) Wake() {}

// TestNothingHidesFromTheRecord: a request with a member that the verb does not know is refused,
// and what is written down is neither left out by such a member nor has a secret by another
// spelling.
func TestNothingHidesFromTheRecord(t *testing.T) {
	r := newRoom(t)
	r.Loops = asleep{}
	socket, stop := serves(t, r)
	defer stop()
	written := func() []AuditView {
		all, err := r.AuditList(t.Context(), None{})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	n := 0
	for body, status := range map[string]int{
		`{"name":"nobody","preview":true}`:  http.StatusBadRequest,
		`{"name":"nobody","whatever":1}`:    http.StatusBadRequest,
		`{"name":"nobody"}{"preview":true}`: http.StatusBadRequest,
		`{"name":"nobody"`:                  http.StatusBadRequest,
		`{"name":"nobody"}`:                 http.StatusConflict,
		`{"NAME":"nobody"}`:                 http.StatusConflict,
	} {
		n++
		if got := posts(t, socket, string(PlayerRefuse), body); got != status || len(written()) != n {
			t.Errorf("%s: status %d, and %d of %d are written down", body, got, len(written()), n)
		}
	}
	for _, body := range []string{`{"name":"alice","Postal":"1 Elm Row, Leith"}`, `{"name":"alice","postal":"1 Elm Row, Leith"}`, `{"name":"alice","po\u0073tal":"1 Elm Row, Leith"}`,
		`{"name":"alice","poſtal":"1 Elm Row, Leith"}`, `{"name":"nobody","POSTAL":"1 Elm Row, Leith","more":"1 Elm Row, Leith"}`} {
		posts(t, socket, string(PlayerPostal), body)
		all := written()
		if n++; len(all) != n || strings.Contains(string(all[n-1].Arguments), "Elm") {
			t.Errorf("%s: %d of %d are written down, the last %s", body, len(all), n, all[len(all)-1].Arguments)
		}
	}
}

// TestKeysAreKeptForTheUmpireAlone: an archive for a side is not made without replacing the keys
// that it holds of the other, and the request is not taken as another one.
func TestKeysAreKeptForTheUmpireAlone(t *testing.T) {
	_, err := newRoom(t).GameFile(t.Context(), Filing{ID: 1, For: "white", Keep: true})
	var told *Refusal
	if !errors.As(err, &told) || !strings.Contains(told.Message, "keep") {
		t.Errorf("%v", err)
	}
}
