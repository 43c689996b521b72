package parse

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/emersion/go-message/charset"
	"golang.org/x/text/encoding/charmap"
)

// decodeCharset is body in UTF-8, read as label says where that can be done;
// problem says in words where it could not.
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
		return string(body), "" // octets of one such charset that happen to be UTF-8 are as good as impossible
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

// isUnnamed tells labels that leave the choice between UTF-8 and one octet a
// letter to the reader.
func isUnnamed(label string) bool {
	switch label {
	case "", "us-ascii", "ascii", "utf-8", "utf8", "unknown-8bit", "x-unknown", "default":
		return true
	}
	return false
}

// isOneOctet tells the labels of charsets with ASCII and one octet a letter.
func isOneOctet(label string) bool {
	return strings.HasPrefix(label, "iso-8859-") || strings.HasPrefix(label, "windows-125") || label == "latin1"
}

// guessCharset reads UTF-8 where the octets are such, else windows-1252.
func guessCharset(body []byte) (text, problem string) {
	if utf8.Valid(body) {
		return string(body), ""
	}
	decoded, _ := charmap.Windows1252.NewDecoder().Bytes(body) // any octets are windows-1252
	return string(decoded), "octets that are no UTF-8 were read as windows-1252"
}

// decodeUTF16 reads UTF-16 that begins with a byte order mark.
func decodeUTF16(b []byte) string {
	big := b[0] == 0xfe
	units := make([]uint16, 0, len(b)/2)
	for i := 2; i+1 < len(b); i += 2 {
		if big {
			units = append(units, uint16(b[i])<<8|uint16(b[i+1]))
		} else {
			units = append(units, uint16(b[i+1])<<8|uint16(b[i]))
		}
	}
	return string(utf16.Decode(units))
}

// decodeUTF7 reads UTF-7 (RFC 2152); a shift that is no base64 stands as it is.
func decodeUTF7(s string) string {
	var out strings.Builder
	var units []uint16
	for {
		before, after, shifted := strings.Cut(s, "+")
		out.WriteString(before)
		if !shifted {
			return out.String()
		}
		n := 0
		for n < len(after) && base64Value(after[n]) >= 0 {
			n++
		}
		run, rest := after[:n], after[n:]
		units = shiftUnits(units[:0], run)
		switch {
		case n == 0 && strings.HasPrefix(rest, "-"):
			out.WriteByte('+')
		case len(units) > 0:
			for _, r := range utf16.Decode(units) {
				out.WriteRune(r)
			}
		default:
			out.WriteString("+" + run)
		}
		s = strings.TrimPrefix(rest, "-")
	}
}

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// base64Value is the value of a digit; -1 for any other octet.
func base64Value(c byte) int {
	switch {
	case 'A' <= c && c <= 'Z':
		return int(c - 'A')
	case 'a' <= c && c <= 'z':
		return int(c-'a') + 26
	case '0' <= c && c <= '9':
		return int(c-'0') + 52
	case c == '+':
		return 62
	case c == '/':
		return 63
	}
	return -1
}

// shiftUnits appends the units of UTF-16, big end first, in the base64 run of a
// UTF-7 shift; bits that make no whole unit are left out.
func shiftUnits(units []uint16, run string) []uint16 {
	bits, n := uint32(0), 0
	for i := range len(run) {
		bits = bits<<6 | uint32(base64Value(run[i]))
		if n += 6; n >= 16 {
			n -= 16
			units = append(units, uint16(bits>>n))
		}
	}
	return units
}
