package interpret

import (
	"slices"
	"strings"

	"corrd/interpret/speech"
)

// A line may state its act in one of several clauses. Each clause states an act, tells of something
// else, or leaves its writer's mind open; a line states something if its acts agree and no clause
// leaves it open.

// saying is a part of a sentence: its words, those with short forms written out, and the sign that
// ends it.
type saying struct {
	words []speech.Word
	Plain []string
	Stop  byte
	kind  Kind
	acts  bool
}

// bySaying reads a line clause by clause. note holds the clauses beside the act.
func (p *parser) bySaying(line string, words []speech.Word) (s Statement, note string, ok bool) {
	if strings.ContainsAny(line, "\"*>|=/") || line[0] == '(' || !slices.ContainsFunc(words, func(w speech.Word) bool { return speech.Acting[w.Plain] }) {
		return s, "", false
	}
	p.spend(stepsOfClause * len(words))
	clauses := clausesOf(words)
	stated := -1
	for i := range clauses {
		c := &clauses[i]
		c.kind, c.acts = c.act()
		if c.acts {
			stated = i
		}
	}
	if stated < 0 {
		return s, "", false
	}
	kind, at, ok := comeTo(clauses)
	if !ok {
		return s, "", false
	}
	s = Statement{Kind: kind, Text: strings.TrimRight(speech.TextOf(clauses[at].words), ".,;:!- ")}
	for i := range clauses {
		if c := &clauses[i]; !c.acts && !p.leaves(c, &s, clauses, i) {
			return Statement{}, "", false
		}
	}
	if s.weak() {
		return Statement{}, "", false
	}
	var beside []speech.Word
	for i := range clauses {
		if i != at {
			beside = append(beside, clauses[i].words...)
		}
	}
	return s, worthTelling(beside, nil), true
}

// comeTo returns the one act that the clauses come to, and the clause that states it.
func comeTo(clauses []saying) (kind Kind, at int, ok bool) {
	at = -1
	assent, denial := false, false
	for i, c := range clauses {
		switch {
		case !c.acts:
		case c.kind == KindYes:
			assent = true
		case c.kind == KindNo:
			denial = true
		case at >= 0 && (c.kind == KindOfferDraw || kind == KindOfferDraw) && c.kind != kind:
			if c.Stop == '?' || clauses[at].Stop == '?' || c.kind.refusal() || kind.refusal() || c.kind == KindResign || kind == KindResign {
				return 0, 0, false
			}
			kind = KindAcceptDraw
		case at >= 0 && c.kind != kind:
			if c.kind == KindResign && kind == KindDeclineDraw { // who resigns needs no draw
				kind, at = c.kind, i
				continue
			}
			stronger := func(k Kind) bool { return k == KindAcceptDraw || k == KindDeclineDraw }
			if c.kind.refusal() != kind.refusal() || !stronger(c.kind) && !stronger(kind) {
				return 0, 0, false
			}
			if stronger(c.kind) {
				kind, at = c.kind, i
			}
		default:
			kind, at = c.kind, i
		}
	}
	refusing := kind.refusal()
	switch {
	case assent && denial:
		return 0, 0, false
	case at < 0:
		kind = KindYes
		if denial {
			kind = KindNo
		}
		at = slices.IndexFunc(clauses, func(c saying) bool { return c.acts })
		return kind, at, true
	case kind == KindOfferDraw && clauses[at].Stop != '?' && assent && !denial:
		return KindAcceptDraw, at, true
	case kind == KindOfferDraw:
		return kind, at, !assent && !denial
	case denial && !refusing, assent && refusing:
		return 0, 0, false
	}
	return kind, at, true
}

// refusal reports whether a kind refuses something.
func (k Kind) refusal() bool { return k == KindNo || k == KindDecline || k == KindDeclineDraw }

// splitting are the words that begin a clause where a subject or a verb follows.
var splitting = speech.SetOf("and so but because since as for while though although therefore hence which")

