package interpret

import (
	"slices"
	"strings"
)

// A sentence that does what it says names an act and its object: "I gladly accept the challenge", "draw accepted".

// act is what a verb does to an object that is put to somebody.
type act uint8

const (
	accepts act = iota + 1
	agrees
	declines
	waives
	confirms
)

// verbs are the first words of a sentence that performs an act, and performed those at the end of one that says that the
// act is done.
var (
	verbs = map[string]act{"accept": accepts, "accepting": accepts, "take": accepts, "agree to": agrees, "agreeing to": agrees,
		"consent to": agrees, "decline": declines, "declining": declines, "refuse": declines, "refusing": declines, "reject": declines,
		"rejecting": declines, "waive": waives, "confirm": confirms, "confirming": confirms, "yes to": accepts, "no to": declines}
	performed = map[string]act{"accepted": accepts, "agreed": agrees, "taken": accepts, "declined": declines, "refused": declines, "rejected": declines,
		"waived": waives, "confirmed": confirms}
)

// objects gives for each object of an act the statement that the act makes of it.
var objects = func() map[string]map[act]Kind {
	all := map[string]map[act]Kind{}
	for _, o := range [...]struct {
		names string
		kinds map[act]Kind
	}{
		{"draw, draw offer, offer draw, proposal draw", map[act]Kind{accepts: KindAcceptDraw, agrees: KindAcceptDraw, declines: KindDeclineDraw}},
		{"offer", map[act]Kind{declines: KindDeclineDraw}},
		{"challenge, invitation, invitation to play, invitation to game, game, match, terms, conditions, terms and conditions, challenge and terms",
			map[act]Kind{accepts: KindAccept, agrees: KindAgree, declines: KindDecline}},
		{"proposal, change, changes, alteration, new terms, new time, new time limit, time limit, suggestion, extension", map[act]Kind{accepts: KindAgree, agrees: KindAgree, declines: KindDecline}},
		{"penalty, right, rights, right to penalty", map[act]Kind{waives: KindWaive}},
		{"registration, name, address, above, registration above", map[act]Kind{confirms: KindYes, accepts: KindYes, declines: KindNo}},
	} {
		for name := range strings.SplitSeq(o.names, ", ") {
			all[name] = o.kinds
		}
	}
	return all
}()

// small are words that change nothing of an act or of its object.
var small = setOf(`a an the your this that these those my our his her all both of is are was has been have am
	kind generous gracious fair friendly sporting gentlemanly proposed offered stated said honourable splendid lovely nice`)

// manners are the adverbs with which an act is performed.
var manners = setOf(`hereby respectfully politely gladly happily gratefully gracefully graciously cheerfully willingly readily heartily warmly
	formally officially therefore accordingly consequently thus now unfortunately regretfully regrettably sadly alas reluctantly humbly kindly
	cordially certainly definitely absolutely fully entirely wholly completely totally wholeheartedly unreservedly unconditionally freely
	gallantly herewith thereby sincerely simply truly naturally really sorry indeed finally honourably well fine`)

// againNamed are words behind an object that name it once more.
var againNamed = [...]string{" set out in letter", " as set out above", " set out above", " as set out", " set out", " as stated above", " as stated", " as above", " above", " in full",
	" as offered", " as proposed", " as they stand", " on terms", " on terms set out above", " as it stands", " in letter", " below", " at once", " then"}

// performs reads a sentence in plain words, without its subject, that performs an act upon an object.
func performs(plain string) (Kind, bool) {
	var words []string
	all := strings.Fields(plain)
	for i, w := range all {
		degree := (w == "most" || w == "very") && i+1 < len(all) && all[i+1] != "of" && (manners[all[i+1]] || small[all[i+1]])
		if !small[w] && !manners[w] && !degree {
			words = append(words, w)
		}
	}
	if len(words) < 2 {
		return 0, false
	}
	object := words[:len(words)-1]
	done, ok := performed[words[len(words)-1]]
	if !ok {
		n := 1
		if words[1] == "to" {
			n = 2
		}
		done, object = verbs[strings.Join(words[:n], " ")], words[n:]
	}
	name := strings.Join(object, " ")
	kind, ok := objects[name][done]
	for i := 0; !ok && i < len(againNamed); i++ {
		if bare, cut := strings.CutSuffix(name, againNamed[i]); cut {
			kind, ok = objects[bare][done]
		}
	}
	return kind, ok
}

// longestPhrase is how many bytes a statement without an argument has at most.
const longestPhrase = 90

// phrase reads a statement without an argument, whatever opens the sentence, and gives the sentence without its opening.
func (p *parser) phrase(body string) (kind Kind, rest string, future, ok bool) {
	for n := 0; ; n++ {
		if len(body) < longestPhrase {
			p.spend(stepsOfPhrase + 4*len(body))
			plain := strings.TrimSuffix(longForms(withoutMarks.Replace(plainPhrase(body))), " please")
			if bare, ok := strings.CutPrefix(plain, "im "); ok {
				plain = "am " + bare
			}
			if kind, ok = phrases[plain]; !ok {
				kind, ok = performs(plain)
			}
		}
		opened, announces := withoutOpening(body)
		if ok || opened == body || n == mostOpenings || !p.spend(len(openings)) {
			return kind, body, future, ok
		}
		body, future = opened, future || announces
	}
}

