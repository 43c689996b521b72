package local

import (
	"bytes"
	"mime"
	"net/mail"
	"strings"

	"corrd/mailer"
	"corrd/mailer/parse"
)

// Letter is one letter as it lies in the mailbox of its reader.
type Letter struct {
	mail.Header
	Raw []byte
}

// ReadLetter reads the header of a letter.
func ReadLetter(raw []byte) (Letter, error) {
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return Letter{}, err
	}
	return Letter{m.Header, raw}, nil
}

// Kind is what kind of letter of corrd's the letter is.
func (l Letter) Kind() string { return l.Get("Corrd-Letter") }

// Subject is the subject of the letter.
func (l Letter) Subject() string {
	subject, err := new(mime.WordDecoder).DecodeHeader(l.Get("Subject"))
	if err != nil {
		return l.Get("Subject")
	}
	return subject
}

// Text is the plain text of the letter, quotations included.
func (l Letter) Text() string {
	return parse.Letter(l.Raw, mailer.Envelope{}, parse.Options{}).FullText
}

// ReplyTo is the address to which the letter asks its reader to answer; "" where the letter names
// none.
func (l Letter) ReplyTo() string {
	address, err := mail.ParseAddress(l.Get("Reply-To"))
	if err != nil {
		return ""
	}
	return address.Address
}

// Key is the key in the letter's address for answers; the zero Token where the address has none.
func (l Letter) Key() mailer.Token {
	local, _, _ := strings.Cut(l.ReplyTo(), "@")
	_, key, _ := strings.Cut(local, "+")
	token, _ := mailer.ParseToken(key)
	return token
}
