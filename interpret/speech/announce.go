package speech

import (
	"slices"
	"strings"
)

// What brings a move in is a sentence of its writer's that ends with a verb of moving, "I beg to
// report", one that names the move, "my first move will be", or a request to enter it.

// Movings are the verbs behind which a move stands, the last word of each by the words before it.
var Movings = Set("movings")

// linking are the words that may stand between such a verb and the move.
var linking = SetOf("you your upon off straight in with for on to it my the our a simply just boldly now here as up down out forward move reply answer contest battle match campaign account proceedings innings usual myself")

// PerformsMove reports whether words say that their writer plays what follows.
func PerformsMove(plain []string) bool {
	verb := -1
	for i := len(plain) - 1; i >= 0 && i >= len(plain)-mostLinks; i-- {
		if Movings[plain[i]] && (i == len(plain)-1 || i > 0 && !Movings[plain[i-1]] || verb < 0) {
			verb = i
		}
		if !linking[plain[i]] && !Movings[plain[i]] && !Describes(plain[i]) && !Manners[plain[i]] && !(MenNamed[plain[i]] || strings.HasSuffix(plain[i], "'s")) {
			break
		}
	}
	if verb < 1 {
		return false
	}
	lead := withoutTurn(plain[:verb])
	if Past[plain[verb]] && !slices.Contains(lead, "have") {
		return false // "I played" tells of another game
	}
	if !slices.Contains(lead, "i") && !slices.Contains(lead, "we") && !slices.Contains(lead, "us") && lead[0] != "me" && lead[0] != "to" && lead[0] != "allow" && lead[0] != "permit" && lead[0] != "let" && plain[verb] != "going" {
		return false
	}
	if slices.Contains(lead, "would") && !slices.Contains(lead, "like") && !slices.Contains(lead, "love") || lead[0] == "if" || slices.Contains(lead, "rather") {
		return false
	}
	if i := slices.Index(lead, "and"); i > 0 && HasDone(lead[:i]) {
		lead = append(lead[:1:1], lead[i+1:]...) // "I have thought about it and play"
	}
	denied, _, ok := MayPrecede(WithoutScene(lead))
	return ok && !denied
}

// Past are the forms of verbs of moving with which a game is told of, unless "have" stands before
// them.
var Past = SetOf("played moved gone sent given")

// withoutTurn takes off the head of a clause what says for which turn its writer acts: "for my move
// I".
func withoutTurn(words []string) []string {
	if len(words) < 3 || words[0] != "for" && words[0] != "as" && words[0] != "on" && words[0] != "in" {
		return words
	}
	for i, w := range words[1:] {
		switch {
		case w == "i" || w == "we":
			return words[i+1:]
		case !Naming[w] || w == "is" || w == "be":
			return words
		}
	}
	return words
}

const (
	mostLinks  = 6 // words between a verb of moving and the move
	MostOfLine = 8 // words that set a scene for a move
)

// Scenic are the prepositions and adverbs with which words set the scene of a move.
var Scenic = Set("scenic")

// OutOfScene are words of which none stands in what sets the scene of a move.
var OutOfScene = Set("outOfScene")

// Unmoving are words of what somebody does who moves nothing.
var Unmoving = Set("unmoving")

// Describes reports whether a word is an adjective by its ending, and none that picks one of
// several.
func Describes(word string) bool {
	switch word {
	case "previous", "original", "initial", "final", "earliest", "latest", "additional", "alternative", "different", "conditional", "provisional", "partial", "imaginary", "hypothetical":
		return false
	}
	for _, end := range [...]string{"ous", "ful", "ing", "able", "ible", "ive", "less", "ent", "ant", "ish", "est", "ed", "ial", "ual", "brave", "bold", "fine", "wise"} {
		if len(word) > len(end) && strings.HasSuffix(word, end) || word == end {
			return true
		}
	}
	return false
}

// Feigned are words of speech, of fancy and of sleep: what follows upon them may be meant by
// somebody else, or by nobody.
var Feigned = Set("feigned")
