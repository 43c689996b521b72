package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/watch"
	"corrd/store/peertest"
)

// asDaemon is the variable that makes the test binary be corrd itself.
const asDaemon = "CORRD_TEST_AS_DAEMON"

func TestMain(m *testing.M) {
	if os.Getenv(asDaemon) != "" {
		os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
	}
	watch.HeapForTests()
	peertest.FilesInMemory()
	watch.TestsAtOnce(10) // they wait for leases and servers most of their time
	code := m.Run()
	if built.dir != "" {
		os.RemoveAll(built.dir)
	}
	os.Exit(code)
}

// built is corrctl as the first test that needs it has built it.
var built struct {
	once sync.Once
	dir  string
	err  error
}

// corrctl returns the path of corrctl, which is built once for all tests.
func corrctl(t *testing.T) string {
	t.Helper()
	built.once.Do(func() {
		if built.dir, built.err = os.MkdirTemp("", "corrctl-"); built.err != nil {
			return
		}
		if said, err := exec.Command("go", "build", "-o", built.dir, "../corrctl").CombinedOutput(); err != nil {
			built.err = fmt.Errorf("%w\n%s", err, said)
		}
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	return filepath.Join(built.dir, "corrctl")
}

// longEnough is how long a test waits for what must come: a machine that is so
// slow is none.
const longEnough = 10 * time.Minute

// daemon is `corrd local` in a process of its own, which can be killed while
// others write to it.
type daemon struct {
	*testing.T
	dir   string
	flags []string // beside those of every test
	cmd   *exec.Cmd
	begun atomic.Int64 // letters that somebody began to hand in
	taken atomic.Int64 // and those of them that were acknowledged

	mu sync.Mutex
	joined
	ctl *control.Control
}

// where is how the running daemon is reached.
func (d *daemon) where() (joined, *control.Control) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.joined, d.ctl
}

func startDaemon(t *testing.T, dir string, flags ...string) *daemon {
	t.Helper()
	d := &daemon{T: t, dir: dir, flags: flags}
	d.start()
	t.Cleanup(d.kill)
	return d
}

func (d *daemon) start() {
	d.Helper()
	d.cmd = exec.Command(os.Args[0], append([]string{"local", "--dir", d.dir, "--smtp", "127.0.0.1:0", "--imap", "127.0.0.1:0", "--clock", "virtual", "--json"}, d.flags...)...)
	d.cmd.Env = append(os.Environ(), asDaemon+"=1")
	d.cmd.Stderr = os.Stderr
	out, err := d.cmd.StdoutPipe()
	if err != nil {
		d.Fatal(err)
	}
	if err := d.cmd.Start(); err != nil {
		d.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadBytes('\n')
	if err != nil {
		d.Fatalf("the daemon did not come up: %v", err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := json.Unmarshal(line, &d.joined); err != nil {
		d.Fatal(err)
	}
	d.ctl = control.Dial(d.joined.Socket)
}

// kill is kill -9.
func (d *daemon) kill() {
	d.cmd.Process.Kill()
	d.cmd.Wait()
}

func (d *daemon) settle() {
	d.Helper()
	if err := d.ctl.Settle(context.Background(), longEnough); err != nil {
		d.Fatal(err)
	}
}

func (d *daemon) show(id int64) (g control.GameView) {
	d.Helper()
	if err := d.ctl.Call(context.Background(), "/game/show", control.Numbered{ID: id}, &g); err != nil {
		d.Fatal(err)
	}
	return g
}

// wantSound has corrd check its store.
func (d *daemon) wantSound() {
	d.Helper()
	_, ctl := d.where()
	var f control.Faults
	if err := ctl.Call(context.Background(), "/check", control.None{}, &f); err != nil || len(f.Faults) > 0 {
		d.Errorf("check: %v, %v", f.Faults, err)
	}
}
