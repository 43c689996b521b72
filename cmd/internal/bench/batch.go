package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"corrd/game/board"
	"corrd/interpret/notation"
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

// perSecond runs a program on a file and gives how many plies it read a second.
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

// writeGames writes the printed games that begin from the array to two files, and
// gives how many plies are in each.
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

// writeGame writes one game, which lies in testdata as its moves with what was
// printed; none if it begins from another position.
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
