package interpret

import (
	"slices"
	"strings"

	"corrd/interpret/carrying"
	"corrd/interpret/speech"
)

// Bounds of a line in which courtesies may surround a statement.
const (
	longestCourteous = 400 // bytes
	mostCourteous    = 60  // words
	mostOfStatement  = 16  // words of the statement itself
	mostOpen         = 40  // pieces of a line that are looked at as a statement among clauses of other words
)

// courteous reads a line of one statement, which is not a move, and of courtesies around it: "Yes,
// please. Thank you", "I resign. Well played, Alice!". note holds the courtesies. It reports false
// if anything beside the statement may restrict it or take it back, or if the line is a part of a
// paragraph.
func (p *parser) courteous(line string) (s Statement, note string, ok bool) {
	if len(line) > longestCourteous || p.Spent() {
		return s, "", false
	}
	words := p.wordsOf(speech.CommasApart(line))
	if len(words) < 2 || len(words) > mostCourteous || len(line) >= longestProse && openEnded(line) && !p.ends && !speech.Signed(words) && !speech.AllPolite(words) {
		return s, "", false
	}
	var weak Statement
	around := aroundStatement{words: words, tries: mostOpen}
	for from := 0; from < len(words); from++ {
		if !p.Spend(from/2 + 1) {
			break
		}
		if opener := speech.OpenerOf(words[from].Raw); opener != "" && words[from].Plain != "ok" && !mayState(headOf(words[from:])) {
			continue
		}
		lead := leadOf(words[:from])
		if cuts(words, from) || lead == noLead && (around.tries <= 0 || !mayBeLed(words[:from])) {
			continue
		}
		to := min(len(words), from+mostOfStatement)
		argued := slices.ContainsFunc(words[from:to], func(w speech.Word) bool { return argued[w.Plain] })
		for ; to > from; to-- {
			if !argued && !closers[closer(words[to-1].Plain)] {
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
		return s, "", false
	}
	return weak, note, true
}

// mayBeLed reports whether words may lead to a statement in their own sentence: they end with a
// stop, or with a word that joins it to them.
func mayBeLed(words []speech.Word) bool {
	last := words[len(words)-1]
	return len(words) <= mostCourteous/2 && (last.Stop != 0 || speech.Joins[last.Plain] || naying[last.Plain] || speech.IsAdverbial(words))
}

// headOf returns the first word of some, and the second if the first is the writer.
func headOf(words []speech.Word) string {
	opener := speech.OpenerOf(words[0].Raw)
	if (opener == "i" || opener == "we") && len(words) > 1 && words[0].Stop == 0 {
		return opener + " " + speech.OpenerOf(words[1].Raw)
	}
	return opener
}

// aroundStatement is a line in which a statement is looked for.
type aroundStatement struct {
	words    []speech.Word
	tries    int                       // left among clauses of other words
	closings [mostCourteous + 1]beside // what the words behind each place are
	known    [mostCourteous + 1]bool   // the places of which that is known
}

// closing says what the words behind a place are.
func (a *aroundStatement) closing(p *parser, to int) beside {
	if !a.known[to] {
		p.Spend(carrying.StepsOfKnown * (len(a.words) - to + 1))
		a.closings[to], a.known[to] = p.closingOf(a.words[to-1], a.words[to:]), true
	}
	return a.closings[to]
}

// statedAt reads the words from one place to another as a statement that may have those around it
// beside it; lead is what the words before it are.
func (p *parser) statedAt(around *aroundStatement, from, to int, lead beside) (s Statement, ok bool) {
	words := around.words
	if cuts(words, to) || speech.Attributes(words[from:to], words[to:]) {
		return s, false
	}
	last, closing := words[to-1], around.closing(p, to)
	if lead == noLead || closing == noLead && !speech.IsAddress(words[to:]) && !speech.Denies(words[to:]) && !speech.Explains(last, words[to:]) {
		if around.tries--; around.tries < 0 {
			return s, false
		}
	}
	s, ok = p.stated(words[from:to], words[len(words)-1].Stop == '?' || last.Stop == '?')
	no := s.Kind.refusal() && !speech.IsReport(words[from:to])
	if ok && closing == noLead && (no && (speech.Denies(words[to:]) || speech.Explains(last, words[to:])) || s.Kind == KindYes && (speech.Affirms(words[to:]) || perfect(speech.WrittenOut(words[to:])))) {
		closing = courtesies
	}
	if ok && lead == noLead && s.ledBy(p, words[:from], words[from:to]) {
		lead = clauses
	}
	if ok && closing == noLead && s.followedBy(p, last, words[from:to], words[to:]) {
		closing = clauses
	}
	if s.Kind == KindOfferDraw && slices.ContainsFunc(words[:from], func(w speech.Word) bool { return w.Plain == "yes" || w.Plain == "agreed" || w.Plain == "accepted" }) {
		return s, false // "yes please, draw"
	}
	if lead == noLead || s.Kind == KindOfferDraw && speech.AnswersOffer(words[to:]) {
		return s, false
	}
	if !ok || closing == noLead && !(s.Kind == KindOfferDraw && speech.IsAddress(words[to:])) || p.contradicted(s, words[:from], words[to:]) || to < len(words) && s.goesOn(last, beyondManner(words[to:])) || s.takenBack(words[to:]) || s.Kind == KindResign && last.Stop == 0 && speech.ToAnother(words[to:]) {
		return s, false
	}
	if s.Kind == KindStop && (!onlyAsks(words[:from]) || !onlyAsks(words[to:]) || last.Stop == '!' && to < len(words) && words[to].Sort == speech.Name && words[len(words)-1].Stop == '!') {
		return s, false // "Stop! You are too strong for me."
	}
	return s, s.mayStand(max(lead, closing), last.Stop != 0 || to == len(words) || speech.Interjections[words[to].Plain])
}

// goesOn reports whether the word behind a statement belongs to its sentence: it begins an object,
// as in "I accept your apologies", or stands behind a word of assent that leaves off, "ok... ".
func (s *Statement) goesOn(last, next speech.Word) bool {
	if last.Stop == 0 && s.Kind == KindYes && next.Plain == "again" && last.Plain == "play" {
		return true // "Let's play again!"
	}
	if last.Stop == 0 && next.Plain == "we" && (last.Plain == "terms" || last.Plain == "pace" || last.Plain == "arrangement") {
		return true // "I am content with the terms we have"
	}
	if s.weak() {
		return strings.HasSuffix(last.Raw, "..") || last.Stop == 0 && qualified[next.Plain]
	}
	switch last.Plain {
	case "dont", "don't":
		if last.Stop == 0 && next.Sort != speech.Name && !speech.Interjections[next.Plain] {
			return true // "I don't know"
		}
	case "cant", "can't", "cannot":
		if last.Stop == 0 && next.Plain == "see" {
			return true // "I can't see why not"
		}
	}
	if last.Stop == 0 && !s.Kind.refusal() && (speech.Matters[next.Plain] || s.Kind != KindYes && objecting[next.Plain]) {
		return true // "I accept White"
	}
	if last.Stop == 0 && (next.Plain == "would" || next.Plain == "could" || next.Plain == "might") && !s.Kind.IsYesOrNo() {
		return true
	}
	if last.Stop == 0 && (next.Plain == "that" && (s.Kind != KindYes || strings.Contains(strings.ToLower(s.Text), "confirm")) || telling[next.Plain] && s.Kind != KindNo && next.Plain != "did" && next.Plain != "do" && next.Idiom == 0) {
		return true
	}
	if last.Stop == 0 && (last.Plain == "that" || last.Plain == "this" || last.Plain == "it") && (s.Kind != KindYes || last.Plain == "that") && next.Sort != speech.Name && !speech.Interjections[next.Plain] && !speech.Reasons[next.Plain] && next.Plain != "time" {
		return true
	}
	switch next.Plain {
	case "your", "the", "this", "that", "a", "an", "his", "her", "it":
		return last.Stop == 0 && !s.Kind.IsYesOrNo()
	}
	return false
}

// takenBack reports whether words behind a statement that says yes say no.
func (s *Statement) takenBack(words []speech.Word) bool {
	return !s.Kind.refusal() && s.answers() != No && slices.ContainsFunc(words, func(w speech.Word) bool {
		return w.Idiom == 0 && (w.Plain == "decline" || w.Plain == "refuse" || w.Plain == "thoughts")
	})
}

// qualified are nouns of which a word of assent before them is the adjective: "fine weather".
var qualified = speech.SetOf("weather day days evening morning night weekend move moves game games play letter player position chess opening attack defence combination ending finish start try idea question")

// onlyAsks reports whether words are please, thanks and names.
func onlyAsks(words []speech.Word) bool {
	return !slices.ContainsFunc(words, func(w speech.Word) bool {
		return !speech.Interjections[w.Plain] && w.Sort != speech.Name && w.Plain != "you" && w.Plain != "very" && w.Plain != "much" && w.Idiom == 0
	})
}

// beyondManner returns the first of some words that does not only say how an act is done.
func beyondManner(words []speech.Word) speech.Word {
	if words[0].Plain == "my" && len(words) > 1 && !speech.Called[words[1].Plain] {
		return speech.Word{Plain: "your"}
	}
	for i := 0; i+1 < len(words) && words[i].Stop == 0 && speech.Manners[words[i].Plain]; i++ {
		if next := words[i+1]; next.Plain == "that" || objecting[next.Plain] {
			return next
		}
	}
	return words[0]
}

// cuts reports whether an idiom stands across the place before a word.
func cuts(words []speech.Word, at int) bool {
	return at > 0 && at < len(words) && words[at].Idiom != 0 && words[at].Idiom == words[at-1].Idiom
}

// beside says what stands at one side of a statement: nothing that a statement could have beside
// it, courtesies alone, or whole sentences of other words.
type beside uint8

const (
	noLead beside = iota
	courtesies
	sentences
	clauses // whole clauses of other words in the statement's own sentence
)

// leadOf says what the words before a statement are: courtesies that end with a stop or lead into
// the statement, "Thank you, ", "Dear Alice, ", "OK ", or whole sentences.
func leadOf(words []speech.Word) beside {
	found := courtesies
	for len(words) > 0 {
		n := speech.Sentence(words)
		switch last := words[n-1]; {
		case last.Stop == ':' && !slices.ContainsFunc(words[:n], func(w speech.Word) bool { return w.Sort != speech.Name }):
			return noLead // "Bob: I accept."
		case speech.Has(words[:n], speech.Doubt) || last.Stop == '?' || speech.Hesitates(words[:n]):
			return noLead
		case last.Stop == 0 && !speech.LeadsIn(words[:n]):
			return noLead
		case speech.LeadsIn(words[:n]):
		case !speech.Has(words[:n], speech.Other):
		case speech.EndsSentence(last.Stop):
			found = sentences
		default:
			return noLead
		}
		words = words[n:]
	}
	return found
}

// closingOf says what the words behind a statement are; last is the last word of the statement.
func (p *parser) closingOf(last speech.Word, words []speech.Word) beside {
	found, ended := courtesies, speech.EndsSentence(last.Stop)
	for len(words) > 0 {
		n := speech.Sentence(words)
		stop := words[n-1].Stop
		switch {
		case ended && stop == '?' && speech.AsksToBegin(words[:n]):
			found = sentences
		case doubtsIn(words[:n], ended), stop == '?' && !speech.AsksAboutPlay(words[:n]), !ended && speech.Restricts(words[:n]):
			return noLead
		case !speech.Has(words[:n], speech.Other):
		case ended && stop != '?' && !speech.IsDigit(words[0].Raw[0]) && !slices.ContainsFunc(words[:n], func(w speech.Word) bool { return p.namesMoves(w.Plain) }):
			found = sentences
		default:
			return noLead
		}
		if stop != 0 && stop != ',' {
			ended = speech.EndsSentence(stop) || stop == '?'
		}
		words = words[n:]
	}
	return found
}

// doubtsIn reports whether a sentence puts the statement before it in doubt; apart says that it is
// a sentence of its own. One that tells something of its writer, "I have done so only once",
// restricts nothing by "only" or "before".
func doubtsIn(words []speech.Word, apart bool) bool {
	tells := apart && len(words) > speech.FewestWords && subjects[words[0].Plain]
	for i, w := range words {
		if w.Sort == speech.Doubt && !(tells && i > 1 && mild[w.Plain]) {
			return true
		}
	}
	return false
}

// mild are words of doubt that doubt nothing in a sentence that tells of something else.
var mild = speech.SetOf("only once before after when never none nobody nothing which who whom whose because without")

// stated reads words as one statement that is not a move; asked says that the sentence is a
// question.
func (p *parser) stated(words []speech.Word, asked bool) (Statement, bool) {
	p.Spend(carrying.StepsOfPiece + stepsOfLine)
	text := strings.TrimRight(speech.TextOf(words), ".,;:!- ")
	read := text
	if len(words) == 1 && words[0].Plain == "ok" {
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

// mayStand reports whether a statement may have courtesies, or whole sentences, beside it; apart is
// whether they are set apart from it. Statements that state facts have their own words behind them.
func (s *Statement) mayStand(with beside, apart bool) bool {
	switch rows[s.Kind].manner {
	case asAnswer:
		return true
	case asOffer:
		return apart || with == clauses
	case asWish:
		return apart
	case asReport:
		return s.Words == "" && with == courtesies && apart
	}
	return with == courtesies && apart
}

// openEnded reports whether a line may go on below: it ends with no stop.
func openEnded(line string) bool { return strings.IndexByte(".!?)\"", line[len(line)-1]) < 0 }

// isCourtesy reports whether a line is greetings, thanks, good wishes, names or the words that
// bring a move in.
func (p *parser) isCourtesy(line string) bool {
	return len(line) <= longestCourteous && speech.AllPolite(p.wordsOf(line))
}
