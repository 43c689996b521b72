package interpret

import (
	"regexp"
	"slices"
	"strings"

	"corrd/interpret/carrying"
	"corrd/interpret/notation"
	"corrd/interpret/speech"
)

// Clauses of any words may stand beside a statement that names its act, in its own sentence, as
// long as none of them puts the act in doubt, sets it a condition or a time, or is about another:
// "my position being hopeless, I resign", "I decline, as my doctor forbids it".

// negatives are the words of denial among the doubts; beside a refusal they doubt nothing.
var negatives = speech.SetOf("but not no nor never none nobody nothing cannot cant dont wont wouldnt didnt doesnt isnt wasnt arent havent hasnt couldnt however though although yet without because")

// nays are the words that only say no once more, and changing those that take a refusal back.
var (
	nays     = speech.SetOf("no decline declined refuse draw")
	changing = speech.SetOf("yes accept agree ok okay correction instead meant actually")
)

// conditions are the doubts that make a condition, a joke or a later answer of a refusal.
var conditions = speech.SetOf("if unless until till provided providing maybe perhaps possibly when once wait hold joke joking jokes kidding kid otherwise or either whether wrote said says quoted ask asks")

// taken are words of somebody who has read a letter, and answers nothing.
var taken = speech.Set("taken")

// subjects are words that begin a clause of the writer's own.
var subjects = speech.SetOf("i we it it's that that's this my our i'm i'd i've i'll we're we'd we'll there's there mine sounds")

// explicit reports whether the words of a statement name its writer as who does it: "I accept", "we
// must decline".
func explicit(words []speech.Word) bool {
	switch words[0].Plain {
	case "i", "we", "i'm", "i'll", "i'd", "i've", "im", "ill", "we're", "it", "must":
		return len(words) > 1
	}
	return false
}

// unsettles reports whether a word may put a statement in doubt.
func (s *Statement) unsettles(w speech.Word, before bool) bool {
	bare := w.Bare()
	denial := negatives[bare] || strings.HasSuffix(w.Plain, "n't")
	switch {
	case w.Idiom != 0:
		return false
	case s.Kind.refusal():
		return conditions[bare] || actWords[bare] && !before && !nays[bare]
	case denial && before && s.Kind == KindResign, bare == "because", bare == "bc":
		return false
	}
	return w.Sort == speech.Doubt || bare == "when" || bare == "once" || bare == "soon" || actWords[bare] && !(before && s.Kind.refusal())
}

// actWords are words of acts, of which two in a sentence may not both be meant.
var actWords = speech.SetOf("yes no gladly spiele dabei nehme accept accepts accepted decline declined refuse agree agreed resign resigns resigned draw offer claim penalty withdraw adopt exact annul protest stop")

// ledBy reports whether words before a statement in its sentence may stand there: whole clauses,
// each with its stop or joined with "and", "so" or "which".
func (s *Statement) ledBy(p *parser, words, own []speech.Word) bool {
	if len(words) == 0 || len(words) > mostCourteous/2 || !s.takesClauses() || ofAnother(own) || !explicit(own) && !(s.Kind.refusal() || s.Kind == KindAccept && words[len(words)-1].Stop == '.') {
		return false
	}
	last := len(words) - 1
	if words[last].Stop == ':' { // as before another's words
		return false
	}
	joined := false
	if speech.Joins[words[last].Plain] {
		joined = words[last].Stop == 0 || words[last].Stop == ','
		if words[last].Plain == "but" && s.Kind == KindResign {
			return false
		}
		words = words[:last]
	}
	if len(words) == 0 {
		return false
	}
	if !joined && words[len(words)-1].Stop == 0 {
		if s.Kind.refusal() && !slices.ContainsFunc(words, func(w speech.Word) bool { return !naying[w.Plain] }) {
			return true
		}
		if !speech.IsAdverbial(words) {
			return false
		}
		words = words[1:]
	}
	butDone := joined
	for i, w := range words {
		if w.Stop == '?' || speech.IsDigit(w.Raw[0]) && !s.Kind.refusal() || strings.HasSuffix(w.Raw, "..") || speech.Feigned[w.Plain] {
			return false
		}
		if s.unsettles(w, true) && !(butDone && negatives[w.Bare()] && i > 0) {
			return false
		}
		if s.Kind.refusal() && (w.Plain == "yes" || w.Plain == "accept") {
			return false
		}
	}
	return !p.namesMoves(speech.TextOf(words))
}

