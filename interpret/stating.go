package interpret

import (
	"slices"
	"strings"

	"corrd/interpret/speech"
)

// A clause may state an act by itself, as the grammar of package speech reads it (stating.txt),
// whatever its sentence and those around it tell besides, as long as nothing there leaves it open.

// byKernel reads a line in which one clause states something. note holds the words beside it.
func (p *parser) byKernel(line string) (s Statement, note string, ok bool) {
	if p.spend(len(line) / 16); len(line) > longestCourteous || !speech.MayState(line) || strings.ContainsAny(line, "\"*>|=") || line[0] == '(' {
		return s, "", false
	}
	words := p.wordsOf(speech.CommasApart(line))
	if len(words) > mostCourteous {
		return s, "", false
	}
	for from := range words {
		if !beginsClause(words, from) {
			continue
		}
		for to := len(words); to > from && p.spend(1); to-- {
			if !speech.EndsClause(words, from, to) {
				continue
			}
			bare := words[to-1].Stop != '?' && words[from].Plain != "so" && words[from].Plain != "adopt" && !slices.ContainsFunc(words[from:to], speech.OfWriter)
			if s, ok = p.kernel(words[from:to], words[to:], line); ok && standsAlone(&s, words, from, to) && p.settles(&s, words[:from], nil, bare) && p.settles(&s, words[to:], &words[to-1], bare) {
				return s, worthTelling(slices.Concat(words[:from], words[to:]), nil), true
			}
		}
	}
	return Statement{}, "", false
}

// beginsClause reports whether a clause may begin at a place among words: behind a stop, or at a
// word that joins it to what stands before it.
func beginsClause(words []speech.Word, at int) bool {
	return at == 0 || words[at-1].Stop != 0 || speech.Joins[words[at].Plain] || words[at].Plain == "but" || allInterrupt(words[:at])
}

// kernel reads a clause that states something; behind are the words that follow it in its line.
func (p *parser) kernel(clause, behind []speech.Word, line string) (s Statement, ok bool) {
	asked := clause
	if n := speech.Sentence(behind); n > 0 && behind[n-1].Stop == '?' && clause[len(clause)-1].Stop == ',' && speech.AllPolite(behind[:n]) {
		asked = slices.Clone(clause)
		asked[len(asked)-1].Stop = '?' // "a draw, my dear fellow?"
	}
	kind, work := speech.States(asked)
	if p.spend(work/partsOfStep) && kind != "" && !answersLoosely(kindsNamed[kind], clause, behind) {
		return p.named(kind, clause, behind, line)
	}
	return p.requested(clause)
}

// answersLoosely reports whether a clause that answers what is put to its writer has anything but a
// reason behind it: "I agree with you", "I accept, after the holidays".
func answersLoosely(kind Kind, clause, behind []speech.Word) bool {
	if kind != KindAccept && kind != KindAgree && kind != KindDecline {
		return false
	}
	return !explicit(clause) && !(slices.ContainsFunc(clause, func(w speech.Word) bool {
		return w.Plain == "suits" || w.Plain == "suit" || w.Plain == "is" || w.Plain == "are"
	})) || len(behind) > 0 && !(speech.Reasons[behind[0].Plain] && behind[0].Plain != "with" && behind[0].Plain != "while" && behind[0].Plain != "and" && behind[0].Plain != "so")
}

