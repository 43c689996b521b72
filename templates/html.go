package templates

import (
	"bytes"
	"fmt"
	"html"
	"html/template"
	"regexp"
	"slices"
	"strings"
	"sync"
	text "text/template"
	"unicode"
	"unicode/utf8"

	"corrd/game/board"
	"corrd/mailer"
	"corrd/templates/press"
	"corrd/templates/texts"
)

// shell is the HTML of every letter, made of the blocks of the letter's text. The HTML loads
// nothing from anywhere; the board is a part of the letter itself. Styles stand on the elements,
// tables carry the layout, and no colour is named but that of links and of hairlines, which is seen
// on white and on black, because a program that shows the letter has colours of its own for light
// and for dark. The men are read before the picture and seen below all: a program that does not
// know the groups of a table shows them in the order in which they are read. The shell takes words
// that are escaped already (escapedSheet), and costs half of what html/template takes to write the
// same octets.
var shell = sync.OnceValue(func() *text.Template {
	source, err := texts.Files.ReadFile("letter.html")
	if err != nil {
		panic(err) // the file is embedded
	}
	return text.Must(text.New("").Funcs(text.FuncMap{"brief": brief}).Parse(comments.ReplaceAllString(string(source), "")))
})

// comments are left out of letters, as html/template leaves them out.
var comments = regexp.MustCompile(`(?s)<!--.*?-->`)

// sheet is what the shell dresses.
type sheet struct {
	Subject string
	Mark    string // the line above which the answer goes
	Club    string // the letterhead: the name of the office
	Head    string // and what the letter is about; "" for nothing
	Title   string // the heading
	Rest    string // of the paragraph of the heading, or "" if the heading is all of it
	Men     []string
	Blocks  []press.Part
	Picture template.URL
	Alt     string
}

// longestTitle is the most characters of a paragraph that is a heading as it stands.
const longestTitle = 96

// title takes the heading from blocks, and returns the others: the first paragraph, if it is short
// and introduces nothing, or its first sentence, or else the subject. The rest of that paragraph
// follows the heading.
func (s *sheet) title(blocks []press.Part) []press.Part {
	first := blocks[0].Text
	if s.Title = first; len([]rune(first)) <= longestTitle && first != "" && !strings.HasSuffix(first, ":") {
		return blocks[1:]
	}
	if head, tail := firstSentence(first); tail != "" && len([]rune(head)) <= longestTitle {
		s.Title, s.Rest = head, tail
		return blocks[1:]
	}
	subject, _, _ := strings.Cut(s.Subject, " [corrd")
	s.Title, s.Rest = capital(subject), first
	if first == "" {
		return blocks
	}
	return blocks[1:]
}

// firstSentence cuts a paragraph behind its first sentence, which does not end with an initial, a
// short title or the number of a move ("N. N.", "Dr. Example", "1. P-K4"); rest is "" if the
// paragraph has no other sentence.
func firstSentence(text string) (sentence, rest string) {
	for from := 0; ; {
		at := strings.Index(text[from:], ". ")
		if at < 0 {
			return text, ""
		}
		from += at + 2
		words := strings.FieldsFunc(text[:from-2], func(r rune) bool { return unicode.IsSpace(r) || r == '.' })
		last := []rune(append([]string{""}, words...)[len(words)])
		whole := strings.HasSuffix(text[:from-2], ")") || len(last) > 3 || len(last) > 0 && unicode.IsLower(last[0])
		if next, _ := utf8.DecodeRuneInString(text[from:]); unicode.IsUpper(next) && whole {
			return text[:from-1], text[from:]
		}
	}
}

// brief reports whether a cell of a table, escaped, is short enough never to be broken over two
// lines.
func brief(cell string) bool { return utf8.RuneCountInString(html.UnescapeString(cell)) <= 12 }

