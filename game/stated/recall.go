package stated

import (
	"strings"

	"corrd/interpret"
)

// What a withdrawal names to be taken back.
const (
	Sent    = "sent"    // what was communicated last
	Request = "request" // a request, or a proposal, to which the other side has not agreed
	Offer   = "offer"   // an offer of a draw
	Series  = "series"  // conditional moves
	Protest = "protest"
	Latest  = "cancel" // whatever waits
)

// Recalls returns what a withdrawal names: by its first noun, or by its verb if it has none.
func Recalls(s interpret.Statement) string {
	found := Sent
	for w := range strings.FieldsSeq(interpret.PlainWords(s.Text)) {
		switch named, known := recalled[w]; {
		case known && named != Latest:
			return named
		case known:
			found = Latest
		}
	}
	return found
}

// recalled are the words by which somebody names what they take back.
var recalled = func() map[string]string {
	all := map[string]string{}
	for _, named := range [...]string{Sent, Request, Offer, Series, Protest, Latest} {
		for w := range interpret.Recalled(named) {
			all[w] = named
		}
	}
	return all
}()
