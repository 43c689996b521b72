package interpret

import (
	"regexp"
	"slices"
	"strings"

	"corrd/interpret/notation"
	"corrd/interpret/wording"
)

// A move may have words before and behind it on its line that are no part of it and leave no doubt
// of it: "P-KR3. It has rained all day", "After much thought: P-KR3", "P-KR3 xx".

// unsettling are words that may put a move in doubt, make it another's, or say that it holds on a
// condition.
var unsettling = wordsSaid("unsettling")

// telling are words that go on a sentence of which the move is the subject: "P-KR3 is a mistake".
var telling = wordsSaid("telling")

// calming are those of them that unsettle no move which a full stop or a dash sets apart from them.
var calming = wordsSaid("calming")

// theirs are words that make a move the adversary's: "P-KR3 was your move".
var theirs = wording.SetOf("you your yours he his him she her hers they their opponent opponents black blacks white whites")

// moving are words of playing a move.
var moving = wording.SetOf("move moves moved play plays played playing send sends sent sending reply replied go goes went use used count counts post posted choose chose serious seriously sure certain final possible allowed")

// playing are those that name the move itself.
var playing = wording.SetOf("move moves moved play plays played playing reply")

// bringing are words of which one stands in what brings its writer's own move in: "my reply is as
// follows:".
var bringing = wording.SetOf("i we my our mine here reply answer move follows thought thinking deliberation consideration go goes")

// dangling are the words that may begin a clause behind a move without a sign between.
var dangling = wording.SetOf("fingers now off okay ok bye back gotta got running over too pls plz please sent lets let's kind have warm all many yours take see looking hugs god while whilst because since from with and sir madam maam mate bro lol haha hehe gl hf glhf bw xx cheers love greetings best regards thanks thank sorry happy good merry hope ur")

// leaning are those that may begin a longer one: "P-K4 to start us off".
var leaning = wording.SetOf("for to in because just so")

const (
	mostCuts    = 6  // places of a line at which words before or behind its move are looked for
	fewestWords = 3  // words of a clause behind a move that has no sign before it
	longestTurn = 40 // bytes of words that hand over the turn, or say that the move is a reply
)

// parseRemarked reads a line of one move and of words before and behind it that leave no doubt of
// the move; remark holds those words.
func (p *parser) parseRemarked(line string) (found []Statement, remark string, ok bool) {
	if len(line) > maxOneMove+longestCourteous || strings.HasSuffix(line, "?") && !strings.HasSuffix(line, "!?") && !p.endsElsewhere(line) && wording.IndexWord(line, "draw", 0) < 0 || p.mute || !mayHoldMove(line) {
		return nil, "", false
	}
	heads := headsOf(line)
	last := unmarked(line)
	if last > 0 && !slices.Contains(heads, last) {
		heads = append(heads, last)
		slices.Sort(heads)
	}
	for n, past := 0, false; n < len(heads) && !p.spent(); n++ {
		at, head := heads[n], strings.TrimSpace(line[:heads[n]])
		if !mayMove(line[at:]) || past && at != last && !p.announces(p.wordsOf(head)) {
			continue
		}
		if head != "" && !p.mayLead(head) {
			past = past || at != last // and so behind any longer head, but the move that has no sign before it
			continue
		}
		p.spend(stepsOfTrial)
		if found, tail, ok := p.parseFollowed(line[at:]); ok && (head+tail != "" || len(found) > 1) {
			if !p.courteousAround(head, tail) {
				if slices.ContainsFunc(found[0].Moves, func(m notation.Move) bool { return notation.Weigh(m.Text) != 0 }) {
					continue
				}
				for i := range found[0].Moves {
					found[0].Moves[i].Doubt |= notation.InText
				}
			}
			return found, strings.TrimSpace(head + " " + tail), true
		}
	}
	return nil, "", false
}

// endsElsewhere reports whether a line ends with a question of its own that is about something else than the move.
func (p *parser) endsElsewhere(line string) bool {
	at := max(strings.LastIndex(line, ". "), strings.LastIndex(line, "! "), strings.LastIndex(line, "? "))
	return at > 0 && asksElse(p.wordsOf(line[at+2:]))
}

