package reason

import (
	"reflect"
	"testing"
)

// TestParts: what a reason is made of comes out of it, whatever the text that is filled in.
func TestParts(t *testing.T) {
	r := Because("refused value", "odds", List{"a", "b"}, 20, "x\x1fy\x1ez", List{})
	key, filled := r.Parts()
	want := []List{{"odds"}, {"a", "b"}, {"20"}, {"xyz"}, {""}}
	if key != "refused value" || !reflect.DeepEqual(filled, want) {
		t.Errorf("%q: %q %q", r, key, filled)
	}
	if key, filled := Reason("").Parts(); key != "" || filled != nil {
		t.Errorf("none: %q %q", key, filled)
	}
}
