package store

import (
	"bytes"
	"errors"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/line"
	"corrd/game/terms"
)

var update = flag.Bool("update", false, "add a line to the golden file of each kind of event that is written in another way")

var agreed = terms.Terms{Code: "british-1899", Time: terms.TimeControl{Moves: 10, Per: 30 * 24 * time.Hour},
	Notation: []string{"descriptive"}, Errors: "law", Assistance: "law", Conditionals: "shown", Leave: "none", Colour: "lot",
	First: "white", Board: "diagram", Medium: "email", Games: 1}

var closes = time.Date(2026, 1, 1, 18, 0, 0, 0, time.UTC)

// samples has one event of each kind, in which every field is set.
var samples = []game.Fact{
	game.Started{Terms: agreed, Players: [2]int64{3, 4}, Position: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		Lot: &game.Lot{Nonce: "00ff", Commitment: "ab12", Letter: 7}, Match: &game.Match{Challenge: 5, Number: 2, Games: 3, Instead: 11},
		Tournament: &game.Tournament{Number: 4, Name: "Winter <1>", Round: 2, Instead: 12},
		Closes:     closes, Consultation: &game.Consultation{White: []int64{3, 5}, Black: []int64{4}}, Seed: 7, Drawn: 8, ByCard: [2]bool{board.Black: true}, Rules: 1},
	game.Notified{Side: board.Black, Assumed: true, Question: true},
	game.Played{Ply: 1, Move: move("e2e4"), Words: "P-K4 <!> & \"so on\"", Reader: "1", Remarks: []string{"it is no check"},
		Conditional: true, Correction: true, Discharge: true, Silent: true, Unlawful: true},
	game.Held{Ply: 2, Moves: moves("b8c6", "b8d7"), Words: []string{"Kt–B3"}, Multiple: true, Reader: "1", Conditional: true, First: moves("b8d7"),
		Then: moves("g1f3", "d2d4")},
	game.Reopened{Ply: 3},
	game.Adopted{Ply: 2, Move: move("a7a8q"), Implicit: true, Shown: true, Intended: true, First: true, Silent: true},
	game.Offended{Ply: 5, Words: "K-K9", Intelligible: true, Remarks: []string{"there is no such square"}, Reader: "1", Conditional: true,
		Wrong: codes.Exposing, Moves: []board.Move{move("g1e5")}},
	game.Exacted{Penalty: "C", Man: square("f3"), Key: 3, Among: []board.Square{square("b1"), square("g1")}, Take: []board.Square{square("d5")}},
	game.Waived{Answered: true},
	game.Spent{Why: "the move required is illegal", Nothing: true},
	game.Warned{Ply: 5},
	game.Recommenced{},
	game.Proceeded{},
	game.Retracted{Ply: 6, Other: true, Reply: move("e8e7")},
	game.DrawOffered{},
	game.DrawDeclined{},
	game.Claimed{Ground: "endless checks", Words: "claim draw: endless checks", Otherwise: "R-R6 ch", Halts: true, Against: "IV.8"},
	game.Deferred{Side: board.Black, Letter: 9, Until: time.Date(2026, 2, 3, 12, 0, 0, 0, time.UTC)},
	game.Credited{Seconds: 7200, Why: "corrd was down"},
	game.Closed{Made: [2]int{39, 38}, Due: [2]int{47, 22}, Used: [2]int64{10200, 4200}, Resumes: closes},
	game.Unreachable{Side: board.Black, From: time.Date(2026, 1, 3, 10, 0, 0, 0, time.UTC), Told: 2},
	game.Reachable{Side: board.Black, Assumed: true, Told: 3},
	game.Charged{Side: board.Black, Seconds: 432000},
	game.ProofAsked{Ground: "endless checks", Words: "claim draw: endless checks", Otherwise: "R-R6 ch"},
	game.ProofFound{Ground: "endless checks", Verdict: "refuted", Nodes: 2, Descriptive: []string{"1... QxR 2. KxQ (no check left)"},
		Algebraic: []string{"1... Qxg1+ 2. Kxg1 (no check left)"}},
	game.Ruled{Ruling: game.Ruling{Verb: game.RulesTime, Umpire: "George Walker", Letter: 9, Ordered: 8, Side: game.White, Number: 7, Move: move("e2e4"), By: -2 * time.Hour, Reason: "the clock stood", Closes: closes,
		Text: "half a crown", Terms: &agreed, Event: 5, Appeal: 4, Fundamental: true}},
	game.ClaimRefused{Ground: "fifty moves", Words: "claim draw: fifty moves", Why: "late_claim", Plies: 99, Times: 2},
	game.Asked{With: []string{"draw?"}, Why: game.WrongNumber, Words: "9. P-K4", Ply: 15, Moves: moves("e2e4"), Text: "How is your garden?"},
	game.Refused{Why: game.NotComplying, Words: "P-K4", Refusal: true, Answers: 7},
	game.Reminded{Side: board.Black, Mark: 2, Left: 86400},
	game.Overstepped{Side: board.Black},
	game.Ended{Score: game.Drawn, How: game.ByAgreement, Against: "IV.8"},
	game.Advanced{Ply: 1, Move: move("e2e4"), Words: "P-K4", Reader: "1", Discharge: true},
	game.Promised{Ply: 6, Series: []line.Branch{{If: []string{"P-K4"}, Then: "Kt-KB3"}}, After: moves("e2e4"), First: moves("d2d4"), Words: "If P-K4, Kt-KB3", Sealed: true},
	game.Arrived{Number: 1, Side: board.Black, Ply: 6, Moves: moves("g8f6")},
	game.Proposed{What: "terms", Terms: &agreed, Words: "propose reply in 5 days", Hour: "10:00"},
	game.Agreed{What: "terms", Terms: &agreed, Closes: closes, Resumes: closes},
	game.Declined{What: "withdraw", Own: true},
	game.LeaveTaken{Days: 10, Everywhere: true},
	game.HandedIn{Number: 3, Ply: 5, Answers: 12, Words: []string{"3. Kt-KB3"}, With: []string{"3. Kt-KR3"}, Text: "With compliments.", Beside: "P-Q4\n", Half: 2, Struck: true, Form: 13, Released: closes,
		Collected: time.Date(2026, 2, 2, 9, 0, 0, 0, time.UTC), Delivered: time.Date(2026, 2, 4, 8, 0, 0, 0, time.UTC), Stops: true, Repeats: 2, Again: true, Count: 3, Charge: 12, ByHand: true, Ends: 2, Always: true},
	game.Delivered{Number: 3},
	game.Illegible{Number: 3, Words: []string{"3. Kt-KX3"}},
	game.Certified{Number: 3, Words: []string{"3. Kt-KB3"}, With: []string{"3. Kt-KX3"}, Charge: 6},
	game.Protested{Words: "he has consulted a player", Adjudication: true},
	game.Restored{Ply: 3, Move: move("g1f3"), Moves: moves("b1c3", "g1f3")},
	game.Rotated{Side: board.Black, Member: 2, Why: game.LeakCopied},
	game.Counting{Moves: 50, Case: codes.KingAlone},
	game.Replaced{Side: board.Black, Member: 2, Player: 9, Was: 4},
	game.Inquired{Dispute: 3, Side: board.Black, Words: "which Pawn?", Until: time.Date(2026, 2, 14, 0, 0, 0, 0, time.UTC)},
	game.Stated{Dispute: 3, Words: "the King's Pawn"},
	game.Noted{Dispute: 3, Words: "both letters have come"},
	game.Settled{Dispute: 3, Words: "they have agreed"},
	game.Unheard{Side: board.Black},
	game.Sealed{Ply: 5, Words: "Kt-B3"},
	game.Opened{Side: board.Black, Ply: 5, Words: "Kt-B3"},
	game.SessionBegun{Closes: closes},
	game.Renewed{Rules: 2},
	game.Said{Words: "Good luck, Bob!", Prose: true, Always: true},
	game.Intended{Ply: 5, Move: move("b1c3"), Words: "intend QKt-B3"},
	game.Replied{Words: "P-K4", With: []string{"draw?"}},
	game.TurnLost{Ply: 3},
	game.Stayed{How: game.ByCheckmate},
	game.ByCard{Side: board.Black, On: true}, game.CardPosted{Side: board.Black, Opens: time.Date(2026, 1, 9, 8, 0, 0, 0, time.UTC)},
	game.CardInHand{Side: board.Black, On: time.Date(2026, 1, 8, 0, 0, 0, 0, time.UTC)}, game.CardInTime{Side: board.Black, Posted: time.Date(2026, 1, 9, 0, 0, 0, 0, time.UTC)},
}

