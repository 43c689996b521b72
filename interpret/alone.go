package interpret

import (
	"regexp"
	"slices"
	"strings"

	"corrd/interpret/carrying"
	"corrd/interpret/speech"
)

// What decides something for its writer must be stated by its own sentence: the words that stand
// before and behind the clause there may give a reason, or be polite, and tell of nobody else, of
// no other time and of no condition.

// standsAlone reports whether the sentence in which a clause states something tells nothing else
// that might be meant. The clause is words[from:to]. What the mail office only shows may stand
// anywhere.
func standsAlone(s *Statement, words []speech.Word, from, to int) bool {
	if !s.Kind.said(ofItsOwn) {
		return true
	}
	clause, lead := words[from:to], words[speech.BeginOf(words[:from]):from]
	if s.Kind == KindOfferDraw && clause[0].Plain == "your" || speech.OnCondition(clause, s.Kind.said(outright)) {
		return false
	}
	if !leadsTo(s.Kind, lead, clause) {
		return false
	}
	last := clause[len(clause)-1].Stop
	if speech.EndsSentence(last) || last == '?' || last == ':' && rows[s.Kind].manner == asReport {
		return true
	}
	tail := words[to:]
	return followed(s.Kind, tail[:speech.EndOf(tail)], resignsPlainly(s.Kind, clause))
}

// told reports whether a line tells something beside a statement of its that was read by its words,
// for which the statement might not be meant.
func (p *parser) told(s *Statement, line string) bool {
	clause, words := speech.Of(s.Text), p.wordsOf(line)
	if len(clause) == 0 || len(clause) > len(words) || !s.Kind.said(outright) || s.Kind == KindAcceptDraw || s.Kind == KindDeclineDraw || s.Kind == KindWaive {
		return false
	}
	if s.Kind == KindClaim { // its text is the whole line
		n := slices.IndexFunc(words, func(w speech.Word) bool { return w.Plain == "claim" })
		return n > 0 && speech.Unsettled(words[:n])
	}
	for from := range len(words) - len(clause) + 1 {
		if slices.EqualFunc(words[from:from+len(clause)], clause, func(a, b speech.Word) bool { return a.Plain == b.Plain }) {
			return !standsAlone(s, words, from, from+len(clause))
		}
	}
	return false
}

// leadsTo reports whether words of its sentence lead to what a clause states: a reason, courtesies,
// or what the writer or the game is like.
func leadsTo(k Kind, lead, clause []speech.Word) bool {
	if len(lead) == 0 {
		return true
	}
	if speech.Unsettled(lead) || speech.Reported(lead) || speech.Bidding[lead[0].Plain] && (clause[0].Plain == "and" || lead[len(lead)-1].Plain == "and") {
		return false
	}
	if speech.AllPolite(lead) || len(lead) > 1 && lead[0].Plain == "my" && speech.Decisions[lead[1].Plain] {
		return true
	}
	end := lead[len(lead)-1].Plain
	if so := clause[0].Plain == "so" || end == "so"; so || resignsPlainly(k, clause) && slices.ContainsFunc(clause, speech.OfWriter) {
		return true
	}
	joined := lead[0].Plain == "i" && (speech.Joins[clause[0].Plain] || speech.Joins[end])
	if k == KindAdopt || !joined && !(k == KindStop && lead[0].Plain == "i") && !slices.ContainsFunc(clause, speech.OfWriter) {
		return false
	}
	return speech.GivesReason(lead) || k == KindExact && lead[0].Plain == "you"
}

// followed reports whether words behind a clause, up to the end of its sentence, leave it stated: a
// reason, courtesies, or more of the writer. Whoever plainly resigns may say there what they want.
func followed(k Kind, tail []speech.Word, plainly bool) bool {
	switch {
	case len(tail) == 0, speech.AllPolite(tail):
		return true
	case tail[0].Plain == "but", tail[0].Plain == "as" && len(tail) > 2 && (tail[1].Plain == "the" || tail[1].Plain == "a") && !speech.Described[strings.TrimSuffix(tail[2].Plain, "'s")]:
		return false // "I resign as the secretary"
	case speech.Reasons[tail[0].Plain], len(tail) < 4 && namesKind(k, tail[len(tail)-1].Plain):
		return true
	case speech.Unsettled(tail):
		return false
	}
	return !speech.Reported(tail) && (plainly || speech.GivesReason(tail))
}

// resignsPlainly reports whether a clause names the resignation that it states.
func resignsPlainly(k Kind, clause []speech.Word) bool {
	return k == KindResign && slices.ContainsFunc(clause, func(w speech.Word) bool { return strings.HasPrefix(w.Plain, "resign") })
}

