package parse

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"corrd/mailer"
	"corrd/templates/texts"
)

var testSite = mailer.Site{Local: "corrd", Domain: "club.example", Delimiter: '+'}

func testOptions() Options { return Options{Site: testSite, AuthservID: "mx.club.example"} }

const plainLetter = "From: Alice <alice@player.example>\r\nTo: corrd@club.example\r\nMessage-ID: <1@player.example>\r\nSubject: move\r\n\r\nP-K4\r\n"

func crlf(s string) []byte { return []byte(strings.ReplaceAll(s, "\n", "\r\n")) }

// ordinary is a letter as people send it: about 2 KB, a reply above its quote.
var ordinary = crlf(`Return-Path: <alice@example.org>
Delivered-To: corrd+g12.w7.abcdefghijklmnopqrstuvwxyz@club.example
Authentication-Results: mx.club.example; dmarc=pass header.from=example.org; spf=pass smtp.mailfrom=example.org
Received: from out.example.org (out.example.org [192.0.2.1])
	by mx.club.example (Postfix) with ESMTPS id 4ABCDEF
	for <corrd+g12.w7.abcdefghijklmnopqrstuvwxyz@club.example>; Fri, 20 Nov 2026 08:00:03 +0000 (UTC)
From: Alice Example <alice@EXAMPLE.org>
To: Club <corrd+g12.w7.abcdefghijklmnopqrstuvwxyz@club.example>
Subject: Re: [corrd 12] 6... B-K2 =?utf-8?q?=E2=80=94?= your turn
Date: Fri, 20 Nov 2026 08:00:00 +0000
Message-ID: <a1@example.org>
In-Reply-To: <g12.e31.alice@club.example>
References: <g12.e1.alice@club.example> <g12.e31.alice@club.example>
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

7. Kt-KB3

A fine game so far.

On Thu, 19 Nov 2026 at 21:14, Club <corrd@club.example> wrote:
` + strings.Repeat("> Black has played 6... B-K2 (in algebraic: Be7).\n>\n", 20) + `
--
Alice Example
4 Queen Street, flat b4
`)

func TestReadOrdinary(t *testing.T) {
	l := Letter(ordinary, mailer.Envelope{}, testOptions())
	if l.Text != "7. Kt-KB3\n\nA fine game so far." {
		t.Errorf("Text = %q", l.Text)
	}
	if l.From != "alice@example.org" || l.FromName != "Alice Example" || l.Auth != mailer.AuthPass || l.Machine != "" {
		t.Errorf("From %q %q, Auth %q, Machine %q", l.From, l.FromName, l.Auth, l.Machine)
	}
	want := mailer.Token{Kind: mailer.KindGame, Number: 12, Side: 'w', Ply: 7, Key: "abcdefghijklmnopqrstuvwxyz"}
	if l.Token != want || l.Subject != "Re: [corrd 12] 6... B-K2 — your turn" || len(l.Problems) > 0 {
		t.Errorf("Token %+v, Subject %q, Problems %q", l.Token, l.Subject, l.Problems)
	}
}

func BenchmarkRead(b *testing.B) {
	b.SetBytes(int64(len(ordinary)))
	b.ReportAllocs()
	for b.Loop() {
		Letter(ordinary, mailer.Envelope{}, testOptions())
	}
}

// TestEnvelopeComesFirst checks that sender and recipients in the envelope count before those in
// the header.
func TestEnvelopeComesFirst(t *testing.T) {
	const key = "abcdefghijklmnopqrstuvwxyz"
	raw := []byte("Return-Path: <>\nFrom: a@b.example\nTo: corrd+r1." + key + "@club.example\n\nP-K4\n")
	l := Letter(raw, mailer.Envelope{From: "a@b.example", To: []string{"else@other.example", "corrd+c2." + key + "@CLUB.example"}}, testOptions())
	if l.Token.Kind != mailer.KindChallenge || l.Token.Number != 2 || len(l.Recipients) != 1 || l.Machine != "" {
		t.Errorf("Token %v, Recipients %v, Machine %q", l.Token, l.Recipients, l.Machine)
	}
	if l := Letter(raw, mailer.Envelope{To: []string{"corrd@club.example"}}, testOptions()); l.Machine == "" {
		t.Error("a letter with the null reverse-path is taken for a person's")
	}
}

// TestSameWordsHaveTheSameHash checks copies that were sent again in different ways.
func TestSameWordsHaveTheSameHash(t *testing.T) {
	hash := func(text string) [32]byte {
		return Letter([]byte("From: a@b.example\n\n"+text), mailer.Envelope{}, testOptions()).Hash
	}
	want := hash("7. Kt-KB3\n\nA fine game.\n")
	for _, copy := range []string{
		"7. Kt-KB3\r\n\r\nA fine game.\r\n", "\n\n7.  Kt-KB3 \n\n\nA fine game.", "7. Kt-KB3\nA fine game.\n\n> P-Q4\n", "7.\tKt-KB3\n\nA fine game.\n\n-- \nAlice\n",
	} {
		if hash(copy) != want {
			t.Errorf("%q has another hash", copy)
		}
	}
	for _, other := range []string{"7. Kt-QB3\n\nA fine game.\n", "7. Kt-KB3\n", "7. kt-kb3\n\nA fine game.\n", "7. Kt-KB3 A fine game.\n"} {
		if hash(other) == want {
			t.Errorf("%q has the same hash", other)
		}
	}
}

