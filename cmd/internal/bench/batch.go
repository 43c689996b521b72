package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	corrd "corrd/cmd/internal/daemon"
	"corrd/cmd/internal/watch"
	"corrd/game/board"
	"corrd/interpret/notation"
	"corrd/mailer"
	"corrd/store"
)

// plies is about how many a batch has.
const plies = 400_000

// batch measures `corrctl read --batch` beside pgn-extract, both as programs: the
// printed games of testdata, over and over, read from a file and written nowhere;
// there in descriptive notation in JSON, here in algebraic notation in PGN.
func batch(rounds int) error {
	tmp, err := os.MkdirTemp("", "corrd-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	corrctl, lines, pgn := filepath.Join(tmp, "corrctl"), filepath.Join(tmp, "games.jsonl"), filepath.Join(tmp, "games.pgn")
	if out, err := exec.Command("go", "build", "-o", corrctl, "corrd/cmd/corrctl").CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	count, err := writeGames(lines, pgn)
	if err != nil {
		return err
	}
	extract, err := exec.LookPath("pgn-extract")
	if err != nil {
		extract, err = exec.LookPath("/usr/games/pgn-extract") // where Debian puts it
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench: SKIPPED, NOT MEASURED BESIDE PGN-EXTRACT: apt-get install pgn-extract")
	}
	var ours, theirs, ratios []float64
	for range rounds {
		our, err := perSecond(count, lines, corrctl, "read", "--batch")
		if err != nil {
			return err
		}
		ours = append(ours, our)
		if extract == "" {
			continue
		}
		their, err := perSecond(count, pgn, extract, "-s", "-Wuci")
		if err != nil {
			return err
		}
		theirs, ratios = append(theirs, their), append(ratios, our/their)
	}
	anchor, ratio := "", ""
	if len(theirs) > 0 {
		anchor, ratio = said(middle(theirs), "moves/s")+", pgn-extract reading the same games in SAN", fmt.Sprintf("%.2f", middle(ratios))
	}
	row("moves read by `corrctl read --batch`, from JSON to JSON", said(middle(ours), "moves/s"), anchor, ratio, "")
	return nil
}

// perSecond runs a program on a file and returns how many plies it read a second.
func perSecond(count int, in, name string, args ...string) (float64, error) {
	file, err := os.Open(in)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	c := exec.Command(name, args...)
	c.Stdin = file
	begun := time.Now()
	if err := c.Run(); err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	return float64(count) / time.Since(begun).Seconds(), nil
}

// writeGames writes the printed games that begin from the array to two files, and returns how many
// plies are in each.
func writeGames(lines, pgn string) (count int, err error) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return 0, err
	}
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(dir)), "testdata/games/*.txt"))
	if err != nil || len(files) == 0 {
		return 0, fmt.Errorf("no printed games: %w", err)
	}
	var asLines, asPGN bytes.Buffer
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			return 0, err
		}
		for _, section := range strings.Split(string(raw), "\ngame ")[1:] {
			count += writeGame(section, &asLines, &asPGN)
		}
	}
	often := plies/max(1, count) + 1
	return count * often, errors.Join(os.WriteFile(lines, bytes.Repeat(asLines.Bytes(), often), 0o600),
		os.WriteFile(pgn, bytes.Repeat(asPGN.Bytes(), often), 0o600))
}

// writeGame writes one game, which lies in testdata as its moves with what was printed, or none if
// it begins from another position.
func writeGame(section string, asLines, asPGN *bytes.Buffer) (count int) {
	var printed [][2]string
	var san []string
	position := board.Array()
	for line := range strings.Lines(section) {
		key, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		if key == "fen" {
			return 0
		}
		m, ok := board.ParseMove(key)
		if !ok {
			continue
		}
		printed, san = append(printed, [2]string{text[2:], key}), append(san, notation.SAN(&position, m))
		position = position.Play(m)
	}
	line, _ := json.Marshal(map[string]any{"plies": printed}) // strings can be written
	fmt.Fprintf(asLines, "%s\n", line)
	fmt.Fprintf(asPGN, "[Event \"?\"]\n[Result \"*\"]\n\n%s *\n\n", strings.Join(san, " "))
	return len(printed)
}

// sink is a next hop that takes every letter, and counts them.
type sink struct{ sent atomic.Int64 }

// Send takes a letter.
func (s *sink) Send(context.Context, string, string, []byte) error { s.sent.Add(1); return nil }

// worker is a whole daemon at work on a store, whose next hop is a sink.
type worker struct {
	*corrd.Daemon
	out   sink
	db    store.Store
	stop  context.CancelFunc
	ended chan error
}

