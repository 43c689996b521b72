package interpret

import (
	"slices"
	"strings"

	"corrd/interpret/speech"
)

// bySentence reads a line in which one sentence states something, whatever the others tell, as long
// as none of them states something else or takes it back. The first sentence of a wrapped line,
// which goes on from the line above, states nothing. note holds the words beside it.
func (p *parser) bySentence(line string, wrapped, loosely bool) (s Statement, note string, ok bool) {
	if line == "" || len(line) > longestCourteous || !loosely && !speech.MayStateFreely(line) && !speech.HoldsAny(line, requesting) || strings.ContainsAny(line, "\"*>|=") || strings.Contains(line, "()") || line[0] == '(' {
		return s, "", false
	}
	sentences := speech.Sentences(p.wordsOf(speech.CommasApart(line)))
	s, at, states := p.statedIn(sentences, line, wrapped, loosely)
	if at < 0 {
		return Statement{}, "", false
	}
	for i, one := range sentences {
		if (s.Kind == KindSubmit || s.Kind == KindProtest) && i > at && one[len(one)-1].Stop == '?' {
			continue // what the umpire is asked
		}
		if !states[i] && (loosely && p.leavesOpen(&s, one, i > at) || !loosely && p.takenBack(&s, sentences, at, i)) {
			return Statement{}, "", false
		}
	}
	return s, worthTelling(slices.Concat(slices.Concat(sentences[:at]...), slices.Concat(sentences[at+1:]...)), nil), true
}

// statedIn returns what the sentences of a line state, the place of the sentence that states it, -1
// where none does or two state different things, and which of them state something.
func (p *parser) statedIn(sentences [][]speech.Word, line string, wrapped, loosely bool) (s Statement, at int, states []bool) {
	at, states = -1, make([]bool, len(sentences))
	for i, one := range sentences {
		last := one[len(one)-1]
		kind, work := speech.StatesFreely(one, last.Stop == '?', loosely)
		if !p.Spend(work/partsOfStep) || wrapped && i == 0 {
			continue
		}
		var found Statement
		var known bool
		if kind != "" {
			found, known = p.named(string(kind), one, line)
		} else if loosely {
			continue
		} else if found, known = p.requested(one); !known {
			continue
		}
		states[i] = true
		switch {
		case !known, kind != "" && p.isDoubtful(&found, one, line):
			return s, -1, states
		case at < 0:
			s, at = found, i
		case s.Kind == KindNo && rows[found.Kind].manner != asAnswer, s.Kind == KindYes && found.answers() == Yes:
			s, at = found, i // "Oh no! May I take it back?"
		case s.Kind == KindYes && found.Kind == KindAcceptDraw:
			s, at = found, i // "No objection. A draw then."
		case s.Kind == KindOfferDraw && found.Kind == KindAcceptDraw && !speech.HoldsAny(found.Text, assents): // "I propose peace. Half a point each."
		case found.Kind != s.Kind && !(found.Kind == KindYes && (s.answers() == Yes || s.Kind == KindAcceptDraw)):
			return s, -1, states
		}
	}
	return s, at, states
}

// takenBack reports whether the sentence at a place i, beside the one at a place that states
// something, takes that back or states something else.
func (p *parser) takenBack(s *Statement, sentences [][]speech.Word, at, i int) bool {
	one, asks := sentences[i], sentences[i][len(sentences[i])-1].Stop == '?'
	if speech.Aloof(one) {
		return p.namesMoves(speech.TextOf(one))
	}
	open, work := speech.TakesBack(one, i > at)
	if i < at && asks && s.Kind.said(ofItsOwn) && (leadsUp(one) || speech.AsksAboutPlay(one) || s.Kind != KindResign && speech.AsksAssent(one)) {
		open = false // "What more can I do? I resign."
	}
	if s.Kind == KindWithdraw && i < at && !asks {
		open = false // "That was meant for another board. May I take it back?"
	}
	if s.Kind.refusal() {
		return slices.ContainsFunc(one, func(w speech.Word) bool {
			return w.Idiom == 0 && (changing[w.Plain] || i > at && conditions[w.Plain] || i < at && open)
		}) || p.namesMoves(speech.TextOf(one))
	}
	again := asks && i > at && sentences[at][len(sentences[at])-1].Stop == '?' && !speech.AsksAssent(one) || s.Kind == KindResign && speech.AsksAssent(one)
	return !p.Spend(work/partsOfStep) || open || again || i > at && s.answers() != Unclear && !settled(one) || p.namesMoves(speech.TextOf(one))
}

