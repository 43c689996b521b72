package interpret

import (
	"slices"
	"strings"

	"corrd/interpret/wording"
)

// Bounds of a line in which courtesies may surround a statement.
const (
	longestCourteous = 400 // bytes
	mostCourteous    = 60  // words
	mostOfStatement  = 16  // words of the statement itself
	mostNamesInRow   = 3   // words of a name
	mostOpen         = 40  // pieces of a line that are looked at as a statement among clauses of other words
)

// courteous reads a line of one statement, which is no move, and of courtesies around it: "Yes, please. Thank you",
// "I resign. Well played, Alice!". note holds the courtesies. It reports false if anything beside the statement may
// restrict it or take it back, or if the line is a part of a paragraph.
func (p *parser) courteous(line string) (s Statement, note string, ok bool) {
	if len(line) > longestCourteous || p.spent() {
		return s, "", false
	}
	words := p.wordsOf(wording.CommasApart(line))
	if len(words) < 2 || len(words) > mostCourteous || len(line) >= longestProse && openEnded(line) && !p.ends && !signed(words) && !allPolite(words) {
		return s, "", false
	}
	var weak Statement
	around := aroundStatement{words: words, tries: mostOpen}
	for from := 0; from < len(words); from++ {
		if !p.spend(from/2 + 1) {
			break
		}
		if opener := wording.OpenerOf(words[from].raw); opener != "" && words[from].plain != "ok" && !mayState(headOf(words[from:])) {
			continue
		}
		lead := leadOf(words[:from])
		if cuts(words, from) || lead == noLead && (around.tries <= 0 || !mayBeLed(words[:from])) {
			continue
		}
		to := min(len(words), from+mostOfStatement)
		argued := slices.ContainsFunc(words[from:to], func(w aWord) bool { return argued[w.plain] })
		for ; to > from; to-- {
			if !argued && !closers[closer(words[to-1].plain)] {
				continue
			}
			found, beside := p.statedAt(&around, from, to, lead)
			switch {
			case !beside:
			case found.weak():
				if lead != noLead && weak.Text == "" {
					weak, note = found, worthTelling(words[:from], words[to:])
				}
			default:
				return found, worthTelling(words[:from], words[to:]), true
			}
		}
	}
	if weak.Text == "" {
		return p.bySaying(line, words)
	}
	return weak, note, true
}

// mayBeLed reports whether words may lead to a statement in their own sentence: they end with a
// stop, or with a word that joins it to them.
func mayBeLed(words []aWord) bool {
	last := words[len(words)-1]
	return len(words) <= mostCourteous/2 && (last.stop != 0 || joins[last.plain] || naying[last.plain] || adverbial(words))
}

// headOf returns the first word of some, and the second if the first is the writer.
func headOf(words []aWord) string {
	opener := wording.OpenerOf(words[0].raw)
	if (opener == "i" || opener == "we") && len(words) > 1 && words[0].stop == 0 {
		return opener + " " + wording.OpenerOf(words[1].raw)
	}
	return opener
}

// aroundStatement is a line in which a statement is looked for.
type aroundStatement struct {
	words    []aWord
	tries    int                       // left among clauses of other words
	closings [mostCourteous + 1]beside // what the words behind each place are
	known    [mostCourteous + 1]bool   // the places of which that is known
}

// closing says what the words behind a place are.
func (a *aroundStatement) closing(p *parser, to int) beside {
	if !a.known[to] {
		p.spend(stepsOfKnown * (len(a.words) - to + 1))
		a.closings[to], a.known[to] = p.closingOf(a.words[to-1], a.words[to:]), true
	}
	return a.closings[to]
}

