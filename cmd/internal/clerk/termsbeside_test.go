package clerk

import (
	"fmt"
	"strings"
	"testing"

	"corrd/game/board"
)

// TestTermsBesideWords: consent to other terms, or its refusal, is read beside a move and beside
// words that are passed on, where it speaks of the terms; chat beside a move agrees to nothing.
func TestTermsBesideWords(t *testing.T) {
	for words, want := range sampled(map[string]string{
		"Of course he may have six days, I agree to that. And here is my move:\n\nCastles": "6 days, e1g1",
		"Six days is fine. Kt-QB3.":                                              "6 days, b1c3",
		"P-Q3. Six days suits me.":                                               "6 days, d2d3",
		"P-Q3\nNo objection to the change.":                                      "6 days, d2d3",
		"Let's keep the five days. Kt-QB3.":                                      "5 days, b1c3",
		"P-Q3\nI'd rather stick with the terms we have.":                         "5 days, d2d3",
		"P-Q3. No to the six days, sorry.":                                       "5 days, d2d3",
		"I agree to six days. Please tell Bob to enjoy his holiday.":             "6 days, f8c5",
		"Fine by me. Tell Bob I hope he gets better.":                            "6 days, f8c5",
		"I'd rather stay at five days. Please tell Bob I am sorry.":              "5 days, f8c5",
		"Six days is agreed.":                                                    "6 days, f8c5",
		"No, I would rather keep to five days. We shall never finish otherwise.": "5 days, f8c5",
		"I refuse. If you had asked in May I might have said yes.":               "5 days, f8c5",
		"I've had a bad day at the office. P-Q3":                                 "open, d2d3",
		"I agree with you about the weather, it is awful. P-Q3":                  "open, d2d3",
		"My time is short, so I keep to short letters. P-Q3":                     "open, d2d3",
		"Sorry I took five days over this. P-Q3":                                 "open, d2d3",
		"Let me think about the six days. P-Q3":                                  "open, d2d3",
		"Four days is fine. P-Q3":                                                "open, d2d3",
		"Six days is plenty for me.":                                             "open, f8c5",
		"I agree. Otherwise I would lose on time. Or no, wait.":                  "open, f8c5",
	}, 3) {
		b := tableOf(t, "colour white, time reply in 5 days")
		for i, said := range append(strings.Fields("W:P-K4 B:P-K4 W:Kt-KB3 B:Kt-QB3 W:B-B4 B:B-B4"), "B:propose time reply in 6 days", "W:"+words) {
			side := board.White
			if strings.HasPrefix(said, "B:") {
				side = board.Black
			}
			b.sendAll()
			b.answer(side, fmt.Sprint("terms", i), b.newestTo(owner(side)), said[2:])
		}
		s := b.game()
		got := "5 days"
		switch {
		case s.Proposal != nil:
			got = "open"
		case strings.Contains(strings.Join(s.Terms.Lines(), ""), "6 days"):
			got = "6 days"
		}
		if got += fmt.Sprint(", ", s.Line[len(s.Line)-1].Move); got != want {
			t.Errorf("%q: %s, want %s (%s)", words, got, want, b.newest().Verdict)
		}
	}
}
