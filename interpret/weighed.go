package interpret

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"corrd/interpret/carrying"
	"corrd/interpret/notation"
	"corrd/interpret/speech"
	"corrd/interpret/weigh"
)

// The answers of letters, and what no reader has read, are weighed by what such words came to in
// other letters (package weigh). Each kind of act has a bound of how sure that must be: an act that
// ends a game has the highest.

// How sure it must be that words come to something.
const (
	sureOfAnswer = 0.65
	sureOfEnd    = 0.95 // that they end the game
	sureToAsk    = 0.5  // that they do, so that their writer is asked
	sureOfDraw   = 0.9  // that they accept a draw
	sureOfAct    = 0.8
	sureOfMove   = 0.65 // that a move is sent which another reader has found, and doubts
	sureInProse  = 0.75 // that a move is sent which none has found
	sureOfName   = 0.65

	sureIfHesitant = 0.97 // that a move is sent which none has found, beside a "probably"
	sureOfDoubt    = 0.9  // that they leave open what another reader has read in them
)

// mostWeighed is how many moves a letter may name that is weighed.
const mostWeighed = 5

// longestFramed is how many bytes a letter has at most of which the body is weighed, a salutation
// and blank lines among them.
const longestFramed = 2000

// body returns the text of a letter without blank lines, salutation, closing and signature, "" for
// a letter that is too long to be weighed.
func body(text string) string {
	if len(text) > longestFramed {
		return ""
	}
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if line = speech.Tidy(line); line != "" {
			lines = append(lines, line)
		}
	}
	lines = strings.Split(speech.Unframed(strings.Join(lines, "\n")), "\n")
	for n := len(lines) - 1; n > 0 && signsOff(lines[n:]) && !mayHoldMove(lines[n]); n-- {
		lines = lines[:n]
	}
	return strings.Join(lines, "\n")
}

// matters are the matters of the questions.
var matters = map[Question]weigh.Matter{OfPlay: weigh.Play, OfRegistration: weigh.Registration, OfDraw: weigh.Draw, OfTerms: weigh.Terms, OfPause: weigh.Pause,
	OfMeaning: weigh.Meaning, OfWithdrawal: weigh.Withdrawal, OfLetter: weigh.Letter, OfRequest: weigh.Request}

// bareYes are the words of a yes that accepts no draw.
var bareYes = speech.SetOf("y yes yep yeah yup aye sure ok okay k")

// Reply returns the answer of a letter to a question that its writer is expected to answer: what
// its words come to, or where these are not weighed or that is not sure, what it states. Words that
// surely leave the question open, or say the opposite of what is stated, are Unclear.
func (p Page) Reply(asked Question) Answer {
	said := p.stated(asked)
	text := p.weighed()
	if speech.SaysBoth(speech.Of(text)) || asked == OfMeaning && notation.HoldsSquare(text) || slices.ContainsFunc(p.Statements, func(s Statement) bool {
		return s.Firm() && !s.Kind.IsAnswer() && !rows[s.Kind].beside && !(s.Kind == KindRegister && asked == OfRegistration)
	}) {
		return said
	}
	outcome, sure := weigh.Of(matters[asked], text)
	if (sure < sureOfDoubt || said != Unclear) && slices.ContainsFunc(p.Statements, func(s Statement) bool { return !s.Kind.IsAnswer() && !rows[s.Kind].beside }) {
		return said
	}
	weighed := map[weigh.Outcome]Answer{weigh.Yes: Yes, weigh.No: No}[outcome]
	if asked == OfDraw && weighed == Yes && (sure < sureOfDraw || bareYes[strings.ToLower(strings.Trim(text, ".,! "))]) {
		weighed = Unclear
	}
	switch {
	case weighed == said, sure < sureOfAnswer, said != Unclear && weighed == Unclear && sure < sureOfDoubt:
		return said
	case said == Unclear || sure >= sureOfDoubt:
		return weighed
	}
	return Unclear
}

