package main

import (
	"strings"
	"testing"

	"corrd/mailer"
)

// Every hostile letter has a name of its own, a header, and a body that is more than a few lines or
// a header that is.
func TestHostiles(t *testing.T) {
	names := map[string]bool{}
	for _, h := range hostiles() {
		head := mailer.ParseHead([]byte(h.raw))
		if names[h.name] || head.Fields.Get("From") == "" || len(h.raw) < 100_000 || strings.Contains(h.raw, "%!") {
			t.Errorf("%q: %d octets, from %q", h.name, len(h.raw), head.Fields.Get("From"))
		}
		names[h.name] = true
	}
	if len(names) < 60 {
		t.Errorf("%d letters", len(names))
	}
}
