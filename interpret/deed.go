package interpret

import (
	"slices"
	"strings"

	"corrd/interpret/speech"
)

// What a clause states by itself: an act is a verb, with the words that may stand before it and its
// object and the words that may stand behind them.

// deeds are further words of acts, as verbs gives them, in clauses that are read by their parts.
var deeds = map[string]act{"consent": agrees, "concur": agrees, "concur with": agrees, "in agreement": agrees, "in agreement with": agrees, "fine with": agrees, "good with": agrees,
	"agree": agrees, "agree on": agrees, "okay for": agrees, "ok for": agrees, "yes for": agrees, "fine for": agrees, "good for": agrees, "okay to": agrees, "ok to": agrees, "request": offers, "requesting": offers, "ask for": offers,
	"on board with": agrees, "at peace with": agrees, "cool with": agrees, "no objection to": agrees, "no objections to": agrees, "no problem with": agrees, "agreed": agrees,
	"pass on": declines, "pass": declines, "capitulate": resigns, "give in": resigns, "acknowledge": resigns, "admit": resigns, "accept defeat": resigns, "throw in": resigns,
	"throwing in": resigns, "lay down": resigns, "tip over": resigns, "tip": resigns, "raise": resigns, "pick up": accepts, "go along with": agrees, "go with": agrees, "settle for": agrees,
	"need": accepts, "giving up": resigns, "tendering": resigns, "surrendering": resigns, "turning down": declines, "passing on": declines, "saying no to": declines, "embrace": accepts, "welcome": accepts}

// beginVerbs are the first words of the verbs of acts, with the most words of such a verb.
var beginVerbs = func() map[string]int {
	most := map[string]int{}
	for _, all := range [...]map[string]act{verbs, deeds} {
		for verb := range all {
			first, _, _ := strings.Cut(verb, " ")
			most[first] = max(most[first], strings.Count(verb, " ")+1)
		}
	}
	return most
}()

// yielded are the objects of verbs that name a resignation only together with them.
var yielded = map[string]bool{"defeat": true, "towel": true, "sponge": true, "king": true, "arms": true, "white flag": true, "game": true, "resignation": true}

// act reads a clause that states an act.
func (c *saying) act() (Kind, bool) {
	words := trimmed(c.Plain)
	if len(words) == 0 || len(words) > mostOfStatement+4 || c.urges(words) {
		return 0, false
	}
	asks := c.Stop == '?'
	text := strings.Join(words, " ")
	if asks {
		return KindOfferDraw, proposesDraw(words)
	}
	if kind, ok := phrases[text]; ok && c.stands(kind, words) {
		return kind, true
	}
	if kind, ok := phrases[strings.TrimPrefix(text, "yes ")]; ok && kind == KindYes && len(words) > 2 {
		return kind, true
	}
	if kind, ok := isAnswered(words); ok {
		return kind, true
	}
	if kind, ok := isDone(words); ok {
		return kind, true
	}
	if kind, ok := saidOfDraw(words); ok {
		return kind, true
	}
	if persists(words) {
		return KindDeclineDraw, true
	}
	for v := range words {
		for n := min(beginVerbs[words[v]], len(words)-v); n > 0; n-- {
			verb := words[v]
			if n > 1 {
				verb = strings.Join(words[v:v+n], " ")
			}
			done, known := deeds[verb]
			if !known {
				if done = verbs[verb]; done == 0 {
					continue
				}
			}
			lead := speech.WithoutScene(words[:v])
			denied, announced, ok := speech.MayPrecede(lead)
			if !ok || len(lead) > 0 && lead[0] == "do" && done != declines && done != agrees || len(lead) > 0 && lead[len(lead)-1] == "have" && !strings.HasPrefix(verb, "no ") && done == verbs[verb] || done == resigns && (denied || announced || slices.Contains(lead, "time") && !slices.Contains(lead, "i")) || done == offers && denied {
				continue
			}
			if kind, ok := behindVerb(verb, done, words[v+n:]); ok {
				if verb == "need" && (!denied || kind != KindAcceptDraw) {
					continue // who needs a draw may offer one
				}
				if kind == KindAcceptDraw && !strings.HasPrefix(verb, "agree") && strings.HasSuffix(verb, " with") && v+n < len(words) && words[v+n] == "a" {
					return KindOfferDraw, !denied // "happy with a draw" offers one, and accepts one that is offered
				}
				return denying(kind, denied)
			}
		}
	}
	return 0, false
}

// urges reports whether a clause asks somebody else to resign, to take a man, or to pass words on.
func (c *saying) urges(words []string) bool {
	switch c.Plain[0] {
	case "pass":
		return len(words) > 1
	case "take":
		return len(words) == 2 && pronouns[words[1]]
	case "please", "kindly", "pls", "you", "do", "just":
		return len(words) > 0 && (words[0] == "pass" || verbs[words[0]] == resigns && !slices.Contains(words, "my"))
	}
	return false
}

