package clerk

import (
	"fmt"
	"strings"
	"testing"

	"corrd/mailer"
)

// escapes are octets by which a letter might order a terminal about, or turn a line round.
var escapes = []string{"\x1b[2J", "\x1b]0;x\x07", "\u009b31m", "\u202ex", "\u2066x", "\x00", "\x08\x08\x08", "\u2028x", "\x7f", "\xff\xfe", "\u200b"}

// TestLettersOrderNoTerminal: whatever signs stand in the header of a letter, raw or in the words
// of RFC 2047, the record that corrctl shows keeps none by which a terminal acts.
func TestLettersOrderNoTerminal(t *testing.T) {
	b := newTable(t)
	key := b.key(0)
	for i, order := range escapes {
		octets := ""
		for _, c := range []byte(order) {
			octets += fmt.Sprintf("=%02X", c)
		}
		coded := "=?utf-8?q?Bob" + octets + "x?="
		for j, words := range []string{"Bob" + order + "x", coded} {
			raw := fmt.Sprintf("From: %s <mallory%d.%d@evil.example>\r\nTo: %s\r\nSubject: %s\r\nMessage-ID: <%d.%d%s@x>\r\n\r\nregister %s\r\n", words, i, j, key, words, i, j, order, words)
			b.Deliver("imap")(b.Context(), mailer.Envelope{From: "mallory@evil.example", To: []string{key}, Auth: mailer.AuthPass}, []byte(raw), b.clock.Now()) // some are told 452
			l := b.newest()
			for k, s := range []string{l.From, l.Subject, l.MessageID, l.Verdict, l.Note, strings.Join(l.To, " ")} {
				if strings.ContainsFunc(s, mailer.Hidden) {
					t.Errorf("%q: field %d is kept as %q", words, k, s)
				}
			}
		}
	}
}
