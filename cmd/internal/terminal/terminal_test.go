package terminal

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/alecthomas/kong"
)

var cases = map[string]string{
	"P-K4, s'il vous plaît ♞\n\tfin\r\n": "P-K4, s'il vous plaît ♞\n\tfin\r\n",
	"\x1b[2J\x07":                        `\u001b[2J\u0007`,
	"a\u009b31mb":                        `a\u009b31mb`,
	"a\x9b31mb":                          `a\x9b31mb`,
	"\u202ePxQ\u202c \u2066\u2069\u200f": `\u202ePxQ\u202c \u2066\u2069\u200f`,
	"a\rb":                               `a\u000db`,
	"\u2028\u0085\x7f\x00":               `\u2028\u0085\u007f\u0000`,
	"\ufffd \xff":                        "\ufffd " + `\xff`,
	"the end is cut \xe2\x80":            `the end is cut \xe2\x80`,
	"\r":                                 `\u000d`,
}

func TestControlsAreShownAndNeverPrinted(t *testing.T) {
	for text, want := range cases {
		for name, wrap := range map[string]func(io.Reader) io.Reader{
			"in one piece": func(r io.Reader) io.Reader { return r }, "byte by byte": iotest.OneByteReader,
		} {
			var b bytes.Buffer
			w := NewWriter(&b)
			if _, err := io.Copy(w, wrap(struct{ io.Reader }{strings.NewReader(text)})); err != nil {
				t.Fatal(err)
			}
			w.Close()
			if b.String() != want {
				t.Errorf("%q %s is printed as %q, want %q", text, name, b.String(), want)
			}
		}
	}
	if got := Cell("one\ntwo\tthree\v\x1b"); got != `one two three \u001b` {
		t.Errorf("a cell is %q", got)
	}
}

// JSON that passes through a Writer says the same afterwards.
func TestJSONKeepsItsMeaning(t *testing.T) {
	for text := range cases {
		text = strings.ToValidUTF8(text, "?")
		line, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		w := NewWriter(&b)
		w.Write(line)
		w.Close()
		var back string
		if err := json.Unmarshal(b.Bytes(), &back); err != nil || back != text {
			t.Errorf("%q comes back as %q, %v", text, back, err)
		}
	}
}

// TestMisread: the empty value of a flag that may be left out is not a value to write, and nobody
// counts the bits of a number.
func TestMisread(t *testing.T) {
	for said, want := range map[string]string{
		`--paper must be one of "","a4","letter" but got "a5"`: `--paper must be one of "a4","letter" but got "a5"`,
		`--year: expected a valid 64 bit int but got "next"`:   `--year: "next" is no whole number`,
		`--most: expected a valid 32 bit uint but got "-1.5"`:  `--most: "-1.5" is no whole number`,
		`missing flags: --reason=TEXT`:                         `missing flags: --reason=TEXT`,
	} {
		if got := Misread(errors.New(said)); got != want {
			t.Errorf("said %q, want %q", got, want)
		}
	}
}

// TestHiddenFlags: a hidden flag is neither in the manual nor among the words after a command.
func TestHiddenFlags(t *testing.T) {
	var c struct {
		Go struct {
			Shown, Secret string
			Kept          bool `hidden:""`
		} `cmd:"" help:"Go."`
	}
	app := kong.Must(&c)
	var manual strings.Builder
	Manual(&manual, app, "")
	words := wordsAfter(app.Model.Children[0])
	if strings.Contains(manual.String(), "kept") || slices.Contains(words, "--kept") {
		t.Errorf("a hidden flag is told of: %q\n%s", words, manual.String())
	}
	if !strings.Contains(manual.String(), "shown") || !slices.Contains(words, "--secret") {
		t.Errorf("a flag is not told of: %q\n%s", words, manual.String())
	}
}
