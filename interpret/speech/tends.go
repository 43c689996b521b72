package speech

import (
	_ "embed"
	"slices"
	"strings"
)

// Who answers the letter in which one thing was asked of them answers that, in whatever words. What
// no grammar knows is therefore looked through for phrases that say yes or no to it. They count
// only where all of them agree, and nothing leaves the answer open: no condition, no question, no
// hesitation, and nobody else who speaks. tends.txt has the phrases.

//go:embed tends.txt
var tendsText string

// part is what a phrase of tends.txt does.
type part uint8

// The parts.
const (
	saysYes part = iota + 1
	saysNo
	opensAll
	idles
	inverts
)

var parts = map[string]part{"yes": saysYes, "no": saysNo, "open": opensAll, "idle": idles, "not": inverts}

// tending is a phrase with its part.
type tending struct {
	words []string
	part
}

// tendencies are for each question the phrases by their first words, the longest first.
var tendencies = func() (all [len(questions)]map[string][]tending) {
	for q := range all {
		all[q] = map[string][]tending{}
	}
	for line := range strings.Lines(tendsText) {
		name, phrases, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || name[0] == '#' {
			continue
		}
		name, question, only := strings.Cut(name, " ")
		for phrase := range strings.SplitSeq(phrases, " | ") {
			one := tending{strings.Fields(phrase), parts[name]}
			if question == questions[OfPenalty].name && one.part == saysYes && one.words[len(one.words)-1] != "$" {
				one.words = append(one.words, "$")
			}
			for q, of := range questions {
				if of.name != "" && (!only && !(of.only && (one.part == saysYes || one.part == saysNo)) || only && slices.Contains(strings.Fields(question), of.name)) {
					all[q][one.words[0]] = append(all[q][one.words[0]], one)
				}
			}
		}
	}
	for _, of := range all {
		for _, phrases := range of {
			slices.SortStableFunc(phrases, func(a, b tending) int { return len(b.words) - len(a.words) })
		}
	}
	return all
}()

const (
	// mostTending is how many words an answer in free words has at most.
	mostTending = 60
	// reach is how many words a denial turns what stands behind it.
	reach = 5
)

// Tends returns what the sentences of a letter that answers one question tend to.
func Tends(sentences [][]Word, to Question) (found Inclination) {
	n, strange := 0, false
	for _, one := range sentences {
		if n += len(one); n > mostTending {
			return Idle
		}
		said := tends(one, to)
		if TakesElse(one, to) || Mouthed(one, one, nil) || IsAboutElse(one) || anyOf(one, jokes) || teases(one) || said != Unwilling && anyOf(one, sports) {
			return Open
		}
		if (to == OfPenalty && said != Unwilling || (to == OfMeaning || to == OfWithdrawal) && said == Willing) && !saysOnly(one, to) {
			return Open
		}
		switch {
		case said == Open && found == Unwilling && givesGrounds(one): // "I refuse. If we begin so, there is no end to it."
		case said == Open, said != Idle && (strange || found != Idle && said != found):
			return Open
		case said != Idle:
			found = said
		case found == Idle:
			strange = !AllPolite(one) && foreign(one, Speaks{Answers: true}) // "The dog sleeps on my bed. I do not mind."
		}
	}
	return found
}

// saysOnly reports whether a sentence answers a question, or is polite, and says no more: what is
// waived, played or taken back so is lost, and "no problem" may be about the post.
func saysOnly(one []Word, to Question) bool {
	for from, i := 0, 0; i < len(one); i++ {
		if one[i].Stop == 0 && i+1 < len(one) {
			continue
		}
		clause := one[from : i+1]
		from = i + 1
		if AllPolite(clause) {
			continue
		}
		words := plainlyIn(clause, true)
		for k := 0; k < len(words); {
			t := tendingAt(words[k:], to)
			if t.part == 0 && !besideAnswer[words[k]] {
				return false
			}
			k += max(1, len(t.words))
		}
	}
	return true
}