// hire starts a daemon; node names one of several on a database.
func hire(db store.Store, keys mailer.Keys, clk watch.Clock, node string) *worker {
	cfg := corrd.Config("corrd", site)
	cfg.Log, cfg.Node = slog.New(slog.DiscardHandler), node
	w := &worker{db: db, ended: make(chan error, 1)}
	w.Daemon = corrd.New(cfg, db, keys, clk, nil, &w.out, nil)
	var ctx context.Context
	ctx, w.stop = context.WithCancel(context.Background())
	go func() { w.ended <- w.Run(ctx) }()
	return w
}

// end stops the daemon.
func (w *worker) end() error {
	w.stop()
	return <-w.ended
}

// patience is how long what is to be sent may take.
const patience = 10 * time.Minute

// sent waits until nothing waits to be sent. The store is asked only when nothing has left for a
// moment: what is measured is to be the daemon's work.
func (w *worker) sent() error {
	for end, before := time.Now().Add(patience), int64(-1); ; time.Sleep(20 * time.Millisecond) {
		queued := true
		if now := w.out.sent.Load(); now != before {
			before = now
			continue
		}
		err := w.db.View(func(v store.View) (err error) { _, queued, err = v.NextDue(); return err })
		if err != nil || !queued {
			return err
		}
		if time.Now().After(end) {
			return errors.New("letters that are to go out do not leave")
		}
	}
}

// dismiss has nothing wait to be sent that earlier rounds have left.
func dismiss(db store.Store) error {
	for {
		left := 0
		err := db.Update(func(tx store.Tx) error {
			rows, err := tx.Rows(500, store.Queued)
			left = len(rows)
			for i := range rows {
				rows[i].State, rows[i].SentAt = store.Sent, tx.Now()
				err = errors.Join(err, tx.PutRow(&rows[i]))
			}
			return err
		})
		if err != nil || left == 0 {
			return err
		}
	}
}

// through is what letters cost that one whole daemon takes, until their answers have been written,
// signed and sent.
//
// near is the same store without a delay; what earlier rounds have left there is settled through
// it.
func (b *both) through(db, near store.Store, node string) (c cost, err error) {
	if err := errors.Join(dismiss(near), veilKept(near, b.keys)); err != nil {
		return c, err
	}
	var clk watch.Clock = watch.Real{}
	if node != "" {
		if clk, err = watch.NewShared(db); err != nil {
			return c, err
		}
	}
	w := hire(db, b.keys, clk, node)
	defer w.end()
	if err := w.sent(); err != nil {
		return c, err
	}
	letters, err := answersIn(db, b.games, inDatabase, b.keys)
	if err != nil {
		return c, err
	}
	before, err := b.used()
	if err != nil {
		return c, err
	}
	begun := time.Now()
	if err := errors.Join(handIn(letters, atOnce, w.Daemon), w.sent()); err != nil {
		return c, err
	}
	wall := time.Since(begun)
	after, err := b.used()
	return after.since(before, len(letters), wall), err
}

// whole prints how many letters a second go through one whole daemon, and what the database has had
// to do and to keep.
func (b *both) whole(rounds int) error {
	var ours, files []cost
	for range rounds {
		our, err := b.through(b.nodes[0], b.nodes[0], fmt.Sprint("whole", len(ours)))
		if err != nil {
			return err
		}
		ours = append(ours, our)
		if b.file == nil {
			continue
		}
		file, err := b.through(b.file, b.file, "")
		if err != nil {
			return err
		}
		files = append(files, file)
	}
	beside, ratio := "", ""
	if b.file != nil {
		beside, ratio = said(median(files, cost.perSecond), "letters/s")+", bbolt", fmt.Sprintf("%.2f", median(ours, cost.perSecond)/median(files, cost.perSecond))
	}
	what := fmt.Sprintf("letters taken and their answers sent, PostgreSQL, %d games there, senders: %d, daemons: 1", b.games, atOnce)
	row(what, said(median(ours, cost.perSecond), "letters/s"), beside, ratio, "")
	row(what+": a letter's processor time in the database, in corrd", fmt.Sprintf("%.0f µs, %.0f µs", median(ours, func(c cost) float64 { return c.each(c.database) }), median(ours, func(c cost) float64 { return c.each(c.own) })), "", "", "")
	row(what+": a letter fills of the disk, of the write-ahead log", fmt.Sprintf("%.1f KB, %.1f KB", median(ours, func(c cost) float64 { return c.kilobytes(c.disk) }), median(ours, func(c cost) float64 { return c.kilobytes(c.log) })), "", "", "")
	return nil
}
