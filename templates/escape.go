package templates

import (
	"html/template"
	"strings"
	"sync"
	"unicode/utf8"
)

// escapedSheet returns a sheet with all its words escaped as html/template escapes them in the shell,
// to the octet. What the sheet holds stays as it is.
func escapedSheet(s sheet) sheet {
	for _, words := range []*string{&s.Subject, &s.Mark, &s.Club, &s.Head, &s.Title, &s.Rest, &s.Alt} {
		*words = escaped(*words)
	}
	s.Picture = escapedURL(s.Picture)
	s.Men = escapedAll(s.Men)
	blocks := make([]block, len(s.Blocks))
	for i, b := range s.Blocks {
		b.Text = escaped(b.Text)
		b.Items, b.Quote, b.Board = escapedAll(b.Items), escapedAll(b.Quote), escapedAll(b.Board)
		b.Table = mapped(b.Table, escapedAll)
		b.Links = mapped(b.Links, func(l link) link { return link{escaped(l.Label), escapedURL(l.URL)} })
		blocks[i] = b
	}
	s.Blocks = blocks
	return s
}

// mapped returns what f makes of each element.
func mapped[E any](all []E, f func(E) E) []E {
	if all == nil {
		return nil
	}
	made := make([]E, len(all))
	for i, one := range all {
		made[i] = f(one)
	}
	return made
}

func escapedAll(all []string) []string { return mapped(all, escaped) }

// signs are the signs that mean something in HTML.
var signs = strings.NewReplacer("\x00", "\uFFFD", `"`, "&#34;", "&", "&amp;", "'", "&#39;", "+", "&#43;", "<", "&lt;", ">", "&gt;")

// rare is the least octet with which a character begins that html/template may write as a number.
const rare = 0xef

// seldom escapes what escaped and escapedURL leave to html/template.
var seldom = sync.OnceValue(func() *template.Template {
	t := template.Must(template.New("words").Parse("{{.}}"))
	return template.Must(t.New("URL").Parse(`<a href="{{.}}">`))
})

// escaped returns words as they stand in HTML, between tags or as the value of an attribute.
func escaped(words string) string {
	for i := 0; i < len(words); i++ {
		if words[i] >= rare {
			return bySeldom("words", words)
		}
	}
	if !utf8.ValidString(words) {
		return bySeldom("words", words)
	}
	return signs.Replace(words)
}

// escapedURL returns a URI as it stands in the value of an attribute.
func escapedURL(u template.URL) template.URL {
	for i := 0; i < len(u); i++ {
		if !unreserved[u[i]] && !isEscape(string(u[i:])) {
			tag := bySeldom("URL", u)
			return template.URL(tag[len(`<a href="`) : len(tag)-len(`">`)])
		}
	}
	return template.URL(signs.Replace(string(u)))
}

// isEscape reports whether a part of a URI begins with an octet that is escaped.
func isEscape(u string) bool {
	const hex = "0123456789abcdefABCDEF"
	return len(u) > 2 && u[0] == '%' && strings.IndexByte(hex, u[1]) >= 0 && strings.IndexByte(hex, u[2]) >= 0
}

// unreserved are the octets of a URI that html/template does not escape.
var unreserved = func() (set [256]bool) {
	for _, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!#$&*+,/:;=?@[]") {
		set[c] = true
	}
	return set
}()

func bySeldom(name string, value any) string {
	var b strings.Builder
	if err := seldom().ExecuteTemplate(&b, name, value); err != nil {
		panic(err) // the templates have one action each, and a strings.Builder takes everything
	}
	return b.String()
}
