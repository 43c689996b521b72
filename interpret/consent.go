package interpret

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"corrd/interpret/speech"
)

// Answer is what a letter says to a question that only yes affirms.
type Answer uint8

// The answers. A letter that says neither yes nor no, or both, is Unclear.
const (
	Unclear Answer = iota
	Yes
	No
)

// Answer returns the answer that a letter states. A letter whose writer asks to be left alone says
// no.
func (p Page) Answer() Answer {
	var said [No + 1]bool
	for _, s := range p.Statements {
		said[s.answers()] = true
	}
	switch {
	case said[Yes] == said[No]:
		return Unclear
	case said[Yes]:
		return Yes
	}
	return No
}

// Question is what the writer of a letter was asked for a yes or a no.
type Question uint8

// The questions. A yes alone accepts no draw.
const (
	OfPlay Question = iota
	OfRegistration
	OfDraw
	OfTerms
	OfPause      // whether play is to stop for a while
	OfMeaning    // whether words are meant, or are to be passed on
	OfWithdrawal // whether the other side may take a move back
	OfLetter     // whether a letter is theirs
	OfRequest    // whether they still ask to take a move back
)

// stated returns the answer of a letter to a question by its statements alone. A yes alone accepts
// no draw.
func (p Page) stated(asked Question) Answer {
	all := slices.DeleteFunc(slices.Clone(p.Statements), func(s Statement) bool { return s.Kind.Row().PassedOn })
	switch {
	case asked == OfDraw && len(all) == 1 && all[0].Kind == KindYes:
		return Unclear
	case asked == OfWithdrawal && len(all) == 1 && all[0].Kind == KindWaive: // "Let him off, it's easily done"
		return Yes
	case asked == OfWithdrawal && len(all) == 1 && all[0].Kind == KindWithdraw: // "You may withdraw it"
		if words := speech.Of(all[0].Text); !speech.IsOwn(words[0]) && !strings.Contains(strings.ToLower(all[0].Text), "request") {
			return Yes
		}
	}
	return p.Answer()
}

// NamesElse reports whether a letter whose one statement accepts or agrees, without saying what to,
// names something else than a draw that it may mean: "Good move! Agreed."
func NamesElse(s Statement, prose string) bool {
	text := s.Text + ". " + prose
	return (s.Kind == KindAccept || s.Kind == KindAgree) && speech.NamesElse(speech.Of(text[:min(len(text), longestReply)]))
}

// NamesDraw reports whether a text of a few words names a draw.
func NamesDraw(text string) bool {
	return len(text) <= longestPhrase && speech.HoldsAny(text, ofDraws)
}

// NamesTerms reports whether a text of a few words speaks of terms, or agrees or refuses in so many
// words.
func NamesTerms(text string) bool { return len(text) <= longestReply && speech.HoldsAny(text, ofTerms) }

var ofTerms = speech.TableOf("day", "days", "hour", "hours", "week", "weeks", "time", "terms", "term", "proposal", "proposed", "propose", "change", "extension", "agree", "agreed", "accept", "accepted", "consent", "decline", "refuse", "reject", "by me", "for me", "with me", "suits", "objection", "objections")

// Words in which a letter speaks of the last move without its name.
const (
	TheMove = "the move"
	OwnMove = "my last move"
)

// OtherSpan reports whether a consent names a number, and none that stands in what is proposed.
func OtherSpan(consent, proposed string) bool {
	return speech.OtherSpan(consent[:min(len(consent), longestReply)], proposed)
}

// Assents reports whether prose begins with a word that says yes.
func Assents(prose string) bool {
	words := speech.Of(firstLine(prose))
	return len(words) > 0 && speech.Agrees(words[0])
}

// longestReply is how many bytes of prose are looked at for a reply.
const longestReply = 600

// answers is what a statement says by itself.
func (s Statement) answers() Answer { return rows[s.Kind].answers }

// flatly are the words at the head of a line with which somebody declines, whatever reason they
// give behind them.
var flatly = speech.TableOf("negative", "no the now", "unable sorry", "sorry unable", "no thanks", "no thank you", "no sorry", "no im sorry", "no i am sorry", "sorry but no", "no not right now", "no not now", "no not today", "no not this", "no not at the moment", "no i cant", "no i cannot",
	"thanks but no thanks", "thank you but no")

// declinesFlatly reports whether a line declines in such words, and takes nothing of that back.
func (p *parser) declinesFlatly(line string) (Statement, bool) {
	switch speech.OpenerOf(line) {
	case "no", "sorry", "thanks", "thank", "negative", "unable":
	default:
		return Statement{}, false
	}
	p.Spend(len(line))
	rest, ok := flatly.Cut(PlainWords(line))
	if !ok || len(line) > longestCourteous || strings.ContainsAny(line, "?\"") || p.namesMoves(line) || speech.IsAboutElse(p.wordsOf(line)) {
		return Statement{}, false
	}
	for i, w := range strings.Fields(rest) {
		if changing[w] || i == 0 && (w == "to" || w == "needed" || w == "necessary" || w == "required" || w == "i") && !strings.HasPrefix(rest, "i ") || w == "joking" || w == "kidding" || w == "but" {
			return Statement{}, false
		}
	}
	return Statement{Kind: KindNo, Text: line}, true
}