// Firm reports whether a statement stands whatever the words around it come to: a move, a
// condition, a choice, or an order, which begins with the word for it. Other statements have been
// found in sentences, and may be a part of what these say.
func (s Statement) Firm() bool {
	_, order := speech.CutWord(s.Text, strings.ReplaceAll(s.Kind.String(), "_", " "))
	return s.IsMove() || s.Kind == KindConditional || s.Choice != 0 || order && !s.Kind.IsYesOrNo()
}

// whole is the text of a letter as it is weighed, "" where it is about several games.
func (p *pageReader) whole() string {
	if p.game != 0 || slices.ContainsFunc(p.page.Statements, func(s Statement) bool { return s.Game != 0 }) {
		return ""
	}
	return body(strings.Join(p.lines, "\n"))
}

// weighed is the text of a letter that is weighed, as far as it is known: the whole of it, or what
// it states and its prose.
func (p Page) weighed() string {
	if p.Whole != "" {
		return p.Whole
	}
	text := p.Note
	for _, s := range slices.Backward(p.Statements) {
		switch {
		case strings.Contains(text, s.Text):
		case s.Kind.Row().PassedOn: // stands behind what is answered
			text = joinSentences(text, s.Text)
		default:
			text = joinSentences(s.Text, text)
		}
	}
	return body(text)
}

// joinSentences joins two texts, of which the first ends with a stop.
func joinSentences(first, second string) string {
	if first = strings.TrimSpace(first); first != "" && !strings.ContainsAny(first[len(first)-1:], ".!?,;:") {
		first += "."
	}
	return strings.TrimSpace(first + " " + strings.TrimSpace(second))
}

// Weighed returns the statement that the words of a letter come to, which no reader has read and
// which answer nothing: of a side to which a penalty is due, or else of one that resigns, offers a
// draw or takes leave. ok is false if that is not sure.
func Weighed(text string, penalty bool) (s Statement, ok bool) {
	if text = body(text); !strings.Contains(text, " ") {
		return s, false
	}
	matter := weigh.Act
	if penalty {
		matter = weigh.Penalty
	}
	outcome, sure := weigh.Of(matter, text)
	if sure < sureOfAct || outcome == weigh.Resign && sure < sureOfEnd {
		return s, false
	}
	s = Statement{Text: strings.Join(strings.Fields(text), " "), Line: 1}
	switch outcome {
	case weigh.Resign:
		s.Kind = KindResign
		return s, len(Named(text)) == 0 // "I resign. B-B4 was my mistake" is asked about
	case weigh.OfferDraw:
		s.Kind = KindOfferDraw
		return s, !notation.HoldsSquare(text) // "d3, u want a draw?" may send a move
	case weigh.Exact:
		s.Kind = KindExact
	case weigh.Waive:
		s.Kind = KindWaive
	case weigh.Leave:
		days := speech.DaysIn(text)
		if leave := Parse(fmt.Sprintf("leave %d days", days)).Statements; days > 0 && len(leave) == 1 {
			leave[0].Text = s.Text
			return leave[0], true
		}
		return s, false
	default:
		return s, false
	}
	return s, true
}

// named is a move that a text names: where, and how hands of all kinds would write it alike.
type named struct {
	carrying.Named
	name string
}

// namedIn returns the moves that a text names, in its order, and the parts of the text that name
// them: its full records, those of what has been found in it, and what its sentences tell of.
func namedIn(r *carrying.Reader, text string, found []Statement) (all []named, parts []weigh.Part) {
	add := func(m carrying.Named, record string, at ...notation.Span) {
		if slices.ContainsFunc(all, func(n named) bool { return m.From < n.To && n.From < m.To }) {
			return
		}
		record = strings.ToLower(record)
		if knight, is := strings.CutPrefix(record, "n-"); is {
			record = "kt-" + knight
		}
		all = append(all, named{m, record})
		for _, one := range at {
			parts = append(parts, weigh.Part{From: one.From, To: one.To, Name: record})
		}
	}
	for _, m := range r.NamedIn(text) {
		add(m, m.Text, notation.Span{From: m.From, To: m.To})
	}
	for _, s := range found {
		if !s.IsMove() || len(s.Moves) != 1 || notation.Weigh(s.Moves[0].Text)&notation.Vague != 0 {
			continue
		}
		m := s.Moves[0]
		if from := strings.Index(text, m.Text); from >= 0 {
			at := notation.Span{From: from, To: from + len(m.Text)}
			add(carrying.Named{Move: m, From: at.From, To: at.To}, m.Text, at)
		}
	}
	for _, m := range notation.MovesTold(text) {
		at := m.Words
		add(carrying.Named{Move: notation.Move{Text: text[at.From:at.To]}, From: at.From, To: at.To}, m.Record, m.Man, m.Place)
	}
	slices.SortFunc(all, func(a, b named) int { return a.From - b.From })
	slices.SortFunc(parts, func(a, b weigh.Part) int { return a.From - b.From })
	return all, parts
}

