package speech

import (
	"slices"
	"strings"
)

// Words that a writer puts into somebody's mouth, to be repeated, as what another says or as the
// line of a play, are stated by nobody: "Repeat after me: I resign", "My son says: resign".

var (
	// bidToSpeak are verbs that begin a sentence in which a reader is bidden to say or write what
	// stands behind it, and ofSpeech those of what somebody says or has written.
	bidToSpeak = SetOf("say recite write type copy dictate spell sing shout whisper reply answer respond")
	ofSpeech   = SetOf("say says said saying tell tells told write writes wrote written writing reply replies replied answers answered type types typed " +
		"cry cries cried shout shouts shouted exclaim exclaims exclaimed declare declares declared announces announced whispers whispered mutters muttered sighs sighed " +
		"groans groaned repeats repeated reads read hear heard put puts advise advises advised suggests suggested recommends recommended insists insisted quoth sang sings")
	// ownVoice are those with which a writer speaks for themselves, where they are the subject, and
	// ofHearing those of what they want of another.
	ownVoice  = SetOf("i i'm i'll i'd i've we we'll we're me us im ive id ill let's")
	ofHearing = SetOf("hear read heard")
	// auxiliary are words that may stand between a subject and its verb.
	auxiliary = SetOf("must have to only can could will would shall should may might need now here hereby just always never also do did does then simply want wish like had has sorry regret love use used say was is be being often once")
	// citations are what is quoted, writings what was written to somebody, and repliesNamed what
	// somebody is to answer; notOwn says that it is not the writer's own answer.
	citations    = SetOf("quotation quote dictation motto proverb saying headline caption verse lyrics script scene dialogue refrain")
	writings     = SetOf("note letter telegram message postcard card lines poem song")
	repliesNamed = SetOf("words word answer reply response line lines phrase cue")
	notOwn       = SetOf("right correct proper best magic next famous expected your his her their last")
	// behindRepeat are words that point to what stands behind them.
	behindRepeat = SetOf("after this these the following")
	// speakers are words of which one before a colon is somebody of a play or of a talk.
	speakers = SetOf("you me he she him her them man woman wife husband boy girl king queen host narrator chorus teacher pupil master father mother son daughter doctor policeman judge voice ghost a b x y q first second")
	// ofDecisions are words of which none stands in what only brings a statement in.
	ofDecisions = SetOf("resign resigned resigning accept agree agreed decline refuse waive exact adopt withdraw draw yes no claim propose")
)

// Told reports whether what brings in a move in its line, or above it, tells that another makes it.
func Told(words, above []Word) bool {
	for i, w := range words {
		if own := words[BeginOf(words[:i]) : i+1]; w.Stop == ':' && (bidsCopy(own) || isTold(own, ':')) {
			return true
		}
	}
	n := len(above) - 1
	return n >= 0 && above[n].Stop == ':' && isTold(above[BeginOf(above[:n]):], ':')
}

// Mouthed reports whether the words of a statement in a line, or below another line, are put into
// somebody's mouth. text is the words of the statement, above those of the line above it.
func Mouthed(words, text, above []Word) bool {
	if n := len(above) - 1; n >= 0 && (above[n].Stop == ':' || bidsCopy(above)) && introduces(above[BeginOf(above[:n]):], ':') {
		return true
	}
	from, whole := placeOf(words, text), len(text) >= len(words)
	for i := range words[:max(0, len(words)-1)] {
		stop := words[i].Stop
		if !whole && i >= from || whole && i > 0 && ofDecisions[words[i].Plain] {
			break
		}
		if stop == 0 {
			continue
		}
		own := words[BeginOf(words[:i]) : i+1]
		if isLabel(own) && (i == 0 || stop == ':') {
			return true
		}
		direct := whole || !slices.ContainsFunc(words[i+1:max(i+1, from)], func(w Word) bool { return EndsSentence(w.Stop) || w.Stop == '?' })
		if stop != ':' {
			direct = whole || i+1 == from
		}
		if direct && (stop == ':' || stop == ',' || stop == '-' || bidsCopy(own)) && introduces(own, stop) {
			return true
		}
	}
	to := from + len(text)
	return !whole && to < len(words) && (words[to-1].Stop == ',' || words[to-1].Stop == '-') && ascribed(words[to:])
}

// placeOf returns where the words of a text begin among some words.
func placeOf(words, text []Word) int {
	for from := range words {
		if n := len(text); from+n <= len(words) && slices.EqualFunc(words[from:from+n], text, func(a, b Word) bool { return a.Plain == b.Plain }) {
			return from
		}
	}
	return len(words)
}

