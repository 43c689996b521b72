package parse

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// frames are the characters with which programs frame an announcement.
const frames = "-‐‑‒–—―_=~#*─━═+.<> \u00a0"

// isFraming reports whether a character is one of frames.
func isFraming(r rune) bool {
	return !isLetter(r) && (r >= utf8.RuneSelf || !isDigit(byte(r))) && strings.ContainsRune(frames, r)
}

// announced returns the number of lines, from this one on, whose words announce a message
// that is quoted or forwarded whole; 0 if they do not. A narrow screen may have broken one
// line into two.
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
	if slices.Contains(forwardSentences, core) {
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

// lettersOnly drops whatever is no small letter of English.
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
