package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/local"
	"corrd/cmd/internal/office"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/carrier"
	"corrd/game/play"
	"corrd/game/terms"
	"corrd/mailer"
	"corrd/store"
	"corrd/store/peertest"
	"corrd/store/postgres"

	"github.com/emersion/go-smtp"
)

// fleet is several `corrd serve` on one PostgreSQL, with a next hop that keeps what it takes.
type fleet struct {
	*testing.T
	database *peertest.Cluster
	url      string
	keys     mailer.Keys
	hop      *hop
	nodes    []*node
}

// node is one `corrd serve` in a process of its own, which takes letters by LMTP.
type node struct {
	dir, config, addr string
	flags             []string

	mu  sync.Mutex
	run *process // nil while the daemon does not run
}

var fleetSite = mailer.Site{Local: "corrd", Domain: "club.example", Delimiter: '+'}

const nodeConfig = `
[server]
domain = "club.example"
address = "corrd@club.example"
dir = %[1]q
[store]
url = %[2]q
[identity]
secret_file = %[3]q
[smtp_in]
lmtp_listen = %[4]q
[submission]
host = "127.0.0.1"
port = %[5]d
tls = "none"
%[6]s`

// newFleet makes a fleet of some nodes that have not been started. more is added to the
// configuration of each.
func newFleet(t *testing.T, count int, more string) *fleet {
	t.Helper()
	f := &fleet{T: t, database: peertest.New(t), hop: newHop(t)}
	f.url = f.database.URL(t)
	dir, err := os.MkdirTemp("", "corrd") // the path of a socket must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if f.keys, err = mailer.LoadOrCreateKeys(filepath.Join(dir, "secret")); err != nil {
		t.Fatal(err)
	}
	for i := range count {
		n := &node{dir: filepath.Join(dir, fmt.Sprint("node", i)), config: filepath.Join(dir, fmt.Sprint(i, ".toml")), addr: freeAddress(t)}
		text := fmt.Sprintf(nodeConfig, n.dir, f.url, filepath.Join(dir, "secret"), n.addr, f.hop.port, more)
		if err := os.WriteFile(n.config, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		f.nodes = append(f.nodes, n)
		t.Cleanup(n.kill)
	}
	return f
}

func freeAddress(t *testing.T) string { return fmt.Sprint("127.0.0.1:", freePorts(t, 1)[0]) }

// process is one process of a daemon.
type process struct {
	cmd   *exec.Cmd
	ended chan struct{} // closed when err is known
	err   error
}

// start starts the daemon and does not wait until it answers. Like a service manager, it starts a
// daemon again that ends because the database was out of reach when it started.
func (n *node) start(t *testing.T) {
	t.Helper()
	n.mu.Lock()
	defer n.mu.Unlock()
	if err := n.launch(); err != nil {
		t.Fatal(err)
	}
	go n.manage(n.run)
}

// launch starts a process. n.mu is held.
func (n *node) launch() error {
	log, err := os.OpenFile(n.config+".log", os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	p := &process{cmd: exec.Command(os.Args[0], append([]string{"serve", "--config", n.config}, n.flags...)...), ended: make(chan struct{})}
	p.cmd.Env = append(os.Environ(), asDaemon+"=1")
	p.cmd.Stdout, p.cmd.Stderr = log, log
	if err := p.cmd.Start(); err != nil {
		return err
	}
	go func() { p.err = p.cmd.Wait(); close(p.ended) }()
	n.run = p
	return nil
}

func (n *node) manage(p *process) {
	for {
		<-p.ended
		if p.cmd.ProcessState.ExitCode() != statusUnreachable {
			return
		}
		time.Sleep(100 * time.Millisecond)
		n.mu.Lock()
		if n.run != p || n.launch() != nil {
			n.mu.Unlock()
			return
		}
		p = n.run
		n.mu.Unlock()
	}
}

// end ends the daemon by a signal, and gives how its process ended.
func (n *node) end(by os.Signal) error {
	n.mu.Lock()
	p := n.run
	n.run = nil
	n.mu.Unlock()
	if p == nil {
		return nil
	}
	p.cmd.Process.Signal(by)
	<-p.ended
	return p.err
}

// kill is kill -9.
func (n *node) kill() { n.end(os.Kill) }

func (n *node) log() string {
	text, _ := os.ReadFile(n.config + ".log")
	return string(text)
}

// up waits until the daemon takes letters.
func (n *node) up(t *testing.T) {
	t.Helper()
	for end := time.Now().Add(longEnough); ; time.Sleep(20 * time.Millisecond) {
		if c, err := net.Dial("tcp", n.addr); err == nil {
			c.Close()
			return
		}
		if time.Now().After(end) {
			t.Fatalf("the daemon does not come up:\n%s", n.log())
		}
	}
}

func (n *node) control() *control.Control { return control.Dial(filepath.Join(n.dir, "corrd.sock")) }

// hop is a next hop: an SMTP server that keeps what it takes, by address.
type hop struct {
	port int

	mu      sync.Mutex
	boxes   map[string][]local.Letter
	came    map[string]int // by Message-ID and address
	held    chan struct{}  // while the channel is open a letter is neither answered nor kept; nil: no letter is held
	holding atomic.Int32   // how many letters are held
	arrived chan struct{}  // closed when something comes
}

func newHop(t *testing.T) *hop {
	h := &hop{boxes: map[string][]local.Letter{}, came: map[string]int{}, arrived: make(chan struct{})}
	next, err := office.ListenHop(h.take)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { next.Close() })
	h.port = next.Port
	return h
}

