package interpret

import (
	"strings"
)

// parseLine reads a tidied line as one statement or several. It reports false if
// the line is prose; prose after the move of a numbered line is returned apart.
func parseLine(line string, sole bool) (found []Statement, prose string, ok bool) {
	line = strings.TrimSuffix(strings.ReplaceAll(line, " STOP", ";"), ";") // of telegrams
	if s, ok := parseCommand(line); ok {
		return []Statement{s}, "", true
	}
	if main, conditional := cutConditional(line); conditional != "" {
		found, ok = parseConditionalLine(line, main, conditional, sole)
		return found, "", ok
	}
	if found, ok = parseParts(line); ok {
		return found, "", true
	}
	return parseCommunication(line, sole)
}

// cutConditional parts a line into what stands before its first hypothesis and
// the hypotheses.
func cutConditional(line string) (main, conditional string) {
	if startsConditional(line) {
		return "", line
	}
	i := indexWord(line, "if", 0)
	if i < 0 {
		return line, ""
	}
	i = connector(line[:i])
	main, conditional = strings.TrimRight(line[:i], " ,;./"), line[i:]
	if head, ok := strings.CutSuffix(main, "("); ok {
		return strings.TrimRight(head, " "), strings.TrimSuffix(conditional, ")")
	}
	return main, conditional
}

// parseConditionalLine reads a line that has a hypothesis in it. Words that are
// meant for a conditional series and cannot be read as one are a statement too,
// without its Series, so that their sender is told and nobody else is: the whole
// line, but for a move that a ";" or a full stop sets apart from it.
func parseConditionalLine(line, main, conditional string, sole bool) ([]Statement, bool) {
	series, read := parseConditional(conditional)
	found, stated := parseParts(main)
	if !stated && main != "" && read {
		found, _, stated = parseCommunication(main, sole)
	}
	apart := strings.IndexAny(strings.TrimLeft(line[len(main):], " "), ";.(") == 0
	switch {
	case read && (stated || main == ""):
		return append(found, series...), true
	case stated && apart && attemptsConditional(conditional):
		return append(found, Statement{Kind: KindConditional, Text: conditional}), true
	case stated, main == "" && attemptsConditional(conditional):
		return []Statement{{Kind: KindConditional, Text: line}}, true
	}
	return nil, false
}

// maxParts is more statements than a line needs, and more joints than are tried.
const maxParts = 16

// parseParts reads a text of statements joined by ";", each of which may be
// several joined otherwise.
func parseParts(text string) ([]Statement, bool) {
	var found []Statement
	if strings.Count(text, ";") > maxParts {
		return nil, false
	}
	for part := range strings.SplitSeq(text, ";") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		one, ok := parseJoined(part, 4)
		if !ok {
			return nil, false
		}
		found = append(found, one...)
	}
	return found, len(found) > 0
}

// parseJoined reads a statement, or at most so many more joined by commas, full
// stops or "and".
func parseJoined(text string, more int) ([]Statement, bool) {
	if s, ok := parseCommand(text); ok {
		return []Statement{s}, true
	}
	if list, ok := parseSequence(withoutLead(text)); ok {
		return fromSequence(list, text), true
	}
	if more == 0 || len(text) > maxSequence {
		return nil, false
	}
	for i, tried := 1, 0; i < len(text) && tried < maxParts; i++ {
		rest, ok := cutJoiner(text[i:])
		if !ok || rest == "" {
			continue
		}
		tried++
		left, ok := parseJoined(strings.TrimSpace(text[:i]), 0)
		if !ok {
			continue
		}
		if right, ok := parseJoined(rest, more-1); ok {
			return append(left, right...), true
		}
	}
	return nil, false
}

// cutJoiner takes what joins two statements off the head of a text.
func cutJoiner(text string) (string, bool) {
	for _, j := range [...]string{", and ", ", ", ". ", " and ", " - ", ": ", "! ", "? ", " ("} {
		if strings.HasPrefix(text, j) {
			return strings.TrimRight(text[len(j):], ")"), true
		}
	}
	return text, false
}

