package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"corrd/game/board"
)

// batchResult is a line of the answer.
type batchResult struct {
	ID    json.RawMessage `json:"id"`
	Plies [][]string      `json:"plies"`
	Error string          `json:"error"`
}

func batchResults(t *testing.T, out string) (all []batchResult) {
	t.Helper()
	for line := range strings.Lines(out) {
		var r batchResult
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		all = append(all, r)
	}
	return all
}

func TestReadBatch(t *testing.T) {
	in := "\uFEFF" + `{"id":"a","plies":[["P-K4","e2e4"],["P-K4","e7e5"],["Kt-B3","g1f3"]]}
{"id":2,"fen":"8/P6k/8/8/8/8/8/K7 w - - 0 1","notation":["descriptive","numeric"],"plies":[["P-R8","a7a8q"]]}

{"id":"lost","plies":[["P-K4",null],["Kt-B3",null],["P-Q4","d2d4"]]}
 { "plies" : [ [ "Kt \u00d7 P" , null ] ] , "id" : {"game": [1]}, "source": "none" }
{"id":"passed","plies":[["P-K4","e2e4"],["","0000"],["P-Q4","d2d4"]]}
{"id":"none","plies":[]}`
	want := []batchResult{
		{ID: json.RawMessage(`"a"`), Plies: [][]string{{"e2e4"}, {"e7e5"}, {"b1c3", "g1f3"}}},
		{ID: json.RawMessage("2"), Plies: [][]string{{"a7a8b", "a7a8n", "a7a8q", "a7a8r"}}},
		{ID: json.RawMessage(`"lost"`), Plies: [][]string{{"e2e4"}, {"b8c6", "g8f6"}, {}}},
		{ID: json.RawMessage(`{"game": [1]}`), Plies: [][]string{{}}},
		{ID: json.RawMessage(`"passed"`), Plies: [][]string{{"e2e4"}, {}, {"d2d4"}}},
		{ID: json.RawMessage(`"none"`), Plies: [][]string{}},
	}
	status, out := read(t, in, "--batch")
	if got := batchResults(t, out); status != 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("status %d, results\n%s", status, out)
	}
}

// A line that cannot be followed is answered with the line's id, if the id can be read, and with
// plain words about what is wrong; the other lines are read, and the exit status is 1.
func TestReadBatchFaults(t *testing.T) {
	for _, c := range []struct{ line, id, trouble string }{
		{`{"id":1,"plies":[["P-K4","e2e4"],["P-K4","e2e4"]]}`, "1", `ply 2: "e2e4" is no legal move in `},
		{`{"id":1,"fen":"4k3/8/8/8/8/8/4r3/4K3 w - - 0 1","plies":[["","0000"]]}`, "1", `ply 1: "0000" is no legal move in `},
		{`not json`, "null", `line 1 is no JSON: `},
		{`null`, "null", `line 1 `},
		{`7`, "null", `line 1 is no game: `},
		{`[]`, "null", `line 1 is no game: `},
		{`{"id":"x"}`, `"x"`, `line 1 has no "plies": it is a list`},
		{`{"id":"x","plies":null}`, `"x"`, `line 1 has no "plies": it is a list`},
		{`{"id":"x","plies":"P-K4"}`, `"x"`, `line 1 has a wrong "plies": it is a list`},
		{`{"id":"x","plies":[["P-K4"]]}`, `"x"`, `line 1 has a wrong ply 1: it is a list`},
		{`{"id":"x","plies":[["P-K4","e2e4","e4"]]}`, `"x"`, `line 1 has a wrong ply 1: it is a list`},
		{`{"id":"x","plies":[["P-K4",1]]}`, `"x"`, `line 1 has a wrong "plies": it is a list`},
		{`{"id":"x","plies":[["P-K4","e2e4"]`, `"x"`, `line 1 is no JSON: `},
		{`{"id":"x","fen":1,"plies":[]}`, `"x"`, `line 1 has a wrong "fen": it is a position`},
		{`{"id":3,"code":"fide","plies":[]}`, "3", `there is no code of laws "fide"`},
		{`{"id":4,"fen":"x","plies":[]}`, "4", ``},
		{`{"id":4,"notation":["braille"],"plies":[]}`, "4", `unknown notation "braille"`},
		{"{\"id\":4,\"plies\":[[\"P\x00\",null]]}", "4", `line 1 is no JSON: `},
		{`{"id":4,"plies":[["P\x41",null]]}`, "4", `line 1 is no JSON: `},
	} {
		status, out := read(t, c.line+"\n"+`{"id":5,"plies":[["P-Q4","d2d4"]]}`, "--batch")
		got := batchResults(t, out)
		if status != statusRefused || len(got) != 2 || got[1].Error != "" {
			t.Fatalf("%s: status %d, results\n%s", c.line, status, out)
		}
		if string(got[0].ID) != c.id || !strings.Contains(got[0].Error, c.trouble) || got[0].Error == "" ||
			strings.Contains(got[0].Error, "Go ") || strings.Contains(got[0].Error, "main.") {
			t.Errorf("%s: answered %s", c.line, strings.SplitN(out, "\n", 2)[0])
		}
	}
	_, out := read(t, `{"id":1,"plies":[["P-K4","e2e4"],["P-K4","e2e4"]]}`, "--batch")
	if got := batchResults(t, out); !reflect.DeepEqual(got[0].Plies, [][]string{{"e2e4"}, {"e7e5"}}) {
		t.Errorf("the plies before the fault are lost: %v", got[0].Plies)
	}
}

