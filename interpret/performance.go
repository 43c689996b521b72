package interpret

import (
	"slices"
	"strings"

	"corrd/interpret/speech"
)

// A sentence that does what it says names an act and its object: "I gladly accept the challenge",
// "draw accepted".

// act is what a verb does to an object that is put to somebody, or to a game.
type act uint8

const (
	accepts act = iota + 1
	agrees
	declines
	waives
	confirms
	resigns
	offers
)

// verbs are the first words of a sentence that performs an act, and performed those at the end of
// one that says that the act is done.
var (
	verbs = map[string]act{"accept": accepts, "accepting": accepts, "take": accepts, "taking": accepts, "take up": accepts, "say yes to": accepts,
		"agree to": agrees, "agreeing to": agrees, "agree with": agrees, "agreeing with": agrees, "agreed to": agrees, "agreed with": agrees, "agreed on": agrees,
		"consent to": agrees, "consenting to": agrees, "happy with": agrees, "content with": agrees, "ok with": agrees, "okay with": agrees, "satisfied with": agrees,
		"comfortable with": agrees, "decline": declines, "declining": declines, "refuse": declines, "refusing": declines, "reject": declines,
		"rejecting": declines, "disagree with": declines, "object to": declines, "say no to": declines, "turn down": declines, "waive": waives, "waiving": waives, "confirm": confirms,
		"confirming": confirms, "yes to": accepts, "no to": declines, "resign": resigns, "resigning": resigns, "concede": resigns, "conceding": resigns, "tender": resigns,
		"give up": resigns, "surrender": resigns, "offer": offers, "offering": offers, "propose": offers, "proposing": offers, "suggest": offers, "suggesting": offers}
	performed = map[string]act{"accepted": accepts, "agreed": agrees, "taken": accepts, "granted": accepts, "denied": declines, "declined": declines, "refused": declines, "rejected": declines,
		"waived": waives, "confirmed": confirms, "resigned": resigns, "conceded": resigns, "offered": offers, "proposed": offers}
)

// verbHeads are the first words of verbs.
var verbHeads = func() map[string]bool {
	heads := map[string]bool{}
	for verb := range verbs {
		head, _, _ := strings.Cut(verb, " ")
		heads[head] = true
	}
	return heads
}()

// objects gives for each object of an act the statement that the act makes of it.
var objects = func() map[string]map[act]Kind {
	all := map[string]map[act]Kind{}
	for _, o := range [...]struct {
		names string
		kinds map[act]Kind
	}{
		{"draw, draw offer, offer draw, motion for draw, request for draw, offer of draw, proposal draw, proposal of draw", map[act]Kind{accepts: KindAcceptDraw, agrees: KindAcceptDraw, declines: KindDeclineDraw, offers: KindOfferDraw}},
		{"offer", map[act]Kind{accepts: KindAccept, agrees: KindAgree, declines: KindDeclineDraw}},
		{"points, challenge, invitation, invitation to play, invitation to game, match, terms, conditions, it",
			map[act]Kind{accepts: KindAccept, agrees: KindAgree, declines: KindDecline}},
		{"game", map[act]Kind{accepts: KindAccept, agrees: KindAgree, declines: KindDecline, resigns: KindResign}},
		{"game to you, resignation, resignation of game", map[act]Kind{resigns: KindResign}},
		{"proposal, change, changes, alteration, variation, amendment, amendments, modification, new terms, new time, new time limit, time limit, change in time limit, change of time limit, change of terms, variation of terms, any variation of terms, any variation, any change, suggestion, extension, extension of time, extra time, more time, longer time",
			map[act]Kind{accepts: KindAgree, agrees: KindAgree, declines: KindDecline}},
		{"penalty, right, rights, right to penalty", map[act]Kind{waives: KindWaive}},
		{"registration, name, address, above, registration above, registration under above name, details, registration under name", map[act]Kind{confirms: KindYes, accepts: KindYes, declines: KindNo}},
	} {
		for name := range strings.SplitSeq(o.names, ", ") {
			all[name] = o.kinds
			all[strings.Replace(name, " of ", " ", 1)] = o.kinds // as performs gives it
		}
	}
	return all
}()

