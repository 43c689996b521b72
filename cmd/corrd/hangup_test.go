package main

import (
	"os"
	"syscall"
	"testing"

	"corrd/cmd/internal/control"
)

// TestHangupEndsNoDaemon sends SIGHUP to both kinds of daemon, again and again: each
// goes on, and ends with status 0 when it is told to.
func TestHangupEndsNoDaemon(t *testing.T) {
	d := startDaemon(t, t.TempDir())
	w := newWorker(t, d.joined)
	w.start()
	w.awaitLine("lease held")
	for range 3 {
		for _, p := range []*os.Process{d.cmd.Process, w.cmd.Process} {
			if err := p.Signal(syscall.SIGHUP); err != nil {
				t.Fatal(err)
			}
		}
		w.awaitLine("SIGHUP")
		var state control.ClockState
		if err := d.ctl.Call(t.Context(), "/clock/show", control.None{}, &state); err != nil {
			t.Fatalf("corrd local after a hangup: %v", err)
		}
	}
	if err := w.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if rest, status := w.end(); status != 0 {
		t.Errorf("stopped with status %d:\n%s", status, rest)
	}
}