// leads are the words with which players bring their move in.
var leads = [...]string{"please", "i play", "we play", "i move", "we move", "my move is", "our move is", "my move", "our move",
	"my reply is", "our reply is", "my reply", "i reply", "we reply", "reply", "my answer is", "i answer", "answer",
	"here is my move", "mine", "i meant", "i mean", "instead", "cancel", "move", "white plays", "black plays", "white", "black", "i", "we"}

// withoutLead takes such words off a move.
func withoutLead(text string) string {
	text = strings.TrimRight(strings.TrimSuffix(strings.TrimPrefix(text, "- "), " please"), ", ")
	for range 2 {
		rest, ok := cutAnyWord(text, leads[:]...)
		if rest = strings.TrimLeft(rest, ":, "); !ok || rest == "" {
			break
		}
		text = rest
	}
	return text
}

// parseCommunication reads a line that is a communication though it is no
// well-formed move, so that Law 3 may apply to it (SPEC 3.1): one that begins with
// a number and its stop, one in the language of moves alone, or the only line of a
// letter, if it is a single word. Such a line is still no communication, and its
// sender is asked, if nobody could take it for a move however written: see isTalk.
// Prose after a numbered move is returned apart.
func parseCommunication(line string, sole bool) (found []Statement, prose string, ok bool) {
	text := withoutLead(line)
	number, black, rest, numbered := cutLabel(text)
	if numbered {
		if s, ok := parseEnding(rest, line); ok {
			return []Statement{s}, "", true
		}
		if head, tail, ok := cutRemark(text); ok && !isLanguage(rest, sole) {
			found, prose, ok = parseRemarked(head, tail)
			return found, prose, ok
		}
		numbered = isDotted(text) && !isNumberedProse(rest)
	}
	if pair, ok := codePair(rest); ok && (sole || rest == strings.ToUpper(rest)) {
		pair[0].Number, pair[1].Number, pair[1].Black = number, number, numbered
		return []Statement{{Kind: KindMove, Text: line, Confirms: pair[:1], Moves: pair[1:]}}, "", true
	}
	if words := trimMove(rest); words != "" && !isTalk(rest) &&
		(numbered || isLanguage(rest, sole) || sole && !strings.ContainsRune(line, ' ') || isCodeWord(line, sole)) {
		m := Move{Text: words, Number: number, Black: black}
		return []Statement{{Kind: KindMove, Text: line, Moves: []Move{m}}}, "", true
	}
	return nil, "", false
}

// parseEnding reads a statement about the end of the game that stands behind a
// move number: "23. Resigns".
func parseEnding(text, line string) (Statement, bool) {
	s, ok := parseCommand(text)
	s.Text = line
	return s, ok && (s.Kind == KindResign || s.Kind == KindOfferDraw || s.Kind == KindAcceptDraw || s.Kind == KindDeclineDraw)
}

// parseRemarked reads a numbered move with a remark behind it: a statement about
// the end of the game, or prose. It is all prose if the remark names moves.
func parseRemarked(head, tail string) (found []Statement, prose string, ok bool) {
	list, _ := parseSequence(head)
	found = fromSequence(list, head)
	if s, ends := parseEnding(tail, tail); ends {
		return append(found, s), "", true
	}
	if namesMoves(tail) {
		return nil, "", false
	}
	return found, tail, true
}

// cutRemark parts a numbered move from the words behind it.
func cutRemark(text string) (move, remark string, ok bool) {
	for i := min(len(text), maxOneMove) - 1; i > 0; i-- {
		if text[i] != ' ' && text[i] != ',' && text[i] != '(' && text[i] != ';' {
			continue
		}
		head, tail := strings.TrimRight(text[:i], " ,;("), strings.Trim(text[i:], " ,;")
		if _, ok := parseSequence(head); ok {
			return head, tail, true
		}
	}
	return text, "", false
}