// leavesOpen reports whether a sentence beside one with the kernel of an act leaves that open: it
// takes it back, or one of the closed classes of words of a condition, a doubt or a pretence stands
// in it.
func (p *parser) leavesOpen(s *Statement, one []speech.Word, behind bool) bool {
	asks := one[len(one)-1].Stop == '?'
	if p.namesMoves(speech.TextOf(one)) {
		return true
	}
	if s.Kind.refusal() {
		return slices.ContainsFunc(one, func(w speech.Word) bool {
			return w.Idiom == 0 && (changing[w.Plain] || behind && conditions[w.Plain] || w.Plain == "kidding" || w.Plain == "joking")
		}) && !speech.TakesNote(one)
	}
	open, work := speech.TakesBack(one, behind)
	switch {
	case speech.Aloof(one):
		return false
	case !p.Spend(work / partsOfStep):
		return true
	case asks:
		return behind && !speech.AsksAboutPlay(one) && !speech.AsksAssent(one) || slices.ContainsFunc(one, func(w speech.Word) bool {
			return actWords[w.Plain] && w.Plain != "no" && w.Plain != "yes" && w.Plain != "refuse" || w.Plain == "should"
		})
	case behind && open, len(one) <= speech.FewestWords+2 && open:
		return true
	}
	return speech.LeavesUnsaid(one)
}

// isDoubtful reports whether the signs of a sentence that states something, or a move that it
// names, leave that open: it trails off, or quotes somebody.
func (p *parser) isDoubtful(s *Statement, sentence []speech.Word, line string) bool {
	if s.Kind == KindProtest && (protestsToYou.MatchString(line) || speech.IsDomestic(sentence) || p.protestsInJest(line)) {
		return true
	}
	last := sentence[len(sentence)-1]
	trails := strings.HasSuffix(last.Raw, "..") && last.Stop != '?' || s.Kind.said(ofItsOwn) && strings.Contains(line, "..")
	for i, w := range sentence {
		if w.Stop == ':' && i+1 < len(sentence) && s.Kind.said(ofItsOwn) && rows[s.Kind].manner == asAnswer && (i == 0 || w.Sort == speech.Name) {
			return true // "Bob: I accept."
		}
	}
	quotes := slices.ContainsFunc(sentence, func(w speech.Word) bool { return len(w.Raw) > 3 && w.Raw[0] == '\'' && w.Plain != "'tis" })
	return trails || quotes || p.namesMoves(speech.TextOf(sentence))
}

// named makes the statement of a kind that a sentence states.
func (p *parser) named(kind string, sentence []speech.Word, line string) (s Statement, ok bool) {
	text := strings.TrimRight(speech.TextOf(sentence), ".,;:!- ")
	switch kind {
	case "offer_one": // of what the line speaks
		return Statement{Kind: KindOfferDraw, Text: text}, speech.IndexWord(line, "draw", 0) >= 0
	case "claim_one":
		ground, known := drawGround(line)
		return Statement{Kind: KindClaim, Text: line, Words: ground}, known
	case "adopt_one":
		s, ok = p.parseCommand("adopt " + speech.ChoiceOf(p.wordsOf(line)))
		s.Text = text
		return s, ok
	case "withdraw_one":
		return Statement{Kind: KindWithdraw, Text: text}, speech.HoldsAny(line, offered)
	case "forfeit":
		return Statement{Kind: KindClaim, Text: line, Forfeiture: true, Words: line}, true
	case "adopt":
		s, ok = p.parseCommand("adopt " + speech.ChoiceOf(sentence))
		s.Text = text
		return s, ok
	}
	s = Statement{Kind: kindsNamed[kind], Text: text}
	switch s.Kind {
	case KindClaim:
		s.Words, _ = drawGround(line)
	case KindProtest, KindAnnul, KindSubmit:
		for i := 1; i < len(sentence) && s.Words == ""; i++ {
			if sentence[i-1].Stop != 0 || speech.Reasons[sentence[i].Plain] {
				s.Words = strings.TrimRight(speech.TextOf(sentence[i:]), " .,;:-") // the facts
			}
		}
		if s.Words == "" && s.Kind == KindProtest && len(sentence) > speech.FewestWords+1 {
			s.Words = strings.TrimRight(speech.TextOf(sentence), " .,;:-") // "I protest against his rudeness"
		}
	case KindExact:
		for i, w := range sentence[:len(sentence)-1] {
			if next := sentence[i+1].Plain; w.Plain == "penalty" && len(next) == 1 && next[0] <= 'c' {
				s.Words = strings.ToUpper(next)
			}
		}
	}
	return s, true
}

// thrice and repeated are words of which a pair tells that a position came three times, offered
// those of what can be withdrawn.
var thrice, repeated, offered = speech.TableOf("three", "third", "thrice"), speech.TableOf("repeated", "repeat", "position", "occurred", "repetition"), speech.TableOf("draw", "offer", "offered", "proposal", "proposed")

