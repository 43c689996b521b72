package carrying

import (
	"regexp"
	"slices"
	"strings"

	"corrd/interpret/notation"
	"corrd/interpret/speech"
)

// The words directly before a move may say in a form of few bounds that it is its writer's: a
// clause that names their move, "the answer to your letter is", or what they do with it, "I permit
// myself the small move".

// mostLed is how many words of such a clause are looked at, and mostObject those behind its verb.
const (
	mostLed    = 14
	mostObject = 9
)

// ledFrom returns the place of a sentence from which on its words are such a clause, or -1.
func ledFrom(words []speech.Word) int {
	for at := len(words) - 1; at >= max(0, len(words)-mostLed); at-- {
		if at > 0 && words[at].Stop != 0 && words[at].Stop != ',' && at+1 < len(words) {
			return -1
		}
		begins := at == 0 || words[at-1].Stop != 0 || speech.Joining[words[at-1].Plain] || resuming[words[at-1].Plain]
		if begins && (namesOwn(words[at:]) || doesOwn(words[at:])) {
			return at
		}
	}
	return -1
}

// namesOwn reports whether words are the writer's move as the subject of what follows: "my ninth
// move:", "the move of our team is still", "the answer's".
func namesOwn(words []speech.Word) bool {
	n := len(words)
	for n > 1 && barely[words[n-1].Plain] {
		n--
	}
	verb, sign := words[n-1].Plain, words[n-1].Stop
	subject := words[:n-1]
	switch noun, short := strings.CutSuffix(verb, "'s"); {
	case short && ownMoves[noun], (sign == ':' || sign == '-') && (ownMoves[verb] || verb != "" && speech.IsDigit(verb[0])):
		subject = words[:n]
	case verb != "is" && verb != "remains":
		return false
	}
	for i, w := range subject {
		switch {
		case ownMoves[strings.TrimSuffix(w.Plain, "'s")]:
			return ofMine(subject[i+1:])
		case i == 0 && !owning[w.Plain], i > 0 && !speech.Carrying.Holds("which", w.Plain) && !slices.Contains(speech.Counted[:], w.Plain):
			return false
		}
	}
	return false
}

// ofMine reports whether words behind the noun of a move leave it their writer's: "of the team",
// "to your letter".
func ofMine(words []speech.Word) bool {
	if len(words) == 0 {
		return true
	}
	if len(words) >= speech.MostOfLine || !joinsMove[words[0].Plain] || words[0].Plain == "to" && len(words) > 1 && !toYours[words[1].Plain] || words[0].Plain == "for" && len(words) > 1 && words[1].Sort == speech.Name {
		return false
	}
	return !slices.ContainsFunc(words, func(w speech.Word) bool { return ofBoard[w.Plain] }) && !isHazardous(words) && !isShaded(words[1:]) && !inCompany(words) && !hasThird(words) && !otherScene(words)
}

var (
	// ownMoves are nouns for a move of one's own, owning what stands before them.
	ownMoves = speech.SetOf("move answer reply response ninth tenth turn choice")
	owning   = speech.SetOf("my our the white's")
	// joinsMove are the words that go on behind such a noun, toYours those behind its "to".
	joinsMove = speech.SetOf("of from for to no once here today")
	toYours   = speech.SetOf("you your yours it that this move castles castling")
	// barely are words that say nothing behind a verb.
	barely = speech.SetOf("still now therefore simply just again once more hereby duly this then")
)

