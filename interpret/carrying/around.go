package carrying

import (
	"slices"
	"strings"

	"corrd/interpret/speech"
)

// Around is what stands around the record of a move in prose: the sentence above its own, the words
// of its own sentence before and behind it, and the sentence below. Sign is the stop with which the
// record ends, 0 for none. In all words the record of a move is one word.
type Around struct {
	Above, Before, After, Below []speech.Word
	Sign                        byte
}

// Answers reports whether the sentence above asks what the move may answer.
func (m Around) Answers() bool {
	n := len(m.Above)
	return n > 0 && m.Above[n-1].Stop == '?' && (n < speech.FewestWords+1 || slices.ContainsFunc(m.Above, isOfPlay))
}

// StandsOut reports whether the move stands out: a sentence of its own, or behind a sign or "so",
// it is its writer's, whatever the words before it are about, unless a word of a closed class
// touches it: a condition, an alternative, what somebody says or feigns, somebody else who plays,
// another board.
func (m Around) StandsOut() bool {
	if len(m.After) > 0 && !GoesOnOut(m.After) {
		return false
	}
	if len(m.Before) == 0 {
		return len(m.After) > 0 && m.After[0].Plain == "and" && len(m.Above) == 0 || len(m.Above) > 0 && isOfWriter(m.Above)
	}
	return leadsOut(m.Before)
}

// Begins reports whether the move begins its sentence and nothing around it is about it.
func (m Around) Begins() bool {
	return len(m.Before) == 0 && m.isCalm() && m.GoesOn() && (len(m.After) == 0 || beginsTail(m.After))
}

// LedLightly reports whether only words with which somebody comes to a move stand before it, "Oh,
// and", and nothing around it is about it. led says that its parser knows better words there.
func (m Around) LedLightly(led bool) bool {
	if m.namesIt() {
		return m.GoesOn() && m.isCalmBelow()
	}
	if !led {
		led = !slices.ContainsFunc(m.Before, func(w speech.Word) bool { return !light[w.Plain] }) && slices.ContainsFunc(m.Before, func(w speech.Word) bool { return !exclaimed[w.Plain] })
	}
	return led && m.GoesOn() && m.isCalm()
}

// namesIt reports whether "it is" stands before the move, and the sentence above names its writer's
// move.
func (m Around) namesIt() bool {
	text := speech.TextOf(m.Before)
	if n := len(m.Before); n > 2 || !itIs[strings.ToLower(strings.TrimSuffix(text, ":"))] {
		return false
	}
	for i, w := range m.Above {
		if owning[w.Plain] && w.Plain != "the" && slices.ContainsFunc(m.Above[i+1:min(i+3, len(m.Above))], func(w speech.Word) bool { return ownMoves[w.Plain] }) {
			return true
		}
	}
	return false
}

// itIs are ways to come back to what was named.
var itIs = map[string]bool{"it is": true, "it's": true, "its": true, "this is": true, "here it is": true}

var (
	// light are words with which somebody comes to their move.
	light = speech.SetOf("yep yup yeah oh ah and also so then anyway anyhow now well right ok okay yes chess hence therefore thus finally lastly ergo")
	// exclaimed are words of surprise, behind which a move may be somebody else's.
	exclaimed = speech.SetOf("oh ah")
)

// Confirmed reports whether the words behind the move end by saying that it is the one that their
// writer plays: "P-KR3 looks sensible so that's my move". work is as Carries counts it.
func (m Around) Confirmed() (confirmed bool, work int) {
	one := m.After
	if n := len(one); n > 1 && n <= speech.FewestWords && one[0].Plain == "it" && mustBe[one[1].Plain] && (n == 2 || one[2].Plain == "then") && !slices.ContainsFunc(m.Before, func(w speech.Word) bool { return !light[w.Plain] }) {
		return true, 0 // "So P-KR3 it is."
	}
	for i, w := range one {
		if i == 0 || one[i-1].Stop != 0 || w.Plain == "so" || w.Plain == "and" {
			if n := speech.Sentence(one[i:]); i+n == len(one) && speech.Carrying.Reads("confirming", one[i:], &work) {
				return !isCondition(one), work
			}
		}
	}
	return false, work
}

