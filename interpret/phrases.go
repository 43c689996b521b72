package interpret

import (
	_ "embed"
	"maps"
	"slices"
	"strings"

	"corrd/interpret/speech"
)

// phrases are the statements without an argument, as speech.PlainPhrase returns them and without a
// leading "I" or "we".
var phrases = func() map[string]Kind {
	all := map[string]Kind{}
	for kind, row := range rows {
		for _, text := range speech.Said[row.Name] {
			all[text] = Kind(kind)
		}
	}
	return all
}()

// A letter may say what it is to be taken for: "please accept this as my resignation".
func init() {
	for _, takes := range [...]string{"accept", "take", "consider", "regard", "treat"} {
		openers[takes] = true
		for _, this := range [...]string{"this", "this letter", "this note", "this message", "this mail", "this email"} {
			for name, kind := range map[string]Kind{"resignation": KindResign, "acceptance": KindAccept, "acceptance of the challenge": KindAccept, "acceptance of your challenge": KindAccept,
				"acceptance of your invitation": KindAccept, "acceptance of the draw": KindAcceptDraw, "refusal": KindDecline, "consent": KindAgree} {
				phrases[takes+" "+this+" as my "+name] = kind
			}
		}
	}
}

// The first words of questions that offer a draw, and of refusals.
func init() {
	for _, word := range [...]string{"can", "could", "might", "may", "shall", "will", "would", "do", "how", "what", "any", "are", "ready", "happy", "interested",
		"im", "dont", "cannot", "cant", "wont", "not", "unable", "am"} {
		openers[word] = true
	}
}

// Words of assent before the name of a draw accept one: "OK, draw".
func init() {
	for _, assent := range [...]string{"yes", "ok", "okay", "sure", "fine", "yep", "yeah", "yup", "aye", "all right", "alright", "very well", "deal", "agreed", "certainly",
		"of course", "gladly", "good", "right"} {
		openers[speech.OpenerOf(assent)] = true
		for _, draw := range [...]string{"draw", "a draw", "its a draw", "lets draw", "lets call it a draw", "call it a draw", "draw then", "a draw then", "lets agree a draw"} {
			phrases[assent+" "+draw] = KindAcceptDraw
		}
	}
}

// closers are the last words, as closerOf gives them, of everything that phrase reads: few
// sentences of prose end with one, and the others are not looked at.
var closers map[string]bool

func init() {
	closers = speech.SetOf("draw now then here today sir friend dear mate interested ready willing prepared happy content drawn you us me please entirety accept accepting agree agreeing agreed consent this that it play game terms join")
	for _, words := range [...]map[string]bool{speech.Small, speech.Manners, pronouns} {
		maps.Copy(closers, words)
	}
	for _, texts := range [...][]string{slices.Collect(maps.Keys(phrases)), slices.Collect(maps.Keys(performed)), slices.Collect(maps.Keys(objects)), againNamed} {
		for _, text := range texts {
			closers[closerOf(text)] = true
		}
	}
}

// closerOf returns the last word of a text in lower case, without the signs around it and the
// apostrophes in it, and in its long form.
func closerOf(text string) string {
	text = strings.TrimRight(text, ".,;:!?-()\"' ")
	text = text[strings.LastIndexAny(text, " ,")+1:]
	return closer(strings.ToLower(strings.TrimLeft(text, ".,;:!?-()\"'")))
}

// closer is closerOf of a word.
func closer(plain string) string { return speech.LongForm(strings.ReplaceAll(plain, "'", "")) }

// openers are the first words, as speech.OpenerOf gives them, of everything that parseCommand
// reads: few lines of prose or of moves begin with one, and the others are not looked at.
var openers = func() map[string]bool {
	set := map[string]bool{}
	add := func(texts ...string) {
		for _, t := range texts {
			set[speech.OpenerOf(t)] = true
		}
	}
	add("please", "and", "so", "hereby", "i", "we", "most", "very", "need", "want", "request", "take", "ask", "apply")
	add(openings.List()...)
	add(futures.List()...)
	for _, c := range commands {
		add(c.head)
	}
	for _, words := range [...]map[string]bool{speech.Small, speech.Manners} {
		add(slices.Collect(maps.Keys(words))...)
	}
	add(slices.Collect(maps.Keys(phrases))...)
	add(slices.Collect(maps.Keys(verbs))...)
	add(slices.Collect(maps.Keys(objects))...)
	return set
}()

// mayState reports whether a text begins with a word with which a statement may begin that is
// neither a move nor a conditional.
func mayState(text string) bool {
	word := speech.OpenerOf(text)
	if word == "i" || word == "we" {
		text = strings.TrimLeft(text, ".,;:! ")[len(word):]
		if next := speech.OpenerOf(text); next != "" && text[0] == ' ' {
			return openers[next] || openers[speech.LongForm(next)] || behindWriter[next]
		}
	}
	return openers[word] || openers[speech.LongForm(word)]
}

// behindWriter are the words behind "I" or "we" at the head of what parseCommand reads, besides the
// openers.
var behindWriter = func() map[string]bool {
	set := speech.SetOf("are with")
	for _, all := range [...][]string{openings.List(), futures.List(), slices.Collect(maps.Keys(phrases))} {
		for _, text := range all {
			for _, writer := range [...]string{"i ", "we "} {
				if rest, ok := strings.CutPrefix(text, writer); ok {
					set[speech.OpenerOf(rest)] = true
				}
			}
		}
	}
	return set
}()
