package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/ledger"
	folder "corrd/cmd/internal/reading"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/interpret"
	"corrd/interpret/notation"
	"corrd/mailer"
	"corrd/store"
	"corrd/store/bolt"
	"corrd/templates"
)

// reading measures the parts that are pure, and the writing of a letter.
func reading(rounds int) error {
	pkgs := []string{"interpret", "interpret/notation", "game/board", "game/proof", "templates"}
	return withSuites(pkgs, func(s []suite) error {
		for _, one := range []struct {
			of                           suite
			what, benchmark, unit, wants string
		}{
			{s[1], "moves read, printed descriptive notation, position known", "^BenchmarkRead$", "moves/s", "wanted: 500,000/s"},
			{s[0], "the slowest line of 40,000 characters", "^BenchmarkLongestLine$", "ms", "none"},
			{s[2], "the 48 legal moves of Kiwipete", "^BenchmarkKiwipeteMoves$", "ns/op", "none"},
			{s[3], "endless checks, the slowest of the positions in testdata", "^BenchmarkSlowest$/^EndlessChecks$", "ms", "wanted: 2 s"},
			{s[3], "what cannot be won, the slowest of the positions in testdata", "^BenchmarkSlowest$/^CannotBeWon$", "ms", "wanted: 2 s"},
			{s[4], "letter rendered, with a board drawn", "^BenchmarkGame$/^diagram=on$", "ns/op", "none"},
		} {
			if err := single(one.of, one.what, one.benchmark, one.unit, one.wants, rounds); err != nil {
				return err
			}
		}
		return nil
	})
}

