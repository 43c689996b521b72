package press

import (
	"html/template"
	"slices"
	"strings"
	"unicode/utf8"
)

// How the text of a letter is set: paragraphs in lines, words of others behind a bar, marks for
// what the HTML shows in another way. rows.go sets columns.

// Width is the number of columns a letter's text keeps within.
const Width = 72

// NoBreak stands in texts for a space at which no line may be broken, above all between a move and
// its number. No line of a letter then begins with a move or with a number, which could be taken
// for a statement when the letter comes back unquoted.
const NoBreak = "\u00a0"

// DrawnMark follows the bar of a row of a drawing, which the HTML shows as a picture.
const DrawnMark = "\u2060"

// ScoreMark follows the bar of the first row of a score, to which the HTML gives heads.
const ScoreMark = "\u2061"

// MenMark follows the bar of the first row of the list of the men, which the HTML has before the
// picture of the board.
const MenMark = "\u2062"

// CellMark stands before each cell of a row but the first where the cells are parted by it, and not
// by two spaces.
const CellMark = "\u2063"

// PlainSpaces turns the unbreakable spaces of a text into ordinary ones, and leaves out
// the marks of drawings and pictures.
func PlainSpaces(s string) string {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return marks.Replace(s)
		}
	}
	return s // no mark is ASCII
}

var marks = strings.NewReplacer(NoBreak, " ", DrawnMark, "", ScoreMark, "", MenMark, "", CellMark, "", PictureMark, "")

// Fill sets a text in lines of at most Width columns. Lines that follow each
// other are one paragraph; "- " begins an item, whose further lines are
// indented; a line that begins with "|" stands as it is. Empty lines are
// merged, and the text ends with one line feed. acts says which lines would be statements if the
// text came back unquoted: no line is broken before one.
func Fill(text string, acts func(line string) bool) string {
	f := filler{acts: acts}
	for line := range strings.Lines(text) {
		f.add(strings.TrimRight(line, " \n"))
	}
	f.flush()
	return PlainSpaces(strings.Trim(strings.Join(f.lines, "\n"), "\n")) + "\n"
}

// filler gathers the words of a paragraph until it ends.
type filler struct {
	acts   func(line string) bool
	lines  []string
	words  []string
	indent string // of the paragraph's further lines
}

func (f *filler) add(line string) {
	switch {
	case line == "":
		f.flush()
		if n := len(f.lines); n > 0 && f.lines[n-1] != "" {
			f.lines = append(f.lines, "")
		}
	case strings.HasPrefix(line, "|"):
		f.flush()
		f.lines = append(f.lines, line)
	case strings.HasPrefix(line, "- "):
		f.flush()
		f.indent = "  "
		fallthrough
	default:
		f.words = appendWords(f.words, line)
	}
}

// SplitWords splits at spaces where a line may be broken.
func SplitWords(line string) []string { return appendWords(nil, line) }

// appendWords appends what SplitWords returns.
func appendWords(words []string, line string) []string {
	from := 0
	for i := 0; i <= len(line); i++ {
		if i < len(line) && line[i] > ' ' {
			continue
		}
		if i == len(line) || line[i] == ' ' || line[i] == '\t' || line[i] == '\r' || line[i] == '\n' {
			if i > from {
				words = append(words, line[from:i])
			}
			from = i + 1
		}
	}
	return words
}

// flush sets the paragraph gathered so far. A line that would be a statement
// if it came back unquoted is joined to the word before it, until none is left.
func (f *filler) flush() {
	lines := Wrap(f.words, Width-len(f.indent))
	for i := 1; i < len(lines); i++ {
		if len(f.words) < 2 || !f.acts(lines[i]) {
			continue
		}
		f.join(lines[:i])
		lines, i = Wrap(f.words, Width-len(f.indent)), 0
	}
	for i, line := range lines {
		if i > 0 {
			line = f.indent + line
		}
		f.lines = append(f.lines, line)
	}
	f.words, f.indent = f.words[:0], ""
}

// join makes one word of the last word of some lines and the word after those lines.
func (f *filler) join(lines []string) {
	n := len(SplitWords(strings.Join(lines, " ")))
	if n >= len(f.words) { // a word longer than a line was cut
		n = len(f.words) - 1
	}
	f.words[n-1] += NoBreak + f.words[n]
	f.words = append(f.words[:n], f.words[n+1:]...)
}