// objectOf returns the statement that an act makes of an object: of one, of several named with
// "and", or of one with an adjective before it.
func objectOf(object []string, done act) (Kind, bool) {
	name := strings.Join(object, " ")
	if kind, ok := objects[name][done]; ok {
		return kind, true
	}
	for _, again := range againNamed {
		if bare, cut := strings.CutSuffix(name, " "+again); cut {
			if kind, ok := objects[bare][done]; ok {
				return kind, true
			}
		}
	}
	if i := slices.Index(object, "and"); i > 0 {
		one, ok := objectOf(object[:i], done)
		other, also := objectOf(object[i+1:], done)
		return one, ok && also && one == other
	}
	if len(object) > 1 && speech.Describes(object[0]) {
		return objectOf(object[1:], done)
	}
	return 0, false
}

// refused are the words of denial that make a refusal of what accepts or agrees behind them.
var refused = speech.TableOf(speech.Said["refused"]...)

// refusal reads a sentence in plain words, without its subject, that denies an acceptance.
func refusal(plain string) (Kind, bool) {
	plain = strings.TrimPrefix(strings.TrimPrefix(plain, "i "), "we ")
	if plain == "agree not" {
		return KindDecline, true
	}
	for _, not := range refused.Beside(plain) {
		rest, ok := strings.CutPrefix(plain, not)
		if !ok || rest == "" || rest[0] != ' ' {
			continue
		}
		rest = rest[1:]
		switch rest {
		case "accept", "accepting", "agree", "agreeing", "agreed", "consent", "accept it", "accept this", "accept that", "agree to this", "agree to that", "agree to it", "consent to this", "consent to that", "consent to it":
			return KindDecline, true
		case "play", "play this game", "play on these terms", "join":
			return KindNo, strings.Contains(not, "want") || strings.Contains(not, "wish")
		}
		switch rest {
		case "a draw", "the draw", "any draw", "your draw", "draws":
			return KindDeclineDraw, true
		}
		switch kind, _ := performs(rest); kind {
		case KindAcceptDraw:
			return KindDeclineDraw, true
		case KindAccept, KindAgree:
			return KindDecline, true
		}
		return 0, false
	}
	return 0, false
}

// againNamed are words behind an object that name it once more.
var againNamed = speech.Said["againNamed"]

// performs reads a sentence in plain words, without its subject, that performs an act upon an
// object.
func performs(plain string) (Kind, bool) {
	var room, kept [mostOfStatement]string
	all, words := speech.AppendFields(room[:0], plain), kept[:0]
	for i, w := range all {
		degree := (w == "most" || w == "very") && i+1 < len(all) && all[i+1] != "of" && (speech.Manners[all[i+1]] || speech.Small[all[i+1]])
		if !speech.Small[w] && !speech.Manners[w] && !degree {
			words = append(words, w)
		}
	}
	if n := len(all); n > 0 && len(words) < 3 && all[0] != "take" && all[0] != "taking" && pronouns[all[n-1]] {
		words = append(words, "it") // "I accept the same"
	}
	if len(words) < 2 {
		return 0, false
	}
	object := words[:len(words)-1]
	done, ok := performed[words[len(words)-1]]
	if !ok && !verbHeads[words[0]] {
		return 0, false
	}
	if !ok {
		for n := min(3, len(words)-1); n > 0 && done == 0; n-- {
			done, object = verbs[strings.Join(words[:n], " ")], words[n:]
		}
	}
	if done == 0 {
		return 0, false
	}
	if done == resigns && len(object) > 1 && object[len(object)-2] == "in" && object[len(object)-1] == "entirety" {
		object = object[:len(object)-2]
	}
	if done == offers && object[0] == "you" {
		object = object[1:]
	}
	kind, ok := objectOf(object, done)
	if kind == KindAcceptDraw && done == accepts && slices.Contains(all, "my") {
		return KindOfferDraw, true // "please accept my offer of a draw"
	}
	if kind == KindAcceptDraw && done == agrees && strings.Contains(plain, " with") && !strings.Contains(plain, "agree") {
		return KindOfferDraw, true // "happy with a draw" offers one, and accepts one that is offered
	}
	return kind, ok
}