// TestAbsenceNotices checks that corrd recognises absence notes by their subject in many
// languages, and never takes a reply to a letter from corrd for one.
func TestAbsenceNotices(t *testing.T) {
	for _, subject := range []string{
		"Automatic reply: [corrd 12] your turn", "Out of Office: back on Monday", "Automatische Antwort: [corrd 12]", "Abwesenheitsnotiz: [corrd 12]",
		"Réponse automatique : [corrd 12]", "Respuesta automática: [corrd 12]", "Risposta automatica: x", "Resposta automática: x", "Automatisch antwoord: x",
		"Autosvar: x", "Automaattinen vastaus: x", "Odpowiedź automatyczna: x", "Автоматический ответ: x", "自动回复: x", "自動返信: x", "자동 회신: x", "Otomatik Yanıt: x",
	} {
		if l := Letter([]byte("From: a@b.example\nSubject: "+subject+"\n\nP-K4\n"), mailer.Envelope{}, testOptions()); l.Machine == "" {
			t.Errorf("%q is taken for a person's", subject)
		}
	}
	for _, subject := range []string{"Re: [corrd 12] your turn", "", "P-K4", "the automatic reply of my engine", "Aw: Abwesenheit"} {
		if l := Letter([]byte("From: a@b.example\nSubject: "+subject+"\n\nP-K4\n"), mailer.Envelope{}, testOptions()); l.Machine != "" {
			t.Errorf("%q is taken for a machine's: %s", subject, l.Machine)
		}
	}
}

// TestDecodersForgive checks mistakes in letters that stricter decoders refuse.
func TestDecodersForgive(t *testing.T) {
	for in, want := range map[string]string{"a=\nb": "ab", "a=3Db=zz=4": "a=b=zz=4", "a \t\nb": "a\nb", "a=": "a", "=C3=A9\n": "é\n"} {
		if got := string(decodeQuotedPrintable([]byte(in))); got != want {
			t.Errorf("quoted-printable %q is %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{"UC1L\r\nNA==\r\n": "P-K4", "UC1LNA": "P-K4", "UC1LN": "P-K", "U C*1L": "P-K", "UC1LNA==\nUC1R": "P-K4", "": ""} {
		if got, _ := decodeBase64([]byte(in)); string(got) != want {
			t.Errorf("base64 %q is %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{"+AGE-b": "ab", "+-": "+", "a+": "a+", "+A": "+A", "+AGEAYg": "ab", "+2Dzf+g-": "\U0001f3fa"} {
		if got := decodeUTF7(in); got != want {
			t.Errorf("UTF-7 %q is %q, want %q", in, got, want)
		}
	}
}

// TestUnreadIsTold checks that the sender learns what was cut below an unmarked quote and what
// only another program can read. Marked quotes are not reported.
func TestUnreadIsTold(t *testing.T) {
	unread := func(rest string) string {
		return texts.Unread(Letter([]byte("From: a@b.example\n"+rest), mailer.Envelope{}, testOptions()).Unread)
	}
	for rest, want := range map[string]string{
		"\nP-K4\n\nOn Monday Bob wrote:\n> P-Q4\n":                               "",
		"\nP-K4\n\nOn Monday Bob wrote:\nP-Q4\n":                                 `what stands below the line "On Monday Bob wrote:" was taken for a quotation`,
		"\nP-K4\n\n-------- Original Message --------\nP-Q4\n":                   `what stands below the line "-------- Original Message --------" was taken for a quotation`,
		"Content-Type: application/ms-tnef\n\nP-K4":                              "a part that only Outlook can read (winmail.dat) was not read; please write plain text",
		"Content-Type: text/html\n\n<p>P-K4</p><p style='display:none'>P-Q4</p>": "text that was struck out or hidden was left out",
		"Subject: Kt-QB3\n\n\n":                                                  `the letter has no text, and its subject, "Kt-QB3", is not read`,
		"Subject: Kt-QB3\n\nKt-QB3\n":                                            "",
		"Subject: Re: your move [corrd 12]\n\n":                                  "",
		"Content-Type: text/plain\nContent-Type: text/html\n\nP-K4":              "",
		"Content-Transfer-Encoding: x-uuencode\n\nbegin 644 a\n#4\nend\n":        `a part in the unknown transfer encoding "x-uuencode" was read as it stands`,
	} {
		if got := unread(rest); got != want {
			t.Errorf("%q: %q, want %q", rest, got, want)
		}
	}
}

// TestOwnLetterIsAMachines checks that a letter from corrd that comes back counts as a machine's
// letter.
func TestOwnLetterIsAMachines(t *testing.T) {
	page := mailer.Page{To: mailer.Address{Address: "alice@example.org"}, MessageID: "1@club.example", Date: time.Unix(0, 0), Text: "text"}
	raw, err := page.Bytes(mailer.Address{Address: "corrd@club.example"})
	if err != nil {
		t.Fatal(err)
	}
	raw = bytes.Replace(raw, []byte("Auto-Submitted: auto-generated\r\n"), nil, 1)
	if l := Letter(raw, mailer.Envelope{}, testOptions()); l.Machine != "a letter of our own came back" {
		t.Errorf("Machine %q", l.Machine)
	}
}
