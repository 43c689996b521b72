package parse

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// barMarks are the characters that mark a line they begin as quoted.
const barMarks = "|»¦│┃┆┊║▌▎▏▐›❯⎜}"

// isQuoted reports whether a line begins with a quote mark: '>' in any width, a bar, a
// colon and a space, or the author's name or initials and '>', as old programs write.
func isQuoted(line string) bool { return quoteMark(line) > 0 }

// quoteMark returns the number of octets of the quote mark that a line begins with, white space
// before the mark included, or 0 if there is none.
func quoteMark(line string) int {
	s := line
	if line != "" && (line[0] <= ' ' || line[0] >= utf8.RuneSelf) {
		s = strings.TrimLeft(line, " \t\u00a0\u3000")
	}
	before := len(line) - len(s)
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case s == "":
		return 0
	case 'a' <= r|0x20 && r|0x20 <= 'z':
	case isBracket(r), strings.ContainsRune(barMarks, r):
		return before + size
	case strings.HasPrefix(s, "&gt;"):
		return before + len("&gt;")
	case s == ":", strings.HasPrefix(s, ": "):
		return before + 1
	case strings.ContainsRune("-*•", r):
		if rest := strings.TrimLeft(s[size:], " "); len(rest) < len(s)-size && strings.HasPrefix(rest, ">") {
			return before + len(s) - len(rest) + 1
		}
		return 0
	}
	if n := authorMark(s); n > 0 {
		return before + n
	}
	return 0
}

// wideBrackets are '>' in other widths, which begin with the same octet.
const wideBrackets = "＞﹥"

// isBracket reports whether a sign is '>' in one of its widths.
func isBracket(r rune) bool { return r == '>' || strings.ContainsRune(wideBrackets, r) }

// maxAuthorMark is the number of octets of the longest name before a '>'.
const maxAuthorMark = 40

// authorMark returns the number of octets of an author's mark: initials and '>', or a name or an
// address, '>' and a space, the end or another '>', or 0 if s begins with none. The end of an
// address in an announcement is not a mark.
func authorMark(s string) int {
	head := s[:min(len(s), maxAuthorMark)]
	if strings.IndexByte(head, '>') < 0 && strings.IndexByte(head, wideBrackets[0]) < 0 {
		return 0
	}
	i := strings.IndexFunc(head, isBracket)
	if i <= 0 {
		return 0
	}
	_, size := utf8.DecodeRuneInString(s[i:])
	name, after := s[:i], s[i+size:]
	isInitials := len(name) <= 4 && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
	if isInitials || isAuthorName(name) && (after == "" || after[0] == ' ' || after[0] == '>') && !closesAttribution(after) {
		return i + size
	}
	return 0
}

// isAuthorName reports whether name is up to three words of letters, bracketed or not, or
// one word as in an address.
func isAuthorName(name string) bool {
	if inside, ok := strings.CutPrefix(name, "["); ok {
		name = strings.TrimRight(inside, "] ")
	}
	first, _ := utf8.DecodeRuneInString(name)
	last, _ := utf8.DecodeLastRuneInString(name)
	if !unicode.IsLetter(first) || !unicode.IsLetter(last) && !unicode.IsDigit(last) || strings.Count(name, " ") > 2 {
		return false
	}
	isAddress := strings.ContainsAny(name, "@_") && !strings.Contains(name, " ")
	return !strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && r != ' ' && r != '\'' && r != '.' && (!isAddress || r <= ' ' || r == '<')
	})
}

// isNamed reports whether the line begins with a name and '>' without a space, as the line
// above or below does: a program has marked both.
func (t *trimmer) isNamed() bool {
	line := strings.TrimSpace(t.lines[t.at])
	i := strings.IndexByte(line[:min(len(line), maxAuthorMark)], '>')
	if i <= 0 || !isAuthorName(line[:i]) {
		return false
	}
	return strings.HasPrefix(t.below(), line[:i+1]) || t.at > 0 && strings.HasPrefix(strings.TrimSpace(t.lines[t.at-1]), line[:i+1])
}

// unquoted returns a line without its quote marks and without the bar at the end of a row.
func unquoted(line string) string {
	for range 20 {
		n := quoteMark(line)
		if n == 0 {
			break
		}
		line = line[n:]
	}
	return strings.TrimRight(strings.TrimSpace(line), "| ")
}

// quoteWidth is the length in octets from which a program may have wrapped a quoted line
// and left the remainder unmarked.
const quoteWidth = 65

