package parse

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"mime"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/emersion/go-message/charset"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"corrd/game/reason"
	"corrd/mailer"
)

// decodeTransfer undoes the Content-Transfer-Encoding (RFC 2045, 6). decodeTransfer reads
// on where a stricter reader would stop, and reads an unknown encoding as plain; why
// says what was wrong.
func decodeTransfer(body []byte, encoding string) (decoded []byte, why reason.Reason) {
	switch name := encodingName(encoding); name {
	case "", "7bit", "8bit", "binary":
		return body, ""
	case "quoted-printable":
		return decodeQuotedPrintable(body), ""
	case "base64":
		return decodeBase64(body)
	default:
		return body, because("unread encoding", name, 40)
	}
}

// encodingName returns the name of an encoding in lower case.
func encodingName(value string) string {
	return strings.ToLower(strings.Trim(withoutComments(value), "; "))
}

// decodeQuotedPrintable undoes soft line breaks and =XX, and leaves anything else
// unchanged. White space at the end of a line was added in transit (RFC 2045, 6.7 rule 3).
func decodeQuotedPrintable(body []byte) []byte {
	out := make([]byte, 0, len(body))
	for len(body) > 0 {
		line, rest := mailer.NextLine(body)
		whole := len(rest) > 0 || body[len(body)-1] == '\n'
		line = bytes.TrimRight(line, " \t\r")
		soft := bytes.HasSuffix(line, []byte("="))
		if soft {
			line = line[:len(line)-1]
		}
		out = appendQuoted(out, line)
		if whole && !soft {
			out = append(out, '\n')
		}
		body = rest
	}
	return out
}

// appendQuoted appends a line to out, with each =XX decoded.
func appendQuoted(out, line []byte) []byte {
	for i := 0; i < len(line); i++ {
		if line[i] == '=' && i+2 < len(line) {
			if high, low := hexDigits[line[i+1]], hexDigits[line[i+2]]; high != 0 && low != 0 {
				out = append(out, (high-1)<<4|(low-1))
				i += 2
				continue
			}
		}
		out = append(out, line[i])
	}
	return out
}

// hexDigits gives one more than the value of each octet that is a hexadecimal digit; 0 for others.
var hexDigits = placesOf("0123456789ABCDEF", "0123456789abcdef")

// places64 gives one more than the value of each octet that is a digit of base64; 0 for others.
var places64 = placesOf(base64Digits)

// placesOf returns for each octet its place among some digits, from 1; 0 for an octet that is none.
func placesOf(digits ...string) (places [256]byte) {
	for _, some := range digits {
		for i := range len(some) {
			places[some[i]] = byte(i + 1)
		}
	}
	return places
}

// decodeBase64 reads the digits and skips everything else. A last group that was cut off
// gives the octets that are left.
func decodeBase64(body []byte) (decoded []byte, why reason.Reason) {
	digits := make([]byte, 0, len(body))
	for i, c := range body {
		switch {
		case places64[c] != 0:
			digits = append(digits, c)
		case c == '=' && len(bytes.TrimSpace(bytes.Trim(body[i:], "=\r\n"))) > 0:
			why = reason.Because("unread base64 after end")
		case c != '=' && c > ' ' && why == "":
			why = reason.Because("unread base64 stray")
		}
		if c == '=' {
			break
		}
	}
	if len(digits)%4 == 1 {
		digits = digits[:len(digits)-1]
		why = reason.Because("unread base64 cut short")
	}
	decoded = make([]byte, base64.RawStdEncoding.DecodedLen(len(digits)))
	n, err := base64.RawStdEncoding.Decode(decoded, digits)
	if err != nil {
		why = reason.Because("unread base64 damaged")
	}
	return decoded[:n], why
}

// decodeCharset returns body in UTF-8, read as label says if that can be done. problem says
// in words why something could not be read so.
func decodeCharset(body []byte, label string) (text, problem string) {
	label = strings.ToLower(strings.Trim(label, ` "'`))
	switch {
	case bytes.HasPrefix(body, []byte("\xff\xfe")), bytes.HasPrefix(body, []byte("\xfe\xff")):
		return decodeUTF16(body), ""
	case label == "utf-7" || label == "unicode-1-1-utf-7":
		return decodeUTF7(string(body)), ""
	case isUnnamed(label) && bytes.Contains(body, []byte("\x1b$")):
		label = "iso-2022-jp"
	case isUnnamed(label):
		return guessCharset(body)
	case isOneOctet(label) && utf8.Valid(body):
		return string(body), "" // text in such a charset is hardly ever valid UTF-8 by chance
	}
	r, err := charset.Reader(label, bytes.NewReader(body))
	if err != nil {
		text, _ := guessCharset(body)
		return text, fmt.Sprintf("unknown charset %.40q", label)
	}
	decoded, err := io.ReadAll(r)
	if err != nil {
		problem = fmt.Sprintf("the text is not all in its charset %.40q", label)
	}
	return string(decoded), problem
}

