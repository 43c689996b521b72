package parse

import (
	"bytes"
	"encoding/base64"
	"html"
	"maps"
	"mime/quotedprintable"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"corrd/mailer"
)

// carriages are the ways in which mail programs may send the same text.
var carriages = map[string]func(text string) []byte{
	"8bit": func(text string) []byte { return mailOf("text/plain; charset=utf-8", "8bit", []byte(text)) },
	"bare": func(text string) []byte { return []byte("From: alice@example.org\n\n" + text) },
	"quoted-printable": func(text string) []byte {
		var b bytes.Buffer
		w := quotedprintable.NewWriter(&b)
		w.Write([]byte(text))
		w.Close()
		return mailOf("text/plain; charset=utf-8", "quoted-printable", b.Bytes())
	},
	"base64": func(text string) []byte { return mailOf("text/plain; charset=utf-8", "base64", inBase64([]byte(text))) },
	"UTF-16": func(text string) []byte {
		octets := []byte{0xfe, 0xff}
		for _, unit := range utf16.Encode([]rune(text)) {
			octets = append(octets, byte(unit>>8), byte(unit))
		}
		return mailOf("text/plain; charset=utf-16", "base64", inBase64(octets))
	},
	"flowed": func(text string) []byte {
		return mailOf("text/plain; charset=utf-8; format=flowed", "8bit", []byte(wrap(text, " \n")))
	},
	"wrapped": func(text string) []byte { return mailOf("text/plain; charset=utf-8", "8bit", []byte(wrap(text, "\n"))) },
	"breaks": func(text string) []byte {
		return mailOf("text/html; charset=utf-8", "8bit", []byte(strings.ReplaceAll(html.EscapeString(text), "\n", "<br>\n")))
	},
	"divisions": func(text string) []byte {
		var page strings.Builder
		for line := range strings.SplitSeq(text, "\n") {
			page.WriteString("<div>" + html.EscapeString(line) + "</div>")
		}
		return mailOf("text/html; charset=utf-8", "8bit", []byte(page.String()))
	},
	"alternatives": func(text string) []byte {
		part := func(kind, body string) string {
			return "--b\n" + "Content-Type: " + kind + "; charset=utf-8\n\n" + body + "\n"
		}
		return mailOf("multipart/alternative; boundary=b", "8bit",
			[]byte(part("text/plain", text)+part("text/html", "<pre>"+html.EscapeString(text)+"</pre>")+"--b--\n"))
	},
}

func mailOf(kind, encoding string, body []byte) []byte {
	return slices.Concat([]byte("From: alice@example.org\nMIME-Version: 1.0\nContent-Type: "+kind+"\nContent-Transfer-Encoding: "+encoding+"\n\n"), body)
}

func inBase64(octets []byte) []byte {
	var out []byte
	for chunk := range slices.Chunk([]byte(base64.StdEncoding.EncodeToString(octets)), 76) {
		out = append(append(out, chunk...), '\n')
	}
	return out
}

// wrap breaks lines that are not quotes at the last space before column 72.
func wrap(text, at string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		for start := 0; !strings.HasPrefix(line, ">") && len(line)-start > 72; {
			space := strings.LastIndexByte(line[start:start+72], ' ')
			if space <= 0 {
				break
			}
			line = line[:start+space] + at + line[start+space+1:]
			start += space + len(at)
		}
		lines[i] = line
	}
	return strings.Join(lines, "\n")
}

// TestOneTextInEveryCarriage checks that the new text is the move and nothing else, however the
// quote is announced and marked, whatever stands below it, and however the letter is sent.
func TestOneTextInEveryCarriage(t *testing.T) {
	announcements := slices.Concat(slices.Collect(maps.Values(attributions)), plainAttributions)
	quotes := []string{"> P-Q4\n> resign\n", "\n>P-Q4\n>\n>resign\n", "P-Q4\nresign\n", "\n\nP-Q4\n\nresign\n"}
	feet := []string{"", "\n-- \nAlice, flat b4\n", "\nSent from my iPhone\n"}
	for carriage, send := range carriages {
		for _, announcement := range announcements {
			for _, quote := range quotes {
				for _, foot := range feet {
					l := Letter(send("7. Kt-KB3\n\n"+announcement+"\n"+quote+foot), mailer.Envelope{}, testOptions())
					if l.Text != "7. Kt-KB3" || l.Alternative != "" {
						t.Errorf("%s, %q, %q, %q: %q, %q", carriage, announcement, quote, foot, l.Text, l.Alternative)
					}
				}
			}
		}
	}
}

// TestOwnTextInEveryCarriage checks that a text without quotes is read whole.
func TestOwnTextInEveryCarriage(t *testing.T) {
	for carriage, send := range carriages {
		for _, text := range ownTexts {
			if l := Letter(send(text), mailer.Envelope{}, testOptions()); wordsOf(l.Text) != wordsOf(text) || l.Alternative != "" {
				t.Errorf("%s: %q became %q", carriage, text, l.Text)
			}
		}
	}
}
