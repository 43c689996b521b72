package speech

import (
	_ "embed"
	"slices"
	"strings"
)

// A sentence states an act by a kernel, its verb and its object, among words of any kind but those
// that are dangerous where they stand: a condition, a doubt, another person, another time. The rows
// of sentences.txt say what the kernels are and which words are dangerous.

//go:embed sentences.txt
var sentencesText string

// freely is the grammar of sentences.txt and acts.txt, which use names of carrying.txt.
var freely = Carrying.with(sentencesText + actsText)

// Stated is what a sentence states: the name of a kind in phrases.txt, or one of the further names
// that States gives.
type Stated string

// keyed are the kinds of sentences.txt by the words of which one stands in each sentence that
// states such an act; ranked is their order, the first that reads holds.
var keyed, ranked = func() (map[string][]int, []string) {
	keys := map[string][]int{}
	ranked := freely.sets["kinds"]
	for rank, kind := range ranked {
		for _, w := range freely.sets["key-"+kind] {
			keys[w] = append(keys[w], rank)
		}
	}
	for short, long := range shorthand {
		if ranks := keys[long]; len(ranks) > 0 {
			keys[short] = ranks
		}
	}
	return keys, ranked
}()

// shorthand are short forms of hasty writers and of dialects, with the words for which they stand.
var shorthand = func() map[string]string {
	all := map[string]string{}
	for _, pair := range freely.sets["shorthand"] {
		short, long, _ := strings.Cut(pair, "=")
		all[short] = strings.ReplaceAll(long, "_", " ")
	}
	return all
}()

// damaged are the words of acts by their misspellings: a letter left out, doubled, or two in each
// other's place. A misspelling that is a word itself is none. damagedBeside are those of the verbs
// that decide something, which are known only beside what they decide: "acept draw".
var (
	damaged       = misspellings("mended")
	damagedBeside = misspellings("mendedBeside")
	besideDamaged = SetOf(strings.Join(freely.sets["besideMended"], " "))
)

// misspellings gives the words of a set by their misspellings.
func misspellings(set string) map[string]string {
	all := map[string]string{}
	note := func(wrong, right string) {
		if _, known := misspelt[wrong]; !known && !freely.Knows(wrong) && !freelyKnown[wrong] {
			all[wrong] = right
		}
	}
	for _, w := range freely.sets[set] {
		for i := 1; i < len(w); i++ {
			note(w[:i]+w[i+1:], w)
			note(w[:i]+w[i-1:], w)
			if i+1 < len(w) && w[i] != w[i+1] {
				note(w[:i]+string(w[i+1])+string(w[i])+w[i+2:], w)
			}
		}
	}
	return all
}

// freelyKnown are words that a misspelling of a word of an act would be.
var freelyKnown = SetOf(strings.Join(freely.sets["words"], " "))

// harmless are turns of phrase that say nothing dangerous although one of their words alone would,
// by their first word.
var harmless = func() map[string][]idiom {
	all := map[string][]idiom{}
	note := func(rule, as string) {
		for phrase := range strings.SplitSeq(rule, "|") {
			words := strings.Fields(phrase)
			all[words[0]] = append(all[words[0]], idiom{words, as})
		}
	}
	for _, rule := range freely.rules["harmless"] {
		note(rule, idle)
	}
	for _, rule := range freely.rules["once"] {
		note(rule, idleOnce)
	}
	for _, rule := range freely.rules["conditional"] {
		note(rule, idleIf)
	}
	for _, rule := range freely.rules["conditions"] {
		note(rule, "if") // which a harmless turn of phrase begins
	}
	for _, same := range all { // the longer before those they begin with
		slices.SortStableFunc(same, func(a, b idiom) int { return len(b.words) - len(a.words) })
	}
	return all
}()

// idiom is a turn of phrase and the word that stands for it.
type idiom struct {
	words []string
	as    string
}

// The words that stand for harmless turns of phrase, for those with which somebody grants
// something a single time, and for those that set a condition only of what is offered or asked.
const (
	idle     = "_"
	idleOnce = "_once"
	idleIf   = "_if"
)