// doesOwn reports whether words are what their writer does with the move that follows: "I am
// stopping it with", "we send".
func doesOwn(words []speech.Word) bool {
	for len(words) > 1 && (barely[words[0].Plain] || coming[words[0].Plain]) {
		words = words[1:]
	}
	subject, _, _ := strings.Cut(words[0].Plain, "'")
	i := 1
	for i < len(words) && (barely[words[i].Plain] || helping[words[i].Plain]) {
		i++
	}
	if subject != "i" && subject != "we" || words[0].Plain != subject && !helpers[words[0].Plain] || i >= len(words) || !making[words[i].Plain] || len(words)-i > mostObject {
		return false
	}
	object := words[i+1:]
	return !isHazardous(object) && !hasThird(object) && !slices.ContainsFunc(object, func(w speech.Word) bool {
		return shades[w.Plain] || pretences[w.Plain] || judgedNouns[w.Plain] || w.Sort == speech.Record || isEmbedding(w) || notOwn[w.Plain] || speech.IsOwn(w) && w.Plain != "my" && w.Plain != "our"
	})
}

var (
	// coming are words with which somebody comes to what they do, helping those between "I" and the
	// verb.
	coming  = speech.SetOf("so and then well here tonight today thus hence")
	helpers = speech.SetOf("i'm i'll we're we'll")
	helping = speech.SetOf("am are have shall will humbly quietly to honour the honor pleasure decided")
	// making are verbs of who makes a move.
	making = speech.SetOf("play plays playing move moves moving answer answers reply replies respond responds choose chose chosen submit selected picked send sending advance push enter make making offer permit venture commit stopping celebrate go going carry continue proceed follow put nail")
	// notOwn are words of which none stands behind such a verb: the move is no man's, or no move.
	notOwn = speech.SetOf("about over up list your")
)

// hasThird reports whether words speak of somebody who is neither their writer nor their reader.
func hasThird(words []speech.Word) bool {
	return slices.ContainsFunc(words, func(w speech.Word) bool { return speech.Persons[w.Plain] && w.Plain != "you" || w.Plain == "against" })
}

// Leads are the words with which players bring their move in, one after another.
var Leads = speech.TableOf(speech.Said["lead"]...)

// MostLeads bounds how many leads before a move are looked at.
const MostLeads = 6

// WithoutLead returns a text without the leads before its move and the words behind it.
func WithoutLead(text string) string {
	text = withoutTail(strings.TrimPrefix(text, "- "))
	text = notation.WithoutBrackets(text)
	_, coloured := speech.CutAnyWord(text, "white black", "black white") // the head of a score
	for n := 0; n < MostLeads && !coloured; n++ {
		rest, ok := Leads.Cut(text)
		_, another := speech.CutWord(rest, "of") // "instead of Q-R5"
		if _, no := speech.CutWord(text, "no"); no && !another {
			_, another = speech.CutAnyWord(rest, "castling", "castles") // "No castling!"
		}
		if rest = strings.TrimLeft(rest, ":,.!;=- "); !ok || rest == "" || another || soMuch.MatchString(text) {
			break
		}
		text = rest
	}
	return text
}

// soMuch matches words that only say how something is: "sorry, so short".
var soMuch = regexp.MustCompile(`(?i)^so (?:very )?(?:short|long)[.!, ]*$`)

// naming are the words of which what names a move consists.
var naming = speech.Set("naming")

// withoutTail returns a text without the words behind its move, and the mark of the question in
// which they stand.
func withoutTail(text string) string {
	text = strings.TrimRight(text, ", ")
	bare := strings.TrimRight(text, ".!? ")
	for _, word := range [...]string{" as my ", " for my ", " as our "} {
		if at := strings.LastIndex(bare, word); at > 1 && !slices.ContainsFunc(strings.Fields(strings.ToLower(bare[at+len(word):])), func(w string) bool { return !naming[w] }) {
			return withoutTail(strings.TrimRight(bare[:at], ",;- "))
		}
	}
	for _, tail := range speech.Said["tail"] {
		at := len(bare) - len(tail)
		if at > 1 && bare[at]|0x20 == tail[0] && strings.EqualFold(bare[at:], tail) && strings.IndexByte(" ,;.!?", bare[at-1]) >= 0 {
			return withoutTail(strings.TrimRight(bare[:at], ",;- "))
		}
	}
	return text
}