// statedAt reads the words from one place to another as a statement that may have those around it beside it; lead is what
// the words before it are.
func (p *parser) statedAt(around *aroundStatement, from, to int, lead beside) (s Statement, ok bool) {
	words := around.words
	if cuts(words, to) {
		return s, false
	}
	last, closing := words[to-1], around.closing(p, to)
	if lead == noLead || closing == noLead && !isAddress(words[to:]) && !denies(words[to:]) && !explains(last, words[to:]) {
		if around.tries--; around.tries < 0 {
			return s, false
		}
	}
	s, ok = p.stated(words[from:to], words[len(words)-1].stop == '?' || last.stop == '?')
	no := (s.Kind == KindNo || s.Kind == KindDecline || s.Kind == KindDeclineDraw) && !isReport(words[from:to])
	if ok && closing == noLead && (no && (denies(words[to:]) || explains(last, words[to:])) || s.Kind == KindYes && affirms(words[to:])) {
		closing = courtesies
	}
	if ok && lead == noLead && s.ledBy(p, words[:from], words[from:to]) {
		lead = clauses
	}
	if ok && closing == noLead && s.followedBy(p, last, words[from:to], words[to:]) {
		closing = clauses
	}
	if s.Kind == KindOfferDraw && slices.ContainsFunc(words[:from], func(w aWord) bool { return w.plain == "yes" || w.plain == "agreed" || w.plain == "accepted" }) {
		return s, false // "yes please, draw"
	}
	if lead == noLead || s.Kind == KindOfferDraw && slices.ContainsFunc(words[to:], func(w aWord) bool { return answering[w.plain] && w.stop != '?' }) {
		return s, false
	}
	if !ok || closing == noLead && !(s.Kind == KindOfferDraw && isAddress(words[to:])) || p.contradicted(s, words[:from], words[to:]) || to < len(words) && s.goesOn(last, beyondManner(words[to:])) || s.takenBack(words[to:]) {
		return s, false
	}
	if s.Kind == KindStop && (!onlyAsks(words[:from]) || !onlyAsks(words[to:])) {
		return s, false // "Stop! You are too strong for me."
	}
	return s, s.mayStand(max(lead, closing), last.stop != 0 || to == len(words) || interjections[words[to].plain])
}

// answering are words behind the name of a draw that answer an offer of one: "draw? yes, accepted".
var answering = wording.SetOf("yes yep yeah ok okay accepted accept agreed agree no")

// goesOn reports whether the word behind a statement belongs to its sentence: it begins an object, as in "I accept your
// apologies", or stands behind a word of assent that leaves off, "ok... ".
func (s *Statement) goesOn(last, next aWord) bool {
	if s.weak() {
		return strings.HasSuffix(last.raw, "..") || last.stop == 0 && qualified[next.plain]
	}
	if last.stop == 0 && !s.Kind.refusal() && (matters[next.plain] || s.Kind != KindYes && objecting[next.plain]) {
		return true // "I accept White"
	}
	if last.stop == 0 && (next.plain == "would" || next.plain == "could" || next.plain == "might") && s.Kind != KindYes && s.Kind != KindNo {
		return true
	}
	if last.stop == 0 && (next.plain == "that" && (s.Kind != KindYes || strings.Contains(strings.ToLower(s.Text), "confirm")) || telling[next.plain] && s.Kind != KindNo && next.plain != "did" && next.plain != "do" && next.idiom == 0) {
		return true
	}
	if last.stop == 0 && (last.plain == "that" || last.plain == "this" || last.plain == "it") && (s.Kind != KindYes || last.plain == "that") && next.sort != nameWord && !interjections[next.plain] && !reasons[next.plain] && next.plain != "time" {
		return true
	}
	switch next.plain {
	case "your", "the", "this", "that", "a", "an", "his", "her", "it":
		return last.stop == 0 && s.Kind != KindYes && s.Kind != KindNo
	}
	return false
}

// takenBack reports whether words behind a statement that says yes say no.
func (s *Statement) takenBack(words []aWord) bool {
	return !s.Kind.refusal() && s.answers() != No && slices.ContainsFunc(words, func(w aWord) bool {
		return w.idiom == 0 && (w.plain == "decline" || w.plain == "refuse" || w.plain == "thoughts")
	})
}

