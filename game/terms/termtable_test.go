package terms

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"corrd/game/board"
	"corrd/interpret"
	"corrd/interpret/notation"
	"corrd/templates/texts"
)

// kept reports whether a term of carriage has a value, in a game that goes by e-mail.
func kept(key, value string) func(Terms) bool {
	return func(t Terms) bool { return t.Medium == "email" && t.Carriers().Value(key) == value }
}

// published reports whether the public sees a game so many moves behind, or never.
func published(t Terms, delay int, shown bool) bool {
	behind, ok := t.Published()
	return behind == delay && ok == shown
}

// termCases are the values of every term that a challenge can have: those that
// are played, with what they set, and those that are refused, with words of the
// refusal.
var termCases = map[string][]struct {
	value string
	want  func(Terms) bool // nil: refused
	says  string
}{
	"code": {
		{"british-1899", func(t Terms) bool { return t.Code == "british-1899" }, ""},
		{"American-1897", func(t Terms) bool { return t.Code == "american-1897" }, ""},
		{"staunton-1871", func(t Terms) bool { return t.Code == "staunton-1871" }, ""},
		{"london-club", func(t Terms) bool { return t.Code == "london-club" }, ""},
		{"blackburne-1888", nil, "one of: british-1899, american-1897, staunton-1871, london-club"},
	},
	"annex": {
		{"staunton-1871", func(t Terms) bool { return t.Annex == "staunton-1871" }, ""},
		{"British-1899", func(t Terms) bool { return t.Annex == "british-1899" }, ""},
		{"none", same, ""},
		{"london-club", nil, "one of: staunton-1871, british-1899"},
	},
	"time": {
		{"10 moves in 30 days", func(t Terms) bool { return t.Time.Moves == 10 && t.Time.Per == 30*day && !t.Time.Each }, ""},
		{"reply in 3 days", func(t Terms) bool { return t.Time.Each && t.Time.Per == 3*day }, ""},
		{"none", func(t Terms) bool { return reflect.DeepEqual(t.Time, TimeControl{}) }, ""},
		{"20 moves in 1 hour, then 15 an hour, until 18:00", func(t Terms) bool { return t.Time.Moves == 20 && t.Time != TimeControl{} }, ""},
		{"soon", nil, "write, for instance"},
	},
	"notation": {
		{"descriptive", func(t Terms) bool { return notations(t) == notation.Descriptive }, ""},
		{"algebraic, descriptive", func(t Terms) bool { return notations(t) == notation.Descriptive|notation.Algebraic }, ""},
		{"numeric", func(t Terms) bool { return notations(t) == notation.Numeric }, ""},
		{"gringmuth and uedemann", func(t Terms) bool { return notations(t) == notation.Gringmuth|notation.Uedemann }, ""},
		{"german", func(t Terms) bool { return notations(t) == notation.German }, ""},
		{"rutherford", nil, "does not yet"},
	},
	"errors": {
		{"law", func(t Terms) bool { return t.Errors == ErrorsLaw }, ""},
		{"courteous-first", func(t Terms) bool { return t.Errors == CourteousFirst }, ""},
		{"courteous", func(t Terms) bool { return t.Errors == Courteous }, ""},
	},
	"assistance": {
		{"law", func(t Terms) bool { return t.Assistance == PerCode }, ""},
		{"any means", func(t Terms) bool { return t.Assistance == AnyMeans }, ""},
		{"bound", func(t Terms) bool { return t.Assistance == Bound }, ""},
	},
	"late": {
		{"forfeit", same, ""},
		{"fine", func(t Terms) bool { return t.Late == LateFine }, ""},
		{"umpire", func(t Terms) bool { return t.Late == LateUmpire }, ""},
		{"loss", nil, "one of: forfeit, fine, umpire"},
	},
	"publish": {
		{"finished", func(t Terms) bool { return published(t, 0, true) }, ""},
		{"delay 3", func(t Terms) bool { return published(t, 3, true) }, ""},
		{"Delay 010 moves", func(t Terms) bool { return published(t, 10, true) && t.Publish == "delay 10" }, ""},
		{"never", func(t Terms) bool { return published(t, 0, false) }, ""},
		{"delay 0", nil, "one of: finished, delay 3, never"},
		{"always", nil, "one of: finished, delay 3, never"},
	},
	"observers": {
		{"no", same, ""},
		{"Yes", func(t Terms) bool { return t.Observers == "yes" }, ""},
		{"perhaps", nil, "one of: no, yes"},
	},
	"check": {
		{"law", same, ""},
		{"announced", func(t Terms) bool { return t.Check == Announced }, ""},
		{"not announced", func(t Terms) bool { return t.Check == Unannounced }, ""},
		{"aloud", nil, "one of: law, announced, unannounced"},
	},
	"first move": {
		{"law", func(t Terms) bool { return t.First == PerCode }, ""},
		{"white", func(t Terms) bool { return t.First == "white" }, ""},
		{"black", func(t Terms) bool { return t.First == "black" }, ""},
		{"lot", nil, "one of: law, white, black"},
	},
	"leave": {
		{"30 days a year", func(t Terms) bool { return t.Leave == "30 days a year" }, ""},
		{"1 day per year", func(t Terms) bool { return t.Leave == "1 day a year" }, ""},
		{"none", func(t Terms) bool { return t.LeaveDays() == 0 }, ""},
	},
	"conditionals": {
		{"shown", func(t Terms) bool { return !t.Sealed() }, ""},
		{"sealed", func(t Terms) bool { return t.Sealed() }, ""},
	},
	"medium": {
		{"email", same, ""},
		{"Post", func(t Terms) bool { return t.Medium == "post" && !t.Carriers().Carrier().AtOnce() }, ""},
		{"telegraph", func(t Terms) bool { return t.Medium == "telegraph" && t.LeaveDays() == 0 }, ""},
		{"pigeon", nil, "one of: email, post, telegraph"},
	},
	"post.collections":     {{"10:30", kept("post.collections", "10:30"), ""}, {"09:00 17:00", same, ""}, {"noon", nil, "times of the day"}},
	"post.deliveries":      {{"08:00 16:00", kept("post.deliveries", "08:00 16:00"), ""}, {"", nil, "times of the day"}},
	"post.transit":         {{"1d..4d", kept("post.transit", "1d..4d"), ""}, {"2d", same, ""}, {"4d..1d", nil, "a range of times"}},
	"post.closed":          {{"none", kept("post.closed", "none"), ""}, {"Sundays 2026-12-25", kept("post.closed", "Sundays 2026-12-25"), ""}, {"someday", nil, "weekdays and dates"}},
	"post.loss":            {{"0.1", kept("post.loss", "0.1"), ""}, {"2", nil, "from 0 to 1"}},
	"post.grace":           {{"7d", kept("post.grace", "7d"), ""}, {"long", nil, "a time such as"}},
	"excess":               {{"double 20", kept("excess", "double 20"), ""}, {"none", same, ""}, {"triple", nil, "double 20"}},
	"telegraph.hours":      {{"09:00-18:00", kept("telegraph.hours", "09:00-18:00"), ""}, {"18:00-09:00", nil, "a later hour to close"}},
	"telegraph.transit":    {{"1h", kept("telegraph.transit", "1h"), ""}, {"soon", nil, "a time such as"}},
	"telegraph.tariff":     {{"foreign", kept("telegraph.tariff", "foreign"), ""}, {"air", nil, "inland or foreign"}},
	"telegraph.mutilation": {{"0.2", kept("telegraph.mutilation", "0.2"), ""}, {"-1", nil, "from 0 to 1"}},
	"seed":                 {{"7", kept("seed", "7"), ""}, {"0", nil, "from 1 on"}},
	"odds": {
		{"none", func(t Terms) bool { return t.Odds == Odds{} }, ""},
		{"pawn and two moves given by the challenger", func(t Terms) bool { return t.Odds.Giver == givenByChallenger }, ""},
		{"pawn and two moves", nil, "who gives them"},
		{"pawn and two given by challenger", func(t Terms) bool { return t.Odds.Grant().Moves == 2 }, ""},
		{"mate on e5 given by opponent", func(t Terms) bool { return t.Odds.Grant().Mate != nil }, ""},
		{"queen's knight given by white", func(t Terms) bool { return t.Odds.Grant().Gives[0].Wing == board.QueensWing }, ""},
		{"king's rook, with castling, given by black", func(t Terms) bool { return t.Odds.Grant().Castles }, ""},
		{"rook given by black (with castling)", func(t Terms) bool { return t.Odds.String() == "rook with castling given by black" }, ""},
		{"king given by white", nil, "one of: bishop"},
		{"knight with castling given by white", nil, "one of: bishop"},
	},
	"colour": {
		{"lot", func(t Terms) bool { return t.Colour == "lot" }, ""},
		{"white", func(t Terms) bool { return t.Colour == "white" }, ""},
		{"black", func(t Terms) bool { return t.Colour == "black" }, ""},
	},
	"games": {
		{"2", func(t Terms) bool { return t.Games == 2 }, ""},
		{"21", nil, "from 1 to 20"},
	},
	"side": {{"carol@example.org", nil, "by their addresses"}},
	"board": {
		{"diagram", func(t Terms) bool { return !t.Blindfold() }, ""},
		{"blindfold", func(t Terms) bool { return t.Blindfold() }, ""},
	},
	"position": {
		{"array", func(t Terms) bool { return t.Position == "" }, ""},
		{"4k3/8/8/8/8/8/8/N3K3 b - - 0 8", func(t Terms) bool { return strings.HasSuffix(t.Position, " 8") }, ""},
		{"4k3/8/8/8/8/8/8/N7 b - - 0 8", nil, "one King on each side"},
	},
	"umpire": {
		{"server", same, ""},
		{"umpire@example.org", func(t Terms) bool { return t.Umpire == "umpire@example.org" }, ""},
		{"Mr Staunton", nil, "whoever keeps this server"},
		{"grüber@example.org", nil, "whoever keeps this server"},
		{"umpire@bücher.example", nil, "whoever keeps this server"},
		{"umpire\x01@example.org", nil, "whoever keeps this server"},
		{"the..umpire@example.org", nil, "whoever keeps this server"},
		{"umpire.@example.org", nil, "whoever keeps this server"},
		{"umpire@example..org", nil, "whoever keeps this server"},
		{"umpire@example.org.", nil, "whoever keeps this server"},
		{`the\umpire@example.org`, nil, "whoever keeps this server"},
		{"the[umpire]@example.org", nil, "whoever keeps this server"},
		{strings.Repeat("a", 320) + "@example.org", nil, "whoever keeps this server"},
	},
}