// naying are words that may stand before a refusal without a stop.
var naying = speech.SetOf("no lol haha sorry sir thanks thank you oh well ok so mate um")

// followedBy reports whether words behind a statement in its sentence may stand there; last is the
// statement's last word.
func (s *Statement) followedBy(p *parser, last speech.Word, own, words []speech.Word) bool {
	if len(words) == 0 || len(words) > mostCourteous/2 || !s.takesClauses() || ofAnother(own) || last.Stop == '?' && s.Kind != KindOfferDraw || strings.HasSuffix(last.Raw, "..") {
		return false
	}
	for len(words) > 1 && (speech.Interjections[words[0].Plain] || words[0].Plain == "you" || words[0].Plain == "sir") && words[0].Idiom == 0 && last.Stop == 0 {
		last, words = words[0], words[1:]
	}
	first := words[0].Plain
	switch {
	case s.Kind == KindNo && last.Stop == 0 && ownWords[first]:
	case speech.IsDigit(words[0].Raw[0]):
		return false
	case last.Stop != 0, strings.HasPrefix(words[0].Raw, "("):
	case !speech.Reasons[first] || len(words) < speech.FewestWords && first != "with" || len(words) == 1:
		return false
	case first == "as" && !subjects[words[1].Plain], first == "for" && !s.Kind.refusal(), first == "with" && speech.Matters[words[1].Plain]:
		return false
	}
	if first == "with" && last.Stop == 0 && !s.Kind.refusal() && (len(words) < 2 || !speech.IsOfFeeling(words[1:])) {
		return false
	}
	firm := s.Kind.refusal() || s.Kind == KindResign
	for i, w := range words {
		bare := w.Bare()
		switch {
		case s.Kind.refusal() && speech.EndsSentence(last.Stop) && (bare == "until" || bare == "till"): // which keeps its writer from playing
		case w.Stop == '?' && !(s.Kind.refusal() && speech.EndsSentence(last.Stop)), s.unsettles(w, false), w.Idiom == 0 && !firm && (speech.Matters[bare] || speech.Times[bare] && w.Sort == speech.Other):
			return false
		case s.Kind.refusal() && changing[w.Plain]:
			return false
		case i == 0 && firm && s.Kind == KindResign && speech.Heads[first] && !speech.Reasons[first]:
			return false
		}
	}
	if !firm && speech.Restricts(words) && !(first == "with" && speech.IsOfFeeling(words[1:])) || s.Kind == KindResign && last.Stop == 0 && speech.Restricts(words) || p.namesMoves(speech.TextOf(words)) {
		return false
	}
	return s.Kind != KindYes || belongs(words) && !slices.ContainsFunc(words, func(w speech.Word) bool { return taken[w.Bare()] })
}

// ownWords begin what somebody says of themselves behind a bare no.
var ownWords = speech.SetOf("i im i'm i've ive idk sorry its it's thats that's")

// ofAnother reports whether a statement may tell what another did, as corrd's letters do: "Black
// resigns".
func ofAnother(own []speech.Word) bool {
	return speech.IsReport(own) || len(own) > 1 && (own[0].Plain == "white" || own[0].Plain == "black")
}

// takesClauses reports whether clauses of other words may stand in the sentence of a statement.
func (s *Statement) takesClauses() bool {
	manner := rows[s.Kind].manner
	return (manner == asAnswer || manner == asOffer || manner == asWish) && !s.weak()
}

// leavingOpen are the words with which a clause leaves its writer's mind open wherever it stands.
var leavingOpen = speech.Set("leavingOpen", "doubting abroad")

// objecting are words of courtesy that are the object of an act where they stand behind it.
var objecting = speech.Set("objecting")

// plainYeses are the words that say yes and no more.
var plainYeses = speech.SetOf("yes yep yeah yup aye")

// yesBesideDraw parts "yes but no draw" into its two statements: the yes may answer something else.
func yesBesideDraw(s Statement) []Statement {
	said, rest, joined := strings.Cut(s.Text, " ")
	opener := speech.OpenerOf(rest)
	if s.Kind != KindDeclineDraw || !joined || !plainYeses[strings.ToLower(strings.Trim(said, ",.;!"))] || opener != "but" && opener != "and" && strings.TrimRight(said, ",.;!") == said {
		return []Statement{s}
	}
	yes := Statement{Kind: KindYes, Text: strings.Trim(said, ",.;!")}
	s.Text, _ = speech.CutAnyWord(rest, "but", "and")
	return []Statement{yes, s}
}

