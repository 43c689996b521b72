package clerk

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/mailer/transport"
	"corrd/store"
)

// onItsWay are what may become of a letter on its way: the header behind From, and the body.
var onItsWay = map[string]func(id, words string) (header, body string){
	"as it was written": func(id, words string) (string, string) {
		return "Message-ID: <" + id + "@example.org>\r\n", words
	},
	"with the footer of a list": func(id, words string) (string, string) {
		return "Message-ID: <" + id + "@example.org>\r\nSubject: [club] Re: game 1\r\n", words + "\r\n\r\n_______________________________________________\r\nClub mailing list\r\nClub@lists.example.org\r\nhttps://lists.example.org/mailman/listinfo/club\r\n"
	},
	"with a line of a scanner": func(id, words string) (string, string) {
		return "Message-ID: <" + id + "@example.org>\r\n", words + "\r\n\r\n-- \r\nThis email has been checked for viruses by AVG antivirus software.\r\nwww.avg.com\r\n"
	},
	"in UTF-16 and base64": func(id, words string) (string, string) {
		var octets []byte
		for _, u := range utf16.Encode([]rune("\ufeff" + words + "\r\n")) {
			octets = append(octets, byte(u), byte(u>>8))
		}
		return "Message-ID: <" + id + "@example.org>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-16\r\nContent-Transfer-Encoding: base64\r\n", base64.StdEncoding.EncodeToString(octets)
	},
	"quoted-printable, with spaces at the ends": func(id, words string) (string, string) {
		return "Message-ID: <" + id + "@example.org>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n",
			strings.ReplaceAll(strings.ReplaceAll(words, "-", "=2D"), "\r\n", "=20=20\r\n") + "=20\r\n"
	},
	"under another Message-ID": func(id, words string) (string, string) {
		return "Message-ID: <other." + id + "@relay.example>\r\nResent-From: alice@example.org\r\n", words
	},
	"without a Message-ID": func(id, words string) (string, string) { return "", words },
	"with HTML beside it": func(id, words string) (string, string) {
		return "Message-ID: <" + id + "@example.org>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=b\r\n",
			"--b\r\nContent-Type: text/plain\r\n\r\n" + words + "\r\n--b\r\nContent-Type: text/html\r\n\r\n<div>" + strings.ReplaceAll(words, "\r\n", "</div>\r\n<div>") + "</div>\r\n--b--\r\n"
	},
	"in a letter of several parts": func(id, words string) (string, string) {
		return "Message-ID: <" + id + "@example.org>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n",
			"--b\r\nContent-Type: text/plain; charset=us-ascii\r\n\r\n" + words + "\r\n--b\r\nContent-Type: text/plain; charset=us-ascii\r\nContent-Disposition: inline\r\n\r\n_______________________________________________\r\nClub mailing list\r\nClub@lists.example.org\r\n--b--\r\n"
	},
	"with empty lines more": func(id, words string) (string, string) {
		return "Message-ID: <" + id + "@example.org>\r\n", "\r\n\r\n" + strings.ReplaceAll(words, "\r\n", "\r\n\r\n") + "\r\n\r\n\r\n"
	},
	"below a line of the provider": func(id, words string) (string, string) {
		return "Message-ID: <" + id + "@example.org>\r\n", "CAUTION: This email originated from outside of the organization. Do not click links or open attachments unless you recognize the sender.\r\n\r\n" + words
	},
}

// TestCopiesAlteredOnTheirWay: a letter comes by SMTP and, altered as relays alter letters, by IMAP
// or again by SMTP, at once or after the answer of the other side. It acts once, the other side is
// told once, nothing of it is an offence, and few letters answer the copies.
func TestCopiesAlteredOnTheirWay(t *testing.T) {
	for _, words := range []string{"P-K4", "P-K4\r\nI offer a draw", "P-K4\r\n\r\nWhat a fine day it is in Lincoln today, and the garden is in bloom.", "P-K4 or P-Q4", "P-K5", "leave 5 days", "P-K4; if P-K4, Kt-KB3", "say: Good luck to you!"} {
		if testing.Short() && words != "P-K4 or P-Q4" {
			continue
		}
		for what, alter := range onItsWay {
			for _, answered := range []bool{false, true} {
				for _, imap := range []bool{len(words)%2 == len(what)%2} {
					name := fmt.Sprintf("%q %s, answered %v, imap %v", words, what, answered, imap)
					b := newTable(t)
					b.sendAll()
					key := b.key(board.White)
					b.comes(b.clock.Now(), "alice", key, "", "first", words)
					first := b.newest()
					b.sendAll()
					if answered && b.game().Result == nil {
						reply := map[string]string{"P-K4\r\nI offer a draw": "decline draw", "P-K4 or P-Q4": "adopt 2", "P-K5": "exact penalty A"}[words]
						if reply == "" {
							reply = "P-K4"
						}
						b.letter("bob", b.key(board.Black), "reply", reply)
						b.sendAll()
					}
					before, rows := b.game(), len(b.rows())
					header, body := alter("first", words)
					raw := "From: alice@example.org\r\nTo: " + key + "\r\n" + header + "\r\n" + body + "\r\n"
					b.clock.(interface{ Set(time.Time) }).Set(b.clock.Now().Add(time.Minute))
					if imap {
						if _, err := b.handle(b.Context(), transport.Fetched{UIDValidity: 1, UID: 9, InternalDate: b.clock.Now(), Raw: []byte(raw)}); err != nil {
							t.Fatal(err)
						}
					} else if err := b.Deliver("smtp")(b.Context(), mailer.Envelope{From: "alice@example.org", To: []string{key}, Auth: mailer.AuthPass}, []byte(raw), b.clock.Now()); err != nil {
						t.Fatal(err)
					}
					b.sendAll()
					after, l := b.game(), b.newest()
					if same(before, after) && len(b.rows())-rows <= 1 {
						continue
					}
					if byHand := strings.Contains(what, "Message-ID"); byHand && answered && len(after.Line) == len(before.Line) && after.Phase == before.Phase && len(b.rows())-rows <= 2 {
						continue // what the sender writes again by hand once their first was answered says it again
					}
					t.Errorf("%s: first %s (%s); the copy is %s (%s), %d letters; events %d to %d: %s", name, first.State, first.Verdict, l.State, l.Verdict, len(b.rows())-rows, before.Seq, after.Seq, b.facts(before.Seq))
				}
			}
		}
	}
}

// same reports whether nothing has come of a letter in a game.
func same(before, after game.State) bool {
	return len(before.Line) == len(after.Line) && before.Phase == after.Phase && len(before.Protests) == len(after.Protests) && before.Result == after.Result && before.Rounds == after.Rounds && before.Seq == after.Seq
}

// facts tells the events of the game after one.
func (b *table) facts(after int64) (all []string) {
	b.view(func(v store.View) error {
		log, _, err := ledger.EventsOf(v, b.game())
		for _, e := range log[after:] {
			all = append(all, fmt.Sprintf("%T%.200v", e.Fact, e.Fact))
		}
		return err
	})
	return all
}
