package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/mail"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/local"
)

// opera is a whole game, Paris 1858: what the players write, and the move.
var opera = []string{
	"P-K4 e2e4", "P-K4 e7e5", "Kt-KB3 g1f3", "P-Q3 d7d6", "P-Q4 d2d4", "B-KKt5 c8g4", "PxP d4e5", "BxKt g4f3", "QxB d1f3", "PxP d6e5", "B-QB4 f1c4",
	"Kt-KB3 g8f6", "Q-QKt3 f3b3", "Q-K2 d8e7", "Kt-B3 b1c3", "P-B3 c7c6", "B-KKt5 c1g5", "P-QKt4 b7b5", "KtxP c3b5", "PxKt c6b5", "BxKtP ch c4b5", "QKt-Q2 b8d7",
	"Castles QR e1c1", "R-Q sq a8d8", "RxKt d1d7", "RxR d8d7", "R-Q sq h1d1", "Q-K3 e7e6", "BxR ch b5d7", "KtxB f6d7", "Q-Kt8 ch b3b8", "KtxQ d7b8", "R-Q8 mate d1d8",
}

// server is `corrd serve` in a process of its own beside real mail servers.
type server struct {
	*peers
	config string
	cmd    *exec.Cmd
	log    *os.File
	ctl    *control.Control
}

// startServer writes the configuration and starts the daemon. in is the
// section that says how letters come in, security how they go out.
func startServer(p *peers, security, in string) *server {
	p.Helper()
	dir := filepath.Join(p.Dir, "corrd")
	s := &server{peers: p, config: filepath.Join(p.Dir, "corrd.toml"), ctl: control.Dial(filepath.Join(dir, "corrd.sock"))}
	password := filepath.Join(p.Dir, "password")
	text := fmt.Sprintf("[server]\ndomain = \"chess.test\"\ndir = %q\n[submission]\nhost = \"127.0.0.1\"\nport = %d\ntls = %q\n%s", dir, p.SMTP, security,
		strings.ReplaceAll(in, "PASSWORD", password))
	for path, content := range map[string]string{s.config: text, password: p.Password + "\n"} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			p.Fatal(err)
		}
	}
	var err error
	if s.log, err = os.Create(filepath.Join(p.Dir, "corrd.log")); err != nil {
		p.Fatal(err)
	}
	s.start()
	p.Cleanup(func() {
		s.kill()
		if p.Failed() {
			text, _ := os.ReadFile(s.log.Name())
			p.Logf("corrd.log ends:\n%s", text[max(0, len(text)-6000):])
		}
	})
	return s
}

func (s *server) start() {
	s.Helper()
	s.cmd = exec.Command(os.Args[0], "serve", "--config", s.config)
	s.cmd.Env = append(os.Environ(), asDaemon+"=1", "SSL_CERT_FILE="+s.certificate())
	s.cmd.Stderr = s.log
	if err := s.cmd.Start(); err != nil {
		s.Fatal(err)
	}
	s.eventually("the daemon answers", func() bool {
		var c control.ClockState
		return s.ctl.Call(context.Background(), "/clock/show", control.None{}, &c) == nil
	})
}

// kill is kill -9.
func (s *server) kill() {
	s.cmd.Process.Kill()
	s.cmd.Wait()
}

// terminate stops the daemon as a service manager does, and checks that the daemon ends without an
// error.
func (s *server) terminate() {
	s.Helper()
	s.cmd.Process.Signal(syscall.SIGTERM)
	if err := s.cmd.Wait(); err != nil {
		s.Errorf("stopped: %v", err)
	}
}

func (s *server) eventually(what string, so func() bool) {
	s.Helper()
	for flushed, deadline := time.Now(), time.Now().Add(longEnough); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if so() {
			return
		}
		if time.Since(flushed) > 3*time.Second { // Postfix leaves a letter that it found locked for five minutes
			s.run("postqueue", "-c", filepath.Join(s.Dir, "etc"), "-f")
			flushed = time.Now()
		}
	}
	s.Fatalf("it never came about that %s", what)
}