// settleDraw makes one statement of the name of a draw and of words that answer an offer of one:
// "Deal. Draw.", "Draw? Yes, accepted."
func settleDraw(found []Statement) []Statement {
	if k := found[0].Kind; (k == KindResign || k == KindOfferDraw || k == KindAgain) && !slices.ContainsFunc(found, func(s Statement) bool { return s.Kind != k }) {
		return found[:1] // "I give up. I resign."
	}
	if at := slices.IndexFunc(found, Statement.IsMove); at >= 0 && len(found) == 3 {
		others := settleDraw(slices.Delete(slices.Clone(found), at, at+1))
		if len(others) == 1 && others[0].Kind == KindDeclineDraw {
			return []Statement{others[0], found[at]} // "Draw? No way. P-Q4"
		}
		return found
	}
	offer, answer := -1, Unclear
	for i, s := range found {
		said := s.answers()
		switch {
		case s.Kind == KindOfferDraw && offer < 0:
			if answer != Unclear && (strings.HasSuffix(s.Text, "?") || strings.Contains(strings.ToLower(s.Text), "offer")) {
				return found // "Agreed; draw?" agrees to something else, and offers one
			}
			offer = i
			continue
		case s.Kind == KindAcceptDraw:
			said = Yes
		case s.Kind == KindDeclineDraw:
			said = No
		}
		if said == Unclear || s.Choice != 0 || answer != Unclear && said != answer {
			return found
		}
		answer = said
	}
	if offer < 0 {
		return found
	}
	s := found[offer]
	if s.Kind = KindAcceptDraw; answer == No {
		s.Kind = KindDeclineDraw
	}
	return []Statement{s}
}

// A move that is a sentence by itself stays one whatever the other sentences of its line state:
// "I'd rather fight on, thanks. Castles king's side."

// allStated is stated, of a line that may also hold a move in a sentence of its own.
func (p *pageReader) allStated(line string) (found []Statement, note string, ok bool) {
	if asks, reason := speech.WithoutSlip(line); reason != "" && !p.wrapped {
		if found, note, ok = p.stated(asks); ok && note == "" && len(found) == 1 && found[0].Kind == KindWithdraw {
			return found, reason, true
		}
	}
	found, note, ok = p.stated(line)
	if len(found) > 1 && slices.ContainsFunc(found, Statement.IsMove) {
		return found, note, ok
	}
	if all, both := p.andMove(line, found); both {
		return all, "", true
	}
	if ok && note == "" && !slices.ContainsFunc(found, Statement.isUnread) || slices.ContainsFunc(found, Statement.IsMove) && !speech.HoldsAny(note, annulling) {
		return found, note, ok
	}
	if all, rest, both := p.besideMove(line); both {
		return all, rest, true
	}
	return found, note, ok
}

// isUnread reports whether a statement is a condition that could not be read.
func (s Statement) isUnread() bool { return s.Kind == KindConditional && s.Series == nil }

// besideMove reads a line whose first or last sentence is a move and nothing else, and whose other
// sentences state something, which is not a move.
func (p *pageReader) besideMove(line string) (found []Statement, note string, ok bool) {
	if p.besides > mostBeside || p.wrapped || len(line) > longestCourteous || !mayHoldMove(line) || !p.Spend(carrying.StepsOfPiece+len(line)/4) {
		return nil, "", false
	}
	p.besides++
	if at := withMove.FindStringSubmatchIndex(line); at != nil { // "I offer a draw with P-Q3"
		m, plays := p.moveAlone(line[at[1]:])
		offer, note, ok := p.stated(line[:at[0]])
		if plays && ok && note == "" && len(offer) == 1 && offer[0].Kind == KindOfferDraw {
			return append(offer, m), "", true
		}
	}
	cuts := apartStops.FindAllStringIndex(line, mostSentences)
	if len(cuts) == 0 || len(cuts) > mostBeside {
		return nil, "", false
	}
	first, last := cuts[0], cuts[len(cuts)-1]
	m, plays := p.moveAlone(line[last[1]:])
	others := line[:last[0]+1]
	if leads, begins := p.moveAlone(line[:first[0]+1]); begins {
		if plays {
			return nil, "", false
		}
		m, others = leads, line[first[1]:]
	} else if !plays {
		return nil, "", false
	}
	if p.namesMoves(others) {
		return nil, "", false
	}
	states, note, ok := p.stated(others)
	switch {
	case !ok || slices.ContainsFunc(states, func(s Statement) bool { return !s.besidesMove() || s.Kind == KindNo && !plays }): // "P-K4. No, I shall not play it."
		return nil, "", false
	case plays:
		return append(states, m), note, true
	}
	return append([]Statement{m}, states...), note, true
}

