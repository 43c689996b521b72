package parse

import (
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

// lastStyle returns where the last start of a style element may stand in a page; -1 if there is none.
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
