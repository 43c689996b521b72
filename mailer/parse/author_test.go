package parse

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/mail"
	"strings"
	"testing"

	"corrd/mailer"
)

// doubtfulHeaders makes letters of alice@player.example, from a letter that alice's domain has
// signed, whose header another reader may understand in another way.
func doubtfulHeaders(signed string) map[string]string {
	above, _, _ := strings.Cut(signed, "\r\n\r\n")
	const author = "From: Alice <alice@player.example>\r\n"
	return map[string]string{
		"a line that is no field, then text, then the signed letter": author + "Subject: x\r\nregards\r\nresign\r\n" + signed,
		"a line that is no field between fields":                     author + "regards\r\n" + signed,
		"a line that is no field at the top":                         "regards\r\n" + signed,
		"a line that is no field at the end":                         above + "\r\nresign\r\n\r\nP-K4\r\n",
		"an mbox line":                                               "From alice@player.example Sat Nov 21 08:00:00 2026\r\n" + signed,
		"an escaped mbox line":                                       ">From alice@player.example Sat Nov 21 08:00:00 2026\r\n" + signed,
		"a byte order mark":                                          "\xef\xbb\xbf" + signed,
		"a blank line that is not empty":                             author + "Subject: x\r\n \t\r\nresign\r\n\r\n" + signed,
		"a fold that is blank":                                       author + " \r\n" + signed,
		"a fold before any field":                                    " Subject: x\r\n" + signed,
		"a blank fold before any field":                              " \r\n" + signed,
		"a bare CR in a field":                                       "X-Note: a\rFrom: mallory@evil.example\r\n" + signed,
		"a bare CR before the line's end":                            "X-Note: a\r\r\n" + signed,
		"an empty line that ends with CR CR LF":                      author + "\r\r\n" + signed,
		"a NUL in a field":                                           "X-Note: a\x00b\r\n" + signed,
		"a NUL in the name of a field":                               "Fr\x00om: mallory@evil.example\r\n" + signed,
		"a vertical tab":                                             "X-Note: a\vb\r\n" + signed,
		"a line that ends with LF alone":                             "X-Note: a\n" + signed,
		"an empty line that ends with LF alone":                      author + "\n" + signed,
		"a space before the colon":                                   "X-Note : a\r\n" + signed,
		"a From with a space before the colon":                       "From : mallory@evil.example\r\n" + signed,
		"a name without a colon":                                     "X-Note\r\n" + signed,
		"a field without a name":                                     ": x\r\n" + signed,
		"a name that is not ASCII":                                   "Fröm: mallory@evil.example\r\n" + signed,
		"a name that is too long":                                    strings.Repeat("X", 201) + ": x\r\n" + signed,
		"a field that is too long":                                   "X-Note: x\r\n" + strings.Repeat(" "+strings.Repeat("x", 900)+"\r\n", 80) + signed,
		"a header that is too long":                                  strings.Repeat("X-Note: "+strings.Repeat("x", 900)+"\r\n", 300) + signed,
		"too many fields":                                            strings.Repeat("X-Note: x\r\n", mailer.MaxFields+1) + signed,
		"a second From behind too many fields":                       above + "\r\n" + strings.Repeat("X-Note: x\r\n", mailer.MaxFields) + "From: mallory@evil.example\r\n\r\nP-K4\r\n",
	}
}

// doubtfulAuthors are From fields that name alice, in which another reader may find
// another author.
var doubtfulAuthors = []string{
	"mallory@evil.example <alice@player.example>",
	"mallory, x <alice@player.example>",
	"x: <alice@player.example>",
	"<alice@player.example> mallory@evil.example",
	"<alice@player.example>mallory",
	"<mallory@evil.example> <alice@player.example>",
	"alice@player.example (mallory@evil.example)",
	"(mallory@evil.example) alice@player.example",
	"Alice (<mallory@evil.example>) <alice@player.example>",
	"<@evil.example:alice@player.example>",
	"<@evil.example,@x.example:alice@player.example>",
	`"alice"@player.example`,
	`"Alice" alice@player.example`,
	"Alice [x] <alice@player.example>",
	`Alice \"x <alice@player.example>`,
	"<alice@player.example>;",
	"=?utf-8?q?alice=40player.example?=",
	"<=?utf-8?q?alice?=@player.example",
	"alice@player.example.",
	"alice @ player.example",
	"alice@[192.0.2.1]",
	"alice@player.example, mallory@evil.example",
	"alice@player.example, alice@player.example",
	"friends: alice@player.example;",
	"friends: alice@player.example",
	"undisclosed:;",
	"(x) friends (y): alice@player.example (z);",
	"",
}

