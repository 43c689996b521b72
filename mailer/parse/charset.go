package parse

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/emersion/go-message/charset"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

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
