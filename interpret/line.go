package interpret

import (
	"regexp"
	"slices"
	"strings"

	"corrd/interpret/carrying"
	"corrd/interpret/notation"
	"corrd/interpret/speech"
)

// parseLine reads a tidied line as one statement or several. ok is false if the line is prose;
// prose after the move of a numbered line is returned apart.
func (p *parser) parseLine(line string, sole bool) (found []Statement, prose string, ok bool) {
	if !sole && p.unstated[line] {
		return nil, "", false
	}
	if p.mute = !notation.MayHold(line); !p.mute {
		p.Spend(stepsOfTrial)
	}
	found, prose, ok = p.readLine(line, sole)
	if p.mute = false; !ok && !sole {
		carrying.Keep(&p.unstated, line, true)
	}
	return found, prose, ok
}

// readLine is parseLine of a line that has not been looked at.
func (p *parser) readLine(line string, sole bool) (found []Statement, prose string, ok bool) {
	if isExample(line) {
		return nil, "", false
	}
	p.Spend(carrying.StepsOfPiece)
	if line = speech.WithoutReference(line); mayHoldMove(line) {
		line = speech.WithoutPoliteIf(line)
	}
	if strings.Contains(line, "! ") {
		line = sideApart.ReplaceAllString(line, "$1 $2")
	}
	line = strings.TrimSuffix(strings.ReplaceAll(line, " STOP", ";"), ";") // of telegrams
	line = p.adoptsFirst(line)
	if s, ok := p.parseCommand(line); ok && !(s.Kind == KindTry && p.triesIt(line)) {
		if s.Kind == KindClaim && !s.Forfeiture && strings.Contains(line, ";") {
			if all, each := p.parseParts(line); each {
				return all, "", true
			}
		}
		return []Statement{s}, "", true
	}
	if head, plan := p.CutPlan(line); plan != "" && mayHoldMove(head) {
		if found, prose, ok = p.readLine(head, sole); ok && prose == "" && len(found) == 1 && found[0].Kind == KindMove {
			return found, plan, true
		}
	}
	if main, conditional := carrying.CutConditional(line); conditional != "" {
		found, ok = p.parseSecret(line, main, conditional, sole)
		if head := speech.OpenerOf(line); ok || main != "" || head != "in" && head != "against" {
			return found, "", ok
		} // "Against my better judgment, P-KR3"
	}
	if found, ok = p.parseParts(line); ok {
		return found, "", true
	}
	if !isDotted(line) {
		if found, prose, ok = p.parseRemarked(line); ok {
			return found, prose, true
		}
	}
	if found, prose, ok = p.parseCommunication(line, sole); !ok && isDotted(line) {
		found, prose, ok = p.parseRemarked(line)
	}
	if at := addressed.FindStringIndex(line); !ok && at != nil && mayHoldMove(line) {
		return p.readLine(line[:at[0]]+line[at[1]:], sole)
	}
	return found, prose, ok
}

// triesIt reports whether a line that begins as an order to show a move makes it: "Let me try
// P-KR3".
func (p *parser) triesIt(line string) bool {
	_, own := speech.CutAnyWord(line, "let me", "let us", "let's", "i", "i'll", "i will", "i shall", "we")
	return own
}

// sideApart is a castling with a sign before its side: "I castle! King side."
var sideApart = regexp.MustCompile(`(?i)\b(castles?)! (kings?|queens?|king's|queen's|kingside|queenside|short|long)\b`)

// addressed is how a letter names its reader in the middle of a sentence: "I castle, dear, on the
// King's side".
var addressed = regexp.MustCompile(`(?i), (my )?(dear|friend|old (boy|chap|man|friend)|sir|madam)( \pL+)?,`)

