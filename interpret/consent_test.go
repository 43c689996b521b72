package interpret

import "testing"

// TestReplyByWithdraw: who answers the request to take a move back with "withdraw it" consents, and
// who says so of themselves asks for their own, in whatever letters.
func TestReplyByWithdraw(t *testing.T) {
	for text, want := range map[string]Answer{
		"withdraw it": Yes, "You may withdraw it": Yes, "It is fine, withdraw it": Yes,
		"I withdraw it": Unclear, "i withdraw it": Unclear, "we withdraw it": Unclear, "withdraw request": Unclear,
	} {
		if got := Parse(text).Reply(OfWithdrawal); got != want {
			t.Errorf("%q answers the request with %d, not %d", text, got, want)
		}
	}
}
