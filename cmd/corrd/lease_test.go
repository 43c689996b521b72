package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// worker is `corrd serve` in a process of its own, at a mailbox of a post office.
type worker struct {
	*testing.T
	dir, config string
	cmd         *exec.Cmd
	log         *bufio.Reader
}

func newWorker(t *testing.T, at joined) *worker {
	t.Helper()
	dir, err := os.MkdirTemp("", "corrd") // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	_, imap, _ := net.SplitHostPort(at.IMAP)
	_, smtp, _ := net.SplitHostPort(at.SMTP)
	w := &worker{T: t, dir: filepath.Join(dir, "store"), config: filepath.Join(dir, "corrd.toml")}
	text := fmt.Sprintf(`
[server]
domain = %[1]q
address = "chess@%[1]s"
dir = %[2]q
[imap]
host = "127.0.0.1"
port = %[3]s
tls = "none"
password_file = "%[4]s/password"
[submission]
host = "127.0.0.1"
port = %[5]s
tls = "none"
`, at.Domain, w.dir, imap, dir, smtp)
	for name, content := range map[string]string{w.config: text, filepath.Join(dir, "password"): "chess\n"} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

func (w *worker) start() {
	w.Helper()
	w.cmd = exec.Command(os.Args[0], "serve", "--config", w.config)
	w.cmd.Env = append(os.Environ(), asDaemon+"=1")
	stderr, err := w.cmd.StderrPipe()
	if err != nil {
		w.Fatal(err)
	}
	if err := w.cmd.Start(); err != nil {
		w.Fatal(err)
	}
	w.Cleanup(func() { w.cmd.Process.Kill() })
	w.log = bufio.NewReader(stderr)
}

// awaitLine reads the log up to a line with those words.
func (w *worker) awaitLine(words string) {
	w.Helper()
	for line := ""; !strings.Contains(line, words); {
		var err error
		if line, err = w.log.ReadString('\n'); err != nil {
			w.Fatalf("the daemon ends without saying %q: %v", words, err)
		}
	}
}

// end waits for the daemon's end and returns the rest of its log and its exit status.
func (w *worker) end() (rest string, status int) {
	w.Helper()
	text, _ := io.ReadAll(w.log)
	w.cmd.Wait()
	return string(text), w.cmd.ProcessState.ExitCode()
}

func TestSecondDaemonAtAMailboxEnds(t *testing.T) {
	d := startDaemon(t, t.TempDir())
	first, second := newWorker(t, d.joined), newWorker(t, d.joined)
	first.start()
	first.awaitLine("lease held")
	second.start()
	if rest, status := second.end(); status != statusUnreachable || !strings.Contains(rest, first.dir) {
		t.Errorf("the second daemon ends with status %d and says:\n%s\nwant %d and the name of %s", status, rest, statusUnreachable, first.dir)
	}
	first.cmd.Process.Kill()
	first.end()
	second.start()
	if _, status := second.end(); status != statusUnreachable {
		t.Errorf("beside the lease of a daemon that was killed just now the second ends with status %d", status)
	}
	first.start()
	first.awaitLine("lease held")
	if err := first.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if rest, status := first.end(); status != 0 {
		t.Errorf("the first daemon is stopped with status %d:\n%s", status, rest)
	}
	second.start() // the lease was given back
	second.awaitLine("lease held")
	corrdsOwn := newWorker(t, d.joined)
	text, err := os.ReadFile(corrdsOwn.config)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(corrdsOwn.config, []byte(strings.Replace(string(text), `"chess@`, `"corrd@`, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	corrdsOwn.start()
	if rest, status := corrdsOwn.end(); status != statusUnreachable || !strings.Contains(rest, d.dir) {
		t.Errorf("beside corrd local at its own mailbox a daemon ends with status %d and says:\n%s", status, rest)
	}
}
