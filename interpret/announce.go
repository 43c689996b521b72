package interpret

import (
	"slices"
	"strings"

	"corrd/interpret/speech"
	"corrd/interpret/wording"
)

// What brings a move in: a sentence of its writer's that ends with a verb of moving, "I beg to report",
// one that names the move, "my first move will be", or a request to enter it.

// movings are the verbs behind which a move stands, the last word of each by the words before it.
var movings = speech.Set("movings")

// linking are the words that may stand between such a verb and the move.
var linking = wording.SetOf("you your upon off straight in with for on to it my the our a simply just boldly now here as up down out forward move reply answer contest battle match campaign account proceedings innings usual myself")

// performsMove reports whether words say that their writer plays what follows.
func performsMove(plain []string) bool {
	verb := -1
	for i := len(plain) - 1; i >= 0 && i >= len(plain)-mostLinks; i-- {
		if movings[plain[i]] && (i == len(plain)-1 || i > 0 && !movings[plain[i-1]] || verb < 0) {
			verb = i
		}
		if !linking[plain[i]] && !movings[plain[i]] && !describes(plain[i]) && !speech.Manners[plain[i]] && !(speech.MenNamed[plain[i]] || strings.HasSuffix(plain[i], "'s")) {
			break
		}
	}
	if verb < 1 {
		return false
	}
	lead := withoutTurn(plain[:verb])
	if past[plain[verb]] && !slices.Contains(lead, "have") {
		return false // "I played" tells of another game
	}
	if !slices.Contains(lead, "i") && !slices.Contains(lead, "we") && !slices.Contains(lead, "us") && lead[0] != "me" && lead[0] != "to" && lead[0] != "allow" && lead[0] != "permit" && lead[0] != "let" && plain[verb] != "going" {
		return false
	}
	if slices.Contains(lead, "would") && !slices.Contains(lead, "like") && !slices.Contains(lead, "love") || lead[0] == "if" || slices.Contains(lead, "rather") {
		return false
	}
	if i := slices.Index(lead, "and"); i > 0 && hasDone(lead[:i]) {
		lead = append(lead[:1:1], lead[i+1:]...) // "I have thought about it and play"
	}
	denied, _, ok := mayPrecede(withoutScene(lead))
	return ok && !denied
}

// past are the forms of verbs of moving with which a game is told of, unless "have" stands before them.
var past = wording.SetOf("played moved gone sent given")

// withoutTurn takes off the head of a clause what says for which turn its writer acts: "for my move I".
func withoutTurn(words []string) []string {
	if len(words) < 3 || words[0] != "for" && words[0] != "as" && words[0] != "on" && words[0] != "in" {
		return words
	}
	for i, w := range words[1:] {
		switch {
		case w == "i" || w == "we":
			return words[i+1:]
		case !speech.Naming[w] || w == "is" || w == "be":
			return words
		}
	}
	return words
}

const (
	mostLinks  = 6 // words between a verb of moving and the move
	mostOfLine = 8 // words that set a scene for a move
)

// scenic are the prepositions and adverbs with which words set the scene of a move.
var scenic = speech.Set("scenic")

// outOfScene are words of which none stands in what sets the scene of a move.
var outOfScene = speech.Set("outOfScene")

// unmoving are words of what somebody does who moves nothing.
var unmoving = speech.Set("unmoving")
