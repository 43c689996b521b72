package parse

import (
	"strings"
	"testing"

	"corrd/mailer"
)

// TestShapesOfReplies: of the letter that a mail program quotes, above the answer, below it or
// around it, with marks or without, nothing is new text, and all of the answer is.
func TestShapesOfReplies(t *testing.T) {
	const plain, html = "Content-Type: text/plain; charset=utf-8", "Content-Type: text/html; charset=utf-8"
	q := "Game 12, move 9. White is to move.\n\nP-KR3\n\nKind regards,\nBob"
	marked := "> " + strings.ReplaceAll(q, "\n", "\n> ")
	shapes := []struct{ name, ct, body string }{
		{"gmail top", plain, "OWN\n\nOn Fri, Nov 27, 2026 at 9:12 AM corrd <corrd+w12.abc@club.example> wrote:\n\n" + marked + "\n"},
		{"gmail wrapped attribution", plain, "OWN\n\nOn Fri, Nov 27, 2026 at 9:12 AM corrd, the correspondence office\n<corrd+w12.abc@club.example> wrote:\n\n" + marked},
		{"gmail mobile no marks", plain, "OWN\n\nOn Fri, Nov 27, 2026, 09:12 corrd <corrd+w12.abc@club.example> wrote:\n\n" + q},
		{"outlook web", plain, "OWN\n________________________________\nFrom: corrd <corrd+w12.abc@club.example>\nSent: Friday, November 27, 2026 9:12 AM\nTo: Alice <alice@example.org>\nSubject: Game 12\n\n" + q},
		{"outlook mobile", plain, "OWN\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\nFrom: corrd <corrd@club.example>\nSent: Friday, November 27, 2026 9:12:00 AM\nTo: Alice <alice@example.org>\nSubject: Game 12\n\n" + q},
		{"outlook classic", plain, "OWN\n\n-----Original Message-----\nFrom: corrd [mailto:corrd@club.example]\nSent: Friday, November 27, 2026 9:12 AM\nTo: Alice\nSubject: Game 12\n\n" + q},
		{"outlook german", plain, "OWN\n\nVon: corrd <corrd@club.example>\nGesendet: Freitag, 27. November 2026 09:12\nAn: Alice <alice@example.org>\nBetreff: Game 12\n\n" + q},
		{"outlook french", plain, "OWN\n\nDe : corrd <corrd@club.example>\nEnvoyé : vendredi 27 novembre 2026 09:12\nÀ : Alice <alice@example.org>\nObjet : Game 12\n\n" + q},
		{"apple mail top", plain, "OWN\n\n> On 27 Nov 2026, at 09:12, corrd <corrd@club.example> wrote:\n> \n" + marked},
		{"apple mail ios", plain, "OWN\n\nSent from my iPhone\n\n> On 27 Nov 2026, at 09:12, corrd <corrd@club.example> wrote:\n> \n> \uFEFF" + q[:10] + "\n" + marked},
		{"apple forwarded", plain, "OWN\n\nBegin forwarded message:\n\nFrom: corrd <corrd@club.example>\nSubject: Game 12\nDate: 27 November 2026 at 09:12:00 GMT\nTo: Alice <alice@example.org>\n\n" + q},
		{"thunderbird bottom", plain, "On 27.11.26 09:12, corrd wrote:\n" + marked + "\n\nOWN\n"},
		{"thunderbird german", plain, "Am 27.11.26 um 09:12 schrieb corrd:\n" + marked + "\n\nOWN\n"},
		{"thunderbird interleaved", plain, "On 27/11/2026 09:12, corrd wrote:\n> Game 12, move 9.\nOWN\n> P-KR3\n> Bob\n"},
		{"k-9 top", plain, "OWN\n\n\nAm 27. November 2026 09:12:00 MEZ schrieb corrd <corrd@club.example>:\n>" + strings.ReplaceAll(q, "\n", "\n>")},
		{"k-9 header style", plain, "OWN\n\n-------- Original Message --------\nFrom: corrd <corrd@club.example>\nSent: 27 November 2026 09:12:00 CET\nTo: Alice <alice@example.org>\nSubject: Game 12\n\n" + q},
		{"proton top", plain, "OWN\n\nSent with Proton Mail secure email.\n\nOn Friday, November 27th, 2026 at 9:12 AM, corrd <corrd@club.example> wrote:\n\n" + marked},
		{"proton mobile", plain, "OWN\n\n-------- Original Message --------\nOn Friday, 11/27/26 at 09:12 corrd <corrd@club.example> wrote:\n" + q},
		{"yahoo", plain, "OWN\n\n    On Friday, November 27, 2026 at 09:12:00 AM GMT, corrd <corrd@club.example> wrote:  \n \n " + strings.ReplaceAll(q, "\n", "\n ")},
		{"alpine bottom", plain, "On Fri, 27 Nov 2026, corrd wrote:\n\n" + marked + "\n>\n\nOWN\n"},
		{"s-nail", plain, "corrd wrote in\n <20261127091200.abc@club.example>:\n |" + strings.ReplaceAll(q, "\n", "\n |") + "\n\nOWN\n"},
		{"mutt", plain, "On Fri, Nov 27, 2026 at 09:12:00AM +0000, corrd wrote:\n" + marked + "\n\nOWN\n"},
		{"mutt top, dashes", plain, "OWN\n\n----- Message from corrd <corrd@club.example> on Fri, 27 Nov 2026 -----\n\n" + q},
		{"bottom no marks", plain, "corrd <corrd@club.example> wrote on Friday 27 November 2026 at 09:12:\n\n" + marked + "\n\nOWN"},
		{"gmail html", html, "<div dir=\"ltr\">OWN</div><br><div class=\"gmail_quote\"><div dir=\"ltr\" class=\"gmail_attr\">On Fri, Nov 27, 2026 at 9:12 AM corrd &lt;<a href=\"mailto:corrd@club.example\">corrd@club.example</a>&gt; wrote:<br></div><blockquote class=\"gmail_quote\"><p>P-KR3</p></blockquote></div>"},
		{"gmail html without blockquote", html, "<div dir=\"auto\">OWN</div><div class=\"gmail_quote gmail_quote_container\"><div class=\"gmail_attr\">On Fri, 27 Nov 2026, 09:12 corrd wrote:<br></div><div>P-KR3</div></div>"},
		{"outlook web html", html, "<html><body><div class=\"elementToProof\">OWN</div><div id=\"appendonsend\"></div><hr style=\"display:inline-block;width:98%\"><div id=\"divRplyFwdMsg\" dir=\"ltr\"><b>From:</b> corrd &lt;corrd@club.example&gt;<br><b>Sent:</b> Friday, November 27, 2026 9:12 AM<br><b>To:</b> Alice<br><b>Subject:</b> Game 12</div><div>P-KR3</div></body></html>"},
		{"new outlook html", html, "<div>OWN</div><div id=\"mail-editor-reference-message-container\"><div class=\"ms-outlook-mobile-reference-message\"><div style=\"border-top:solid #E1E1E1 1.0pt\"><p><b>From: </b>corrd<br><b>Date: </b>Friday, 27 November 2026 at 09:12<br><b>To: </b>Alice<br><b>Subject: </b>Game 12</p></div><p>P-KR3</p></div></div>"},
		{"apple html", html, "<html><body dir=\"auto\">OWN<div dir=\"ltr\"></div><div dir=\"ltr\"><br><blockquote type=\"cite\">On 27 Nov 2026, at 09:12, corrd &lt;corrd@club.example&gt; wrote:<br><br></blockquote></div><blockquote type=\"cite\"><div dir=\"ltr\">P-KR3</div></blockquote></body></html>"},
		{"yahoo html", html, "<div class=\"ydp1yahoo-style-wrap\"><div>OWN</div></div><div id=\"ydp2yahoo_quoted_1\" class=\"ydp2yahoo_quoted\"><div><div>On Friday, November 27, 2026 at 09:12:00 AM GMT, corrd wrote:</div><div>P-KR3</div></div></div>"},
		{"proton html", html, "<div>OWN</div><div class=\"protonmail_quote\">On Friday, November 27th, 2026 at 9:12 AM, corrd wrote:<br><blockquote class=\"protonmail_quote\" type=\"cite\">P-KR3</blockquote></div>"},
		{"thunderbird html", html, "<p>OWN</p><div class=\"moz-cite-prefix\">On 27/11/2026 09:12, corrd wrote:<br></div><blockquote type=\"cite\" cite=\"mid:1@x\"><pre>P-KR3</pre></blockquote>"},
		{"k-9 html", html, "<html><body>OWN<br><br><div class=\"gmail_quote\">Am 27. November 2026 09:12:00 MEZ schrieb corrd &lt;corrd@club.example&gt;:<blockquote class=\"gmail_quote\"><pre class=\"k9mail\">P-KR3</pre></blockquote></div></body></html>"},
		{"samsung", html, "<div dir=\"auto\">OWN</div><div dir=\"auto\"><br></div><div align=\"left\" dir=\"auto\" style=\"font-size:100%;color:#000000\"><div>-------- Original message --------</div><div>From: corrd &lt;corrd@club.example&gt;</div><div>Date: 27/11/2026 09:12 (GMT+00:00)</div><div>To: Alice</div><div>Subject: Game 12</div></div><div>P-KR3</div>"},
	}
	const head = "From: Alice <alice@example.org>\nTo: corrd+w12.abcdefghijklmnopqrstuvwxyz@club.example\nSubject: Re: Game 12\nMIME-Version: 1.0\nMessage-ID: <1@example.org>\n"
	for _, s := range shapes {
		l := Letter(crlf(head+s.ct+"\n\n"+s.body+"\n"), mailer.Envelope{}, testOptions())
		if strings.Contains(l.Text, "P-KR3") || !strings.Contains(l.Text, "OWN") {
			t.Errorf("%s: %q", s.name, l.Text)
		}
	}
}
