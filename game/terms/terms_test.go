package terms

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"corrd/game/board"
	"corrd/interpret"
	"corrd/templates/texts"
)

// written reads "key: value" lines into terms.
func written(text string) []interpret.Term {
	var all []interpret.Term
	for line := range strings.Lines(text) {
		if key, value, ok := strings.Cut(strings.TrimSpace(line), ":"); ok {
			all = append(all, interpret.Term{Key: strings.TrimSpace(key), Value: strings.TrimSpace(value)})
		}
	}
	return all
}

func TestTermsReadBack(t *testing.T) {
	for _, text := range []string{
		"",
		"code: american-1897\ntime: reply in 3 days\nerrors: courteous",
		"time: none\nnotation: algebraic, descriptive\ngames: 2\ncolour: black",
		"time: 20 moves in 36 hours\nposition: 4k3/8/8/8/8/8/8/N3K3 b - - 0 8\nleave: none",
		"time: 20 moves in 1 hour, then 15 an hour, until 18:00",
		"late: fine\ncheck: announced\nannex: british-1899\nodds: king's rook with castling given by white",
		"time: 1 move a day\nfirst move: black\nassistance: bound\nleave: 14 days",
	} {
		terms, refusal := Parse(written(strings.Replace(text, "a day", "per day", 1)), Default())
		if refusal != "" {
			t.Errorf("%q: %s", text, refusal)
			continue
		}
		var again []interpret.Term
		for _, line := range terms.Lines() {
			again = append(again, cutTerm(t, line))
		}
		if back, refusal := Parse(again, Default()); refusal != "" || !reflect.DeepEqual(back, terms) {
			t.Errorf("%q: %s\n%+v\n%+v", text, refusal, terms, back)
		}
	}
}

// cutTerm parts a printed term into its key and its value.
func cutTerm(t *testing.T, line string) interpret.Term {
	t.Helper()
	for _, known := range table {
		if value, ok := strings.CutPrefix(line, known.key+" "); ok {
			return interpret.Term{Key: known.key, Value: value}
		}
	}
	t.Fatalf("no term: %q", line)
	return interpret.Term{}
}

func TestTermsRefused(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{"tyme: none", `nearest is "time"`},
		{"white:", `There is no term "white"; write "colour white".`},
		{"i: would like to be black please", `There is no term "i would like to be black please"; write "colour black".`},
		{"you: have White", `There is no term "you have White"; write "colour black".`},
		{"he: is black", `There is no term "he is black"; write "colour white".`},
		{"american-1897:", `write "code american-1897"`},
		{"algebraic:", `write "notation algebraic"`},
		{"telegraph: please", `write "medium telegraph"`},
		{"blindfold:", `write "board blindfold"`},
		{"good: luck", "There is no term \"good\". These are the terms: code, annex, time, "},
		{"colur: white", `nearest is "colour"`},
		{"code: fide", "one of: british-1899"},
		{"time: 20 moves in 1 hour, then 15 an hour, until 25:00", "until 18:00"},
		{"time: 20 moves in 1 hour, then 0 an hour", "until 18:00"},
		{"time: then 15 an hour", "until 18:00"},
		{"time: 20 moves in 2 days, until 18:00", "for each hour"},
		{"time: reply in 3 hours, until 18:00", "until 18:00"},
		{"time: soon", "10 moves in 30 days"},
		{"time: 0 moves in 3 days", "10 moves in 30 days"},
		{"time: reply in 0 days", "10 moves in 30 days"},
		{"time: reply in 99999 weeks", "10 moves in 30 days"},
		{"notation: morse", "one of: descriptive"},
		{"notation: rutherford", "does not yet"},
		{"notation:", "one of: descriptive"},
		{"errors: none", "one of: law"},
		{"late: fine\ntime: 20 moves in 1 hour, until 18:00", "must be \"forfeit\""},
		{"medium: telegraph\nleave: 30 days", "no leave in a game by telegraph"},
		{"medium: post\npost.transit: -1d", "a time such as 2d"},
		{"medium: pigeon", "one of: email"},
		{"odds: knight", "must say who gives them"},
		{"odds: duke given by white", "one of: bishop, draws count"},
		{"odds: mate on j9 given by white", "no square"},
		{"odds: two moves by white\nfirst move: black", "the receiver begins"},
		{"conditionals: secret", "one of: shown, sealed"},
		{"board: picture", "one of: diagram, blindfold"},
		{"board: blindfold\nposition: 4k3/8/8/8/8/8/8/N3K3 b - - 0 8", "would send a position"},
		{"position: 4k3/8/8/8/8/8/8/N3K3 b - - 0 8\nfirst move: white", "black's turn"},
		{"games: 0", "a number from 1 to"},
		{"games: 21", "a number from 1 to"},
		{"games: 2\nodds: knight given by white", "the challenger or the opponent"},
		{"odds: knight given by white\ngames: 2", "the challenger or the opponent"},
		{"games: many", "a number from 1 to"},
		{"time: reply in 3 days\ntime: none", "keep one"},
		{"colour: white\ncolor: black", `"colour" is written twice, as "white" and as "black"`},
		{"leave: forever", "one of: 30 days"},
		{"position: nonsense", "not a position"},
		{"position: 8/8/8/8/8/8/8/K7 w - - 0 1", "one King on each side"},
		{"position: k7/Q7/8/8/8/8/8/K7 w - - 0 1", "could be taken"},
	} {
		terms, refusal := Parse(written("assistance: bound\n"+c.text), Default())
		if says := texts.Because(refusal); !strings.Contains(says, c.says) {
			t.Errorf("%s: %q does not say %q", c.text, says, c.says)
		}
		if !reflect.DeepEqual(terms, Default()) {
			t.Errorf("%s: half applied: %+v", c.text, terms)
		}
	}
}