// AsksEntry reports whether the sentence asks to enter the move, as one asks who keeps the game and
// nobody else: "Could you put me down for P-KR3?" work is as Carries counts it.
func (m Around) AsksEntry() (asks bool, work int) {
	if len(m.Before) == 0 || !m.isCalm() {
		return false, 0
	}
	if len(m.After) > 0 && !speech.AllPolite(m.After) {
		trails := false
		if _, trails, work = Trails(m.After, m.Sign != 0); !trails {
			return false, work
		}
	}
	asks = speech.Carrying.Reads("requests", m.Before, &work)
	if may := m.Before[0].Plain; asks && (may == "can" || may == "could" || may == "may") && (len(m.Before) < 2 || !speech.Persons[m.Before[1].Plain]) {
		asks = slices.ContainsFunc(slices.Concat(m.Before, m.After), func(w speech.Word) bool { return w.Plain == "please" })
	}
	return asks, work
}

// isCalm reports whether the sentences next to that of the move are about other matters.
func (m Around) isCalm() bool {
	return (len(m.Above) == 0 || isCalmAbove(m.Above)) && m.isCalmBelow()
}

// isCalmBelow reports whether the sentence below is about another matter.
func (m Around) isCalmBelow() bool { return len(m.Below) == 0 || isCalmBelow(m.Below) }

// isCalmAbove reports whether a sentence above is about another matter than the move.
func isCalmAbove(one []speech.Word) bool {
	last := one[len(one)-1]
	if last.Stop == '?' {
		return len(one) > speech.FewestWords && !asksOfMove(one) && !slices.ContainsFunc(one, isOfPlay) && !speech.HasPerson(one)
	}
	return !speech.IsDigit(last.Raw[0]) && !touches(one) && !hasThird(one) && !pointing[one[0].Plain] && !judged(one) && !slices.ContainsFunc(one, func(w speech.Word) bool { return wavering[w.Plain] || headings[w.Plain] })
}

// isCalmBelow reports whether a sentence below is about another matter than the move.
func isCalmBelow(one []speech.Word) bool {
	n := len(one)
	first, _, _ := strings.Cut(one[0].Plain, "'")
	has := func(is func(speech.Word) bool) bool { return slices.ContainsFunc(one, is) }
	switch {
	case n > 1 && (first == "ps" || first == "p.s"):
		return isCalmBelow(one[1:])
	case Rejects(one), speech.Has(one, speech.Record):
		return false
	case speech.AllPolite(one) && !speech.Praising[first] && !BegsPardon(one) && !LeavesOpen(one[n-1].Plain):
		return true
	case one[n-1].Stop == '?' && dares(one):
		return true
	case one[n-1].Stop == '?':
		return n > speech.FewestWords && questioning[first] && !asksOfMove(one) && !slices.ContainsFunc(one[1:], func(w speech.Word) bool {
			one := strings.TrimSuffix(w.Plain, "s")
			return w.Plain == "i" || w.Plain == "we" || speech.MenNamed[one] || deeds[one]
		})
	case first == "if" && n > speech.FewestWords:
		return concludes(one) || IsNews(one) && !has(points)
	case first == "more", first == "let" && n > speech.FewestWords && one[1].Plain == "me" && one[2].Plain == "know":
		return !has(func(w speech.Word) bool {
			return thinking[w.Plain] || isOfPlay(w) && w.Plain != "if" && w.Plain != "when" && w.Plain != "i"
		})
	case first == "sorry" && n > speech.FewestWords && !pointing[one[1].Plain] && one[1].Plain != "wrong":
		return !has(func(w speech.Word) bool {
			return ofBoard[w.Plain] || w.Plain == "move" || w.Plain == "board" || w.Plain == "wrong"
		})
	case first == "that" && n > 1 && (one[1].Plain == "all" || one[1].Plain == "it"), first == "thats" && n > 1 && one[1].Plain == "all":
		return true // "That's all for tonight."
	case aside[first], pointing[first]:
		return false
	}
	return n > speech.FewestWords && IsNews(one) && (speech.IsOwn(one[0]) || !has(points))
}

// dares reports whether a question is one that somebody asks who has made their move: "What do you
// say to that?"
func dares(one []speech.Word) bool {
	work := 0
	return len(one) < mostLed && speech.Carrying.Reads("dares", one, &work)
}

// aside are first words of a sentence that is about the one before it.
var aside = speech.SetOf("sorry or as hmm you white black")

// points reports whether a word points at what was said before.
func points(w speech.Word) bool { return pointing[w.Plain] && w.Plain != "so" }