// asksElse reports whether a sentence asks somebody about something else than the game: "How is the weather with you?"
func asksElse(words []aWord) bool {
	switch wording.OpenerOf(words[0].raw) {
	case "proud", "impressed", "surprised", "how", "what", "when", "where", "did", "have", "are", "is", "do", "has", "will", "was", "were", "who", "any", "and", "hows", "whats":
	default:
		return false
	}
	return len(words) >= fewestWords && !slices.ContainsFunc(words, func(w aWord) bool {
		bare := strings.ReplaceAll(w.plain, "'", "")
		return asksOfGame[bare] || moving[bare] || matters[bare] && bare != "how" && bare != "what" && bare != "when" && bare != "where" && bare != "who" && bare != "days" && bare != "weeks" || unsettling[bare] && bare != "what" && bare != "who" || actWords[bare] || menNamed[bare] || wording.IsDigit(w.raw[0])
	})
}

// asksOfGame are words of which one stands in a question about a move.
var asksOfGame = wording.SetOf("it that this these those i we right legal ok okay allowed good correct valid mean possible permitted see read accept square squares board position game chess better best check mate think about if or not like")

// remarks reports whether a statement is a move whose line says something else besides.
func (s Statement) remarks() bool { return s.isMoves() && s.Doubt()&notation.InText != 0 }

// courteousAround reports whether the words around a move are greetings, wishes and thanks alone.
func (p *parser) courteousAround(head, tail string) bool {
	return allPolite(p.wordsOf(head)) && (slices.Contains(said["your turn"], PlainWords(tail)) || allPolite(p.wordsOf(tail)))
}

// mayHoldMove reports whether a line holds a figure of a rank, or a word of a move without one.
func mayHoldMove(line string) bool {
	return strings.ContainsAny(line, "12345678") || wording.HoldsAny(line, moveWords[:])
}

// moveWords are words of which one stands in a move without a figure.
var moveWords = [...]string{"castl", "o-o", "0-0", "take", "x", "k", "q", "b", "r", "p", "n"}

// headsOf returns the places of a line at which its move may begin: its start, and behind each of a
// few signs, up to the last one behind which the words of a move may begin.
func headsOf(line string) []int {
	heads := []int{0}
	for i := 1; i+1 < len(line) && len(heads) < mostCuts; i++ {
		if line[i] == ' ' && strings.IndexByte(".!:,;-?", line[i-1]) >= 0 && i > 2 {
			heads = append(heads, i+1)
		}
	}
	for len(heads) > 0 && !mayMove(line[heads[len(heads)-1]:]) {
		heads = heads[:len(heads)-1]
	}
	return heads
}

// parseFollowed reads a move at the head of a text, and the words behind it.
func (p *parser) parseFollowed(text string) (found []Statement, tail string, ok bool) {
	if !mayMove(text) {
		return nil, "", false
	}
	reads := func(move string) bool {
		if move == "" || p.spent() {
			return false
		}
		list, one := p.parseSequence(withoutLead(move))
		if one = one && len(list) == 1; one {
			found = fromSequence(list, move)
		} else if s, ok := p.glossed(move); ok {
			found, one = []Statement{s}, true
		}
		return one
	}
	if bare := strings.TrimRight(text, " .!"); len(bare) <= maxOneMove && reads(bare) {
		return found, "", true
	}
	for i, tried := 1, 0; i < min(len(text), maxOneMove) && tried < maxParts; i++ {
		tail, joins := cutJoiner(text[i:])
		apart := joins
		loose := strings.HasPrefix(text[i:], ", ") || strings.HasPrefix(text[i:], " and ")
		if strings.HasPrefix(text[i:], "; ") {
			tail, joins, apart = text[i+2:], true, true
		}
		if !joins && text[i] == ' ' {
			tail = strings.TrimLeft(text[i:], " -")
			_, hopes := wording.CutAnyWord(tail, "i hope", "i trust", "i wish", "i look", "i am", "i'm", "i send")
			joins = tail != "" && (hopes || asksForDraw(tail) || len(tail) <= longestTurn && slices.Contains(said["your turn"], PlainWords(tail)) || dangling[wording.OpenerOf(tail)] || leaning[wording.OpenerOf(tail)] && strings.Count(tail, " ")+1 >= fewestWords || wording.IsKisses(tail) || strings.HasPrefix(text[i:], " -- "))
		}
		if !joins || tail == "" || text[i] == '?' {
			continue
		}
		tried++
		if strings.HasPrefix(text[i:], ". ") && namesOn(tail) {
			continue
		}
		if !reads(strings.TrimSpace(text[:i])) {
			continue
		}
		if offer, offers := p.offerBehind(tail); offers {
			return append(found, offer), "", true
		}
		if p.mayFollow(tail, apart, loose) && (text[i] != ':' || p.isCourtesy(tail)) {
			return found, tail, true
		}
	}
	return nil, "", false
}