// qualified are nouns of which a word of assent before them is the adjective: "fine weather".
var qualified = wording.SetOf("weather day days evening morning night weekend move moves game games play letter player position chess opening attack defence combination ending finish start try idea question")

// onlyAsks reports whether words are please, thanks and names.
func onlyAsks(words []aWord) bool {
	return !slices.ContainsFunc(words, func(w aWord) bool {
		return !interjections[w.plain] && w.sort != nameWord && w.plain != "you" && w.plain != "very" && w.plain != "much" && w.idiom == 0
	})
}

// beyondManner returns the first of some words that does not only say how an act is done.
func beyondManner(words []aWord) aWord {
	if words[0].plain == "my" && len(words) > 1 && !called[words[1].plain] {
		return aWord{plain: "your"}
	}
	for i := 0; i+1 < len(words) && words[i].stop == 0 && manners[words[i].plain]; i++ {
		if next := words[i+1]; next.plain == "that" || objecting[next.plain] {
			return next
		}
	}
	return words[0]
}

// cuts reports whether an idiom stands across the place before a word.
func cuts(words []aWord, at int) bool {
	return at > 0 && at < len(words) && words[at].idiom != 0 && words[at].idiom == words[at-1].idiom
}

// beside says what stands at one side of a statement: nothing that a statement could have beside it,
// courtesies alone, or whole sentences of other words.
type beside uint8

const (
	noLead beside = iota
	courtesies
	sentences
	clauses // whole clauses of other words in the statement's own sentence
)

// leadOf says what the words before a statement are: courtesies that end with a stop or lead into the statement,
// "Thank you, ", "Dear Alice, ", "OK ", or whole sentences.
func leadOf(words []aWord) beside {
	found := courtesies
	for len(words) > 0 {
		n := sentence(words)
		switch last := words[n-1]; {
		case last.stop == ':' && !slices.ContainsFunc(words[:n], func(w aWord) bool { return w.sort != nameWord }):
			return noLead // "Bob: I accept."
		case has(words[:n], doubtWord) || last.stop == '?' || hesitates(words[:n]):
			return noLead
		case last.stop == 0 && !leadsIn(words[:n]):
			return noLead
		case leadsIn(words[:n]):
		case !has(words[:n], otherWord):
		case endsSentence(last.stop):
			found = sentences
		default:
			return noLead
		}
		words = words[n:]
	}
	return found
}

// closingOf says what the words behind a statement are; last is the last word of the statement.
func (p *parser) closingOf(last aWord, words []aWord) beside {
	found, ended := courtesies, endsSentence(last.stop)
	for len(words) > 0 {
		n := sentence(words)
		stop := words[n-1].stop
		switch {
		case doubtsIn(words[:n], ended), stop == '?' && !asksAboutPlay(words[:n]), !ended && restricts(words[:n]):
			return noLead
		case !has(words[:n], otherWord):
		case ended && stop != '?' && !wording.IsDigit(words[0].raw[0]) && !slices.ContainsFunc(words[:n], func(w aWord) bool { return p.namesMoves(w.plain) }):
			found = sentences
		default:
			return noLead
		}
		if stop != 0 && stop != ',' {
			ended = endsSentence(stop) || stop == '?'
		}
		words = words[n:]
	}
	return found
}

// doubtsIn reports whether a sentence puts the statement before it in doubt; apart says that it is a sentence of its
// own. One that tells something of its writer, "I have done so only once", restricts nothing by "only" or "before".
func doubtsIn(words []aWord, apart bool) bool {
	tells := apart && len(words) > fewestWords && subjects[words[0].plain]
	for i, w := range words {
		if w.sort == doubtWord && !(tells && i > 1 && mild[w.plain]) {
			return true
		}
	}
	return false
}

// mild are words of doubt that doubt nothing in a sentence that tells of something else.
var mild = wording.SetOf("only once before after when never none nobody nothing which who whom whose because without")