func TestTimeTerms(t *testing.T) {
	for text, want := range map[string]TimeControl{
		"10 moves in 30 days":                              {Moves: 10, Per: 30 * day},
		"reply in 36h":                                     {Moves: 1, Per: 36 * time.Hour, Each: true},
		"reply within 3d":                                  {Moves: 1, Per: 3 * day, Each: true},
		"reply in 1439 minutes":                            {Moves: 1, Per: 1439 * time.Minute, Each: true},
		"20 moves in 5400 seconds":                         {Moves: 20, Per: 90 * time.Minute},
		"20 moves in 60 m, until 18:00":                    {Moves: 20, Per: time.Hour, Until: "18:00"},
		"1 move in 2 weeks":                                {Moves: 1, Per: 14 * day},
		"20 moves per day":                                 {Moves: 20, Per: day},
		"Reply within 36 hours":                            {Moves: 1, Per: 36 * time.Hour, Each: true},
		"none":                                             {},
		"30 moves in 2 hours, then 15 an hour":             {Moves: 30, Per: 2 * time.Hour, Then: 15, ThenPer: time.Hour},
		"20 moves an hour, until 9.30":                     {Moves: 20, Per: time.Hour, Until: "09:30"},
		"20 moves in 1 hour, then 15 an hour, until 18:00": {Moves: 20, Per: time.Hour, Then: 15, ThenPer: time.Hour, Until: "18:00"},
	} {
		terms, refusal := Parse([]interpret.Term{{Key: "Time", Value: text}}, Default())
		if refusal != "" || terms.Time != want {
			t.Errorf("%s: %+v %s", text, terms.Time, refusal)
		}
	}
}

// TestAgain: the terms of a game played again are the same, with the colours changed; the giver of
// odds gives them again, and the square of a mate stays where the giver named it.
func TestAgain(t *testing.T) {
	for _, c := range []struct {
		written string
		side    board.Side
		want    []string
	}{
		{"time reply in 3 days", board.White, []string{"colour black", "time reply in 3 days"}},
		{"colour black, odds knight given by white", board.White, []string{"colour black", "odds knight given by challenger"}},
		{"odds knight given by white", board.Black, []string{"colour white", "odds knight given by opponent"}},
		{"odds pawn and two given by challenger, games 2, medium post", board.Black, []string{"colour white", "odds pawn and two given by challenger", "games 2", "medium post"}},
		{"odds mate on h8 given by white", board.White, []string{"colour black", "odds mate on h1 given by challenger"}},
		{"odds knight given by white, position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1", board.Black, []string{"colour black", "odds knight given by white"}},
	} {
		before, refusal := Parse(interpret.ParseTerms(c.written), Default())
		if refusal != "" {
			t.Fatal(refusal)
		}
		before.Odds = before.Odds.Seated(c.side) // as the game that begins has them
		lines := map[string]bool{}
		for _, line := range before.Again(c.side).Lines() {
			lines[line] = true
		}
		for _, want := range c.want {
			if !lines[want] {
				t.Errorf("%s: %v has no %q", c.written, lines, want)
			}
		}
	}
}
