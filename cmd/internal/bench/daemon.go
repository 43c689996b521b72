package main

import (
	"bytes"
	"crypto/ed25519"
	crand "crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/office"
	"corrd/mailer"
	"corrd/store"
	"corrd/store/bolt"
	"corrd/store/peertest"
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
%s`

// signing writes two keys into a folder and returns the part of the configuration that has letters
// signed by them.
func signing(dir string) (conf string, err error) {
	private, err := rsa.GenerateKey(crand.Reader, 2048)
	if err != nil {
		return "", err
	}
	var files []string
	for i, key := range []any{private, ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))} {
		der, err := x509.MarshalPKCS8PrivateKey(key)
		if err != nil {
			return "", err
		}
		files = append(files, filepath.Join(dir, fmt.Sprintf("dkim%d.pem", i)))
		if err := os.WriteFile(files[i], pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("[identity]\ndkim_selector = \"rsa ed\"\ndkim_key_file = [%q, %q]\n", files[0], files[1]), nil
}

// startDaemon starts corrd with the store that lies in a folder. more stands at the end of its
// configuration.
func startDaemon(dir, more string) (d *daemon, err error) {
	binary := filepath.Join(dir, "corrd")
	if out, err := exec.Command("go", "build", "-o", binary, "corrd/cmd/corrd").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	port, err := peertest.FreePort()
	if err != nil {
		return nil, err
	}
	d = &daemon{addr: fmt.Sprintf("127.0.0.1:%d", port)}
	if d.hop, err = newNextHop(); err != nil {
		return nil, err
	}
	conf := filepath.Join(dir, "corrd.toml")
	if err := os.WriteFile(conf, fmt.Appendf(nil, daemonConf, dir, d.addr, d.hop.Port, more), 0o600); err != nil {
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

// The letters of the figures of answers, and how many different boards they show at least.
const (
	filling   = 3000 // as many as can be answered, for the rate
	alone     = 300  // one at a time
	seconds   = 10   // at half the rate
	positions = 2000
)

// delays measures how many letters a second are answered and how long an answer takes, and prints
// the figures: without signatures, and signed by two keys.
func delays(dir string) error {
	return errors.Join(answered(dir, false), answered(dir, true))
}

// answered measures a daemon that signs its letters, or one that does not.
func answered(dir string, signs bool) error {
	tmp, err := os.MkdirTemp(dir, "corrd-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	store := filepath.Join(tmp, "corrd.db")
	keys, err := mailer.LoadOrCreateKeys(filepath.Join(tmp, "secret"))
	if err = errors.Join(err, generate(store, 1000, 1), veil(store)); err != nil {
		return err
	}
	letters, err := answers(store, 1000, 3*filling, keys)
	if err != nil {
		return err
	}
	if n := differ(letters[:filling]); n < positions {
		return fmt.Errorf("the letters show %d different boards; %d are wanted", n, positions)
	}
	conf, signed, wanted := "", "", [...]string{"wanted: 500/s, 3.8 ms", "wanted: 4 ms", "wanted: 25 ms"}
	if signs {
		signed, wanted = ", signed with RSA-2048 and Ed25519", [...]string{"wanted: 300/s", "", ""}
		if conf, err = signing(tmp); err != nil {
			return err
		}
	}
	d, err := startDaemon(tmp, conf)
	if err != nil {
		return err
	}
	defer d.stop()
	perSecond, each, beside, err := d.rate(letters[:filling])
	if err != nil {
		return err
	}
	disk, err := newDisk(tmp)
	if err != nil {
		return err
	}
	defer disk.file.Close()
	letters = letters[filling:]
	row(fmt.Sprintf("letters taken by LMTP, judged, and both answers accepted by the next hop%s, %d sessions; processor a letter", signed, atOnce),
		fmt.Sprintf("%s, %s", said(perSecond, "letters/s"), milliseconds(each)), wanted[0], "", milliseconds(beside)+" of processor more: the sessions and the next hop")
	for i, load := range []struct {
		what      string
		perSecond float64
		count     int
	}{{"idle", 0, alone}, {"at half that load", perSecond / 2, min(int(seconds*perSecond/2), len(letters)-alone)}} {
		took, err := d.paced(letters[:load.count], load.perSecond, disk)
		if err != nil {
			return err
		}
		letters = letters[load.count:]
		row("from the end of DATA to the acceptance of the opponent's letter"+signed+", "+load.what+", median and 99th percentile",
			percentiles(took), wanted[1+i], "", disk.shown())
	}
	return nil
}

// veil notes of a generated store in a file what noKeys notes.
func veil(path string) error {
	db, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		return err
	}
	return errors.Join(noKeys(db), db.Close())
}

// noKeys notes that no letter of a generated store holds a key, so that the daemon under
// measurement does not look at all of them beside its work.
func noKeys(db store.Store) error {
	return db.Update(func(tx store.Tx) error {
		letters, err := tx.Letters(1)
		rows, err2 := tx.Rows(1)
		if err = errors.Join(err, err2); err != nil || len(letters)+len(rows) < 2 {
			return err
		}
		return errors.Join(ledger.NoteVeiled(tx, store.Letters, letters[0].ID), ledger.NoteVeiled(tx, store.Rows, rows[0].ID))
	})
}

// veilKept keeps letters of earlier rounds as a daemon keeps them, so that the daemon under
// measurement does not do so beside its work.
func veilKept(db store.Store, keys mailer.Keys) error {
	return ledger.VeilKept(ledger.UnderSecret(db, keys), func() error { return nil })
}

// differ returns how many different boards letters show.
func differ(letters []letter) int {
	boards := map[string]bool{}
	for _, l := range letters {
		placement, _, _ := strings.Cut(l.after.FEN(), " ")
		boards[placement] = true
	}
	return len(boards)
}

// rate hands letters in as fast as they are taken, and returns how many a second have had both
// answers accepted, what processor time the daemon has taken for each, and what the bench.
func (d *daemon) rate(letters []letter) (perSecond float64, each, beside time.Duration, err error) {
	before, err := d.processor()
	if err != nil {
		return 0, 0, 0, err
	}
	begun, own := time.Now(), ownProcessor()
	if _, err := flood(d.addr, atOnce, letters, d.hop.expect); err != nil {
		return 0, 0, 0, err
	}
	if err := d.hop.bothAccepted(len(letters)); err != nil {
		return 0, 0, 0, err
	}
	wall, count := time.Since(begun), time.Duration(len(letters))
	after, err := d.processor()
	return float64(count) / wall.Seconds(), (after - before) / count, (ownProcessor() - own) / count, err
}

// clockTick is the unit of times in /proc, a hundredth of a second on Linux (proc(5), getconf
// CLK_TCK).
const clockTick = 10 * time.Millisecond

// processor is the processor time that the daemon has taken so far.
func (d *daemon) processor() (time.Duration, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", d.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	_, rest, _ := bytes.Cut(stat, []byte(") ")) // the name of the program may have spaces
	fields := bytes.Fields(rest)
	if len(fields) < 13 {
		return 0, fmt.Errorf("/proc/…/stat has %d fields", len(fields))
	}
	user, err1 := strconv.Atoi(string(fields[11]))
	system, err2 := strconv.Atoi(string(fields[12]))
	return time.Duration(user+system) * clockTick, errors.Join(err1, err2)
}

// ownProcessor is the processor time that this process has taken so far.
func ownProcessor() time.Duration {
	var own syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &own); err != nil {
		panic(err) // the pointer is good
	}
	return time.Duration(own.Utime.Nano() + own.Stime.Nano())
}

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000)
}

// paced hands letters in at chance instants, so many a second, or with 0 each when nothing else is
// under way, and gives how long the answer to each took. Meanwhile the syncs that an answer waits
// for are made beside: with 0 before each letter, else ten times a second.
func (d *daemon) paced(letters []letter, perSecond float64, beside *disk) ([]time.Duration, error) {
	d.hop.quiet(time.Second)
	d.hop.reset()
	waiting, stop, synced := make(chan letter, len(letters)), make(chan struct{}), make(chan error, 1)
	if perSecond > 0 {
		go func() { synced <- beside.while(stop) }()
	}
	go func() {
		defer close(waiting)
		if perSecond > 0 {
			atChance(letters, perSecond, waiting)
			return
		}
		var failed error
		for n, l := range letters {
			d.hop.accepted(n)
			d.hop.quiet(20 * time.Millisecond)
			failed = errors.Join(failed, beside.commit())
			waiting <- l
		}
		synced <- failed
	}()
	err := inSessions(d.addr, atOnce, func(s session) error {
		for l := range waiting {
			if err := s.hand(l, d.hop.expect); err != nil {
				return err
			}
		}
		return nil
	})
	close(stop)
	if err == nil {
		err = errors.Join(<-synced, d.hop.accepted(len(letters)))
	}
	d.hop.mu.Lock()
	defer d.hop.mu.Unlock()
	return d.hop.took, err
}

// atChance passes letters on at chance instants, so many a second.
func atChance(letters []letter, perSecond float64, to chan<- letter) {
	random, due := rand.New(rand.NewPCG(1, 2)), time.Now()
	for _, l := range letters {
		due = due.Add(time.Duration(random.ExpFloat64() / perSecond * float64(time.Second)))
		time.Sleep(time.Until(due))
		to <- l
	}
}

// nextHop takes what corrd sends, and knows when.
type nextHop struct {
	*office.Hop

	mu    sync.Mutex
	ended map[string][]time.Time // by opponent: when the letters ended that corrd answers
	took  []time.Duration
	all   int       // letters taken, those to the movers among them
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
	h.ended, h.took, h.all = make(map[string][]time.Time), nil, 0
}

// expect notes that a letter has ended whose opponent is to be written now.
func (h *nextHop) expect(l letter) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ended[l.opponent] = append(h.ended[l.opponent], time.Now())
}

// accepted waits until so many answers have been taken.
func (h *nextHop) accepted(count int) error {
	return h.reaches(count, func() int { return len(h.took) })
}

// bothAccepted waits until both answers to so many letters have been taken.
func (h *nextHop) bothAccepted(count int) error {
	return h.reaches(count, func() int { return h.all / 2 })
}

// reaches waits until a count of what has been taken comes to so many.
func (h *nextHop) reaches(count int, taken func() int) error {
	for last, since := 0, time.Now(); ; time.Sleep(time.Millisecond) {
		h.mu.Lock()
		now := taken()
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
	h.all++
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
