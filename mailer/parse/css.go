package parse

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// look is what declarations of style do to the text of an element, as far as it
// bears on whether that can be read. The zero look does nothing.
type look struct {
	gone  bool // not shown, too small to read, or moved off the page
	clips bool // shows nothing outside its box
	flat  bool // its box has no height or no width
	ink   shade
	paper shade
}

// hides tells whether no reader sees the text.
func (l look) hides() bool { return l.gone || l.clips && l.flat }

// and is l with what m declares after it. What hides is never taken back: a
// text that some reader may not see does not act.
func (l look) and(m look) look {
	return look{l.gone || m.gone, l.clips || m.clips, l.flat || m.flat, m.ink.or(l.ink), m.paper.or(l.paper)}
}

// sheet is what the style elements of a page do, by the last simple selector of
// each rule: "p", ".class", "#id", or "*".
type sheet map[string]look

// of is the look of an element by the rules of the page, its own style and the
// attributes of old.
func (s sheet) of(tag []byte, a attributes) look {
	l := look{ink: shadeOf(a.color), paper: shadeOf(a.ground)}
	if len(s) > 0 {
		l = l.and(s["*"]).and(s[string(tag)])
		for _, class := range a.classes {
			l = l.and(s["."+strings.ToLower(class)])
		}
		if a.id != "" {
			l = l.and(s["#"+strings.ToLower(a.id)])
		}
	}
	return l.and(lookOf(a.style))
}

