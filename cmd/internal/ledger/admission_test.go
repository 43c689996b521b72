package ledger

import (
	"strings"
	"testing"
	"time"

	"corrd/store"
)

// named gives the names of the registrations that a line of the secretary names.
func named(called string) string {
	all := []store.Registration{{ID: 1, Name: "Ann Lee", Address: "ann@example.org"}, {ID: 2, Name: "Bob Fox", Address: "bob@example.org"},
		{ID: 3, Name: "Hay, Cal", Address: "cal@example.org"}, {ID: 4, Name: "Jack and Jill", Address: "jj@example.org"}}
	var names []string
	for _, r := range ApplicantsNamed(all, all[:2], called) {
		names = append(names, r.Name)
	}
	return strings.Join(names, "; ")
}

func TestApplicantsNamed(t *testing.T) {
	for called, want := range map[string]string{
		"Ann Lee": "Ann Lee", "ann lee and Bob  Fox, please": "Ann Lee; Bob Fox", "Ann Lee please, and BOB@example.org. Thanks!": "Ann Lee; Bob Fox",
		"Hay, Cal": "Hay, Cal", "Ann Lee, Hay, Cal, Bob Fox": "Ann Lee; Hay, Cal; Bob Fox", "Bob Fox & Hay, Cal": "Bob Fox; Hay, Cal",
		"Jack and Jill and Ann Lee": "Jack and Jill; Ann Lee", "Ann Lee AND Bob Fox": "Ann Lee; Bob Fox", "all": "Ann Lee; Bob Fox",
		"Ann Lee and Dora Kay": "", "Dora Kay": "", "": "", ",": "", "and": "", "Ann": "",
	} {
		if got := named(called); got != want {
			t.Errorf("%q names %q, want %q", called, got, want)
		}
	}
}

// TestApplicantsInALongLine: a line with one name that is nobody's is read in a moment, however
// long it is, because the store waits meanwhile.
func TestApplicantsInALongLine(t *testing.T) {
	begun := time.Now()
	for _, list := range []string{"Ann Lee, Bob Fox and Jack and Jill & ", "Ann Lee, Bob Fox and ", "Ann Lee and Bob Fox & "} {
		if got := named(strings.Repeat(list, 1000) + "Dora Kay"); got != "" {
			t.Errorf("names %q", got)
		}
	}
	if took := time.Since(begun); took > 5*time.Second {
		t.Errorf("took %v", took)
	}
}
