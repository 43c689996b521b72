package local

import (
	"bytes"
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

// Kind is what kind of letter of corrd's it is.
func (l Letter) Kind() string { return l.Get("Corrd-Letter") }

// Text is the plain text of the letter, with all that it quotes.
func (l Letter) Text() string {
	return parse.Letter(l.Raw, mailer.Envelope{}, parse.Options{}).FullText
}

// ReplyTo is the address at which the letter wants its answer; "" where it names none.
func (l Letter) ReplyTo() string {
	address, err := mail.ParseAddress(l.Get("Reply-To"))
	if err != nil {
		return ""
	}
	return address.Address
}

// Key is what the address for answers names; the zero Token where it names nothing.
func (l Letter) Key() mailer.Token {
	local, _, _ := strings.Cut(l.ReplyTo(), "@")
	_, key, _ := strings.Cut(local, "+")
	token, _ := mailer.ParseToken(key)
	return token
}
