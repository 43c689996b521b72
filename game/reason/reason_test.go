package reason

import (
	"reflect"
	"testing"
)

// TestParts: Parts returns what a reason is made of, whatever text is filled in.
func TestParts(t *testing.T) {
	r := Because("refused value", "odds", List{"a", "b"}, 20, "x\x1fy\x1ez", List{})
	key, filled := r.Parts()
	want := []List{{"odds"}, {"a", "b"}, {"20"}, {"xyz"}, {""}}
	if key != "refused value" || !reflect.DeepEqual(filled, want) {
		t.Errorf("%q: %q %q", r, key, filled)
	}
	inner := Because("fen man", List{"a", "b"}, "x")
	_, filled = Because("refused position", "y", inner).Parts()
	if got, ok := filled[1].Reason(); !ok || got != inner || len(filled) != 2 {
		t.Errorf("a reason in a reason: %q", filled)
	}
	if _, ok := filled[0].Reason(); ok {
		t.Errorf("%q is taken for a reason", filled[0])
	}
	_, filled = Because("way goes to", Choice{"QB3", "KB\x1b3"}, Choice{"Rook"}).Parts()
	if got, ok := filled[0].Choice(); !ok || !reflect.DeepEqual(got, Choice{"QB3", "KB3"}) {
		t.Errorf("a choice: %q", filled)
	}
	if got, ok := filled[1].Choice(); ok || !reflect.DeepEqual(filled[1], List{"Rook"}) {
		t.Errorf("one thing is a choice: %q", got)
	}
	if key, filled := Reason("").Parts(); key != "" || filled != nil {
		t.Errorf("none: %q %q", key, filled)
	}
}
