package parse

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// htmlText is the text that a reader of the page sees, a line for a block, with
// "> " before every line of a quotation as in plain mail. It reads tokens, not
// a tree, so that depth costs nothing. problem says what was left out of it that
// a sender may have meant.
func htmlText(page string) (text, problem string) {
	r := newHTMLReader(page)
	for r.next() {
	}
	switch {
	case len(r.open) >= maxOpen:
		problem = "HTML that is nested too deeply was read no further"
	case r.struck:
		problem = "text that was struck out or hidden was left out"
	}
	return r.out.String(), problem
}

func newHTMLReader(page string) *htmlReader {
	return &htmlReader{at: map[atom.Atom][]int{}, tokens: html.NewTokenizer(strings.NewReader(page)), sheet: styleSheet(page)}
}

// htmlReader turns tokens into lines.
type htmlReader struct {
	tokens *html.Tokenizer
	sheet  sheet
	open   []element           // from the outermost in
	quotes int                 // open elements that quote
	silent int                 // open elements that hold no text for readers
	hidden int                 // open elements whose text cannot be seen or is struck out
	pre    int                 // open elements that keep white space
	at     map[atom.Atom][]int // where elements of each tag are open
	boxes  []int               // where containers are open
	citing []int               // where elements are open that announce a quotation
	work   int                 // steps so far
	out    strings.Builder
	inLine bool // the line being written has text
	space  bool // white space is due before the next word
	struck bool
}

// element is an open element and what it does to its text.
type element struct {
	tag       atom.Atom
	quotes    bool
	container bool // quotes, until its first content proves to be a quotation of its own
	cites     bool // announces a quotation
	silent    bool
	hides     bool
	keeps     bool
	items     int // of a list: the number of its last item
}

// maxOpen is the number of elements that may be open at once; a page that nests
// deeper is read no further.
const maxOpen = 512

func (r *htmlReader) next() bool {
	r.work++
	switch r.tokens.Next() {
	case html.ErrorToken:
		return false
	case html.TextToken:
		r.text(string(r.tokens.Text()))
	case html.StartTagToken, html.SelfClosingTagToken:
		r.start()
		return len(r.open) < maxOpen
	case html.EndTagToken:
		name, _ := r.tokens.TagName()
		r.end(atom.Lookup(name))
	case html.CommentToken:
		if strings.Contains(string(r.tokens.Text()), "originalMessage") { // Samsung
			r.markQuotation()
		}
	}
	return true
}

// start opens an element.
func (r *htmlReader) start() {
	name, more := r.tokens.TagName()
	tag := atom.Lookup(name)
	a := readAttributes(r.tokens, more)
	r.closeImplied(tag)
	r.breakBefore(tag, a)
	if isVoid(tag) {
		return
	}
	if tag == atom.Blockquote {
		r.release()
	}
	r.push(r.element(name, tag, a))
	if tag == atom.Li {
		r.listNumber(a.value)
	}
}

// element is what the tag and its attributes say of the text inside.
func (r *htmlReader) element(name []byte, tag atom.Atom, a attributes) element {
	e := element{
		tag: tag, cites: isCitation(a), container: isQuoteContainer(tag, a), silent: isSilent(tag, a),
		hides: isHidden(tag, a) || r.sheet.hides(name, a), keeps: tag == atom.Pre,
	}
	e.quotes = e.cites || e.container || isQuotation(tag, a)
	if start, err := strconv.Atoi(a.start); err == nil {
		e.items = start - 1
	}
	return e
}

// release lets a container quote no more, whose first content is the quotation
// that begins now: below and between quotations its text is the sender's.
func (r *htmlReader) release() {
	if len(r.open) == 0 {
		return
	}
	if last := &r.open[len(r.open)-1]; last.container {
		last.container, last.quotes = false, false
		r.boxes = r.boxes[:len(r.boxes)-1]
		r.quotes--
	}
}

func (r *htmlReader) push(e element) {
	here := len(r.open)
	r.at[e.tag] = append(r.at[e.tag], here)
	if e.container {
		r.boxes = append(r.boxes, here)
	}
	if e.cites {
		r.citing = append(r.citing, here)
	}
	r.open = append(r.open, e)
	r.quotes += count(e.quotes)
	r.silent += count(e.silent)
	r.hidden += count(e.hides)
	r.pre += count(e.keeps)
}

// pop closes the innermost element. After one that announces a quotation stands
// a mark, so that what follows is known as quoted, marked or not.
func (r *htmlReader) pop() {
	r.work++
	e := r.open[len(r.open)-1]
	r.open = r.open[:len(r.open)-1]
	r.at[e.tag] = r.at[e.tag][:len(r.at[e.tag])-1]
	if e.container {
		r.boxes = r.boxes[:len(r.boxes)-1]
	}
	r.quotes -= count(e.quotes)
	r.silent -= count(e.silent)
	r.hidden -= count(e.hides)
	r.pre -= count(e.keeps)
	if e.cites {
		r.citing = r.citing[:len(r.citing)-1]
		r.markQuotation()
	}
}

