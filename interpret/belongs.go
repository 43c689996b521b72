package interpret

import (
	"regexp"
	"slices"
	"strings"

	"corrd/interpret/speech"
)

// A yes answers what is put to its writer if the words behind it in its sentence belong to the
// answer: "Yes, I am ready", and not "Yes! We won the cup".

// ofAnswer are words of what is put to somebody: a game, a draw, terms, a registration.
var ofAnswer = speech.Set("ofAnswer")

// passing are the words with which a clause of its writer's tells what they did, or what they know.
var passing = speech.Set("passing")

// ofElse are words of something else: of colours, of letters that came, of the weather, of a
// question.
var ofElse = speech.SetOf("white black got received weather question")

// strays reports whether a line in which a statement says yes goes on to speak of something else,
// or asks somebody else to say so; or whether a line only takes note of what it answers, or still
// thinks about it.
func (p *parser) strays(s Statement, line string) bool {
	if s.Kind == KindOfferDraw && speech.HoldsPhrase(line, speech.Said["thinking"]) || s.Kind == KindAgain && speech.GreetsAgain(line) || s.weak() && (speech.HoldsPhrase(line, speech.Said["note taken"]) || thanksForWord(line)) {
		return true
	}
	if s.Kind == KindProtest && (s.Words == "" && protestsToYou.MatchString(line) || p.protestsInJest(line)) {
		return true // "I protest! You are far too modest."
	}
	if s.Kind == KindYes && speech.HoldsPhrase(line, speech.Said["begging"]) {
		return true // "Please let me go on."
	}
	if s.answers() != Yes || s.Choice != 0 {
		return false
	}
	words := p.wordsOf(speech.CommasApart(line))
	if bids(words) {
		return true
	}
	first := slices.IndexFunc(words, func(w speech.Word) bool { return assenting[w.Plain] })
	if s.Kind != KindYes || first < 0 || words[first].Stop == '.' || strings.Contains(strings.ToLower(s.Text), "please") {
		return false
	}
	own := len(strings.Fields(s.Text))
	rest := words[first+1:]
	if own > 1 && own <= len(words) && strings.HasPrefix(line, s.Text) {
		if rest = words[own:]; words[own-1].Stop == '.' {
			return false
		}
	}
	n := speech.EndOf(rest)
	return n > 0 && !belongs(rest[:n]) && !perfect(speech.WrittenOut(rest[:n]))
}

// sparing matches a line that ends with a denial of what stands before it.
var sparing = regexp.MustCompile(`(?i)[,.;] (?:please |pray |no, )?(?:do not|don't|dont|not)(?: please)?[.!]*$`)

// protestsToYou matches a protest that is made to the adversary.
var protestsToYou = regexp.MustCompile(`(?i)\bprotest[.!]+ you\b`)

// trifles are words of what no umpire can help with, and grounds are words of a game and of its
// letters.
var trifles, grounds = speech.Set("trifles"), speech.Set("grounds")

// protestsInJest reports whether a line that does not begin with "protest:" protests against the
// weather and the like, and speaks of nothing in the game: "I must protest: it is far too cold".
func (p *parser) protestsInJest(line string) bool {
	trifle := false
	for _, w := range p.wordsOf(line) {
		if grounds[w.Plain] {
			return false
		}
		trifle = trifle || trifles[w.Plain]
	}
	return trifle && !strings.HasPrefix(strings.ToLower(strings.TrimSpace(line)), "protest:")
}

// thanksForWord reports whether a line thanks for a word received, and not for what is put to its
// writer: "ok, thanks for letting me know".
func thanksForWord(line string) bool {
	words := strings.Fields(PlainWords(line))
	for i, w := range words {
		if w != "for" || !slices.ContainsFunc(words[:i], func(w string) bool { return strings.HasPrefix(w, "thank") || w == "thx" || w == "ty" }) {
			continue
		}
		for i++; i < len(words) && (speech.Small[words[i]] || speech.Manners[words[i]]); {
			i++
		}
		return i < len(words) && !invited[words[i]]
	}
	return false
}

