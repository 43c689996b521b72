package store

import "testing"

func TestSameAddress(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"alice@x.example", "Alice@X.Example", true},
		{"O'Brien+chess@x.example", "o'brien+CHESS@x.example", true},
		{"anna@BÜCHER.example", "Anna@bücher.example", true},
		{"a@x.example", "a@y.example", false},
		{"a@x.example", "a+1@x.example", false},
		{"Ä@x.example", "ä@x.example", false}, // a host that has such mailboxes says what is one
		{"", "", true},
		{"", "a@x.example", false},
	} {
		if SameAddress(c.a, c.b) != c.same {
			t.Errorf("SameAddress(%q, %q) is %v", c.a, c.b, !c.same)
		}
	}
}
