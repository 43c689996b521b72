package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/serve"
	"corrd/store/bolt"
	"corrd/store/storetest"
)

// writeConfig writes the configuration of a daemon that takes LMTP on a port,
// and whose submission server is not there.
func writeConfig(t *testing.T, port int) (path, dir string) {
	t.Helper()
	dir = t.TempDir()
	path = filepath.Join(dir, "corrd.toml")
	text := fmt.Sprintf("[server]\ndomain = \"club.example\"\ndir = %q\n[smtp_in]\nlmtp_listen = \"127.0.0.1:%d\"\n[submission]\nhost = \"127.0.0.1\"\nport = 9\ntls = \"none\"\n", dir, port)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path, dir
}

func TestServeAndDoctorOnTheCommandLine(t *testing.T) {
	config, _ := writeConfig(t, 0)
	misspelt := filepath.Join(t.TempDir(), "corrd.toml")
	if err := os.WriteFile(misspelt, []byte("[server]\ndomian = \"club.example\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args      []string
		status    int
		out, errs string
	}{
		{[]string{"serve", "--sample"}, 0, serve.Sample(), ""},
		{[]string{"serve"}, statusUsage, "", "--config"},
		{[]string{"serve", "--config", misspelt}, statusRefused, "", "the nearest is server.domain"},
		{[]string{"serve", "--config", config + ".missing"}, statusRefused, "", "corrd serve --sample"},
		{[]string{"serve", "--config", "/\x1b[2J\u009b\u202e"}, statusRefused, "", `/\u001b[2J\u009b\u202e`},
		{[]string{"doctor", "--config", misspelt}, statusRefused, "", "the nearest is server.domain"},
		{[]string{"doctor", "--config", config}, statusRefused, "fails    submission", "fail"},
	} {
		var out, errs bytes.Buffer
		if status := run(c.args, &out, &errs); status != c.status || !strings.Contains(out.String(), c.out) || !strings.Contains(errs.String(), c.errs) {
			t.Errorf("%v: status %d\n%s\n%s", c.args, status, &out, &errs)
		}
		if strings.Count(errs.String(), "\n") > 1 {
			t.Errorf("%v: more than one line: %s", c.args, &errs)
		}
	}
}

func TestDoctorPrintsALineOfJSONForEachCheck(t *testing.T) {
	config, _ := writeConfig(t, 0)
	var out, errs bytes.Buffer
	run([]string{"doctor", "--config", config, "--json"}, &out, &errs)
	found := map[string]serve.Verdict{}
	for lines := bufio.NewScanner(&out); lines.Scan(); {
		var f serve.Finding
		if err := json.Unmarshal(lines.Bytes(), &f); err != nil {
			t.Fatalf("%q: %v", lines.Text(), err)
		}
		found[f.Check] = f.Verdict
		if f.Verdict == serve.Fails && f.Mend == "" {
			t.Errorf("%+v does not say how to mend it", f)
		}
	}
	if found["folder"] != serve.OK || found["submission"] != serve.Fails || found["mailbox"] != serve.Skipped {
		t.Errorf("verdicts %v", found)
	}
}

func TestStopSignalInMidLetter(t *testing.T) {
	port := freePorts(t, 1)[0]
	config, dir := writeConfig(t, port)
	daemon := exec.Command(os.Args[0], "serve", "--config", config)
	daemon.Env = append(os.Environ(), asDaemon+"=1")
	stderr, err := daemon.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := daemon.Start(); err != nil {
		t.Fatal(err)
	}
	defer daemon.Process.Kill()
	log := bufio.NewReader(stderr)
	c := dialLMTP(t, port)
	c.say("LHLO player.example\r\nMAIL FROM:<alice@player.example>\r\nRCPT TO:<corrd@club.example>\r\nDATA\r\n")
	for _, code := range []string{"220", "250", "250", "250", "354"} {
		c.want(code)
	}
	c.say("From: Alice <alice@player.example>\r\nMessage-ID: <1@player.example>\r\n\r\nregister ")
	if err := daemon.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	for line := ""; !strings.Contains(line, "corrd is stopping"); {
		if line, err = log.ReadString('\n'); err != nil {
			t.Fatalf("it does not say that it stops: %v", err)
		}
	}
	c.say("Alice\r\n.\r\n")
	c.want("250")
	c.want("421")
	rest, _ := io.ReadAll(log)
	if err := daemon.Wait(); err != nil || !strings.Contains(string(rest), `verdict="asked to confirm"`) {
		t.Errorf("stopped: %v\n%s", err, rest)
	}
	if _, err := os.Lstat(filepath.Join(dir, "corrd.sock")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the socket is left behind: %v", err)
	}
}

// lmtpClient is a dialogue written out by hand.
type lmtpClient struct {
	*testing.T
	conn net.Conn
	in   *bufio.Reader
}

func dialLMTP(t *testing.T, port int) *lmtpClient {
	t.Helper()
	for deadline := time.Now().Add(longEnough); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			t.Cleanup(func() { conn.Close() })
			conn.SetDeadline(time.Now().Add(longEnough))
			return &lmtpClient{t, conn, bufio.NewReader(conn)}
		}
	}
	t.Fatal("the daemon did not come up")
	return nil
}

func (c *lmtpClient) say(text string) {
	c.Helper()
	if _, err := io.WriteString(c.conn, text); err != nil {
		c.Fatal(err)
	}
}

func (c *lmtpClient) want(code string) {
	c.Helper()
	for {
		line, err := c.in.ReadString('\n')
		if err != nil {
			c.Fatalf("no reply, want %s: %v", code, err)
		}
		if line[3] == ' ' {
			if !strings.HasPrefix(line, code) {
				c.Fatalf("reply %q, want %s", line, code)
			}
			return
		}
	}
}

// TestDamagedStoreIsRefusedAtStart spoils an event of a store of one game, and the
// page it lies on.
func TestDamagedStoreIsRefusedAtStart(t *testing.T) {
	event, page := []byte(`"kind":"started"`), os.Getpagesize()
	for what, spoil := range map[string]func(b []byte){
		"the page of an event": func(b []byte) { clear(b[bytes.Index(b, event)/page*page:][:page]) },
		"an event":             func(b []byte) { copy(b[bytes.Index(b, event):], `"kind":"startle"`) },
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "corrd.db")
		db, err := bolt.Open(path, bolt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		storetest.OneGame(t, db)
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(content, event) {
			t.Fatal("the event is not in the file")
		}
		for bytes.Contains(content, event) { // also where the event has stood before, on free pages
			spoil(content)
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		var out, errOut bytes.Buffer
		status := run([]string{"local", "--dir", dir, "--smtp", "127.0.0.1:0", "--imap", "127.0.0.1:0"}, &out, &errOut)
		if status != statusUnreachable || strings.Count(errOut.String(), "\n") != 1 || !strings.Contains(errOut.String(), "backup") || out.Len() > 0 {
			t.Errorf("%s: status %d, %s%s", what, status, &out, &errOut)
		}
		if left, err := os.ReadFile(path); err != nil || !bytes.Equal(left, content) {
			t.Errorf("%s: the file has been changed: %v", what, err)
		}
	}
}

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