// drawAsked are the heads of a question that offers a draw.
var drawAsked = [...]string{"draw", "do you", "would you", "will you", "how about", "what about", "shall we", "care for", "fancy", "may i offer", "can i offer"}

// asksForDraw reports whether words behind a move, without a sign between, may offer a draw.
func asksForDraw(tail string) bool {
	_, asks := wording.CutAnyWord(tail, drawAsked[:]...)
	return asks && wording.IndexWord(tail, "draw", 0) >= 0
}

// contented is how somebody says who has just moved that a draw would do.
var contented = regexp.MustCompile(`(?i)^(?:i|we)(?:'d| would| should) be (?:quite |very |most |perfectly )?(?:content|happy|glad|satisfied|willing|ready|pleased) (?:with|to take|to accept|to agree to|to settle for) a draw\b[^,;]*$|^(?:i|we)(?:'d| would| should) (?:gladly |happily )?(?:take|accept|welcome|like) a draw\b[^,;]*$|^(?:with|and) (?:the|an|my) offer of a draw\b[^,;]*$`)

// offerBehind reads words behind a move that offer a draw, with whatever reason: "and I offer a draw, as I am away".
func (p *parser) offerBehind(tail string) (s Statement, ok bool) {
	if len(tail) > longestCourteous || wording.IndexWord(tail, "draw", 0) < 0 || p.namesMoves(tail) {
		return s, false
	}
	tail, _ = wording.CutAnyWord(tail, "and", "but")
	if s, ok = p.parseCommand(tail); !ok {
		s, _, ok = p.courteous(tail)
	}
	if !ok && contented.MatchString(tail) {
		s, ok = Statement{Kind: KindOfferDraw, Text: tail}, true
	}
	if at := wording.IndexWord(tail, "draw", 0) + len("draw"); !ok && p.idle(p.wordsOf(strings.TrimRight(tail[at:], "?")), false, true) {
		offer := tail[:at]
		if asksForDraw(tail) {
			offer += "?"
		}
		s, ok = p.parseCommand(offer)
	}
	return s, ok && s.Kind == KindOfferDraw
}

// namesOn reports whether words behind a full stop go on with the name of a square: "P to K. B's 4th".
func namesOn(tail string) bool {
	word, _, _ := strings.Cut(tail, " ")
	bare := strings.TrimRight(strings.TrimSuffix(strings.TrimRight(word, ".,"), "s"), "'")
	return wording.IsDigit(word[0]) || len(bare) < len("Kt")+1 && strings.Contains("KQRBNPKt", bare)
}

// mayFollow reports whether words behind a move leave no doubt of it. apart says that a sign stands
// between, and loose that it is a comma or "and", which may join the move to what is said of it:
// "P-KR3, a good move".
func (p *parser) mayFollow(tail string, apart, loose bool) bool {
	words := p.wordsOf(tail)
	if n := sentence(words); n > 0 && slices.Contains(said["your turn"], PlainWords(textOf(words[:n]))) && allPolite(words[n:]) {
		return true
	}
	switch {
	case len(words) == 0:
		return false
	case !saysSomething(words), p.namesMoves(tail), wording.IsDigit(words[0].raw[0]), loose && !allPolite(words) && tells(words), theirs[words[0].plain] && !(len(words) > fewestWords || apart && !loose && len(words) == fewestWords && !moving[words[1].plain] || allPolite(words)):
		return false
	case !apart && len(words) < fewestWords && !allPolite(words) && !isSmallTalk(words) && !laughs[words[0].plain]:
		return false
	}
	remark := slices.ContainsFunc(words, func(w aWord) bool { return moving[w.plain] })
	own := slices.ContainsFunc(words, func(w aWord) bool { return w.plain == "i" || w.plain == "we" || w.plain == "my" || w.plain == "our" })
	return p.idle(words, false, apart && !loose) && !(loose && remark && !own)
}