// plainly returns the words of a sentence as sentences.txt knows them: written out, spelt, with its
// commas, and harmless turns of phrase as one word.
func plainly(sentence []Word) []string { return plainlyIn(sentence, false) }

// plainlyIn is plainly; answers says that the sentence may be the answer to a question, in which a
// misspelt word that decides something is known by itself.
func plainlyIn(sentence []Word, answers bool) []string {
	var all []string
	for i, w := range sentence {
		plain := strings.Trim(w.Plain, "’'`")
		if titles[plain] && i+1 < len(sentence) && sentence[i+1].Sort == Name {
			continue
		}
		if long, ok := shorthand[plain]; ok {
			plain = long
		} else if right, ok := damaged[plain]; ok {
			plain = right
		} else if plain == "except" && i > 0 && i+1 < len(sentence) && excepting[sentence[i-1].Plain] && takenUp[sentence[i+1].Plain] {
			plain = "accept"
		} else if right, ok := damagedBeside[plain]; ok && (len(sentence) <= FewestWords && answers || slices.ContainsFunc(sentence, func(w Word) bool { return besideDamaged[w.Plain] })) {
			plain = right
		}
		for one := range strings.FieldsSeq(plain) {
			if one == "ill" && isIllness(sentence, i) {
				all = append(all, one)
				continue
			}
			all = append(all, strings.Fields(writtenOut(one))...)
		}
		if n := len(all) - 1; w.Sort == Name && n >= 0 && !freely.Knows(all[n]) {
			all[n] = aName
		}
		if w.Stop == ':' {
			all = append(all, ":")
		} else if w.Stop != 0 && i+1 < len(sentence) && !(w.Stop == '.' && abbreviated[w.Plain]) {
			all = append(all, ",")
		}
	}
	kept := all[:0]
	for i := 0; i < len(all); {
		one, n := all[i], 1
		for _, phrase := range harmless[all[i]] {
			if m := len(phrase.words); m <= len(all)-i && slices.Equal(phrase.words, all[i:i+m]) && !deniesAct(all[i:], m) {
				one, n = phrase.as, m
				break
			}
		}
		kept, i = append(kept, one), i+n
	}
	return kept
}

// isIllness reports whether the word "ill" is no "I'll".
func isIllness(words []Word, at int) bool {
	return strings.IndexByte(words[at].Raw, '\'') < 0 && (at > 0 && beforeIll[words[at-1].Plain] || at+1 == len(words) || behindIll[words[at+1].Plain])
}

var beforeIll, behindIll = SetOf("no am is was be been were are very so too taken fell feel feeling felt quite rather seriously still any i'm he's she's"), SetOf("feeling feelings will health luck wind")

// Words between which "except" is a misspelt "accept": "I except the challenge".
var (
	excepting = SetOf("i we gladly happily will shall to would")
	takenUp   = SetOf("the your his her this it that with draw a")
)

// signsOf returns the signs of plain words.
func (g *Grammar) signsOf(words []string) []sign {
	signs := make([]sign, len(words))
	for i, w := range words {
		one := g.signs[w]
		switch {
		case one != unknown:
		case w == idleOnce:
			one = g.signs[idle]
		case strings.HasSuffix(w, "ly") && !unsure[w]:
			one = g.signs[aManner]
		case IsDigit(w[0]):
			one = g.signs[aNumber]
		}
		signs[i] = one
	}
	return signs
}

// MayStateFreely reports whether a word of a line is one of which StatesFreely needs one.
func MayStateFreely(line string) bool {
	for w := range strings.FieldsSeq(line) {
		if len(w) < shortestKey || !keyedHeads[w[0]|0x20] {
			continue
		}
		w = strings.Trim(w, ".,;:!?-()\"'")
		if len(keyed[w]) > 0 || damaged[w] != "" {
			return true
		}
		if low := strings.ToLower(w); low != w && (len(keyed[low]) > 0 || damaged[low] != "") {
			return true
		}
	}
	return false
}

// shortestKey is how many letters the words have at least that MayStateFreely looks for.
const shortestKey = 3

// keyedHeads are the first characters of those words, small.
var keyedHeads = func() (set [256]bool) {
	for w := range keyed {
		set[w[0]|0x20] = true
	}
	return set
}()

