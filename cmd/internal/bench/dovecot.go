package main

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"text/template"
	"time"

	"corrd/game/board"
	"corrd/store"
	"corrd/store/peertest"
	"corrd/store/postgres"
)

//go:embed dovecot.conf
var dovecotConf string

// dovecot is a Dovecot that stores what comes by LMTP, in a folder of its own.
type dovecot struct {
	Dir  string
	LMTP int
}

// startDovecot starts a Dovecot in a new folder below dir, or below the folder for
// temporary files where dir is ""; why says why there is none.
func startDovecot(dir string) (d *dovecot, why string, err error) {
	if _, err := exec.LookPath("dovecot"); err != nil || os.Getuid() != 0 {
		return nil, "no dovecot, or not root: apt-get install dovecot-lmtpd", nil
	}
	owner, err := user.Lookup("mail")
	if err != nil {
		return nil, err.Error(), nil
	}
	id, _ := strconv.Atoi(owner.Uid)
	port, err := peertest.FreePort()
	if err != nil {
		return nil, "", err
	}
	dir = filepath.Join(cmp.Or(dir, os.TempDir()), fmt.Sprintf("corrd-bench-dovecot-%d", port))
	d = &dovecot{Dir: dir, LMTP: port}
	err = errors.Join(os.Mkdir(dir, 0o755), os.Mkdir(filepath.Join(dir, "mail"), 0o755), os.Chown(filepath.Join(dir, "mail"), id, -1))
	if err == nil {
		err = d.start()
	}
	if err != nil {
		os.RemoveAll(dir)
	}
	return d, "", err
}

func (d *dovecot) conf() string { return filepath.Join(d.Dir, "dovecot.conf") }

func (d *dovecot) addr() string { return fmt.Sprintf("127.0.0.1:%d", d.LMTP) }

func (d *dovecot) start() error {
	conf, err := os.Create(d.conf())
	if err != nil {
		return err
	}
	err = template.Must(template.New("").Parse(dovecotConf)).Execute(conf, d)
	if err = errors.Join(err, conf.Close()); err != nil {
		return err
	}
	if err := exec.Command("dovecot", "-c", d.conf()).Run(); err != nil {
		return fmt.Errorf("dovecot: %w", err)
	}
	return reachable(d.addr())
}

func (d *dovecot) stop() {
	exec.Command("doveadm", "-c", d.conf(), "stop").Run()
	os.RemoveAll(d.Dir)
}

// reachable waits until somebody listens at an address.
func reachable(addr string) error {
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn.Close()
		}
		if time.Now().After(end) {
			return err
		}
	}
}

// letter is a letter on its way to a server. Opponent is who is written to when
// corrd has taken it.
type letter struct {
	from, to, opponent string
	raw                []byte
	after              board.Position // that the answers show
}

// session is one connection to a server that takes mail by LMTP (RFC 2033),
// kept for many letters.
type session struct{ *textproto.Conn }

func dial(addr string) (session, error) {
	conn, err := textproto.Dial("tcp", addr)
	if err != nil {
		return session{}, err
	}
	s := session{conn}
	if _, _, err := conn.ReadResponse(220); err != nil {
		conn.Close()
		return s, err
	}
	return s, s.say(250, "LHLO bench.example")
}

func (s session) say(want int, format string, args ...any) error {
	if err := s.PrintfLine(format, args...); err != nil {
		return err
	}
	_, _, err := s.ReadResponse(want)
	return err
}

// hand hands a letter in and returns once the server has taken it. ended is called
// before the last octets of the letter are sent.
func (s session) hand(l letter, ended func(letter)) error {
	if err := s.say(250, "MAIL FROM:<%s>", l.from); err != nil {
		return err
	}
	if err := s.say(250, "RCPT TO:<%s>", l.to); err != nil {
		return err
	}
	if err := s.say(354, "DATA"); err != nil {
		return err
	}
	w := s.DotWriter()
	if _, err := w.Write(l.raw); err != nil {
		return err
	}
	ended(l)
	if err := w.Close(); err != nil {
		return err
	}
	_, _, err := s.ReadResponse(250)
	return err
}

// flood hands letters in over some sessions, each letter after the one before it, and returns how
// many are taken in a second. ended is called when a letter has been sent.
func flood(addr string, sessions int, letters []letter, ended func(letter)) (perSecond float64, err error) {
	var next atomic.Int64
	begun := time.Now()
	err = inSessions(addr, sessions, func(s session) error {
		for n := next.Add(1) - 1; int(n) < len(letters); n = next.Add(1) - 1 {
			if err := s.hand(letters[n], ended); err != nil {
				return err
			}
		}
		return nil
	})
	return float64(len(letters)) / time.Since(begun).Seconds(), err
}

