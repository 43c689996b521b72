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