func move(uci string) board.Move {
	m, ok := board.ParseMove(uci)
	if !ok {
		panic(uci)
	}
	return m
}

func moves(uci ...string) (ms []board.Move) {
	for _, u := range uci {
		ms = append(ms, move(u))
	}
	return ms
}

func square(name string) board.Square {
	s, ok := board.ParseSquare(name)
	if !ok {
		panic(name)
	}
	return s
}

func sampleEvent(f game.Fact) game.Event {
	return game.Event{At: time.Date(2026, 1, 31, 12, 0, 5, 0, time.UTC), By: game.White, Law: "II.11(e)", Letter: 7, Fact: f}
}

// TestGolden holds every plain line that was ever written of each kind, which is the line
// of format 1: what lies in a log is read for ever and written again byte for byte, or its
// chain would break. The last line of a file is how the kind is written now.
func TestGolden(t *testing.T) {
	for _, f := range samples {
		tag, ok := KindOf(f)
		if !ok {
			t.Fatalf("%T has no tag", f)
		}
		t.Run(tag, func(t *testing.T) {
			now, err := appendPlain(nil, 3, sampleEvent(f))
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join("testdata", "events", tag+".json")
			lines := golden(t, path, now)
			for _, line := range lines {
				rereads(t, line)
			}
			if last := lines[len(lines)-1]; !bytes.Equal(last, now) {
				t.Errorf("%s is written in another way: run with -update to add it\n was %s\n now %s", tag, last, now)
			}
			if _, e, err := DecodeEvent(now); err != nil || !reflect.DeepEqual(e, sampleEvent(f)) {
				t.Errorf("read back: %+v, %v", e, err)
			}
		})
	}
}

