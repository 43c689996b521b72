package compiled

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"text/template"
	"time"
)

// verb is a string that says itself how it is printed.
type verb string

func (v verb) String() string { return "to " + string(v) }

// Letter has what values of a letter have: fields, promoted fields, methods of all kinds.
type Letter struct {
	*Envelope
	Inner
	Words   string
	Reason  reason
	Verb    verb
	Count   int
	Side    uint8
	Big     int64
	Fine    bool
	Lines   []string
	Pairs   [][2]string
	Parts   []Part
	Any     any
	Nothing any
	Fact    fact
	NoFact  fact
	Missing *Part
	At      time.Time
	Table   map[string]string
	Grid    [2][]int
}

type reason string

type Envelope struct{ To string }

func (e *Envelope) Domain() string { return "of " + e.To }

type Inner struct{ Depth int }

func (i Inner) Deep() bool { return i.Depth > 1 }

type Part struct {
	Name string
	Size int
}

func (p *Part) Title() string          { return strings.ToUpper(p.Name) }
func (p Part) Large() bool             { return p.Size > 3 }
func (p Part) Is(name string) bool     { return p.Name == name }
func (p *Part) Gone() bool             { return p == nil }
func (p Part) Of(r reason) string      { return p.Name + " of " + string(r) }
func (p Part) Sum(all ...int) (n int)  { return len(all) + p.Size }
func (p Part) Fails() (string, error)  { return "", errors.New("it fails") }
func (p Part) Copy() Part              { return p }
func (p *Part) Times(n int) []Part     { return make([]Part, n) }
func (p Part) Panics() (s string)      { var none *Part; return none.Name }
func (p *Part) Said(words string) bool { return words == p.Name }

type fact interface{ fact() }

type played struct {
	Move  string
	Moves []string
}

func (played) fact() {}

func (p played) First() string { return p.Moves[0] }

func letter() *Letter {
	return &Letter{Envelope: &Envelope{"a@example.org"}, Inner: Inner{2}, Words: "P-K4", Reason: "flag", Verb: "play", Count: 2, Side: 1, Big: 7, Fine: true, Lines: []string{"one", "two", ""},
		Pairs: [][2]string{{"a", "b"}, {"c", "d"}}, Parts: []Part{{"board", 4}, {"text", 1}}, Any: "words", Fact: played{"e4", []string{"e4", "e5"}}, At: time.Unix(0, 0).UTC(), Table: map[string]string{"k": "v"}, Grid: [2][]int{{1, 2}, nil}}
}

// texts are templates in which each action, operand and function stands in the ways that letters
// have it.
var texts = []string{
	`words {{/* said to nobody */}}{{- "a" -}} {{1}} {{true}}`,
	`{{.Words}} {{.Reason}} {{.Verb}} {{.Count}} {{.Side}} {{.Big}} {{.Fine}} {{.Lines}} {{.Missing}} {{.Any}} {{.Nothing}} {{.Fact}} {{.At}} {{.To}} {{.Depth}} {{.Pairs}}`,
	`{{.Domain}} {{.Deep}} {{.Fact.Move}} {{.Fact.First}} {{$.Words}} {{.Table.k}} {{.Table.none}} {{.At.Year}} {{(.At.In .At.Location).Format "2006"}}`,
	`{{if .Words}}a{{else}}b{{end}}{{if .Nothing}}a{{else if .Fine}}c{{else}}b{{end}}{{if .Missing}}a{{end}}{{if .NoFact}}a{{end}}{{if .Fact}}d{{end}}{{if .At}}e{{end}}{{if not .Lines}}f{{end}}{{if .Table}}g{{end}}{{if .Big}}h{{end}}`,
	`{{with .Words}}{{.}}{{$.Count}}{{else}}b{{end}}{{with .Missing}}a{{else}}{{.Words}}{{end}}{{with .Any}}{{.}}{{end}}{{with $w := .Reason}}{{$w}}{{.}}{{end}}{{with .Nothing}}{{else with .Verb}}{{.}}{{end}}`,
	`{{range .Lines}}[{{.}}]{{end}}{{range $i, $l := .Lines}}{{if $i}}, {{end}}{{$l}}{{end}}{{range $l := .Lines}}{{$l}}{{end}}{{range .Grid}}{{range .}}{{.}}{{else}}none{{end}}{{end}}{{range 3}}{{.}}{{end}}{{range .Nothing}}a{{end}}`,
	`{{range .Parts}}{{.Name}} {{.Title}} {{.Large}} {{.Is "text"}} {{.Said .Name}} {{.Of "x"}} {{.Copy.Large}} {{.Sum 1 2}} {{.Sum}} {{len (.Times 2)}};{{end}}{{range $i, $p := .Parts}}{{$p.Title}}{{range .Times $i}}{{.Name}}|{{end}}{{end}}`,
	`{{$x := .Words}}{{$x}}{{$x = "changed"}}{{$x}}{{if $y := .Count}}{{$y}}{{$x := 3}}{{$x}}{{end}}{{$x}}{{with $x := "in"}}{{$x}}{{end}}{{$x}}`,
	`{{eq .Words "P-K4"}}{{eq .Words "a" "P-K4"}}{{eq .Reason "flag"}}{{eq .Verb "play"}}{{eq .Count 2}}{{eq .Side 1}}{{eq .Big .Count}}{{eq .Count .Side}}{{eq .Fine true}}{{eq .Any "words"}}{{ne .Words "x"}}{{ne .Count 2}}{{eq .Reason .Words}}{{eq .At .At}}{{eq .Nothing .NoFact}}{{eq .Missing .Missing}}`,
	`{{and .Words .Count}}{{and .Missing .Missing.Name}}{{or .Missing .Words}}{{or .Nothing 0 ""}}{{not .Fine}}{{if and .Fine (not .Missing) (eq .Count 2)}}yes{{end}}{{gt .Count 1}}{{gt .Big .Side}}{{le .Count 1}}{{lt .Count 3}}{{ge .Side 1}}`,
	`{{len .Lines}}{{len .Words}}{{len .Any}}{{index .Lines 1}}{{index .Pairs 1 0}}{{index (index .Pairs 0) 1}}{{slice .Words 2}}{{slice .Words 0 1}}{{slice .Words}}{{range slice .Lines 1}}{{.}},{{end}}{{index .Parts 0 | printed}}`,
	`{{print .Words .Count .Verb}}{{print "a: " .Reason}}{{print .Nothing}}{{shout .Words}}{{shout (print .Count)}}{{.Words | shout}}{{many .Count "line"}}{{joined .Lines}}{{.Count | times "ab"}}{{stars .Count}}{{any .Reason}}{{any .Nothing}}{{any 3}}`,
	`{{define "part"}}{{.Name}}/{{$.Name}}{{$n := .Name}}{{$n}}{{end}}{{define "none"}}none {{.}}{{end}}{{define "both"}}{{template "part" .}}{{template "none"}}{{end}}{{$n := 1}}{{range .Parts}}{{template "both" .}}{{$n}}{{end}}{{template "none" "x"}}{{with .Fact}}{{template "none" .Move}}{{end}}`,
	`{{.Missing.Gone}}{{(index .Parts 0).Title}}{{(index .Parts 1).Name}}{{"x"}}{{printed .Missing}}`,
	// these end with an error, after what stands before
	`a{{.Missing.Name}}`, `b{{.None}}`, `c{{.NoFact.Move}}`, `d{{index .Lines 9}}`, `e{{(index .Parts 0).Fails}}`, `f{{(index .Parts 0).Of .Count}}`, `g{{eq .Words 1}}`, `h{{(index .Parts 0).Panics}}`,
	`i{{slice .Words 9}}`, `j{{range .Count}}{{end}}{{range .Words}}{{end}}`, `k{{.Words.More}}`, `l{{index .Lines "x"}}`, `m{{.Words 1}}`, `n{{gt .Lines 1}}`, `o{{len 3}}`, `p{{(index .Parts 0).Is}}`, `q{{.Fact.None}}`,
}

