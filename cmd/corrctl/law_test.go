package main

import (
	"bytes"
	"strings"
	"testing"
)

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
