package notation

import (
	"bytes"
	"slices"
)

// scan reads folded text into a sentence. Marks of punctuation and praise are
// read past; the first unknown word ends the scan.
func scan(text []byte) (s sentence) {
	s.known = true
	i := 0
	for i < len(text) && s.known {
		c := text[i] | 0x20
		switch {
		case c >= 'a' && c <= 'z' && text[i] >= 'A':
			s.hangs = false
			i = s.scanLetters(text, i)
		case text[i] >= '1' && text[i] <= '8':
			s.hangs = false
			s.add(tokRank1 + token(text[i]-'1'))
			i = skipOrdinal(text, i+1)
		case text[i] == '0':
			i = s.scanCastling(text, i)
		case text[i] == '-' && s.n == 0 && s.words:
			s.add(tokUnknown) // "A-R5"
			i++
		default:
			s.colon = s.colon || text[i] == ':'
			if s.add(signs[text[i]]); text[i] == '-' && i+1 < len(text) && text[i+1] == '>' {
				i++ // "P->Q3"
			}
			i++
		}
	}
	s.end = i
	return s
}

// skipOrdinal passes over the "st", "nd", "d", "rd" or "th" of an ordinal number.
func skipOrdinal(text []byte, i int) int {
	var run [3]byte
	n := 0
	for ; i+n < len(text) && isLetter(text[i+n]); n++ {
		if n == len(run) {
			return i
		}
		run[n] = text[i+n] | 0x20
	}
	if isOrdinalEnding(run[:n]) {
		return i + n
	}
	return i
}

func isOrdinalEnding(run []byte) bool {
	switch string(run) {
	case "st", "nd", "d", "rd", "th":
		return true
	}
	return false
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(c byte) bool { c |= 0x20; return c >= 'a' && c <= 'z' }

// maxWord is longer than any word of the language.
const maxWord = 16

// scanLetters reads a run of letters: a word, or signs run together ("KtxQBP"). The result is where
// the run ends, or the wider sign that the run begins.
func (s *sentence) scanLetters(text []byte, i int) int {
	if end, ok := s.scanInPassing(text, i); ok {
		return end
	}
	var run [maxWord]byte
	n := 0
	for ; i+n < len(text) && isLetter(text[i+n]); n++ {
		if n == maxWord {
			s.known = false
			return len(text)
		}
		run[n] = text[i+n] | 0x20
	}
	if _, ok := inPassing(text, i+n-1); ok && n > 1 && s.n+n > 2 && run[n-1] == 'e' && i+n < len(text) && word(run[:n]) == noToken {
		n-- // "PxPe.p.", but not "takes the P"
	}
	if run[0] == 'o' && (n == 1 || string(run[:n]) == "oo" || string(run[:n]) == "ooo") {
		return s.scanCastling(text, i)
	}
	if string(run[:n]) == "your" && s.last() == tokTakes {
		return i + n // the victim is the adversary's
	}
	if t := word(run[:n]); t != noToken {
		s.addWord(t, run[:n], text[i+n:])
	} else if wing, ok := bytes.CutSuffix(run[:n], []byte("side")); ok && word(wing).isMan() {
		s.add(word(wing)) // "kingside"
		s.add(tokSide)
	} else if !s.last().isRank() || !isOrdinalEnding(run[:n]) {
		s.scanRun(run[:n])
	}
	return i + n
}

// addWord adds a whole word. "castle" behind a word that is read past, as in "the Castle", is
// unknown, and so is "a" with no word after.
func (s *sentence) addWord(t token, word, rest []byte) {
	rest = bytes.TrimLeft(rest, " ")
	switch {
	case s.words && string(word) == "castle", string(word) == "a" && (len(rest) == 0 || !isLetter(rest[0])):
		t = tokUnknown
	case t == tokFiller && len(word) > 1 || string(word) == "a":
		s.words = true
	case string(word) == "s" && s.n == 0:
		t = tokUnknown
	}
	switch string(word) {
	case "the", "a", "an", "of", "and", "with", "by", "in":
		s.hangs = t == tokFiller
	}
	s.add(t)
}

// scanInPassing reads "ip", "e.p." and their like at i.
func (s *sentence) scanInPassing(text []byte, i int) (int, bool) {
	end, ok := inPassing(text, i)
	if !ok || s.last() == tokTo {
		return i, false
	}
	s.add(tokPassing)
	return end, true
}

// inPassing reports whether "ip", "e.p." or their like stand at i, and where they end.
func inPassing(text []byte, i int) (end int, ok bool) {
	if c := text[i] | 0x20; c != 'i' && c != 'e' {
		return i, false
	}
	j := i + 1
	for j < len(text) && (text[j] == '.' || text[j] == ' ') {
		j++
	}
	if j == len(text) || text[j]|0x20 != 'p' || j+1 < len(text) && isLetter(text[j+1]) {
		return i, false
	}
	return j + 1, true
}

// scanCastling reads o-o or o-o-o, in letters or noughts, spaced or not.
func (s *sentence) scanCastling(text []byte, i int) int {
	count, end := 0, i
	for j := i; j < len(text); j++ {
		switch c := text[j]; {
		case c == '0' || c|0x20 == 'o':
			count, end = count+1, j+1
		case c != '-' && c != ' ' && c != '.':
			j = len(text)
		}
	}
	switch {
	case end < len(text) && isLetter(text[end]) && text[end-1] != '0':
		s.add(tokUnknown)
	case count == 2:
		s.add(tokShort)
	case count == 3:
		s.add(tokLong)
	default:
		s.add(tokUnknown)
	}
	return end
}

// scanRun reads signs written together, men by their letters: "QKtxKtPch".
func (s *sentence) scanRun(run []byte) {
	for len(run) > 0 && s.known {
		t, n := sign(run)
		if n == 0 || t == tokTo && s.n == 0 {
			t, n = s.misprint(run)
		}
		s.add(t)
		run = run[n:]
	}
}

// misprint reads a capital I or an l that ends a run after a man as the
// printer's 1, if a verb stands before, and an s there as the possessive without its
// apostrophe.
func (s *sentence) misprint(run []byte) (token, int) {
	verb := slices.ContainsFunc(s.tokens(), token.isVerb)
	if len(run) == 1 && s.last().isMan() && (verb || run[0] == 's') {
		switch run[0] {
		case 'i', 'l':
			return tokRank1, 1
		case 's':
			return tokFiller, 1
		}
	}
	return tokUnknown, len(run)
}