// parseSecret is parseConditionalLine of a line that may say, before the hypothesis or at its end,
// that the series is to be hidden: "secret: if P-K4, Kt-KB3", "if any, B-Kt2. Don't tell Bob!"
func (p *parser) parseSecret(line, main, conditional string, sole bool) ([]Statement, bool) {
	rest, hides := carrying.CutHushed(conditional)
	if head := main[strings.LastIndexAny(main, ";.")+1:]; carrying.HeadsSecret(head) {
		hides, main = true, strings.TrimRight(main[:len(main)-len(head)], " ;.")
	}
	if !hides {
		return p.parseConditionalLine(line, main, conditional, sole)
	}
	if line = rest; main != "" {
		line = main + "; " + rest
	}
	found, ok := p.parseConditionalLine(line, main, rest, sole)
	seal(found)
	return found, ok
}

// parseConditionalLine reads a line that has a hypothesis in it. Words that are
// meant for a conditional series and cannot be read as one are a statement too,
// without its Series, so that their sender is told and nobody else is: the whole
// line, but for a move that a ";" or a full stop sets apart from it.
func (p *parser) parseConditionalLine(line, main, conditional string, sole bool) ([]Statement, bool) {
	series, read := p.ParseSeries(conditional)
	found, stated := p.parseParts(main)
	if !stated && main != "" && read {
		found, _, stated = p.parseCommunication(main, sole)
	}
	apart := strings.IndexAny(strings.TrimLeft(line[len(main):], " "), ";.(") == 0
	switch {
	case read && (stated || main == ""):
		for _, c := range series {
			found = append(found, Statement{Kind: KindConditional, Text: c.Text, Series: c.Series, Sealed: c.Sealed})
		}
		return found, true
	case stated && apart && p.AttemptsSeries(conditional):
		return append(found, Statement{Kind: KindConditional, Text: conditional}), true
	case stated && (apart || !slices.ContainsFunc(found, Statement.IsMove)) && !p.AttemptsSeries(conditional):
		return nil, false // "yes, if you like", "P-K4. If you are ever in Hull, come and see us."
	case stated, main == "" && p.AttemptsSeries(conditional):
		return []Statement{{Kind: KindConditional, Text: line}}, true
	}
	return nil, false
}

// maxParts is more statements than a line needs, and more joints than are tried.
const maxParts = 16

// parseParts reads a text of statements joined by ";", each of which may be
// several joined otherwise.
func (p *parser) parseParts(text string) ([]Statement, bool) {
	var found []Statement
	if strings.Count(text, ";") > maxParts {
		return nil, false
	}
	for part := range strings.SplitSeq(text, ";") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		if len(found) > 0 {
			part = strings.TrimPrefix(part, "and ") // "adopt 2; and I castle kingside"
		}
		one, ok := p.parseJoined(part, 4)
		if !ok && len(part) < len(text) {
			one, ok = p.parseRecord(part)
		}
		if !ok {
			return nil, false
		}
		found = append(found, one...)
	}
	return found, len(found) > 0
}

// parseRecord reads a part of a line as the record of a move that no man may be able to play.
func (p *parser) parseRecord(part string) ([]Statement, bool) {
	if len(part) > carrying.MaxOneMove || !p.communicates(part, false) || notation.Weigh(part) != 0 {
		return nil, false
	}
	return []Statement{{Kind: KindMove, Text: part, Moves: []notation.Move{{Text: part}}}}, true
}

// parseJoined reads a statement, or at most so many more joined by commas, full
// stops or "and".
func (p *parser) parseJoined(text string, more int) ([]Statement, bool) {
	if p.Spend(carrying.StepsOfKnown); p.unjoined[joining{text, more}] {
		return nil, false
	}
	moves := !p.mute && carrying.MayMove(text)
	if !moves && !mayState(text) {
		return nil, false
	}
	found := p.cutJoined(text, more, moves)
	if found == nil {
		carrying.Keep(&p.unjoined, joining{text, more}, true)
	}
	return found, found != nil
}