// dress gives a page its HTML: the blocks of the page's text below a letterhead, with links, and
// with the picture, unless nil, below the heading where the text lists the men, or at the blocks
// that ask for a picture, or else in the place of the first drawing.
func dress(p *mailer.Page, blocks []press.Part, picture *mailer.Part, links []press.Link, s sheet) error {
	s.Subject, s.Mark = p.Subject, mailer.ReplyMark
	if picture != nil {
		s.Picture, s.Alt = template.URL("cid:"+picture.ContentID), texts.Say("board picture")
		p.Inline = []mailer.Part{*picture}
	}
	s.Blocks = make([]press.Part, 0, len(blocks)+1) // with the links
	wanted := slices.ContainsFunc(blocks, func(b press.Part) bool { return b.Picture })
	for _, b := range blocks {
		if b.Men != nil && picture != nil {
			s.Men = b.Men
		} else if b.Men != nil {
			b.Quote = b.Men
		}
		b.Text = press.PlainSpaces(b.Text)
		b.Picture = picture != nil && (b.Picture || b.Drawing && !wanted)
		if b.Drawing = false; !b.IsEmpty() {
			s.Blocks = append(s.Blocks, b)
		}
	}
	if s.Men != nil {
		s.Blocks = slices.DeleteFunc(s.Blocks, func(b press.Part) bool { return b.Picture })
	}
	s.Blocks = withLinks(s.title(s.Blocks), links)
	var b strings.Builder
	b.Grow(8 << 10)
	if err := shell().Execute(&b, escapedSheet(s)); err != nil {
		return fmt.Errorf("templates: %w", err)
	}
	p.HTML = b.String()
	return nil
}

// dress gives the page of a game's letter its HTML, with the board as a
// picture if the text shows one.
func (p *gamePage) dress(out *mailer.Page, blocks []press.Part) error {
	head := sheet{Club: press.OneLine(p.Office.Name, 60), Head: texts.Say("letterhead", p.State.ID, press.OneLine(p.OpponentName(), 40))}
	diagram := press.PlainSpaces(p.Diagram())
	if diagram == "" || !strings.Contains(out.Text, diagram) {
		return dress(out, blocks, nil, p.links(), head)
	}
	picture, err := p.picture()
	if err != nil {
		return err
	}
	return dress(out, blocks, picture, p.links(), head)
}

// picture is the board of a game's letter, as a MIME part.
func (p *gamePage) picture() (*mailer.Part, error) {
	return drawn(&p.State.Position, BoardOptions{p.Reader.Side, lastMove(p.State), p.notation}, p.MessageID)
}

// drawn is a drawn board as a part of the letter with a Message-ID.
func drawn(p *board.Position, o BoardOptions, messageID string) (*mailer.Part, error) {
	var b bytes.Buffer
	if err := BoardPNG(&b, p, o); err != nil {
		return nil, err
	}
	return &mailer.Part{Name: "board.png", Type: "image/png", ContentID: "board." + messageID, Data: b.Bytes()}, nil
}

// escapedSheet returns a sheet with all its words escaped as html/template escapes them in the
// shell, to the octet. What the sheet holds stays as it is.
func escapedSheet(s sheet) sheet {
	for _, words := range []*string{&s.Subject, &s.Mark, &s.Club, &s.Head, &s.Title, &s.Rest, &s.Alt} {
		*words = escaped(*words)
	}
	s.Picture = escapedURL(s.Picture)
	s.Men = escapedAll(s.Men)
	blocks := make([]press.Part, len(s.Blocks))
	for i, b := range s.Blocks {
		b.Text = escaped(b.Text)
		b.Items, b.Quote, b.Board = escapedAll(b.Items), escapedAll(b.Quote), escapedAll(b.Board)
		b.Table = mapped(b.Table, escapedAll)
		b.Links = mapped(b.Links, func(l press.Link) press.Link { return press.Link{Label: escaped(l.Label), URL: escapedURL(l.URL)} })
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