// interrupting are the words that are a clause of their own at the head of a sentence.
var interrupting = speech.SetOf("yes yep yup yeah aye no nope ok okay sure well oh ah bah alas right alright hello hi hey dear lol haha bet")

// clausesOf parts words into clauses, at their stops and before the words that join a clause to
// another.
func clausesOf(words []speech.Word) (all []saying) {
	var one []speech.Word
	end := func() {
		if len(one) > 0 {
			all = append(all, saying{words: one, Plain: speech.WrittenOut(one), Stop: one[len(one)-1].Stop})
		}
		one = nil
	}
	for i, w := range words {
		next := ""
		if i+1 < len(words) {
			next = words[i+1].Plain
		}
		if splitting[w.Plain] && len(one) > 0 && (subjects[next] || beginsAct[next] || w.Plain == "but" || w.Plain == "because") && !(w.Plain == "as" && (next == "it" || next == "well")) {
			end()
		}
		if len(one) > 2 && w.Plain == "i" && flat[next] && words[i-1].Stop == 0 && !bound[words[i-1].Plain] && slices.ContainsFunc(one, func(w speech.Word) bool { return w.Plain == "i" || w.Plain == "we" }) {
			end() // "I do not need the draw I resign"
		}
		if len(one) > 0 && (w.Plain == "i" || w.Plain == "lets" || w.Plain == "let's") && w.Idiom == 0 && allInterrupt(one) {
			end()
		}
		one = append(one, w)
		if w.Stop != 0 || interrupting[w.Plain] && len(one) == 1 && w.Idiom == 0 && (subjects[next] || next == "no" && w.Plain != "no" || next == "lets" || next == "let's" || next == "draw" && w.Plain != "no" || next == "thats" || next == "im") {
			end()
		}
	}
	end()
	for i := len(all) - 2; i >= 0; i-- {
		if next := all[i+1]; next.Stop == '?' && all[i].Stop == ',' && speech.AllPolite(next.words) {
			all[i].Stop = '?' // "a draw, my dear?"
			all[i+1].Stop = '.'
		}
	}
	return all
}

// flat are the verbs with which a sentence begins that needs no stop before it, and bound the words
// behind which it is none.
var (
	flat  = speech.SetOf("resign accept decline concede")
	bound = speech.SetOf("that if when whenever before after unless until till because as than say said says think thought suppose guess should do did can may must shall will so and but or where which who why how once while whether like wish hope though although")
)

// allInterrupt reports whether words are exclamations, which need no stop behind them.
func allInterrupt(words []speech.Word) bool {
	return !slices.ContainsFunc(words, func(w speech.Word) bool {
		return !interrupting[w.Plain] && !speech.Interjections[w.Plain] && !naying[w.Plain]
	})
}

// beginsAct are the words with which a clause behind "and" or "so" states an act.
var beginsAct = speech.SetOf("confirm waive accept decline resign agree concede refuse must have will shall am hereby gladly happily therefore would")

// leavingOpen are the words with which a clause leaves its writer's mind open wherever it stands.
var leavingOpen = speech.Set("leavingOpen", "doubting abroad")

// ofLetters are words of somebody else's words.
var ofLetters = speech.SetOf("reads read letter note writes wrote line phrase example book script message instructions manual answer text words rule rules law states headline")

