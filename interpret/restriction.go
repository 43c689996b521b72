package interpret

import (
	"slices"
	"strings"

	"corrd/interpret/wording"
)

// What a statement may have behind it in its own sentence that is no courtesy: when it is to hold, of
// what, and words that mock.

// heads are the words that begin a phrase which may say when or of what a statement holds: "from
// Monday", "on White", "next week".
var heads = wording.SetOf("from on in at by as next this for with to starting beginning since once within during before")

// times are words that say when.
var times = wordsSaid("times")

// restricts reports whether words behind a statement in its sentence begin, behind courtesies that say
// please or thanks, with a phrase that says when or of what it holds. "from" and a name are a
// signature.
func restricts(words []aWord) bool {
	thanked := false
	for len(words) > 0 && (interjections[words[0].plain] || words[0].plain == "you" || words[0].plain == "very" || words[0].plain == "much") && words[0].idiom == 0 {
		thanked = thanked || strings.HasPrefix(words[0].plain, "thank") || words[0].plain == "sorry"
		words = words[1:]
	}
	if len(words) == 0 || thanked && words[0].plain == "for" || words[0].idiom != 0 || !heads[words[0].plain] {
		return false
	}
	rest := words[1:]
	timed := false
	for _, w := range rest {
		timed = timed || times[strings.TrimSuffix(w.plain, "'s")]
	}
	switch words[0].plain {
	case "this":
		return timed || len(rest) > 0 && times[strings.ToLower(strings.Trim(rest[0].raw, ".,!"))]
	case "from", "for", "to":
		return timed
	case "on":
		return true
	}
	return len(rest) == 0 || timed || rest[0].sort != politeWord || strings.Trim(rest[0].plain, "0123456789") == ""
}

// denials are the words of somebody who says no and tells that they have asked for nothing.
var denials = wordsSaid("denials")

// denies reports whether the words behind a no only deny that their writer has asked for anything: "no,
// that wasn't me".
func denies(words []aWord) bool {
	for _, w := range words {
		if bare := strings.ReplaceAll(w.plain, "'", ""); !denials[bare] && w.sort != nameWord && w.sort != politeWord || w.stop == '?' {
			return false
		}
	}
	return true
}

// done are the words of what somebody has done.
var done = wording.SetOf("was did have registered asked requested signed")

// affirms reports whether the words behind a yes only say that their writer has asked for what is to be
// confirmed: "yes, it was I who registered".
func affirms(words []aWord) bool {
	denied := func(w aWord) bool { return w.sort == doubtWord && w.plain != "who" && w.plain != "wrote" }
	return denies(words) && !slices.ContainsFunc(words, denied) && slices.ContainsFunc(words, func(w aWord) bool { return done[w.plain] })
}

