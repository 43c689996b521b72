package weigh

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestTokens: words in lower case, names and numbers alike, signs and pictographs for themselves.
func TestTokens(t *testing.T) {
	for text, want := range map[string]string{
		"I don't, Bob!":             "i do not , _name !",
		"Yes — 6 days":              "yes - six days",
		"on the 27th\nOK 👍":         "on the _number th / ok 👍",
		"It’s “fine”…":              "it's \" fine \" . . .",
		"":                          "",
		One + " it is, or " + Other: "_one it is , or _other",
	} {
		var got []string
		for _, one := range tokens(text) {
			got = append(got, strings.ReplaceAll(one.text, "\n", "/"))
		}
		if words := strings.Join(got, " "); words != want {
			t.Errorf("%q is %q, want %q", text, words, want)
		}
	}
}

// TestMasked: the part that is weighed and the others have a word of their own.
func TestMasked(t *testing.T) {
	text := "P-Q3, not P-KR3. P-Q3!"
	parts := []Part{{0, 4, "P-Q3"}, {10, 15, "P-KR3"}, {17, 21, "P-Q3"}}
	if got := Masked(text, parts, "P-Q3"); got != "_one, not _other. _one!" {
		t.Errorf("masked: %q", got)
	}
}

// TestNames: names of several words, and single ones that begin no sentence.
func TestNames(t *testing.T) {
	var got []string
	for _, p := range Names("Yes, but as Zoe van Dijk, not Zoe. I asked Mr. A. Smith. Thanks") {
		got = append(got, p.Name)
	}
	if want := "Zoe van Dijk|Zoe|Mr. A. Smith"; strings.Join(got, "|") != want {
		t.Errorf("the names are %q, want %q", got, want)
	}
}

// TestLearn: what is learnt from examples is found again in the file, and the same examples come to
// the same file.
func TestLearn(t *testing.T) {
	var examples []Example
	for n := range 20 {
		examples = append(examples,
			Example{Play, fmt.Sprint("yes with pleasure ", n), Yes}, Example{Play, fmt.Sprint("no never ", n), No},
			Example{Play, fmt.Sprint("what is this ", n), Open}, Example{Act, fmt.Sprint("I resign ", n), Resign}, Example{Act, fmt.Sprint("lovely weather ", n), Open})
	}
	file := Learn(examples)
	if file != Learn(examples) {
		t.Error("the same examples come to another file")
	}
	learnt := read(file)
	for _, c := range []struct {
		matter Matter
		text   string
		want   Outcome
	}{{Play, "yes with pleasure, Bob", Yes}, {Play, "no never ever", No}, {Play, "what is this", Open}, {Act, "I resign", Resign}} {
		m := learnt[modelOf(c.matter)]
		likely := m.likely(features(c.matter, c.text))
		if best := slices.Index(likely, slices.Max(likely)); m.outcomes[best] != c.want {
			t.Errorf("%q comes to %s, want %s", c.text, m.outcomes[best], c.want)
		}
	}
}

// TestOfBounds: nothing comes of a text that is too long or quotes, nor of a matter unknown.
func TestOfBounds(t *testing.T) {
	for _, text := range []string{"", strings.Repeat("yes ", 200), "> yes", "[yes]", "http://example.org/x", "yes https://example.org"} {
		if outcome, sure := Of(Play, text); outcome != Open || sure != 0 {
			t.Errorf("%q comes to %s", text, outcome)
		}
	}
	if outcome, _ := Of("weather", "yes"); outcome != Open {
		t.Error("an unknown matter has an outcome")
	}
}

func BenchmarkOf(b *testing.B) {
	for b.Loop() {
		Of(Play, "My dear Alice, I should be delighted to play you again, if the garden leaves me the time for it.")
	}
}