// tells reports whether a clause of some words goes on a sentence of which the move before them is
// the subject.
func tells(words []aWord) bool {
	for i, w := range words {
		if telling[w.plain] && (i == 0 || words[i-1].stop == ',' || words[i-1].plain == "and") {
			return true
		}
	}
	return false
}

// saysSomething reports whether words are a remark or courtesies, and not stray letters and signs.
func saysSomething(words []aWord) bool {
	said := false
	for i, w := range words {
		if len(w.plain) < 2 && !(i > 0 && wording.IsDigit(w.raw[0])) && w.plain != "i" && w.plain != "a" && w.plain != "x" && w.idiom == 0 {
			return false
		}
		said = said || w.sort == otherWord || w.sort == politeWord && !small[w.plain] && !notation.IsLanguage(w.plain) && !times[w.plain] || wished[w.plain] || smallTalk[w.plain] || wording.IsKisses(w.raw) || w.sort == nameWord && (isGivenName(w.raw) || i > 0 && words[i-1].plain == "the")
	}
	return said || len(words) > 1 && !slices.ContainsFunc(words, func(w aWord) bool { return w.sort == nameWord })
}

// allPoliteWish reports whether words are courtesies, and a wish or thanks is among them.
func allPoliteWish(words []aWord) bool {
	return allPolite(words) && slices.ContainsFunc(words, func(w aWord) bool { return wished[w.plain] })
}

// smallTalk are the words of telephones that say nothing of a move.
var smallTalk = wording.SetOf("lol haha hehe gl hf glhf bw sir madam maam mate bro ur go turn move sup yay woo")

// isSmallTalk reports whether all of some words are such words.
func isSmallTalk(words []aWord) bool {
	return !slices.ContainsFunc(words, func(w aWord) bool { return !smallTalk[w.plain] && w.sort != politeWord })
}

// mayLead reports whether words before a move leave no doubt of it and that it is their writer's.
func (p *parser) mayLead(head string) bool {
	words := p.wordsOf(head)
	if depicts(words) || len(words) > 0 && (p.announces(words) || len(words) >= fewestWords && words[len(words)-1].stop == 0 && (words[0].plain == "after" || words[0].plain == "without") && setsScene(words)) {
		return true
	}
	for n := sentence(words); n < len(words) && (greeting[words[0].plain] || endsSentence(words[n-1].stop)) && allPolite(words[:n]); n = sentence(words) {
		words = words[n:]
	}
	if len(words) > 0 && words[len(words)-1].stop == 0 && words[0].plain != "my" && greeting[words[0].plain] && allPolite(words) {
		return true // "hi there pawn to king four"
	}
	if len(words) == 0 || words[len(words)-1].stop == 0 || p.namesMoves(head) || slices.ContainsFunc(words, func(w aWord) bool { return wording.IsDigit(w.raw[0]) }) {
		return false
	}
	last := words[len(words)-1].stop
	brings := slices.ContainsFunc(words, func(w aWord) bool { return bringing[w.plain] })
	other := slices.ContainsFunc(words, func(w aWord) bool { return theirs[w.plain] && w.plain != "you" }) || words[0].plain == "you"
	if timed := slices.ContainsFunc(words, func(w aWord) bool { return times[w.plain] }); timed && last == ':' && len(words) < fewestWords {
		return false // "Monday: P-Q3" is dated
	}
	switch last {
	case ':', '-', ',':
		if !allPolite(words) && (!brings || other) && !(last == ',' && words[0].plain == "respected") && !(words[0].plain == "sorry" && len(words) > 1) && !(setsScene(words) && !other) && !(last == ':' && exclaims(words) && !other) {
			return false
		}
	case '?':
		return allPolite(words) || sentence(words) == len(words) && asksElse(words)
	}
	return p.idle(words, true, false)
}

