package interpret

import "testing"

func TestRefusals(t *testing.T) {
	for line, want := range map[string]bool{"No.": true, "no, thanks": true, "No, it was not me.": true, "Unsubscribe!": true, "It was not me, sorry": true,
		"STOP": true, "I did not ask for this": true, "not interested": true, "No thank you very much": true,
		"No longer at this address": false, "Thanks": false, "Thank you for your letter": false, "Stop by when you can": false,
		"No problem, I shall answer on Monday": false, "I did not see your letter": false, "Now": false, "": false, "Not me alone": true} {
		if got := refuses(line); got != want {
			t.Errorf("%q refuses: %v", line, got)
		}
	}
}
