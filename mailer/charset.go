package mailer

import (
	"bytes"
	"encoding/base64"
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
	return fromWindows1252(body), "octets that are no UTF-8 were read as windows-1252"
}

func fromWindows1252(b []byte) string {
	decoded, err := charmap.Windows1252.NewDecoder().Bytes(b)
	if err != nil {
		return strings.ToValidUTF8(string(b), "\ufffd")
	}
	return string(decoded)
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
	for {
		before, after, shifted := strings.Cut(s, "+")
		out.WriteString(before)
		if !shifted {
			return out.String()
		}
		n := len(after) - len(strings.TrimLeft(after, base64Digits))
		run, rest := after[:n], after[n:]
		text, ok := decodeShift(run)
		switch {
		case n == 0 && strings.HasPrefix(rest, "-"):
			out.WriteByte('+')
		case ok:
			out.WriteString(text)
		default:
			out.WriteString("+" + run)
		}
		s = strings.TrimPrefix(rest, "-")
	}
}

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// decodeShift reads the base64 run of a UTF-7 shift: UTF-16, big end first.
func decodeShift(run string) (string, bool) {
	raw, err := base64.RawStdEncoding.DecodeString(run)
	if err != nil || len(raw) < 2 {
		return "", false
	}
	return decodeUTF16(append([]byte{0xfe, 0xff}, raw...)), true
}