// named makes the statement of a kind, which a clause states.
func (p *parser) named(kind string, clause, behind []speech.Word, line string) (s Statement, ok bool) {
	text := strings.TrimRight(speech.TextOf(clause), ".,;:!- ")
	facts := strings.Trim(speech.TextOf(behind), " .,;:-")
	as := func(command string) (Statement, bool) {
		s, ok := p.parseCommand(command)
		s.Text = text
		return s, ok
	}
	switch kind {
	case "offer_one": // of what the line speaks
		return Statement{Kind: KindOfferDraw, Text: text}, speech.IndexWord(line, "draw", 0) >= 0
	case "terms":
		return as("show terms")
	case "forfeit":
		return Statement{Kind: KindClaim, Text: line, Forfeiture: true, Words: line}, true
	case "leave":
		return as(speech.LeaveOf(clause))
	case "adopt":
		return as("adopt " + speech.ChoiceOf(clause))
	case "law":
		return as("law " + speech.CitationOf(clause))
	}
	s = Statement{Kind: kindsNamed[kind], Text: text}
	switch s.Kind {
	case KindClaim:
		s.Words, _ = drawGround(line)
	case KindProtest, KindAnnul, KindSubmit:
		s.Words = facts
	case KindExact:
		for i, w := range clause[:len(clause)-1] {
			if next := clause[i+1].Plain; w.Plain == "penalty" && len(next) == 1 && next[0] <= 'c' {
				s.Words = strings.ToUpper(next)
			}
		}
	}
	return s, true
}

// kindsNamed are the kinds by their names.
var kindsNamed = func() map[string]Kind {
	all := map[string]Kind{}
	for kind, row := range rows {
		all[row.Name] = Kind(kind)
	}
	return all
}()