// introduces reports whether words, up to a stop, put what stands behind them into somebody's
// mouth.
func introduces(own []Word, stop byte) bool {
	for len(own) > 1 && (Urging[own[0].Plain] && own[0].Plain != "you" || own[0].Plain == "now" || own[0].Plain == "simply" || own[0].Plain == "then" || own[0].Plain == "and" || own[0].Plain == "so") {
		own = own[1:]
		if len(own) == 1 && bidToSpeak[own[0].Plain] {
			return true // "Just reply:"
		}
	}
	first, last := own[0].Plain, len(own)-1
	has := func(set map[string]bool) bool {
		return slices.ContainsFunc(own, func(w Word) bool { return set[w.Plain] })
	}
	switch {
	case bidsCopy(own), bidToSpeak[first] && last > 0 && own[0].Stop == 0 && own[1].Plain != "to" && own[1].Plain != "of":
		return true // "Write this down:"
	case bidToSpeak[first]:
		return stop == ':' && (first == "write" || first == "type" || first == "copy")
	case first == "as" && last > 0 && (own[1].Plain == "you" || ownVoice[own[1].Plain]), own[last].Plain == "say" && first == "to":
		return false // "As you say, I resign"
	case stop == ':' && has(citations), stop == ':' && !has(ownVoice) && answersRightly(own):
		return true
	case stop == ':' && last > 1 && writings[own[last].Plain] && own[last-1].Plain != "my" && own[last-1].Plain != "our" && !has(ownVoice):
		return true // "My boss got this letter:"
	}
	return isTold(own, stop)
}

// answersRightly reports whether words are about the words that another is to say, or has said.
func answersRightly(own []Word) bool {
	for i, w := range own {
		if repliesNamed[w.Plain] && slices.ContainsFunc(own[max(0, i-2):i], func(w Word) bool { return notOwn[w.Plain] || strings.HasSuffix(w.Plain, "'s") }) {
			return true
		}
	}
	return false
}

// isTold reports whether another than the writer says, in a sentence, what stands behind it.
func isTold(own []Word, stop byte) bool {
	for i, w := range own {
		if !ofSpeech[w.Plain] || i == 0 || stop != ':' && i < len(own)-2 {
			continue
		}
		if own[i-1].Plain == "my" || own[i-1].Plain == "our" {
			continue // "My reply:"
		}
		who := i - 1
		for who > 0 && auxiliary[own[who].Plain] && own[who].Stop == 0 {
			who--
		}
		switch by := own[who].Plain; {
		case ownVoice[by] && ofHearing[w.Plain] && stop == ':' && (who+1 < i || by == "me"):
			return true // "I want to hear:"
		case own[i-1].Plain == "to" && by != "you", own[who].Stop != 0, ownVoice[by], auxiliary[by], by == "that", by == "enough", by == "truth", by == "and", by == "position", by == "board", by == "clock":
			continue
		}
		return true
	}
	return false
}

// bidsCopy reports whether words bid their reader to repeat or to copy something, whatever their
// stop is: "Repeat after me."
func bidsCopy(own []Word) bool {
	n := len(own)
	return n > 1 && own[0].Plain == "repeat" && behindRepeat[own[1].Plain] || n > 2 && (own[n-1].Plain == "me" && own[n-2].Plain == "after" || own[n-1].Plain == "out" && slices.ContainsFunc(own, func(w Word) bool { return w.Plain == "copy" }))
}

// isLabel reports whether words name whose line of a play or of a talk stands behind them.
func isLabel(own []Word) bool {
	w := own[0]
	switch {
	case len(own) != 1 || strings.ContainsAny(w.Raw, `"'(`):
		return false
	case w.Stop == ':':
		return speakers[w.Plain]
	}
	return w.Stop == '.' && len(w.Plain) > 2 && w.Raw == strings.ToUpper(w.Raw) && (speakers[w.Plain] || IsGivenName(w.Raw))
}

// ascribed reports whether the clause behind a statement says whose words those are: "…, my wife
// tells me".
func ascribed(tail []Word) bool {
	n := Sentence(tail)
	if n < 2 || n > FewestWords+2 || tail[0].Plain == "as" || tail[0].Plain == "and" || tail[0].Plain == "but" {
		return false
	}
	last := tail[n-1].Plain
	if last == "me" || last == "us" || last == "so" {
		last = tail[n-2].Plain
	}
	return ofSpeech[last] && !slices.ContainsFunc(tail[:n-1], func(w Word) bool {
		return w.Plain == "i" || w.Plain == "we" || w.Plain == "you" || w.Plain == "to" || w.Plain == "be" || w.Plain == "have"
	})
}

// Urging are words with which somebody else is asked for something.
var Urging = SetOf("please pls plz kindly you do just")
