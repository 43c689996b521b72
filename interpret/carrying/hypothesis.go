package carrying

import (
	"regexp"
	"slices"
	"strings"

	"corrd/interpret/speech"
)

// conditionalHeads are the words that begin a hypothesis.
var conditionalHeads = [...]string{"if", "should", "in reply to", "in answer to", "in case of", "in the case of", "in the event of", "on", "upon", "against", "whatever", "any move", "on any move"}

// StartsConditional reports whether a text begins as a hypothesis does.
func StartsConditional(text string) bool {
	text, _ = speech.CutAnyWord(text, "and", "then", "but", "also")
	_, ok := speech.CutAnyWord(strings.TrimLeft(text, ", "), conditionalHeads[:]...)
	return ok
}

// CutConditional parts a line into what stands before its first hypothesis and
// the hypotheses.
func CutConditional(line string) (main, conditional string) {
	if StartsConditional(line) {
		return "", line
	}
	i := speech.IndexWord(line, "if", 0)
	if i < 0 {
		return line, ""
	}
	i = connector(line[:i])
	main, conditional = strings.TrimRight(line[:i], " ,;./"), line[i:]
	if announced.MatchString(main) {
		return "", conditional
	}
	if head, ok := strings.CutSuffix(main, "("); ok {
		return strings.TrimRight(head, " "), strings.TrimSuffix(conditional, ")")
	}
	return main, conditional
}

// announced are words that only say that a conditional series follows.
var announced = regexp.MustCompile(`(?i)^(?:(?:and|here is|this is|with) )?(?:(?:my|a|the|one) )?conditionals?(?: (?:moves?|series|reply|replies))?(?: (?:is|are|as follows))?:?$`)

// splitClauses cuts a text before each further "if", and drops the remark that
// other moves are not answered.
func splitClauses(text string) []string {
	var clauses []string
	start := 0
	for i := speech.IndexWord(text, "if", 0); i >= 0; i = speech.IndexWord(text, "if", i+2) {
		head := strings.TrimSpace(text[start:i])
		switch bare := strings.ToLower(strings.Trim(head, ",;./ ")); {
		case head == "" || bare == "" || bare == "then" || bare == "and" || bare == "but" || bare == "and then":
			continue // "and then if" begins the clause
		}
		cut := connector(text[start:i])
		clauses = append(clauses, text[start:start+cut])
		start += cut
	}
	clauses = append(clauses, text[start:])
	last := len(clauses) - 1
	if i := strings.LastIndexAny(clauses[last], ";."); i > 0 && isNoConditional(clauses[last][i+1:]) {
		clauses[last] = clauses[last][:i]
	}
	return clauses
}

// connector is where the "and" or "then" that leads to the next clause begins in
// the text before it; its length if there is none.
func connector(text string) int {
	end := len(text)
	for {
		trimmed := strings.TrimRight(text[:end], " ")
		cut := -1
		for _, w := range [...]string{"and", "then", "but", "also"} {
			if i := len(trimmed) - len(w); i > 0 && speech.IndexWord(trimmed, w, i) == i {
				cut = i
			}
		}
		if cut < 0 {
			return end
		}
		end = cut
	}
}

func isNoConditional(text string) bool {
	switch speech.PlainPhrase(text) {
	case "otherwise no conditional", "any other: no conditional", "any other, no conditional",
		"otherwise none", "any other none", "no other conditional", "otherwise nothing":
		return true
	}
	return false
}

// cutHead takes the words that introduce a hypothesis off, and reports whether
// they say that it goes on from the clause before.
func cutHead(text string) (body string, chained, ok bool) {
	for {
		rest, joined := speech.CutAnyWord(text, "and", "then", "but", "also")
		if !joined {
			break
		}
		_, then := speech.CutWord(text, "then")
		text, chained = strings.TrimLeft(rest, ", "), chained || then
	}
	if _, whatever := speech.CutAnyWord(text, "whatever", "any move", "on any move"); whatever {
		return text, chained, true
	}
	if text, ok = speech.CutAnyWord(text, conditionalHeads[:]...); !ok {
		return "", false, false
	}
	if rest, then := speech.CutWord(text, "then"); then {
		text, chained = strings.TrimLeft(rest, ", "), true
	}
	return text, chained, true
}

// GoesOn reports whether the words of a series say that it goes on from the one before: "if then".
func GoesOn(text string) bool {
	_, follows, _ := cutHead(text)
	return follows
}

// cutAny takes "any" and its like, which stand for whatever is played, off.
func cutAny(body string) (string, bool) {
	_, _, body, _ = CutLabel(body)
	rest, ok := speech.CutAnyWord(body, "any other move", "any other", "any move", "anything else", "anything", "any reply", "any",
		"whatever you play", "whatever he plays", "whatever", "otherwise")
	return strings.TrimLeft(rest, ",:; "), ok
}