// deniesAct reports whether the first n of some words deny what follows them: "There is nothing to"
// before "annul".
func deniesAct(words []string, n int) bool {
	next := n
	if words[n-1] != "to" {
		if next++; next >= len(words) || words[n] != "to" {
			return false
		}
	}
	return next < len(words) && deniable[words[next]] && slices.ContainsFunc(words[:n], func(w string) bool { return denying[w] })
}

// hasNoAct reports whether words say that there is nothing or nobody to do an act to.
func hasNoAct(words []string) bool {
	for i := 1; i+1 < len(words); i++ {
		if words[i] == "to" && deniable[words[i+1]] && denying[words[i-1]] {
			return true
		}
	}
	return false
}

// denying are words that deny, and deniable those of acts which somebody may have no cause to do.
var denying, deniable = SetOf("nothing no not nobody nowhere none never neither"), SetOf("annul exact waive retract recommence proceed adjourn submit demand claim propose adopt withdraw protest resign")

// StatesFreely returns what a sentence states, whatever words stand around its kernel, or "". asked
// says that it ends with a question mark, loosely that a kernel of acts.txt is enough. work counts
// the parts of the grammar that were looked at.
func StatesFreely(sentence []Word, asked, loosely bool) (kind Stated, work int) {
	words := plainly(sentence)
	if work = len(words); hasNoAct(words) {
		return "", work
	}
	var tried [2]uint64
	for _, w := range words {
		for _, rank := range keyed[w] {
			tried[rank/64] |= 1 << (rank % 64)
		}
	}
	if tried == [2]uint64{} && !loosely || len(words) == 0 || len(words) > mostSigns {
		return "", work
	}
	signs := freely.signsOf(words)
	begins := words
	if len(words) > 1 && (words[0] == "please" || words[0] == "so") {
		begins = words[1:]
	}
	unmarked := !asked && asking[begins[0]] && sentence[len(sentence)-1].Stop != '!'
	for rank, kind := range ranked {
		if tried[rank/64]>>(rank%64)&1 == 0 || loosely && leftOpen(kind, words) {
			continue
		}
		if !asked && freely.readsSigns("says-"+kind, signs, &work) || (asked || unmarked) && freely.readsSigns("asks-"+kind, signs[len(words)-len(begins):], &work) {
			return Stated(kind), work
		}
	}
	if loosely {
		kind = actsPlainly(words, signs, asked, &work)
	}
	if body := untagged(sentence); asked && kind == "" && len(body) < len(sentence) {
		tagged, more := StatesFreely(body, false, loosely)
		if work += more; consulted[tagged] {
			kind = tagged
		}
	}
	return kind, work
}

// consulted are the kinds of which a statement may end with a question whether its reader agrees:
// "I propose a draw, do you agree?"
var consulted = map[Stated]bool{"offer_draw": true, "withdraw": true, "withdraw_one": true, "adjourn": true}

// untagged returns a sentence without a clause at its end that asks whether its reader agrees.
func untagged(sentence []Word) []Word {
	for i := len(sentence) - 2; i > 0; i-- {
		if sentence[i].Stop == ',' || sentence[i].Stop == '-' {
			if AsksAssent(sentence[i+1:]) {
				return sentence[:i+1]
			}
			break
		}
	}
	return sentence
}

// asking are the words with which a question begins, whether it has its mark or not.
var asking = SetOf("do can could may might shall would will what which how fancy")

// Requests reports whether words lead to a statement with an argument: of what their writer does,
// "I should like to", or of what is asked of the mail office, "could you please".
func Requests(words []Word) (own, office bool, work int) {
	plain := plainly(words)
	signs := freely.signsOf(plain)
	if n := len(plain); len(signs) > mostSigns || len(words) > 1 && words[len(words)-1].Plain == "to" && (n < 2 || plain[n-1] != "to" || plain[n-2] == "_") {
		return false, false, len(signs) // "There is nothing to", which wishes nothing
	}
	own = freely.readsSigns("into-own", signs, &work)
	return own, freely.readsSigns("into-office", signs, &work), work
}

