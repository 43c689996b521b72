package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"corrd/game"
	"corrd/game/line"
	"corrd/game/play"
)

var (
	goldenKey = SaltKey{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}
	letter    = []byte("From: a@a.example\r\n\r\nP-K4\r\n")
)

// goldenRecord is one event of format 2 as somebody outside of corrd verifies it.
type goldenRecord struct {
	Line   string         `json:"line"`
	Beside []goldenBeside `json:"beside"`
}

type goldenBeside struct {
	Name string `json:"name"`
	Salt string `json:"salt"`
	Text string `json:"text"`
}

func goldenOf(t *testing.T, rec []byte) (line []byte, g goldenRecord) {
	t.Helper()
	e, err := ReadEntry(rec, goldenKey, [32]byte{})
	if err != nil {
		t.Fatal(err)
	}
	g.Line = string(e.Line)
	for _, b := range e.Beside {
		g.Beside = append(g.Beside, goldenBeside{b.Name, hex.EncodeToString(b.Salt[:]), string(b.Text)})
	}
	if line, err = marshal(g); err != nil {
		t.Fatal(err)
	}
	return line, g
}

func encoded(t *testing.T, f game.Fact) []byte {
	t.Helper()
	rec, err := EncodeEvent(3, sampleEvent(f), letter, goldenKey)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// TestGoldenFormat2 holds the hashed line of each kind, with what stands beside it. Every
// text has its hash in the line, and no text itself.
func TestGoldenFormat2(t *testing.T) {
	for _, f := range samples {
		tag, _ := KindOf(f)
		t.Run(tag, func(t *testing.T) {
			rec := encoded(t, f)
			now, g := goldenOf(t, rec)
			lines := golden(t, filepath.Join("testdata", "format2", tag+".json"), now)
			if last := lines[len(lines)-1]; !bytes.Equal(last, now) {
				t.Errorf("%s is written in another way: run with -update to add it\n was %s\n now %s", tag, last, now)
			}
			for _, b := range g.Beside {
				text := b.Text
				if b.Name == RawText {
					text = string(letter)
				}
				salt, err := hex.DecodeString(b.Salt)
				sum := sha256.Sum256(append(salt, text...))
				if err != nil || strings.Count(g.Line, `"`+hex.EncodeToString(sum[:])+`"`) != 1 {
					t.Errorf("the hash of %s %s stands not once in %s", b.Name, text, g.Line)
				}
				if b.Name != RawText && len(text) > 2 && strings.Contains(g.Line, text) {
					t.Errorf("%s %s stands in %s", b.Name, text, g.Line)
				}
			}
			if seq, e, err := DecodeEvent(rec); err != nil || seq != 3 || !reflect.DeepEqual(e, sampleEvent(f)) {
				t.Errorf("read back: %d, %+v, %v", seq, e, err)
			}
			if hash, err := hashAfter([32]byte{7}, rec, goldenKey); err != nil || hash != chain([32]byte{7}, []byte(g.Line)) {
				t.Errorf("the chain does not go over the line: %v", err)
			}
		})
	}
}

// TestEraseTexts erases all texts of an event, or only some, in both formats: the chain
// goes on as before, no byte of what was erased is left, and an order that comes later
// does not take the place of the first.
func TestEraseTexts(t *testing.T) {
	prev := [32]byte{7}
	for _, f := range samples {
		tag, _ := KindOf(f)
		plain, err := appendPlain(nil, 3, sampleEvent(f))
		if err != nil {
			t.Fatal(err)
		}
		for what, rec := range map[string][]byte{"format 1": plain, "format 2": encoded(t, f)} {
			t.Run(tag+" "+what, func(t *testing.T) { erases(t, rec, prev) })
		}
	}
}

func erases(t *testing.T, rec []byte, prev [32]byte) {
	was, err := hashAfter(prev, rec, goldenKey)
	if err != nil {
		t.Fatal(err)
	}
	var texts [][]byte
	none, err := eraseTexts(rec, goldenKey, prev, 6, func(_ string, text []byte) bool { texts = append(texts, text); return false })
	if err != nil {
		t.Fatal(err)
	}
	all, err := eraseTexts(none, goldenKey, prev, 7, func(string, []byte) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	again, err := eraseTexts(all, SaltKey{9}, prev, 8, func(string, []byte) bool { return true })
	if err != nil || !bytes.Equal(again, all) {
		t.Errorf("erased again: %q, %v", again, err)
	}
	for what, r := range map[string][]byte{"nothing erased": none, "all erased": all} {
		if hash, err := hashAfter(prev, r, SaltKey{9}); len(texts) > 0 && (err != nil || hash != was) {
			t.Errorf("%s: another chain, %v", what, err)
		}
		if _, _, err := DecodeEvent(r); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	for _, text := range texts {
		if len(text) > 4 && bytes.Contains(all, text) {
			t.Errorf("%s is left in %q", text, all)
		}
	}
	e, err := ReadEntry(all, SaltKey{9}, prev)
	if err != nil || e.Hash != was && len(texts) > 0 {
		t.Fatalf("%v", err)
	}
	for _, b := range e.Beside {
		if b.Erased != 7 || b.Text != nil || b.Salt != (Salt{}) {
			t.Errorf("%s is erased by order %d, text %q, salt %x", b.Name, b.Erased, b.Text, b.Salt)
		}
	}
	if e.Format == 1 && len(texts) > 0 && e.Erased != 7 {
		t.Errorf("format 1, erased by order %d", e.Erased)
	}
}

// TestSeriesErased erases the words of a conditional series; its branches stay as many.
func TestSeriesErased(t *testing.T) {
	f := game.Promised{Ply: 6, Words: "If P-K4, Kt-KB3; if then P-Q4, P-Q4", Series: []line.Branch{
		{If: []string{"P-K4"}, Then: "Kt-KB3", Next: []line.Branch{{If: []string{"P-Q4"}, Then: "P-Q4"}}}, {Resign: true}}}
	rec, err := eraseTexts(encoded(t, f), goldenKey, [32]byte{}, 7, func(name string, _ []byte) bool { return name != RawText })
	if err != nil {
		t.Fatal(err)
	}
	_, e, err := DecodeEvent(rec)
	want := game.Promised{Ply: 6, Series: []line.Branch{{Next: []line.Branch{{}}}, {Resign: true}}}
	if err != nil || !reflect.DeepEqual(e.Fact, want) {
		t.Errorf("%+v, %v", e.Fact, err)
	}
}

// TestErasedFolds folds every event of either format without its texts, at the beginning of
// a game, after a move and after every other such event, and lets the alarm ring then.
func TestErasedFolds(t *testing.T) {
	var all []game.Event
	for _, f := range samples {
		plain, err := appendPlain(nil, 3, sampleEvent(f))
		if err != nil {
			t.Fatal(err)
		}
		for _, rec := range [][]byte{plain, encoded(t, f)} {
			erased, err := eraseTexts(rec, goldenKey, [32]byte{}, 7, func(string, []byte) bool { return true })
			if err != nil {
				t.Fatal(err)
			}
			_, e, err := DecodeEvent(erased)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, e)
		}
	}
	begun := game.State{}.Apply(all[1])
	moved := begun.Apply(sampleEvent(game.Played{Ply: 1, Move: move("e2e4"), Words: "P-K4"}))
	for _, e := range all {
		for _, s := range []game.State{begun.Apply(e), moved.Apply(e)} {
			for _, next := range all {
				folded := s.Apply(next)
				at, _ := folded.Deadline()
				folded.Apply(play.Decide(folded, play.Alarm{}, at)...)
			}
		}
	}
}

// TestRecordRefuses: a record that is cut off or unknown is refused with the error that says so.
func TestRecordRefuses(t *testing.T) {
	rec := encoded(t, samples[2])
	erased, err := eraseTexts(rec, goldenKey, [32]byte{}, 7, func(string, []byte) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	for _, whole := range [][]byte{rec, erased} {
		for n := range whole {
			if _, _, err := DecodeEvent(whole[:n]); err == nil {
				t.Errorf("the first %d of %d octets are taken for an event", n, len(whole))
			}
			ReadEntry(whole[:n], goldenKey, [32]byte{})
			hashAfter([32]byte{}, whole[:n], goldenKey)
		}
	}
	fewer := append([]byte{sealedEach}, erased[1+1+1+32:]...)
	if _, err := hashAfter([32]byte{}, fewer[1:], goldenKey); !errors.Is(err, ErrCorrupt) {
		t.Errorf("without its first mark: %v", err)
	}
	if _, _, err := DecodeEvent([]byte("\x05{}")); !errors.Is(err, ErrNewer) {
		t.Errorf("kept in an unknown way: %v", err)
	}
}

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

// The cache holds the games last used, and no more than its bound.
func TestStatesAreBounded(t *testing.T) {
	c := NewStates()
	put := func(id, seq int64) { c.Put(id, End{Seq: seq}, game.State{Seq: seq}) }
	for id := range int64(3000) {
		put(id, 100)
		if _, ok := c.get(0, End{Seq: 100}); !ok {
			t.Fatalf("after %d games, game 0, which is used all the time, is gone", id)
		}
	}
	if c.weight > maxFolded || len(c.byGame) != maxFolded/100 || c.order.Len() != len(c.byGame) {
		t.Errorf("%d games of %d events are kept", len(c.byGame), c.weight)
	}
	if _, ok := c.get(1, End{Seq: 100}); ok {
		t.Error("the game longest unused is still there")
	}
	if _, ok := c.get(0, End{Seq: 101}); ok {
		t.Error("a state was given for another head")
	}
	put(0, 200)
	if s, ok := c.get(0, End{Seq: 200}); !ok || s.Seq != 200 {
		t.Error("the newer state of a game is not given")
	}
}