func (s *server) call(verb string, a any, result any) {
	s.Helper()
	if err := s.ctl.Call(context.Background(), verb, a, result); err != nil {
		s.Fatalf("%s: %v", verb, err)
	}
}

// letters are those in a player's mailbox; while Dovecot is away, none.
func (s *server) letters(player string) []local.Letter {
	s.Helper()
	c := local.Correspondent{Address: player + "@players.test", IMAP: fmt.Sprintf("127.0.0.1:%d", s.IMAP)}
	all, err := c.Letters(0)
	if err != nil {
		s.Fatal(err)
	}
	return all
}

// await waits for the newest letter of a mailbox to be of a kind, with so many
// of that kind before it and it.
func (s *server) await(player, kind string, n int) (newest local.Letter) {
	s.Helper()
	s.eventually(fmt.Sprintf("%s has %d letters of the kind %s", player, n, kind), func() bool {
		ids := map[string]bool{}
		for _, m := range s.letters(player) {
			if m.Kind() == kind {
				ids[m.Get("Message-ID")] = true
				newest = m
			}
		}
		return len(ids) >= n
	})
	return newest
}

func (s *server) answer(player string, to local.Letter, text string) {
	s.Helper()
	address, err := mail.ParseAddress(to.Header.Get("Reply-To"))
	if err != nil {
		s.Fatal(err)
	}
	s.send(player+"@players.test", address.Address, to.Header.Get("Message-ID"), text)
}

// begin registers alice and bob and brings about their game, all by letter.
func (s *server) begin() {
	s.Helper()
	for _, player := range []string{"alice", "bob"} {
		s.send(player+"@players.test", "corrd@chess.test", "", "register "+player)
		s.answer(player, s.await(player, "confirm", 1), "yes")
		s.await(player, "office", 1)
	}
	s.send("alice@players.test", "corrd@chess.test", "", "challenge bob@players.test, colour white")
	s.answer("alice", s.await("alice", "confirm", 2), "yes")
	s.answer("bob", s.await("bob", "challenge", 1), "accept")
	s.await("bob", "start", 1)
}

// retry has the letters sent that a server was not there for.
func (s *server) retry() {
	s.Helper()
	var rows []control.OutboxView
	s.call("/outbox/list", control.None{}, &rows)
	for _, r := range rows {
		var changed control.OutboxView
		var refusal *control.Refusal
		if err := s.ctl.Call(context.Background(), "/outbox/retry", control.Numbered{ID: r.ID}, &changed); err != nil && !errors.As(err, &refusal) {
			s.Fatal(err)
		}
	}
}

// play plays the whole game. trouble is called when the letter of a ply has
// been handed in, before its answer is awaited.
func (s *server) play(trouble map[int]func()) {
	s.Helper()
	s.begin()
	players := []string{"alice", "bob"}
	asks := s.await("alice", "start", 1)
	for ply, written := range opera {
		i := strings.LastIndexByte(written, ' ')
		mover, other := players[ply%2], players[1-ply%2]
		s.answer(mover, asks, written[:i])
		if happens := trouble[ply]; happens != nil {
			happens()
		}
		if ply == len(opera)-1 {
			s.await(other, "result", 1)
			break
		}
		asks = s.await(other, "move", ply/2+1)
	}
	s.wantWholeGame(players)
}

