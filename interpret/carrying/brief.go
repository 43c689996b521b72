package carrying

import (
	"slices"
	"strings"

	"corrd/interpret/speech"
)

// A letter of a few words that names one move, and none of whose words leaves it open, tells of
// another game or judges it, was written to send the move: "K-B1, don't laugh".

// Bounds of such a letter, and of the words behind its move.
const (
	MostBrief = 160 // bytes
	mostTail  = 10  // words
)

var (
	// hailed are words with which somebody is addressed behind a move without a sign between.
	hailed = speech.SetOf("pal man mate big hon love duck lad lass lads chief boss guv bru bro buddy folks dear friend sir old my")
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
			bare := strings.ReplaceAll(w.Plain, "'", "")
			return w.Stop == '?' || speech.Past[w.Plain] || scoring[bare] || undoes[bare] || feigns(w) || speech.Denying[w.Plain] || speech.Times[bare] || strings.HasSuffix(bare, "ed") || wavering[bare] || speech.MenNamed[strings.TrimSuffix(bare, "s")] || speech.IsDigit(w.Raw[0])
		})
}