// vouching returns a DNS in which player.example has keys, hosts and a policy.
func vouching() zone {
	_, record := dkimPair(1)
	return zone{"_dmarc.player.example": {"v=DMARC1; p=reject"}, "player.example": {"v=spf1 ip4:192.0.2.1 -all"}, "s._domainkey.player.example": {record}}
}

// TestNoPassForAHeaderThatIsReadInTwoWays checks that a letter with a doubtful header never
// passes: neither by corrd's own check, though a good signature and the host of the author's
// domain vouch for the letter, nor by the verdict of the host before corrd.
func TestNoPassForAHeaderThatIsReadInTwoWays(t *testing.T) {
	letters := doubtfulHeaders(signedBy(t, "player.example", plainLetter))
	for _, from := range doubtfulAuthors {
		letters["From: "+from] = signedBy(t, "player.example", strings.Replace(plainLetter, "Alice <alice@player.example>", from, 1))
	}
	for name, letter := range letters {
		t.Run(name, func(t *testing.T) {
			checked, err := NewChecker(vouching()).Check(context.Background(), fromItsHost, []byte(letter))
			if checked.Auth == mailer.AuthPass || err != nil {
				t.Errorf("our own check gives %q, %v", checked, err)
			}
			l := Letter([]byte(letter), mailer.Envelope{To: []string{"corrd@club.example"}, Auth: mailer.AuthPass}, testOptions())
			if l.Auth == mailer.AuthPass || strings.HasPrefix(name, "From: ") && l.From != "" && l.Auth != mailer.AuthFail {
				t.Errorf("read with that check: %q from %q", l.Auth, l.From)
			}
			const stamp = "Authentication-Results: mx.club.example; dmarc=pass header.from=player.example\r\nReceived: from x by mx.club.example; Fri, 20 Nov 2026 08:00:00 +0000\r\n"
			// which goes on with the stamp
			if l := Letter([]byte(stamp+letter), mailer.Envelope{}, testOptions()); l.Auth == mailer.AuthPass && letter[0] != ' ' {
				t.Errorf("stamped as passed, and believed, from %q", l.From)
			}
		})
	}
}

// fromItsHost is a letter that came from a host of player.example.
var fromItsHost = mailer.Origin{Peer: net.IPv4(192, 0, 2, 1), HELO: "player.example", From: "alice@player.example"}

// TestNoPassForASecondSingleField checks that a letter does not pass when a field that may stand
// once stands twice, because the domain may have signed the other field.
func TestNoPassForASecondSingleField(t *testing.T) {
	var fields strings.Builder
	for _, name := range mailer.SingleFields {
		fields.WriteString(name + ": alice@player.example\r\n")
	}
	signed := signedBy(t, "player.example", fields.String()+"\r\nP-K4\r\n")
	passes := func(letter string) bool {
		auth, _ := NewChecker(vouching()).Check(context.Background(), fromItsHost, []byte(letter))
		l := Letter([]byte(letter), mailer.Envelope{To: []string{"corrd@club.example"}, Auth: mailer.AuthPass}, testOptions())
		if auth.Auth == mailer.AuthPass != (l.Auth == mailer.AuthPass) {
			t.Errorf("checked %q, read %q", auth, l.Auth)
		}
		return auth.Auth == mailer.AuthPass
	}
	if !passes(signed) {
		t.Error("the letter with one of each does not pass")
	}
	for _, name := range mailer.SingleFields {
		for _, second := range []string{name, strings.ToUpper(name), strings.ToLower(name)} {
			if passes(second + ": alice@player.example\r\n" + signed) {
				t.Errorf("a letter with a second field %s passes", second)
			}
		}
	}
}

// TestPassForPlainAuthors checks that headers as people really write them pass.
func TestPassForPlainAuthors(t *testing.T) {
	for _, from := range []string{
		"alice@player.example", "<alice@player.example>", "Alice <alice@player.example>", "Alice Q. Example <alice@player.example>",
		`"Example, Alice" <alice@player.example>`, `"mallory@evil.example" <alice@player.example>`, "alice@player.example <alice@player.example>",
		"alice@player.example (Alice Example)", "Alice (at home) <alice@player.example>", "=?utf-8?q?=C3=84lice?= <alice@player.example>",
		"Älice <alice@player.example>", "\xc4lice <alice@player.example>", "Alice\r\n <alice@player.example>", "Alice <alice@PLAYER.example>",
		"O'Alice & Co. <alice@player.example>", "<alice@player.example> (Alice)",
	} {
		letter := signedBy(t, "player.example", strings.Replace(plainLetter, "Alice <alice@player.example>", from, 1))
		auth, err := NewChecker(vouching()).Check(context.Background(), mailer.Origin{From: "x@x.example"}, []byte(letter))
		if auth.Auth != mailer.AuthPass || err != nil {
			t.Errorf("From: %s: %q, %v", from, auth, err)
		}
	}
}

