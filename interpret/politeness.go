package interpret

import (
	"slices"
	"strings"
)

// polite are words of which courtesies are made.
var polite = wordsSaid("polite")

// doubts are words with which a sentence may restrict a statement or take it back.
var doubts = wordsSaid("doubting")

// idioms are turns of phrase that are courtesies although one of their words alone would be none, by their first word.
var idioms = func() map[string][][]string {
	all := map[string][][]string{}
	for _, idiom := range said["courtesy"] {
		words := strings.Fields(idiom)
		all[words[0]] = append(all[words[0]], words)
	}
	for _, same := range all { // the longer before those they begin with
		slices.SortStableFunc(same, func(a, b []string) int { return len(b) - len(a) })
	}
	return all
}()

// interjections are words that may stand directly before a statement, with nothing between.
var interjections = setOf(`ok okay well please pls thanks thank thx hello hi hey dear oh ah so then right and kindly sure yes sorry alright merci gg ggs wp alas wow yay yeah yep indeed cool great`)

// wordsSaid gives the single words of phrases.txt under a head.
func wordsSaid(head string) map[string]bool { return setOf(strings.Join(said[head], " ")) }

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[strings.ReplaceAll(w, "'", "")] = true
	}
	return set
}