// stands reports whether a phrase is one that states an act in a clause.
func (c *saying) stands(kind Kind, words []string) bool {
	if rows[kind].manner == asOffer {
		return len(words) != 1 || c.Stop == '.' || c.Stop == 0
	}
	return rows[kind].manner == asAnswer || kind == KindWaive
}

// isAnswered reads words that say what their writer's answer is: "my answer to the draw is no".
func isAnswered(words []string) (Kind, bool) {
	at := slices.Index(words, "is")
	if at < 2 || at+2 != len(words) || !slices.Contains(words[:2], "answer") && !slices.Contains(words[:2], "reply") && !slices.Contains(words[:2], "response") || words[0] == "your" {
		return 0, false
	}
	if words[at+1] == "no" {
		if slices.Contains(words[:at], "draw") {
			return KindDeclineDraw, true
		}
		return KindNo, true
	}
	if slices.Contains(words[:at], "draw") {
		return KindAcceptDraw, words[at+1] == "yes"
	}
	return KindYes, words[at+1] == "yes"
}

// isDone reads words that say of an object that an act is done to it: "the draw is accepted with
// thanks".
func isDone(words []string) (Kind, bool) {
	at := slices.IndexFunc(words, func(w string) bool { return performed[w] != 0 })
	if at < 1 {
		return 0, false
	}
	var object []string
	denied := false
	for i, w := range words[:at] {
		denied = denied || w == "not"
		if w != "not" && (!speech.Small[w] || w == "was" || w == "been") && !(i > 0 && speech.Manners[w]) {
			object = append(object, w)
		}
	}
	done := performed[words[at]]
	if len(object) == 0 || done == offers && denied || done == resigns {
		return 0, false
	}
	kind, ok := objectOf(object, done)
	if !ok || !followsAct(kind, words[at+1:]) {
		return 0, false
	}
	return denying(kind, denied)
}

// behindVerb reads the object of an act and the words behind it.
func behindVerb(verb string, done act, words []string) (Kind, bool) {
	if done == offers && len(words) > 0 && words[0] == "you" {
		words = words[1:]
	}
	rest := words
	for len(rest) > 1 && objects[rest[0]] == nil && (speech.Small[rest[0]] || speech.Manners[rest[0]] || speech.Describes(rest[0])) {
		rest = rest[1:]
	}
	for n := min(5, len(rest)); n > 0; n-- {
		var name []string
		for _, w := range rest[:n] {
			if !speech.Small[w] {
				name = append(name, w)
			}
		}
		kind, ok := objectOf(name, done)
		if done == resigns && deeds[verb] == resigns && yielded[strings.Join(name, " ")] {
			kind, ok = KindResign, true
		}
		if ok && followsAct(kind, rest[n:]) {
			return kind, true
		}
	}
	bareWith := strings.HasSuffix(verb, " with") && len(words) == 0
	if len(words) > 0 && pronouns[words[0]] && words[0] != "everything" && (len(words) == 1 || words[0] != "that" || speech.IsPolite(words[1]) && !subjects[words[1]] && words[1] != "you") {
		words = words[1:]
	}
	for i := 1; i < min(len(words), mostBetween) && (done == accepts || done == declines); i++ {
		if before := words[i-1]; speech.Unfit[before] || speech.Matters[before] || speech.Times[before] || speech.IsDigit(before[0]) || before == "you" || before == "my" || before == "on" || before == "upon" || before == "under" || before == "of" || telling[before] || subjects[before] || before == "would" || before == "could" || before == "might" {
			break
		}
		if w := words[i]; w == "the" || w == "your" || w == "this" {
			if kind, ok := objectOf(words[i+1:], done); ok {
				return kind, true
			}
			return 0, false
		}
	}
	kind, bare := bareActs[done]
	if done == resigns && deeds[verb] == resigns && verb != "give in" && verb != "capitulate" && verb != "giving up" || verb == "take" || verb == "taking" || verb == "welcome" || verb == "embrace" || strings.HasSuffix(verb, " to") || bareWith || verb == "tender" {
		return 0, false
	}
	return kind, bare && followsAct(kind, words)
}

// mostBetween bounds the words between a verb and its object that say how the act is done.
const mostBetween = 6

// bareActs are the statements that verbs make without an object.
var bareActs = map[act]Kind{accepts: KindAccept, agrees: KindAgree, declines: KindDecline, resigns: KindResign, waives: KindWaive, confirms: KindYes}

