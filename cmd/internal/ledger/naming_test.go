package ledger

import "testing"

// TestNameTold: who gives their name in a sentence is understood, and who says something else of
// themselves is not.
func TestNameTold(t *testing.T) {
	for prose, want := range map[string]string{
		"hello! can i sign up please? I'm Margaret Hill": "Margaret Hill",
		"My name is Nell Hart":                           "Nell Hart",
		"Bonjour, I call me Pierre Dupont.":              "Pierre Dupont",
		"I am Ann Lee. I would like to play.":            "Ann Lee",
		"I am new here":                                  "",
		"This is lovely, I am Dr. J. van der Berg!":      "Dr. J. van der Berg",
		"Hi, I'd like to play":                           "",
	} {
		if got := NameTold(prose); got != want {
			t.Errorf("%q: %q, want %q", prose, got, want)
		}
	}
}