// cutJoined is parseJoined of a text that has not been looked at, and that may begin with a move or
// not; nil if the text holds no statements.
func (p *parser) cutJoined(text string, more int, moves bool) []Statement {
	p.Spend(carrying.StepsOfPiece)
	if s, ok := p.parseCommand(text); ok {
		return []Statement{s}
	}
	if moves {
		if list, ok := p.ParseRow(carrying.WithoutLead(text)); ok {
			return fromSequence(list, text)
		}
		if m, words := p.Glossed(text); m != nil {
			return []Statement{moveOf(*m, words)}
		}
	}
	if more == 0 || len(text) > carrying.MaxRow {
		return nil
	}
	for i, tried := 1, 0; i < len(text) && tried < maxParts && p.Spend(2); i++ {
		rest, ok := cutJoiner(text[i:])
		if !ok || rest == "" {
			continue
		}
		tried++
		left, ok := p.parseJoined(strings.TrimSpace(text[:i]), 0)
		if !ok || text[i] == '?' && left[len(left)-1].doubted() || text[i-1:i+1] == ".." && left[0].weak() {
			continue
		}
		right, ok := p.parseJoined(rest, more-1)
		if ok && strings.IndexByte(",:", text[i]) >= 0 && right[0].Kind.IsMove() && left[0].praises() {
			continue
		}
		if ok && right[0].Kind == KindNo && left[0].Kind.IsMove() && (strings.IndexByte(",?", text[i]) >= 0 || text[i-1:i+1] == ".." || strings.HasPrefix(text[i:], " (")) {
			continue // "P-K4, no.", "P-K4 (no!)", "P-K4, which I shall not play"
		}
		if ok && text[i] == ':' && left[0].Kind == KindAccept && slices.ContainsFunc(right, Statement.IsMove) {
			return right // "I take it: BxB"
		}
		if aside := strings.HasPrefix(text[i:], " ("); ok && !(aside && slices.ContainsFunc(right, Statement.isOneTurn)) {
			return append(left, right...)
		}
	}
	return nil
}

// cutJoiner takes what joins two statements off the head of a text.
func cutJoiner(text string) (string, bool) {
	if speech.IsLetter(text[0]) || speech.IsDigit(text[0]) {
		return text, false
	}
	for _, j := range [...]string{", and ", ", ", ". ", " and ", " - ", ": ", "! ", "? ", " ("} {
		if strings.HasPrefix(text, j) {
			return strings.TrimRight(text[len(j):], ")"), true
		}
	}
	return text, false
}

// parseCommunication reads a line that is a communication though it is not
// a well-formed move, so that Law 3 may apply to it: see communicates. A line with a
// move that reads in it, and something beside, is none: its sender is asked, unless
// the move is numbered and prose stands behind it, which is returned apart.
func (p *parser) parseCommunication(line string, sole bool) (found []Statement, prose string, ok bool) {
	text := carrying.WithoutLead(line)
	number, black, rest, numbered := carrying.CutLabel(text)
	if numbered {
		if s, ok := p.parseEnding(rest, line); ok {
			return []Statement{s}, "", true
		}
		if head, tail, sign, ok := p.cutRemark(text); ok && isDotted(text) && line[0] != '(' && !notation.IsLanguage(rest) {
			return p.numbered(head, tail, sign)
		}
	}
	if theirs, mine, ok := notation.CodePair(rest); ok && (sole && !strings.ContainsAny(strings.TrimRight(rest, "."), " .,!") || rest == strings.ToUpper(rest)) {
		theirs.Number, mine.Number, mine.Black = number, number, numbered
		return []Statement{{Kind: KindMove, Text: line, Confirms: []notation.Move{theirs}, Moves: []notation.Move{mine}}}, "", true
	}
	if words := carrying.TrimMove(rest); isCodeWord(rest) || p.communicates(words, sole) {
		m := notation.Move{Text: words, Number: number, Black: black}
		return []Statement{{Kind: KindMove, Text: line, Moves: []notation.Move{m}}}, "", true
	}
	if p.mute {
		return nil, "", false
	}
	if move, dated := p.CutDate(line); dated {
		found, ok = p.parseJoined(move, 0)
	}
	return found, "", ok
}