// take puts a letter into the mailboxes of its recipients.
func (h *hop) take(to []string, raw []byte) error {
	l, err := local.ReadLetter(raw)
	if err != nil {
		return err
	}
	h.mu.Lock()
	held := h.held
	h.mu.Unlock()
	if held != nil {
		h.holding.Add(1)
		<-held
		return errors.New("nobody waits for an answer any more")
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, one := range to {
		h.boxes[one] = append(h.boxes[one], l)
		h.came[l.Get("Message-ID")+" "+one]++
	}
	close(h.arrived)
	h.arrived = make(chan struct{})
	return nil
}

// hold has letters neither answered nor kept until release is called.
func (h *hop) hold() (release func()) {
	held := make(chan struct{})
	h.mu.Lock()
	h.held = held
	h.mu.Unlock()
	return func() {
		h.mu.Lock()
		h.held = nil
		h.mu.Unlock()
		close(held)
	}
}

// after returns the letters to an address behind the first few, and what is closed when more
// may have come.
func (h *hop) after(to string, few int) ([]local.Letter, <-chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.boxes[to][few:], h.arrived
}

// sender is somebody who plays one game, and sends each letter again, to any of the daemons, until
// a daemon has acknowledged the letter.
type sender struct {
	*fleet
	game    int64
	side    board.Side
	address string

	acknowledged int
	read         int
	last         int // the last ply they have played
}

// byEmail, byTelegraph and byPost are the terms of games whose communications travel as fast as
// each carrier allows: a telegram at any hour, in no time, and a card each minute.
func byEmail() terms.Terms { return terms.Default() }

func byTelegraph() terms.Terms {
	s := carrier.Default()
	s.Medium, s.Telegraph.Open, s.Telegraph.Close, s.Telegraph.Transit = carrier.Telegraph{}.Name(), 0, 24*60, carrier.Span{}
	return carriedBy(s)
}

func byPost() terms.Terms {
	s := carrier.Default()
	s.Medium, s.Post.Collections, s.Post.Deliveries, s.Post.Transit, s.Post.Closed = carrier.Post{}.Name(), nil, nil, carrier.Span{}, carrier.Closed{}
	for minute := range carrier.Hour(24 * 60) {
		s.Post.Collections = append(s.Post.Collections, minute)
	}
	s.Post.Deliveries = s.Post.Collections
	return carriedBy(s)
}

func carriedBy(s carrier.Settings) terms.Terms {
	t := terms.Default()
	t.Carriage = &s
	return t
}

// begin makes games in the store, before any daemon runs, and gives their players. The games go by
// the terms in turn; no terms: all by e-mail.
func (f *fleet) begin(games int, by ...terms.Terms) (all []*sender) {
	f.Helper()
	by = append(by, byEmail())[:max(1, len(by))]
	db, err := postgres.Open(f.url, postgres.Options{})
	if err != nil {
		f.Fatal(err)
	}
	defer db.Close()
	err = db.Update(func(tx store.Tx) error {
		all = nil
		for n := range games {
			var pair [2]*sender
			var players [2]int64
			for side := range pair {
				s := &sender{fleet: f, side: board.Side(side), address: fmt.Sprintf("p%d.%d@example.org", n, side)}
				p := store.Player{Name: fmt.Sprintf("Player %d-%d", n, side), Addresses: []string{s.address}, Registered: tx.Now()}
				if err := tx.PutPlayer(&p); err != nil {
					return err
				}
				pair[side], players[side] = s, p.ID
			}
			id, err := tx.NewGame()
			if err != nil {
				return err
			}
			s := game.State{ID: id}
			for _, act := range []play.Act{play.Start{Terms: by[n%len(by)], Players: players}, play.Notify{Side: board.White}} {
				if s, err = tx.Append(id, play.Decide(s, act, tx.Now())...); err != nil {
					return err
				}
			}
			pair[0].game, pair[1].game = id, id
			all = append(all, pair[0], pair[1])
		}
		return nil
	})
	if err != nil {
		f.Fatal(err)
	}
	return all
}

// play answers each letter that asks for a move, for as long as there is a letter to be begun.
func (s *sender) play(more *counter) {
	next := s.first()
	if s.side == board.Black {
		next = local.Letter{}
	}
	for {
		letters, arrived := s.hop.after(s.address, s.read)
		s.read += len(letters)
		for _, l := range letters {
			if l.Kind() == "move" && l.Key().Ply > next.Key().Ply {
				next = l
			}
		}
		if next.Key().Ply > s.last {
			if !more.take() {
				return
			}
			s.handIn(next)
			s.last, s.acknowledged = next.Key().Ply, s.acknowledged+1
			continue
		}
		select {
		case <-arrived:
		case <-time.After(100 * time.Millisecond):
			if more.spent() {
				return
			}
		}
	}
}

// first is what a player has of a letter that asks for the first move.
func (s *sender) first() local.Letter {
	token := mailer.Token{Kind: mailer.KindGame, Number: s.game, Side: s.side.String()[0], Ply: 1}
	return local.Letter{Header: mail.Header{"Reply-To": {s.keys.Address(token, 0, fleetSite)}}}
}

// handIn hands the move in that answers a letter, in the same bytes at one daemon after the other.
func (s *sender) handIn(l local.Letter) {
	ply := l.Key().Ply
	raw := fmt.Sprintf("From: <%s>\r\nTo: <%s>\r\nMessage-ID: <ply%d.%s>\r\n\r\n%s\r\n", s.address, l.ReplyTo(), ply, s.address, dance[(ply-1)%4].words)
	for n := int(s.game) + int(s.side) + ply; deliver(s.nodes[n%len(s.nodes)].addr, s.address, l.ReplyTo(), raw) != nil; n++ {
		time.Sleep(5 * time.Millisecond)
	}
}

// deliver hands one letter in by LMTP.
func deliver(addr, from, to, raw string) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	c := smtp.NewClientLMTP(conn)
	c.CommandTimeout, c.SubmissionTimeout = longEnough, longEnough
	return c.SendMail(from, []string{to}, strings.NewReader(raw))
}

