package main

import (
	"bytes"
	"encoding/json"
	"reflect"
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
		{"--uci", "e2e5", "P-K4"}, {"--moves", "Kt-B3", "P-K4"}, {"--uci", "e2e4", "--moves", "P-K4", "P-K4"},
	} {
		if status, out := read(t, "", args...); status != statusUsage || out != "" {
			t.Errorf("%v: status %d, output %q", args, status, out)
		}
	}
}

func TestReadBatch(t *testing.T) {
	in := `{"id":"a","plies":[["P-K4","e2e4"],["P-K4","e7e5"],["Kt-B3","g1f3"]]}
{"id":2,"fen":"8/P6k/8/8/8/8/8/K7 w - - 0 1","notation":["descriptive","numeric"],"plies":[["P-R8","a7a8q"]]}

{"id":"lost","plies":[["P-K4",null],["Kt-B3",null],["P-Q4","d2d4"]]}
`
	want := []batchResult{
		{ID: json.RawMessage(`"a"`), Plies: [][]string{{"e2e4"}, {"e7e5"}, {"b1c3", "g1f3"}}},
		{ID: json.RawMessage("2"), Plies: [][]string{{"a7a8b", "a7a8n", "a7a8q", "a7a8r"}}},
		{ID: json.RawMessage(`"lost"`), Plies: [][]string{{"e2e4"}, {"b8c6", "g8f6"}, {}}},
	}
	status, out := read(t, in, "--batch")
	if got := batchResults(t, out); status != 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("status %d, results\n%s", status, out)
	}
}

// A line that cannot be followed is answered, the others too, and the status says so.
func TestReadBatchFaults(t *testing.T) {
	in := `{"id":1,"plies":[["P-K4","e2e4"],["P-K4","e2e4"]]}
not json
{"id":3,"code":"fide","plies":[]}
{"id":4,"fen":"x","plies":[]}
{"id":5,"plies":[["P-Q4","d2d4"]]}`
	status, out := read(t, in, "--batch")
	got := batchResults(t, out)
	if status != statusRefused || len(got) != 5 {
		t.Fatalf("status %d, results\n%s", status, out)
	}
	for i, r := range got {
		if (r.Error == "") != (i == 4) {
			t.Errorf("line %d: error %q", i+1, r.Error)
		}
	}
	if !reflect.DeepEqual(got[0].Plies, [][]string{{"e2e4"}, {"e7e5"}}) {
		t.Errorf("the plies before the fault are lost: %v", got[0].Plies)
	}
}

func batchResults(t *testing.T, out string) (all []batchResult) {
	t.Helper()
	for line := range strings.Lines(out) {
		var r batchResult
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}
