package notation

import (
	"math"
	"slices"
	"strings"
)

// Told is a move that a sentence tells of, with other words between those of its record: "I bring
// my Bishop back to Knight's third".
type Told struct {
	Record     string // "Bishop to Knight's third"
	Man, Place Span   // the words of the man that moves, and of where it goes or what it takes
	Words      Span   // all the words that tell of the move, which tell of it by themselves too
	Front      bool   // it goes in front of a King or Queen who is taken to be at home
}

// Span is where words stand in a text, in bytes.
type Span struct{ From, To int }

// longestTold is how many words of a sentence are looked at.
const longestTold = 40

// MovesTold returns the moves that the sentences of a text tell of, one of each sentence at most:
// none of one that names more men or squares than a record does. The text may be of any kind:
// whether a move is sent, it does not say.
func MovesTold(text string) (all []Told) {
	for at := 0; at < len(text); {
		var sentence []toldWord
		for ended := false; !ended && at < len(text); {
			w := wordTold(text, at)
			at, ended = w.next, w.ends
			if w.From < w.To {
				sentence = append(sentence, w)
			}
		}
		if len(sentence) > longestTold {
			continue
		}
		if told, ok := toldBy(sentence); ok {
			all = append(all, told)
			continue
		}
		for len(sentence) > 0 { // "Queen's Knight it is, and my Bishop takes the Pawn"
			n := slices.IndexFunc(sentence, func(w toldWord) bool { return w.comma }) + 1
			if n == 0 {
				n = len(sentence)
			}
			if told, ok := toldBy(sentence[:n]); ok {
				all = append(all, told)
			}
			sentence = sentence[n:]
		}
	}
	return all
}

// toldBy returns the move of which the words of a sentence, or of a part of one, tell.
func toldBy(words []toldWord) (Told, bool) {
	t := teller{words: words, takes: nowhere, with: nowhere}
	t.read()
	m, ok := t.told()
	m.Words, m.Front = t.span(), t.front
	return m, ok
}

// toldWord is a word of a sentence, and what it names of a move.
type toldWord struct {
	Span
	next   int // where the next word stands
	plain  string
	tokens []token
	comma  bool // a sign stands behind it
	ends   bool // a sentence ends behind it
}

// wordTold returns the word of a text at a place or behind it.
func wordTold(text string, at int) (w toldWord) {
	inWord := func(c byte) bool { return isLetter(c) || isDigit(c) || c >= 0x80 || c == '\'' }
	for at < len(text) && !inWord(text[at]) {
		w.ends = w.ends || text[at] == '\n'
		at++
	}
	w.From = at
	for at < len(text) && inWord(text[at]) {
		at++
	}
	w.To = at
	w.plain = strings.ToLower(Fold(text[w.From:w.To]))
	w.tokens = tokensTold(w.plain)
	for ; at < len(text) && !inWord(text[at]); at++ {
		abbreviated := text[at] == '.' && w.To-w.From <= len("sq") && len(w.tokens) > 0
		w.comma = w.comma || text[at] != ' ' && !abbreviated
		w.ends = w.ends || strings.IndexByte("!?;\n", text[at]) >= 0 || text[at] == '.' && !abbreviated
	}
	w.next = at
	return w
}

// wordsTold are words that tell of a move and mean another thing in a record, or nothing.
var wordsTold = map[string]token{"horse": tokKnight, "horsey": tokKnight, "horsie": tokKnight, "kings": tokKing, "queens": tokQueen,
	"take": tokTakes, "takes": tokTakes, "taking": tokTakes, "capture": tokTakes, "captures": tokTakes, "capturing": tokTakes,
	"grab": tokTakes, "grabs": tokTakes, "eats": tokTakes, "smites": tokTakes, "snaps": tokTakes,
	"a": tokOne, "single": tokOne, "double": tokTwo, "both": tokTwo,
	"step": tokSquares, "steps": tokSquares, "space": tokSquares, "spaces": tokSquares, "pace": tokSquares, "paces": tokSquares, "field": tokSquares,
	"fields": tokSquares, "notch": tokSquares, "square": tokSquares, "squares": tokSquares, "sq": tokSquares, "push": tokSquares}

// ofTeller are words by which somebody tells of what they do themselves.
var ofTeller = map[string]bool{"i": true, "i'm": true, "im": true, "i'll": true, "i'd": true, "am": true, "we": true, "we're": true, "my": true}

