package main

import (
	"fmt"
	"strings"
)

// hostile is a letter whose shape is made to cost its reader much.
type hostile struct{ name, raw string }

const (
	plainHead     = "From: alice@example.org\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
	pageHead      = "From: alice@example.org\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
	mixedHead     = "From: alice@example.org\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
	hostileOctets = 1 << 20
)

// filled repeats a text up to the limit of a letter.
func filled(unit string) string { return strings.Repeat(unit, hostileOctets/len(unit)) }

// counted writes so many texts that differ in a number.
func counted(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// hostiles are letters of up to 1 MiB of every shape: their MIME, their header, their page, their text.
func hostiles() []hostile {
	all := append(ofParts(), ofHeaders()...)
	return append(append(all, ofPages()...), ofTexts()...)
}

// ofParts are letters whose parts are many, deep, or coded.
func ofParts() []hostile {
	const alternative = "--b\r\nContent-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\n\r\n%s\r\n--c\r\nContent-Type: text/html\r\n\r\n<p>%s\r\n--c--\r\n"
	nested := "From: alice@example.org\r\nMIME-Version: 1.0\r\n"
	for i := range 40 {
		nested += fmt.Sprintf("Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n", i, i)
	}
	return []hostile{
		{"two hundred parts of text", mixedHead + strings.Repeat("--b\r\n\r\n"+strings.Repeat("a line\r\n", 640)+"\r\n", 200)},
		{"two hundred parts of pages", mixedHead + strings.Repeat("--b\r\nContent-Type: text/html\r\n\r\n"+strings.Repeat("<p>a</p>", 640)+"\r\n", 200)},
		{"parts without end", mixedHead + filled("--b\r\n\r\n")},
		{"a hundred alternatives", mixedHead + strings.Repeat(fmt.Sprintf(alternative, strings.Repeat("a ", 2000), strings.Repeat("b ", 2000)), 100)},
		{"a blank text and pages", mixedHead + "--b\r\n\r\n" + strings.Repeat(" \r\n", 170_000) + strings.Repeat("--b\r\nContent-Type: text/html\r\n\r\n<p>a</p>"+strings.Repeat("b ", 1000)+"\r\n", 190)},
		{"parts nested deeply", nested + "\r\n" + filled("P-K4\r\n")[:900_000]},
		{"boundaries that are nearly right", mixedHead + filled("--bb\r\n--a\r\n")},
		{"attachments with long names", mixedHead + strings.Repeat("--b\r\nContent-Type: application/pdf; name=\""+strings.Repeat("=?utf-8?q?a?= ", 350)+"\"\r\n\r\nx\r\n", 190)},
		{"parameters without end", "From: alice@example.org\r\nContent-Type: text/plain" + counted(12_000, "; charset*%d=a") + "\r\n\r\nP-K4\r\n"},
		{"base64 of strays", strings.Replace(plainHead, "\r\n\r\n", "\r\nContent-Transfer-Encoding: base64\r\n\r\n", 1) + filled("QUJD=*")},
		{"octets quoted badly", strings.Replace(plainHead, "\r\n\r\n", "\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n", 1) + filled("=G=4=  \r\n")},
		{"octets quoted well", strings.Replace(plainHead, "\r\n\r\n", "\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n", 1) + filled("=50=2d=4b=34=0a")},
		{"UTF-16", strings.Replace(plainHead, "utf-8", "utf-16le", 1) + filled("P\x00-\x00K\x004\x00\n\x00")},
		{"ISO-2022-JP", strings.Replace(plainHead, "utf-8", "iso-2022-jp", 1) + filled("\x1b$B%A\x1b(B ")},
		{"parts of messages", "From: alice@example.org\r\n" + filled("Content-Type: message/rfc822\r\n\r\n")},
		{"reports of failures", "From: mailer-daemon@example.org\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n" + filled("Final-Recipient: rfc822;a@b.example\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 no\r\n\r\n")},
		{"failures in prose", "From: mailer-daemon@example.org\r\n\r\n" + filled("550 5.1.1 <a@b.example>: user unknown, mailbox full, try again\r\n")},
		{"boundaries in boundaries", "From: alice@example.org\r\n" + counted(9000, "Content-Type: multipart/mixed; boundary=\"b%d\"\r\n\r\n--b1\r\n")},
		{"UTF-7", strings.Replace(plainHead, "utf-8", "utf-7", 1) + filled("+AFA-+AC0-+AEs-4\r\n")},
		{"GB 18030", strings.Replace(plainHead, "utf-8", "gb18030", 1) + filled("\x81\x30\x81\x30")},
	}
}

// ofHeaders are letters whose headers are many, long, or coded.
func ofHeaders() []hostile {
	const head = "From: alice@example.org\r\n"
	return []hostile{
		{"words of RFC 2047", head + "Subject: " + strings.Repeat("=?utf-8?b?UC1LNA==?=\r\n ", 40_000) + "\r\n\r\nP-K4\r\n"},
		{"words of RFC 2047 that do not end", head + "Subject: " + strings.Repeat("=?utf-8?q?=", 90_000) + "\r\n\r\nP-K4\r\n"},
		{"names of addressees in words", head + "To: " + strings.Repeat("=?iso-8859-1?q?=E9?= <a@b.example>,\r\n ", 20_000) + "\r\n\r\nP-K4\r\n"},
		{"comments in comments", head + "To: " + strings.Repeat("(", 500_000) + "\r\n\r\nP-K4\r\n"},
		{"results of checks", head + strings.Repeat("Authentication-Results: mx.example; dkim=pass header.d=example.org; spf=pass; dmarc=pass\r\n", 11_000) + "\r\nP-K4\r\n"},
		{"signatures", head + strings.Repeat("DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=a; h=From:To:Subject; bh=QUJD; b=QUJD\r\n", 11_000) + "\r\nP-K4\r\n"},
		{"fields without end", head + counted(60_000, "X-%d: b\r\n") + "\r\nP-K4\r\n"},
		{"identifiers", head + "References: " + counted(40_000, "<%d@example.org>\r\n ") + "\r\n\r\nP-K4\r\n"},
		{"many authors", head + "From: " + counted(40_000, "a%d@b.example, ") + "\r\n\r\nP-K4\r\n"},
		{"fields of authors", counted(30_000, "From: a%d@b.example\r\n") + "\r\nP-K4\r\n"},
		{"authors in brackets", head + "To: " + filled("<<a@b>> ") + "\r\n\r\nP-K4\r\n"},
		{"quoted names", head + "To: " + filled("\"a\\\"b\" <a@b.example>, ") + "\r\n\r\nP-K4\r\n"},
		{"groups of addressees", head + "To: " + counted(30_000, "g%d: a@b.example, c@d.example; ") + "\r\n\r\nP-K4\r\n"},
		{"one field folded", head + "Subject: " + filled("a\r\n ") + "\r\n\r\nP-K4\r\n"},
		{"a long subject of moves", head + "Subject: " + filled("Kt or Kt or B, if P-K4, Kt-KB3; ") + "\r\n\r\nP-K4\r\n"},
		{"results without end", head + "Authentication-Results: mx.example" + filled("; dkim=pass (a (b) c) header.d=example.org") + "\r\n\r\nP-K4\r\n"},
		{"signed names without end", head + "DKIM-Signature: v=1; d=example.org; h=" + filled("From:To:") + "; b=QUJD\r\n\r\nP-K4\r\n"},
		{"ways of relays", head + strings.Repeat("Received: from a.example (b [192.0.2.1]) by c.example with ESMTPS id 1 for <corrd@club.example>; Thu, 1 Jan 2026 00:00:00 +0000\r\n", 7000) + "\r\nP-K4\r\n"},
	}
}

// ofPages are letters in HTML.
func ofPages() []hostile {
	return []hostile{
		{"tables in tables", pageHead + filled("<table><tr><td>a")},
		{"entities", pageHead + filled("&NotEqualTilde;&#x265e;&amp ")},
		{"entities that are none", pageHead + "<p>" + filled("&&#;&#x;&zzzzzz;")},
		{"classes", pageHead + "<p>" + filled("<i class=\"a b c d e f g h i j k l m n o p\">x</i>")},
		{"styles of elements", pageHead + filled("<p style=\"border-left: solid; display: block; width: 0; overflow: auto\">a</p>")},
		{"style sheets", pageHead + counted(16_000, "<style>.a%d,#b{color:red}.c{display:none}</style><p class=c>x")},
		{"a long style sheet", pageHead + "<style>" + counted(40_000, ".a%d{display:none} ") + "</style><p>P-K4"},
		{"one tag without end", pageHead + "<p " + filled("b=c ")},
		{"attributes in quotes", pageHead + "<p " + counted(60_000, "b%d=\"c\" ")},
		{"comments", pageHead + filled("<!-- originalMessage -->a")},
		{"comments that do not end", pageHead + "<p>" + filled("<!--")},
		{"quotations in quotations", pageHead + filled("<blockquote>x<div class=gmail_quote>y")},
		{"lists", pageHead + filled("<ol><li value=7>Kt-KB3<li>P-K4</ol>")},
		{"characters of many octets", pageHead + "<p>" + filled("♞é\u202e")},
		{"a picture in the page", pageHead + "<p>P-K4</p><img src=\"data:image/png;base64," + filled("QUJD") + "\">"},
	}
}

// ofTexts are letters in plain text.
func ofTexts() []hostile {
	const on = "On 1 May 2026 at 10:00, Bob <bob@example.org>\r\nwrote:\r\n"
	return []hostile{
		{"quotations announced in two lines", plainHead + filled(on+"> P-K4\r\n\r\nP-Q4\r\n")},
		{"quotations broken by mail programs", plainHead + filled("> a word a word a word a word\r\nand\r\n> the rest\r\n")},
		{"signatures one below another", plainHead + filled("-- \r\nAlice\r\n\r\n")},
		{"names in angles and dates", plainHead + filled("Bob <bob@example.org> 1.5.2026 10:00:\r\n")},
		{"one line without end", plainHead + filled("P-K4 or ")},
		{"men with or", plainHead + counted(4000, "Kt or Kt or B%d or Kt or Kt or Kt or Kt or Kt or Kt or Kt or Kt or Kt\r\n")},
		{"conditions", plainHead + counted(4000, "if P-K4, Kt-KB3; if P-Q4, P-Q4; if any, B-Kt%d otherwise P-B4\r\n")},
		{"conditions in prose", plainHead + counted(4000, "if it rains on day %d, and if you do not mind, we play on; if not, then not\r\n")},
		{"ordinals", plainHead + counted(4000, "the 1st of the 2nd, the 3rd and %d the 4th square of the King's Knight's file\r\n")},
		{"dates", plainHead + counted(4000, "1 May 2026, 2.5.2026, May 3rd %d, 2026-05-04 10:00: P-K4\r\n")},
		{"numbers", plainHead + counted(4000, "1. 2. 3... 4) (5) #6 No. 7 8th %d. 52-54 5254 9 10 11 12\r\n")},
		{"near figures", plainHead + counted(4000, "5254 6143x 0000 9999 52 54 %d 11111 5254, 7785 or 5254; 6755\r\n")},
		{"near algebra", plainHead + counted(4000, "e4 e5 Nf3 Nc6 exd5+ O-O-O# N%df3 e8=Q Rfxd1 axb e4e e 4 Sf3\r\n")},
		{"castling in signs", plainHead + counted(4000, "o-o o-o-o 0-0 o o 0 0 0 %d Castles K R o-o- -o o.o.o castle\r\n")},
		{"men in a row", plainHead + counted(4000, "K Kt B R Q P Kt B R Q P K Kt B R %d P Kt x B Kt P x Kt P B\r\n")},
		{"takings", plainHead + counted(4000, "P takes P takes Kt takes Kt's P takes Q B P%d takes P e p x P x P\r\n")},
		{"letters after letters", plainHead + counted(4000, "a b c d e f g h a%d b1 c d e f g h a b c d e f g h a b c d e f g h\r\n")},
		{"commas", plainHead + counted(4000, "yes, no, ok, well, so, then, now, right, sorry, %d, please, thanks, yes, no, ok\r\n")},
		{"acts with manners", plainHead + counted(4000, "I hereby most gladly and respectfully and really accept your kind %d offer of the draw\r\n")},
		{"openings of sentences", plainHead + counted(4000, "I am happy to I am glad to I would like to I am sorry to I regret that I must %d\r\n")},
		{"leads without a move", plainHead + counted(4000, "so then now yes well my move is I play I reply I answer %d my reply: my answer: here is\r\n")},
		{"brackets", plainHead + counted(4000, "(P-K4) [P-Q4] ((Kt-KB3)) (ch) [%d] (or B-Kt5 (or P-B4 (or o-o\r\n")},
		{"terms", plainHead + counted(4000, "challenge bob@example.org, time 10 moves in %d days, code 1883, side white, odds Kt, time 5\r\n")},
		{"your moves", plainHead + counted(4000, "your move P-K4 received, your last move was %d, you played Kt-KB3, I confirm, mine is P-Q4\r\n")},
		{"telegraph words", plainHead + counted(4000, "GALAL IPEP GALALIPEP BABA %d STOP GALAL STOP CEDO FIGU STOP\r\n")},
		{"links and keys", plainHead + filled("https://example.org/a?b=c&d=e mailto:corrd+abcdefghij@club.example <x@y.example> ")},
		{"words between accents", plainHead + counted(4000, "é è ü à propos déjà vu, naïve %d façade; Kt–KB3 “P—K4” ‘P×P’ ½ ¼\r\n")},
		{"capitals of many scripts", plainHead + filled("ΣΕΛΊΔΑ İSTANBUL ẞ Ǆ ﬁ ℌ 𝐊𝐭 Ｋｔ－ＫＢ３\r\n")},
		{"letters and their marks", plainHead + filled("Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L\r\n")},
		{"dates in every tongue", plainHead + counted(4000, "Le 1 mai 2026 à %d:00, Alice <a@b.example> a écrit :\r\nAm 1. Mai 2026 um 10:00 schrieb é\r\n")},
		{"headers in the text", plainHead + filled("From: a@b.example\r\nSent: 1 May 2026 10:00\r\nx\r\n")},
		{"commands", plainHead + counted(4000, "challenge a%d@b.example, code 1883; help; show; games; stop; register Bob\r\n")},
		{"commands one a line", plainHead + counted(4000, "register Bob %d\r\nadopt 2\r\ngames\r\nhelp\r\n")},
		{"hypotheses in hypotheses", plainHead + counted(4000, "if %d. P-K4, Kt-KB3; if then B-B4, P-Q4; if then PxP e.p., KtxP; if any, resign\r\n")},
		{"hypotheses one a line", plainHead + counted(4000, "if P-K%d, Kt-KB3\r\nif then any, P-Q4\r\n")},
		{"yes and what is beside", plainHead + counted(4000, "yes please, thank you, dear Alice, %d times, but if not, no; well, ok then, I accept gladly\r\n")},
		{"games turned to", plainHead + counted(4000, "Game %d: P-K4 or P-Q4, draw?\r\n")},
		{"moves without spaces", plainHead + counted(4000, "P-K4,P-Q4;Kt-KB3/B-Kt5|o-o.K%d-B3&QxP(ch)Kt-B3:e4e5Nf3\r\n")},
		{"apostrophes", plainHead + counted(4000, "K's Kt's P's Q's B's R's 4's 5th's to K's B's 3's %d's square's\r\n")},
		{"armour", plainHead + filled("-----BEGIN PGP SIGNED MESSAGE-----\r\nHash: x\r\n\r\n- -----BEGIN PGP SIGNATURE-----\r\n")},
	}
}
