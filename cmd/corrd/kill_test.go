package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/mail"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"corrd/cmd/internal/clerk"
	"corrd/cmd/internal/local"
	"corrd/game/board"
	"corrd/mailer"
)

// asDaemon is the variable that makes the test binary be corrd itself.
const asDaemon = "CORRD_TEST_AS_DAEMON"

func TestMain(m *testing.M) {
	if os.Getenv(asDaemon) != "" {
		os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// longEnough is how long a test waits for what must come: a machine that is so
// slow is none.
const longEnough = 10 * time.Minute

// daemon is `corrd local` in a process of its own, which can be killed while
// others write to it.
type daemon struct {
	*testing.T
	dir   string
	cmd   *exec.Cmd
	begun atomic.Int64 // letters that somebody began to hand in
	taken atomic.Int64 // and those of them that were acknowledged

	mu sync.Mutex
	joined
	ctl *clerk.Control
}

// where is how the running daemon is reached.
func (d *daemon) where() (joined, *clerk.Control) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.joined, d.ctl
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
	d.mu.Lock()
	defer d.mu.Unlock()
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
	if err := d.ctl.Call(context.Background(), "/settle", clerk.Args{For: longEnough}, &s); err != nil || s.Pending > 0 {
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

// player is somebody who plays a game by SMTP and IMAP while corrd is killed.
// He hands each letter in until it is acknowledged, in the same bytes, for he
// cannot know whether it arrived.
type player struct {
	*daemon
	name string
	side board.Side
	game int64
	stop chan struct{} // closed when no further letter is to be begun

	read         int // letters of his mailbox he has seen
	next         received
	last         int // the last ply he has played
	acknowledged int // letters of his that moved
}

// received is a letter in a mailbox.
type received struct {
	mail.Header
	raw     []byte
	replyTo string // "" where it wants no answer
	token   mailer.Token
}

// dance is what both sides play for ever: every move is legal, and its words
// mean no other.
var dance = []struct{ words, uci string }{
	{"Kt-KB3", "g1f3"}, {"Kt-KB3", "g8f6"}, {"Kt-KKt1", "f3g1"}, {"Kt-KKt1", "f6g8"},
}

// fetch reads the new letters of his mailbox.
func (p *player) fetch() ([]received, error) {
	at, _ := p.where()
	c := &local.Correspondent{Address: p.name + "@" + at.Domain, IMAP: at.IMAP}
	raws, err := c.Letters(p.read)
	if err != nil {
		return nil, err
	}
	p.read += len(raws)
	letters := make([]received, 0, len(raws))
	for _, raw := range raws {
		m, err := mail.ReadMessage(bytes.NewReader(raw))
		if err != nil {
			return nil, err
		}
		l := received{Header: m.Header, raw: raw}
		if to, err := mail.ParseAddress(m.Header.Get("Reply-To")); err == nil {
			l.replyTo = to.Address
			_, detail, _ := strings.Cut(to.Address, "+")
			detail, _, _ = strings.Cut(detail, "@")
			l.token, _ = mailer.ParseToken(detail)
		}
		letters = append(letters, l)
	}
	return letters, nil
}

// handIn hands a letter in until the office says that it has it.
func (p *player) handIn(to, id, body string) {
	for {
		at, _ := p.where()
		from := p.name + "@" + at.Domain
		raw := fmt.Sprintf("From: <%s>\r\nTo: <%s>\r\nMessage-ID: <%s.%s>\r\n\r\n%s\r\n", from, to, id, from, body)
		if p.handInOnce(at.SMTP, from, to, raw) == nil {
			p.taken.Add(1)
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func (d *daemon) handInOnce(server, from, to, raw string) error {
	c, err := smtp.Dial(server)
	if err != nil {
		return err
	}
	defer c.Close()
	d.begun.Add(1)
	c.CommandTimeout, c.SubmissionTimeout = longEnough, longEnough // one that is killed closes its connections
	if err := c.Auth(sasl.NewPlainClient("", from, local.Password)); err != nil {
		return err
	}
	return c.SendMail(from, []string{to}, strings.NewReader(raw))
}

// expect reads his mailbox until a letter of a kind has come, and gives the
// address it wants its answer at.
func (p *player) expect(kind string) string {
	p.Helper()
	for end := time.Now().Add(longEnough); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		letters, err := p.fetch()
		for _, l := range letters {
			if err == nil && l.Get("Corrd-Letter") == kind {
				return l.replyTo
			}
		}
	}
	p.Fatalf("%s has no letter of the kind %q", p.name, kind)
	return ""
}

// play answers every letter that asks for his move, until he is told to begin
// no other.
func (p *player) play() {
	for {
		select {
		case <-p.stop:
			return
		case <-time.After(2 * time.Millisecond):
		}
		letters, err := p.fetch()
		if err != nil {
			continue // corrd is dead just now
		}
		for _, l := range letters {
			if l.Get("Corrd-Letter") == "move" {
				p.next = l
			}
		}
		ply := p.next.token.Ply
		if ply <= p.last {
			continue
		}
		p.handIn(p.next.replyTo, fmt.Sprint("ply", ply), dance[(ply-1)%4].words)
		p.last, p.acknowledged = ply, p.acknowledged+1
	}
}

// kills is how often corrd is killed: $KILLS, or 20.
func kills(t *testing.T) int {
	text, set := os.LookupEnv("KILLS")
	if !set {
		return 20
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("KILLS=%s is no number of kills", text)
	}
	return n
}

// TestKilledUnderLoad kills corrd again and again, each time at another moment,
// while four games are played as fast as the letters go. At the end every move
// that was acknowledged is in its game, once, and every letter of corrd in its
// mailbox, as one letter.
func TestKilledUnderLoad(t *testing.T) {
	n := kills(t)
	d := startDaemon(t, t.TempDir())
	stop := make(chan struct{})
	var players []*player
	for _, names := range [][2]string{{"alice", "bob"}, {"carol", "dan"}, {"erin", "frank"}, {"grace", "heidi"}} {
		players = append(players, d.begin(names, stop)...)
	}
	var playing sync.WaitGroup
	for _, p := range players {
		playing.Go(p.play)
	}
	before, load := d.taken.Load(), int64(0)
	for range n {
		more := rand.Int64N(6)
		load += more
		atLeast(t, &d.taken, before+load)
		atLeast(t, &d.begun, d.begun.Load()+rand.Int64N(6))
		time.Sleep(time.Duration(rand.IntN(40_000)) * time.Microsecond)
		d.kill()
		d.start()
	}
	close(stop)
	playing.Wait()
	d.settle()
	acknowledged := 0
	for _, p := range players {
		acknowledged += p.acknowledged
		p.wantGame()
		p.wantLetters()
	}
	d.wantSound()
	if !t.Failed() {
		t.Logf("%d kills, %d letters acknowledged: 0 lost, 0 doubled, 0 unanswered", n, acknowledged)
	}
}

// atLeast waits until so many letters have been counted.
func atLeast(t *testing.T, letters *atomic.Int64, n int64) {
	t.Helper()
	for end := time.Now().Add(longEnough); letters.Load() < n; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d letters, and no more of the %d", letters.Load(), n)
		}
	}
}

// begin registers two players and has the first, with the white men, challenge
// the second.
func (d *daemon) begin(names [2]string, stop chan struct{}) []*player {
	d.Helper()
	at, _ := d.where()
	var pair []*player
	for side, name := range names {
		p := &player{daemon: d, name: name, side: board.Side(side), stop: stop}
		p.handIn(at.Address, "register", "register "+name)
		p.handIn(p.expect("confirm"), "yes", "yes")
		p.expect("office")
		pair = append(pair, p)
	}
	pair[0].handIn(at.Address, "challenge", "challenge "+names[1]+"@"+at.Domain+", colour white, time none")
	pair[1].handIn(pair[1].expect("challenge"), "accept", "accept")
	d.settle()
	for _, p := range pair {
		p.read = 0
		letters, err := p.fetch()
		if err != nil {
			d.Fatal(err)
		}
		start := letters[len(letters)-1]
		p.game = start.token.Number
		if p.side == board.White {
			p.next = start
		}
	}
	return pair
}

// wantGame sees that every move that was acknowledged is in the game, and no
// other is.
func (p *player) wantGame() {
	p.Helper()
	g := p.show(p.game)
	own := 0
	for i, m := range g.Moves {
		if m.UCI != dance[i%4].uci || m.Ply != i+1 {
			p.Errorf("game %d: ply %d is %s at %d, not %s", p.game, i+1, m.UCI, m.Ply, dance[i%4].uci)
		}
		if i%2 == int(p.side) {
			own++
		}
	}
	if own != p.acknowledged {
		p.Errorf("game %d: %s has %d moves in it; %d letters were acknowledged", p.game, p.name, own, p.acknowledged)
	}
}

// wantLetters sees that he was told of each move of the game, his own and his
// opponent's, and that what came twice is the same letter.
func (p *player) wantLetters() {
	p.Helper()
	p.read = 0
	letters, err := p.fetch()
	if err != nil {
		p.Fatal(err)
	}
	bodies, told := map[string]string{}, map[string]string{}
	kinds := map[string]int{}
	for _, l := range letters {
		id := l.Get("Message-ID")
		_, own, _ := strings.Cut(string(l.raw), "From: ") // below what the office has put on top
		if known, again := bodies[id]; again && known != own {
			p.Errorf("%s has %s in two forms", p.name, id)
		}
		if what := l.Get("Corrd-Letter") + l.Get("Corrd-Chain"); l.Get("Corrd-Chain") != "" {
			if told[what] != "" && told[what] != id {
				p.Errorf("%s is told the same by %s and %s", p.name, told[what], id)
			}
			told[what] = id
		}
		if _, again := bodies[id]; !again {
			kinds[l.Get("Corrd-Letter")]++
		}
		bodies[id] = own
	}
	moves := p.show(p.game).Moves
	white := (len(moves) + 1) / 2
	own, others := white, len(moves)-white
	if p.side == board.Black {
		own, others = others, own
	}
	if kinds["adopted"] != own || kinds["move"] != others {
		p.Errorf("%s was told of %d moves of his own and %d of his opponent's; there are %d and %d", p.name, kinds["adopted"], kinds["move"], own, others)
	}
}

// wantSound has corrd check its store.
func (d *daemon) wantSound() {
	d.Helper()
	_, ctl := d.where()
	var f clerk.Faults
	if err := ctl.Call(context.Background(), "/check", clerk.Args{}, &f); err != nil || len(f.Faults) > 0 {
		d.Errorf("check: %v, %v", f.Faults, err)
	}
}