// players are the words with which a hypothesis is brought in, and replies those before the reply
// to it.
var (
	players = regexp.MustCompile(`(?i)^(?:you|he|she|they|white|black|your (?:reply|answer|move) is|i|we|my (?:reply|answer) is)\b(?:'ll\b| will| should| shall| do| does| now| then)*(?: (?:play|plays|reply|replies|answer|answers|respond|responds|go|goes|go for|move|moves|choose|chooses|try|tries|continue|make|send)\b)?(?: with| by)?[:, ]+`)
	replies = regexp.MustCompile(`(?i)[ ,;:]+(?:(?:then )?(?:i|we)\b(?:'ll\b| will| shall| am going to| then| simply| just)*(?: (?:play|reply|answer|respond|go|move|choose|continue|counter)\b(?: with| by)?[:, ]+| (castle))|(?:then )?my (?:reply|answer|move) is[:, ]+|then[:, ]+)`)
)

// withoutPlayers makes a plain sequence of a clause's body: "you play P-K4, then I
// play Kt-KB3" becomes "P-K4, Kt-KB3".
func (r *Reader) withoutPlayers(body string) string {
	body = strings.Replace(body[len(players.FindString(body)):], ": ", ", ", 1)
	if at := replies.FindStringSubmatchIndex(body); at != nil && at[0] > 0 && r.isHypothesis(body[:at[0]]) {
		begins := at[1]
		if at[2] > 0 {
			begins = at[2]
		}
		return strings.TrimRight(body[:at[0]], " ,;:") + ", " + strings.TrimLeft(body[begins:], " ,:")
	}
	return body
}

// isHypothesis reports whether a text is moves joined by "or", or one.
func (r *Reader) isHypothesis(text string) bool {
	list, ok := r.ParseRow(strings.TrimRight(text, " ,;:"))
	return ok && Alternatives(list) == len(list)
}

// cutResignation takes "I resign" and its like off the end of a clause.
func cutResignation(body string) (hypothesis string, ok bool) {
	hypothesis = strings.TrimRight(body, ".! ")
	at := len(hypothesis) - len("resign")
	if at < 0 || speech.IndexWord(hypothesis, "resign", at) != at {
		return body, false
	}
	hypothesis = hypothesis[:at]
	for _, w := range [...]string{"shall", "will", "must", "i", "we", "then"} {
		trimmed := strings.TrimRight(hypothesis, " ,;:-")
		if i := len(trimmed) - len(w); i >= 0 && speech.IndexWord(trimmed, w, i) == i {
			trimmed = trimmed[:i]
		}
		hypothesis = strings.TrimRight(trimmed, " ,;:-")
	}
	return hypothesis, true
}

// Supposed returns a sentence of a line of prose that has the form of a conditional series, "" for
// none.
func (r *Reader) Supposed(line string) string {
	at := speech.IndexWord(line, "if", 0)
	if at < 0 || len(line) > longestSupposed || strings.ContainsAny(line, "\"|>*") || !ofMove.MatchString(line[at:]) {
		return ""
	}
	if before := strings.TrimRight(line[:at], " "); before != "" && strings.IndexByte(".!?;", before[len(before)-1]) < 0 {
		return ""
	}
	for words := speech.Of(line[at:]); len(words) > 0 && r.Spend(len(words)); words = words[speech.EndOf(words):] {
		one := speech.TextOf(words[:speech.EndOf(words)])
		if _, clear := r.ParseSeries(one); words[0].Plain == "if" && clear && strings.Contains(line, one) {
			return one
		}
	}
	return ""
}

// longestSupposed is how many bytes a line has at most in which such a sentence is looked for.
const longestSupposed = 1000

// awaited are words of which one may stand in a hypothesis that names no move.
var awaited = speech.TableOf("take", "any", "castl", "move", "play", "check", "anything", "resign")

// AttemptsSeries reports whether a text with a hypothesis at its head, which
// cannot be read, was meant for a conditional series: it supposes a move, or
// anything at all, and says more of moves or of the end of the game. Talk of what
// might have been is prose.
func (r *Reader) AttemptsSeries(text string) bool {
	words := strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == ',' || c == ';' || c == ':' })
	_, supposes := speech.CutAnyWord(text, "and", "then", "but", "also", "if")
	if body, _, ok := cutHead(text); ok && !supposes {
		body = body[len(players.FindString(body)):]
		_, whatever := cutAny(body)
		first := strings.FieldsFunc(body, func(c rune) bool { return c == ' ' || c == ',' })
		supposes = whatever || len(first) > 0 && r.SoundsLikeMove(first[0])
	}
	talk := func(w string) bool { return strings.EqualFold(w, "had") || strings.EqualFold(w, "have") }
	plays := func(w string) bool {
		return r.SoundsLikeMove(w) || speech.HoldsAny(w, awaited) && speech.PlainPhrase(w) != "resign"
	}
	return supposes && slices.ContainsFunc(words, r.endsOrMoves) && slices.ContainsFunc(words, plays) && !slices.ContainsFunc(words, talk)
}

// endsOrMoves reports whether a word is that of a move, and of nothing else in
// English, or of the end of a game.
func (r *Reader) endsOrMoves(word string) bool {
	switch speech.PlainPhrase(word) {
	case "resign", "resigns", "draw", "drawn", "draw?":
		return true
	case "take", "takes", "taking", "one", "two", "castle", "castles", "castled", "castling", "check", "mate":
		return false
	}
	return r.SoundsLikeMove(word)
}