// firstLine returns the first line of a text that is not blank.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

// PlainWords returns the words of a line in lower case, without punctuation.
func PlainWords(line string) string {
	kept := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.Is(unicode.M, r):
			return unicode.ToLower(r)
		case r == '\'' || r == '’':
			return -1
		}
		return ' '
	}, line)
	return strings.Join(strings.Fields(kept), " ")
}

// consents reports whether a statement gives or refuses a consent, so that a line below it may
// restrict it.
func (s Statement) consents() bool {
	return rows[s.Kind].manner == asAnswer || s.Kind == KindWaive
}

// doubted reports whether a question mark behind a statement makes a question of it.
func (s Statement) doubted() bool {
	return !s.Kind.IsMove() && s.Kind != KindOfferDraw && s.Kind != KindConditional
}

// weak reports whether a statement is a word of assent, such as "ok", that says yes only in a
// letter that states nothing else.
func (s Statement) weak() bool {
	if s.Kind != KindYes || s.Choice != 0 {
		return false
	}
	words := strings.Fields(speech.PlainPhrase(s.Text))
	switch strings.Trim(words[0], ",.!") {
	case "confirm", "confirmed", "i", "we", "say", "oh":
		return false
	}
	return !slices.ContainsFunc(words, func(w string) bool { return strings.Trim(w, ",.!") == "yes" })
}

// longestGreeting is how many bytes a line directly above a word of assent has at most; the end of
// a paragraph is none.
const longestGreeting = 24

// aLine is the number of a line of statements, and the place that the line would have in the note.
type aLine struct{ number, note int }

// yesAgain reports whether a statement only repeats a yes or a no of the letter.
func (p *pageReader) yesAgain(s Statement) bool {
	return s.Kind.IsYesOrNo() && s.Choice == 0 && slices.ContainsFunc(p.page.Statements, func(b Statement) bool {
		return b.Kind == s.Kind && b.Choice == 0 && b.Game == s.Game
	})
}

// gladly makes one statement of a yes and of words of a line that say it with pleasure, which is
// more than yes.
func gladly(found []Statement, line, prose string) []Statement {
	if len(found) == 0 || !speech.IsGlad(line) && !(prose == "" && speech.SpeaksOfPlay(speech.Of(line))) || slices.ContainsFunc(found, func(s Statement) bool { return s.Kind != KindYes || s.Choice != 0 }) {
		return found
	}
	found[0].Text = strings.TrimSpace(strings.Replace(line, prose, "", 1))
	return found[:1]
}

// consented notes a line of statements of which, with those exacted below, later lines make prose.
func (p *pageReader) consented(found []Statement, at aLine) {
	before := p.last
	p.last = nil
	for _, s := range found {
		if s.weak() {
			p.assents = append(p.assents, at)
		}
		switch {
		case s.consents():
			p.last = []aLine{at}
		case s.Kind == KindExact:
			p.last = append(before, at)
		}
	}
}

// restrict makes prose of the consent on the lines above, if a line of prose restricts it.
func (p *pageReader) restrict(plain string) {
	above := p.last
	p.last = nil
	if _, restricts := speech.CutAnyWord(strings.TrimLeft(plain, ".-,( "), speech.Said["restrictions"]...); restricts && len(above) > 0 && !speech.Aloof(speech.Of(plain)) && !(len(p.note) > 0 && p.note[len(p.note)-1] == "" && speech.Chats(speech.Of(plain))) {
		rethinks := rethinking.MatchString(plain)
		for _, at := range slices.Backward(above) {
			p.unstate(at, func(s Statement) bool { return s.consents() || rethinks && s.Kind == KindExact })
		}
	}
}

// rethinking is how a line begins with which somebody takes back that they exact a penalty.
var rethinking = regexp.MustCompile(`(?i)^[-.,( ]*(?:or|no,? wait|wait|maybe|perhaps|only joking|just (?:kidding|joking))\b`)

// unstate makes prose of the statements of a line for which holds is true.
func (p *pageReader) unstate(at aLine, holds func(Statement) bool) {
	for i := len(p.page.Statements) - 1; i >= 0; i-- {
		if s := p.page.Statements[i]; s.Line == at.number && holds(s) {
			if !slices.ContainsFunc(p.note, func(line string) bool { return strings.Contains(line, s.Text) }) { // with the rest of its line
				p.note = slices.Insert(p.note, min(at.note, len(p.note)), s.Text)
			}
			p.page.Statements = slices.Delete(p.page.Statements, i, i+1)
		}
	}
}

// settleAssent makes prose of each word of assent in a letter that states something else.
func (p *pageReader) settleAssent() {
	others := slices.ContainsFunc(p.page.Statements, func(s Statement) bool { return !s.weak() })
	for _, at := range slices.Backward(p.assents) {
		if others {
			p.unstate(at, Statement.weak)
		}
	}
}

