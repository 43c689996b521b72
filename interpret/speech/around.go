package speech

import (
	"slices"
	"strings"
)

// Words that stand before a statement, and behind it.

// Hesitates reports whether words before a statement leave off: "well... ".
func Hesitates(words []Word) bool {
	return strings.HasSuffix(words[len(words)-1].Raw, "..") && !slices.ContainsFunc(words, func(w Word) bool { return !Interjections[w.Plain] })
}

// Signed reports whether a line ends with a name behind a stop, as the end of a letter does.
func Signed(words []Word) bool {
	n := len(words)
	for n > 0 && words[n-1].Stop == 0 && (words[n-1].Sort == Name || n < len(words) && (words[n-1].Plain == "and" || words[n-1].Plain == "&")) {
		n--
	}
	return n > 0 && n < len(words) && words[n-1].Stop != 0
}

// LeadsIn reports whether words without a stop behind them may stand before a statement: "ok I
// accept", "Dear Alice I accept".
func LeadsIn(words []Word) bool {
	for i, w := range words {
		if !Interjections[w.Plain] && w.Idiom == 0 && !(i > 0 && w.Sort == Name) && !(w.Plain == "you" && i > 0 && words[i-1].Plain == "thank") {
			return false
		}
	}
	return true
}

// AsksAboutPlay reports whether a question does not doubt what was stated: "Shall we play again?"
func AsksAboutPlay(words []Word) bool {
	switch words[0].Plain {
	case "when", "how", "who", "where", "what":
		if slices.ContainsFunc(words, func(w Word) bool {
			return w.Plain == "start" || w.Plain == "begin" || w.Plain == "starts" || w.Plain == "begins" || w.Plain == "first"
		}) {
			return !Has(words[1:], Doubt) // "When do we start?"
		}
	}
	if Has(words, Other) {
		return false
	}
	return slices.ContainsFunc(words, func(w Word) bool {
		switch w.Plain {
		case "again", "another", "rematch", "game", "we", "are":
			return true
		}
		return false
	})
}

// AsksToBegin reports whether a question behind a yes is only how the game that it brings about
// begins: "When do we start?"
func AsksToBegin(words []Word) bool {
	switch words[0].Plain {
	case "when", "how", "who", "where":
		return !Has(words[1:], Doubt) && slices.ContainsFunc(words, func(w Word) bool {
			return w.Plain == "start" || w.Plain == "begin" || w.Plain == "starts" || w.Plain == "begins"
		})
	}
	return false
}

// IsAddress reports whether words behind a question only name whom it is put to: "a draw, my dear
// fellow?"
func IsAddress(words []Word) bool {
	return len(words) > 0 && len(words) <= MostNames+1 && words[len(words)-1].Stop == '?' && AllPolite(words)
}

// AsksHow reports whether a sentence asks how something is done: "How do I start another game".
func AsksHow(sentence []Word) bool {
	if len(sentence) < 2 || sentence[0].Plain != "how" && sentence[0].Plain != "what" {
		return false
	}
	switch sentence[1].Plain {
	case "do", "can", "must", "should", "to", "does":
		return true
	}
	return false
}

// RulesOut reports whether the clause of some words that goes on to a place in a list rules it out:
// "not the", "I will not adopt the", "please strike out the".
func RulesOut(before []Word) bool {
	for _, w := range slices.Backward(before) {
		if w.Stop != 0 || w.Plain == "but" {
			return false
		}
		if rejecting[w.Plain] || w.Plain == "not" || w.Plain == "never" || w.Plain == "neither" || strings.HasSuffix(w.Plain, "n't") {
			return true
		}
	}
	return false
}

// rejecting are words of who will not have what they name, or has only seen it.
var rejecting = SetOf("annul annulled annulling annulment void nullify quash strike reject rejected disallow refuse decline delete remove dismiss drop object objection protest saw see seen read received got noticed")

// IsNoted reports whether a sentence only says that something has come: "your move is duly
// noted".
func IsNoted(words []Word) bool {
	return slices.ContainsFunc(words, func(w Word) bool { return w.Plain == "noted" || w.Plain == "received" || w.Plain == "arrived" })
}

// WithoutPoliteIf returns a text without the courtesy in it that only sounds like a condition: "if
// you'd be so kind".
func WithoutPoliteIf(line string) string {
	at := IndexWord(line, "if", 0)
	if at < 0 {
		return line
	}
	head := strings.TrimRight(line[:at], ", (")
	for _, polite := range Said["polite conditions"] {
		tail, ok := CutWord(line[at:], polite)
		if !ok || IndexWord(line, "resign", 0) >= 0 || tail != "" && strings.IndexByte(".!?,;:)-", tail[0]) < 0 {
			continue
		}
		tail = strings.TrimLeft(tail, ") ")
		if head == "" {
			return strings.TrimLeft(tail, ",;:- ")
		}
		if tail != "" && strings.IndexByte(".!?,", tail[0]) < 0 {
			head += ", "
		}
		return head + tail
	}
	return line
}
