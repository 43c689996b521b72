package mailer

import "strings"

// newText is what of a cleaned text the sender wrote anew. The law of caution:
// text that looks quoted is never new, and an own line above a quote is never
// cut. Own lines between marked quotes, and below them, are new; an attribution
// or a header block with no marked quote after it ends the new text.
func newText(full string) string {
	text, _ := trim(full)
	return text
}

// trim is the new text, and the line that announced a quote below which unmarked
// text was cut; "" if none was.
func trim(full string) (text, below string) {
	t := trimmer{lines: strings.Split(full, "\n")}
	t.kept = make([]string, 0, min(len(t.lines), 64))
	for t.at < len(t.lines) {
		t.step()
	}
	return t.text(), t.cut
}

// trimmer goes once through the lines of a text and keeps the new ones.
type trimmer struct {
	lines []string
	at    int // the line that step looks at
	kept  []string
	cut   string // the announcement below which unmarked text was cut
}

// step keeps or skips the line, or the lines of one notion, at t.at.
func (t *trimmer) step() {
	line := t.lines[t.at]
	if isMarkedHeading(line) {
		t.skipHeading(1)
		return
	}
	if isQuoted(line) || t.isWrappedQuote() {
		t.skip(1)
		return
	}
	if n := t.encodedFile(); n > 0 {
		t.skip(n)
		return
	}
	lower := lowerLine(line)
	switch n := 0; {
	case isSignatureMark(line), isLegalFooter(lower, t.below()), isRule(line) && isListFooter(t.below()):
		t.skip(len(t.lines))
	case isMobileSignature(lower), t.isLinkBelow():
		t.skip(1)
	case isForwardMark(lower):
		t.skipHeading(1)
	case isRule(line):
		t.skip(1)
	default:
		if n = t.attribution(); n == 0 {
			n = t.headerBlock()
		}
		if n > 0 {
			t.skipHeading(n)
			return
		}
		t.kept = append(t.kept, strings.TrimRight(line, " \t\u00a0"))
		t.at++
	}
}

// below is the next line, "" at the end.
func (t *trimmer) below() string {
	if t.at+1 < len(t.lines) {
		return t.lines[t.at+1]
	}
	return ""
}

// encodedFile is the number of lines of the file that begins here, uuencoded as
// before MIME: from "begin 644 name" to "end", or to the end of all. 0 if there
// is none.
func (t *trimmer) encodedFile() int {
	if !strings.HasPrefix(t.lines[t.at], "begin ") {
		return 0
	}
	words := strings.Fields(t.lines[t.at])
	if len(words) != 3 || len(words[1]) != 3 || strings.Trim(words[1], "01234567") != "" {
		return 0
	}
	for i, line := range t.lines[t.at:] {
		if strings.TrimSpace(line) == "end" {
			return i + 1
		}
	}
	return len(t.lines) - t.at
}

func (t *trimmer) skip(n int) {
	t.at = min(t.at+n, len(t.lines))
	t.kept = append(t.kept, "")
}

// skipHeading skips the n lines that announce a quote, header blocks that follow
// them, and, if what comes then is not marked as quoted, the whole rest.
func (t *trimmer) skipHeading(n int) {
	heading := t.lines[t.at]
	t.skip(n)
	for {
		t.skipBlank()
		block := t.headerBlock()
		if block == 0 {
			break
		}
		t.skip(block)
	}
	if t.at < len(t.lines) && !isQuoted(t.lines[t.at]) {
		t.cut = heading
		t.skip(len(t.lines))
	}
}

func (t *trimmer) skipBlank() {
	for t.at < len(t.lines) && isBlank(t.lines[t.at]) {
		t.at++
	}
}

// isLinkBelow tells the link that a device's own line was wrapped before.
func (t *trimmer) isLinkBelow() bool {
	line := strings.TrimLeft(t.lines[t.at], "<( \t")
	return t.at > 0 && strings.HasPrefix(line, "http") && isMobileSignature(lowerLine(t.lines[t.at-1]))
}

func lowerLine(line string) string { return strings.ToLower(strings.TrimSpace(line)) }

// text is what was kept, with single blank lines and none at the ends.
func (t *trimmer) text() string {
	var out strings.Builder
	blank := false
	for _, line := range t.kept {
		if isBlank(line) {
			blank = out.Len() > 0
			continue
		}
		if out.Len() > 0 {
			out.WriteByte('\n')
		}
		if blank {
			out.WriteByte('\n')
			blank = false
		}
		out.WriteString(line)
	}
	return out.String()
}

func isBlank(line string) bool { return strings.TrimSpace(line) == "" }

// isMarkedHeading tells the line between quote marks, as GroupWise writes it, above
// what it quotes without marks.
func isMarkedHeading(line string) bool {
	line = strings.TrimSpace(line)
	return strings.HasPrefix(line, ">>> ") && strings.HasSuffix(line, " >>>")
}

// isQuoted tells lines that begin with a quote mark: '>' in any width, '|', '»',
// or, as some old programs write it, initials and '>', or a name, '>' and a space.
func isQuoted(line string) bool {
	s := strings.TrimLeft(line, " \t\u00a0\u3000")
	initials := true
	for i, r := range s {
		switch {
		case r == '>' || r == '＞' || r == '﹥':
			return initials && i <= 4 || i+1 == len(s) || s[i+1] == ' ' || s[i+1] == '>'
		case (r == '|' || r == '»' || r == '¦' || r == '│' || r == '┃') && i == 0:
			return true
		case i > 12 || r|0x20 < 'a' || r|0x20 > 'z':
			return false
		}
		initials = initials && 'A' <= r && r <= 'Z'
	}
	return false
}

// quoteWidth is the length from which a quoted line may have been wrapped by a
// program that does not mark the remainder.
const quoteWidth = 65

// isWrappedQuote tells the remainder of a long quoted line that was wrapped
// without a mark: it has quoted lines directly above and below.
func (t *trimmer) isWrappedQuote() bool {
	if t.at == 0 || t.at+1 >= len(t.lines) || isBlank(t.lines[t.at]) {
		return false
	}
	above, below := t.lines[t.at-1], t.lines[t.at+1]
	return len(above) >= quoteWidth && isQuoted(above) && isQuoted(below)
}

// isRule tells a line of nothing but dashes, underscores, equals signs or stars:
// ten and more, so that it is no dash and no empty square of a diagram.
func isRule(line string) bool {
	s := strings.TrimSpace(line)
	return len(s) >= 10 && strings.Trim(s, "-_=*—–") == ""
}
