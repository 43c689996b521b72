package notation

import "testing"

// TestWeigh: which words are a record, which leave something out, and which say nothing.
func TestWeigh(t *testing.T) {
	for want, texts := range map[Doubt][]string{
		0: {"P-K4", "Kt. to K. B's 3d.", "B-Z9", "R-KR5", "K-K9", "QxQ", "Kt(KB3)xP(K5)", "Castles", "O-O", "0-0-0", "short castle", "R to K", "P takes P",
			"Q. to her Kt's 2d.", "Q to his 4th", "PxQBP ch", "B(Z9)", "P:Q4"},
		Brief: {"K4", "KB3", "QR4!", "PK4", "P K4", "Kt KB3", "xP", "takes KP", "P queens", "Kt mates", "KP one square", "e4", "Nf3", "exd5", "5254", "GESE", "1862.",
			"P/KR3", "Q checks"},
		Vague: {"K x", "B takes", "00", "oo", "D4", "p. 4", "B 4", "R. 2", "Kt at Q 4.", "6-4", "pp. 4-8", "Z9", "to K 4", "K-9", "K", "x", "K. B.", "2", "Kt3-4"},
	} {
		for _, text := range texts {
			if got := Weigh(text); got != want {
				t.Errorf("%q: %d, not %d", text, got, want)
			}
		}
	}
}