var funcs = template.FuncMap{
	"shout": strings.ToUpper, "many": func(n int, what string) string { return fmt.Sprint(n, what) }, "joined": func(all []string) string { return strings.Join(all, "+") },
	"times": func(s string, n int) string { return strings.Repeat(s, n) }, "stars": func(n int) string { return strings.Repeat("*", n) }, "any": func(v any) string { return fmt.Sprintf("%T", v) }, "printed": func(v any) string { return fmt.Sprint(v) },
}

// TestSame: text/template writes the same, and fails where the package fails.
func TestSame(t *testing.T) {
	ways := map[string][]Call{"by reflection": nil, "called directly": {Calls[Letter, string](), Calls[Part, string](), Calls[Part, bool](), CallsWith[Part, string, bool](), CallsWith[Part, int, []Part](), CallsWith[Part, reason, string](), Calls[Part, Part]()}}
	for way, calls := range ways {
		for i, source := range texts {
			parsed := template.Must(template.New(fmt.Sprint(i)).Funcs(funcs).Parse(source))
			set, err := New(parsed, funcs, calls...)
			if err != nil {
				t.Errorf("%s: %v", source, err)
				continue
			}
			var want, got strings.Builder
			failed := parsed.Execute(&want, letter())
			for range 2 { // once what was found is known
				got.Reset()
				err = set.Execute(&got, parsed.Name(), letter())
			}
			if got.String() != want.String() || (err == nil) != (failed == nil) {
				t.Errorf("%s, %s:\n%q, %v\nand text/template:\n%q, %v", source, way, got.String(), err, want.String(), failed)
			}
		}
	}
}

// TestValues: what a name is of one type it need not be of another.
func TestValues(t *testing.T) {
	parsed := template.Must(template.New("x").Parse(`{{range .}}{{.Name}} {{end}}`))
	set, err := New(parsed, nil, Calls[Part, string]())
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		for _, data := range []any{[]Part{{Name: "a"}}, []*Part{{Name: "b"}}, []any{Part{Name: "c"}, &Part{Name: "d"}, struct{ Name int }{3}, map[string]string{"Name": "e"}}, [1]Part{{Name: "f"}}} {
			var want, got strings.Builder
			if err := errors.Join(parsed.Execute(&want, data), set.Execute(&got, "x", data)); err != nil || got.String() != want.String() {
				t.Errorf("%v: %q, want %q (%v)", data, got.String(), want.String(), err)
			}
		}
	}
}

// TestRefused: what the package does not execute is refused when it is compiled, and not when a
// letter is written.
func TestRefused(t *testing.T) {
	for _, source := range []string{`{{range .}}{{break}}{{end}}`, `{{range .}}{{continue}}{{end}}`, `{{printf "x"}}`, `{{template "none"}}`, `{{1.5}}`, `{{$x := 1}}{{range $x = .}}{{end}}`} {
		parsed, err := template.New("x").Parse(source)
		if err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		if _, err := New(parsed, nil); err == nil {
			t.Errorf("%s is compiled", source)
		}
	}
}

// TestEndless: a text that calls itself for ever ends with an error.
func TestEndless(t *testing.T) {
	set, err := New(template.Must(template.New("x").Parse(`{{template "x" .}}`)), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := set.Execute(new(strings.Builder), "x", 1); err == nil {
		t.Error("it ended")
	}
}