// endsSentence reports whether a sign ends what a sentence says, so that the words behind it are of another.
func endsSentence(stop byte) bool { return stop == '.' || stop == '!' || stop == ';' }

// hesitates reports whether words before a statement leave off: "well... ".
func hesitates(words []aWord) bool {
	return strings.HasSuffix(words[len(words)-1].raw, "..") && !slices.ContainsFunc(words, func(w aWord) bool { return !interjections[w.plain] })
}

// stated reads words as one statement that is no move; asked says that the sentence is a question.
func (p *parser) stated(words []aWord, asked bool) (Statement, bool) {
	p.spend(stepsOfPiece + stepsOfLine)
	text := strings.TrimRight(textOf(words), ".,;:!- ")
	read := text
	if len(words) == 1 && words[0].plain == "ok" {
		read = "ok" // "k"
	}
	s, ok := p.parseCommand(read)
	if !ok && asked {
		s, ok = p.parseCommand(text + "?")
		ok = ok && s.Kind == KindOfferDraw
	}
	s.Text = text
	return s, ok
}

// mayStand reports whether a statement may have courtesies, or whole sentences, beside it; apart is whether they are set
// apart from it. Statements that state facts have their own words behind them.
func (s *Statement) mayStand(with beside, apart bool) bool {
	switch s.Kind {
	case KindYes, KindNo, KindAccept, KindDecline, KindResign, KindAcceptDraw, KindDeclineDraw, KindAgree:
		return true
	case KindOfferDraw:
		return apart || with == clauses
	case KindWaive, KindWithdraw, KindLeave, KindLeaveEverywhere, KindEnter, KindWithdrawEntry, KindHelp:
		return apart
	case KindProtest, KindClaim, KindSubmit:
		return s.Words == "" && with == courtesies && apart
	}
	return with == courtesies && apart
}

// openEnded reports whether a line may go on below: it ends with no stop.
func openEnded(line string) bool { return strings.IndexByte(".!?)\"", line[len(line)-1]) < 0 }

// signed reports whether a line ends with a name behind a stop, as the end of a letter does.
func signed(words []aWord) bool {
	n := len(words)
	for n > 0 && words[n-1].stop == 0 && (words[n-1].sort == nameWord || n < len(words) && (words[n-1].plain == "and" || words[n-1].plain == "&")) {
		n--
	}
	return n > 0 && n < len(words) && words[n-1].stop != 0
}

// leadsIn reports whether words without a stop behind them may stand before a statement: "ok I accept", "Dear Alice I
// accept".
func leadsIn(words []aWord) bool {
	for i, w := range words {
		if !interjections[w.plain] && w.idiom == 0 && !(i > 0 && w.sort == nameWord) && !(w.plain == "you" && i > 0 && words[i-1].plain == "thank") {
			return false
		}
	}
	return true
}

// asksAboutPlay reports whether a question is no doubt of what was stated: "Shall we play again?"
func asksAboutPlay(words []aWord) bool {
	if has(words, otherWord) {
		return false
	}
	return slices.ContainsFunc(words, func(w aWord) bool {
		switch w.plain {
		case "again", "another", "rematch", "game", "we", "are":
			return true
		}
		return false
	})
}

// isAddress reports whether words behind a question only name whom it is put to: "a draw, my dear fellow?"
func isAddress(words []aWord) bool {
	return len(words) > 0 && len(words) <= mostNamesInRow+1 && words[len(words)-1].stop == '?' && allPolite(words)
}

// worthTelling returns the words before and behind a statement for the other side to read, without those that say please
// and no more.
func worthTelling(before, after []aWord) string {
	var raw []string
	for _, words := range [...][]aWord{before, after} {
		if slices.ContainsFunc(words, func(w aWord) bool { return !interjections[w.plain] || strings.HasPrefix(w.plain, "thank") }) {
			for _, w := range words {
				raw = append(raw, w.raw)
			}
		}
	}
	return strings.Join(raw, " ")
}
