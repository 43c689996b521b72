package interpret

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"corrd/interpret/carrying"
	"corrd/interpret/notation"
	"corrd/interpret/speech"
)

// Bounds that keep a page in proportion. Longer letters are not refused: what
// goes beyond is prose, and a problem says so.
const (
	maxLine       = 1000 // bytes of a line that can be a statement
	maxStatements = 100
	maxNote       = 2000 // characters
	longProse     = 30   // bytes of a line that a mail program may have broken
	mostLoose     = 15   // lines of a letter of which a kernel of an act alone is looked for
	longestProse  = 55   // bytes of a line that every mail program has broken
)

// Parse reads a letter's new text into statements and prose. It never fails,
// takes time linear in the text, and judges no position: a line that is a
// communication is a statement even if nobody could play it. A text that asks
// more work than any letter needs is given up as a whole: see Page.GivenUp.
//
// A line is a statement only if the whole of it is one, or several joined by
// ";", "," or a full stop; anything else is prose and goes into the note.
func Parse(text string) Page {
	page, _ := parse(text, maxSteps)
	return page
}

// parse is Parse with a limit of steps; parse also gives the steps that are left.
func parse(text string, steps int) (Page, int) {
	p := pageReader{parser: parser{Reader: carrying.Reader{Left: steps}}, sole: speech.IsSoleLine(text), text: text}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	plain := make([]string, 0, len(lines))
	for _, line := range lines {
		if !p.Spend(stepsOfLine + lineWork(line)) {
			break
		}
		plain = append(plain, speech.Tidy(line))
	}
	p.lines = plain
	for i := 0; i < len(lines) && !p.Spent(); i++ {
		line, folded, at := lines[i], plain[i], i
		if n := p.withAlternative(plain[i:]); n > 0 {
			line = strings.TrimSpace(line) + " " + strings.TrimSpace(lines[i+n])
			folded, i = speech.Tidy(line), i+n
		}
		p.read(line, folded, at+1, plain[:at], plain[i+1:])
	}
	return p.finish(), p.Left
}

// lineWork returns the steps of folding a line; signs that are not ASCII take more.
func lineWork(line string) int {
	for i := range len(line) {
		if line[i] >= utf8.RuneSelf {
			return 12 * len(line)
		}
	}
	return len(line) / 12
}

// pageReader goes through the lines of a letter.
type pageReader struct {
	parser
	page   Page
	sole   bool            // the text has a single line that is not blank
	game   int             // the game a line turned to
	terms  int             // the last line of a challenge's, proposal's or acceptance's terms
	yours  []notation.Move // the adversary's move as repeated under a heading of its own
	note   []string        // prose and the blank lines between
	stands []int           // the places of the note before which statements stand
	secret bool            // the conditional moves below are to be hidden
	saying int             // the number of the "say:" that the line above belongs to; 0: to none

	last    []aLine // the consent on the line before that is not blank, and what is exacted below
	assents []aLine // the words of assent, which may be no statements
	above   int     // the length of the line of prose directly above

	breaks    int      // the length of the line before, if that line is long prose that does not end there
	wrapped   bool     // what the line states may be the end of the sentence before
	text      string   // the whole text
	next      string   // the next line that is not blank, if it is near
	lines     []string // its lines, tidied
	sentences int      // sentences that take something back, looked at so far
	loose     int      // lines so far of which a kernel alone was looked for
	besides   int      // … and in which a move was looked for beside what they state
	ands      int      // … and behind a joint
	later     *bool    // whether the text says that the move comes later; nil before that is looked at
	disowning int      // the place of the last line that takes back a move above it; set with later
}

// withAlternative returns how many lines stand between a tidied line of moves and the next one that
// is not blank, that one included, if "or" joins the two; 0 otherwise.
func (p *pageReader) withAlternative(lines []string) (n int) {
	n = 1
	for n < len(lines) && n < 3 && lines[n] == "" {
		n++
	}
	if n == len(lines) || n == 3 {
		return 0
	}
	first := lines[0]
	_, begins := speech.CutWord(lines[n], "or")
	ends := speech.EndsWithOr(first)
	if ends {
		first = first[:len(first)-len(" or")]
	}
	if begins == ends || len(first) > maxLine || !p.Spend(carrying.StepsOfPiece+len(first)/4) {
		return 0
	}
	if _, ok := p.ParseRow(carrying.WithoutLead(first)); !ok {
		return 0
	}
	return n
}