// tokensTold returns what a word in lower case names of a move, nil if nothing.
func tokensTold(plain string) []token {
	if t, ok := wordsTold[plain]; ok {
		return []token{t}
	}
	bare := strings.TrimSuffix(strings.TrimRight(plain, "'"), "'s")
	if len(bare) < 2 && (bare == "" || !isDigit(bare[0])) || len(bare) > maxWord { // "rock n roll", "the inn of K"
		return nil
	}
	s := scan([]byte(bare))
	if !s.known || s.n == 0 || s.terms != 0 || slices.ContainsFunc(s.tokens(), func(t token) bool {
		return !t.isMan() && !t.isRank() && t != tokOne && t != tokTwo && t != tokSide && t != tokCastles
	}) {
		return nil
	}
	return slices.Clone(s.tokens())
}

// phrase is words of a sentence that stand together, and what they name of a move.
type phrase struct {
	Span
	tokens []token
}

// teller gathers what the words of one sentence tell of a move.
type teller struct {
	words               []toldWord
	men, squares        []phrase
	ranks, steps, sides []phrase
	castling            phrase
	takes, with         int  // the places of these words in the text
	front               bool // the square is that in front of a King or a Queen
	stands              bool // the man stands on the square: "Pawn on KR2"
}

// nowhere is the place of a word that does not stand in a sentence.
const nowhere = -1

// read gathers the phrases of the sentence.
func (t *teller) read() {
	for i := 0; i < len(t.words); {
		w := t.words[i]
		n := 1
		switch {
		case w.plain == "with":
			t.with = w.From
		case len(w.tokens) == 0:
		case w.plain == "castling" && i > 0 && !slices.ContainsFunc(t.words[:i], func(w toldWord) bool { return ofTeller[w.plain] }): // "Black even without Castling"
		case w.tokens[0] == tokCastles:
			t.castling = phrase{w.Span, w.tokens}
		case w.tokens[0] == tokTakes && t.takes == nowhere:
			if p, _ := t.stepsAt(min(i+1, len(t.words)-1)); p.To == 0 { // "takes a step"
				t.takes = w.From
			}
		case w.tokens[0].isMan():
			n = t.name(i)
		case w.tokens[0] == tokOne || w.tokens[0] == tokTwo || w.tokens[0].isRank():
			n = t.number(i)
		}
		i += n
	}
}

// name gathers a man, a square or a side, the name of which begins with a word, and returns of how
// many words it is.
func (t *teller) name(i int) int {
	p, n := t.run(i)
	if at := squareBehind(p.tokens); at > 0 { // "Queen K2", "pawn B3"
		words := 0
		for count := 0; count < at; words++ {
			count += len(t.words[i+words].tokens)
		}
		if words < n {
			t.squares = append(t.squares, phrase{Span{t.words[i+words].From, p.To}, p.tokens[at:]})
			p.tokens, p.To = p.tokens[:at], t.words[i+words-1].To
		}
	}
	last := p.tokens[len(p.tokens)-1]
	theirs := slices.ContainsFunc(t.words[max(0, i-2):i], func(w toldWord) bool { return w.plain == "your" || w.plain == "his" || w.plain == "their" })
	switch {
	case last == tokSide:
		t.sides = append(t.sides, p)
	case last.isRank():
		t.stands = t.stands || i > 1 && t.words[i-1].plain == "on" && len(t.men) == 1 && t.men[0].To == t.words[i-2].To
		t.squares = append(t.squares, p)
	case theirs && t.takes == nowhere:
	case len(p.tokens) == 1 && wingNamed(last) != 0 && len(t.men) == 1 && t.inFront(i): // "my Bishop goes back in front of the King"
		t.front = true
		t.squares = append(t.squares, phrase{p.Span, []token{last, tokRank1 + 1}})
	default:
		if last == tokPawn && len(p.tokens) == 1 {
			n += t.before(i+n, &p)
		}
		t.men = append(t.men, p)
	}
	return n
}

// inFront reports whether a man is to stand in front of the one that a word names.
func (t *teller) inFront(i int) bool {
	for i--; i > 0 && (t.words[i].plain == "my" || t.words[i].plain == "the" || t.words[i].plain == "of"); i-- {
	}
	return i > 0 && (t.words[i].plain == "front" || t.words[i].plain == "ahead")
}

// squareBehind returns where, in tokens of a man and of the square it goes to, the square begins,
// 0 if they name only one of the two.
func squareBehind(t []token) int {
	if !t[len(t)-1].isRank() || parseSquare(t) != 0 {
		return 0
	}
	for at := 1; at < len(t)-1; at++ {
		if _, ok := parseName(t[:at]); ok && parseSquare(t[at:]) != 0 {
			return at
		}
	}
	return 0
}

