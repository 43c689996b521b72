package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/mail"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/clerk"
	"corrd/cmd/internal/local"
)

// asDaemon is the variable that makes the test binary be corrd itself.
const asDaemon = "CORRD_TEST_AS_DAEMON"

func TestMain(m *testing.M) {
	if os.Getenv(asDaemon) != "" {
		os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// daemon is `corrd local` in a process of its own.
type daemon struct {
	*testing.T
	dir string
	cmd *exec.Cmd
	joined
	ctl *clerk.Control
}

func startDaemon(t *testing.T, dir string) *daemon {
	t.Helper()
	d := &daemon{T: t, dir: dir}
	d.start()
	t.Cleanup(d.kill)
	return d
}

func (d *daemon) start() {
	d.Helper()
	d.cmd = exec.Command(os.Args[0], "local", "--dir", d.dir, "--smtp", "127.0.0.1:0", "--imap", "127.0.0.1:0", "--clock", "virtual", "--json")
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
	if err := json.Unmarshal(line, &d.joined); err != nil {
		d.Fatal(err)
	}
	d.ctl = clerk.Dial(d.joined.Socket)
}

// kill is kill -9.
func (d *daemon) kill() {
	d.cmd.Process.Kill()
	d.cmd.Wait()
}

func (d *daemon) settle() {
	d.Helper()
	var s clerk.Settled
	if err := d.ctl.Call(context.Background(), "/settle", clerk.Args{For: 20 * time.Second}, &s); err != nil || s.Pending > 0 {
		d.Fatalf("settle: %+v, %v", s, err)
	}
}

func (d *daemon) show(id int64) (g clerk.GameView) {
	d.Helper()
	if err := d.ctl.Call(context.Background(), "/game/show", clerk.Args{ID: id}, &g); err != nil {
		d.Fatal(err)
	}
	return g
}

func (d *daemon) correspondent(mailbox string) *local.Correspondent {
	return &local.Correspondent{Name: mailbox, Address: mailbox + "@" + d.Domain, SMTP: d.SMTP, IMAP: d.IMAP, Now: time.Now}
}

func (d *daemon) letters(mailbox string) (headers []mail.Header) {
	d.Helper()
	raws, err := d.correspondent(mailbox).Letters(0)
	if err != nil {
		d.Fatal(err)
	}
	for _, raw := range raws {
		m, err := mail.ReadMessage(bytes.NewReader(raw))
		if err != nil {
			d.Fatal(err)
		}
		headers = append(headers, m.Header)
	}
	return headers
}

// answer answers the newest letter of a mailbox; it does not wait for what
// comes of it.
func (d *daemon) answer(mailbox, text string) {
	d.Helper()
	all := d.letters(mailbox)
	if len(all) == 0 {
		d.Fatalf("%s has no letter", mailbox)
	}
	if err := d.correspondent(mailbox).Answer(&mail.Message{Header: all[len(all)-1]}, "", text); err != nil {
		d.Fatal(err)
	}
}

func (d *daemon) write(mailbox, text string) {
	d.Helper()
	if err := d.correspondent(mailbox).Write(d.Address, "", text, ""); err != nil {
		d.Fatal(err)
	}
	d.settle()
}

func TestKilledBetweenAndDuringLetters(t *testing.T) {
	d := startDaemon(t, t.TempDir())
	for _, who := range []string{"alice", "bob"} {
		d.write(who, "register "+who)
		d.answer(who, "yes")
		d.settle()
	}
	d.write("alice", "challenge bob@"+d.Domain+", colour white")
	d.answer("bob", "accept")
	d.settle()
	line := strings.Fields("P-K4 P-K4 Kt-KB3 Kt-QB3 B-Kt5 P-QR3 B-R4 Kt-B3 Castles B-K2 R-K1 P-QKt4 B-Kt3 P-Q3 P-B3 Castles P-KR3 Kt-QR4 B-B2 P-B4")
	for i, move := range line {
		d.answer([]string{"alice", "bob"}[i%2], move)
		time.Sleep(time.Duration(i) * time.Millisecond) // the kill falls into another moment each time
		d.kill()
		d.start()
		d.settle()
		if got := len(d.show(1).Moves); got != i+1 {
			t.Fatalf("after the kill behind letter %d the game has %d moves", i+1, got)
		}
	}
	for _, who := range []string{"alice", "bob"} {
		d.wantOneIDForEachLetter(who)
	}
}

// wantOneIDForEachLetter sees that what was sent twice, because nobody could
// know whether it had arrived, is the same letter.
func (d *daemon) wantOneIDForEachLetter(who string) {
	d.Helper()
	ids := map[string]string{}
	moves := 0
	for _, h := range d.letters(who) {
		told := fmt.Sprint(h.Get("Corrd-Letter"), h.Get("Corrd-Chain"), h.Get("Subject"))
		id := h.Get("Message-ID")
		if known := ids[told]; known != "" && known != id {
			d.Errorf("%s has %s twice: %s and %s", who, told, known, id)
		}
		if ids[told] == "" && h.Get("Corrd-Letter") == "move" {
			moves++
		}
		ids[told] = id
	}
	if moves != 10 {
		d.Errorf("%s was told of %d moves of his opponent, want 10", who, moves)
	}
}