// FuzzBatchLine: whatever a line holds, the answer is a line of JSON, with the id of the line if
// the line is an object of JSON, and with a fault if the line is none.
func FuzzBatchLine(f *testing.F) {
	for _, s := range []string{`{"id":"a","plies":[["P-K4","e2e4"]]}`, `{"id":007,"plies":[]}`, `{"id":0,"fen":"x","code":"y","notation":["a","b"],"plies":[["\u00d7\n\"",null],[null,"x"]]}`,
		`{ "id" : "\u0041\ud83d\ude00" , "plies" : [ ] }`, `{"plies":[["\a",null]]}`, `{"plies":[["\'",null]]}`, `{"plies":[[nullx,null]]}`, `{"plies":[],}`, `{"plies":[["a"	,null]]}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		var g batchGame
		answer, trouble := g.answer(nil, []byte(line), 1)
		var got batchResult
		if err := json.Unmarshal(answer, &got); err != nil || bytes.Count(answer, []byte("\n")) != 1 {
			t.Fatalf("%q is answered with %s: %v", line, answer, err)
		}
		var object map[string]json.RawMessage
		if json.Unmarshal([]byte(line), &object) != nil && trouble == "" {
			t.Errorf("%q is no game, and is taken", line)
		}
	})
}

// printedLines are the printed games of testdata/games as lines of a batch.
func printedLines(t testing.TB) (lines []byte, plies int) {
	files, err := filepath.Glob("../../testdata/games/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no printed games:", err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, section := range strings.Split(string(raw), "\ngame ")[1:] {
			id, rest, _ := strings.Cut(section, "\n")
			g := map[string]any{"id": id}
			var list [][2]string
			for line := range strings.Lines(rest) {
				key, text, _ := strings.Cut(strings.TrimSpace(line), " ")
				if _, ok := board.ParseMove(key); ok {
					list = append(list, [2]string{text[2:], key})
				} else if key == "fen" {
					g["fen"] = text
				}
			}
			g["plies"], plies = list, plies+len(list)
			line, err := json.Marshal(g)
			if err != nil {
				t.Fatal(err)
			}
			lines = append(append(lines, line...), '\n')
		}
	}
	return lines, plies
}

// The printed games pass through a batch to their end, and their moves are found.
func TestBatchOfPrintedGames(t *testing.T) {
	lines, plies := printedLines(t)
	status, out := read(t, string(lines), "--batch")
	answered, found := 0, 0
	for _, r := range batchResults(t, out) {
		answered += len(r.Plies)
		for _, readings := range r.Plies {
			found += min(len(readings), 1)
		}
	}
	if status != 0 || answered != plies || found < plies-40 {
		t.Errorf("status %d: of %d plies %d are answered, %d with a move", status, plies, answered, found)
	}
}

// BenchmarkBatch reads the printed games over and over, from JSON to JSON.
func BenchmarkBatch(b *testing.B) {
	lines, plies := printedLines(b)
	in := bytes.Repeat(lines, b.N/plies+1)
	b.ReportAllocs()
	b.ResetTimer()
	if err := readBatch(bytes.NewReader(in), io.Discard); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64((b.N/plies+1)*plies)/b.Elapsed().Seconds(), "moves/s")
}