// requested reads a clause that leads to a statement with an argument: "I should like to propose
// reply in 7 days", "could you set diagram off".
func (p *parser) requested(clause []speech.Word) (s Statement, ok bool) {
	asks := clause[len(clause)-1].Stop == '?'
	for i := 0; i < len(clause) && i < mostOfStatement; i++ {
		if !argued[clause[i].Plain] && !ordered[clause[i].Plain] {
			continue
		}
		own, office := i == 0 && !asks, false
		if i > 0 {
			var work int
			if own, office, work = speech.Requests(clause[:i]); !p.spend(work/partsOfStep) || !own && !office {
				return s, false
			}
		}
		s, ok = p.parseCommand(speech.WithoutThanks(strings.TrimRight(speech.TextOf(clause[i:]), "?!.,;:- ")))
		s.Text = strings.TrimRight(speech.TextOf(clause), ".,;:!- ")
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

// ordered are words of statements without an argument to which a wish may lead.
var ordered = speech.SetOf("unregister adjourn annul proceed recommence retract submit demand repeat")

// settles reports whether words before what a clause states, or behind its last word, leave it
// stated: none of their sentences asks something else, sets a condition, denies in few words, or
// tells of another act. bare says that the clause names nobody who states it.
func (p *parser) settles(s *Statement, words []speech.Word, last *speech.Word, bare bool) bool {
	before := last == nil
	if len(words) == 0 {
		return true
	}
	if !before && rows[s.Kind].manner == asReport && (s.Forfeiture || s.Kind == KindProtest) {
		return words[len(words)-1].Stop != '?' // facts, in the words of their writer
	}
	if before && words[len(words)-1].Stop == ':' && speech.AllPolite(words) && speech.Has(words, speech.Name) || p.namesMoves(speech.TextOf(words)) {
		return false // "Bob: I resign."
	}
	if before && words[len(words)-1].Stop == ':' && words[0].Plain != "my" && slices.ContainsFunc(words, func(w speech.Word) bool { return ofLetters[w.Plain] }) {
		return false // "Your letter reads: I resign."
	}
	apart := !before && (speech.EndsSentence(last.Stop) || last.Stop == '?')
	for len(words) > 0 {
		n := 1
		for n < len(words) && (words[n-1].Stop == 0 || words[n-1].Stop == ',') {
			n++
		}
		if !p.settled(s, words[:n], before, apart, bare) {
			return false
		}
		words = words[n:]
		apart = !before
	}
	return true
}

// settled is settles of one sentence; apart says that it is another than the statement's.
func (p *parser) settled(s *Statement, words []speech.Word, before, apart, bare bool) bool {
	last := words[len(words)-1]
	if last.Stop == '?' {
		return asksAboutPlay(words) || speech.AsksAssent(words) && s.Kind != KindResign || before && (s.Kind == KindOfferDraw || s.Kind == KindResign || s.Kind == KindWithdraw) && leadsUp(words)
	}
	switch first := words[0].Plain; {
	case strings.HasSuffix(last.Raw, ".."), doubting[first], first == "dream", first == "what", first == "save", !before && persists(speech.WrittenOut(words)):
		return false
	case speech.AllPolite(words):
		return true
	case bare && !speech.Reasons[first] && !slices.ContainsFunc(words, speech.OfWriter):
		return false // "number 5, to Bob Example"
	case s.Kind == KindExact && !before && !apart && !speech.Reasons[first] && !subjects[first] && first != "sorry":
		return false // "exact penalty, take his KP"
	}
	denied, argues := false, words[0].Plain == "because" || words[0].Plain == "since" || words[0].Plain == "as" || words[0].Plain == "for"
	for i, w := range words {
		bare := strings.ReplaceAll(w.Plain, "'", "")
		next := ""
		if i+1 < len(words) {
			next = words[i+1].Plain
		}
		switch {
		case w.Idiom != 0, bare == "save" && i > 0, (argues || before) && softly[bare], argues && !before && i > 1 && speech.Feigned[bare] && !speech.Feigned[words[1].Plain]:
		case s.Kind == KindWaive && (bare == "forget" || bare == "exact" || bare == "penalty"), s.Kind == KindExact && bare == "penalty", bare == "dream" && denied, s.Kind == KindWithdraw && (bare == "mistake" || bare == "meant" || bare == "wrong"), bare == "say" && i > 0 && words[i-1].Plain == "to", bare == "said" && i > 1 && words[i-2].Plain == "should":
		case s.Kind == KindOfferDraw && bare == "if" && next == "you" && (apart || i > 0):
		case (bare == "should" || bare == "would" || bare == "could" || bare == "might") && (next == "have" || bare == "would" && next == "like"):
		case leavingOpen[bare], speech.Feigned[bare], bare == "should", bare == "could", bare == "might", bare == "only" && !before && len(words) < 6, bare == "unless", bare == "not" && next == "yet", bare == "when", bare == "once" && i == 0, bare == "later", bare == "guess", bare == "rather":
			return false
		case (bare == "think" || bare == "suppose" || bare == "believe") && (i+1 == len(words) || next == "about" || i > 0 && (words[i-1].Plain == "me" || words[i-1].Plain == "to")), apart && s.Kind == KindResign && bare == "no":
			return false
		case actWords[bare] && bare != "draw" && bare != "offer" && bare != "no" && bare != "yes" && !namesKind(s.Kind, bare):
			return false
		case bare == "draw" && s.Kind != KindOfferDraw && s.Kind != KindAcceptDraw && s.Kind != KindClaim && s.Kind != KindDeclineDraw && s.Kind != KindResign:
			return false
		}
		denied = denied || negatives[bare] && bare != "because" && bare != "though" && bare != "although" || strings.HasSuffix(w.Plain, "n't")
	}
	return !denied || len(words) > speech.FewestWords || s.Kind == KindWaive
}

// leadsUp reports whether a question only leads to what its writer states behind it: "What more
// can I do?"
func leadsUp(words []speech.Word) bool {
	return !slices.ContainsFunc(words, func(w speech.Word) bool {
		bare := strings.ReplaceAll(w.Plain, "'", "")
		return leavingOpen[bare] || speech.Feigned[bare] || bare == "should" || actWords[bare] && bare != "draw"
	})
}

// softly are words that leave nothing open in a reason, or in what leads to a statement.
var softly = speech.SetOf("could should might when once later rather would actually instead decide deciding considering")

// doubting are the sounds of somebody who has not decided.
var doubting = speech.SetOf("hm hmm hmmm er erm uh um")

// namesKind reports whether a word of an act names the act of a kind.
func namesKind(k Kind, word string) bool { return strings.HasPrefix(word, rows[k].Name) }
