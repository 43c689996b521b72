package speech

import "strings"

// A word of a letter may be misspelt. One with which moves and answers are brought in is known all
// the same with two letters in each other's place, "teh" and "moev", or, if it is long, without one
// letter from within, "plese".

// often are the words that are known although they are misspelt. No act is among them: who means
// one spells it.
var often = [...]string{"the", "this", "with", "move", "play", "moves", "playing", "moving", "please", "answer", "reply", "thank", "thanks", "sorry", "would", "your", "invitation",
	"pleasure", "opening", "choose", "castle", "castles", "greetings", "regards", "delay", "letter", "again", "apologies"}

// longEnough is how many letters a word has that is known without one of them.
const longEnough = 6

// misspelt gives the words of often by those of their misspellings that are not words themselves.
var misspelt = func() map[string]string {
	all := map[string]string{}
	for _, phrases := range Said {
		for w := range strings.FieldsSeq(strings.Join(phrases, " ")) {
			all[w] = w
		}
	}
	note := func(wrong, right string) {
		if _, known := all[wrong]; known {
			right = wrong
		}
		all[wrong] = right
	}
	for _, w := range often {
		for i := range len(w) - 1 {
			if w[i] != w[i+1] {
				note(w[:i]+string(w[i+1])+string(w[i])+w[i+2:], w)
			}
			if i > 0 && len(w) >= longEnough && w[i] != w[i-1] {
				note(w[:i]+w[i+1:], w)
			}
		}
	}
	return all
}()

// spelt returns a word as it is spelt.
func spelt(word string) string {
	if right, ok := misspelt[word]; ok {
		return right
	}
	return word
}
