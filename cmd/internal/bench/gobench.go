package main

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

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

// pair is a benchmark and its anchor.
type pair struct {
	what, unit      string
	ours, anchor    string // benchmarks
	of, anchorOf    suite
	benchtime       string
	anchorIs, wants string
}

// print measures both sides in turn and prints the medians, and the median of
// the ratios, that of each round.
func (p pair) print(rounds int) error {
	var ours, anchors, ratios []float64
	for range rounds {
		a, err := p.of.figure(p.ours, p.benchtime, p.unit)
		if err != nil {
			return err
		}
		b, err := p.anchorOf.figure(p.anchor, p.benchtime, p.unit)
		if err != nil {
			return err
		}
		ours, anchors, ratios = append(ours, a), append(anchors, b), append(ratios, a/b)
	}
	row(p.what, said(median(ours), p.unit), said(median(anchors), p.unit)+", "+p.anchorIs,
		fmt.Sprintf("%.3g%s", median(ratios), p.wants))
	return nil
}

// single prints a figure that has no anchor but a goal.
func single(s suite, what, benchmark, unit, wants string, rounds int) error {
	var all []float64
	for range rounds {
		f, err := s.figure(benchmark, "200ms", unit)
		if err != nil {
			return err
		}
		all = append(all, f)
	}
	row(what, said(median(all), unit), wants, "")
	return nil
}

// said is a figure as the table says it: "1.2 M moves/s", "340 µs".
func said(f float64, unit string) string {
	switch unit, perOp := strings.CutSuffix(unit, "/op"); {
	case perOp && unit == "ns":
		return time.Duration(math.Round(rounded(f))).String()
	case f >= 1e6:
		return fmt.Sprintf("%.3g M %s", f/1e6, unit)
	}
	return fmt.Sprintf("%.0f %s", rounded(f), unit)
}

// rounded keeps three digits.
func rounded(f float64) float64 {
	if f <= 0 {
		return f
	}
	scale := math.Pow10(2 - int(math.Floor(math.Log10(f))))
	return math.Round(f*scale) / scale
}

func median(all []float64) float64 {
	sorted := slices.Sorted(slices.Values(all))
	return sorted[len(sorted)/2]
}