// golden reads the lines of a golden file, to which -update adds one.
func golden(t *testing.T, path string, now []byte) [][]byte {
	b, err := os.ReadFile(path)
	if *update && !bytes.HasSuffix(b, append(bytes.Clone(now), '\n')) {
		b = append(append(b, now...), '\n')
		err = os.WriteFile(path, b, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Split(bytes.TrimSuffix(b, []byte("\n")), []byte("\n"))
}

func rereads(t *testing.T, line []byte) {
	t.Helper()
	seq, e, err := DecodeEvent(line)
	if err != nil {
		t.Errorf("%s: %v", line, err)
		return
	}
	if again, err := appendPlain(nil, seq, e); err != nil || !bytes.Equal(again, line) {
		t.Errorf("a line in the log is written in another way (a field that is added needs omitempty):\n was %s\n now %s %v", line, again, err)
	}
}

// TestKinds wants a tag, and a sample with every field set, of every fact that
// package game declares.
func TestKinds(t *testing.T) {
	declared := facts(t)
	sampled := make(map[string]bool)
	for _, f := range samples {
		v := reflect.ValueOf(f)
		sampled[v.Type().Name()] = true
		for i := range v.NumField() {
			if v.Field(i).IsZero() {
				t.Errorf("the sample of %T does not set %s", f, v.Type().Field(i).Name)
			}
		}
	}
	for _, name := range declared {
		if !sampled[name] {
			t.Errorf("game.%s has no sample", name)
		}
	}
	if len(kinds) != len(declared) || len(kindByTag) != len(kinds) || len(kindByFact) != len(kinds) {
		t.Errorf("%d facts, %d kinds, %d tags", len(declared), len(kinds), len(kindByTag))
	}
}

// facts returns the names of the types of package game that have a method apply.
func facts(t *testing.T) (names []string) {
	files, err := filepath.Glob("../game/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no source of package game", err)
	}
	for _, file := range files {
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range tree.Decls {
			f, ok := d.(*ast.FuncDecl)
			if ok && f.Recv != nil && f.Name.Name == "apply" {
				names = append(names, f.Recv.List[0].Type.(*ast.Ident).Name)
			}
		}
	}
	return names
}

func TestDecodeRefuses(t *testing.T) {
	good := `{"seq":1,"at":"2026-01-01T00:00:00Z","by":"white","law":"","kind":"reopened","data":{"ply":3}}`
	if _, _, err := DecodeEvent([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what, old, new string
		want           error
	}{
		{"a kind of the future", "reopened", "beamed", ErrNewer},
		{"a field of the future", `"ply":3`, `"ply":3,"warp":9`, ErrNewer},
		{"half a line", `"data":{"ply":3}}`, `"da`, ErrCorrupt},
		{"a field of another type", `"ply":3`, `"ply":"three"`, ErrCorrupt},
		{"an unknown party", "white", "grey", ErrCorrupt},
		{"no time", "2026-01-01T00:00:00Z", "noon", ErrCorrupt},
		{"fields in another order", `"seq":1,"at":"2026-01-01T00:00:00Z"`, `"at":"2026-01-01T00:00:00Z","seq":1`, ErrCorrupt},
		{"more after the line", `}}`, `}},"x":1}`, ErrCorrupt},
		{"nothing", good, "", ErrCorrupt},
	} {
		line := strings.Replace(good, c.old, c.new, 1)
		if _, _, err := DecodeEvent([]byte(line)); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.what, err, c.want)
		}
	}
	if _, err := EncodeEvent(1, game.Event{}, nil, SaltKey{}); err == nil {
		t.Error("an event without a fact was written")
	}
}

// usual are events as they lie in nearly all of every log, and one that is not.
var usual = map[string]game.Fact{
	"notified": game.Notified{Side: board.Black},
	"played":   game.Played{Ply: 7, Move: move("g1f3"), Words: "Kt-KB3", Reader: "1"},
	"asked":    game.Asked{Why: game.WrongNumber, Words: "9. P-K4", Ply: 15},
}

func BenchmarkEncodeEvent(b *testing.B) {
	for name, f := range usual {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := EncodeEvent(3, sampleEvent(f), letter, goldenKey); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkDecodeEvent(b *testing.B) {
	for name, f := range usual {
		line, err := EncodeEvent(3, sampleEvent(f), letter, goldenKey)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := DecodeEvent(line); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