// TakesBack reports whether a sentence beside one that states something, before or behind it, may
// take that back or leave it open. work counts the parts of the grammar that were looked at.
func TakesBack(sentence []Word, behind bool) (open bool, work int) {
	words := plainly(sentence)
	if work = len(words); len(words) > mostSigns {
		words = words[:mostSigns]
	}
	signs := freely.signsOf(words)
	if sentence[len(sentence)-1].Stop == '?' {
		return freely.readsSigns("asks-back", signs, &work), work
	}
	return !(sentence[0].Plain == "that" && AllPolite(sentence)) && (freely.readsSigns("takes-back", signs, &work) || behind && freely.readsSigns("takes-back-behind", signs, &work)), work
}

// Sentences parts words into sentences, at their stops but those of short forms and initials, and
// at the STOP of telegrams.
func Sentences(words []Word) [][]Word {
	var all [][]Word
	from := 0
	for i := range words {
		w := words[i]
		if telegraphic(words, i) {
			if i > from {
				all = append(all, words[from:i])
			}
			from = i + 1
			continue
		}
		if (EndsSentence(w.Stop) || w.Stop == '?') && !(w.Stop == '.' && i+1 < len(words) && shortened(w)) {
			all = append(all, words[from:i+1])
			from = i + 1
		}
	}
	if from < len(words) {
		all = append(all, words[from:])
	}
	return all
}

// shortened reports whether the stop behind a word is that of a short form or of an initial.
func shortened(w Word) bool {
	return abbreviated[w.Plain] || len(w.Plain) == 1 && w.Plain != "u" && w.Raw != "i" && w.Raw != "I." && w.Raw[0] >= 'A' && w.Raw[0] <= 'Z'
}

// abbreviated are short forms behind which a stop ends no sentence.
var abbreviated = SetOf("mr mrs ms dr prof rev capt col st no nr vs esq sr jr maj gen lt sir hon thos chas wm geo jas")

// telegraphic reports whether a word is the STOP of a telegram, which ends a sentence.
func telegraphic(words []Word, at int) bool {
	if words[at].Plain != "stop" || !strings.HasPrefix(words[at].Raw, "STOP") || at == 0 {
		return false
	}
	switch words[at-1].Plain {
	case "please", "kindly", "to", "must", "do", "not", "you", "and":
		return false
	}
	if at+1 < len(words) {
		switch next := words[at+1].Plain; {
		case strings.HasSuffix(next, "ing"), next == "my", next == "the", next == "these", next == "your":
			return false
		}
	}
	return true
}

// IsInside reports whether a statement is a sentence of its own within a line: one ends before it
// and it ends there, so that the lines around belong to neither.
func IsInside(text, line string, above []string) bool {
	at := strings.Index(line, text)
	return at > 1 && strings.IndexByte(".!?", line[at-2]) >= 0 && strings.IndexAny(line[at+len(text):], ".!?;") == 0 && (len(above) == 0 || !strings.HasSuffix(above[len(above)-1], ":"))
}

// Attributes reports whether words are a participle that only belongs to the noun behind it, as in
// a heading or under a name: "Resigning Secretary", "Accepting Officer".
func Attributes(words, behind []Word) bool {
	one := words[len(words)-1]
	return len(words) == 1 && len(behind) > 0 && one.Stop == 0 && strings.HasSuffix(one.Plain, "ing") && one.Raw != one.Plain && behind[0].Raw[0] >= 'A' && behind[0].Raw[0] <= 'Z'
}

// ToAnother reports whether words behind a verb of giving up say to whom, and it is not the player
// opposite: "I give in to my wife".
func ToAnother(behind []Word) bool {
	return len(behind) > 1 && behind[0].Plain == "to" && behind[1].Plain != "you" && behind[1].Plain != "him" && behind[1].Plain != "her"
}

// ofPlay are words of who is going to play.
var ofPlay = SetOf("play playing begin beginning start starting game match battle challenge meet join honour pleasure")

// SpeaksOfPlay reports whether one of the words of an answer is about playing.
func SpeaksOfPlay(words []Word) bool {
	return slices.ContainsFunc(words, func(w Word) bool { return ofPlay[w.Plain] })
}
