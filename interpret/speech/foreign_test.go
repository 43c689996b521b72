package speech

import "testing"

// TestAloof: a sentence about something else is told from one that takes back what stands beside
// it.
func TestAloof(t *testing.T) {
	for _, line := range [...]string{
		"If the snow holds we shall go skiing.", "Perhaps you will visit in spring.", "Maybe the summer will be kinder.",
		"I dreamt of your garden.", "When the train was late I read your letter twice.", "Did you get the jam?",
		"I didn't see your knight coming at all.", "It may rain later.", "My sister arrives tomorrow with the twins.",
		"The children are back at school until July.", "Have you read the new Rankin?",
	} {
		if !Aloof(Of(line)) {
			t.Errorf("%q is about what stands beside it", line)
		}
	}
	for _, line := range [...]string{
		"If you agree.", "Perhaps tomorrow.", "Maybe I shall think about it.", "I dreamt it.", "When hell freezes over.",
		"Did I scare you?", "My cat typed that.", "If my wife agrees.", "I take that back.", "You should see your face!",
		"Only if you bring the cake.", "Unless the umpire decides.", "I was joking about the tournament.", "If you win the tournament.",
	} {
		if Aloof(Of(line)) {
			t.Errorf("%q is about something else", line)
		}
	}
}
