package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-smtp"

	"corrd/cmd/internal/control"
)

// peakMemory is the most memory that a process has had, in MiB.
func peakMemory(t *testing.T, pid int) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(status)
	if found == nil {
		t.Fatalf("no peak in %s", status)
	}
	kilobytes, _ := strconv.Atoi(string(found[1]))
	return kilobytes >> 10
}

// letterShapes fill a letter of a million octets in the ways that cost the most to read.
var letterShapes = []string{
	"Content-Type: text/plain\r\n\r\n" + strings.Repeat(strings.Repeat("P-K4 ", 15)+"\r\n", 13_000),
	"Content-Type: text/html\r\n\r\n" + strings.Repeat("<p><b>P-K4</b> <i>x</i></p>\r\n", 34_000),
	"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + strings.Repeat("--b\r\n\r\nP-K4\r\n", 70_000),
	"Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n" + strings.Repeat(strings.Repeat("UC1LNAo=", 9)+"\r\n", 13_000),
}

// TestManyLongLettersAtOnce come by SMTP and LMTP; each is taken, or told to come again
// where the machine is slow, and the memory they take together is bounded.
func TestManyLongLettersAtOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads ninety letters of a million octets")
	}
	const letters, most = 90, 200
	dir := t.TempDir()
	ports := freePorts(t, 2)
	config := filepath.Join(dir, "corrd.toml")
	text := fmt.Sprintf("[server]\ndomain = \"chess.test\"\ndir = %q\n[smtp_in]\nlisten = \"127.0.0.1:%d\"\nlmtp_listen = \"127.0.0.1:%d\"\n[submission]\nhost = \"127.0.0.1\"\nport = 1\ntls = \"none\"\n",
		filepath.Join(dir, "corrd"), ports[0], ports[1])
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "serve", "--config", config)
	cmd.Env = append(os.Environ(), asDaemon+"=1")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { cmd.Process.Kill(); cmd.Wait() }()
	ctl := control.Dial(filepath.Join(dir, "corrd", "corrd.sock"))
	for up := false; !up; {
		var state control.ClockState
		up = ctl.Call(context.Background(), "/clock/show", control.None{}, &state) == nil
	}
	var all sync.WaitGroup
	for i := range letters {
		all.Go(func() {
			letter := fmt.Sprintf("From: <p%d@[127.0.0.1]>\r\nMessage-ID: <%d@players.test>\r\n", i, i) + letterShapes[i%len(letterShapes)]
			err := handIn(ports[i%2], i%2 == 1, letter)
			var reply *smtp.SMTPError
			if err != nil && !(errors.As(err, &reply) && reply.Temporary()) {
				t.Errorf("letter %d: %v", i, err)
			}
		})
	}
	all.Wait()
	if got := peakMemory(t, cmd.Process.Pid); got > most {
		t.Errorf("the daemon had %d MiB, want at most %d", got, most)
	}
}

// handIn hands a letter to a server on loopback.
func handIn(port int, lmtp bool, letter string) error {
	conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return err
	}
	client := smtp.NewClient(conn)
	if lmtp {
		client = smtp.NewClientLMTP(conn)
	}
	defer client.Close()
	return client.SendMail("p@players.test", []string{"corrd@chess.test"}, strings.NewReader(letter))
}