// run returns the words from one on that together name a man, a square or a side.
func (t *teller) run(i int) (p phrase, n int) {
	p = phrase{t.words[i].Span, slices.Clone(t.words[i].tokens)}
	for n = 1; i+n < len(t.words); n++ {
		w := t.words[i+n]
		if last := p.tokens[len(p.tokens)-1]; !last.isMan() || t.words[i+n-1].comma || len(w.tokens) == 0 || !w.tokens[0].isMan() && !w.tokens[0].isRank() && w.tokens[0] != tokSide && w.tokens[0] != tokOne && w.tokens[0] != tokTwo {
			break
		}
		if steps, _ := t.stepsAt(i + n); steps.To > 0 || w.tokens[0] == tokOne || w.tokens[0] == tokTwo {
			if i == 0 || steps.To > 0 || t.words[i-1].plain != "to" { // not "the pawn in front of the queen two forward"
				break
			}
		}
		tokens := slices.Clone(w.tokens)
		if tokens[0] == tokOne || tokens[0] == tokTwo {
			tokens[0] = tokRank1 + tokens[0] - tokOne
		}
		p.tokens, p.To = append(p.tokens, tokens...), w.To
	}
	return p, n
}

// standing are the words between a Pawn and the man behind which, or on the file of which, it
// stands: "the pawn in front of my queen", "the pawn of the rook of the queen".
var standing = map[string]bool{"of": true, "the": true, "my": true, "in": true, "front": true, "before": true, "on": true, "that": true, "stands": true}

// before adds to the name of a Pawn that of the man before which it stands, and returns of how many
// words that is.
func (t *teller) before(i int, pawn *phrase) (n int) {
	for i+n < len(t.words) && standing[t.words[i+n].plain] && !t.words[i+n-1].comma {
		n++
	}
	if n < 2 || i+n == len(t.words) || len(t.words[i+n].tokens) == 0 || !t.words[i+n].tokens[0].isMan() {
		return 0
	}
	p, length := t.run(i + n)
	if last := p.tokens[len(p.tokens)-1]; !last.isMan() || last == tokPawn {
		return 0
	}
	n += length
	if i+n+2 < len(t.words) && t.words[i+n].plain == "of" && len(p.tokens) == 1 { // "of the rook of the queen"
		if wing := t.words[i+n+2].tokens; len(wing) == 1 && wingNamed(wing[0]) != 0 {
			p.tokens, p.To, n = append(wing, p.tokens...), t.words[i+n+2].To, n+3
		}
	}
	pawn.tokens, pawn.To = append(p.tokens, tokPawn), p.To
	return n
}

// number gathers a number of steps or a rank.
func (t *teller) number(i int) int {
	if p, n := t.stepsAt(i); n > 0 {
		t.steps = append(t.steps, p)
		return n
	}
	w := t.words[i]
	before := ""
	if i > 0 {
		before = t.words[i-1].plain
	}
	whose := before == "its" || before == "his" || before == "to" || before == "the" && i > 1 && t.words[i-2].plain == "to"
	if w.tokens[0].isRank() && (whose || i+1 < len(t.words) && (t.words[i+1].plain == "rank" || t.words[i+1].plain == "row" || t.words[i+1].plain == "square")) {
		t.ranks = append(t.ranks, phrase{w.Span, w.tokens})
	}
	return 1
}

// stepsAt returns a number of steps at a word and of how many words it is, 0 if there is none.
func (t *teller) stepsAt(i int) (p phrase, n int) {
	w := t.words[i]
	one := len(w.tokens) == 1 && (w.tokens[0] == tokOne || w.tokens[0] == tokRank1)
	if two := len(w.tokens) == 1 && (w.tokens[0] == tokTwo || w.tokens[0] == tokRank1+1); !one && !two {
		return p, 0
	}
	p = phrase{w.Span, []token{tokTwo}}
	if one {
		p.tokens[0] = tokOne
	}
	if w.plain != "a" { // "two forward", "up two"
		if i+1 < len(t.words) && !w.comma && onward[t.words[i+1].plain] {
			p.To = t.words[i+1].To
			return p, 2
		}
		switch {
		case i > 0 && !t.words[i-1].comma && onward[t.words[i-1].plain]:
			p.From, n = t.words[i-1].From, 1
		case i > 0 && (w.comma || i+1 == len(t.words)) && (going[t.words[i-1].plain] || t.words[i-1].comma && t.words[i-1].tokens != nil):
			n = 1 // "the Queen's Knight's Pawn, two"
		}
	}
	for n := range min(3, len(t.words)-1-i) { // "a single square", "one small step"
		if next := t.words[i+n+1]; len(next.tokens) == 1 && next.tokens[0] == tokSquares {
			p.To = next.To
			return p, n + 2
		}
		if t.words[i+n].comma {
			break
		}
	}
	if n > 0 {
		return p, n
	}
	return phrase{}, 0
}

