package interpret

import (
	"fmt"
	"slices"
	"strings"

	"corrd/interpret/speech"
)

// asked reads what the sentences of a line ask for that costs little when it is read wrongly: a
// letter of information, words passed on, leave, another game, other terms, which the other side
// must agree to. note holds the sentences beside; before is what else the line states.
func (p *pageReader) asked(line string, before ...Statement) (found []Statement, note string) {
	if p.Spend(len(line) / 64); len(line) > maxLine || !speech.MayAsk(line) || strings.ContainsAny(line, "\"*>|=") || line[0] == '(' {
		return nil, line
	}
	words := p.wordsOf(speech.CommasApart(line))
	all, work := speech.Asks(words)
	if !p.Spend(work / partsOfStep) {
		return nil, line
	}
	if len(before) == 0 && !p.wrapped {
		if own, apart := p.besideAsked(all); len(own) > 0 {
			found, note = p.asked(apart, own...)
			return append(own, found...), note
		}
	}
	var beside []speech.Word
	for _, a := range all {
		s, ok := p.askedFor(a)
		if !ok || s.Kind == KindHelp && len(before) > 0 && before[0].answers() == No || rows[s.Kind].PassedOn && len(before) > 0 && a.Sentence[0].Plain == "and" || a.First && p.wrapped || len(before) > 0 && !rows[s.Kind].beside && !(s.Kind == KindRegister && before[0].Kind == KindYes) {
			beside = append(beside, a.Sentence...) // "I resign. Rematch?"
		} else if !slices.ContainsFunc(slices.Concat(before, found), func(o Statement) bool { return o.Kind == s.Kind && o.Words == s.Words }) {
			s.Text = strings.TrimRight(speech.TextOf(a.Sentence), ".,;:!- ")
			found = append(found, s)
		}
	}
	if len(found) == 0 {
		return nil, line
	}
	return found, worthTelling(beside, nil)
}

// besideAsked returns the move, or the words that decide something, that a line states in sentences
// of their own beside those that ask for something, and the text of these: "P-Q3. How do I castle?"
func (p *pageReader) besideAsked(all []speech.Asked) (own []Statement, apart string) {
	var states, asks []speech.Word
	for _, a := range all {
		if a.Kind == "" {
			states = append(states, a.Sentence...)
		} else {
			asks = append(asks, a.Sentence...)
		}
	}
	if len(asks) == 0 {
		return nil, ""
	}
	if len(states) == 0 { // "P-Q3 and I take 3 days leave"
		at := slices.IndexFunc(asks, func(w speech.Word) bool { return w.Plain == "and" })
		if at <= 0 {
			return nil, ""
		}
		states, asks = asks[:at], asks[at+1:]
	}
	line := strings.Trim(speech.TextOf(states), ",; ")
	if line == "" {
		return nil, ""
	}
	own, prose, ok := p.stated(line)
	if !ok || len(own) == 0 || len(own) > 1 && slices.ContainsFunc(own, func(s Statement) bool { return s.answers() != Yes && s.Kind != KindAcceptDraw }) {
		return nil, ""
	}
	s := own[len(own)-1]
	answers := s.answers() != Unclear && onlyHow(all)
	if prose != "" && !(answers && s.answers() == Yes && speech.AllPolite(p.wordsOf(prose))) {
		return nil, ""
	}
	if !s.IsMove() && s.Kind != KindResign && s.Kind != KindAcceptDraw && s.Kind != KindWaive && s.Kind != KindAgree && s.Choice == 0 && !(s.Kind == KindYes && onlyAgain(all)) && !answers {
		return nil, ""
	}
	return own, speech.TextOf(asks)
}

// onlyAgain reports whether all that some sentences ask for is another game, as nobody plays before
// the first is over: "Yes. Would you like a second game?"
func onlyAgain(all []speech.Asked) bool {
	return !slices.ContainsFunc(all, func(a speech.Asked) bool { return a.Kind != "" && a.Kind != "again" })
}

// onlyHow reports whether all that some sentences ask for is how something is done: "Yes. How do I
// castle?"
func onlyHow(all []speech.Asked) bool {
	return !slices.ContainsFunc(all, func(a speech.Asked) bool {
		return a.Kind != "" && a.Kind != "help" || a.Kind == "help" && !strings.HasSuffix(a.Sentence[len(a.Sentence)-1].Raw, "?")
	})
}

// askedFor makes the statement that a sentence asks for.
func (p *parser) askedFor(a speech.Asked) (s Statement, ok bool) {
	switch a.Kind {
	case "":
		return s, false
	case "again":
		if speech.AsksHow(a.Sentence) {
			return p.parseCommand("help opponent")
		}
		return Statement{Kind: KindAgain, Words: a.Words}, true
	case "say", "stop":
		return Statement{Kind: kindsNamed[a.Kind], Words: a.Words}, true
	case "leave":
		if s, ok = p.parseCommand("leave " + a.Words); !ok {
			s = Statement{Kind: KindLeave, Words: a.Words}
			if days := speech.DaysIn(a.Words); days > 0 {
				s.Words = fmt.Sprintf("%d days", days) // "7 days, off to the lake"
			}
		}
		return s, true
	}
	return p.parseCommand(strings.TrimSpace(a.Kind + " " + a.Words))
}