// styleSheet reads the style elements of a page, wherever they stand.
func styleSheet(page string) sheet {
	s := sheet{}
	if !hasTag(page, "style") {
		return s
	}
	tokens := html.NewTokenizer(strings.NewReader(page))
	for inside := false; ; {
		switch tokens.Next() {
		case html.ErrorToken:
			return s
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
}

// hasTag tells whether a start tag of that name may stand in the page.
func hasTag(page, name string) bool {
	for {
		_, after, found := strings.Cut(page, "<")
		if !found {
			return false
		}
		if len(after) >= len(name) && strings.EqualFold(after[:len(name)], name) {
			return true
		}
		page = after
	}
}

// read adds the rules of a style element. Those for some media only are taken
// for all.
func (s sheet) read(css string) {
	css = strings.NewReplacer("<!--", " ", "-->", " ").Replace(without(css, "/*", "*/"))
	for {
		i := strings.IndexAny(css, "{};")
		if i < 0 {
			return
		}
		prelude, opens := strings.ToLower(strings.TrimSpace(css[:i])), css[i] == '{'
		css = css[i+1:]
		if !opens || isGrouping(prelude) {
			continue
		}
		block, rest, _ := strings.Cut(css, "}")
		css = rest
		if l := lookOf(block); l != (look{}) && !strings.HasPrefix(prelude, "@") {
			for selector := range strings.SplitSeq(prelude, ",") {
				s.add(selector, l)
			}
		}
	}
}

// isGrouping tells the at-rules that hold rules.
func isGrouping(prelude string) bool {
	switch prelude[:max(0, strings.IndexAny(prelude+" ", " (\t\n"))] {
	case "@media", "@supports", "@layer", "@container", "@document", "@-moz-document":
		return true
	}
	return false
}

// add adds a rule under its selector's last id, class or element, whatever else
// the selector asks for, and for all elements where only a browser can work that
// out: rather too much is hidden than too little. A rule for what is pointed at,
// or written by the style itself, is passed over.
func (s sheet) add(selector string, l look) {
	selector = strings.TrimSpace(selector)
	if strings.ContainsAny(selector, `(\`) {
		s["*"] = s["*"].and(l)
		return
	}
	selector = without(selector, "[", "]")
	selector = selector[strings.LastIndexAny(selector, " \t\n>+~")+1:]
	selector, pseudo, _ := strings.Cut(selector, ":")
	switch strings.TrimPrefix(pseudo, ":") {
	case "hover", "focus", "active", "visited", "before", "after", "selection", "first-letter", "first-line", "marker", "placeholder":
		return
	}
	if i := strings.LastIndexAny(selector, ".#"); i > 0 {
		selector = selector[i:]
	}
	if selector == "" {
		selector = "*"
	}
	s[selector] = s[selector].and(l)
}

// without is s without what stands between each opening and the next closing
// mark; a mark that is not closed takes the rest.
func without(s, opening, closing string) string {
	if !strings.Contains(s, opening) {
		return s
	}
	var out strings.Builder
	for {
		before, after, found := strings.Cut(s, opening)
		out.WriteString(before)
		if !found {
			return out.String()
		}
		_, s, _ = strings.Cut(after, closing)
	}
}

// lookOf reads declarations, as they stand in a style attribute or in a rule.
func lookOf(declarations string) look {
	var l look
	if declarations == "" {
		return l
	}
	for declaration := range strings.SplitSeq(strings.ToLower(without(declarations, "/*", "*/")), ";") {
		property, value, _ := strings.Cut(declaration, ":")
		value, _, _ = strings.Cut(value, "!")
		l.declare(strings.TrimSpace(property), strings.TrimSpace(value))
	}
	return l
}

// The lengths from which text is taken for unreadable or off the page, in CSS
// pixels.
const (
	tooSmall = 2
	tooLeft  = -200
	tooFar   = 3000
)

// declare adds one declaration. One that is written so that only a browser can
// work it out is taken to hide.
func (l *look) declare(property, value string) {
	if strings.Contains(property, `\`) {
		l.gone = true
		return
	}
	switch property {
	case "color", "-webkit-text-fill-color":
		l.ink = shadeOf(value).or(l.ink)
	case "background-color", "background":
		l.paper = backgroundOf(value).or(l.paper)
	case "overflow", "overflow-x", "overflow-y":
		l.clips = l.clips || value != "visible"
	case "height", "width":
		l.flat = l.flat || lengthOf(value, 2) <= 1
	default:
		l.gone = l.gone || hidesText(property, value)
	}
}

// hidesText tells the declarations that hide text by themselves.
func hidesText(property, value string) bool {
	switch property {
	case "display":
		return value == "none" || isOpaque(value)
	case "visibility", "content-visibility":
		return value == "hidden" || value == "collapse" || isOpaque(value)
	case "mso-hide":
		return value == "all"
	case "opacity":
		return isOpaque(value) || channel(value, 1) <= sameShade
	case "font-size", "zoom":
		return isOpaque(value) || lengthOf(value, tooSmall+1) <= tooSmall && !isFactor(property, value)
	case "font":
		return isOpaque(value) || hasTinySize(value)
	case "max-height", "max-width", "line-height":
		return lengthOf(value, 1) == 0
	case "text-indent", "left", "right", "top", "bottom", "margin", "margin-left", "margin-right", "margin-top", "inset", "padding-left":
		return isFarAway(value)
	case "text-decoration", "text-decoration-line":
		return strings.Contains(value, "line-through")
	case "clip", "clip-path", "transform":
		return value != "none" && value != "auto" && value != ""
	case "filter":
		return strings.Contains(value, "opacity(0") || strings.Contains(value, "opacity=0")
	case "unicode-bidi":
		return strings.Contains(value, "override")
	}
	return false
}

// isFactor tells a zoom by a number from 0.1 on or a percentage, which is no
// length.
func isFactor(property, value string) bool {
	return property == "zoom" && (strings.HasSuffix(value, "%") || lengthOf(value, 1) >= 0.1)
}

// isOpaque tells values that only a browser can work out.
func isOpaque(value string) bool {
	return strings.Contains(value, `\`) || strings.Contains(value, "var(") || strings.Contains(value, "calc(")
}

// hasTinySize tells a shorthand for fonts, as "0/0 a", whose size is too small.
func hasTinySize(value string) bool {
	for word := range strings.FieldsSeq(value) {
		size, _, _ := strings.Cut(word, "/")
		if px := lengthOf(size, tooSmall+1); px <= tooSmall {
			return true
		}
	}
	return false
}

// isFarAway tells lengths of which one puts text off the page.
func isFarAway(value string) bool {
	if isOpaque(value) {
		return true
	}
	for word := range strings.FieldsSeq(value) {
		if px := lengthOf(word, 0); px <= tooLeft || px >= tooFar {
			return true
		}
	}
	return false
}

// pixels are the CSS pixels of each unit, fonts being 16 pixels high and the
// window 1,000 wide; a bare number counts as pixels.
var pixels = map[string]float64{"": 1, "px": 1, "pt": 4.0 / 3, "pc": 16, "em": 16, "rem": 16, "ex": 8, "ch": 8, "in": 96, "cm": 37.8, "mm": 3.78, "%": 0.16, "vw": 10, "vh": 10}

// lengthOf is a length in pixels; otherwise if it is none.
func lengthOf(value string, otherwise float64) float64 {
	number := strings.TrimRight(value, "abcdefghijklmnopqrstuvwxyz%")
	factor, known := pixels[value[len(number):]]
	n, err := strconv.ParseFloat(number, 64)
	if err != nil || !known {
		return otherwise
	}
	return n * factor
}