// pronouns name once more what is put to somebody.
var pronouns = speech.SetOf("it this that these them same everything")

// longestPhrase is how many bytes a statement without an argument has at most.
const longestPhrase = 90

// phrase reads a statement without an argument, whatever opens the sentence, and gives the sentence
// without its opening.
func (p *parser) phrase(body string) (kind Kind, rest string, future, ok bool) {
	closes := closers[closerOf(body)]
	for n := 0; ; n++ {
		if len(body) < longestPhrase && closes {
			p.Spend(stepsOfPhrase + len(body)/2)
			plain := strings.Replace(speech.PlainPhrase(body), " please?", "?", 1)
			if strings.ContainsAny(plain, "?',") {
				plain = withoutMarks.Replace(plain)
			}
			plain = strings.TrimSuffix(speech.LongForms(plain), " please")
			if bare, ok := strings.CutPrefix(plain, "im "); ok {
				plain = "am " + bare
			}
			if kind, ok = phrases[plain]; !ok {
				kind, ok = phrases[strings.TrimPrefix(plain, "i ")]
			}
			if !ok {
				kind, ok = saidTwice(plain)
			}
			if !ok && !(n == 0 && strings.HasPrefix(plain, "take ") && pronouns[plain[len("take "):]]) {
				kind, ok = performs(plain)
			}
			if !ok && !(n == 0 && (strings.HasPrefix(plain, "do not accept") || strings.HasPrefix(plain, "dont accept"))) {
				kind, ok = refusal(plain)
			}
			if !ok && strings.Contains(plain, " ") {
				kind, ok = phrases[withoutManners(plain)]
			}
			if body, asks := strings.CutSuffix(plain, "?"); !ok && asks && !strings.HasSuffix(body, "you say") && proposesDraw(strings.Fields(body)) {
				kind, ok = KindOfferDraw, true
			}
		}
		opened, announces := withoutOpening(body)
		if ok || opened == body || n == mostOpenings || !p.Spend(stepsOfOpening) {
			return kind, body, future, ok
		}
		body, future = opened, future || announces
	}
}

// saidTwice reads plain words that say yes twice, or that their writer has read what is agreed to:
// "confirmed and accepted", "read and agreed".
func saidTwice(plain string) (Kind, bool) {
	first, second, _ := strings.Cut(plain, " and ")
	kind, ok := phrases[second]
	switch first {
	case "read", "seen", "noted", "approved", "signed", "understood":
		return kind, ok && (&Statement{Kind: kind}).agrees()
	}
	one, also := phrases[first]
	if kind == KindYes {
		kind = one
	}
	return kind, ok && also && (Statement{Kind: one}).answers() == Yes && (Statement{Kind: kind}).answers() == Yes
}

// withoutManners takes the adverbs of manner out of plain words; "" if there are none.
func withoutManners(plain string) string {
	var room [mostOfStatement]string
	kept, cut := room[:0], false
	for w := range strings.FieldsSeq(plain) {
		if speech.Manners[w] {
			cut = true
			if n := len(kept) - 1; n > 0 && (kept[n] == "most" || kept[n] == "very" || kept[n] == "quite") {
				kept = kept[:n]
			}
		} else {
			kept = append(kept, w)
		}
	}
	if !cut {
		return ""
	}
	return strings.Join(kept, " ")
}