// hesitating are words beside a move that is most often not sent.
var hesitating = speech.TableOf("probably", "perhaps", "maybe", "possibly", "might", "once", "next week")

// weighedMove returns the move of a text that its words send; ok is false if they send none or if
// that is not sure. More moves than a letter is likely to name are not weighed, nor is a text with
// what may be half of a record.
func weighedMove(r *carrying.Reader, text string, found []Statement) (s Statement, ok bool) {
	if !weigh.Weighs(text) || strings.ContainsAny(text, "½@#/=") {
		return s, false
	}
	all, parts := namedIn(r, text, found)
	second := slices.ContainsFunc(all, func(m named) bool { return m.name != all[0].name })
	if len(all) == 0 || len(all) > mostWeighed || torn.MatchString(weigh.Masked(text, parts, "")) {
		return s, false
	}
	bound := sureInProse
	switch {
	case second && speech.Corrects(text): // one may take the place of the other
		bound = sureOfEnd
	case slices.ContainsFunc(found, Statement.IsMove):
		bound = sureOfMove
	case speech.HoldsAny(text, hesitating):
		bound = sureIfHesitant
	}
	name := weigh.Meant(weigh.Move, text, parts, bound)
	at := slices.IndexFunc(all, func(m named) bool { return m.name == name })
	if at < 0 {
		return s, false
	}
	m := all[at].Move
	m.Doubt = notation.InText | notation.Weigh(m.Text)&notation.Brief
	s = moveOf(m, m.Text)
	s.Line = 1
	return s, true
}

// torn matches what may be half of another record beside the moves of a letter: "10. P-K4 B".
var torn = regexp.MustCompile(`(?:^|[ ,;(])(?:[KQRBPNx]|Kt|[KQ](?:R|Kt|B|P))(?:[ ,.;)]|$)|_other,? \(_other`)

// WeighedReply returns the move that the words of a letter send beside the choice of one of a list;
// listed tells which moves are of the list. ok is false if they send none or if that is not sure.
func WeighedReply(text string, listed func(notation.Move) bool) (s Statement, ok bool) {
	text = body(text)
	r := &carrying.Reader{Left: maxSteps}
	named, _ := namedIn(r, text, nil)
	for _, m := range slices.Backward(named) {
		if listed(m.Move) {
			text = text[:m.From] + weigh.Other + text[m.To:]
		}
	}
	if s, ok = weighedMove(r, text, Parse(text).Statements); ok {
		s.Moves[0].Number, s.Moves[0].Black = 0, false // of the place in a list: "Option 1 and B-Kt3"
	}
	return s, ok
}

// unbroken returns a text in which a line that a mail program may have broken goes on.
func unbroken(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if bare := strings.TrimSuffix(line, "\n"); len(bare) >= brokenLine && !endsInStop(bare) {
			line = bare + " "
		}
		b.WriteString(line)
	}
	return strings.TrimSuffix(b.String(), " ")
}