func same(t Terms) bool { return reflect.DeepEqual(t, Default()) }

func notations(t Terms) (all notation.Set) {
	for _, name := range t.Notation {
		n, _ := notation.Parse(name)
		all |= n
	}
	return all
}

// Each value of each term is played whole, and reads back as it is printed, or is
// refused in words and changes nothing.
func TestTermTable(t *testing.T) {
	for key, cases := range termCases {
		for _, c := range cases {
			terms, refusal := Parse([]interpret.Term{{Key: key, Value: c.value}}, Default())
			switch {
			case c.want == nil && (!strings.Contains(texts.Because(refusal), c.says) || !same(terms)):
				t.Errorf("%s %s: %q does not say %q, or something is applied", key, c.value, refusal, c.says)
			case c.want != nil && (refusal != "" || !c.want(terms)):
				t.Errorf("%s %s: %q, %+v", key, c.value, refusal, terms)
			}
		}
	}
	var keys []string
	for _, known := range table {
		keys = append(keys, known.key)
	}
	keys = slices.AppendSeq(keys, maps.Keys(otherTerms))
	for _, key := range keys {
		if len(termCases[key]) == 0 {
			t.Errorf("no case of the term %q", key)
		}
	}
	if len(keys) != len(termCases) {
		t.Errorf("%d terms, cases of %d", len(keys), len(termCases))
	}
}

// TestEveryTermIsReadFromText: the reader of letters has each key of the table, so that a term
// may follow another without a comma and stand on a line of its own.
func TestEveryTermIsReadFromText(t *testing.T) {
	for _, known := range table {
		written := interpret.ParseTerms("assistance any means " + known.key + " x")
		if len(written) != 2 || written[1] != (interpret.Term{Key: known.key, Value: "x"}) {
			t.Errorf("%q is read as %+v; interpret/contract.go lists the keys", known.key, written)
		}
	}
}