// inSessions runs f in some sessions at once.
func inSessions(addr string, sessions int, f func(session) error) error {
	errs := make([]error, sessions)
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() {
			s, err := dial(addr)
			if err == nil {
				defer s.Close()
				err = f(s)
			}
			if err != nil {
				errs[i] = fmt.Errorf("%s: %w", addr, err)
			}
		})
	}
	all.Wait()
	return errors.Join(errs...)
}

// strangers are letters of about 2 KB to some mailboxes in turn.
func strangers(count, mailboxes int) (letters []letter) {
	for n := range count {
		l := letter{from: address(n, 0), to: fmt.Sprintf("box%d@players.example", n%mailboxes)}
		l.raw = mail(l.from, l.to, fmt.Sprintf("<%d@example.org>", n), opening[n%len(opening)], uint64(n)*0x9E3779B97F4A7C15)
		letters = append(letters, l)
	}
	return letters
}

// away are the times that a question to the database and its answer take on the way together.
var away = []time.Duration{0, time.Millisecond, 5 * time.Millisecond}

// busy is the share of the processors from which on the distance does not decide what is measured.
const busy = 0.8

// far prints how many letters a second are taken by some daemons whose database is far away, and
// how many go through one. A relay in this process delays what goes either way.
func (b *both) far(rounds int) error {
	relay, err := b.cluster.NewRelay()
	if err != nil {
		return err
	}
	defer relay.Close()
	address := relay.Through(b.cluster.Address()) + fmt.Sprintf("&search_path=games_%d", b.games)
	var nodes []store.Store
	for range mostNodes {
		db, err := postgres.Open(address, postgres.Options{})
		if err != nil {
			return err
		}
		defer db.Close()
		nodes = append(nodes, db)
	}
	for _, trip := range away {
		relay.Delay.Store(int64(trip / 2))
		var few [mostNodes][]cost // of a few senders a daemon
		for n := 1; n <= mostNodes; n++ {
			if few[n-1], err = b.taken(trip, fewSenders*n, rounds, nodes[:n]); err != nil {
				return err
			}
			for _, senders := range []int{16, 64} {
				if _, err := b.taken(trip, senders, rounds, nodes[:n]); err != nil {
					return err
				}
			}
		}
		if trip == longTrip {
			shared(few[0], few[1])
		}
		if err := b.answered(trip, rounds, nodes[0]); err != nil {
			return err
		}
	}
	return nil
}

// fewSenders are the senders of a daemon for whom the distance decides and not the processors.
const fewSenders = 4

// The distances of which something is wanted.
const (
	shortTrip = time.Millisecond
	longTrip  = 5 * time.Millisecond
)

// taken prints how many letters a second some senders bring to daemons.
func (b *both) taken(trip time.Duration, senders, rounds int, nodes []store.Store) (all []cost, err error) {
	for range rounds {
		c, err := b.took(senders, "node", nodes...)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	wanted := ""
	if trip == shortTrip && senders == 64 && len(nodes) == 1 {
		wanted = "wanted: 600/s"
	}
	row(fmt.Sprintf("letters judged, committed, answers queued, in PostgreSQL %v away, senders: %d, daemons: %d", trip, senders, len(nodes)),
		said(median(all, cost.perSecond), "letters/s"), used(all), wanted, "")
	return all, nil
}

// shared prints how many times as many letters two daemons judge as one, each with a few senders.
func shared(one, two []cost) {
	text := fmt.Sprintf("%.2f", median(two, cost.perSecond)/median(one, cost.perSecond))
	if max(share(one), share(two)) > busy {
		text += "; not valid, the processors were too busy"
	}
	row(fmt.Sprintf("letters of two daemons beside those of one, PostgreSQL %v away, senders a daemon: %d", longTrip, fewSenders),
		text, "wanted: 1.7, the processors at most 80 % busy", "", "")
}

// answered prints how many letters a second one daemon takes until both answers have been accepted.
func (b *both) answered(trip time.Duration, rounds int, db store.Store) error {
	var all []cost
	for i := range rounds {
		c, err := b.through(db, b.nodes[0], fmt.Sprintf("far%v.%d", trip, i))
		if err != nil {
			return err
		}
		all = append(all, c)
	}
	wanted := ""
	if trip == shortTrip {
		wanted = "wanted: 150/s"
	}
	row(fmt.Sprintf("letters taken and their answers sent, PostgreSQL %v away, senders: %d, daemons: 1", trip, atOnce),
		said(median(all, cost.perSecond), "letters/s"), used(all), wanted, "")
	return nil
}

// used says how busy the processors were, and what a letter cost.
func used(all []cost) string {
	text := fmt.Sprintf("%.0f %% of the processors, %.2f ms a letter", 100*share(all), median(all, func(c cost) float64 { return c.each(c.own+c.database) / 1000 }))
	if share(all) > busy {
		text += "; too busy to tell"
	}
	return text
}

// share is the share of the processors that this process and the database have used.
func share(all []cost) float64 {
	return median(all, func(c cost) float64 {
		return (c.own + c.database).Seconds() / c.wall.Seconds() / float64(runtime.NumCPU())
	})
}