// going are the words before the number of squares that ends a clause, "my Pawn goes two", and
// onward the words beside one.
var (
	going  = map[string]bool{"goes": true, "moves": true, "moving": true, "going": true, "jumps": true, "runs": true}
	onward = map[string]bool{"up": true, "forward": true, "forwards": true, "ahead": true, "onward": true}
)

// span is where the words stand that have been gathered.
func (t *teller) span() Span {
	all := Span{math.MaxInt, 0}
	add := func(s Span) { all.From, all.To = min(all.From, s.From), max(all.To, s.To) }
	for _, p := range slices.Concat(t.men, t.squares, t.ranks, t.steps, t.sides) {
		add(p.Span)
	}
	if t.castling.To > 0 {
		add(t.castling.Span)
	}
	if t.takes != nowhere {
		add(Span{t.takes, t.takes})
	}
	return all
}

// told returns the move of which the phrases tell.
func (t *teller) told() (m Told, ok bool) {
	switch {
	case t.castling.To > 0:
		return t.castles()
	case t.takes != nowhere:
		return t.captures()
	case len(t.men) != 1 || len(t.squares) > 1 || len(t.sides) > 1 || t.stands:
		return m, false
	}
	man := t.men[0]
	if m.Man, m.Record = man.Span, t.sided(man); man.To-man.From < len("QRP") {
		return m, false // a record is read as one
	}
	pawn := man.tokens[len(man.tokens)-1] == tokPawn && len(man.tokens) > 1
	switch {
	case len(t.squares) == 1:
		m.Place = t.squares[0].Span
		m.Record += " to " + nameTold(t.squares[0].tokens)
	case pawn && len(man.tokens)+len(t.sides) > 2 && len(t.steps) == 1 && len(t.ranks) == 0: // "my king's pawn two squares" is asked about
		m.Place = t.steps[0].Span
		m.Record += map[token]string{tokOne: " one square", tokTwo: " two squares"}[t.steps[0].tokens[0]]
	case pawn && len(t.ranks) == 1 && len(t.steps) == 0:
		m.Place = t.ranks[0].Span
		m.Record += " to his " + nameTold(t.ranks[0].tokens)
	default:
		return m, false
	}
	return m, true
}

// castles returns the castling of which the phrases tell.
func (t *teller) castles() (m Told, ok bool) {
	m = Told{Record: "Castles", Man: t.castling.Span, Place: t.castling.Span}
	if len(t.squares)+len(t.steps) > 0 || t.takes != nowhere || len(t.sides) > 1 {
		return m, false
	}
	if len(t.sides) == 1 {
		m.Record += " " + nameTold(t.sides[0].tokens[:1]) + "'s side"
		m.Place = t.sides[0].Span
	}
	return m, true
}

// captures returns the capture of which the phrases tell: of "I take the pawn with my Bishop" the
// Bishop's.
func (t *teller) captures() (m Told, ok bool) {
	if len(t.men) == 1 && len(t.squares) == 1 && len(t.steps) == 0 && t.squares[0].tokens[len(t.squares[0].tokens)-1] > tokRank1+1 {
		return Told{Record: nameTold(t.men[0].tokens) + " takes at " + nameTold(t.squares[0].tokens), Man: t.men[0].Span, Place: t.squares[0].Span}, true
	}
	if len(t.men) != 2 || len(t.squares) > 1 || len(t.steps) > 0 {
		return m, false
	}
	man, taken := t.men[0], t.men[1]
	if t.takes < man.From && t.with > man.From && t.with < taken.From {
		man, taken = taken, man
	} else if t.takes < man.From || t.takes > taken.From {
		return m, false
	}
	m = Told{Record: nameTold(man.tokens) + " takes " + nameTold(taken.tokens), Man: man.Span, Place: taken.Span}
	if len(t.squares) == 1 && len(taken.tokens) == 1 {
		m.Record += " at " + nameTold(t.squares[0].tokens)
	}
	return m, true
}

// sided is the name of a man with the side of the board that is named apart: "the Knight's pawn,
// queen's side".
func (t *teller) sided(man phrase) string {
	if len(t.sides) == 1 && wingNamed(man.tokens[0]) == 0 && man.tokens[0] != tokPawn {
		return nameTold(append(t.sides[0].tokens[:1:1], man.tokens...))
	}
	return nameTold(man.tokens)
}