// leaves reports whether a clause that states no act may stand beside the statement that another
// one makes: it leaves that in no doubt.
func (p *parser) leaves(c *saying, s *Statement, all []saying, at int) bool {
	if suffices(c.Plain) {
		return true
	}
	same := p.inSentence(all, at)
	if speech.IsDigit(c.words[0].Raw[0]) || strings.HasSuffix(c.words[len(c.words)-1].Raw, "..") || same && speech.Restricts(c.words) || slices.Equal(c.Plain, []string{"not", "yet"}) {
		return false
	}
	if s.Kind == KindYes && !(strings.Contains(strings.ToLower(s.Text), "please") && c.Stop != '?') {
		if c.Stop == '?' || slices.ContainsFunc(c.words, func(w speech.Word) bool { return taken[w.Plain] }) || same && !(speech.Scenic[c.words[0].Plain] && at+1 < len(all) && all[at+1].acts) && !belongs(c.words) {
			return false
		}
	}
	if intends(c.Plain) || !same && c.Stop != '?' && perfect(c.Plain) {
		return true
	}
	if speech.AllPolite(c.words) && c.Stop != '?' && !(c.Stop == ':' && len(c.words) < speech.FewestWords && speech.Has(c.words, speech.Name)) {
		return true
	}
	if speech.HasDone(c.Plain) && c.Stop != '?' {
		return true
	}
	firm := s.Kind.refusal() || s.Kind == KindResign
	thanks := false
	for i, w := range c.words {
		bare := strings.ReplaceAll(w.Plain, "'", "")
		thanks = thanks || strings.HasPrefix(bare, "thank") || bare == "sorry" || bare == "grateful" || bare == "appreciate"
		denial := negatives[bare] && bare != "because" && bare != "without" || strings.HasSuffix(w.Plain, "n't")
		switch {
		case w.Idiom != 0:
		case thanks && (bare == "wait" || bare == "mistake" || bare == "waiting"):
		case leavingOpen[bare], bare == "without" && !firm && (i+1 == len(c.words) || !lacking[c.words[i+1].Plain]), speech.Feigned[bare] && !(s.Kind.refusal() && !same), !firm && speech.IsUnsure(bare) && (same || len(c.words) <= speech.FewestWords), bare == "guess", bare == "not" && !s.Kind.refusal() && len(c.words) < speech.FewestWords, speech.IsDigit(w.Raw[0]) && !firm && (same || slices.ContainsFunc(c.Plain, func(w string) bool { return speech.Matters[w] })):
			return false
		case denial && at+1 < len(all) && all[at+1].Plain[0] == "but" && bare != "not":
		case bare == "but" && i == 0 && !s.Kind.refusal(), bare == "only" && !firm, same && i == 0 && !firm && (speech.Heads[bare] && bare != "with" && bare != "in" && bare != "at" && bare != "by" && bare != "as" && bare != "for" && bare != "since" || bare == "after" || bare == "when" || bare == "before"), (bare == "would" && !slices.Contains(c.Plain, "say") || bare == "could" || bare == "should" || bare == "might" || bare == "may") && same && !firm, (bare == "were" || bare == "had" || bare == "should") && i == 0 && same:
			return false
		case bare == "no" && firm && len(c.words) > 1 && i+1 < len(c.words):
		case actWords[bare] && !thanks && !(s.Kind.refusal() && nays[bare]) && !((s.agrees() || s.Kind == KindOfferDraw && explicit(all[0].words)) && (bare == "draw" || bare == "offer") && i > 0 && c.Stop != '?'):
			return false
		case s.Kind.refusal() && changing[bare]:
			return false
		case denial && !firm && (same || len(c.words) <= speech.FewestWords || wanting(c.Plain)):
			return false
		case !firm && same && (speech.Matters[bare] || speech.Times[bare] && w.Sort == speech.Other) && !thanks && !dreary[bare]:
			return false
		}
	}
	switch {
	case c.Stop == '?':
		return s.Kind.refusal() && !same || asksAboutPlay(c.words) || s.Kind == KindOfferDraw && slices.Contains(c.Plain, "we") && !slices.ContainsFunc(c.Plain, func(w string) bool { return !proposing[w] })
	case c.Stop == ':' && (len(c.words) < 2 || slices.ContainsFunc(c.words[1:], func(w speech.Word) bool { return w.Sort == speech.Name }) || slices.ContainsFunc(c.Plain, func(w string) bool { return ofLetters[w] })), p.namesMoves(speech.TextOf(c.words)):
		return false
	}
	return true
}

