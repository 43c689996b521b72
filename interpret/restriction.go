package interpret

import (
	"slices"
	"strings"

	"corrd/interpret/speech"
	"corrd/interpret/wording"
)

// What a statement may have behind it in its own sentence that is no courtesy: when it is to hold, of
// what, and words that mock.

// heads are the words that begin a phrase which may say when or of what a statement holds: "from
// Monday", "on White", "next week".
var heads = wording.SetOf("from on in at by as next this for with to starting beginning since once within during before")

// restricts reports whether words behind a statement in its sentence begin, behind courtesies that say
// please or thanks, with a phrase that says when or of what it holds. "from" and a name are a
// signature.
func restricts(words []speech.Word) bool {
	thanked := false
	for len(words) > 0 && (speech.Interjections[words[0].Plain] || words[0].Plain == "you" || words[0].Plain == "very" || words[0].Plain == "much") && words[0].Idiom == 0 {
		thanked = thanked || strings.HasPrefix(words[0].Plain, "thank") || words[0].Plain == "sorry"
		words = words[1:]
	}
	if len(words) == 0 || thanked && words[0].Plain == "for" || words[0].Idiom != 0 || !heads[words[0].Plain] {
		return false
	}
	rest := words[1:]
	timed := false
	for _, w := range rest {
		timed = timed || speech.Times[strings.TrimSuffix(w.Plain, "'s")]
	}
	switch words[0].Plain {
	case "this":
		return timed || len(rest) > 0 && speech.Times[strings.ToLower(strings.Trim(rest[0].Raw, ".,!"))]
	case "from", "for", "to":
		return timed
	case "on":
		return true
	}
	return len(rest) == 0 || timed || rest[0].Sort != speech.Polite || strings.Trim(rest[0].Plain, "0123456789") == ""
}

// denials are the words of somebody who says no and tells that they have asked for nothing.
var denials = speech.Set("denials")

// denies reports whether the words behind a no only deny that their writer has asked for anything: "no,
// that wasn't me".
func denies(words []speech.Word) bool {
	for _, w := range words {
		if bare := strings.ReplaceAll(w.Plain, "'", ""); !denials[bare] && w.Sort != speech.Name && w.Sort != speech.Polite || w.Stop == '?' {
			return false
		}
	}
	return true
}

// done are the words of what somebody has done.
var done = wording.SetOf("was did have registered asked requested signed")

// affirms reports whether the words behind a yes only say that their writer has asked for what is to be
// confirmed: "yes, it was I who registered".
func affirms(words []speech.Word) bool {
	denied := func(w speech.Word) bool { return w.Sort == speech.Doubt && w.Plain != "who" && w.Plain != "wrote" }
	return denies(words) && !slices.ContainsFunc(words, denied) && slices.ContainsFunc(words, func(w speech.Word) bool { return done[w.Plain] })
}

// contradicted reports whether words beside a statement that says no say yes, or those before a
// bare no state anything else.
func (p *parser) contradicted(s Statement, before, after []speech.Word) bool {
	if s.weak() && slices.ContainsFunc(after, func(w speech.Word) bool {
		return w.Idiom == 0 && (w.Plain == "look" || w.Plain == "check" || w.Plain == "ask")
	}) {
		return true // "ok, I will look at it"
	}
	if s.answers() != No && s.Kind != KindDeclineDraw {
		return false
	}
	if slices.ContainsFunc(before, func(w speech.Word) bool { return w.Stop != 0 && (w.Plain == "accept" || w.Plain == "agree") }) {
		return true
	}
	yes := func(w speech.Word) bool { return w.Plain == "yes" }
	if slices.ContainsFunc(before, yes) || slices.ContainsFunc(after, yes) {
		return true
	}
	for len(before) > 0 && s.Kind == KindNo {
		n := speech.Sentence(before)
		if other, ok := p.stated(before[:n], false); ok && other.answers() != No {
			return true
		}
		before = before[n:]
	}
	return false
}

// saysAny reports whether a line holds one of some phrases in lower case.
func saysAny(line string, phrases []string) bool {
	return slices.ContainsFunc(phrases, func(words string) bool { return wording.IndexWord(line, words, 0) >= 0 })
}

// mocks reports whether a line says yes in mockery: "yeah, right", "sure you will".
func mocks(line string) bool {
	plain := " " + PlainWords(line) + " "
	ends := func(words string) bool { return strings.HasSuffix(plain, " "+words+" ") }
	return slices.Contains(speech.Said["mocking alone"], strings.TrimSpace(plain)) || slices.ContainsFunc(speech.Said["mocking"], ends)
}

// urging are words with which a writer asks somebody else for something.
var urging = [...]string{"please", "pls", "plz", "kindly", "you", "do", "just"}

// urges reports whether a line of a resignation asks somebody else to resign: "please resign", "resign,
// Bob!". Who speaks of themselves does not.
func (p *parser) urges(line string) bool {
	words := p.wordsOf(line)
	for len(words) > 0 {
		n := speech.Sentence(words)
		for n < len(words) && words[n-1].Stop == ',' {
			n += speech.Sentence(words[n:])
		}
		one := words[:n]
		words = words[n:]
		verb, own, asks := -1, false, false
		for i, w := range one {
			switch strings.ReplaceAll(w.Plain, "'", "") {
			case "i", "im", "ill", "id", "ive", "we", "white", "black", "resigns", "resigned", "resigning":
				own = true
			case "my":
				own = own || i+1 == len(one) || !called[one[i+1].Plain]
			case "resign", "concede", "surrender", "capitulate", "give":
				verb = i
			case "defeat":
				asks = asks || i == 1 && one[0].Plain == "accept"
				verb = max(verb, i-1)
			}
			asks = asks || w.Plain == "already" && verb >= 0 || w.Plain == "come" && verb < 0 && i+1 < n && one[i+1].Plain == "on"
			for _, u := range urging {
				asks = asks || w.Plain == u && (i < verb || verb < 0 || u == "please")
			}
		}
		if verb < 0 || own {
			continue
		}
		named := verb+1 < len(one) && one[verb].Stop == ',' && one[len(one)-1].Stop == '!' && isCalled(one[verb+1:])
		if asks || named {
			return true
		}
	}
	return false
}

// called are the words other than names by which people are called.
var called = wording.SetOf("my dear old sir madam friend friends mate man chap fellow boy girl buddy pal bro dude opponent captain doctor")

// isCalled reports whether words only call somebody.
func isCalled(words []speech.Word) bool {
	return !slices.ContainsFunc(words, func(w speech.Word) bool { return w.Sort != speech.Name && !called[w.Plain] })
}

// isReport reports whether a statement says what has been done and not what its writer does: "that
// challenge has been declined".
func isReport(words []speech.Word) bool {
	return slices.ContainsFunc(words, func(w speech.Word) bool { return w.Plain == "been" || w.Plain == "was" || w.Plain == "is" })
}

// explained are words that may take a no back in a sentence behind it.
var explained = wording.SetOf("yes accept agree ok okay but maybe perhaps wait however unless if joke joking kidding only actually mistake mean meant correction rather instead though although")

// explains reports whether whole sentences behind a no only give its reason: "I decline the draw. I
// think I stand better."
func explains(last speech.Word, words []speech.Word) bool {
	return speech.EndsSentence(last.Stop) && !slices.ContainsFunc(words, func(w speech.Word) bool { return explained[w.Plain] || w.Stop == '?' || wording.IsDigit(w.Raw[0]) })
}
