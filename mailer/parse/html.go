package parse

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"corrd/game/reason"
)

// htmlText returns the text that a reader of the page sees, one line for each block, with
// "> " before every line of a quotation as in plain mail. htmlText reads tokens, not a
// tree, so that depth costs nothing. why says what was left out that the sender may
// have meant to send. The steps of the work are added to those of the pages before, and end the
// reading when they are too many.
func htmlText(page string, work *int) (text string, why reason.Reason) {
	r := newHTMLReader(page)
	r.work = *work
	for !r.isFull() && r.next() {
	}
	*work = r.work
	switch {
	case r.isFull():
		why = reason.Because("unread last lines")
	case len(r.open) >= maxOpen:
		why = reason.Because("unread nested")
	case r.struck:
		why = reason.Because("unread struck out")
	}
	return r.out.String(), why
}

// newHTMLReader makes a reader of a page.
func newHTMLReader(page string) *htmlReader {
	sheet, steps := styleSheet(page)
	return &htmlReader{at: map[atom.Atom][]int{}, tokens: html.NewTokenizer(strings.NewReader(page)), sheet: sheet, long: steps > maxTokens}
}

// htmlReader turns tokens into lines.
type htmlReader struct {
	tokens *html.Tokenizer
	sheet  sheet
	open   []element           // the open elements, from the outermost in
	quotes int                 // the number of open elements that quote
	silent int                 // the number of open elements that hold no text for readers
	hidden int                 // the number of open elements whose text cannot be seen or is struck out
	pre    int                 // the number of open elements that keep white space
	at     map[atom.Atom][]int // the indexes in open of the elements of each tag
	boxes  []int               // the indexes in open of containers
	citing []int               // the indexes in open of elements that announce a quotation
	work   int                 // the number of steps so far
	lines  int                 // the number of lines written
	long   bool                // a text or the style sheets were longer than what is read of a letter
	out    strings.Builder
	inLine bool // the line being written has text
	space  bool // white space is due before the next word
	struck bool
}

// element is an open element and what the element does to its text.
type element struct {
	tag       atom.Atom
	quotes    bool
	container bool // quotes, unless its first content is an element that quotes
	cites     bool // announces a quotation
	silent    bool
	hides     bool
	keeps     bool
	items     int // the number of the last item of a list
}

// maxOpen is the number of elements that may be open at once; a page that nests deeper is
// read no further.
const maxOpen = 512

// maxTokens is the number of tags, attributes, further classes and texts that are read of the pages
// of a letter.
const maxTokens = 40_000

// isFull reports whether no more of a page is read: there is more text than is read of any letter,
// or the work is too much.
func (r *htmlReader) isFull() bool {
	return r.long || r.work > maxTokens || r.lines > maxLines || r.out.Len() > maxText
}

// next reads one token; false at the end of what is read.
func (r *htmlReader) next() bool {
	r.work++
	switch r.tokens.Next() {
	case html.ErrorToken:
		return false
	case html.TextToken:
		text := r.tokens.Text()
		r.long = r.long || len(text) > maxText
		r.text(string(text[:min(len(text), maxText)]))
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
	r.work += len(a.named) + max(0, len(a.classes)-1)
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
		r.listNumber(a.named["value"])
	}
}

// element returns what the tag and its attributes say of the text inside.
func (r *htmlReader) element(name []byte, tag atom.Atom, a attributes) element {
	e := element{
		tag: tag, cites: isCitation(a), container: isQuoteContainer(tag, a), silent: isSilent(tag, a),
		hides: isHidden(tag, a) || r.sheet.hides(name, a), keeps: tag == atom.Pre,
	}
	e.quotes = e.cites || e.container || isQuotation(tag, a)
	if start, err := strconv.Atoi(a.named["start"]); err == nil {
		e.items = start - 1
	}
	return e
}

// release makes a container quote no more whose first content is the quotation that begins
// now: the text below and between quotations is the sender's.
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

// push opens an element inside the innermost.
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

// pop closes the innermost element. Behind an element that announces a quotation pop writes
// a mark, so that what follows is known as quoted.
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

// rule writes a line of its own for a line that is drawn across the page.
func (r *htmlReader) rule() {
	if r.silent == 0 {
		r.mark("____________")
	}
}

// markQuotation writes the line below which everything is quoted.
func (r *htmlReader) markQuotation() { r.mark("-----Original Message-----") }

// mark writes a line of its own.
func (r *htmlReader) mark(line string) {
	r.breakLine(true)
	r.quoted(line)
	r.newline()
}

// count returns 1 for true and 0 for false.
func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// end closes the innermost element of that tag and what was left open inside the element.
// An end without a start does nothing, and a cell does not close across its table.
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

// innermost returns the last of some indexes, or -1 if there is none.
func innermost(places []int) int {
	if len(places) == 0 {
		return -1
	}
	return places[len(places)-1]
}

// closeImplied closes an element that ends where the next of its kind begins.
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
	if tag != atom.Hr && drawsLine(a.named["style"], "border-top", "") {
		r.rule()
	}
	if startsReply(a) {
		r.markQuotation()
	}
}

// listNumber writes the number of an item in a numbered list, because a program may have
// made a list of "7. Kt-KB3".
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

// isBar reports whether a text is the bar or the dash that corrd sets before words it
// quotes, and hides from those who hear a letter.
func isBar(s string) bool {
	s = strings.TrimSpace(s)
	return s == "|" || s == "-"
}

// text writes text, with white space collapsed except where elements keep white space.
func (r *htmlReader) text(s string) {
	if r.silent > 0 {
		return
	}
	if r.hidden > 0 && !isBar(s) {
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

// settle makes the containers around text that announces nothing quote to their end: such a
// container holds the quoted letter itself.
func (r *htmlReader) settle() {
	for innermost(r.boxes) > innermost(r.citing) {
		r.work++
		r.open[innermost(r.boxes)].container = false
		r.boxes = r.boxes[:len(r.boxes)-1]
	}
}

// word writes a word, behind the white space that is due.
func (r *htmlReader) word(w string) {
	if r.space && r.inLine {
		r.out.WriteByte(' ')
	}
	r.space = false
	r.quoted(w)
}

// quoted writes s, behind quote marks if s begins a line of a quotation.
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
	r.lines++
	r.inLine, r.space = false, false
}

// breakLine ends the line if the line has text and a break is due.
func (r *htmlReader) breakLine(due bool) {
	if due && r.inLine {
		r.newline()
	}
}