// invited are words of what somebody thanks for who says yes to it.
var invited = speech.Set("invited")

// assenting are the words of a bare yes.
var assenting = speech.SetOf("yes yep yeah yup aye ok okay sure certainly absolutely definitely indeed")

// bids reports whether words urge somebody else to say yes: "Say yes!", "Accept this: you are
// lost".
func bids(words []speech.Word) bool {
	if len(words) < 2 || words[0].Stop != 0 {
		return false
	}
	urged := words[1].Stop == '!' || words[1].Stop == ':' || len(words) > 2 && words[1].Stop == ',' && words[2].Plain == "you"
	switch words[0].Plain {
	case "say":
		return words[1].Plain == "yes"
	case "accept", "agree":
		return pronouns[words[1].Plain] && urged || pronouns[words[min(2, len(words)-1)].Plain] && words[min(2, len(words)-1)].Stop == ':'
	}
	return false
}

// belongs reports whether the words behind a yes in its sentence belong to the answer.
func belongs(words []speech.Word) bool {
	plain := speech.WrittenOut(words)
	for len(plain) > 1 && (assenting[plain[0]] || splitting[plain[0]] || degree[plain[0]] || plain[0] == "sir" || plain[0] == "kindly" || plain[0] == "oh" || plain[0] == "well") {
		plain = plain[1:]
	}
	named := len(words) <= speech.MostNames && speech.IsCalled(words) && words[len(words)-1].Stop != '!'
	if named || words[0].Raw[0] == '(' || len(plain) == 1 && pronouns[plain[0]] || (slices.Contains(plain, "i") || slices.Contains(plain, "me")) && speech.Affirms(words) || phrases[strings.Join(plain, " ")] == KindYes {
		return true
	}
	if words[0].Plain == "and" && len(words) > speech.FewestWords && words[len(words)-1].Stop != '?' && !speech.Has(words, speech.Doubt) {
		return true // "yes, and the children want to watch"
	}
	if slices.ContainsFunc(words, func(w speech.Word) bool { return ofElse[w.Plain] && w.Idiom == 0 }) {
		return false
	}
	polite := speech.AllPolite(words)
	answers := ofAnswer[plain[0]] && plain[0] != "i" || slices.ContainsFunc(plain[1:], func(w string) bool { return ofAnswer[w] }) || words[0].Idiom != 0
	second := ""
	if len(plain) > 1 {
		second = plain[1]
	}
	switch plain[0] {
	case "i", "we", "let":
		return answers && second != "won" || !passing[second] && !strings.HasSuffix(second, "ed")
	case "it", "that", "this", "those", "these":
		switch second {
		case "would", "will", "sounds", "suits", "works", "seems", "looks":
			return true
		case "was", "were":
			return slices.ContainsFunc(words, func(w speech.Word) bool { return w.Idiom != 0 }) || slices.Contains(plain, "me") || slices.Contains(plain, "i")
		}
		return answers || slices.Contains(plain, "me")
	case "my", "our":
		return answers || polite || slices.ContainsFunc(words, func(w speech.Word) bool { return w.Idiom != 0 })
	case "do":
		return true
	case "he", "she", "they":
		return false
	}
	if words[0].Sort == speech.Name && (telling[second] || strings.HasSuffix(second, "ed")) {
		return false
	}
	return answers || polite && speech.Has(words, speech.Polite) && !slices.ContainsFunc(plain, func(w string) bool { return telling[w] || passing[w] || w == "interesting" })
}

// perfect reports whether a sentence tells what its writer has not done for long: "I haven't played
// since school".
func perfect(plain []string) bool {
	at := slices.Index(plain, "have")
	return at >= 0 && at < 2 && at+2 < len(plain) && plain[at+1] == "not" && (plain[at+2] == "played" || plain[at+2] == "seen" || plain[at+2] == "had" || plain[at+2] == "been" || plain[at+2] == "touched" || plain[at+2] == "heard") && !slices.Contains(plain, "yet")
}

// splitting are the words that begin a clause where a subject or a verb follows.
var splitting = speech.SetOf("and so but because since as for while though although therefore hence which")