// read takes one line and the same tidied, which stands below some tidied lines and above others.
func (p *pageReader) read(line, tidied string, number int, above, below []string) {
	plain := tidied
	if rest, game, ok := speech.CutGame(plain); ok {
		p.game = game
		if plain = rest; plain == "" {
			return
		}
	}
	if plain == "" {
		p.breaks, p.above, p.saying = 0, 0, 0
		p.note = append(p.note, "")
		return
	}
	if words, ok := cutSay(line, plain); ok && len(p.page.Statements) < maxStatements {
		p.say(line, plain, words, number, true)
		return
	}
	before, at := p.breaks, len(p.note)
	p.wrapped, p.breaks = before >= longProse, 0
	p.ends = len(below) == 0 || below[0] == "" || signsOff(below)
	p.next = cmp.Or(below[:min(2, len(below))]...)
	if p.isOnSecret(plain) {
		return
	}
	found, ok := []Statement(nil), false
	if n := len(p.page.Statements); n == 0 || !p.page.Statements[n-1].Kind.IsMove() || !carrying.IsPlan(plain) {
		found, ok = p.statements(plain, number)
	}
	if len(found) == 1 && found[0].weak() && p.above >= longestGreeting && !(p.ends && closed(above)) {
		ok = false
	}
	if !ok || !p.standsApart(found, plain, before, above, below) {
		p.note = p.note[:at]
		p.readProse(line, plain, number, above, below)
		return
	}
	p.above, p.saying = 0, 0
	p.doubt(found, ofMoves(plain, found), above, below)
	unsure := slices.ContainsFunc(found, func(s Statement) bool { return s.Doubt()&(notation.Vague|notation.Wrapped) != 0 })
	if unsure {
		p.note = append(p.note, strings.TrimSpace(line))
	}
	if len(found) == 1 && found[0].Text == tidied && !strings.Contains(line, "🤝") {
		p.asWritten(&found[0], strings.ToValidUTF8(strings.TrimSpace(notation.WithoutPictographs(line)), "?"))
	}
	if len(found) > 0 {
		p.stands = append(p.stands, at)
	}
	if p.secret {
		seal(found)
	}
	p.secret = false
	p.consented(found, aLine{number, at})
	for _, s := range found {
		s.Line, s.Game = number, p.game
		if !p.yesAgain(s) {
			p.add(s)
		}
	}
}

// closed reports whether the last of some lines ends a sentence that is not a question.
func closed(above []string) bool {
	last := above[len(above)-1]
	return endsInStop(last) && !strings.HasSuffix(last, "?") && !strings.HasSuffix(last, ":")
}

// standsApart reports whether statements of a line are not part of a paragraph; before is how long
// the line above is, if it breaks off. A conditional within a paragraph stands, and binds nobody.
func (p *pageReader) standsApart(found []Statement, plain string, before int, above, below []string) bool {
	if len(found) > 0 && !slices.ContainsFunc(found, Statement.IsMove) {
		broken := !p.secret && !speech.IsInside(found[0].Text, plain, above) && (before >= longestProse || before > 0 && found[0].Kind == KindAgain && strings.HasPrefix(plain, found[0].Text) || p.place(plain, headBefore(plain, found), above, below)&notation.Wrapped != 0)
		for i := range found {
			if found[i].Kind == KindConditional && broken {
				found[i].Series = nil // its sender is told
			}
		}
		if broken && found[0].Kind != KindConditional {
			return false
		}
	}
	return !slices.ContainsFunc(found, Statement.remarks) || p.place(plain, headBefore(plain, found), above, below)&(notation.Paragraph|notation.Wrapped) == 0
}

// readProse takes a line that states nothing into the note, unless it names the move that another
// line meant.
func (p *pageReader) readProse(line, plain string, number int, above, below []string) {
	if p.saying > 0 {
		p.say(line, plain, line, number, false)
		return
	}
	if last := plain[len(plain)-1]; speech.IsLetter(last) || last == ',' {
		p.breaks = len(plain)
	}
	p.restrict(plain)
	p.above = len(plain)
	p.note = append(p.note, strings.TrimSpace(line))
	if p.sentences < mostSentences && slices.ContainsFunc(p.page.Statements, Statement.IsMove) && (speech.Corrects(plain) || len(above) > 0 && speech.Corrects(above[len(above)-1])) {
		p.sentences++
		if s, named := p.mentioned(plain, above, below); named {
			s.Line, s.Game = number, p.game
			p.add(s)
		}
	}
}