// concludes reports whether a condition has its own conclusion, which says nothing of a move before
// it: "If you castle I shall attack."
func concludes(one []speech.Word) bool {
	concluded := false
	for i, w := range one[2:] {
		if pointing[w.Plain] || feigns(w) || speech.Denying[w.Plain] {
			return false
		}
		subject, _, _ := strings.Cut(w.Plain, "'")
		concluded = concluded || one[i+1].Stop == ',' && speech.Bidding[w.Plain] || subject == "i" || subject == "we"
	}
	return concluded && !pointing[one[1].Plain]
}

// Announced reports whether a colon stands before the move, behind words that are more than the
// heading of something and say nothing that makes it another's.
func (m Around) Announced() bool {
	n := len(m.Before)
	if n < longHeading || m.Before[n-1].Stop != ':' || !m.GoesOn() || !m.isCalm() || isElsewhere(m.Before) || isCondition(m.Before) || othersPlay(m.Before) || speech.Denying[m.Before[0].Plain] {
		return false
	}
	for i, w := range m.Before {
		bare := w.Bare()
		denied := i > 0 && (w.Plain == "for" && m.Before[i-1].Plain == "not" || speech.IsDigit(w.Raw[0]) && ofBoard[m.Before[i-1].Plain]) // "not for this one:"
		if feigns(w) && !told[w.Plain] || dwelling[bare] || judgedNouns[bare] || headings[bare] || denied || w.Sort == speech.Record || strings.ContainsAny(w.Raw, `"[]{}<>=~`) {
			return false
		}
	}
	clauses, last := clausesOf(m.Before), m.Before[n-1].Plain
	clause := clauses[len(clauses)-1]
	theirs := (theirMoves[last] || speech.MenNamed[last]) && slices.ContainsFunc(clause, func(w speech.Word) bool { return w.Plain == "your" })
	return !theirs && !slices.ContainsFunc(clause, isEmbedding) && !LeavesOpen(last)
}

// AnnouncesBelow reports whether the last of some sentences does so for a move on a line below it.
func AnnouncesBelow(words []speech.Word) bool {
	return len(words) > 0 && Around{Before: words[speech.BeginOf(words[:len(words)-1]):]}.Announced()
}

// dwelling are words of who only dwells on a move or keeps it back, and of what is always so.
var dwelling = speech.SetOf("keep keeps keeping year's always usually often sometimes never ever somebody someone")

// Clauses that say how, when or why somebody acts: "After a sleepless night", "With apologies for
// typing".

// setsScene reports whether a clause that begins with a preposition only says how, after what or
// why somebody acts.
func setsScene(clause []speech.Word) bool {
	second := clause[1].Plain
	switch clause[0].Plain {
	case "after", "upon":
		return scenesAfter[second] || speech.IsDigit(clause[1].Raw[0])
	case "against":
		return second == "my" || second == "all" || second == "better"
	case "since", "as", "because":
		return len(clause) > 3 && (second == "i" || second == "we" || second == "you" || second == "it" || second == "my" || second == "our" || second == "the" || ofPlan[second] || strings.Contains(second, "'"))
	case "in", "at", "on", "from":
		if answering[second] {
			return len(clause) > 3 && (clause[3].Plain == "your" || clause[3].Plain == "yours" || clause[3].Plain == "the" || clause[3].Plain == "that")
		}
		return !isSceneless(clause) && !namesDeed(clause) && (!speech.Has(clause[1:], speech.Name) || clause[0].Plain == "from")
	}
	return true
}

// ofPlan are the participles of what was settled before: "as promised".
var ofPlan = speech.SetOf("promised agreed discussed arranged announced usual ever always expected")

// sceneless are words of which none stands in what only says how or why an act is done.
var sceneless = speech.Set("sceneless")

// isSceneless reports whether a word among some is of another place than that at which somebody
// plays.
func isSceneless(words []speech.Word) bool {
	return slices.ContainsFunc(words, func(w speech.Word) bool { return sceneless[w.Plain] })
}

// scenesAfter are the words behind "after" of something that is over.
var scenesAfter = speech.SetOf("a an long much many some all two three four five six seven careful due hours days weeks only several half such another")

// otherScene reports whether one of the clauses of a sentence sets a scene other than the writer's
// desk.
func otherScene(words []speech.Word) bool {
	for from := 0; from < len(words); {
		n := speech.Sentence(words[from:])
		clause := words[from : from+n]
		from += n
		if scenes[clause[0].Plain] && len(clause) > 1 && (!setsScene(clause) || isSceneless(clause) || inCompany(clause) || handledBy(clause)) {
			return true
		}
	}
	return false
}

// A letter of a few words that names one move, and none of whose words leaves it open, tells of
// another game or judges it, was written to send the move: "K-B1, don't laugh".

