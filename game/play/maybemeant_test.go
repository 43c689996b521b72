package play

import "testing"

// TestMayBeMeant: prose that names a man or a square, or nearly says a statement, may be meant for
// corrd; what people write to each other is not.
func TestMayBeMeant(t *testing.T) {
	for prose, want := range map[string]bool{
		"Thank you, nice game so far!":             false,
		"Dear Bob,\nwhat a lovely morning it is.":  false,
		"We were in Hastings in 1895, if I recall": false,
		"Hello!":                          false,
		"See you next week.":              false,
		"Спасибо за игру":                 false,
		"Happy birthday":                  false,
		"I shall write again on the 27th": false,
		"I like your Bishop":              true,
		"What do you think of Nf3":        true,
		"my Kt looks lost":                true,
		"K4 is weak":                      true,
		"resgin":                          true,
		"I resgin.":                       true,
		"accpet draw":                     true,
		"drwa?":                           true,
		"with drawl":                      true,
		"Hello\nI ofer a draw":            true,
	} {
		if mayBeMeant(prose) != want {
			t.Errorf("%q may be meant: %v", prose, !want)
		}
	}
}
