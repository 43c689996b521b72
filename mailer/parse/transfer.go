package parse

import (
	"bytes"
	"encoding/base64"
	"strings"

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
