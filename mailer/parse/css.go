package parse

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// sheet holds the selectors of the rules in a page's style elements that hide text, each
// by its last simple selector in lower case: "p", ".class", "#id" or "*".
type sheet map[string]bool

// hides reports whether the rules of the page, or the element's own style, hide an
// element with that tag.
func (s sheet) hides(tag []byte, a attributes) bool {
	if len(s) > 0 {
		if s["*"] || s[string(tag)] || s["#"+strings.ToLower(a.named["id"])] {
			return true
		}
		for _, class := range a.classes {
			if s["."+strings.ToLower(class)] {
				return true
			}
		}
	}
	return hidesText(a.named["style"])
}

// styleSheet reads the style elements of a page, wherever they stand. steps are the tokens that it
// looks at: none behind the last style element, and few more than maxTokens.
func styleSheet(page string) (s sheet, steps int) {
	s = sheet{}
	last := lastStyle(page)
	if last < 0 {
		return s, 0
	}
	tokens := html.NewTokenizer(strings.NewReader(page))
	at := 0 // where the token begins
	for inside := false; (inside || at <= last) && steps <= maxTokens; steps++ {
		kind := tokens.Next()
		at += len(tokens.Raw())
		switch kind {
		case html.ErrorToken:
			return s, steps
		case html.StartTagToken:
			name, _ := tokens.TagName()
			inside = atom.Lookup(name) == atom.Style
		case html.TextToken:
			if inside {
				s.read(string(tokens.Text()))
			}
		case html.EndTagToken:
			inside = false
		}
	}
	return s, steps
}

// lastStyle returns where the last start of a style element may stand in a page, or -1 if there is
// none.
func lastStyle(page string) int {
	const tag = "<style"
	for end := len(page); ; {
		at := strings.LastIndexByte(page[:end], '<')
		if at < 0 {
			return -1
		}
		if at+len(tag) <= len(page) && page[at+1]|0x20 == 's' && strings.EqualFold(page[at:at+len(tag)], tag) {
			return at
		}
		end = at
	}
}

// withoutCommentMarks takes off the marks that hide a style sheet from old browsers.
var withoutCommentMarks = strings.NewReplacer("<!--", " ", "-->", " ")

// read adds the rules of a style element that hide text. A rule for some media only counts
// for all media.
func (s sheet) read(css string) {
	css = withoutCommentMarks.Replace(css)
	for {
		i := strings.IndexAny(css, "{};")
		if i < 0 {
			return
		}
		prelude, opens := strings.ToLower(strings.TrimSpace(css[:i])), css[i] == '{'
		css = css[i+1:]
		if !opens || strings.HasPrefix(prelude, "@") { // a rule such as @media, which holds other rules
			continue
		}
		block, rest, _ := strings.Cut(css, "}")
		css = rest
		if !hidesText(block) {
			continue
		}
		for selector := range strings.SplitSeq(prelude, ",") {
			s.add(selector)
		}
	}
}

// add adds the last id, class or element of a selector, whatever else the selector asks
// for: rather too much is hidden than too little. A selector with a pseudo-class, such as
// ":hover", or an attribute is passed over.
func (s sheet) add(selector string) {
	words := strings.FieldsFunc(selector, func(r rune) bool { return strings.ContainsRune(" \t\r\n>+~", r) })
	if len(words) == 0 || strings.ContainsAny(selector, ":[(\\") {
		return
	}
	last := words[len(words)-1]
	s[last[max(0, strings.LastIndexAny(last, ".#")):]] = true
}

// hidesText reports whether declarations of CSS hide text: it is not displayed, not
// visible, hidden by Outlook, or in a box or a font of zero size.
func hidesText(declarations string) bool {
	if declarations == "" {
		return false
	}
	flat, clips := false, false
	for declaration := range strings.SplitSeq(strings.ToLower(declarations), ";") {
		property, value, _ := strings.Cut(declaration, ":")
		value, _, _ = strings.Cut(value, "!")
		value = strings.TrimSpace(value)
		switch strings.TrimSpace(property) {
		case "display":
			if value == "none" {
				return true
			}
		case "visibility":
			if value == "hidden" || value == "collapse" {
				return true
			}
		case "mso-hide":
			if value == "all" {
				return true
			}
		case "font-size", "max-height", "max-width":
			if isZero(value) {
				return true
			}
		case "height", "width":
			flat = flat || isZero(value)
		case "overflow":
			clips = value == "hidden"
		}
	}
	return flat && clips
}

