package interpret

import (
	"slices"
	"strings"

	"corrd/interpret/speech"
)

// Behind a move may stand why it is made, what for, and what its writer does next: "P-KR3, to keep
// your Bishop away", "P-QB4, as my wife thinks best", "P-KR3 and await your reply". Men, squares
// and other moves may be named there, for the sentence has its move; only a condition, an
// alternative, a correction or another act may still unsettle it.

// binding are the words which make even of a reason a condition, an alternative, a correction or a
// doubt.
var binding = speech.SetOf(`if unless until till provided providing assuming supposing suppose maybe perhaps possibly or otherwise either neither whether instead correction
	meant mean wait undo cancel ignore disregard forget joke joking kidding subject unsure uncertain undecided draw resign claim offer accept decline penalty adopt waive exact annul protest withdraw`)

// binds reports whether words hold such a word, or ask something.
func binds(words []speech.Word) bool {
	for i, w := range words {
		asIf := w.Plain == "if" && i > 0 && (words[i-1].Plain == "as" || words[i-1].Plain == "even")
		if w.Stop == '?' || w.Idiom == 0 && !asIf && binding[strings.ReplaceAll(w.Plain, "'", "")] {
			return true
		}
	}
	return false
}

// explainsMove reports whether words directly behind a move say why it is made or what for; comma
// says that a comma parts the two.
func (p *parser) explainsMove(words []speech.Word, comma bool) bool {
	first := strings.ReplaceAll(words[0].Plain, "'", "")
	if len(words) < 2 || binds(words) || speech.IsDigit(words[0].Raw[0]) {
		return false
	}
	reports := func(w speech.Word) bool {
		return speech.Feigned[w.Plain] || strings.HasPrefix(w.Plain, "suggest") || strings.HasPrefix(w.Plain, "recommend") || !comma && (w.Plain == "is" || w.Plain == "was") && first != "because" && first != "since"
	}
	if second := words[1].Plain; first != "as" && slices.ContainsFunc(words, reports) && !slices.ContainsFunc(words, func(w speech.Word) bool { return w.Plain == "as" }) || second == "is" {
		return false // "P-KR3 to stop the pin is what Ann suggests"
	}
	second := words[1].Plain
	if (first == "to" || strings.HasSuffix(first, "ing")) && (second == "be" || slices.ContainsFunc(words, func(w speech.Word) bool { return isElsewhen(w.Plain) })) {
		return false // "P-KR3, to be played on Monday"
	}
	switch {
	case first == "to": // "to stop your attack", not "to Q 4"
		return words[0].Stop == 0 && isVerb(second) && !slices.ContainsFunc(words, func(w speech.Word) bool { return speech.Feigned[w.Plain] })
	case first == "because", first == "since", first == "for" && comma && subjects[second]:
		return len(words) > 2 && (comma || !p.namesMoves(speech.TextOf(words)))
	case first == "with":
		return gains[second] || len(words) > 2 && gains[words[2].Plain] && !speech.MenNamed[second]
	case first == "as" && comma:
		return len(words) > 1
	case first == "so" && comma:
		return second == "that" || second == "as" || subjects[second]
	case strings.HasSuffix(first, "ing") && !nounsInIng[first]:
		return words[0].Stop == 0 && !slices.ContainsFunc(words, func(w speech.Word) bool { return speech.Feigned[w.Plain] || !comma && telling[w.Plain] })
	}
	return false
}

// nounsInIng are words in "-ing" that are not participles of what a player does by a move.
var nounsInIng = speech.SetOf("king ring string thing being nothing something anything everything morning evening during meaning according regarding concerning having ending opening supposing seeming belonging")

// gains are nouns of what a move comes with: "with threats against your King", "with a strong
// attack".
var gains = speech.SetOf("threat threats attack pressure play tempo gain idea intention intentions view hope hopes aim chances initiative prospects advantage compensation designs eyes an")

// isVerb reports whether a word behind "to" may be a verb: no name of a man or a square, and
// nothing short.
func isVerb(word string) bool {
	switch word {
	case "the", "your", "his", "her", "their", "you", "him", "them", "which", "that", "this", "my", "our", "it":
		return false
	}
	return len(word) > 2 && !speech.MenNamed[word] && !strings.ContainsAny(word, "12345678'-.") || word == "go" || word == "be" || word == "do"
}

// awaitsReply reports whether words behind "and" say what somebody does who has moved: "await your
// reply", "remain yours".
func awaitsReply(words []speech.Word) bool {
	for len(words) > 1 && (words[0].Plain == "and" || words[0].Plain == "i" || words[0].Plain == "now" || words[0].Plain == "we'll" || words[0].Plain == "let's" || words[0].Plain == "we" || words[0].Plain == "shall" || words[0].Plain == "will" || speech.Manners[words[0].Plain]) {
		words = words[1:]
	}
	return afterwards[words[0].Plain] && !binds(words) && !slices.ContainsFunc(words, func(w speech.Word) bool { return speech.Feigned[w.Plain] })
}

// afterwards are the verbs of what is done by a player who has moved.
var afterwards = speech.SetOf("await awaiting wait waiting remain look hope wish send trust thank beg expect sign close conclude leave sit rest pray tremble retire go hand pass see")

// elsewhere reports whether a clause behind a move, joined to its sentence, says that it is played
// at other times or in other games: "on Mondays", "in our next game", "as a rule".
func elsewhere(words []speech.Word) bool {
	first := words[0].Plain
	if !scenes[first] && first != "will" && first != "shall" {
		return false
	}
	for i, w := range words {
		game := ofGames[strings.TrimSuffix(w.Plain, "s")]
		switch {
		case isElsewhen(w.Plain) && first != "as", w.Plain == "every", w.Plain == "each", w.Plain == "always", w.Plain == "rule" && first == "as":
			return true
		case i > 0 && game && (another[words[i-1].Plain] || strings.HasSuffix(w.Plain, "s")):
			return true
		}
	}
	return false
}

// scenes are the words with which such a clause begins.
var scenes = speech.SetOf("in on at for by as every each during whenever all")

// another are words of a game that is not this one.
var another = speech.SetOf("next other another last previous first second new old every each all same earlier later future")

// isElsewhen reports whether a word names a time that is not now, one or many: "Monday", "Mondays".
func isElsewhen(word string) bool {
	return (speech.Times[word] || speech.Times[strings.TrimSuffix(word, "s")]) && !present[word] && !present[strings.TrimSuffix(word, "s")]
}