// cutNumber takes a number off a yes or a no that is no letter's: "No, 7 days would do".
func cutNumber(found []Statement, line string) []Statement {
	if len(found) == 1 && found[0].Choice != 0 && rows[found[0].Kind].manner == asAnswer && strings.HasPrefix(line, found[0].Text+" ") {
		found[0].Choice, found[0].Text = 0, speech.OpenerOf(found[0].Text)
	}
	return found
}

// withSpan gives the one yes of a line the number of days or hours that it says yes to: "Yes, a
// week".
func withSpan(found []Statement, line string) []Statement {
	if len(found) == 1 && found[0].answers() == Yes && found[0].Choice == 0 && strings.HasPrefix(line, found[0].Text) {
		found[0].Text += speech.SpanAt(line[len(found[0].Text):])
	}
	return found
}

// beforeAgain takes the consent before the wish for another game: "Accepted. Shall we play again?"
func beforeAgain(found []Statement, prose string) ([]Statement, string) {
	if len(found) != 1 || found[0].Kind != KindAgain || prose == "" || len(prose) > longestChoice {
		return found, prose
	}
	before := Parse(prose)
	if len(before.Statements) != 1 || before.Note != "" || before.Statements[0].Choice != 0 || before.Statements[0].answers() != Yes {
		return found, prose
	}
	return append(before.Statements, found[0]), ""
}

// A move that is a sentence of its own, or that a sign sets apart from the words before it and with
// which its sentence ends, plays whatever else a letter tells (carrying/apart.go), unless a
// sentence beside it takes it back, leaves it open, or tells of another board.

// mayLead reports whether words before a move leave no doubt of it and that it is their writer's;
// ends says that its sentence ends with it.
func (p *parser) mayLead(head string, ends bool) bool {
	if strings.HasPrefix(head, "|") { // corrd shows so what others have written
		return false
	}
	words := p.wordsOf(head)
	own := speech.BeginOf(words)
	if before := speech.Untagged(words[:own]); len(before) > 0 && !speech.AllPolite(before) && p.unsettle(before, ends || p.plays(speech.TextOf(words[own:]))) {
		return false
	}
	return own == len(words) || p.leads(words[own:], true) || ends && p.Spend(len(words)) && carrying.SetsApart(p.withRecords(words[own:]))
}

// unsettle reports whether sentences before one of a move put it in doubt. clear says that the move
// is a sentence of its own, or that its sentence plays it in so many words.
func (p *parser) unsettle(before []speech.Word, clear bool) bool {
	if p.namesMoves(speech.TextOf(before)) && (!clear || p.standsBare(before)) {
		return true
	}
	return carrying.Feigns(before) || !p.idle(before, true) && !(clear && carrying.IsHarmless(before)) ||
		len(before) < speech.FewestWords && speech.IsDigit(before[0].Raw[0])
}

// standsBare reports whether one of some sentences is a move and nothing else.
func (p *parser) standsBare(words []speech.Word) bool {
	for len(words) > 0 {
		n := speech.EndOf(words)
		if p.SoundsLikeMove(strings.TrimRight(speech.TextOf(words[:n]), ".!? ")) {
			return true
		}
		words = words[n:]
	}
	return false
}

// begins reports whether a move begins its sentence behind others.
func (p *parser) begins(head string) bool {
	words := p.wordsOf(head)
	return len(words) > 0 && speech.BeginOf(words) == len(words)
}

// endsAt reports whether the sentence that begins with a move in a text ends with it.
func endsAt(text, move string) bool {
	rest, ok := strings.CutPrefix(text, move)
	rest = strings.TrimLeft(rest, " )")
	return ok && (rest == "" || strings.IndexByte(".!;", rest[0]) >= 0)
}

// isSalutation reports whether lines are the one with which a letter begins, in whatever language:
// a few words and a comma.
func (p *pageReader) isSalutation(lines []string) bool {
	words := p.wordsOf(lines[0])
	return len(lines) == 1 && len(words) <= speech.MostNames+2 && words[len(words)-1].Stop == ',' && speech.Sentence(words) == len(words) && speech.Has(words, speech.Name)
}

// standsAlone reports whether a move below lines of prose is in a sentence of its own that begins
// and ends in its line, or plays the move in so many words, and nothing above puts it in doubt.
func (p *pageReader) standsAlone(above []string, line, head string) bool {
	rest := strings.TrimLeft(strings.TrimPrefix(line, head), " ")
	_, tail, ok := p.parseFollowed(rest, false)
	if !ok || head == "" {
		return false
	}
	words := p.wordsOf(strings.Join(above, " ") + " " + head)
	own := speech.BeginOf(words)
	alone := own == len(words) && own > 0 && words[own-1].Stop != ';' && (tail == "" || endsAt(rest, rest[:len(rest)-len(tail)]))
	if !alone && !p.plays(speech.TextOf(words[own:])) {
		return false
	}
	return (own == len(words) || p.leads(words[own:], true)) && (own == 0 || !p.unsettle(words[:own], true) && !p.namesMoves(speech.TextOf(words[:own])))
}