// Recalled are the words by which a withdrawal names something to be taken back.
func Recalled(what string) map[string]bool { return speech.Set("recall " + what) }

// kindsNamed are the kinds by their names.
var kindsNamed = func() map[string]Kind {
	all := map[string]Kind{}
	for kind, row := range rows {
		all[row.Name] = Kind(kind)
	}
	return all
}()

// requested reads a sentence of which a clause leads to a statement with an argument: "I should
// like to propose reply in 7 days", "could you set diagram off".
func (p *parser) requested(sentence []speech.Word) (s Statement, ok bool) {
	asks := sentence[len(sentence)-1].Stop == '?'
	for i := 0; i < len(sentence) && i < mostOfStatement; i++ {
		if !argued[sentence[i].Plain] && !ordered[sentence[i].Plain] {
			continue
		}
		own, office := i == 0 && !asks, false
		if i > 0 {
			var work int
			if own, office, work = speech.Requests(sentence[:i]); !p.Spend(work/partsOfStep) || !own && !office {
				return s, false
			}
		}
		for to := len(sentence); to > i && !ok && p.Spend(1); to-- {
			if to == len(sentence) || speech.EndsClause(sentence, i, to) {
				s, ok = p.parseCommand(speech.WithoutThanks(strings.TrimRight(speech.TextOf(sentence[i:to]), "?!.,;:- ")))
			}
		}
		s.Text = strings.TrimRight(speech.TextOf(sentence), ".,;:!- ")
		if s.Kind == KindPropose && !slices.ContainsFunc(s.Terms, Term.known) {
			return s, false // "I propose a toast"
		}
		if i == 0 {
			return s, ok && own && s.Kind.said(inFront) // "adopt 2 - it is the only sensible one"
		}
		return s, ok && (own && s.Kind.said(inWish) && !(asks && s.Kind.said(notAsked)) || office && s.Kind.said(inRequest))
	}
	return s, false
}

// requesting are the words of which one stands before a statement with an argument, or names it.
var requesting = speech.TableOf("please", "kindly", "could", "can", "would", "should", "like", "want", "wish", "may", "let", "leave", "law")

// ordered are words of statements without an argument to which a wish may lead.
var ordered = speech.SetOf("unregister adjourn annul proceed recommence retract submit demand repeat")

// settled reports whether a sentence behind one that answers leaves the answer as it is: it asks
// nothing else, sets no condition, denies nothing in few words, and tells of no other act.
func settled(words []speech.Word) bool {
	last, first := words[len(words)-1], words[0].Plain
	switch {
	case speech.Aloof(words):
		return true
	case last.Stop == '?':
		return speech.AsksAboutPlay(words) || speech.AsksAssent(words)
	case last.Stop == '!' && first == "what" && len(words) > 1 && (words[1].Plain == "a" || words[1].Plain == "an"):
		return true // "What a struggle!"
	case strings.HasSuffix(last.Raw, ".."), doubting[first], first == "dream", first == "save", first == "what":
		return false
	case speech.AllPolite(words):
		return true
	case !speech.Reasons[first] && !slices.ContainsFunc(words, speech.OfWriter):
		return false // "number 5, to Bob Example"
	}
	denied := false
	for i, w := range words {
		bare, next := w.Bare(), ""
		if i+1 < len(words) {
			next = words[i+1].Plain
		}
		switch {
		case w.Idiom != 0, (bare == "should" || bare == "would" || bare == "could" || bare == "might") && next == "have", bare == "would" && next == "like":
		case leavingOpen[bare], speech.Feigned[bare], bare == "should", bare == "could", bare == "might", bare == "only" && len(words) < 6, bare == "not" && next == "yet",
			bare == "when", bare == "once" && i == 0, bare == "later", bare == "guess", bare == "rather":
			return false
		case bare == "draw", actWords[bare] && bare != "offer" && bare != "no" && bare != "yes":
			return false
		}
		denied = denied || negatives[bare] && bare != "because" && bare != "though" && bare != "although" || strings.HasSuffix(w.Plain, "n't")
	}
	return !denied || len(words) > speech.FewestWords
}

// doubting are the sounds of somebody who has not decided.
var doubting = speech.SetOf("hm hmm hmmm er erm uh um")

// leadsUp reports whether a question only leads to what its writer states behind it: "What more
// can I do?"
func leadsUp(words []speech.Word) bool {
	return !slices.ContainsFunc(words, func(w speech.Word) bool {
		bare := w.Bare()
		return leavingOpen[bare] || speech.Feigned[bare] || bare == "should" || actWords[bare] && bare != "draw"
	})
}

// namesKind reports whether a word of an act names the act of a kind.
func namesKind(k Kind, word string) bool { return strings.HasPrefix(word, rows[k].Name) }
