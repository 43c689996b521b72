package store

import (
	"bytes"
	"testing"

	"corrd/game"
)

// TestLineWithAct: an act that is noted stands in the plain line, is read back, is in no line that
// is hashed, and stays when the words of the event are erased.
func TestLineWithAct(t *testing.T) {
	const act = `{"act":"letter","number":7,"events":2,"side":"white","stated":[1,4]}`
	e := sampleEvent(game.Played{Ply: 1, Words: "P-K4"})
	plain, err := appendPlain(nil, 3, e)
	if err != nil {
		t.Fatal(err)
	}
	e.Act = act
	line, err := appendPlain(nil, 3, e)
	if want := bytes.Replace(plain, []byte(`,"data":`), []byte(`,"act":`+act+`,"data":`), 1); err != nil || !bytes.Equal(line, want) {
		t.Fatalf("the line is %s, want %s, %v", line, want, err)
	}
	rereads(t, line)
	rec, err := EncodeEvent(3, e, []byte("a letter"), goldenKey)
	if err != nil {
		t.Fatal(err)
	}
	if _, read, err := DecodeEvent(rec); err != nil || read.Act != act {
		t.Fatalf("read back: %q, %v", read.Act, err)
	}
	before, err := hashAfter([32]byte{}, rec, goldenKey)
	if err != nil {
		t.Fatal(err)
	}
	erased, err := eraseTexts(rec, goldenKey, [32]byte{}, 7, func(string, []byte) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	after, err := hashAfter([32]byte{}, erased, goldenKey)
	if _, read, err2 := DecodeEvent(erased); err != nil || err2 != nil || after != before || read.Act != act {
		t.Errorf("after the erasure: %q, %x before and %x after, %v, %v", read.Act, before, after, err, err2)
	}
	e.Act = ""
	other, err := EncodeEvent(3, e, []byte("a letter"), goldenKey)
	if err != nil {
		t.Fatal(err)
	}
	if without, err := hashAfter([32]byte{}, other, goldenKey); err != nil || without != before {
		t.Errorf("the hash is %x with the act and %x without, %v", before, without, err)
	}
}

// TestUnreadableAct: a line whose act is not an object, or has no end, is not an event.
func TestUnreadableAct(t *testing.T) {
	line, err := appendPlain(nil, 3, sampleEvent(game.Played{Ply: 1}))
	if err != nil {
		t.Fatal(err)
	}
	for _, act := range []string{`"letter"`, `[1]`, `7`, `{`, `{"act"}`, `{"act":"letter"`, `{"act":"letter"}}`, ``} {
		bad := bytes.Replace(line, []byte(`,"data":`), []byte(`,"act":`+act+`,"data":`), 1)
		if _, e, err := DecodeEvent(bad); err == nil {
			t.Errorf("an act %s is read as %q", act, e.Act)
		}
	}
}