// asWritten keeps a statement that has its line to itself as it was written, and
// with it the name or the facts that it states, but for characters nobody sees.
func (p *parser) asWritten(s *Statement, line string) {
	s.Text = line
	if s.Kind != KindRegister && s.Kind != KindProtest && s.Kind != KindSubmit && !s.Forfeiture {
		return
	}
	if again, ok := p.parseCommand(strings.Join(strings.Fields(notation.Visible(line)), " ")); ok && again.Kind == s.Kind {
		s.Words = again.Words
	}
}

// statements reads a tidied line, and reports whether it is one or more of them.
func (p *pageReader) statements(plain string, number int) ([]Statement, bool) {
	if len(plain) > maxLine || speech.NamesCastle(plain) {
		return nil, false
	}
	if n := len(p.page.Statements); n > 0 && p.terms == number-1 && p.page.Statements[n-1].continues(plain) {
		p.Spend(len(p.page.Statements[n-1].Text))
		p.terms = number
		return nil, true
	}
	if len(p.page.Statements) < maxStatements && p.prose[aTrial{plain, p.wrapped}] {
		return nil, false
	}
	if moves, ok := p.yourMove(plain); ok {
		p.yours = moves
		return nil, true
	}
	if rest, moves, ok := p.cutYourMove(plain); ok {
		p.yours, plain = moves, rest
	}
	if len(p.page.Statements) >= maxStatements {
		p.problem("There is too much in this letter for one; the rest was not read.")
		return nil, false
	}
	trial := aTrial{plain, p.wrapped}
	if p.prose[trial] || !p.Spend(stepsOfLine+len(plain)) {
		return nil, false
	}
	found, prose, ok := p.allStated(plain)
	if ok && found[0].Kind == KindExact && sparing.MatchString(plain) {
		found, prose, ok = nil, "", false // "Exact the penalty, please do not"
	}
	if ok && !slices.ContainsFunc(found, func(s Statement) bool { return !s.Kind.IsYesOrNo() || s.Choice != 0 }) && speech.SaysBoth(p.wordsOf(plain)) {
		found, prose, ok = nil, "", false // "Nah, yeah"
	}
	if ok && p.isForAnother(found, plain, carrying.Nearest(p.lines, number-2, -1)) {
		found, prose, ok = nil, "", false
	} else if !ok {
		carrying.Keep(&p.prose, trial, true)
	}
	found, prose = beforeAgain(withSpan(cutNumber(gladly(found, plain, prose), plain), plain), prose)
	if len(found) == 2 && (found[0].Kind == KindYes && found[1].Kind == KindAcceptDraw || found[0].Kind == KindNo && found[1].Kind == KindDeclineDraw) && found[0].Choice == 0 {
		found = found[1:] // "Yes, I accept the draw" says so once
	}
	if len(found) == 2 && found[0].Kind == KindYes && found[1].Kind == KindRegister && found[1].Words == "" {
		found = found[:1] // "Yes, I want to register"
	}
	if len(found) > 1 {
		found = settleDraw(found)
	}
	if len(found) == 1 {
		found = yesBesideDraw(found[0])
	}
	if ok && found[0].takesTerms() {
		p.terms = number
	}
	if ok && prose != "" && len(found) == 1 && found[0].consents() && strings.HasPrefix(plain, found[0].Text) && speech.IsCalled(speech.Of(prose)) {
		found[0].Text, prose = strings.TrimRight(plain, ".,;:!- "), "" // "no thanks love"
	}
	if ok && prose != "" {
		if prose = wholeOf(plain, prose, found); prose != "" {
			p.note = append(p.note, prose)
		}
	}
	return found, ok
}