// feeling are the adjectives and nouns of which an opening says with what feelings an act is done,
// and degree their degrees.
var (
	feeling = speech.SetOf("enchanted desolated charmed happy glad pleased delighted honoured honored obliged forced compelled sorry thrilled proud grateful overjoyed instructed inclined bound content willing ready regretting afraid")
	nouns   = speech.SetOf("pleasure regret honour honor delight sorrow heart joy gratitude sadness privilege")
	degree  = speech.SetOf("very much so most more than quite really truly only too extremely absolutely always deeply indeed rather just a the great greatest heavy deep deepest sincere sincerest real much my some therefore hereby now accordingly")
)

// withFeeling takes words off the head of a sentence which say with what feelings its act is done:
// "I am most happy to", "it is with great regret that I", "it gives me pleasure to".
func withFeeling(body string) (rest string, ok bool) {
	first, _, _ := strings.Cut(strings.TrimLeft(body, " "), " ")
	if first = strings.ToLower(strings.Trim(first, ",;")); !beings[first] && !degree[first] && !feeling[first] {
		return body, false
	}
	var room [longestPhrase / 2]string
	words := speech.AppendFields(room[:0], body)
	lower := func(i int) string { return strings.ToLower(strings.Trim(words[i], ",;")) }
	i := 0
	for i < len(words) && i < 4 && beings[lower(i)] {
		i++
	}
	began := i
	for i < len(words) && degree[lower(i)] {
		if lower(i) == "too" && (i == 0 || lower(i-1) != "only") {
			return body, false // "I am too proud to offer a draw"
		}
		i++
	}
	switch {
	case i >= len(words)-1:
		return body, false
	case feeling[lower(i)] && (lower(i+1) == "to" || lower(i+1) == "that"):
		i += 2
	case began > 0 && nouns[lower(i)] && (lower(i+1) == "to" || lower(i+1) == "that" || lower(i+1) == "of" || lower(i+1) == "in"):
		i += 2
	case feeling[lower(i)] && began > 0 && i+2 < len(words) && (lower(i+1) == "and" || lower(i+1) == "but"):
		i += 2
	default:
		return body, false
	}
	for i < len(words) && (lower(i) == "i" || lower(i) == "we" || lower(i) == "be") {
		i++
	}
	return strings.Join(words[i:], " "), i < len(words)
}

// beings are the words before such feelings.
var beings = speech.SetOf("i we i'm we're im am are be is it would should shall will i'd i'll we'd it's with gives give me us have had take to feel")

// openings are the words that may stand before what a sentence performs, one after another, besides
// the adverbs of manner.
var openings = speech.TableOf(speech.Said["opening"]...)

// mostOpenings bounds how many openings of a sentence are looked at.
const mostOpenings = 6

// futures are openings that only announce what their writer is going to do.
var futures = speech.TableOf("i will", "i'll", "ill", "i shall", "we'll", "i am going to", "i'm going to")

// withoutOpening takes one opening off the head of a statement, and reports whether it announces
// the statement.
func withoutOpening(body string) (rest string, announces bool) {
	singular := body
	if rest, ok := speech.CutWord(body, "we"); ok {
		if rest, ok = strings.CutPrefix(rest, "are "); ok {
			rest = "am " + rest
		}
		singular = "i " + rest
	}
	if rest, ok := openings.Cut(singular); ok && rest != "" && rest[0] != '\'' && !strings.EqualFold(rest, "it") && !strings.EqualFold(rest, "not") {
		return strings.TrimLeft(rest, ", "), false
	}
	if rest, ok := withFeeling(singular); ok {
		return rest, false
	}
	if rest, ok := futures.Cut(singular); ok && rest != "" {
		return strings.TrimLeft(rest, ", "), true
	}
	if rest, ok := speech.CutAnyWord(body, "i", "we"); ok && rest != "" && rest[0] != '\'' {
		return rest, false
	}
	body, _ = speech.CutAnyWord(body, "most", "very")
	first, rest, ok := strings.Cut(body, " ")
	if ok && speech.Manners[strings.ToLower(strings.TrimRight(first, ",;!"))] {
		return strings.TrimLeft(rest, ", "), false
	}
	return body, false
}