// andMove reads a line of which the one part states something and the part behind a joint is the
// move: "I adopt the first and play P-Q4", "I decline the draw and play B-Kt3". alone is what the
// line states if it is not parted.
func (p *pageReader) andMove(line string, alone []Statement) (found []Statement, ok bool) {
	if p.besides > mostBeside || p.wrapped || len(line) > longestCourteous || !mayHoldMove(line) || strings.ContainsAny(line, "?\"") {
		return nil, false
	}
	if stated := len(alone) == 1 && alone[0].besidesMove(); !stated && (speech.OpenerOf(line) == "" || !speech.HoldsAny(line, statingBeside)) {
		return nil, false
	}
	if p.ands++; p.ands > mostAnds {
		return nil, false
	}
	for _, at := range beforeMove.FindAllStringIndex(line, mostBeside) {
		m, plays := p.moveAlone(withoutPlay.ReplaceAllString(line[at[1]:], ""))
		if !plays || !mayHoldMove(m.Moves[0].Text) { // "so long"
			continue
		}
		if p.besides++; !p.Spend(carrying.StepsOfPiece + len(line)/4) {
			return nil, false
		}
		states, note, ok := p.stated(line[:at[0]])
		if !ok || note != "" && !mannerly.MatchString(note) && !p.isCourtesy(note) || len(states) != 1 || !states[0].besidesMove() || p.namesMoves(line[:at[0]]) {
			return nil, false
		}
		return append(states, m), true
	}
	return nil, false
}

// annulling are words of which one stands in the requirement to annul something.
var annulling = speech.TableOf("annul", "annulled", "annulment", "void", "voided", "strike", "cancel", "cancelled")

// statingBeside are words of which one stands in what is stated beside a move.
var statingBeside = speech.TableOf("draw", "decline", "declined", "adopt", "choose", "take", "pick", "select", "have", "go", "first", "second", "third", "number", "option", "reading", "annul", "annulled", "waive", "withdraw", "leave", "propose", "offer", "refuse")

// mannerly is how somebody does what they state: "I decline with thanks".
var mannerly = regexp.MustCompile(`(?i)^with (?:\pL+ )?(?:thanks|regret|pleasure|respect|apologies|compliments|gratitude|a smile|good grace)$`)

// beforeMove joins a move to what is stated before it, withoutPlay the verb that makes it.
var (
	beforeMove  = regexp.MustCompile(`(?i)[,;]? (?:and|so|- (?:and )?)(?: (?:now|then|so))? |[,;] `)
	withoutPlay = regexp.MustCompile(`(?i)^(?:(?:i|we) )?(?:(?:now|then) )?(?:play|go|respond with|continue with|reply by|in reply|in answer)[ ,:]+`)
)

const (
	mostBeside = 4  // sentences that may stand beside that of a move
	mostAnds   = 12 // lines of a letter in which a move is looked for behind a joint
)

// apartStops are the ends of the sentences of a line that another follows.
var apartStops = regexp.MustCompile(`[.!?;] +`)

// withMove stands between an offer and the move beside which it is made.
var withMove = regexp.MustCompile(`(?i),? (?:(?:along |together )?with|and play|and i play|beside|by) (?:(?:my|the) move,? )?`)

// moveAlone reads a sentence that is one move and nothing else.
func (p *parser) moveAlone(sentence string) (s Statement, ok bool) {
	text := strings.TrimSpace(sentence)
	if len(text) > carrying.MaxOneMove+1 || strings.HasSuffix(text, "?") || strings.HasSuffix(text, "..") {
		return s, false
	}
	found, prose, ok := p.parseLine(strings.TrimRight(text, ".! "), false)
	if !ok || prose != "" || len(found) != 1 || found[0].Kind != KindMove || len(found[0].Confirms) > 0 || notation.Weigh(found[0].Moves[0].Text) != 0 {
		return s, false
	}
	return found[0], true
}

// besidesMove reports whether a statement may stand in a sentence beside that of a move.
func (s Statement) besidesMove() bool {
	return s.Kind == KindOfferDraw || s.Kind.refusal() || s.Kind == KindAcceptDraw || s.Kind == KindWaive || s.Kind == KindAdopt || s.Kind == KindAnnul || s.Kind == KindLeave || s.Kind == KindPropose || s.Kind == KindWithdraw
}