// openings are the words that may stand before what a sentence performs, one after another, besides the adverbs of manner.
var openings = [...]string{"i am happy to", "i'm happy to", "i would be happy to", "i'd be happy to", "i am glad to", "i'm glad to",
	"i am pleased to", "i'm pleased to", "i am delighted to", "i'm delighted to", "i would be delighted to", "i'd be delighted to", "i would be glad to",
	"i am honoured to", "i am obliged to", "i am forced to", "i am compelled to", "it is with regret that i", "it is with pleasure that i",
	"i would like to", "i'd like to", "i should like to", "i would love to", "i'd love to", "i wish to", "i want to", "i beg leave to", "i beg to",
	"i have the honour to", "i have the pleasure to", "i have no choice but to", "allow me to", "permit me to", "i regret that", "i regret to say that", "i regret to", "i am sorry to say that",
	"i am sorry that", "i am sorry to", "i'm sorry to", "i am sorry but", "i'm sorry but", "i am sorry", "i'm sorry", "i'm afraid that", "i am afraid that", "i'm afraid", "i am afraid", "i fear that", "i fear",
	"with regret", "with great regret", "with deep regret", "with pleasure", "with great pleasure", "with thanks", "with many thanks", "in that case", "in this case",
	"i do", "i must", "i have to", "i'll have to", "i will have to", "happy to", "glad to", "pleased to", "delighted to", "honoured to",
	"only too happy to", "only too glad to", "i am only too happy to", "would love to", "would like to", "i'd rather", "i would rather",
	"i'd prefer to", "i would prefer to", "i'd sooner", "sorry to", "afraid i must", "have to", "must", "be happy to", "be glad to", "be pleased to", "be delighted to", "be honoured to"}

// mostOpenings bounds how many openings of a sentence are looked at.
const mostOpenings = 6

// futures are openings that only announce what their writer is going to do.
var futures = [...]string{"i will", "i'll", "i shall", "we'll", "i am going to", "i'm going to"}

// withoutOpening takes one opening off the head of a statement, and reports whether it announces the statement.
func withoutOpening(body string) (rest string, announces bool) {
	singular := body
	if rest, ok := cutWord(body, "we"); ok {
		if rest, ok = strings.CutPrefix(rest, "are "); ok {
			rest = "am " + rest
		}
		singular = "i " + rest
	}
	if rest, ok := cutAnyWord(singular, openings[:]...); ok && rest != "" && rest[0] != '\'' && !strings.EqualFold(rest, "it") && !strings.EqualFold(rest, "not") {
		return strings.TrimLeft(rest, ", "), false
	}
	if rest, ok := cutAnyWord(singular, futures[:]...); ok && rest != "" {
		return strings.TrimLeft(rest, ", "), true
	}
	if rest, ok := cutAnyWord(body, "i", "we"); ok && rest != "" && rest[0] != '\'' {
		return rest, false
	}
	body, _ = cutAnyWord(body, "most", "very")
	first, rest, ok := strings.Cut(body, " ")
	if ok && manners[strings.ToLower(strings.TrimRight(first, ",;!"))] {
		return strings.TrimLeft(rest, ", "), false
	}
	return body, false
}

// shortForms are the words of telephones and of haste, with the words that they stand for.
var shortForms = map[string]string{"u": "you", "ur": "your", "r": "are", "n": "and", "plz": "please", "plse": "please", "pls": "please",
	"kk": "ok", "okey": "ok", "okeydokey": "ok", "sry": "sorry", "soz": "sorry", "yh": "yes", "ye": "yes", "ya": "yes", "yea": "yes", "yeh": "yes", "yass": "yes", "yess": "yes", "yus": "yes", "yessir": "yes",
	"nah": "no", "naw": "no", "nop": "no", "noo": "no", "tnx": "thanks", "thnx": "thanks", "thanx": "thanks", "thks": "thanks", "tks": "thanks", "tx": "thanks", "tysm": "thanks",
	"gr8": "great", "m8": "mate", "gd": "good", "bro": "mate", "bruv": "mate", "yw": "welcome", "acc": "accept", "wud": "would"}

// longForm gives the word for which a short form or a drawn-out one, "pleeease", stands.
func longForm(word string) string {
	if long, ok := shortForms[word]; ok {
		return long
	}
	for i := 0; i+2 < len(word); i++ {
		if word[i] == word[i+1] && word[i] == word[i+2] && isLetter(word[i]) {
			drawn := slices.Compact([]byte(word))
			if long, ok := shortForms[string(drawn)]; ok {
				return long
			}
			return string(drawn)
		}
	}
	return word
}

// longForms is a phrase with the long forms of its words.
func longForms(plain string) string {
	words := strings.Fields(plain)
	for i, w := range words {
		asks := strings.HasSuffix(w, "?")
		if words[i] = longForm(strings.TrimSuffix(w, "?")); asks {
			words[i] += "?"
		}
	}
	return strings.Join(words, " ")
}