// isUnnamed reports whether a label leaves the reader to choose between UTF-8 and a charset
// of one octet a letter.
func isUnnamed(label string) bool {
	switch label {
	case "", "us-ascii", "ascii", "utf-8", "utf8", "unknown-8bit", "x-unknown", "default":
		return true
	}
	return false
}

// isOneOctet reports whether a label names a charset with ASCII and one octet a letter.
func isOneOctet(label string) bool {
	return strings.HasPrefix(label, "iso-8859-") || strings.HasPrefix(label, "windows-125") || label == "latin1"
}

// guessCharset reads octets as UTF-8 if they are valid, else as windows-1252.
func guessCharset(body []byte) (text, problem string) {
	if utf8.Valid(body) {
		return string(body), ""
	}
	decoded, _ := charmap.Windows1252.NewDecoder().Bytes(body) // any octet can be read as windows-1252
	return string(decoded), "octets that are no UTF-8 were read as windows-1252"
}

// decodeUTF16 reads UTF-16, big end first unless a byte order mark says otherwise.
func decodeUTF16(octets []byte) string {
	text, _ := unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder().Bytes(octets)
	return string(text)
}

// decodeUTF7 reads UTF-7 (RFC 2152). A shift that is not base64 stays as it is.
func decodeUTF7(s string) string {
	var out strings.Builder
	for {
		before, after, shifted := strings.Cut(s, "+")
		out.WriteString(before)
		if !shifted {
			return out.String()
		}
		run := after[:len(after)-len(strings.TrimLeft(after, base64Digits))]
		after = after[len(run):]
		octets, _ := base64.RawStdEncoding.DecodeString(run) // what can be decoded, without the bits that fill the last digit
		switch {
		case run == "" && strings.HasPrefix(after, "-"):
			out.WriteByte('+')
		case len(octets) > 1:
			appendUTF16(&out, octets[:len(octets)&^1])
		default:
			out.WriteString("+" + run)
		}
		s = strings.TrimPrefix(after, "-")
	}
}

// appendUTF16 writes UTF-16, big end first, to out as UTF-8.
func appendUTF16(out *strings.Builder, octets []byte) {
	for at := 0; at < len(octets); at += 2 {
		r := rune(binary.BigEndian.Uint16(octets[at:]))
		if utf16.IsSurrogate(r) {
			low := rune(utf8.RuneError)
			if at+4 <= len(octets) {
				low = rune(binary.BigEndian.Uint16(octets[at+2:]))
			}
			if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
				at += 2
			}
		}
		out.WriteRune(r)
	}
}

// base64Digits are the digits of base64 (RFC 4648, 4).
const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// words decodes encoded words. The charset of a word may have a language behind the charset
// (RFC 2231, 5).
var words = mime.WordDecoder{CharsetReader: func(label string, in io.Reader) (io.Reader, error) {
	label, _, _ = strings.Cut(label, "*")
	octets, err := io.ReadAll(in)
	text, _ := decodeCharset(octets, label)
	return strings.NewReader(text), err
}}

// decodeWords returns a field with its encoded words (RFC 2047) decoded, as one clean line.
// Words that cannot be decoded stay encoded.
func decodeWords(s string) string {
	if strings.Contains(s, "=?") {
		if decoded, err := words.DecodeHeader(s); err == nil {
			s = decoded
		}
	}
	return mailer.OneLine(s)
}

// messageIDs returns the ids in angle brackets of a field, oldest first, and at most 100 of them.
// What has signs in it that mailer.Hidden reports is not an id.
func messageIDs(value string) []string {
	var ids []string
	for len(ids) < 100 {
		_, after, ok := strings.Cut(value, "<")
		if !ok {
			break
		}
		id, rest, closed := strings.Cut(after, ">")
		if id = strings.TrimSpace(id); closed && id != "" && !strings.ContainsAny(id, " \t<") && !strings.ContainsFunc(id, mailer.Hidden) {
			ids = append(ids, id)
		}
		value = rest
	}
	return ids
}

// firstID returns the first id in angle brackets, or "" if there is none.
func firstID(value string) string {
	if ids := messageIDs(value); len(ids) > 0 {
		return ids[0]
	}
	return ""
}
