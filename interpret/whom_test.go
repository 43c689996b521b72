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
	} {
		page := Parse(c.letter)
		if page.Note != c.note {
			t.Errorf("%q: note %q, withheld %q", c.letter, page.Note, page.Withheld)
		}
	}
}
