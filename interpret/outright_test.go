package interpret

import "testing"

// TestHeadMove: a move at the head of a letter of prose, and the words behind it.
func TestHeadMove(t *testing.T) {
	for prose, want := range map[string][2]string{
		"d5, u want a draw?": {"d5", "u want a draw?"}, "e5 lol. school sucks": {"e5", "lol. school sucks"}, "d6, Grüße aus Köln": {"d6", "Grüße aus Köln"},
		"d5. Thank you for the game so far, and take your time.": {"d5", "Thank you for the game so far, and take your time."},
		"Bishop to Bishop 4. Is that allowed?":                   {"Bishop to Bishop 4", "Is that allowed?"},
		"B-KKt5. I would also propose that we wait.":             {"B-KKt5", "I would also propose that we wait."},
		"P-K4\nIs that allowed?":                                 {"P-K4", "Is that allowed?"},
		"e5 was a blunder":                                       {}, "Your d5 surprised me": {}, "I thought of e5, but no": {}, "How are your roses?": {}, "d5 would be a mistake": {}, "a nice game": {}, "P-K4 or P-Q4, who knows": {}, "P-KR3 - the threat.": {}, "P-KR3 when you have castled": {},
	} {
		m, rest, ok := HeadMove(prose)
		if m.Text != want[0] || rest != want[1] || ok != (want[0] != "") {
			t.Errorf("%q: %q %q", prose, m.Text, rest)
		}
	}
}