// wantWholeGame sees that no move was lost, doubled or left unanswered.
func (s *server) wantWholeGame(players []string) {
	s.Helper()
	var g control.GameView
	s.call("/game/show", control.Numbered{ID: 1}, &g)
	if g.Result == nil || g.Result.Score != "1-0" || g.Result.How != "checkmate" || len(g.Moves) != len(opera) {
		s.Errorf("%d moves, result %+v", len(g.Moves), g.Result)
	}
	for i, m := range g.Moves {
		if !strings.HasSuffix(opera[i], " "+m.UCI) {
			s.Errorf("move %d is %s, want %s", i+1, m.UCI, opera[i])
		}
	}
	var faults control.Faults
	s.call("/check", control.None{}, &faults)
	if faults.Games != 1 || len(faults.Faults) > 0 {
		s.Errorf("check: %+v", faults)
	}
	for side, player := range players {
		s.await(player, "result", 1)
		s.await(player, "adopted", (len(opera)-side)/2)
		told := map[string]string{}
		counts := map[string]int{}
		for _, m := range s.letters(player) {
			kind, id := m.Kind(), m.Get("Message-ID")
			fact := kind + m.Get("Corrd-Chain") + m.Get("Subject")
			if told[fact] == "" {
				counts[kind]++
			} else if told[fact] != id {
				s.Errorf("%s is told %q twice: %s and %s", player, fact, told[fact], id)
			}
			told[fact] = id
		}
		if want := (len(opera) - 1 + side) / 2; counts["move"] != want || counts["result"] != 1 || counts["asked"]+counts["returned"] > 0 {
			s.Errorf("%s has %v, want %d of their opponent's moves and one result", player, counts, want)
		}
	}
}

func TestWholeGameWithLMTPFromPostfix(t *testing.T) {
	t.Parallel()
	needPeers(t)
	port := freePorts(t, 1)[0]
	p := startPeers(t, port)
	s := startServer(p, "none", fmt.Sprintf("[smtp_in]\nlmtp_listen = \"127.0.0.1:%d\"\n", port))
	s.send("alice@players.test", "secretary@chess.test", "", "The club's other addresses are left alone.")
	s.eventually("the club's secretary has a letter", func() bool {
		letters, _ := filepath.Glob(filepath.Join(p.Dir, "mail", "secretary", "new", "*"))
		return len(letters) == 1
	})
	s.play(map[int]func(){
		4: s.killed(0), 9: s.postfixRestarts, 14: s.dovecotRestarts, 19: s.killed(100 * time.Millisecond), 24: s.restarted,
	})
}

// fromMailbox polls so rarely that new mail is known by IDLE alone.
const fromMailbox = "[imap]\nhost = \"127.0.0.1\"\nport = %d\ntls = \"implicit\"\nuser = \"corrd\"\npassword_file = \"PASSWORD\"\npoll = \"1h\"\n"

// TestWholeGameWithAMailboxAtDovecot speaks TLS with both servers.
func TestWholeGameWithAMailboxAtDovecot(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a whole game through Dovecot takes half a minute; the one through Postfix is played")
	}
	p := startPeers(t, 0)
	s := startServer(p, "starttls", fmt.Sprintf(fromMailbox, p.IMAPS))
	s.play(map[int]func(){
		4: s.killed(0), 9: s.dovecotRestarts, 14: s.postfixRestarts, 19: s.killed(300 * time.Millisecond), 24: s.newUIDValidity, 29: s.restarted,
	})
	if log, _ := os.ReadFile(filepath.Join(s.Dir, "postfix.log")); !bytes.Contains(log, []byte("TLS connection established")) {
		t.Error("nothing was handed in with TLS")
	}
	if lie := s.maildir(".Processed"); len(lie) < len(opera) || len(s.maildir("")) > 0 {
		t.Errorf("%d letters in Processed, %d in INBOX", len(lie), len(s.maildir("")))
	}
}

func TestBounceFromPostfixParksTheLetter(t *testing.T) {
	t.Parallel()
	needPeers(t)
	port := freePorts(t, 1)[0]
	p := startPeers(t, port)
	s := startServer(p, "none", fmt.Sprintf("[smtp_in]\nlmtp_listen = \"127.0.0.1:%d\"\n", port))
	for _, address := range []string{"alice@players.test", "ghost@nowhere.test"} {
		var v control.PlayerView
		s.call("/player/add", control.Enrolment{Name: address[:5], Address: address, Quiet: true}, &v)
	}
	s.send("alice@players.test", "corrd@chess.test", "", "challenge ghost@nowhere.test")
	s.answer("alice", s.await("alice", "confirm", 1), "yes")
	s.eventually("the challenge has come back", func() bool {
		var rows []control.OutboxView
		s.call("/outbox/list", control.None{}, &rows)
		return len(rows) == 1 && rows[0].State == "parked" && strings.Contains(*rows[0].Error, "came back: 5.7.1")
	})
}
