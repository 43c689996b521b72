package main

import (
	"bytes"
	"strings"
	"testing"
)

// read runs corrctl with the arguments and gives its status and output.
func read(t *testing.T, in string, args ...string) (status int, out string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status = run(append([]string{"read"}, args...), strings.NewReader(in), &stdout, &stderr)
	if status != 0 && strings.Count(stderr.String(), "\n") != 1 {
		t.Errorf("%v: the error is not one line: %q", args, stderr.String())
	}
	return status, stdout.String()
}

func TestReadJSON(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"P-K4"}, `{"verdict":"one","readings":[{"uci":"e2e4","record":"P(K2)-K4","descriptive":"P-K4","san":"e4"}],"remarks":[]}`},
		{[]string{"--moves", "P-K4 P-K4 Kt to KB3", "Kt-B3"}, `{"verdict":"several","readings":[` +
			`{"uci":"b8c6","record":"Kt(QKt1)-QB3","descriptive":"Kt-QB3","san":"Nc6"},` +
			`{"uci":"g8f6","record":"Kt(KKt1)-KB3","descriptive":"Kt-KB3","san":"Nf6"}],"remarks":[]}`},
		{[]string{"--uci", "e2e4 e7e5", "Kt", "takes", "P"}, `{"verdict":"illegal","readings":[],"remarks":[]}`},
		{[]string{"--uci", "e2e4 0000", "P-Q4"}, `{"verdict":"one","readings":[{"uci":"d2d4","record":"P(Q2)-Q4","descriptive":"P-Q4","san":"d4"}],"remarks":[]}`},
		{[]string{"B-Z9"}, `{"verdict":"unintelligible","readings":[],"remarks":[]}`},
		{[]string{"e4"}, `{"verdict":"unintelligible","readings":[],"remarks":["it would read in algebraic notation, which is not agreed"]}`},
		{[]string{"--notation", "descriptive,algebraic", "e4"}, `{"verdict":"one","readings":[{"uci":"e2e4","record":"P(K2)-K4","descriptive":"P-K4","san":"e4"}],"remarks":[]}`},
		{[]string{"--fen", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", "--explain", "Kt-B2"}, `{"verdict":"one","readings":[{"uci":"a1c2","record":"Kt(QR1)-QB2","descriptive":"Kt-B2","san":"Nc2"}],"remarks":[],` +
			`"explain":["Knight goes to QB2 or KB2: a1c2"]}`},
	} {
		status, out := read(t, "", append([]string{"--json"}, c.args...)...)
		if status != 0 || out != c.want+"\n" {
			t.Errorf("%v: status %d\n got %swant %s", c.args, status, out, c.want)
		}
	}
}

func TestReadUsage(t *testing.T) {
	for _, args := range [][]string{
		{}, {"--code", "fide", "P-K4"}, {"--notation", "braille", "P-K4"}, {"--fen", "nonsense", "P-K4"},
		{"--batch", "P-K4"}, {"--batch", "--explain"}, {"--batch", "--uci", "e2e4"}, {"--uci", "f2f3 e7e5 g2g4 d8h4 0000", "P-K4"},
		{"--uci", "e2e5", "P-K4"}, {"--moves", "Kt-B3", "P-K4"}, {"--uci", "e2e4", "--moves", "P-K4", "P-K4"},
	} {
		if status, out := read(t, "", args...); status != statusUsage || out != "" {
			t.Errorf("%v: status %d, output %q", args, status, out)
		}
	}
}

func TestLaw(t *testing.T) {
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"law iii.3", 0, "may adopt whichever they like"},
		{"law III.3", 0, "choice: The receiver adopts, exacts or waives."},
		{"law II.8(c)", 0, "at least two times earlier"},
		{"law II.8(c) --code american-1897", 0, "more than one of their earlier turns"},
		{"law II.9(g)", 1, "the nearest is II.9("},
		{"law Appendix --code american-1897", 1, "no provision"},
		{"law --house", 0, "house:13"},
		{"law --coverage", 0, "inapplicable"},
		{"--json law terms:time", 0, `"how":null,"why":null,"scenarios":[]}`},
		{"--json law II.8(d)", 0, `"british-1899/II.8(d)-endless-checks"`},
		{"law", statusUsage, "name a provision"},
		{"law III.3 --code fide", statusUsage, "no code"},
	} {
		var out, wrong bytes.Buffer
		status := run(strings.Fields(c.args), strings.NewReader(""), &out, &wrong)
		if text := out.String() + wrong.String(); status != c.status || !strings.Contains(text, c.want) {
			t.Errorf("%s: status %d, %s", c.args, status, text)
		}
	}
}