// isWrappedQuote reports whether the line is the unmarked remainder of a long quoted line,
// with quoted lines directly above and below.
func (t *trimmer) isWrappedQuote() bool {
	if t.at == 0 || t.at+1 >= len(t.lines) || isBlank(t.lines[t.at]) {
		return false
	}
	above, below := t.lines[t.at-1], t.lines[t.at+1]
	return len(above) >= quoteWidth && isQuoted(above) && isQuoted(below) && !t.isKnown(t.at-1)
}

// forumQuote returns the number of lines of the quotation in square brackets, as forums write one,
// that begins here, or 0 if there is none, and 1 if the quotation has no end.
func (t *trimmer) forumQuote() int {
	const opening, closing = "[quote", "[/quote]"
	if s := t.lower(t.at); !strings.HasPrefix(s, opening) || !strings.HasPrefix(strings.TrimLeft(s[len(opening):], "= "), "]") && !strings.Contains(s, "]") {
		return 0
	}
	t.closing = max(t.closing, t.at)
	for t.closing < len(t.lines) && !strings.HasSuffix(t.lower(t.closing), closing) {
		t.work++
		t.closing++
	}
	if t.closing < len(t.lines) {
		return t.closing - t.at + 1
	}
	return 1
}

// frames are the characters with which programs frame an announcement.
const frames = "-‐‑‒–—―_=~#*─━═+.<> \u00a0"

// isFraming reports whether a character is one of frames.
func isFraming(r rune) bool {
	return !isLetter(r) && (r >= utf8.RuneSelf || !isDigit(byte(r))) && strings.ContainsRune(frames, r)
}

// announced returns the number of lines, from this one on, whose words announce a message that is
// quoted or forwarded whole, or 0 if they do not. A narrow screen may have broken one line into
// two.
func (t *trimmer) announced() int {
	line, lower, above := t.lines[t.at], t.lower(t.at), t.factsAt(t.at).above
	if isForwardMark(lower) || above && isReplyMark(lower) {
		return 1
	}
	below := t.below()
	if len(line) > 60 || isBlank(line) || isBlank(below) || isQuoted(below) {
		return 0
	}
	next, framed := t.factsAt(t.at+1), frameOf(lower) >= 3
	if !framed && !above && !next.above {
		return 0
	}
	joined := lower + " " + next.lower
	if framed && frameAtEnd(joined) >= 3 && !isRule(below) && isForwardMark(joined) || !isReplyMark(next.lower) && isReplyMark(joined) {
		return 2
	}
	return 0
}

// isForwardMark reports whether a line, in lower case, stands above a message that is
// quoted or forwarded whole: words between dashes, a sentence that mail programs use, or
// the beginning of one behind dashes or other signs.
func isForwardMark(s string) bool {
	if len(s) > maxForwardSentence && isLetter(rune(s[0])) {
		return false // a line without a frame, too long for a sentence
	}
	core := strings.TrimFunc(s, func(r rune) bool { return isFraming(r) || r == ':' || r == '：' })
	if core == "" {
		return false
	}
	if slices.Contains(forwardSentences, core) || beginsWith(s, clippedMarks) {
		return true
	}
	if frameOf(s) >= 2 && beginsWith(core, forwardOpenings) {
		return true
	}
	isDashed := len(s) <= maxForwardMark && strings.ContainsRune("-_‐–—―─━", firstRune(s))
	return isDashed && frameOf(s) >= 3 && frameAtEnd(s) >= 3 && hasLongWord(core)
}

// maxForwardSentence is longer in octets than a line that needs no dashes.
const maxForwardSentence = 40

// maxForwardMark is the length in octets of the longest line of words between dashes.
const maxForwardMark = 300

// frameOf returns the number of signs that frame the beginning of a line.
func frameOf(s string) int {
	return countSigns(s[:len(s)-len(strings.TrimLeftFunc(s, isFraming))])
}

// firstRune returns the first character of s.
func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// frameAtEnd returns the number of signs that frame the end of a line.
func frameAtEnd(s string) int { return countSigns(s[len(strings.TrimRightFunc(s, isFraming)):]) }

// countSigns returns the number of characters of s that are not spaces.
func countSigns(s string) (n int) {
	for _, r := range s {
		n += count(r != ' ' && r != '\u00a0')
	}
	return n
}

// hasLongWord reports whether s has a word of four letters or more, or a letter of a script
// without two cases. A move in dashes has neither.
func hasLongWord(s string) bool {
	length := 0
	for _, r := range s {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsMark(r):
			length = 0
		case length >= 3, !unicode.IsUpper(r) && !unicode.IsLower(r):
			return true
		default:
			length++
		}
	}
	return false
}

// forwardSentences are the words of such lines that need no dashes, in lower case and
// without a colon. forwardOpenings begin such a line behind dashes or other signs.
var (
	forwardSentences = []string{"begin forwarded message", "forwarded message", "original message", "ursprüngliche nachricht", "message d'origine", "quote"}
	forwardOpenings  = []string{"original message", "ursprüngliche nachricht", "forwarded by ", "reply to note of "}
)

