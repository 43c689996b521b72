package parse

import (
	"net/mail"

	"corrd/mailer"
)

// TokenFor returns the token that an answer to a letter of the site bears, if the answer keeps to
// the letter's Reply-To or, where tokens travel in subjects, to its Subject; the zero Token if the
// letter has none.
func TokenFor(letter []byte, site mailer.Site) (token mailer.Token) {
	fields := mailer.ParseHead(letter).Fields
	if a, err := mail.ParseAddress(fields.Get("Reply-To")); err == nil {
		detail, _ := site.Detail(a.Address)
		token, _ = mailer.ParseToken(detail)
	}
	if token.IsZero() && site.Delimiter == 0 {
		token, _ = mailer.SubjectToken(fields.Get("Subject"))
	}
	return token
}
