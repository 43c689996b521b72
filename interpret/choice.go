package interpret

import (
	"slices"
	"strconv"
	"strings"

	"corrd/interpret/notation"
	"corrd/interpret/speech"
)

// longestChoice is how many bytes a line has that names one of several readings and no more.
const longestChoice = 48

// choosing are the words that may stand before the name of a reading, and chosen those behind it.
var (
	choosing = [...]string{"yes", "i choose", "i adopt", "adopt", "i'll take", "i will take", "i take", "i pick", "i prefer", "please", "it is", "it's", "my choice is", "choose", "take", "i'd like", "i would like"}
	chosen   = [...]string{"please", "thanks", "thank you", "many thanks", "one", "reading", "move", "of them", "of these", "of the two", "in the list", "on the list"}
)

// choiceWords are words of which one stands in such a line.
var choiceWords = speech.TableOf("first", "second", "third", "fourth", "fifth", "number", "reading")

// bareChoice reads a line that adopts a reading by its place in a list: "the second one, thanks",
// "number two", "(2) please".
func bareChoice(line string) (s Statement, ok bool) {
	if len(line) > longestChoice || line == "" || line[0] != '(' && !speech.HoldsAny(line, choiceWords) {
		return s, false
	}
	text := strings.Trim(strings.ToLower(line), " .,!")
	for cut := true; cut; {
		text, cut = speech.CutAnyWord(text, choosing[:]...)
		text = strings.TrimLeft(text, ",:. ")
	}
	for cut := true; cut; {
		cut = false
		for _, tail := range chosen {
			if bare, ok := strings.CutSuffix(text, " "+tail); ok && bare != "number" {
				text, cut = strings.TrimRight(bare, ",. "), true
			}
		}
	}
	s = Statement{Kind: KindAdopt, Text: line}
	if bare, ok := strings.CutPrefix(text, "the "); ok {
		s.Choice = slices.Index(notation.Ordinals[:], bare) + 1
		return s, s.Choice > 0
	}
	bare, named := strings.CutPrefix(text, "number ")
	if after, ok := strings.CutPrefix(text, "reading "); ok {
		bare, named = after, true
	}
	if inBrackets := strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")"); inBrackets {
		bare, named = text[1:len(text)-1], true
	}
	if s.Choice = slices.Index(speech.Counted[:], bare) + 1; s.Choice == 0 {
		s.Choice, _ = strconv.Atoi(bare)
	}
	return s, named && s.Choice > 0 && s.Choice <= len(speech.Counted)
}
