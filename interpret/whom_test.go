package interpret

import "testing"

// TestForWhom: prose that says that it is not for the other side is no note, and what does not say
// so is one.
func TestForWhom(t *testing.T) {
	for _, c := range []struct{ letter, note string }{
		{"Kt-KB3\n\nPlease do not show this to my opponent: I was ill last week.", ""},
		{"Kt-KB3\nThe cat is ill.\n\nPlease don’t tell my opponent.", ""},
		{"Kt-KB3\n(private: I hope he falls for the Noah's Ark trap)", ""},
		{"Kt-KB3\n\nNote to the organisers: my opponent is very slow.", ""},
		{"Kt-KB3\nPS for corrd only: is there a way to see my rating?", ""},
		{"Kt-KB3\nNote to self: buy milk", ""},
		{"Kt-KB3\n\nFor the umpire's eyes only. He has a book.\n\nLove to Jean", "Love to Jean"},
		{"Kt-KB3\n\nDear corrd, please remind me of the deadline", ""},
		{"I answer to the umpire: I never cheat", ""},
		{"Dear umpire,\n\nHe used a computer.\n\nHe did, I say.\n\nKt-KB3\n\nLove to Jean", "Love to Jean"},
		{"Dear corrd,\n\nKt-KB3\n\nIt rained all day.", "Dear corrd,\n\nIt rained all day."},
		{"Dear corrd,\nKt-KB3\nIt rained all day.", "Dear corrd,\nIt rained all day."},
		{"Kt-KB3\n\nI shall tell the umpire that you are slow.", "I shall tell the umpire that you are slow."},
		{"Kt-KB3\n\nPrivate lessons are dear.", "Private lessons are dear."},
		{"Kt-KB3\n\nI do not tell the secretary my age.", "I do not tell the secretary my age."},
		{"Kt-KB3\n(private) I have no idea what I am doing", ""},
		{"Kt-KB3\nPrivately, I think he is a fool.", ""},
		{"Kt-KB3\n[private] he is slow", ""},
		{"Kt-KB3\nbetween us, umpire: he is slow", ""},
		{"Kt-KB3\nJust between us: he cheats", ""},
		{"Kt-KB3\nUmpire only: he cheats", ""},
		{"Kt-KB3\n@umpire he is slow", ""},
		{"Kt-KB3\nOff the record, I mean to attack", ""},
		{"Kt-KB3\nTop secret! I mean to attack", ""},
		{"Kt-KB3\nDon't tell Bob, but I mean to attack", ""},
		{"Kt-KB3\nBob must not know that I am ill", ""},
		{"Kt-KB3\nKeep this between us. I am ill.", ""},
		{"Kt-KB3\nNo one else needs to know that I am ill.", ""},
		{"Kt-KB3\nMy own notes: he always castles", ""},
		{"Hello umpire, he is slow.", ""},
		{"Kt-KB3\nBetween us: you play well!", "Between us: you play well!"},
		{"Kt-KB3\nBetween us there are ten years.", "Between us there are ten years."},
		{"Kt-KB3\nThe secret of a good pie is butter.", "The secret of a good pie is butter."},
		{"Kt-KB3\nPrivate Jones sends his regards.", "Private Jones sends his regards."},
		{"Kt-KB3\nDon't tell your wife, but this is fun", "Don't tell your wife, but this is fun"},
	} {
		page := Parse(c.letter)
		if page.Note != c.note {
			t.Errorf("%q: note %q, withheld %q", c.letter, page.Note, page.Withheld)
		}
	}
}

// TestSecretSeries: conditional moves that their writer calls secret are hidden as "if sealed"
// hides them, and no others are.
func TestSecretSeries(t *testing.T) {
	for _, c := range []struct {
		letter string
		sealed bool
	}{
		{"If P-K4, Kt-KB3", false},
		{"If P-K4, Kt-KB3\nThank you for the private lesson.", false},
		{"If P-K4, Kt-KB3\nPrivate: I am ill.", false},
		{"if sealed P-K4, Kt-KB3", true},
		{"secret: if P-K4, Kt-KB3", true},
		{"(private) if P-K4, Kt-KB3", true},
		{"For corrd only:\nif P-K4, Kt-KB3", true},
		{"Keep this secret: if P-K4, Kt-KB3", true},
		{"If P-K4, Kt-KB3 (secret)", true},
		{"If P-K4, Kt-KB3. Don't tell Bob!", true},
		{"If P-K4, Kt-KB3\n(this is secret)", true},
		{"If P-K4, Kt-KB3\nPlease don't tell Bob", true},
		{"P-K4; if P-K4, Kt-KB3, but do not tell him", true},
		{"P-K4\nSecret conditional: if P-K4, Kt-KB3", true},
		{"P-K4\nif P-K4, Kt-KB3\n\nDo not show this to my opponent.", true},
	} {
		series := 0
		for _, s := range Parse(c.letter).Statements {
			if s.Kind != KindConditional {
				continue
			}
			if series++; s.Series == nil || s.Sealed != c.sealed {
				t.Errorf("%q: %q, sealed %t", c.letter, s.Text, s.Sealed)
			}
		}
		if series != 1 {
			t.Errorf("%q has %d series", c.letter, series)
		}
	}
}