// communicates reports whether a text is a communication that nobody can play, as
// notation.Attempts says, and no move that reads is part of it, for then nobody
// knows what the rest was for.
func (p *parser) communicates(text string, sole bool) bool {
	if len(text) > carrying.MaxOneMove || strings.HasPrefix(text, "x ") || p.mute || !notation.MayHold(text) {
		return false
	}
	attempts, steps := notation.Attempts(text, sole)
	if p.Spend(carrying.StepsOfPiece + steps); !attempts || !p.Spend(stepsOfWords) || p.movesGlued(text) {
		return false
	}
	for i := 1; i < len(text); i++ {
		if strings.IndexByte(" ,;(=/", text[i]) < 0 {
			continue
		}
		before, after := strings.Trim(text[:i], " ,;"), strings.Trim(text[i:], " ,;()=/")
		if p.SoundsLikeMove(before) || strings.ContainsAny(after, "-x") && p.SoundsLikeMove(after) {
			return false
		}
	}
	return true
}

// movesGlued reports whether a word is several moves without the spaces or the
// words that would tell how they are meant: "P-K4|P-Q4".
func (p *parser) movesGlued(word string) bool {
	parts := strings.FieldsFunc(word, func(c rune) bool { return strings.ContainsRune("|/.,;&", c) })
	return len(parts) > 1 && !slices.ContainsFunc(parts, func(one string) bool { return !p.SoundsLikeMove(one) })
}

// parseEnding reads a statement about the end of the game that stands behind a
// move number: "23. Resigns".
func (p *parser) parseEnding(text, line string) (Statement, bool) {
	s, ok := p.parseCommand(text)
	s.Text = line
	return s, ok && (s.Kind == KindResign || s.Kind == KindOfferDraw || s.Kind == KindAcceptDraw || s.Kind == KindDeclineDraw)
}

// numbered reads a numbered move with a remark behind it: a statement about
// the end of the game, or prose. It is all prose if the remark names moves.
func (p *parser) numbered(head, tail string, sign byte) (found []Statement, prose string, ok bool) {
	list, _ := p.ParseRow(head)
	found = fromSequence(list, head)
	if s, ends := p.parseEnding(tail, tail); ends {
		return append(found, s), "", true
	}
	if s, offers := p.offerBehind(tail); offers {
		if offerSign.MatchString(strings.TrimLeft(tail, "(")) {
			found[0].Moves[0].Doubt |= notation.Unsure
		}
		return append(found, s), "", true
	}
	if _, another := speech.CutAnyWord(tail, "or", "either"); another || tail != "" && tail[0] != '$' && !speech.IsCalled(p.wordsOf(tail)) && !p.mayFollow(tail, sign, carrying.Join{Apart: strings.IndexByte(".!;([{-", sign) >= 0}) {
		return nil, "", false
	}
	return found, tail, true
}

// cutRemark parts a numbered move from the words behind it, and gives the sign between the two.
func (p *parser) cutRemark(text string) (move, remark string, sign byte, ok bool) {
	for i := min(len(text), carrying.MaxOneMove) - 1; i > 0; i-- {
		if text[i] != ' ' && text[i] != ',' && text[i] != '(' && text[i] != ';' {
			continue
		}
		head, tail := strings.TrimRight(text[:i], " ,;("), strings.Trim(text[i:], " ,;")
		if _, ok := p.ParseRow(head); ok {
			return head, strings.TrimLeft(tail, "- "), speech.SignBetween(text[len(head)-1:]), true
		}
	}
	return text, "", 0, false
}

// isDotted reports whether a stop follows the number at the head of a text: "3
// High Street" has none.
func isDotted(text string) bool {
	_, rest, _ := speech.CutNumber(text)
	return strings.HasPrefix(rest, ".") || strings.HasPrefix(rest, " .")
}

// isCodeWord reports whether a line is a word of a telegraph code, in capitals:
// "Mike" would be one.
func isCodeWord(line string) bool { return notation.IsCode(line) && line == strings.ToUpper(line) }
