package interpret

import (
	"slices"
	"strings"

	"corrd/interpret/carrying"
	"corrd/interpret/notation"
	"corrd/interpret/speech"
)

// seal hides the conditional moves among some statements until they are played.
func seal(all []Statement) {
	for i := range all {
		all[i].Sealed = all[i].Sealed || all[i].Kind == KindConditional
	}
}

// parseSecret is parseConditionalLine of a line that may say, before the hypothesis or at its end,
// that the series is to be hidden: "secret: if P-K4, Kt-KB3", "if any, B-Kt2. Don't tell Bob!"
func (p *parser) parseSecret(line, main, conditional string, sole bool) ([]Statement, bool) {
	rest, hides := speech.CutHushed(conditional)
	if head := main[strings.LastIndexAny(main, ";.")+1:]; speech.HeadsSecret(head) {
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

// clause is one "if …" of a conditional series, read.
type clause struct {
	root, leaf *Series // the chain the clause states
	number     int     // the move number of the clause's first reply, or 0 if not known
	chained    bool    // "if then": the clause goes on from the reply before
	sealed     bool    // "if sealed": the adversary is not to read it
	text       string
}

// conditionalHeads are the words that begin a hypothesis.
var conditionalHeads = [...]string{"if", "should", "in reply to", "in answer to", "in case of", "in the case of", "in the event of", "on", "upon", "against", "whatever", "any move", "on any move"}

// startsConditional reports whether a text begins as a hypothesis does.
func startsConditional(text string) bool {
	text, _ = speech.CutAnyWord(text, "and", "then", "but", "also")
	_, ok := speech.CutAnyWord(strings.TrimLeft(text, ", "), conditionalHeads[:]...)
	return ok
}

// parseConditional reads a text that is one or more clauses of a conditional
// series into one statement for each first hypothesis. It reports false if any
// clause cannot be read: half a series would bind to what was not meant.
func (p *parser) parseConditional(text string) ([]Statement, bool) {
	var out []Statement
	var path []clause // the clauses from a root to the newest
	sealed := false   // of the whole text
	for _, one := range splitClauses(text) {
		c, ok := p.parseClause(one)
		if !ok {
			return nil, false
		}
		path, sealed = parents(path, &c), sealed || c.sealed
		if len(path) == 0 {
			out = append(out, Statement{Kind: KindConditional, Text: c.text, Series: c.root})
		} else {
			above := path[len(path)-1].leaf
			above.Next = append(above.Next, c.root)
			out[len(out)-1].Text += "; " + c.text
		}
		path = append(path, c)
	}
	for i := range out {
		out[i].Sealed = sealed
	}
	return out, len(out) > 0
}

// parents is the part of the path that a new clause hangs from: all of it for
// "if then"; by the numbers of the replies where both have one; otherwise the
// clause is another hypothesis beside the newest.
func parents(path []clause, c *clause) []clause {
	n := len(path)
	switch {
	case n == 0 || c.chained:
		return path
	case c.number == 0 || path[n-1].number == 0:
		return path[:n-1]
	}
	for n > 0 && path[n-1].number >= c.number {
		n--
	}
	return path[:n]
}

// splitClauses cuts a text before each further "if", and drops the remark that
// other moves are not answered.
func splitClauses(text string) []string {
	var clauses []string
	start := 0
	for i := speech.IndexWord(text, "if", 0); i >= 0; i = speech.IndexWord(text, "if", i+2) {
		head := strings.TrimSpace(text[start:i])
		switch bare := strings.ToLower(strings.Trim(head, ",;./ ")); {
		case head == "" || bare == "" || bare == "then" || bare == "and" || bare == "but" || bare == "and then":
			continue // "and then if" begins the clause
		}
		cut := connector(text[start:i])
		clauses = append(clauses, text[start:start+cut])
		start += cut
	}
	clauses = append(clauses, text[start:])
	last := len(clauses) - 1
	if i := strings.LastIndexAny(clauses[last], ";."); i > 0 && isNoConditional(clauses[last][i+1:]) {
		clauses[last] = clauses[last][:i]
	}
	return clauses
}

// connector is where the "and" or "then" that leads to the next clause begins in
// the text before it; its length if there is none.
func connector(text string) int {
	end := len(text)
	for {
		trimmed := strings.TrimRight(text[:end], " ")
		cut := -1
		for _, w := range [...]string{"and", "then", "but", "also"} {
			if i := len(trimmed) - len(w); i > 0 && speech.IndexWord(trimmed, w, i) == i {
				cut = i
			}
		}
		if cut < 0 {
			return end
		}
		end = cut
	}
}

func isNoConditional(text string) bool {
	switch speech.PlainPhrase(text) {
	case "otherwise no conditional", "any other: no conditional", "any other, no conditional",
		"otherwise none", "any other none", "no other conditional", "otherwise nothing":
		return true
	}
	return false
}

// parseClause reads "if HYPOTHESIS, REPLY", with further moves in turn as
// further hypotheses and replies.
func (p *parser) parseClause(text string) (clause, bool) {
	c := clause{text: strings.Trim(text, " ,;./")}
	body, chained, ok := cutHead(c.text)
	if !ok {
		return c, false
	}
	c.chained = chained
	if rest, sealed := speech.CutWord(body, "sealed"); sealed {
		body, c.sealed = strings.TrimLeft(rest, ":, "), true
	}
	if hypothesis, resigns := cutResignation(body); resigns {
		ok = p.resign(&c, hypothesis)
	} else if rest, whatever := cutAny(body); whatever {
		ok = p.reply(&c, rest)
	} else if list, moves := p.ParseRow(p.withoutPlayers(body)); moves {
		ok = c.chain(list)
	} else {
		ok = false
	}
	return c, ok
}

// cutHead takes the words that introduce a hypothesis off, and reports whether
// they say that it goes on from the clause before.
func cutHead(text string) (body string, chained, ok bool) {
	for {
		rest, joined := speech.CutAnyWord(text, "and", "then", "but", "also")
		if !joined {
			break
		}
		_, then := speech.CutWord(text, "then")
		text, chained = strings.TrimLeft(rest, ", "), chained || then
	}
	if _, whatever := speech.CutAnyWord(text, "whatever", "any move", "on any move"); whatever {
		return text, chained, true
	}
	if text, ok = speech.CutAnyWord(text, conditionalHeads[:]...); !ok {
		return "", false, false
	}
	if rest, then := speech.CutWord(text, "then"); then {
		text, chained = strings.TrimLeft(rest, ", "), true
	}
	return text, chained, true
}

// cutAny takes "any" and its like, which stand for whatever is played, off.
func cutAny(body string) (string, bool) {
	_, _, body, _ = carrying.CutLabel(body)
	rest, ok := speech.CutAnyWord(body, "any other move", "any other", "any move", "anything else", "anything", "any reply", "any",
		"whatever you play", "whatever he plays", "whatever", "otherwise")
	return strings.TrimLeft(rest, ",:; "), ok
}

// players are the words with which a hypothesis or reply is brought in.
var players = [...]string{"you play", "he plays", "white plays", "black plays", "you", "he", "white", "black",
	"i play", "i reply", "i answer", "we play", "my reply is", "i"}

// withoutPlayers makes a plain sequence of a clause's body: "you play P-K4, then I
// play Kt-KB3" becomes "P-K4, Kt-KB3".
func (p *parser) withoutPlayers(body string) string {
	body, _ = speech.CutAnyWord(body, players[:]...)
	body = strings.Replace(body, ": ", ", ", 1)
	for _, w := range [...]string{"then i play", "i play", "i reply", "i answer", "we play", "then"} {
		if i := speech.IndexWord(body, w, 0); i > 0 && p.isHypothesis(body[:i]) {
			return strings.TrimRight(body[:i], " ,;:") + ", " + strings.TrimLeft(body[i+len(w):], " ,:")
		}
	}
	return body
}

// isHypothesis reports whether a text is moves joined by "or", or one.
func (p *parser) isHypothesis(text string) bool {
	list, ok := p.ParseRow(strings.TrimRight(text, " ,;:"))
	return ok && carrying.Alternatives(list) == len(list)
}

// reply makes the clause of the moves that answer whatever is played, and of those
// that follow in turn.
func (p *parser) reply(c *clause, text string) bool {
	text, _ = speech.CutWord(text, "then")
	list, ok := p.ParseRow(p.withoutPlayers(text))
	return ok && c.answer(nil, list)
}

// answer makes the clause of a hypothesis, none for any move, and of the reply to it
// with what follows.
func (c *clause) answer(hypothesis []notation.Move, list []carrying.Joined) bool {
	c.root = &Series{If: hypothesis, Any: len(hypothesis) == 0, Then: list[0].Move}
	c.leaf, c.number = c.root, list[0].Move.Number
	return c.extend(list[1:])
}

// cutResignation takes "I resign" and its like off the end of a clause.
func cutResignation(body string) (hypothesis string, ok bool) {
	hypothesis = strings.TrimRight(body, ".! ")
	at := len(hypothesis) - len("resign")
	if at < 0 || speech.IndexWord(hypothesis, "resign", at) != at {
		return body, false
	}
	hypothesis = hypothesis[:at]
	for _, w := range [...]string{"shall", "will", "must", "i", "we", "then"} {
		trimmed := strings.TrimRight(hypothesis, " ,;:-")
		if i := len(trimmed) - len(w); i >= 0 && speech.IndexWord(trimmed, w, i) == i {
			trimmed = trimmed[:i]
		}
		hypothesis = strings.TrimRight(trimmed, " ,;:-")
	}
	return hypothesis, true
}

// resign makes the clause "if B×Kt I resign", of one move or several alternatives,
// or of any.
func (p *parser) resign(c *clause, hypothesis string) bool {
	c.root = &Series{Resign: true}
	c.leaf = c.root
	if rest, whatever := cutAny(hypothesis); whatever && rest == "" {
		c.root.Any = true
		return true
	}
	list, ok := p.ParseRow(p.withoutPlayers(hypothesis))
	c.root.If = carrying.MovesOf(list)
	return ok && carrying.Alternatives(list) == len(list)
}

// chain makes the clause of hypothesis and reply, either hypothesis or another
// ("P-K4 or P-K3, Kt-KB3"), and of the pairs that follow.
func (c *clause) chain(list []carrying.Joined) bool {
	carrying.NumberRow(list)
	n := carrying.Alternatives(list)
	return n < len(list) && c.answer(carrying.MovesOf(list[:n]), list[n:])
}

// extend hangs what follows the first reply from the leaf: hypotheses with their
// replies, and moves for later turns, which answer anything. Several replies to one
// hypothesis must be the last of their clause unless a word or a number says how
// the clause goes on: "if P-K4, P-Q4 or P-KB4, Kt-KB3" can be parted in two ways.
func (c *clause) extend(rest []carrying.Joined) bool {
	for len(rest) > 0 {
		if rest[0].By == carrying.ByOr {
			c.leaf.Else = append(c.leaf.Else, rest[0].Move)
			rest = rest[1:]
			continue
		}
		if len(c.leaf.Else) > 0 && rest[0].By < carrying.ByThen {
			return false
		}
		next := &Series{Then: rest[0].Move}
		if ahead := rest[0].Move.Ply() - c.leaf.Then.Ply(); rest[0].By != carrying.ByThen &&
			(ahead != 2 || rest[0].Move.Number == 0 || c.leaf.Then.Number == 0) {
			n := carrying.Alternatives(rest)
			if n == len(rest) {
				return false
			}
			next = &Series{If: carrying.MovesOf(rest[:n]), Then: rest[n].Move}
			rest = rest[n:]
		}
		c.leaf.Next = append(c.leaf.Next, next)
		c.leaf, rest = next, rest[1:]
	}
	return true
}

// awaited are words of which one may stand in a hypothesis that names no move.
var awaited = speech.TableOf("take", "any", "castl", "move", "play", "check", "anything", "resign")

// attemptsConditional reports whether a text with a hypothesis at its head, which
// cannot be read, was meant for a conditional series: it supposes a move, or
// anything at all, and says more of moves or of the end of the game. Talk of what
// might have been is prose.
func (p *parser) attemptsConditional(text string) bool {
	words := strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == ',' || c == ';' || c == ':' })
	_, supposes := speech.CutAnyWord(text, "and", "then", "but", "also", "if")
	if body, _, ok := cutHead(text); ok && !supposes {
		body, _ = speech.CutAnyWord(body, players[:]...)
		_, whatever := cutAny(body)
		first := strings.FieldsFunc(body, func(c rune) bool { return c == ' ' || c == ',' })
		supposes = whatever || len(first) > 0 && p.SoundsLikeMove(first[0])
	}
	talk := func(w string) bool { return strings.EqualFold(w, "had") || strings.EqualFold(w, "have") }
	plays := func(w string) bool {
		return p.SoundsLikeMove(w) || speech.HoldsAny(w, awaited) && speech.PlainPhrase(w) != "resign"
	}
	return supposes && slices.ContainsFunc(words, p.endsOrMoves) && slices.ContainsFunc(words, plays) && !slices.ContainsFunc(words, talk)
}

// endsOrMoves reports whether a word is that of a move, and of nothing else in
// English, or of the end of a game.
func (p *parser) endsOrMoves(word string) bool {
	switch speech.PlainPhrase(word) {
	case "resign", "resigns", "draw", "drawn", "draw?":
		return true
	case "take", "takes", "taking", "one", "two", "castle", "castles", "castled", "castling", "check", "mate":
		return false
	}
	return p.SoundsLikeMove(word)
}