// settleEnd makes prose of a resignation that a line below takes back, or that is a joke or a trial
// of how to write it: "PS Only joking!", "(just testing)", "Is that how one writes it?"
func (p *pageReader) settleEnd() {
	if !slices.ContainsFunc(p.page.Statements, func(s Statement) bool { return s.Kind == KindResign }) {
		return
	}
	written, asks := strings.Split(p.text, "\n"), len(p.lines)-1
	for asks >= 0 && !asksHowToWrite.MatchString(p.lines[asks]) {
		asks--
	}
	for _, s := range slices.Clone(p.page.Statements) {
		if s.Kind != KindResign {
			continue
		}
		_, disowning := p.takenBack()
		if line := written[s.Line-1]; disowning >= s.Line || asks >= s.Line-1 || putsOff.MatchString(line) || winks.MatchString(line) || leftToYou.MatchString(line) {
			p.unstate(aLine{number: s.Line}, func(o Statement) bool { return o.Kind == KindResign })
		}
	}
}

// What makes a question of a resignation: a wink on its line, a move that is to come, a wish of the
// adversary's that it hangs on, and a question about how it is written.
var (
	winks          = regexp.MustCompile(`;-?\)`)
	putsOff        = regexp.MustCompile(`(?i)\bno moves? (?:from me )?(?:today|yet|tonight|this week|this time|for now)\b|\bmoves? (?:to follow|follows|tomorrow|comes? later)\b`)
	leftToYou      = regexp.MustCompile(`(?i)\bif you (?:would |really |all )*(?:like|want|wish|prefer|insist)(?: it| that| me to)?,? (?:then )?(?:i|we) resign\b`)
	asksHowToWrite = regexp.MustCompile(`(?i)\b(?:(?:is|was) (?:that|this|it) how|how (?:do|does|should|must|can|would)) (?:i|you|we|one|it|that|this)\b[^.!?]*\b(?:writes?|says?|spells?|puts?|does|do|done|written|works?)\b[^.!?]*\?`)
)

// settleCry makes prose of a cry for help beside a move, "Help! My poor Queen. Kt-KB3", and of the
// last line of a mailing list.
func (p *pageReader) settleCry() {
	for _, s := range slices.Clone(p.page.Statements) {
		if len(p.page.Statements) > 1 && s.Kind == KindStop && s.Line > 1 && strings.HasPrefix(PlainWords(s.Text), "unsubscribe") {
			p.unstate(aLine{number: s.Line, note: len(p.note)}, func(o Statement) bool { return o.Kind == KindStop })
		}
	}
	at := slices.IndexFunc(p.page.Statements, func(s Statement) bool {
		return s.Kind == KindHelp && s.Words == "" && strings.HasPrefix(p.lines[s.Line-1], s.Text+"!")
	})
	if at < 0 || !slices.ContainsFunc(p.page.Statements, Statement.IsMove) {
		return
	}
	cry := p.page.Statements[at]
	p.page.Statements = slices.Delete(p.page.Statements, at, at+1)
	for i, words := range p.note {
		if words != "" && strings.Contains(p.lines[cry.Line-1], words) {
			p.note[i] = cry.Text + "! " + words
			return
		}
	}
	p.note = slices.Insert(p.note, 0, cry.Text+"!")
}

// besideDraw reports whether words joined to the name of a draw put something pleasant beside it:
// "and a cup of tea".
func besideDraw(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool {
		return leavingOpen[w] || actWords[w] || speech.Matters[w] || speech.Times[w] || negatives[w] || w == "you" || w == "play"
	})
}

// proposing are the words of which a question that offers a draw consists.
var proposing = speech.Set("proposing")

// proposesDraw reports whether the words of a question put a draw to somebody.
func proposesDraw(words []string) bool {
	at := slices.Index(words, "draw")
	if i := slices.Index(words, "and"); at > 0 && i > at && besideDraw(words[i+1:]) {
		words = words[:i]
	}
	if at < 0 || len(words) > mostOfStatement || slices.ContainsFunc(words, func(w string) bool { return !proposing[w] && w != "draw" }) {
		return false
	}
	switch words[0] {
	case "draw":
		return len(words) == 1 || len(words) == 2 && words[1] != "what" && words[1] != "how" && words[1] != "why"
	case "why":
		return words[1] == "not"
	case "is", "should", "not", "that", "this", "do", "did", "it", "the":
		return words[0] == "do" && slices.Contains(words, "want")
	case "what":
		return words[1] == "about" || len(words) > 3 && (words[1] == "do" || words[1] == "would") && words[2] == "you" && (words[3] == "think" || words[3] == "say")
	case "how":
		return words[1] == "about" || words[1] == "does" || words[1] == "would"
	case "can", "could", "may", "might", "will":
		return slices.Contains(words, "offer") || slices.Contains(words, "propose") || slices.Contains(words, "suggest") || slices.Contains(words, "we") || slices.Contains(words, "you")
	}
	return verbs[words[0]] == 0 && words[0] != "i" && words[0] != "you"
}

// agrees reports whether a statement accepts what is put to its writer.
func (s *Statement) agrees() bool {
	return (s.answers() == Yes || rows[s.Kind].ofDraw == Yes) && !s.Kind.IsYesOrNo()
}
