package play

import (
	"cmp"
	"slices"
	"strings"

	"corrd/game"
	"corrd/game/stated"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// Who answers the letter in which one thing was put to them may answer it in any words: consent and
// refusal, a request given up, a yes to words in question.

// replied returns the consent or the refusal to which the words of a letter come, where nothing but
// an offer of a draw or a proposal was put to its writer, and nothing that it states decides by
// itself. The yes of a letter that says more than yes may accept a draw (house:24).
func (d *docket) replied(l Letter) (s interpret.Statement, is bool) {
	if s, is = d.givesUp(l); is {
		return s, true
	}
	p, drawn := d.ProposedTo(d.by), d.DrawOfferedTo(d.by)
	if p != nil && p.What == game.ProposeWithdrawal {
		l.Statements = slices.DeleteFunc(slices.Clone(l.Statements), d.namesTheirMove)
	}
	u := d.Unsaid(d.by)
	if (p != nil) == drawn || drawn && len(l.Left) > 0 || d.asking() != nil || u != nil && d.asksOfWords(u) || d.answers == 0 || d.mayMeanOver() ||
		slices.ContainsFunc(l.Statements, d.decides) {
		return s, false
	}
	asked, told, yes := interpret.OfDraw, d.Offered, interpret.KindAcceptDraw
	if !drawn {
		asked, told, yes = askedBy[p.What], p.Told, interpret.KindAgree
	}
	if named := drawn && interpret.NamesDraw(l.Note) && !d.silent; !d.told(told) || d.passed(told) && !named {
		return s, false // "The draw" says what it means in answer to whatever letter
	}
	s = interpret.Statement{Text: strings.Join(strings.Fields(l.Note), " "), Line: 1}
	if len(l.Statements) > 0 {
		s.Text = l.Statements[0].Text
	}
	page := interpret.Page{Statements: l.Statements, Note: l.Note, Whole: l.Whole}
	if last := len(d.Line) - 1; asked == interpret.OfWithdrawal && last >= 0 && d.Line[last].Words != "" { // "She may take P-Q3 back"
		page.Note = stated.ReplaceFold(page.Note, d.Line[last].Words, interpret.TheMove)
		page.Whole = stated.ReplaceFold(page.Whole, d.Line[last].Words, interpret.TheMove)
	}
	switch page.Reply(asked) {
	case interpret.Yes:
		s.Kind = yes
	case interpret.No:
		s.Kind = interpret.KindNo
	default:
		if s.Kind = yes; drawn || !stated.NamesOtherPace(cmp.Or(l.Whole, l.Note), p.Words) {
			return s, false
		}
	}
	if !drawn && s.Kind == yes && l.Whole != "" && stated.OtherPace(l.Whole, p.Words, d.Terms.Time) {
		s.Text = strings.Join(strings.Fields(l.Whole), " ") // "OK. Let's make it five days"
	} else if words := travelling[s.Kind]; words != "" && d.travels(l) {
		s.Text = words
	}
	for _, other := range l.Statements {
		if other.Kind == interpret.KindAgain {
			d.leave(other.Text)
		}
	}
	return s, true
}

// travelling are the words of an answer that travels: they say the same when they arrive.
var travelling = map[interpret.Kind]string{interpret.KindAgree: "agree", interpret.KindAcceptDraw: "accept draw", interpret.KindNo: "no"}

// decides reports whether a statement acts whatever else its letter says to what was put to the
// writer. A yes and a no do not, nor what has only been found among other words: "With pleasure.
// Shall we play again?", "Let him off, it is easily done", "I need leave. Nine days".
func (d *docket) decides(s interpret.Statement) bool {
	switch s.Kind {
	case interpret.KindYes, interpret.KindNo, interpret.KindAgree, interpret.KindAgain, interpret.KindProceed, interpret.KindWithdraw, interpret.KindLeave:
		return s.Firm()
	case interpret.KindWaive:
		return s.Firm() || d.Offence != nil
	}
	return true
}

// namesTheirMove reports whether a statement is the move that the other side asks back, named among
// other words: "Touch and move, I'm afraid. P-Q3 stands."
func (d *docket) namesTheirMove(s interpret.Statement) bool {
	last := len(d.Line) - 1
	return s.IsMove() && s.Doubt()&notation.InText != 0 && last >= 0 && d.Line[last].Side != d.by && strings.EqualFold(s.Moves[0].Text, d.Line[last].Words)
}

// askedBy are the questions that proposals put.
var askedBy = map[string]interpret.Question{game.ProposeWithdrawal: interpret.OfWithdrawal, game.ProposeAdjournment: interpret.OfPause, game.ProposeTerms: interpret.OfTerms}

// repliedBeside returns the consent to other terms, or their refusal, that a letter states beside
// its moves: "Six days is fine. Kt-QB3", "Yes. P-Q3". People chat beside their moves: the prose
// must speak of the terms, or be a yes beside which no other matter stands. A yes that may be talk
// about the move stays a yes, and nobody is held to it.
func (d *docket) repliedBeside(l Letter) (s interpret.Statement, is bool) {
	p := d.ProposedTo(d.by)
	moves, rest := stated.Parted(l.Statements)
	if p == nil || p.Terms == nil || len(moves) == 0 || len(rest) > 1 || len(rest) == 1 && (rest[0].Kind != interpret.KindYes || rest[0].Choice != 0) {
		return s, false
	}
	word, apart, _ := interpret.AnswerBefore(moves[0].Text)
	note, beside := l.Note, l.Note
	switch {
	case len(rest) == 1 && word == "":
		word, apart = strings.TrimRight(rest[0].Text, ".,! "), true
	case len(rest) == 1: // "Yes and no. P-Q3"
		return s, false
	case word == "" && (interpret.NamesTerms(note) || (interpret.Page{Note: note}).Reply(interpret.OfTerms) == interpret.No):
		l.Statements = nil
		return d.replied(l)
	case word == "":
		if word, apart, beside = interpret.AnswerBefore(note); word == "" {
			return s, false
		}
	}
	says := func(words string) (interpret.Statement, bool) {
		l.Statements, l.Note, l.Whole = nil, strings.Trim(words, " .,"), ""
		return d.replied(l)
	}
	if apart {
		one, also := says(beside)
		s, is = says(word + ". " + beside)
		is = is && (interpret.IsCourteous(beside) || also && one.Kind == s.Kind)
	} else if beside != note && !strings.HasPrefix(strings.ToLower(word), "ok") { // "Yes to the slower pace"
		s, is = says(note)
	}
	switch s.Text = word; {
	case is:
		return s, true
	case strings.EqualFold(word, "no"):
		return s, false
	}
	return interpret.Statement{Kind: interpret.KindYes, Text: word, Line: 1}, len(rest) == 0 && d.asking() == nil && d.told(p.Told) && !d.passed(p.Told)
}

// namesOwnMove makes a withdrawal of a letter that asks for the writer's last move back, and calls
// the move by its words: "May I have P-Q3 back?"
func (d *docket) namesOwnMove(l Letter) Letter {
	last := len(d.Line) - 1
	if len(l.Statements) > 0 || last < 0 || d.Line[last].Side != d.by || len(d.Line[last].Words) < len("P-K4") || !d.Recallable(d.by) {
		return l
	}
	words := d.Line[last].Words
	note := stated.ReplaceFold(stated.ReplaceFold(stated.ReplaceFold(l.Note, "my move "+words, interpret.OwnMove), "my "+words, interpret.OwnMove), words, interpret.OwnMove)
	if note == l.Note {
		return l
	}
	if read := interpret.Parse(note).Statements; len(read) == 1 && read[0].Kind == interpret.KindWithdraw {
		read[0].Text, read[0].Line = strings.Join(strings.Fields(l.Note), " "), 1
		l.Statements, l.Note = read, ""
	}
	return l
}

// givesUp returns the "no" of a side that has asked to take a move back, and writes that it does so
// no longer.
func (d *docket) givesUp(l Letter) (s interpret.Statement, is bool) {
	if !d.Asks(d.by) || d.answers == 0 || len(l.Statements) > 0 || d.AwaitsConsent(d.by) || d.asking() != nil ||
		!d.told(d.Proposal.Told) || (interpret.Page{Note: l.Note, Whole: l.Whole}).Reply(interpret.OfRequest) != interpret.No {
		return s, false
	}
	return interpret.Statement{Kind: interpret.KindNo, Text: strings.Join(strings.Fields(l.Note), " "), Line: 1}, true
}

// inOtherWords makes a yes or a no of a letter that states nothing, where the letter that it
// answers asked its writer whether words are to be passed on, or whether they mean one move, and
// the prose says so. Whatever else the prose tells goes on with what the yes brings about.
func (d *docket) inOtherWords(l Letter) Letter {
	u, q := d.Unsaid(d.by), d.asking()
	if d.answers != 0 && len(d.Choices()) == 0 && d.Offence == nil && len(l.Statements) == 1 && l.Statements[0].Kind == interpret.KindMove {
		l.Statements = []interpret.Statement{l.Statements[0].Uncounted()}
		return l
	}
	asked := u != nil && d.asksOfWords(u) || q != nil && len(q.Moves) == 1 && d.told(q.Told) && !d.toldSince(q.Told)
	said, text := l.Note, l.Note
	if q != nil && len(l.Statements) == 1 && l.Statements[0].Kind == interpret.KindProceed && !slices.Contains(d.Rights(d.by), interpret.KindProceed) {
		said, text = "Yes. "+said, text+" "+l.Statements[0].Text // "Correct. Kindly proceed"
	} else if len(l.Statements) > 0 {
		return l
	}
	if d.answers == 0 || said == "" || !asked {
		return l
	}
	kind := interpret.KindYes
	switch (interpret.Page{Note: said}).Reply(interpret.OfMeaning) {
	case interpret.Unclear:
		return l
	case interpret.No:
		kind = interpret.KindNo
	}
	l.Statements = []interpret.Statement{{Kind: kind, Text: strings.Join(strings.Fields(text), " "), Line: 1}}
	if strings.ContainsAny(strings.TrimRight(l.Note, ".!\n "), ".!\n") && u == nil && kind == interpret.KindYes {
		return l
	}
	l.Note = ""
	return l
}