// letters measures letters by SMTP beside a server that only stores them, and the
// bare floor.
func letters(dir string, rounds int) error {
	d, why, err := startDovecot(dir)
	if err != nil {
		return err
	}
	if d == nil {
		fmt.Fprintln(os.Stderr, "bench: SKIPPED, NOT MEASURED BESIDE DOVECOT:", why)
	} else {
		defer d.stop()
		if _, err := flood(d.addr(), atOnce, strangers(100, 100), func(letter) {}); err != nil { // which makes the mailboxes
			return err
		}
	}
	return withSuites([]string{"cmd/internal/clerk"}, func(s []suite) error {
		for _, senders := range []struct {
			n, letters int
			mailboxes  []int // of Dovecot, beside whom corrd is measured
		}{{1, 500, nil}, {atOnce, 3000, []int{100, 1}}, {64, 4000, nil}} {
			if d == nil || senders.mailboxes == nil {
				senders.mailboxes = []int{0}
			}
			for _, mailboxes := range senders.mailboxes {
				if err := beside(s[0], d, senders.n, senders.letters, mailboxes, rounds); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// beside measures letters of some senders, beside Dovecot with some mailboxes, or
// with none beside the floor alone.
func beside(s suite, d *dovecot, senders, count, mailboxes, rounds int) error {
	var ours, floors, theirs, ratios, ofFloor []float64
	benchtime := fmt.Sprintf("%dx", count)
	for range rounds {
		our, err := s.figure(fmt.Sprintf("^BenchmarkLetter$/^senders=%d$", senders), benchtime, "letters/s")
		if err != nil {
			return err
		}
		bare, err := s.figure(fmt.Sprintf("^BenchmarkLetterFloor$/^senders=%d$", senders), benchtime, "letters/s")
		if err != nil {
			return err
		}
		ours, floors, ofFloor = append(ours, our), append(floors, bare), append(ofFloor, our/bare)
		if mailboxes == 0 {
			continue
		}
		their, err := flood(d.addr(), senders, strangers(stored, mailboxes), func(letter) {})
		if err != nil {
			return err
		}
		theirs, ratios = append(theirs, their), append(ratios, our/their)
	}
	anchor, ratio := "", ""
	if mailboxes > 0 {
		anchor = fmt.Sprintf("%s, Dovecot storing them by LMTP, mailboxes: %d", said(middle(theirs), "letters/s"), mailboxes)
		ratio = fmt.Sprintf("%.3g", middle(ratios))
	}
	row(fmt.Sprintf("letters taken by SMTP, judged, committed, answers queued, senders: %d", senders), said(middle(ours), "letters/s"), anchor, ratio,
		fmt.Sprintf("%s; %.2f of it", said(middle(floors), "letters/s"), middle(ofFloor)))
	return nil
}

// stored is how many letters Dovecot stores in a round, which takes about as long as corrd's round.
const stored = 1000

// withSuites compiles the tests of some packages and runs f with them.
func withSuites(pkgs []string, f func([]suite) error) error {
	tmp, err := os.MkdirTemp("", "corrd-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	var all []suite
	for _, pkg := range pkgs {
		s, err := compile(tmp, pkg)
		if err != nil {
			return err
		}
		all = append(all, s)
	}
	return f(all)
}

// answers returns letters to games that run, spread over the store: each makes a
// legal move.
func answers(path string, games, count int, keys mailer.Keys) (letters []letter, err error) {
	db, err := bolt.Open(path, bolt.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	defer db.Close()
	return answersIn(db, games, count, keys)
}

// answersIn returns them for an open store.
func answersIn(db store.Store, games, count int, keys mailer.Keys) (letters []letter, err error) {
	running, err := running(db, games)
	if err != nil {
		return nil, err
	}
	for n := range count {
		letters = append(letters, answer(&running[n%len(running)], keys))
	}
	return letters, nil
}

// answer writes the next letter of a game and plays its move. The moves of each game are drawn by
// chance, the same at each call, so that boards differ from game to game.
func answer(g *game.State, keys mailer.Keys) letter {
	by := g.Position.SideToMove()
	move := quiet(&g.Position, rand.New(rand.NewPCG(uint64(g.ID), uint64(len(g.Line)))))
	token := mailer.Token{Kind: mailer.KindGame, Number: g.ID, Side: by.String()[0], Ply: g.KeyPly(by)}
	l := letter{from: address(int(g.ID-1), int(by)), opponent: address(int(g.ID-1), 1-int(by)), to: keys.Address(token, 0, site)}
	now := time.Now()
	words := notation.Short(&g.Position, move)
	l.raw = mail(l.from, l.to, fmt.Sprintf("<%d.%d@example.org>", g.ID, now.UnixNano()), words, uint64(now.UnixNano()))
	for _, e := range play.Decide(*g, play.Letter{ID: 1, By: by, Ply: token.Ply, Received: now, Statements: interpret.Parse(words).Statements}, now) {
		*g = g.Apply(e)
	}
	l.after = g.Position
	return l
}

// quiet draws a move that takes nothing, moves no Pawn and gives no check: a game is not over by
// it, however many follow. Where there is none, quiet draws any move.
func quiet(p *board.Position, random *rand.Rand) board.Move {
	moves := p.Moves(nil)
	random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	for _, m := range moves {
		man, _ := p.At(m.From())
		_, takes := p.At(m.To())
		if man.Kind != board.Pawn && !takes && !p.GivesCheck(m) {
			return m
		}
	}
	return moves[0]
}

// running lists games that run, spread evenly over a store, no more than there
// are letters.
func running(db store.Store, games int) (all []game.State, err error) {
	step := apart(games) * max(1, games/apart(games)/perRound)
	err = db.View(func(v store.View) error {
		all = nil
		for n := 0; n < games; n += step {
			s, err := v.Game(int64(n + 1))
			if err != nil {
				return err
			}
			all = append(all, s)
		}
		return nil
	})
	return all, err
}

// shelved is of how many games the reading room is built.
const shelved = 10_000

// rooms measures the reading room: all of it, and what one player who is named changes.
func rooms(dir string, seed uint64) error {
	tmp, err := os.MkdirTemp(dir, "corrd-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	path := filepath.Join(tmp, "store")
	if err := generate(path, shelved, seed); err != nil {
		return err
	}
	debug.FreeOSMemory()
	db, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	room := &control.Room{Store: db, Ledger: &ledger.Ledger{Zone: time.UTC}, Office: templates.Office{Name: "corrd", Domain: addressed}}
	build := func() (folder.Built, time.Duration, error) {
		begun := time.Now()
		b, err := folder.Build(context.Background(), room, filepath.Join(tmp, "site"), "")
		return b, time.Since(begun), err
	}
	var all, changed time.Duration
	var first, second folder.Built
	most, err := watched(func() (err error) {
		if first, all, err = build(); err != nil {
			return err
		}
		err = db.Update(func(tx store.Tx) error {
			id, err := shownPlayer(tx)
			if err != nil {
				return err
			}
			p, err := tx.Player(id)
			if err != nil {
				return err
			}
			p.Settings = map[string]string{ledger.PublicName: ledger.PublicYes}
			return tx.PutPlayer(&p)
		})
		if err == nil {
			second, changed, err = build()
		}
		return err
	})
	if err != nil {
		return err
	}
	row(fmt.Sprintf("the reading room of %d games, %d files; what one change changes, %d files", first.Games, first.Files, second.Written),
		fmt.Sprintf("%.1f s; %.2f s", all.Seconds(), changed.Seconds()), "wanted: 120 s; 2 s", "", "")
	row("anonymous memory while it is built, at most", fmt.Sprintf("%d MiB", most>>20), "wanted: 200 MiB", "", "")
	return nil
}

// shownPlayer returns a player of a game that is over.
func shownPlayer(v store.View) (int64, error) {
	for id := int64(1); ; id++ {
		if s, err := v.Game(id); err != nil || s.Result != nil {
			return s.Players[board.White], err
		}
	}
}

// watched runs f, and returns the most anonymous memory that this process had meanwhile.
func watched(f func() error) (most int64, err error) {
	done := make(chan struct{})
	var watch sync.WaitGroup
	var failed error
	watch.Go(func() {
		for {
			now, err := anonymous()
			most, failed = max(most, now), errors.Join(failed, err)
			select {
			case <-done:
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	})
	err = f()
	close(done)
	watch.Wait()
	return most, errors.Join(err, failed)
}

// suite is the compiled tests of a package, which hold its benchmarks.
type suite struct{ binary, dir string }

// compile compiles the tests of a package of the module, into the folder tmp.
func compile(tmp, pkg string) (suite, error) {
	binary := filepath.Join(tmp, strings.ReplaceAll(pkg, "/", "-")+".test")
	out, err := exec.Command("go", "test", "-c", "-o", binary, "corrd/"+pkg).CombinedOutput()
	if err != nil {
		return suite{}, fmt.Errorf("%s: %w\n%s", pkg, err, out)
	}
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", "corrd/"+pkg).Output()
	return suite{binary, strings.TrimSpace(string(dir))}, err
}

// figure runs one benchmark for a time ("1s") or a number of times ("2000x")
// and gives the figure in a unit.
func (s suite) figure(benchmark, benchtime, unit string) (float64, error) {
	c := exec.Command(s.binary, "-test.run=^$", "-test.bench="+benchmark, "-test.benchtime="+benchtime)
	c.Dir, c.Stderr = s.dir, os.Stderr
	out, err := c.Output()
	if err != nil {
		return 0, fmt.Errorf("%s: %w\n%s", benchmark, err, out)
	}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		if i := slices.Index(fields, unit); i > 1 && strings.HasPrefix(line, "Benchmark") {
			return strconv.ParseFloat(fields[i-1], 64)
		}
	}
	return 0, fmt.Errorf("%s: no figure in %s in\n%s", benchmark, unit, out)
}

// several measures some times and gives the middle of the figures.
func several(rounds int, figure func() (float64, error)) (float64, error) {
	var all []float64
	for range rounds {
		f, err := figure()
		if err != nil {
			return 0, err
		}
		all = append(all, f)
	}
	return middle(all), nil
}

// single prints a figure that has no anchor but a goal.
func single(s suite, what, benchmark, unit, wants string, rounds int) error {
	f, err := several(rounds, func() (float64, error) { return s.figure(benchmark, "200ms", unit) })
	if err == nil {
		row(what, said(f, unit), wants, "", "")
	}
	return err
}

// said is a figure as the table says it: "863,000 moves/s", "340 µs".
func said(f float64, unit string) string {
	if unit == "ns/op" {
		took := time.Duration(math.Round(rounded(f))).String()
		number := strings.TrimRight(took, "nµms")
		return number + " " + took[len(number):]
	}
	digits := fmt.Sprintf("%.0f", rounded(f))
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits + " " + unit
}

// rounded keeps three digits.
func rounded(f float64) float64 {
	if f <= 0 {
		return f
	}
	scale := math.Pow10(2 - int(math.Floor(math.Log10(f))))
	return math.Round(f*scale) / scale
}

// middle is the median.
func middle(all []float64) float64 {
	sorted := slices.Sorted(slices.Values(all))
	return sorted[len(sorted)/2]
}