// isZero reports whether a length of CSS is zero, in whatever unit.
func isZero(length string) bool {
	n, err := strconv.ParseFloat(strings.TrimRight(length, "abcdefghijklmnopqrstuvwxyz%"), 64)
	return err == nil && n == 0
}

// attributes are the attributes of an element by name, and its first classes.
type attributes struct {
	named   map[string]string
	classes []string
}

// maxAttributes is the number of attributes of an element that are looked at.
const maxAttributes = 100

// readAttributes reads the attributes of the tag that the tokens stand at. Of several
// attributes of one name the first counts, as in browsers.
func readAttributes(tokens *html.Tokenizer, more bool) attributes {
	if !more {
		return attributes{}
	}
	a := attributes{named: map[string]string{}}
	for n := 0; more && n < maxAttributes; n++ {
		var key, value []byte
		key, value, more = tokens.TagAttr()
		if !a.has(string(key)) {
			a.named[string(key)] = string(value)
		}
	}
	for class := range strings.FieldsSeq(a.named["class"]) {
		if a.classes = append(a.classes, class); len(a.classes) == maxClasses {
			break
		}
	}
	return a
}

// has reports whether an attribute has a name.
func (a attributes) has(name string) bool {
	_, ok := a.named[name]
	return ok
}

// maxClasses is the number of classes of an element that are looked at.
const maxClasses = 16

// isBlock reports whether the text of an element stands on lines of its own.
func isBlock(tag atom.Atom) bool {
	switch tag {
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Center, atom.Dd, atom.Div, atom.Dl, atom.Dt,
		atom.Fieldset, atom.Figure, atom.Footer, atom.Form, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Header,
		atom.Hr, atom.Li, atom.Main, atom.Nav, atom.Ol, atom.P, atom.Pre, atom.Q, atom.Section, atom.Table, atom.Tbody, atom.Thead,
		atom.Tfoot, atom.Tr, atom.Ul, atom.Option, atom.Select, atom.Textarea, atom.Caption, atom.Details, atom.Summary, atom.Dialog:
		return true
	}
	return false
}

// isVoid reports whether such elements hold nothing and have no end tag.
func isVoid(tag atom.Atom) bool {
	switch tag {
	case atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input, atom.Link, atom.Meta, atom.Param,
		atom.Source, atom.Track, atom.Wbr:
		return true
	}
	return false
}

// isQuotation reports whether mail programs put quotations into such an element: by the
// element itself, by the class or the name that a program gives (Yahoo's with a prefix that
// changes), or by the line drawn at its left.
func isQuotation(tag atom.Atom, a attributes) bool {
	switch {
	case tag == atom.Blockquote, tag == atom.Q, namesQuote(withoutX(a.named["id"])):
		return true
	case tag == atom.Div && (a.named["name"] == "quote" || a.named["name"] == "quoted-content" || a.named["name"] == "messageReplySection"): // GMX and web.de, Spark
		return true
	case isBlock(tag) && drawsLine(a.named["style"], "border-left", ""), tag == atom.Td && drawsLine(a.named["style"], "border-left", ""):
		return true
	}
	return anyClass(a, namesQuote)
}

// namesQuote reports whether a class or an id names a quotation.
func namesQuote(name string) bool {
	if slices.Contains(quotingNames, name) {
		return true
	}
	return strings.Contains(strings.ToLower(name), "quote") && !isGmailContainer(name)
}

// quotingNames are the classes and ids that mail programs give to what they quote, beside
// those that have "quote" in them.
var quotingNames = []string{"zmail_extra", "moz-forward-container", "ms-outlook-mobile-reference-message", "isReplyContent", "reply139content", "qmbox", "elided-text"}