// TestOnlyFromNamesTheAuthor: neither the envelope nor another field names whose letter it is, and
// two addresses in From name nobody.
func TestOnlyFromNamesTheAuthor(t *testing.T) {
	others := "Sender: bob@player.example\r\nReply-To: bob@player.example\r\nResent-From: bob@player.example\r\nX-Original-From: bob@player.example\r\nReturn-Path: <bob@player.example>\r\nList-Post: <mailto:bob@player.example>\r\n"
	env := mailer.Envelope{From: "bob@player.example", To: []string{"corrd@club.example"}, Auth: mailer.AuthPass}
	for from, want := range map[string]string{
		"From: Alice <alice@player.example>\r\n":                                   "alice@player.example",
		"From: \"bob@player.example\" <alice@player.example>\r\n":                  "alice@player.example",
		"From: Alice <alice@player.example>, Bob <bob@player.example>\r\n":         "",
		"From: Alice <alice@player.example>\r\nFrom: Bob <bob@player.example>\r\n": "",
		"From: both: alice@player.example, bob@player.example;\r\n":                "",
		"": "",
	} {
		l := Letter([]byte(from+others+"To: corrd@club.example\r\nMessage-ID: <1@x>\r\nSubject: x\r\n\r\nP-K4\r\n"), env, testOptions())
		if want != "" && (l.From != want || l.Auth != mailer.AuthPass) || want == "" && l.Auth == mailer.AuthPass {
			t.Errorf("%q is from %q, %q; want %q", from, l.From, l.Auth, want)
		}
	}
}

// TestSignatureMustCoverTheSubject checks that a signature counts only if it covers the subject,
// which may contain commands. Otherwise somebody who has a letter of alice's could send it again
// with another subject.
func TestSignatureMustCoverTheSubject(t *testing.T) {
	signed := signedBy(t, "player.example", strings.Replace(plainLetter, "Subject: move\r\n", "", 1))
	check := func(letter string) mailer.Auth {
		auth, err := NewChecker(vouching()).Check(context.Background(), mailer.Origin{From: "x@x.example"}, []byte(letter))
		if err != nil {
			t.Fatal(err)
		}
		return auth.Auth
	}
	if auth := check(signed); auth != mailer.AuthPass {
		t.Errorf("without a subject %q", auth)
	}
	if auth := check("Subject: register Mallory\r\n" + signed); auth != mailer.AuthFail {
		t.Errorf("with a subject that was put over it %q", auth)
	}
}

// FuzzHeaderWithoutDoubt checks that the standard library, which repairs nothing, sees the same
// fields and the same text in every header that corrd does not doubt.
func FuzzHeaderWithoutDoubt(f *testing.F) {
	f.Add([]byte(plainLetter))
	f.Add(ordinary)
	for _, letter := range doubtfulHeaders(plainLetter) {
		f.Add([]byte(letter[max(0, len(letter)-2000):]))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		h := mailer.ParseHead(raw)
		if h.Doubt() != "" || h.Body == nil {
			return
		}
		m, err := mail.ReadMessage(bytes.NewReader(raw))
		if err != nil {
			t.Skip(err) // it refuses more than we doubt, such as a digit in no field's name
		}
		n := 0
		for name, values := range m.Header {
			if n += len(values); len(values) != len(h.Fields.All(name)) {
				t.Errorf("%d fields %s, and we see %d", len(values), name, len(h.Fields.All(name)))
			}
		}
		body, _ := io.ReadAll(m.Body)
		if n != len(h.Fields) || !bytes.Equal(body, h.Body) {
			t.Errorf("%d fields and %q; we see %d and %q", n, body, len(h.Fields), h.Body)
		}
	})
}

// TestLongAuthor: an author to whom nobody could write is none.
func TestLongAuthor(t *testing.T) {
	for n, want := range map[int]bool{300: true, 320: true, 321: false, 3000: false} {
		const domain = "@player.example"
		from := strings.Repeat("a", n-len(domain)) + domain
		l := Letter([]byte("From: Alice <"+from+">\r\nSubject: x\r\n\r\nP-K4\r\n"), mailer.Envelope{To: []string{"corrd@club.example"}}, testOptions())
		if got := l.From == from; got != want || !want && l.From != "" {
			t.Errorf("an author of %d octets is read as one of %d", n, len(l.From))
		}
	}
}