// intends reports whether a clause only says what its writer is going to strive for: "and shall
// endeavour not to disgrace the cloth".
func intends(plain []string) bool {
	for len(plain) > 0 && (splitting[plain[0]] || plain[0] == "i" || plain[0] == "we") {
		plain = plain[1:]
	}
	return len(plain) > 2 && (plain[0] == "shall" || plain[0] == "will" || plain[0] == "hope" || plain[0] == "promise") &&
		slices.ContainsFunc(plain[:min(4, len(plain))], func(w string) bool {
			return w == "endeavour" || w == "try" || w == "strive" || w == "best" || w == "promise"
		}) &&
		!slices.ContainsFunc(plain, func(w string) bool { return leavingOpen[w] || actWords[w] || speech.Matters[w] })
}

// perfect reports whether a sentence tells what its writer has not done for long: "I haven't played
// since school".
func perfect(plain []string) bool {
	at := slices.Index(plain, "have")
	return at >= 0 && at < 2 && at+2 < len(plain) && plain[at+1] == "not" && (plain[at+2] == "played" || plain[at+2] == "seen" || plain[at+2] == "had" || plain[at+2] == "been" || plain[at+2] == "touched" || plain[at+2] == "heard") && !slices.Contains(plain, "yet")
}

// suffices reports whether a clause only says that what is put to its writer is enough: "five days
// are sufficient".
func suffices(plain []string) bool {
	if n := len(plain); n > 3 && (plain[n-1] == "me" || plain[n-1] == "us") && (plain[n-2] == "by" || plain[n-2] == "with" || plain[n-2] == "for") {
		plain = plain[:n-2]
	}
	switch plain[len(plain)-1] {
	case "fine", "good", "acceptable", "ok", "help", "helps", "sufficient", "enough", "plenty", "ample", "suffice":
		return len(plain) <= speech.MostOfLine && !slices.Contains(plain, "not") && !slices.Contains(plain, "if")
	}
	return false
}

// lacking are what an act may be done without.
var lacking = speech.SetOf("reservation reserve hesitation delay further ado regret regrets fear rancour a any question fail doubt")

// dreary are words that may only say how things stand: "the time is up".
var dreary = speech.SetOf("time game move when who")

// agrees reports whether a statement accepts what is put to its writer.
func (s *Statement) agrees() bool {
	return s.Kind == KindAccept || s.Kind == KindAgree || s.Kind == KindAcceptDraw
}

// inSentence reports whether a clause stands in the sentence of one that states an act.
func (p *parser) inSentence(all []saying, at int) bool {
	for i := at; i < len(all) && (i == at || !speech.EndsSentence(all[i-1].Stop) && all[i-1].Stop != '?'); i++ {
		if all[i].acts {
			return true
		}
	}
	for i := at - 1; i >= 0 && !speech.EndsSentence(all[i].Stop) && all[i].Stop != '?'; i-- {
		if all[i].acts {
			return true
		}
	}
	return false
}

// wanting reports whether a clause denies a wish or a knowledge on which an act would rest.
func wanting(plain []string) bool {
	return slices.ContainsFunc(plain, func(w string) bool {
		switch w {
		case "want", "wish", "accept", "agree", "know", "sure", "certain", "yet", "now", "yes", "resign", "really", "ready", "play":
			return true
		}
		return false
	})
}

// settleDraw makes one statement of the name of a draw and of words that answer an offer of one:
// "Deal. Draw.", "Draw? Yes, accepted."
func settleDraw(found []Statement) []Statement {
	if k := found[0].Kind; (k == KindResign || k == KindOfferDraw || k == KindAgain) && !slices.ContainsFunc(found, func(s Statement) bool { return s.Kind != k }) {
		return found[:1] // "I give up. I resign."
	}
	offer, answer := -1, Unclear
	for i, s := range found {
		said := s.answers()
		switch {
		case s.Kind == KindOfferDraw && offer < 0:
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