// besideAnswer are the words that may stand beside those of such an answer in its clause.
var besideAnswer = SetOf("pray kindly by all means madam last white black withdrawal need for thing thumbs all make makes made slip slips agree agrees consent her their anybody everybody anyone something else plays play have has poor chap fellow i we you he she they it that this is am are be will would shall can could may might should let us me him her do so then now well all right alright fine very granted agreed allowed though mind oh och ah eh ok yes yeah aye no not never nay please kindly just simply only rather also always my our your his the a dear friend old sir madam lad sure surely certainly gladly of course happy glad content willing ready quite perfectly really honestly truly thanks thank here go and on to , : _ " + aName)

// tends is Tends of one sentence. Regret before "but" is courtesy.
func tends(one []Word, to Question) (found Inclination) {
	words := plainlyIn(one, true)
	if len(words) == 0 {
		return Idle
	}
	open := ofAnother(one) || strings.HasSuffix(one[len(one)-1].Raw, "..")
	turned, loose := -reach, false
	for i := 0; i < len(words); {
		t := tendingAt(words[i:], to)
		n := max(1, len(t.words))
		switch w := words[i]; {
		case t.part == opensAll && (to == OfTerms || to == OfPause) && w == "days" && i > 0 && (inWords[words[i-1]] > 1 || IsDigit(words[i-1][0])): // whether they are those proposed, OtherSpan says
		case t.part == opensAll:
			return Open
		case t.part == idles:
		case i == 0 && w == "no" && (one[0].Stop != 0 || strings.ToLower(one[0].Raw) != "no") && one[0].Plain != "no problem":
			found = Unwilling
		case t.part == inverts:
			turned, loose = i, true
		case t.part == saysYes || t.part == saysNo:
			said, denied := Willing, i-turned < reach
			switch {
			case t.part == saysNo && denied: // "I will not hold you to it"
				return Open
			case t.part == saysNo, denied:
				said = Unwilling
			}
			if turned, loose = -reach, false; found != Idle && found != said {
				return Open
			}
			found = said
		case w == "," || w == "and" || w == ":":
			turned = -reach
		case w == "but", w == "however", w == "though", w == "although":
			if found == Willing || to == OfMeaning || i == 0 {
				return Open
			}
			turned = -reach
		case onTerms[w], acts.vetoes[w] && len(words) < MostOfMan:
			return Open
		case acts.vetoes[w], acts.reports[w]:
			open = true
		}
		i += n
	}
	switch {
	case one[len(one)-1].Stop == '?' && rhetorical(one):
		return Idle
	case one[len(one)-1].Stop == '?', found != Idle && open, found == Willing && loose:
		return Open
	}
	return found
}

// givesGrounds reports whether a sentence behind a refusal says what would come of the other
// answer, or on what condition there would be another: the refusal stands.
func givesGrounds(one []Word) bool {
	return one[len(one)-1].Stop != '?' && (one[0].Plain == "if" || one[0].Plain == "otherwise" || one[len(one)-1].Plain == "otherwise")
}

// ofAnother reports whether a sentence tells of somebody by name: "Sister Agnes gladly accepts".
func ofAnother(one []Word) bool {
	if len(one) <= FewestWords || one[0].Sort != Name || one[1].Sort != Name && plainlyIn(one[:1], true)[0] != aName || !tellsOfOne(one) {
		return false
	}
	next := one[1]
	return next.Sort == Name || finite[next.Plain] || beings[next.Plain] || strings.HasSuffix(next.Plain, "ly")
}

// tendingAt returns the longest phrase that words begin with. A phrase that ends with "$" ends its
// clause.
func tendingAt(words []string, to Question) tending {
	for _, t := range tendencies[to][words[0]] {
		n := len(t.words)
		if n > 1 && t.words[n-1] == "$" {
			n--
			if len(words) > n && (!ending[words[n]] || to == OfPenalty && words[n] == "_") && !(to == OfPenalty && n+1 < len(words) && (words[n] == "this" || words[n] == "for") && onceOnly[words[n+1]]) {
				continue
			}
			t.words = t.words[:n]
		}
		if n <= len(words) && slices.Equal(t.words, words[:n]) {
			return t
		}
	}
	return tending{}
}

// onceOnly are words behind "this" and "for" of who pardons once: "this time".
var onceOnly = SetOf("time once turn now today me him her")

// ending are the words behind which a clause of an answer is over.
var ending = SetOf(", : and as sir madam mr mrs miss dear _ please thanks thank " + aName)
