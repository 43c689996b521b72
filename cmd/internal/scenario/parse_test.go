package scenario

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/umpire"
	"corrd/game/board"
	"corrd/game/terms"
)

const whole = `# What a file may hold.
code: british-1899
time: reply in 3 days
moves: e2e4 e7e5
start: 2026-02-28T23:30:00+01:00

# Steps.
white: 2. Kt-KB3\nWith best wishes
black@2: P-Q3
white2: P-Q4
stranger: resign
stranger@black: resign
wait 26h
down 3h
bounce black
umpire: rule --draw --law II.8(a)
expect state await_move
expect candidates g1f3 b1c3
expect letter black ambiguous
expect no letter white
expect text black "it is  your turn"
expect no text white ""B-B4""
expect clock white used 26h
expect result 1/2-1/2 II.8(b)
`

func TestParse(t *testing.T) {
	s, err := Parse("whole.txt", strings.NewReader(whole))
	if err != nil {
		t.Fatal(err)
	}
	agreed := terms.Default()
	agreed.Time = terms.TimeControl{Moves: 1, Per: 72 * time.Hour, Each: true}
	if !reflect.DeepEqual(s.Terms, agreed) {
		t.Errorf("terms are %+v", s.Terms)
	}
	if !s.Start.Equal(time.Date(2026, 2, 28, 22, 30, 0, 0, time.UTC)) {
		t.Errorf("starts at %s", s.Start)
	}
	if got := strings.Join(board.UCI(s.Moves), " "); got != "e2e4 e7e5" {
		t.Errorf("moves are %s", got)
	}
	want := []Deed{
		Letter{Side: board.White, Member: 1, Keyed: true, Text: "2. Kt-KB3\nWith best wishes"},
		Letter{Side: board.Black, Member: 1, Keyed: true, Ply: 2, Text: "P-Q3"},
		Letter{Side: board.White, Member: 2, Keyed: true, Text: "P-Q4"},
		Letter{Member: 1, Foreign: true, Text: "resign"},
		Letter{Side: board.Black, Member: 1, Foreign: true, Keyed: true, Text: "resign"},
		Wait{26 * time.Hour},
		Outage{3 * time.Hour},
		Bounce{board.Black},
		Ruling{[]string{"rule", "--draw", "--law", "II.8(a)"}},
		Expectation{Subject: "state", Want: "await_move"},
		Expectation{Subject: "candidates", Want: "b1c3 g1f3"},
		Expectation{Subject: "letter", Side: board.Black, Want: "ambiguous"},
		Expectation{Subject: "letter", Not: true, Side: board.White},
		Expectation{Subject: "text", Side: board.Black, Want: "it is your turn"},
		Expectation{Subject: "text", Not: true, Side: board.White, Want: `"B-B4"`},
		Expectation{Subject: "clock", Side: board.White, Want: "26h"},
		Expectation{Subject: "result", Want: "1/2-1/2 II.8(b)"},
	}
	if len(s.Steps) != len(want) {
		t.Fatalf("%d steps", len(s.Steps))
	}
	for i, step := range s.Steps {
		if !reflect.DeepEqual(step.Do, want[i]) {
			t.Errorf("line %d: %q is %+v, want %+v", step.Line, step.Text, step.Do, want[i])
		}
	}
	if first := s.Steps[0]; first.Line != 8 || first.Text != `white: 2. Kt-KB3\nWith best wishes` {
		t.Errorf("the first step is %+v", first)
	}
}

