package clerk

import (
	"slices"
	"testing"
)

// TestAddressesIn: the example of a challenge names the address that its writer wrote, if it is
// one.
func TestAddressesIn(t *testing.T) {
	for prose, want := range map[string][]string{
		"I want to play against yan@example.net.":        {"yan@example.net"},
		"Hello!\nCould I play (tom.b@example.org), pls?": {"tom.b@example.org"},
		"I want to play against Yan":                     nil,
		"me @ home, a@b@c":                               nil,
		"":                                               nil,
	} {
		if got := addressesIn(prose); !slices.Equal(got, want) {
			t.Errorf("%q names %q, want %q", prose, got, want)
		}
	}
}