// isGmailContainer reports whether a class is that of Gmail's container.
func isGmailContainer(class string) bool {
	return class == "gmail_quote" || class == "gmail_quote_container"
}

// isQuoteContainer reports whether an element is the one that Gmail puts around the
// announcement and the quotation, or around a quoted letter itself.
func isQuoteContainer(tag atom.Atom, a attributes) bool {
	return tag != atom.Blockquote && anyClass(a, isGmailContainer)
}

// isCitation reports whether a mail program announces a quotation in the element.
func isCitation(a attributes) bool {
	return withoutX(a.named["id"]) == "reply-intro" || anyClass(a, func(class string) bool { return class == "gmail_attr" || class == "moz-cite-prefix" })
}

// startsReply reports whether everything behind the element is quoted, by the marks of
// Outlook, Zimbra and Windows Mail.
func startsReply(a attributes) bool {
	switch withoutX(a.named["id"]) {
	case "divRplyFwdMsg", "appendonsend", "mail-editor-reference-message-container", "OLK_SRC_BODY_SECTION", "zwchr":
		return true
	}
	return a.named["name"] == "_MailOriginal" || a.named["data-marker"] == "__QUOTED_TEXT__" || a.named["data-marker"] == "__HEADERS__" || drawsLine(a.named["style"], "border-top", "#e1e1e1") ||
		drawsLine(a.named["style"], "border-top", "#b5c4df") || anyClass(a, func(class string) bool { return class == "OutlookMessageHeader" })
}

// drawsLine reports whether a style draws a border in a colour; "" is any colour.
func drawsLine(style, border, colour string) bool {
	if style == "" {
		return false
	}
	for declaration := range strings.SplitSeq(style, ";") {
		property, value, _ := strings.Cut(strings.ToLower(declaration), ":")
		property, value = strings.TrimSpace(property), strings.TrimSpace(value)
		if (property == border || property == border+"-style" && colour == "") && strings.Contains(value, "solid") && strings.Contains(value, colour) && !strings.HasPrefix(value, "0") {
			return true
		}
	}
	return false
}

// isSilent reports whether an element holds nothing for readers, or a signature that a mail
// program has marked.
func isSilent(tag atom.Atom, a attributes) bool {
	switch tag {
	case atom.Script, atom.Style, atom.Title, atom.Template, atom.Noscript, atom.Noframes, atom.Noembed, atom.Object, atom.Iframe,
		atom.Svg, atom.Canvas, atom.Audio, atom.Video, atom.Datalist:
		return true
	}
	switch withoutX(a.named["id"]) {
	case "Signature", "ms-outlook-mobile-signature", "AppleMailSignature", "composer_signature":
		return true
	}
	return anyClass(a, func(class string) bool { return slices.Contains(signatureClasses, class) })
}

// signatureClasses are the classes that mail programs give to signatures.
var signatureClasses = []string{"gmail_signature", "gmail_signature_prefix", "moz-signature", "protonmail_signature_block"}

// isHidden reports whether the text of an element is not seen, is struck out, or is shown
// in another order than the written one.
func isHidden(tag atom.Atom, a attributes) bool {
	switch tag {
	case atom.S, atom.Strike, atom.Del, atom.Textarea, atom.Select, atom.Option, atom.Bdo:
		return true
	case atom.Details, atom.Dialog:
		if !a.has("open") {
			return true
		}
	}
	return a.has("hidden") || strings.EqualFold(a.named["aria-hidden"], "true")
}

// anyClass reports whether one of the element's classes satisfies is.
func anyClass(a attributes, is func(class string) bool) bool {
	return slices.ContainsFunc(a.classes, func(class string) bool { return is(withoutX(class)) })
}

// withoutX returns a name without the prefixes that Outlook puts before the names in what
// is quoted.
func withoutX(name string) string {
	for strings.HasPrefix(name, "x_") {
		name = name[2:]
	}
	return name
}