// weighMoves plays the move that the words of a letter send, where no reader is sure of it or has
// found a reason to ask. A paragraph that a mail program has broken may be copied prose.
func (p *pageReader) weighMoves() {
	if p.terms > 0 || slices.ContainsFunc(p.page.Statements, func(s Statement) bool {
		doubt := s.Doubt()
		kept := doubt&notation.Asks == 0 || doubt&(notation.Unsure|notation.Later) != 0 || doubt&notation.Paragraph != 0 && doubt&notation.Brief == 0
		return s.IsMove() && kept || !s.IsMove() && s.hinders() || s.Kind == KindConditional
	}) {
		return
	}
	text, found := p.page.Whole, p.page.Statements
	if slices.ContainsFunc(found, func(s Statement) bool { return s.Doubt()&(notation.Paragraph|notation.Wrapped) != 0 }) { // a mail program may have broken the record
		text, found = strings.ReplaceAll(text, "\n", " "), nil
	} else if unbroken(text) != text {
		return
	}
	s, ok := weighedMove(&p.Reader, text, found)
	if !ok {
		return
	}
	s.Line, s.Game = 1+max(0, slices.IndexFunc(p.lines, func(line string) bool { return strings.Contains(line, s.Text) })), p.game
	p.page.Statements = append(slices.DeleteFunc(p.page.Statements, Statement.IsMove), s)
}

// weighOffer adds to the one move of a letter the offer of a draw that its words make, and takes
// from it one that has been found in words that surely make none: "Castles; draw not offered".
func (p *pageReader) weighOffer() {
	move, offer, beside := -1, -1, false
	for i, s := range p.page.Statements {
		switch {
		case s.IsMove() && move < 0 && len(s.Moves) == 1 && s.Doubt()&notation.Asks == 0:
			move = i
		case s.Kind == KindOfferDraw:
			offer = i
		case s.hinders():
			return
		default:
			beside = beside || !s.Kind.Row().PassedOn // "P-Q3. How do I offer a draw?"
		}
	}
	if move < 0 || p.terms > 0 {
		return
	}
	text, at := unbroken(p.page.Whole), p.page.Statements[move]
	all, parts := namedIn(&p.Reader, text, []Statement{at})
	named := slices.IndexFunc(all, func(m named) bool { return strings.EqualFold(m.Text, at.Moves[0].Text) })
	if named < 0 {
		return
	}
	switch outcome, sure := weigh.Of(weigh.Beside, weigh.Masked(text, parts, all[named].name)); {
	case offer < 0 && !beside && outcome == weigh.OfferDraw && sure >= sureOfDraw:
		p.page.Statements = append(p.page.Statements, Statement{Kind: KindOfferDraw, Text: "draw?", Line: at.Line, Game: p.game})
	case offer >= 0 && outcome == weigh.Open && sure >= sureOfDoubt:
		p.page.Statements = slices.Delete(p.page.Statements, offer, offer+1)
	}
}

// hinders reports whether a statement is more than a question or a greeting, so that beside it no
// move is weighed.
func (s Statement) hinders() bool {
	return s.Kind != KindSay && s.Kind != KindShow && s.Kind != KindHelp && s.Kind != KindBook && s.Kind != KindDeclineDraw && s.Kind != KindOfferDraw && !(s.Kind.IsYesOrNo() && s.Choice == 0)
}

// WeighedName returns the name under which the words of somebody who is to confirm another wish to
// be registered, "" if they name none or if that is not sure.
func WeighedName(text, confirmed string) string {
	text = body(text)
	bound := sureOfName
	if outcome, _ := weigh.Of(weigh.Registration, text); outcome != weigh.Renames {
		bound = sureInProse
	}
	if name := weigh.Meant(weigh.Name, text, weigh.Names(text), bound); name != confirmed {
		return name
	}
	return ""
}

// Agrees reports whether the words of a letter surely say yes to a question.
func (p Page) Agrees(asked Question) bool {
	outcome, sure := weigh.Of(matters[asked], p.weighed())
	return outcome == weigh.Yes && sure >= sureOfDoubt
}

// LeavesOpen reports whether the words of a letter surely leave a question open; an offer does not.
func (p Page) LeavesOpen(asked Question) bool {
	outcome, sure := weigh.Of(matters[asked], p.weighed())
	if act, _ := weigh.Of(weigh.Act, p.weighed()); asked == OfDraw && act == weigh.OfferDraw {
		return false
	}
	return outcome == weigh.Open && sure >= sureOfAct
}