// Bounds of such a letter, and of the words behind its move.
const (
	MostBrief = 160 // bytes
	mostTail  = 10  // words
)

var (
	// hailed are words with which somebody is addressed behind a move without a sign between.
	hailed = speech.SetOf("pal man mate big hon love duck lad lass lads chief boss guv bru bro buddy folks dear friend sir old my our kid young dude cobber petal bab")
	// claiming are the words behind a move that say that it is its writer's: "is what I'll do".
	claiming = speech.SetOf("is what that that's i i'll i'm will am the one play do choose take go for with playing so then")
	// bidden are verbs behind "don't" of what the reader may leave be, which is not the move.
	bidden = speech.SetOf("laugh worry mind cry panic shout faint scream giggle blame fret")
	// sending are last words before a move of somebody who sends it.
	sending = speech.SetOf("shove push bung run stick chuck whack plonk lob")
	// daring are first words behind a move with which somebody hands it to the reader.
	daring = speech.SetOf("get take have try chew eat beat cop handle swallow enjoy your ya yer bit big")
	// scoring are words of somebody who weighs moves, or tells of what is not now.
	scoring = speech.SetOf("soon whether play played playing which who whose favourite strongest better best worse worst good bad strong weak tempo usual always never often sometimes every fails loses wins lost won idea because tomorrow later next yesterday once again page line chapter vol move moves against by after before when while until")
)

// Bids reports whether words ask the reader for nothing but not to laugh.
func Bids(words []speech.Word) bool {
	return len(words) > 1 && (words[0].Plain == "don't" || words[0].Plain == "dont") && bidden[words[1].Plain] || len(words) > 2 && words[0].Plain == "do" && words[1].Plain == "not" && bidden[words[2].Plain]
}

// Briefly reports whether a letter of a few words sends the move.
func (m Around) Briefly() bool {
	if m.Sign == '?' || len(m.Above) > 0 && (touches(m.Above) || speech.HasPerson(m.Above) || judged(m.Above) || waversAbove(m.Above)) || len(m.Below) > 0 && !Bids(m.Below) && !isCalmBelow(m.Below) && !speech.AllPolite(m.Below) {
		return false
	}
	claims := isClaim(m.After)
	if len(m.Before) > 0 {
		last := m.Before[len(m.Before)-1]
		own := !speech.HasPerson(m.Before) && slices.ContainsFunc(m.Before, speech.IsOwn) && sending[last.Plain] || claims && last.Plain == "it's"
		return own && last.Stop == 0 && !weighs(m.Before) && (claims || isShortTail(m.After, m.Sign))
	}
	return claims || (len(m.After) > 0 || Bids(m.Below)) && isShortTail(m.After, m.Sign)
}

// isClaim reports whether words behind a move say that it is their writer's.
func isClaim(words []speech.Word) bool {
	return len(words) > 1 && len(words) < mostTail && slices.ContainsFunc(words, speech.IsOwn) && words[len(words)-1].Stop != '?' && !slices.ContainsFunc(words, func(w speech.Word) bool { return !claiming[w.Plain] })
}

// isShortTail reports whether words behind a move leave it as it is; sign is what stands before
// them.
func isShortTail(words []speech.Word, sign byte) bool {
	if len(words) == 0 {
		return true
	}
	if sign == 0 || len(words) == 1 {
		return len(words) <= 2 && !slices.ContainsFunc(words, func(w speech.Word) bool { return !hailed[w.Plain] })
	}
	if Bids(words) {
		words = words[2:]
	}
	return len(words) == 0 || daring[words[0].Plain] && len(words) < mostTail && speech.SaysSomething(words) && !weighs(words)
}

// weighs reports whether words weigh a move, leave it open or tell of another time, game or player.
func weighs(words []speech.Word) bool {
	return touches(words) || speech.HasPerson(words) && !slices.ContainsFunc(words, func(w speech.Word) bool { return w.Plain == "you" }) || judged(words) || isCondition(words) ||
		slices.ContainsFunc(words, func(w speech.Word) bool {
			bare := w.Bare()
			return w.Stop == '?' || speech.Past[w.Plain] || scoring[bare] || undoes[bare] || feigns(w) || speech.Denying[w.Plain] || speech.Times[bare] || strings.HasSuffix(bare, "ed") || wavering[bare] || speech.MenNamed[strings.TrimSuffix(bare, "s")] || speech.IsDigit(w.Raw[0])
		})
}
