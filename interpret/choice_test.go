package interpret

import "testing"

// TestPicks: what answers to a list name of it, and that letters which are longer in lower case
// than in upper are only letters.
func TestPicks(t *testing.T) {
	for text, want := range map[string]int{
		"1": 1, "2.": 2, "(2) please": 2, "the first one, Please": 1, "Kt-QB3, I mean the second": 2, "number three, thanks": 3,
		"": 0, "please": 0, "a third time": 0, "Kt-QB3": 0, "ȺȺȺȺȺȺȺȺȺȺ please": 0, "İyi günler, çok teşekkürler İİİİİİ Please": 0,
	} {
		if got := Picks(text); got != want {
			t.Errorf("%q names %d of a list, not %d", text, got, want)
		}
	}
}
