package store

import (
	"reflect"
	"testing"

	"corrd/game"
)

// What is read faster is what encoding/json reads, and what that refuses is
// refused.
func FuzzPlain(f *testing.F) {
	for _, data := range []string{
		`{"side":"white"}`, `{"side":"black"}`, `{"side":"black","assumed":true}`, `{"side":"grey"}`, `{}`, ``,
		`{"ply":1,"move":"e2e4","words":"P-K4","reader":"1"}`,
		`{"ply":12,"move":"a7a8q","words":"P-K8 (Q) \"ch\"","reader":"2"}`,
		`{"ply":12,"move":"0000","words":"Kt–B3","reader":"2"}`,
		`{"ply":3,"move":"e2e4","words":"P-K4","reader":"1","remarks":["it is no check"]}`,
		`{"ply":-3,"move":"e2e4","words":"P-K4","reader":"1"}`, `{"ply":03,"move":"e2e4","words":"P-K4","reader":"1"}`,
		`{"ply":3,"move":"e9e4","words":"P-K4","reader":"1"}`, `{"ply":3,"move":"e2e4","words":"P-K4"}`,
		"{\"ply\":3,\"move\":\"e2e4\",\"words\":\"a\tb\",\"reader\":\"1\"}", "{\"ply\":3,\"move\":\"e2e4\",\"words\":\"\xff\",\"reader\":\"1\"}",
		`{"ply":3,"move":"e2e4","words":"P-K4","reader":"1"} `, `{"ply":3,"move":"e2e4","words":"P-K4","reader":"1"},`,
	} {
		f.Add([]byte(data))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		samePlain(t, plainNotified, readFact[game.Notified], data)
		samePlain(t, plainPlayed, readFact[game.Played], data)
	})
}

func samePlain(t *testing.T, plain func([]byte) (game.Fact, bool), read func([]byte) (game.Fact, error), data []byte) {
	t.Helper()
	got, ok := plain(data)
	if !ok {
		return
	}
	want, err := read(data)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%q is read as %+v, should be %+v, %v", data, got, want, err)
	}
}

// The usual data of the usual kinds is read in the faster way.
func TestPlain(t *testing.T) {
	for _, c := range []struct {
		fact  game.Fact
		plain func([]byte) (game.Fact, bool)
	}{
		{game.Notified{Side: 1}, plainNotified},
		{game.Played{Ply: 7, Move: move("g1f3"), Words: "Kt-KB3", Reader: "1"}, plainPlayed},
	} {
		data, err := marshal(c.fact)
		got, ok := c.plain(data)
		if err != nil || !ok || !reflect.DeepEqual(got, c.fact) {
			t.Errorf("%s: %+v, %v, %v", data, got, ok, err)
		}
	}
}

// A string is written as encoding/json writes it.
func TestAppendText(t *testing.T) {
	for _, s := range []string{"", "II.11(e)", `"`, `a"b`, `\`, "\n", "\x7f", "\xff", "é", "\u2028", "<&>"} {
		want, err := marshal(s)
		if got := appendText([]byte("["), s); err != nil || string(got) != "["+string(want) {
			t.Errorf("%q: %s, want %s, %v", s, got[1:], want, err)
		}
	}
}