// contradicted reports whether words beside a statement that says no say yes, or those before a bare no state anything else.
func (p *parser) contradicted(s Statement, before, after []aWord) bool {
	if s.weak() && slices.ContainsFunc(after, func(w aWord) bool {
		return w.idiom == 0 && (w.plain == "look" || w.plain == "check" || w.plain == "ask")
	}) {
		return true // "ok, I will look at it"
	}
	if s.answers() != No && s.Kind != KindDeclineDraw {
		return false
	}
	if slices.ContainsFunc(before, func(w aWord) bool { return w.stop != 0 && (w.plain == "accept" || w.plain == "agree") }) {
		return true
	}
	yes := func(w aWord) bool { return w.plain == "yes" }
	if slices.ContainsFunc(before, yes) || slices.ContainsFunc(after, yes) {
		return true
	}
	for len(before) > 0 && s.Kind == KindNo {
		n := sentence(before)
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
	return slices.Contains(said["mocking alone"], strings.TrimSpace(plain)) || slices.ContainsFunc(said["mocking"], ends)
}

// urging are words with which a writer asks somebody else for something.
var urging = [...]string{"please", "pls", "plz", "kindly", "you", "do", "just"}

// urges reports whether a line of a resignation asks somebody else to resign: "please resign", "resign,
// Bob!". Who speaks of themselves does not.
func (p *parser) urges(line string) bool {
	words := p.wordsOf(line)
	for len(words) > 0 {
		n := sentence(words)
		for n < len(words) && words[n-1].stop == ',' {
			n += sentence(words[n:])
		}
		one := words[:n]
		words = words[n:]
		verb, own, asks := -1, false, false
		for i, w := range one {
			switch strings.ReplaceAll(w.plain, "'", "") {
			case "i", "im", "ill", "id", "ive", "we", "white", "black", "resigns", "resigned", "resigning":
				own = true
			case "my":
				own = own || i+1 == len(one) || !called[one[i+1].plain]
			case "resign", "concede", "surrender", "capitulate", "give":
				verb = i
			case "defeat":
				asks = asks || i == 1 && one[0].plain == "accept"
				verb = max(verb, i-1)
			}
			asks = asks || w.plain == "already" && verb >= 0 || w.plain == "come" && verb < 0 && i+1 < n && one[i+1].plain == "on"
			for _, u := range urging {
				asks = asks || w.plain == u && (i < verb || verb < 0 || u == "please")
			}
		}
		if verb < 0 || own {
			continue
		}
		named := verb+1 < len(one) && one[verb].stop == ',' && one[len(one)-1].stop == '!' && isCalled(one[verb+1:])
		if asks || named {
			return true
		}
	}
	return false
}

// called are the words other than names by which people are called.
var called = wording.SetOf("my dear old sir madam friend friends mate man chap fellow boy girl buddy pal bro dude opponent captain doctor")

// isCalled reports whether words only call somebody.
func isCalled(words []aWord) bool {
	return !slices.ContainsFunc(words, func(w aWord) bool { return w.sort != nameWord && !called[w.plain] })
}

// thanked marks what somebody is thanked for, or asked to forgive, as a courtesy: "thank you for setting
// this up", "sorry for the slow reply".
func thanked(words []aWord) {
	for i := 0; i+1 < len(words); i++ {
		if i == 0 || !wishes(words[:i+1]) {
			continue
		}
		for j := i + 1; j < len(words); j++ {
			if words[j].sort == otherWord && !wording.IsDigit(words[j].raw[0]) {
				words[j].sort = politeWord
			}
			if words[j].stop != 0 {
				break
			}
		}
	}
}

// wishes reports whether words end in a turn behind which a courtesy says for what or where: "thank you
// so much for", "see you", "looking forward to".
func wishes(words []aWord) bool {
	last := len(words) - 1
	if words[last-1].stop != 0 {
		return false
	}
	switch words[last].plain {
	case "you":
		return words[last-1].plain == "see"
	case "to":
		return words[last-1].plain == "forward"
	case "with", "in", "on":
		return words[last-1].plain == "luck" || strings.HasPrefix(words[last-1].plain, "congrat")
	case "for":
		for j := last - 1; j >= 0 && words[j].stop == 0; j-- {
			switch words[j].plain {
			case "thank", "thanks", "sorry", "apologies", "grateful", "cheers", "ta":
				return true
			}
		}
	}
	return false
}

// isReport reports whether a statement says what has been done and not what its writer does: "that
// challenge has been declined".
func isReport(words []aWord) bool {
	return slices.ContainsFunc(words, func(w aWord) bool { return w.plain == "been" || w.plain == "was" || w.plain == "is" })
}

// isScore reports whether a word is the result of a game, not in brackets as results are printed.
func isScore(raw string) bool {
	raw = strings.TrimRight(raw, ".,!")
	return raw == "1-0" || raw == "0-1"
}

// explained are words that may take a no back in a sentence behind it.
var explained = wording.SetOf("yes accept agree ok okay but maybe perhaps wait however unless if joke joking kidding only actually mistake mean meant correction rather instead though although")

// explains reports whether whole sentences behind a no only give its reason: "I decline the draw. I
// think I stand better."
func explains(last aWord, words []aWord) bool {
	return endsSentence(last.stop) && !slices.ContainsFunc(words, func(w aWord) bool { return explained[w.plain] || w.stop == '?' || wording.IsDigit(w.raw[0]) })
}

// excused marks a "but" between thanks or regrets and what their writer does all the same: "thank you,
// but I decline".
func excused(words []aWord) {
	thanks := false
	for i, w := range words {
		switch {
		case endsSentence(w.stop) || w.sort == otherWord || w.sort == doubtWord && w.plain != "but":
			thanks = false
		case w.plain == "but" && thanks && i+1 < len(words):
			switch words[i+1].plain {
			case "i", "we", "no", "i'm", "i'll", "must":
				words[i].sort, words[i].idiom = politeWord, i+1
			}
		default:
			thanks = thanks || strings.HasPrefix(w.plain, "thank") || w.plain == "sorry" || w.plain == "honoured" || w.plain == "kind"
		}
	}
}

// menNamed are the words of a move that might be taken for names.
var menNamed = wordsSaid("menNamed")

// isGivenName reports whether a word is written as a name is, and is no word of a move: "Ron", which
// reads as the letter of a Rook and "on".
func isGivenName(raw string) bool {
	raw = strings.Trim(raw, ".,;:!?()\"'")
	if len(raw) < len("Ron") || menNamed[strings.ToLower(raw)] {
		return false
	}
	for i := range len(raw) {
		if !wording.IsLetter(raw[i]) || (raw[i] < 'a') != (i == 0) {
			return false
		}
	}
	return true
}