// contradicted reports whether words beside a statement that says no say yes, those before a bare
// no state anything else, or those behind it resign.
func (p *parser) contradicted(s Statement, before, after []speech.Word) bool {
	if s.weak() && slices.ContainsFunc(after, func(w speech.Word) bool {
		return w.Idiom == 0 && (w.Plain == "look" || w.Plain == "check" || w.Plain == "ask")
	}) {
		return true // "ok, I will look at it"
	}
	if s.answers() != No && s.Kind != KindDeclineDraw {
		return false
	}
	if slices.ContainsFunc(before, func(w speech.Word) bool { return w.Stop != 0 && (w.Plain == "accept" || w.Plain == "agree") }) {
		return true
	}
	yes := func(w speech.Word) bool { return w.Plain == "yes" }
	if slices.ContainsFunc(before, yes) || slices.ContainsFunc(after, yes) {
		return true
	}
	for i, rest := range [...][]speech.Word{before, after} {
		for ; len(rest) > 0 && s.Kind == KindNo; rest = rest[speech.Sentence(rest):] {
			if other, ok := p.stated(rest[:speech.Sentence(rest)], false); ok && other.answers() != No && (i == 0 || other.Kind == KindResign) {
				return true // "You are kind, but no. I resign."
			}
		}
	}
	return false
}

// mocks reports whether a line says yes in mockery: "yeah, right", "sure you will".
func mocks(line string) bool {
	plain := " " + PlainWords(line) + " "
	ends := func(words string) bool {
		before, found := strings.CutSuffix(plain, " "+words+" ")
		return found && !strings.HasSuffix(before, " if") && !strings.HasSuffix(before, " as") // "if you wish"
	}
	return slices.Contains(speech.Said["mocking alone"], strings.TrimSpace(plain)) || slices.ContainsFunc(speech.Said["mocking"], ends)
}

// ponders is how somebody tells what they thought of doing, before a no that answers themselves.
var ponders = regexp.MustCompile(`(?i)\b(?:offering|proposing|resigning|claiming)\b.*\bbut no\b`)

// belied reports whether what stands beside a statement in its line may belie it.
func (p *parser) belied(s *Statement, line string) bool {
	if s.Kind.refusal() && (ponders.MatchString(line) || speech.IsArticle(p.wordsOf(line), speech.Of(s.Text))) {
		return true
	}
	words := p.wordsOf(speech.CommasApart(line))
	if s.Kind.refusal() && s.Choice == 0 && slices.ContainsFunc(speech.Sentences(words), speech.IsAboutElse) {
		return true
	}
	if s.Choice != 0 || s.Kind.refusal() || s.answers() == Unclear && !s.Kind.said(ofItsOwn) {
		return false
	}
	belied, work := speech.Belied(words, speech.Of(s.Text), speech.Speaks{Answers: s.answers() != Unclear, Ends: s.Kind == KindResign, Claims: s.Kind == KindClaim, Remits: s.Kind == KindWaive || s.Kind == KindExact || s.Kind == KindWithdraw, Decides: s.Kind.said(outright) || s.Kind == KindAccept})
	return !p.Spend(work/partsOfStep) || belied
}

// isForAnother reports whether a line, below another, urges its reader to what it seems to state,
// puts it into somebody's mouth, lists what one may choose from, or answers something else.
func (p *pageReader) isForAnother(found []Statement, plain, above string) bool {
	s := found[0]
	if !s.Kind.IsMove() && p.listsStatements(plain) || s.Kind == KindAdopt && carrying.BeginsDate(p.wordsOf(plain)) {
		return true
	}
	if slices.ContainsFunc(found, func(s Statement) bool { return s.Kind == KindResign }) && carrying.Urges(p.wordsOf(plain), p.wordsOf(p.next)) || !s.Kind.IsMove() && carrying.Scolds(p.wordsOf(plain)) {
		return true
	}
	if s.Kind.IsMove() {
		return (strings.Contains(plain, ":") || strings.HasSuffix(above, ":")) && speech.Told(p.wordsOf(plain), speech.Of(above))
	}
	if s.Kind.IsAnswer() && speech.TakesThing(p.wordsOf(plain), speech.Of(s.Text), speech.Of(above)) {
		return true
	}
	return s.Kind.Acts() && s.Kind != KindConditional && rows[s.Kind].manner != asReport && !s.Kind.Row().PassedOn && speech.Mouthed(p.wordsOf(plain), speech.Of(s.Text), speech.Of(above))
}

// listsStatements reports whether a line is several statements with strokes between, as who copies
// a list has them: "waive / exact penalty C".
func (p *pageReader) listsStatements(line string) bool {
	stated := 0
	for part := range strings.SplitSeq(line, " / ") {
		if _, ok := p.parseCommand(strings.TrimSpace(part)); ok && len(part) < len(line) {
			stated++
		}
	}
	return stated > 1
}
