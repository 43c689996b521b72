package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"corrd/cmd/internal/office"
	"corrd/mailer"
)

// daemon is `corrd serve` in a process of its own: it takes letters by LMTP and
// sends its answers to a next hop, which is this program.
type daemon struct {
	addr string
	hop  *nextHop
	cmd  *exec.Cmd
}

const daemonConf = `[server]
domain = "club.example"
address = "corrd@club.example"
dir = %q
[smtp_in]
lmtp_listen = %q
[submission]
host = "127.0.0.1"
port = %d
tls = "none"
`

// startDaemon starts corrd with the store that lies in a folder.
func startDaemon(dir string) (d *daemon, err error) {
	binary := filepath.Join(dir, "corrd")
	if out, err := exec.Command("go", "build", "-o", binary, "corrd/cmd/corrd").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	d = &daemon{addr: fmt.Sprintf("127.0.0.1:%d", port)}
	if d.hop, err = newNextHop(); err != nil {
		return nil, err
	}
	conf := filepath.Join(dir, "corrd.toml")
	if err := os.WriteFile(conf, fmt.Appendf(nil, daemonConf, dir, d.addr, d.hop.Port), 0o600); err != nil {
		return nil, err
	}
	d.cmd = exec.Command(binary, "serve", "--config", conf)
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		return nil, err
	}
	d.cmd.Stdout, d.cmd.Stderr = log, log
	if err := errors.Join(d.cmd.Start(), log.Close()); err != nil {
		return nil, err
	}
	if err := reachable(d.addr); err != nil {
		d.stop()
		text, _ := os.ReadFile(log.Name())
		return nil, fmt.Errorf("%w\n%s", err, text)
	}
	return d, nil
}

func (d *daemon) stop() {
	d.cmd.Process.Signal(os.Interrupt)
	d.cmd.Wait()
	d.hop.Close()
}

// delays measures how long an answer takes, from the end of the letter to the
// acceptance of what the opponent is written, and prints the figures.
func delays(dir string) error {
	const idle, filling, seconds = 100, 600, 15
	tmp, err := os.MkdirTemp(dir, "corrd-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	store := filepath.Join(tmp, "corrd.db")
	if err := generate(store, 1000, 1); err != nil {
		return err
	}
	keys, err := mailer.LoadOrCreateKeys(filepath.Join(tmp, "secret"))
	if err != nil {
		return err
	}
	letters, err := answers(store, 1000, 8*filling, keys)
	if err != nil {
		return err
	}
	d, err := startDaemon(tmp)
	if err != nil {
		return err
	}
	defer d.stop()
	begun := time.Now()
	if _, err := flood(d.addr, atOnce, letters[:filling], d.hop.expect); err != nil {
		return err
	}
	if err := d.hop.accepted(filling); err != nil {
		return err
	}
	perSecond := filling / time.Since(begun).Seconds()
	letters = letters[filling:]
	row(fmt.Sprintf("letters taken by LMTP, judged, and their answers accepted by the next hop, %d sessions", atOnce), said(perSecond, "letters/s"), "", "", "")
	for _, load := range []struct {
		what      string
		perSecond float64
		count     int
	}{{"idle", 0, idle}, {"at half that load", perSecond / 2, min(int(seconds*perSecond/2), len(letters)-idle)}} {
		took, err := d.paced(letters[:load.count], load.perSecond)
		if err != nil {
			return err
		}
		letters = letters[load.count:]
		row("from the end of DATA to the acceptance of the opponent's letter, "+load.what+", median and 99th percentile",
			fmt.Sprintf("%s, %s", milliseconds(took[len(took)/2]), milliseconds(took[len(took)*99/100])), "", "", "")
	}
	return nil
}

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000)
}

// paced hands letters in at chance instants, so many a second, or with 0 each when
// nothing else is under way, and gives how long the answer to each took, the
// shortest first.
func (d *daemon) paced(letters []letter, perSecond float64) ([]time.Duration, error) {
	d.hop.quiet(time.Second)
	d.hop.reset()
	random := rand.New(rand.NewPCG(1, 2))
	waiting := make(chan letter, len(letters))
	go func() {
		defer close(waiting)
		due := time.Now()
		for n, l := range letters {
			if perSecond == 0 {
				d.hop.accepted(n)
				d.hop.quiet(50 * time.Millisecond)
			} else {
				due = due.Add(time.Duration(random.ExpFloat64() / perSecond * float64(time.Second)))
				time.Sleep(time.Until(due))
			}
			waiting <- l
		}
	}()
	err := inSessions(d.addr, atOnce, func(s session) error {
		for l := range waiting {
			if err := s.hand(l, d.hop.expect); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		err = d.hop.accepted(len(letters))
	}
	d.hop.mu.Lock()
	defer d.hop.mu.Unlock()
	slices.Sort(d.hop.took)
	return d.hop.took, err
}

// nextHop takes what corrd sends, and knows when.
type nextHop struct {
	*office.Hop

	mu    sync.Mutex
	ended map[string][]time.Time // by opponent: when the letters ended that corrd answers
	took  []time.Duration
	last  time.Time // when a letter was taken
}

func newNextHop() (h *nextHop, err error) {
	h = &nextHop{ended: make(map[string][]time.Time)}
	h.Hop, err = office.ListenHop(h.take)
	return h, err
}

// quiet waits until nothing has come for a time.
func (h *nextHop) quiet(long time.Duration) {
	for {
		h.mu.Lock()
		since := time.Since(h.last)
		h.mu.Unlock()
		if since >= long {
			return
		}
		time.Sleep(long - since)
	}
}

// reset forgets what has come.
func (h *nextHop) reset() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ended, h.took = make(map[string][]time.Time), nil
}

// expect notes that a letter has ended whose opponent is to be written now.
func (h *nextHop) expect(l letter) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ended[l.opponent] = append(h.ended[l.opponent], time.Now())
}

// accepted waits until so many answers have been taken.
func (h *nextHop) accepted(count int) error {
	for last, since := 0, time.Now(); ; time.Sleep(time.Millisecond) {
		h.mu.Lock()
		now := len(h.took)
		h.mu.Unlock()
		switch {
		case now >= count:
			return nil
		case now > last:
			last, since = now, time.Now()
		case time.Since(since) > 20*time.Second:
			return fmt.Errorf("of %d letters only %d were answered", count, now)
		}
	}
}

// take notes how long the opponent's letter took.
func (h *nextHop) take(to []string, raw []byte) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last = time.Now()
	if !bytes.Contains(raw, []byte("\r\nCorrd-Letter: move\r\n")) {
		return nil // it tells a player that their own move was adopted
	}
	for _, one := range to {
		if ended := h.ended[one]; len(ended) > 0 {
			h.took = append(h.took, time.Since(ended[0]))
			h.ended[one] = ended[1:]
		}
	}
	return nil
}