// settle waits until a daemon says that nothing is pending, and nobody has anything in hand.
func (f *fleet) settle(by *node) {
	f.Helper()
	if err := by.control().Settle(context.Background(), longEnough); err != nil {
		f.Fatalf("%v\n%s", err, by.log())
	}
}

// wantAll checks that every acknowledged move is in its game once, that no other move is, that both
// players were told of each move by one letter, and that the store is sound. wantAll returns how
// many letters came, and how many of them came more than once.
func (f *fleet) wantAll(by *node, all []*sender) (came, twice int) {
	f.Helper()
	for _, s := range all {
		var g control.GameView
		if err := by.control().Call(context.Background(), "/game/show", control.Numbered{ID: s.game}, &g); err != nil {
			f.Fatal(err)
		}
		own := wantDance(f.T, g, s.side, s.acknowledged)
		f.wantTold(s, own, len(g.Moves)-own)
	}
	f.hop.mu.Lock()
	for _, n := range f.hop.came {
		came++
		twice += n - 1
	}
	f.hop.mu.Unlock()
	var faults control.Faults
	if err := by.control().Call(context.Background(), "/check", control.None{}, &faults); err != nil || len(faults.Faults) > 0 {
		f.Errorf("check: %v, %v", faults.Faults, err)
	}
	return came, twice
}

// delivered waits until every player has been told of all the moves of their opponent.
func (f *fleet) delivered(all []*sender) {
	f.Helper()
	for i, s := range all {
		for end, moves := time.Now().Add(longEnough), -1; moves != all[i^1].acknowledged; time.Sleep(20 * time.Millisecond) {
			letters, _ := f.hop.after(s.address, 0)
			told := map[string]bool{}
			for _, l := range letters {
				if l.Kind() == "move" {
					told[l.Get("Message-ID")] = true
				}
			}
			if moves = len(told); time.Now().After(end) {
				f.Errorf("%s was told of %d moves of %d", s.address, moves, all[i^1].acknowledged)
				break
			}
		}
	}
}

// wantTold sees what letters a player has: one of each move, their own and their opponent's, in
// the order of the moves.
func (f *fleet) wantTold(s *sender, own, others int) {
	f.Helper()
	letters, _ := f.hop.after(s.address, 0)
	bodies, plies := map[string]string{}, map[string][]int{}
	for _, l := range letters {
		id, kind := l.Get("Message-ID"), l.Kind()
		if known, again := bodies[id]; again && known != string(l.Raw) {
			f.Errorf("%s has %s in two forms", s.address, id)
		} else if again {
			continue
		}
		bodies[id] = string(l.Raw)
		plies[kind] = append(plies[kind], l.Key().Ply)
	}
	if len(plies["adopted"]) != own || len(plies["move"]) != others {
		f.Errorf("%s was told of %d moves of their own and %d of their opponent's; there are %d and %d", s.address, len(plies["adopted"]), len(plies["move"]), own, others)
	}
	for i := 1; i < len(plies["move"]); i++ {
		if plies["move"][i] <= plies["move"][i-1] {
			f.Errorf("%s was asked for their moves out of order: %v", s.address, plies["move"])
			break
		}
	}
}

// counter counts letters that are begun, up to a number.
type counter struct {
	begun atomic.Int64
	most  int64
}

// take reports whether another letter is to be begun, and counts that letter.
func (c *counter) take() bool { return c.begun.Add(1) <= c.most }

func (c *counter) spent() bool { return c.begun.Load() >= c.most }