// TestParseErrors checks that the error for a file that cannot be read says where the mistake is
// and how to mend it.
func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"colur: lot\n\nwait 1h\n", `x.txt:1: There is no term "colur"; the nearest is "colour".`},
		{"code: staunton-1899\n\nwait 1h\n", `x.txt:1: The term "code" cannot be "staunton-1899"`},
		{"code british-1899\n\nwait 1h\n", `x.txt:1: "code british-1899" is no line of a header`},
		{"code: british-1899\nwhite2: P-K4\n", `x.txt:2: "white2" begins a step: steps come below the header`},
		{"code: british-1899\ncode: british-1899\n\nwait 1h\n", `x.txt:2: "code" is given twice`},
		{"fen: 8/8/8/4k3/8/8/8/4K2R w - - 0 1\nposition: array\n\nwait 1h\n", "x.txt:2: fen and position are the same term"},
		{"fen: 8/8/8/8\n\nwait 1h\n", `x.txt:1: The term "position" is not a position in FEN`},
		{"start: yesterday\n\nwait 1h\n", "x.txt:1: \"yesterday\" is no time: write it as 2026-01-01T00:00Z"},
		{"games: 1\nmoves: e2e4 e2e4\n\nwait 1h\n", `x.txt:2: move 2 of moves, "e2e4", is no legal move`},
		{"code: british-1899\n", "x.txt:2: there are no steps"},
		{"code: british-1899\n\ngreen: P-K4\n", `x.txt:3: "green" is nobody who writes letters`},
		{"code: british-1899\n\nblack@0: P-K4\n", `x.txt:3: "black@0" is nobody who writes letters`},
		{"code: british-1899\n\n\nP-K4\n", `x.txt:4: "P-K4" is no step`},
		{"code: british-1899\n\nwait a day\n", `x.txt:3: "a day" is no time: write it as 90s, 15m, 26h or 3d`},
		{"code: british-1899\n\nwait 0s\n", "x.txt:3: time only goes forward"},
		{"code: british-1899\n\ndown 0h\n", "x.txt:3: time only goes forward"},
		{"code: british-1899\n\nbounce green\n", `x.txt:3: "green" is no side: write bounce white or bounce black`},
		{"code: british-1899\n\numpire:\n", "x.txt:3: umpire: needs the arguments of corrctl"},
		{"code: british-1899\n\numpire: --draw --law II.8(a)\n", "x.txt:3: umpire: needs the arguments of corrctl"},
		{"code: british-1899\n\nexpect mercy\n", `x.txt:3: nobody knows how to expect "mercy"; what can be expected: candidates UCI…`},
		{"code: british-1899\n\nexpect state waiting\n", `"waiting" is not one of await_move`},
		{"code: british-1899\n\nexpect candidates\n", "there is no move; write: expect candidates UCI…"},
		{"code: british-1899\n\nexpect move e9e4\n", `"e9e4" is no move in UCI`},
		{"code: british-1899\n\nexpect move e2e4 e7e5\n", "there must be one move"},
		{"code: british-1899\n\nexpect fen 8/8/8/8/8/8/8/8\n", "that is no FEN of six fields"},
		{"code: british-1899\n\nexpect law\n", "there is no citation"},
		{"code: british-1899\n\nexpect letter black missive\n", `"missive" is not one of adopted`},
		{"code: british-1899\n\nexpect letter umpire move\n", "there must be white or black"},
		{"code: british-1899\n\nexpect no move\n", "only letters, their subjects and text, and laws can be expected not to come"},
		{"code: british-1899\n\nexpect no\n", `nobody knows how to expect "no"`},
		{"code: british-1899\n\nexpect text black your turn\n", "there must be words between quotation marks"},
		{"code: british-1899\n\nexpect text black \" \"\n", "there must be words between quotation marks"},
		{"code: british-1899\n\nexpect no text \"your turn\"\n", "there must be white or black"},
		{"code: british-1899\n\nexpect no letter white missive\n", `"missive" is not one of adopted`},
		{"code: british-1899\n\nexpect running both\n", `"both" is not one of white, black, none`},
		{"code: british-1899\n\nexpect clock white left 3d\n", `there must be "used" and a time`},
		{"code: british-1899\n\nexpect clock white used long\n", `"long" is no time`},
		{"code: british-1899\n\nexpect result white\n", "there must be a score"},
		{"zone: Mars/Olympus\n\nwhite: P-K4\n", `not "Mars/Olympus"`},
		{"code: british-1899\n\nexpect regime any\n", `"any" is not one of any-means, bound`},
	} {
		_, err := Parse("x.txt", strings.NewReader(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
}

// TestParseWithoutHeader checks that a file without a header begins with its first step.
func TestParseWithoutHeader(t *testing.T) {
	for _, text := range []string{"# All by default.\n\nwhite: P-K4\n", "wait 1h\n", "expect to_act white\n", "\nstranger@black: resign\n", "white2@1: P-K4\n", "umpire: rule --draw --law II.8(a)\n"} {
		s, err := Parse("x.txt", strings.NewReader(text))
		if err != nil || len(s.Steps) != 1 || !reflect.DeepEqual(s.Terms, terms.Default()) {
			t.Errorf("%q: %d steps, %v", text, len(s.Steps), err)
		}
	}
}

// TestParseOddsGiver checks that White has the first move when the header does not say who gives
// the odds.
func TestParseOddsGiver(t *testing.T) {
	for odds, want := range map[string]string{
		"knight": "knight given by white", "two moves": "two moves given by black", "pawn and move": "pawn and move given by black",
		"rook by black": "rook given by black", "none": "none",
	} {
		s, err := Parse("x.txt", strings.NewReader("odds: "+odds+"\n\nwait 1h\n"))
		if err != nil || s.Terms.Odds.String() != want {
			t.Errorf("%s: %v, %v", odds, s.Terms.Odds, err)
		}
	}
	if _, err := Parse("x.txt", strings.NewReader("odds: a king\n\nwait 1h\n")); err == nil || !strings.Contains(err.Error(), "must say who gives them") {
		t.Errorf("a king: %v", err)
	}
}

// TestJudgeLetters checks steps that expect a letter, or no letter, of one kind or of any kind.
func TestJudgeLetters(t *testing.T) {
	seen := view{Letters: [2][]string{{"held"}, nil}, Laws: []string{"II.6(d)"}, Subjects: [2][]string{{"Game 1 (corrd): your move 1"}, nil}, Texts: [2][]string{{"It is your\n  turn: Kt-\nKB3.", "Thank you."}, nil}, Running: "black"}
	for text, want := range map[string]bool{
		"letter white": true, "letter white held": true, "letter white move": false, "letter black": false,
		"no letter white": false, "no letter white held": false, "no letter white move": true, "no letter black": true,
		"running black": true, "running none": false,
		`text white "your turn: Kt-KB3"`: true, `text white "Your turn"`: false, `text white "Thank you"`: true, `text white "KB3. Thank"`: false,
		`subject white "your move 1"`: true, `subject white "your move 2"`: false, `no subject white "your move"`: false, `no subject black "your move"`: true,
		"no law II.6": false, "no law II.6(d)": false, "no law II.8": true,
		`no text white "your turn"`: false, `no text white "offence"`: true, `text black "turn"`: false, `no text black "turn"`: true,
	} {
		e, err := parseExpectation(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := e.(Expectation).judge(seen); (got == "") != want {
			t.Errorf("%s: %q", text, got)
		}
	}
}

func TestSpanString(t *testing.T) {
	for _, text := range []string{"0s", "90s", "15m", "26h", "3d"} {
		d, err := umpire.ParseSpan(text)
		if err != nil || spanString(d) != text {
			t.Errorf("%s is %s: %v", text, spanString(d), err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(whole)
	f.Add("fen: 7k/8/8/8/8/8/8/K7 b - - 0 1\nmoves: h8h7\n\nwait 3d\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse("fuzz.txt", strings.NewReader(text))
		if err == nil && len(s.Steps) == 0 {
			t.Error("nothing to play")
		}
		if err != nil && !strings.HasPrefix(err.Error(), "fuzz.txt:") {
			t.Errorf("an error that names no line: %v", err)
		}
	})
}

// TestRulingWords checks that a reason is one argument, as in a shell.
func TestRulingWords(t *testing.T) {
	s, err := Parse("text.txt", strings.NewReader("code: british-1899\n\numpire: rule --draw --law II.8(a) --reason \"both say so\" --preview\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"rule", "--draw", "--law", "II.8(a)", "--reason", "both say so", "--preview"}
	if got := s.Steps[0].Do.(Ruling).Args; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if _, err := Parse("text.txt", strings.NewReader("code: british-1899\n\numpire: rule --reason \"both\n")); err == nil {
		t.Error("an open quotation mark was let pass")
	}
}

// TestQuotationsInRulings checks that a quotation mark of the other kind is a sign of the words
// between quotation marks.
func TestQuotationsInRulings(t *testing.T) {
	for line, want := range map[string][]string{
		`rule --reason "White's clock"`:          {"rule", "--reason", "White's clock"},
		`rule --reason 'the "move" was none'`:    {"rule", "--reason", `the "move" was none`},
		`rule --reason="it's late" --preview`:    {"rule", "--reason=it's late", "--preview"},
		`rule --facts "a 'b' c" --reason 'd e'`:  {"rule", "--facts", "a 'b' c", "--reason", "d e"},
		`rule --reason "Black's" --facts "it's"`: {"rule", "--reason", "Black's", "--facts", "it's"},
	} {
		if got, ok := arguments(line); !ok || !slices.Equal(got, want) {
			t.Errorf("%s: %q", line, got)
		}
	}
	if got, ok := arguments(`rule --reason White's`); ok {
		t.Errorf("an apostrophe outside quotation marks: %q", got)
	}
}

func TestLawIsMetByItsSections(t *testing.T) {
	seen := view{Laws: []string{"II.10.C(d)", "II.1"}, Result: "0-1 II.10.C(d)"}
	for text, want := range map[string]bool{
		"law II.10.C(d)": true, "law II.10.C": true, "law II.1": true, "result 0-1 II.10.C": true, "result 0-1 II.10.C(d)": true,
		"law II.10": true, "result 0-1": true, "result 0-1 II.10": true,
		"law I": false, "law II.11": false, "law II.10.C(a)": false, "result 1-0 II.10.C": false, "result 1-0": false,
	} {
		e, err := parseExpectation(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := e.(Expectation).judge(seen); (got == "") != want {
			t.Errorf("%s: %q", text, got)
		}
	}
}

// TestUnderAnotherCode checks a file played under another code than its header names: terms for
// which the other code has no place are left out, and a term that no code knows is an error.
func TestUnderAnotherCode(t *testing.T) {
	file := "# A title.\ncode: american-1897\ncheck: announced\ntime: none\n\nwhite: P-K4\n"
	if _, err := Parse("a.txt", strings.NewReader(file)); err == nil || !strings.Contains(err.Error(), "American Chess Code") {
		t.Errorf("as the file says: %v", err)
	}
	s, changes, err := Under("british-1899", "a.txt", strings.NewReader(file))
	if err != nil || s.Title != "A title." || s.Terms.Code != "british-1899" || !slices.Equal(changes, []string{"without check announced"}) {
		t.Errorf("%+v %v %v", s.Terms, changes, err)
	}
	_, _, err = Under("british-1899", "a.txt", strings.NewReader("tyme: none\n\nwhite: P-K4\n"))
	if err == nil || !strings.Contains(err.Error(), "no term") {
		t.Errorf("a term of no code: %v", err)
	}
}

// TestLongLinesAreToldShortly checks that the message about a wrong line is short, however long
// the line is.
func TestLongLinesAreToldShortly(t *testing.T) {
	long := strings.Repeat("(", 50_000)
	for _, text := range []string{long, "white: P-K4\n" + long, "white: P-K4\nexpect " + long, "side: " + long, "start: " + long, "wait " + long, "umpire: --" + long} {
		_, err := Parse("long.txt", strings.NewReader(text))
		if err == nil || len(err.Error()) > 1600 {
			t.Errorf("%.20q: more is said than a line holds: %.200v", text, err)
		}
	}
}