// rule writes a line of its own for one that is drawn across the page.
func (r *htmlReader) rule() {
	if r.silent > 0 {
		return
	}
	r.breakLine(true)
	r.quoted("____________")
	r.newline()
}

// markQuotation writes the line below which everything is quoted.
func (r *htmlReader) markQuotation() {
	r.breakLine(true)
	r.quoted("-----Original Message-----")
	r.newline()
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// end closes the innermost element of that tag and what was left open in it; an
// end without a start is nothing. A cell does not close across its table.
func (r *htmlReader) end(tag atom.Atom) {
	at := innermost(r.at[tag])
	if at < 0 || at < innermost(r.at[atom.Table]) {
		return
	}
	r.breakLine(isBlock(tag))
	for len(r.open) > at {
		r.pop()
	}
}

// innermost is the last place of some; -1 if there is none.
func innermost(places []int) int {
	if len(places) == 0 {
		return -1
	}
	return places[len(places)-1]
}

// closeImplied closes elements that end where the next of their kind begins.
func (r *htmlReader) closeImplied(tag atom.Atom) {
	if len(r.open) == 0 {
		return
	}
	last := r.open[len(r.open)-1].tag
	switch {
	case last == atom.P && isBlock(tag), last == atom.Li && tag == atom.Li,
		(last == atom.Td || last == atom.Th) && (tag == atom.Td || tag == atom.Th || tag == atom.Tr),
		last == atom.Tr && tag == atom.Tr, last == atom.Option && tag == atom.Option:
		r.end(last)
	}
}

// breakBefore writes the line ends and separators that a start tag means.
func (r *htmlReader) breakBefore(tag atom.Atom, a attributes) {
	switch {
	case tag == atom.Br:
		r.newline()
	case tag == atom.Td, tag == atom.Th:
		r.space = true
	case tag == atom.P:
		r.breakLine(true)
		r.newline()
	case tag == atom.Hr:
		r.rule()
	default:
		r.breakLine(isBlock(tag))
	}
	if tag != atom.Hr && drawsLine(a.style, "border-top", "") {
		r.rule()
	}
	if startsReply(a) {
		r.markQuotation()
	}
}

// listNumber writes the number of an item in a numbered list: a program may
// have made a list of "7. Kt-KB3".
func (r *htmlReader) listNumber(value string) {
	at := innermost(r.at[atom.Ol])
	if at < 0 || at < innermost(r.at[atom.Ul]) {
		return
	}
	list := &r.open[at]
	list.items++
	if n, err := strconv.Atoi(value); err == nil {
		list.items = n
	}
	r.text(strconv.Itoa(list.items) + ". ")
}

// text writes text, white space collapsed save where it is kept.
func (r *htmlReader) text(s string) {
	if r.silent > 0 {
		return
	}
	if r.hidden > 0 {
		r.struck = r.struck || r.quotes == 0 && !isBlank(s)
		return
	}
	if len(r.boxes) > 0 && !isBlank(s) {
		r.settle()
	}
	if r.pre > 0 {
		for line := range strings.Lines(s) {
			r.quoted(strings.TrimRight(line, "\r\n"))
			if strings.HasSuffix(line, "\n") {
				r.newline()
			}
		}
		return
	}
	s = strings.ReplaceAll(s, "\u00a0", " ")
	for s != "" {
		n := strings.IndexAny(s, " \t\r\n\f")
		switch n {
		case 0:
			r.space = r.space || r.inLine
			s = s[1:]
		case -1:
			r.word(s)
			return
		default:
			r.word(s[:n])
			s = s[n:]
		}
	}
}

// settle makes the containers around text that announces nothing quote to their
// end: the quoted letter stands in them by itself.
func (r *htmlReader) settle() {
	for innermost(r.boxes) > innermost(r.citing) {
		r.work++
		r.open[innermost(r.boxes)].container = false
		r.boxes = r.boxes[:len(r.boxes)-1]
	}
}

func (r *htmlReader) word(w string) {
	if r.space && r.inLine {
		r.out.WriteByte(' ')
	}
	r.space = false
	r.quoted(w)
}

// quoted writes s, after quote marks if it begins a line of a quotation.
func (r *htmlReader) quoted(s string) {
	if s == "" {
		return
	}
	if !r.inLine && r.quotes > 0 {
		r.out.WriteString(strings.Repeat(">", min(r.quotes, 5)) + " ")
	}
	r.out.WriteString(s)
	r.inLine = true
}

// newline ends the line, empty or not.
func (r *htmlReader) newline() {
	if !r.inLine && r.quotes > 0 {
		r.out.WriteByte('>')
	}
	r.out.WriteByte('\n')
	r.inLine, r.space = false, false
}

// breakLine ends the line if it has text and a break is due.
func (r *htmlReader) breakLine(due bool) {
	if due && r.inLine {
		r.newline()
	}
}