// stated returns the statements of a line as it stands, and the prose beside them.
func (p *pageReader) stated(plain string) (found []Statement, prose string, ok bool) {
	found, prose, ok = p.parseLine(plain, p.sole)
	if !p.wrapped && (!ok || found[0].Kind == KindConditional && found[0].Series == nil) {
		if s, note, courteous := p.courteous(plain); courteous {
			found, prose, ok = []Statement{s}, note, true
		}
	}
	refused := ok && slices.ContainsFunc(found, func(s Statement) bool { return s.answers() == Yes || s.Kind.said(ofItsOwn) }) && mocks(plain)
	if refused || ok && len(found) == 1 && (p.strays(found[0], plain) || prose != "" && p.told(&found[0], plain)) {
		found, ok = nil, false
	}
	said := ok && len(found) == 1 && found[0].Kind.IsYesOrNo() && found[0].Choice == 0 && found[0].Text != plain
	if said = said || ok && found[0].Kind == KindPropose && (!slices.ContainsFunc(found[0].Terms, Term.known) || speech.PutsDraw(plain)); !refused && (!ok || said) {
		if s, note, states := p.bySentence(plain, p.wrapped, false); states && !(said && (rows[s.Kind].manner == asAnswer && s.answers() != found[0].answers() || s.Kind == KindRegister)) {
			found, prose, ok = []Statement{s}, note, true // "Oh no! May I take it back?" says no more than that
		}
	}
	if ok && len(found) == 1 && found[0].Kind == KindYes && found[0].Choice == 0 && speech.HoldsAny(plain, ofDraws) {
		bare, _ := speech.WithoutKiss(plain)
		if list, note, states := p.loosely(bare); states && list[0].Kind == KindAcceptDraw && speech.HoldsAny(list[0].Text, assents) {
			return list, note, true // "Remis, yes, I am in agreement."
		}
	}
	if ok && prose != "" && len(found) == 1 && found[0].Kind == KindYes && found[0].Choice == 0 && strings.HasPrefix(plain, found[0].Text) && speech.HoldsAny(plain, anew) {
		if list, note := p.asked(plain); len(list) == 1 && list[0].Kind == KindAgain && note == "" {
			return list, note, true // "I would like to play you again."
		}
	}
	if ok && len(found) == 1 && found[0].Kind == KindYes && speech.Enters(found[0].Text) {
		if list, note := p.asked(plain); len(list) == 1 && list[0].Kind == KindRegister {
			return list, note, true // "Sign me up please! Name's Tom."
		}
	}
	if ok && prose != "" && len(found) == 1 && found[0].Kind == KindDeclineDraw && speech.HoldsAny(prose, resigning) {
		if s, note, states := p.bySelf(plain); states && s.Kind == KindResign && !p.wrapped {
			return []Statement{s}, note, true // "I can't take a draw from this. I resign."
		}
	}
	if ok && len(found) == 1 && found[0].Kind.IsMove() {
		found, prose = p.agreedBefore(found, prose)
	}
	if len(found) == 1 && ok && p.belied(&found[0], plain) {
		return p.loosely(plain)
	}
	if len(found) == 1 && found[0].Kind == KindOfferDraw && speech.WondersAtDraw(plain) {
		return nil, "", false
	}
	if beside := prose; !ok || prose != "" && !p.wrapped {
		if !ok {
			found, beside = nil, plain
		}
		if list, note := p.asked(beside, found...); ok || len(list) > 0 {
			return append(found, list...), note, true
		}
	}
	if !ok && !refused {
		if found, prose, ok := p.loosely(plain); ok {
			return found, prose, true
		}
	}
	if !ok && !p.wrapped {
		var s Statement
		if bare, kissed := speech.WithoutKiss(plain); kissed {
			return p.stated(bare)
		}
		if s, note, states := p.bySelf(plain); !refused && states {
			return []Statement{s}, note, true
		}
		if s, ok := p.takesBackRecord(plain); !refused && ok {
			return []Statement{s}, "", true
		}
		if s, ok = bareChoice(plain); !ok {
			s, ok = p.declinesFlatly(plain)
		}
		if ok {
			found = []Statement{s}
		}
	}
	return found, prose, ok
}

func (p *pageReader) problem(text string) {
	if !slices.Contains(p.page.Problems, text) {
		p.page.Problems = append(p.page.Problems, text)
	}
}

// finish puts the note together. Nothing is kept of a letter that is given up.
func (p *pageReader) finish() Page {
	if p.Spent() {
		return Page{GivenUp: true, Problems: []string{givenUp}}
	}
	p.settleAssent()
	p.settleCry()
	p.settleEnd()
	p.page.Whole = p.whole()
	p.weighMoves()
	p.weighOffer()
	p.suppose()
	p.withhold()
	p.page.Note = p.clipped(strings.TrimSpace(blankLines.ReplaceAllString(strings.Join(p.note, "\n"), "\n\n")))
	for i := range p.page.Statements {
		if s := &p.page.Statements[i]; s.Kind.Row().PassedOn {
			s.Text, s.Words = p.clipped(s.Text), p.clipped(s.Words)
		}
	}
	return p.page
}

// blankLines are several blank lines, which count for one.
var blankLines = regexp.MustCompile(`\n{3,}`)
