package control

import (
	"encoding/json"
	"testing"
)

// TestAuditSaysDurations: the record shows durations as they are typed, also those within a ruling,
// and leaves all other arguments as they are.
func TestAuditSaysDurations(t *testing.T) {
	for _, c := range []struct{ verb, arguments, want string }{
		{"clock advance", `{"for":604800000000000}`, `{"for":"7d"}`},
		{"clock advance", `{"for":129600000000000}`, `{"for":"1d12h"}`},
		{"clock advance", `{"for":5400000000000}`, `{"for":"1h30m"}`},
		{"clock advance", `{"for":60000000000}`, `{"for":"1m"}`},
		{"clock advance", `{"for":30000000000}`, `{"for":"30s"}`},
		{"clock advance", `{"for":600000000000}`, `{"for":"10m"}`},
		{"clock advance", `{"for":72000000000000}`, `{"for":"20h"}`},
		{"dispute ask", `{"id":3,"within":86400000000000}`, `{"id":3,"within":"1d"}`},
		{"rule", `{"id":12,"rule":{"verb":"time","by":-129600000000000,"law":"house:16"}}`, `{"id":12,"rule":{"by":"-1d12h","law":"house:16","verb":"time"}}`},
		{"rule", `{"id":12,"rule":{"verb":"draw","law":"house:16"}}`, `{"id":12,"rule":{"verb":"draw","law":"house:16"}}`},
		{"player leave", `{"id":9007199254740993,"days":14}`, `{"id":9007199254740993,"days":14}`},
		{"no such verb", `{"for":1}`, `{"for":1}`}, {"settle", `[]`, `[]`},
	} {
		if got := (AuditView{Verb: c.verb, Arguments: json.RawMessage(c.arguments)}).Said(); got != c.want {
			t.Errorf("%s %s says %s, not %s", c.verb, c.arguments, got, c.want)
		}
	}
}