// clippedMarks begin the line, in lower case, below which Gmail shows no more of a long message:
// what stands there when the line is copied is not its writer's.
var clippedMarks = []string{"[message clipped]", "[nachricht gekürzt]", "[message tronqué]", "[mensaje recortado]", "[messaggio troncato]"}

// ownMark is mailer.ReplyMark in lower case, without the full stop.
const ownMark = "please answer above this line"

// markLetters are the letters of ownMark, and mostMarkLines is the number of lines that the
// narrowest screen makes of the mark.
const (
	markLetters   = "pleaseanswerabovethisline"
	mostMarkLines = 30
)

// startsOwnLetter reports whether a letter of corrd's begins at this line, unmarked. A
// narrow screen may have broken the letter's first line anywhere, words included.
func (t *trimmer) startsOwnLetter() bool {
	lower := t.lower(t.at)
	if strings.Contains(lower, ownMark) {
		return true
	}
	if first := strings.IndexFunc(lower, isLetter); first < 0 || !strings.HasPrefix(lower[first:], markLetters[:2]) {
		return false
	}
	rest := markLetters
	for _, line := range t.lines[t.at:min(len(t.lines), t.at+mostMarkLines)] {
		letters := strings.Map(lettersOnly, lowerLine(line[:min(len(line), 100)]))
		if strings.HasPrefix(letters, rest) {
			return true
		}
		if !strings.HasPrefix(rest, letters) {
			return false
		}
		rest = rest[len(letters):]
	}
	return false
}

func isLetter(r rune) bool { return 'a' <= r && r <= 'z' }

// lettersOnly drops whatever is not a small letter of English.
func lettersOnly(r rune) rune {
	if isLetter(r) {
		return r
	}
	return -1
}

// isReplyMark reports whether help desks ask, with such a line in lower case, for the
// answer above the line.
func isReplyMark(s string) bool {
	if len(s) > 160 || !(strings.Contains(s, "above this line") && strings.Contains(s, "reply")) && !containsAny(s, aboveLine) {
		return false
	}
	return len(strings.Fields(s)) <= 16
}

// aboveLine are the words of such a line in languages other than English; one of aboveWords stands
// in each, and in the English.
var (
	aboveLine  = []string{"oberhalb dieser zeile", "au-dessus de cette ligne", "encima de esta línea", "acima desta linha", "di sopra di questa", "boven deze regel"}
	aboveWords = []string{"above", "oberhalb", "dessus", "cima", "sopra", "boven"}
)

// namesAbove reports whether a line, in lower case, may be such a line or a part of one.
func namesAbove(s string) bool { return containsAny(s, aboveWords) }

// mostBanner is how many lines a gateway's warning has at most.
const mostBanner = 6

// banner returns the number of lines, from this one on, in which a gateway warns of letters from
// outside, above all that the sender wrote, or 0 if there are none. A line counts as part of the
// warning only by words of its own, so that what stands directly below the warning is kept.
func (t *trimmer) banner() int {
	if t.said || !isBanner(t.lower(t.at)) {
		return 0
	}
	n := 1
	for t.at+n < len(t.lines) && n < mostBanner && containsAny(t.lower(t.at+n), bannerWords) {
		n++
	}
	if t.belowBlank(t.at+n) == len(t.lines) { // a letter of nothing else says what it says
		return 0
	}
	return n
}

// isBanner reports whether a line, in lower case, begins a gateway's warning.
func isBanner(lower string) bool {
	s := strings.TrimLeft(lower, "*_[(!⚠\ufe0f \u00a0")
	return len(s) <= 400 && beginsWith(s, bannerOpenings) && containsAny(s, bannerWords)
}

// bannerOpenings begin the warning of a gateway, in lower case, and one of the bannerWords stands
// in each of its lines.
var (
	bannerOpenings = []string{"caution", "warning", "attention", "external", "this email originated", "this message originated", "this email was sent from outside", "you don't often get email",
		"some people who received this message", "achtung", "extern", "vorsicht", "avertissement", "atención", "attenzione", "let op"}
	bannerWords = []string{"originated from outside", "originated outside", "came from outside", "from outside", "external sender", "external email", "external e-mail", "external mail", "external message", "do not click", "click links", "open attachments", "recognize the sender", "recognise the sender",
		"get email from", "often get email", "außerhalb", "von extern", "externe e-mail", "externer absender", "provient de l'extérieur", "expéditeur externe", "correo externo", "remitente externo", "mittente esterno", "externe afzender", "content is safe"}
)