// followsAct reports whether words may stand behind an act and its object in their clause.
func followsAct(kind Kind, words []string) bool {
	if len(words) == 0 {
		return true
	}
	firm := kind == KindResign || kind.refusal()
	for i, w := range words {
		if speech.IsDigit(w[0]) || w == "would" || w == "could" || w == "be" || w == "your" && !firm && words[0] != "on" && words[0] != "under" {
			return false
		}
		if words[0] == "on" && w == "conditions" {
			continue
		}
		if words[0] == "without" {
			break
		}
		if speech.Unfit[w] && !(i+1 == len(words) && w == "yet" && kind.refusal()) {
			return false
		}
		if !firm && (speech.Matters[w] && w != "time" && w != "terms" || speech.Times[w] && w != "time" && w != "moment" && w != "game" && w != "present") {
			return false
		}
		if kind == KindResign && speech.Times[w] && w != "game" && w != "time" && w != "now" && w != "today" && w != "moment" && w != "move" && w != "present" {
			return false
		}
	}
	if kind == KindWaive && words[0] == "at" {
		return false
	}
	if kind == KindAgree && words[0] == "with" && !slices.ContainsFunc(words, func(w string) bool { return speech.Feelings[w] }) {
		return false
	}
	switch first := words[0]; first {
	case "my":
		return len(words) > 1 && speech.Called[words[1]] && words[1] != "my"
	case "you", "your", "youre":
		return kind == KindResign && slices.ContainsFunc(words, func(w string) bool {
			return w == "too" || w == "better" || w == "win" || w == "won" || w == "good" || w == "stronger"
		})
	case "with", "in", "at", "by", "here", "now", "then", "today", "this", "too", "again":
		return first != "this" || len(words) > 1 && (words[1] == "time" || words[1] == "game" || words[1] == "moment")
	case "as":
		return len(words) > 1 && asStated[words[1]] || kind.refusal() || kind == KindResign && len(words) > 1 && words[1] == "my"
	case "on", "upon", "under":
		return (slices.Contains(words, "terms") || slices.Contains(words, "conditions")) && !slices.ContainsFunc(words[1:], func(w string) bool {
			return !speech.Small[w] && !asStated[w] && w != "terms" && w != "conditions" && w != "propose" && w != "proposing"
		}) || slices.Contains(words, "behalf") || slices.Contains(words, "account") || kind.refusal()
	case "for":
		return kind.refusal() || len(words) > 1 && (words[1] == "my" || words[1] == "us" || words[1] == "both" || words[1] == "me")
	case "to":
		return kind == KindResign && len(words) > 1 && (words[1] == "you" || words[1] == "your" || words[1] == "the" || words[1] == "such") || kind == KindOfferDraw && len(words) == 2 && words[1] == "you"
	case "without":
		return len(words) == 2 && (words[1] == "reservation" || words[1] == "hesitation" || words[1] == "reserve" || words[1] == "delay" || words[1] == "rancour" || words[1] == "regret" || words[1] == "regrets")
	case "from":
		return !firm || kind.refusal()
	}
	return !slices.ContainsFunc(words, func(w string) bool {
		return !(speech.Interjections[w] || speech.Manners[w] || speech.Called[w] || speech.SmallTalk[w] || speech.Wished[w] || w == "you" || w == "very" || w == "much" || w == "so" || w == "game" || w == "all" || w == "the") && !strings.HasSuffix(w, "ly")
	}) && !objecting[words[0]] && words[0] != "you" && words[0] != "the"
}

// asStated are the words behind "as" that name what is put to somebody as it was put.
var asStated = speech.SetOf("proposed offered stated set it they you i my above agreed given suggested written described laid put requested is follows")

// objecting are words of courtesy that are the object of an act where they stand behind it.
var objecting = speech.Set("objecting")

// trimmed takes exclamations, courtesies and what joins a clause off its ends.
func trimmed(words []string) []string {
	for len(words) > 2 && words[0] == "no" && words[1] == "no" {
		words = words[1:]
	}
	for len(words) > 1 && (speech.Interjections[words[0]] && words[0] != "sure" && words[0] != "ok" && words[0] != "okay" && words[0] != "yes" && words[0] != "right" || splitting[words[0]] || words[0] == "lol" || words[0] == "haha" || words[0] == "bah") {
		words = words[1:]
	}
	for n := len(words) - 1; n > 0 && (words[n] == "please" || words[n] == "thanks" || words[n] == "lol" || words[n] == "haha" || words[n] == "sir" || words[n] == "mate" || words[n] == "bro" || words[n] == "gg" || words[n] == "dear" || words[n] == "then" || words[n] == "now" || words[n] == "though"); n-- {
		words = words[:n]
	}
	if n := len(words); n > 2 && words[n-1] == "you" && words[n-2] == "thank" {
		words = words[:n-2]
	}
	if n := len(words); n > 5 && words[n-1] == "mind" && words[n-5] == "if" {
		words = words[:n-5] // "if you do not mind"
	}
	return words
}