// namesMoves reports whether a remark has the words of a move in it, so that
// nobody can be sure which is meant to be played.
func namesMoves(remark string) bool {
	for w := range strings.FieldsSeq(remark) {
		if w = strings.Trim(w, "(),;:"); strings.ContainsAny(w, "12345678") && soundsLikeMove(w) {
			return true
		}
	}
	return false
}

// isDotted reports whether a stop follows the number at the head of a text: "3
// High Street" has none.
func isDotted(text string) bool {
	_, rest, _ := cutNumber(text)
	return strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, " .")
}

// isNumberedProse reports whether what follows a number is words that say nothing
// of chess, an item of a list.
func isNumberedProse(text string) bool {
	words := strings.Fields(text)
	if len(words) < 2 {
		return false
	}
	for _, w := range words {
		if s := scan([]byte(w)); s.known && s.names() {
			return false
		}
	}
	return true
}

// names reports whether a sentence names a man, a rank, a taking or castling.
func (s *sentence) names() bool {
	for _, t := range s.tokens() {
		if t.isMan() || t.isRank() || t == tokTakes || t >= tokCastles && t <= tokLong {
			return true
		}
	}
	return false
}

// isLanguage reports whether a text consists only of the words and signs of the
// language of moves. A bare man's name must stand alone in the letter: else it is
// a signature.
func isLanguage(text string, sole bool) bool {
	s := scan([]byte(text))
	return s.known && s.names() && (sole || s.says())
}

// isCodeWord reports whether a line is a word of a telegraph code: in capitals,
// or alone, for "Mike" would be one.
func isCodeWord(line string, sole bool) bool {
	return looksCoded(line) && (sole || line == strings.ToUpper(line))
}

// codePair parts a telegraph word of two moves: the adversary's, and the answer.
func codePair(text string) ([]Move, bool) {
	word := codeWord(text)
	for i := 4; i <= len(word)-4 && len(word) <= 14; i++ {
		if looksCoded(word[:i]) && looksCoded(word[i:]) {
			return []Move{{Text: word[:i]}, {Text: word[i:]}}, true
		}
	}
	return nil, false
}

// yourHeads are the words with which the adversary's move is repeated.
var yourHeads = [...]string{"your last move was", "your last move", "your move was", "your move", "you played", "yours",
	"i confirm", "confirmed", "confirming", "received", "i have received"}

// yourMove reads a text that repeats the adversary's move under a heading.
func yourMove(text string) ([]Move, bool) {
	rest, ok := cutAnyWord(text, yourHeads[:]...)
	if !ok {
		return nil, false
	}
	list, ok := parseSequence(strings.TrimLeft(rest, ":,-= "))
	if !ok || len(list) != 1 {
		return nil, false
	}
	return []Move{list[0].move}, true
}

// cutYourMove takes the adversary's move, repeated under a heading, off the one
// end of a line or the other, if the rest is a statement.
func cutYourMove(line string) (rest string, yours []Move, ok bool) {
	for _, head := range yourHeads {
		i := indexWord(line, head, 0)
		if i < 0 {
			continue
		}
		if yours, ok = yourMove(line[i:]); ok && i > 0 {
			rest = strings.TrimRight(line[:i], " .,;(")
			_, ok = parseParts(rest)
			return rest, yours, ok
		}
		for j := i; i == 0 && j < len(line); j++ {
			if after, joins := cutJoiner(line[j:]); joins || strings.HasPrefix(line[j:], "; ") {
				rest = strings.TrimLeft(after, "; ")
				if yours, ok = yourMove(line[:j]); ok {
					_, ok = parseParts(rest)
				}
				if ok {
					return rest, yours, true
				}
			}
		}
	}
	return "", nil, false
}