// exclaims reports whether words before a colon are a saying of their writer's and name nothing that a move might be:
// "two can play at that game:", "nothing ventured, nothing gained:".
func exclaims(words []aWord) bool {
	return len(words) > 1 && !slices.ContainsFunc(words, func(w aWord) bool {
		return w.idiom == 0 && (outOfScene[w.plain] || telling[w.plain] || menNamed[w.plain] || times[w.plain] && w.plain != "game" || w.plain == "words" || w.sort == doubtWord || w.sort == nameWord)
	})
}

// greeting are the words with which somebody is greeted at the head of a line.
var greeting = wording.SetOf("dear hello hi hey good my")

// depicts reports whether words before a colon say what their writer does by the move behind it: "I take the Bishop:".
func depicts(words []aWord) bool {
	plain := writtenOut(words)
	if len(plain) < 2 || len(plain) > mostOfStatement || plain[0] != "i" && plain[0] != "we" && plain[0] != "my" && plain[0] != "our" || words[len(words)-1].stop != ':' || has(words, doubtWord) {
		return false
	}
	rest := plain[1:]
	for len(rest) > 1 && (manners[rest[0]] || rest[0] == "will" || rest[0] == "shall" || rest[0] == "then") {
		rest = rest[1:]
	}
	if plain[0] == "my" || plain[0] == "our" {
		return slices.ContainsFunc(rest, func(w string) bool { return menNamed[w] }) && slices.ContainsFunc(rest, func(w string) bool { return w == "goes" || w == "moves" || taking[strings.TrimSuffix(w, "s")] })
	}
	return movings[rest[0]] || taking[rest[0]]
}

// taking are further verbs of what a man does.
var taking = wording.SetOf("hit beat place advance shift take capture castle exchange swap retreat attack develop defend protect bring threaten pin")

// idle reports whether words tell of something that puts no move in doubt; before says that they stand before
// it, and calm that they are a sentence of their own.
func (p *parser) idle(words []aWord, before, calm bool) bool {
	for len(words) > 0 {
		n := sentence(words)
		one := words[:n]
		words = words[n:]
		denies, moves, plays, other, brings := false, false, false, false, false
		for i, w := range one {
			bare := strings.ReplaceAll(w.plain, "'", "")
			if w.idiom != 0 {
				continue
			}
			if i > 0 && bare == "time" && one[i-1].plain == "more" { // somebody still thinks
				return false
			}
			if unsettling[bare] && !(calm && calming[bare]) || isUnsureWord(bare) && (n <= fewestWords || w.stop != 0) || w.stop == '?' && !allPolite(one) && !asksElse(one) {
				if !(before && (bare == "after" || bare == "thought" || bare == "thinking" || bare == "consideration")) {
					return false
				}
			}
			denies = denies || w.sort == doubtWord && !laughs[bare] && bare != "nothing" && bare != "thought"
			moves, plays = moves || moving[bare], plays || playing[bare]
			other = other || theirs[bare]
			brings = brings || bringing[bare] && !moving[bare]
		}
		if denies && (moves || n < fewestWords) || plays && other && !brings && !handsOver(one) || p.soundsLikeMove(textOf(one)) {
			return false
		}
	}
	return true
}

// laughs are words of laughter.
var laughs = wording.SetOf("lol haha hah ha hehe")

// isUnsureWord reports whether a word says that its writer only believes something.
func isUnsureWord(word string) bool {
	return word == "think" || word == "thought" || word == "believe" || word == "probably"
}

// handsOver reports whether a sentence hands over the turn.
func handsOver(words []aWord) bool {
	return slices.Contains(said["your turn"], PlainWords(textOf(words))) || words[0].plain == "ur" && isSmallTalk(words) || allPoliteWish(words)
}

// textOf returns the text of words as they stand in their line.
func textOf(words []aWord) string {
	raw := make([]string, len(words))
	for i, w := range words {
		raw[i] = w.raw
	}
	return strings.Join(raw, " ")
}

// wished are words of which one stands in a greeting, a wish or thanks.
var wished = wordsSaid("wished")