// Quoted sets words of another writer behind a bar, so that a reply that carries the words back is
// not taken for words of the reply's sender.
func Quoted(text string) string {
	var b strings.Builder
	for line := range strings.Lines(PlainSpaces(whole(text))) {
		for _, part := range quotedLines(line) {
			b.WriteString(strings.TrimRight("| "+part, " "))
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// The least columns of a line that a mail program has broken, and of the words that it broke.
const brokenLine, brokenWords = 45, 64

// whole joins the lines of prose that a mail program has broken.
func whole(text string) string {
	lines := strings.Split(text, "\n")
	for i := len(lines) - 1; i > 0; i-- {
		if above := lines[i-1]; utf8.RuneCountInString(above) >= brokenLine && Breaks(above, lines[i], brokenWords) {
			lines[i-1] = strings.TrimRight(above, " \r") + " " + lines[i]
			lines = slices.Delete(lines, i, i+1)
		}
	}
	return strings.Join(lines, "\n")
}

// Breaks reports whether a line of prose is so long that the first word of the line below it would
// have passed a width.
func Breaks(line, below string, width int) bool {
	first, _, _ := strings.Cut(below, " ")
	return line != "" && first != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(first) > width
}

// quotedLines breaks one line of a quotation; an empty one stays a line.
func quotedLines(line string) []string {
	if words := SplitWords(line); len(words) > 0 {
		return Wrap(words, Width-2)
	}
	return []string{""}
}

// Wrap sets words in lines of at most width columns; a longer word is cut. The lines are parts of
// one text.
func Wrap(words []string, width int) []string {
	var lines []string
	text := strings.Join(words, " ")
	from, to, used := 0, 0, 0 // of the line; used counts characters
	for _, word := range words {
		n := utf8.RuneCountInString(word)
		if to > from && used+1+n <= width {
			to, used = to+1+len(word), used+1+n
			continue
		}
		if to > from {
			lines, from = append(lines, text[from:to]), to+1
		}
		for ; n > width; n -= width {
			cut := 0
			for range width {
				_, octets := utf8.DecodeRuneInString(word[cut:])
				cut += octets
			}
			lines, from, word = append(lines, text[from:from+cut]), from+cut, word[cut:]
		}
		to, used = from+len(word), n
	}
	if to > from {
		lines = append(lines, text[from:to])
	}
	return lines
}

// Part is a piece of a letter as its template has it, before the text is set in lines. Exactly one
// field of it is set.
type Part struct {
	Text    string     // a paragraph
	Items   []string   // a list
	Quote   []string   // rows of words behind a bar, a line each
	Table   [][]string // rows of cells behind a bar; every row has as many as the longest
	Men     []string   // the list of the men, a line for each side
	Board   []string   // a board in characters, which no picture stands for
	Drawing bool       // a board in characters, for which the HTML has a picture
	Picture bool       // where the HTML shows the board
	Links   []Link     // answers ready written; the plain text leaves them out
}

// Link is what a tap of a letter with a reply address opens: an answer ready written.
type Link struct {
	Label string
	URL   template.URL
}

// IsEmpty reports whether nothing is to be shown of a part.
func (b *Part) IsEmpty() bool {
	return b.Text == "" && !b.Picture && len(b.Items)+len(b.Board)+len(b.Quote)+len(b.Table)+len(b.Links) == 0
}

// PictureMark is the paragraph of a template in whose place the HTML shows the board. The plain
// text leaves this paragraph out.
const PictureMark = "\ufffc"

// PartsOf reads a template's text by the grammar of Fill: lines that follow each
// other are a paragraph, "- " begins an item, "|" a row; an empty line ends all.
func PartsOf(text string) []Part {
	parts := make([]Part, 0, 12) // most letters have no more
	for part := range strings.SplitSeq(strings.Trim(text, "\n"), "\n\n") {
		var lines []string
		for line := range strings.Lines(part) {
			if line = strings.TrimRight(line, " \n"); line != "" {
				lines = append(lines, line)
			}
		}
		for len(lines) > 0 {
			kind := lineKind(lines[0])
			n := slices.IndexFunc(lines, func(line string) bool { return lineKind(line) != kind && !(kind == "-" && lineKind(line) == "") })
			if n < 0 {
				n = len(lines)
			}
			parts = append(parts, partOf(kind, lines[:n]))
			lines = lines[n:]
		}
	}
	return parts
}

// lineKind is the sign at the beginning of a line that says to which kind of part the line
// belongs; "" for a line of a paragraph.
func lineKind(line string) string {
	switch {
	case strings.HasPrefix(line, "|"):
		return "|"
	case strings.HasPrefix(line, "- "):
		return "-"
	}
	return ""
}

// partOf makes a part of lines of one kind.
func partOf(kind string, lines []string) Part {
	switch kind {
	case "|":
		return rowsOf(lines)
	case "-":
		var items []string
		for _, line := range lines {
			if item, ok := strings.CutPrefix(line, "- "); ok {
				items = append(items, item)
			} else {
				items[len(items)-1] += " " + strings.TrimSpace(line)
			}
		}
		return Part{Items: items}
	}
	text := strings.Join(lines, " ")
	if text == PictureMark {
		return Part{Picture: true}
	}
	return Part{Text: text}
}

// QuoteLine quotes words on one line, cut to a decent length.
func QuoteLine(words string) string {
	words = OneLine(words, 200)
	if len(words) < 40 {
		words = strings.ReplaceAll(words, " ", NoBreak)
	}
	return `"` + words + `"`
}

// OneLine returns words on one line, cut to so many characters.
func OneLine(words string, most int) string {
	words = strings.Join(strings.Fields(words), " ")
	if runes := []rune(words); len(runes) > most {
		return string(runes[:most]) + " ..."
	}
	return words
}
