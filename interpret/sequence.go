package interpret

import "strings"

// Bounds of a line of several moves, and of one move in it, in bytes.
const (
	maxSequence = 300
	maxOneMove  = 90
)

// joint is what stands between a move and the one before it.
type joint uint8

const (
	joinedBySpace joint = iota
	joinedByComma
	joinedByOr
	joinedByThen
	joinedByNumber // a move number of its own
)

// joined is a move of a sequence and its joint.
type joined struct {
	move Move
	by   joint
}

// cutLabel takes a move number and its dots off the head of a text: "7.", "7...",
// "7)", "(7)", "#7", "No. 7", "7th.", or a bare number before a space.
func cutLabel(text string) (number int, black bool, rest string, ok bool) {
	head := text
	if after, named := cutAnyWord(head, "no.", "no", "number"); named && after != "" && isDigit(after[0]) {
		head = after
	}
	number, rest, ok = cutNumber(strings.TrimLeft(head, "#("))
	if !ok || number == 0 || number > 999 || squaresApart(text) {
		return 0, false, text, false
	}
	if n := skipOrdinal([]byte(rest), 0); n < len(rest) && (rest[n] == '.' || rest[n] == ' ') {
		rest = rest[n:]
	}
	body := strings.TrimLeft(rest, ". ):")
	lead := rest[:len(rest)-len(body)]
	if body == "" || lead == "" {
		return 0, false, text, false
	}
	dots := strings.Count(lead, ".")
	if afterDash := strings.TrimLeft(body, "- "); afterDash != body && (dots > 0 || afterDash != "" && isLetter(afterDash[0])) {
		return number, dots > 0, afterDash, true // "7. -- P-Q3" leaves White's move out
	}
	return number, dots > 1, body, true
}

// squaresApart reports whether a text is two squares in the ICCF's figures with a
// dash or a space between, so that the first is no move number: "52 - 54".
func squaresApart(text string) bool {
	parts := strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == '-' || c == '.' })
	return len(parts) == 2 && len(parts[0]) == 2 && len(parts[1]) == 2 && looksNumeric(parts[0]+parts[1])
}

// soundsLikeMove reports whether a text is, whatever the position, the words of
// one move in some notation that say where it goes or what it takes.
func soundsLikeMove(text string) bool {
	if text == "" || len(text) > maxOneMove {
		return false
	}
	s := scan([]byte(text))
	if s.known && s.n > 0 {
		var f forms
		if f.parse(&s); f.n > 0 && s.says() {
			return true
		}
	}
	return strings.ContainsAny(text, "12345678") && (looksAlgebraic(text) || looksNumeric(text))
}

// says reports whether a sentence has more than the name of a man: a verb with
// something after it, a square, castling, steps, or a term for a verb.
func (s *sentence) says() bool {
	for i, t := range s.tokens() {
		switch {
		case t.isRank() && i > 0, t >= tokCastles && t <= tokLong, t == tokOne, t == tokTwo, t == tokFirst, t == tokBecomes:
			return true
		case t == tokTakes, t == tokTo && i+1 < s.n:
			return true
		}
	}
	return s.n > 0 && s.list[0].isMan() && s.terms != 0
}

// endsInVerb reports whether a text breaks off before what is gone to or taken.
func endsInVerb(text string) bool {
	s := scan([]byte(text))
	return s.last() == tokTo || s.last() == tokTakes
}

// looksAlgebraic reports whether a text has the form of algebraic notation. With a
// figure in it no plain word has that.
func looksAlgebraic(text string) bool {
	if severalSquares(text) {
		return false
	}
	var buf [64]byte
	word, _ := algebraicWord(buf[:0], []byte(text))
	if len(word) == 0 || len(word) > 10 {
		return false
	}
	_, strict := parseAlgebraic(word, false)
	_, lenient := parseAlgebraic(word, true)
	if strict || lenient {
		return true
	}
	_, german := parseAlgebraic(fromGerman(word), false)
	return german
}

// severalSquares reports whether more than one word of a text names a square in
// small letters, so that "e4 e5" is two moves and "e2 - e4" one.
func severalSquares(text string) bool {
	n := 0
	for _, w := range strings.Fields(text) {
		switch {
		case w == "-" || w == "x":
			n--
		case smallSquare(w):
			n++
		}
	}
	return n > 1
}

// looksNumeric reports whether a text is four or five figures of the ICCF's kind.
func looksNumeric(text string) bool {
	word := codeWord(text)
	_, _, rest, ok := numericCode.split(word)
	return ok && (rest == "" || len(rest) == 1 && rest[0] >= '1' && rest[0] <= '4')
}

// looksCoded reports whether a text is a word of a telegraph code.
func looksCoded(text string) bool {
	word := codeWord(text)
	_, _, rest, ok := gringmuthCode.split(word)
	if ok && len(rest) <= 2 && strings.Trim(rest, "CMSPLQRBK") == "" {
		return true
	}
	_, _, rest, ok = uedemannCode.split(word)
	return ok && (rest == "" || strings.HasPrefix(rest, "("))
}

// parseSequence reads a text that consists of moves, each perhaps with its
// number. Where the text can be cut up in several ways the longest first move is
// preferred. It reports false if it is no sequence of moves.
func parseSequence(text string) ([]joined, bool) {
	if len(text) > maxSequence {
		return nil, false
	}
	text, _ = cutWord(text, "either")
	barren := map[int]bool{} // lengths of endings that are no sequence
	return sequenceFrom(text, barren)
}

func sequenceFrom(text string, barren map[int]bool) ([]joined, bool) {
	if barren[len(text)] {
		return nil, false
	}
	number, black, rest, labelled := cutLabel(text)
	if after := strings.TrimLeft(text, ". "); !labelled && strings.HasPrefix(text, "..") {
		black, rest = true, after
	}
	if soundsLikeMove(rest) {
		return []joined{{move: Move{Text: trimMove(rest), Number: number, Black: black}}}, true
	}
	for i := min(len(rest), maxOneMove) - 1; i > 0; i-- {
		if rest[i] != ' ' && rest[i] != ',' && rest[i] != ';' {
			continue
		}
		head := strings.TrimRight(rest[:i], " ,;")
		tail, by := cutJoint(rest[len(head):])
		if tail == "" || !beginsMove(tail) || by == joinedBySpace && endsInVerb(head) || !soundsLikeMove(head) {
			continue
		}
		if following, ok := sequenceFrom(tail, barren); ok {
			following[0].by = max(by, following[0].by)
			if following[0].move.Number != 0 && by <= joinedByComma {
				following[0].by = joinedByNumber
			}
			first := joined{move: Move{Text: trimMove(head), Number: number, Black: black}}
			return append([]joined{first}, following...), true
		}
	}
	barren[len(text)] = true
	return nil, false
}

// trimMove takes the stops around a move's words off.
func trimMove(text string) string {
	text = strings.Trim(text, " ,;")
	if strings.Count(text, ".") == 1 {
		text = strings.TrimSuffix(text, ".")
	}
	return text
}

// cutJoint takes what joins two moves off the head of a text.
func cutJoint(text string) (string, joint) {
	by := joinedBySpace
	trimmed := strings.TrimLeft(text, " ")
	if rest := strings.TrimLeft(trimmed, ",;/| "); rest != trimmed {
		by, trimmed = joinedByComma, rest
	}
	if rest, ok := cutWord(trimmed, "or"); ok {
		return rest, joinedByOr
	}
	trimmed, _ = cutWord(trimmed, "and")
	if rest, ok := cutAnyWord(trimmed, "then", "next"); ok {
		return strings.TrimLeft(rest, ",: "), joinedByThen
	}
	return trimmed, by
}

// beginsMove reports whether a text begins with a number or with what can begin
// a move's words, so that a sign in the middle of a move does not.
func beginsMove(text string) bool {
	if c := text[0]; isLetter(c) {
		if _, ok := cutAnyWord(text, "to", "takes", "x", "on", "becomes", "becoming", "ch", "mate", "dis", "dble", "double",
			"in", "en", "ep", "ip", "sq", "square", "and", "with"); ok {
			return false
		}
		return true
	}
	return isDigit(text[0])
}

// number gives a move that has none the turn its joint implies: the next after
// one it follows without a word, the same as one it is an alternative to.
func numberSequence(list []joined) {
	for i := 1; i < len(list); i++ {
		m, before := &list[i].move, list[i-1].move
		if m.Number != 0 || before.Number == 0 {
			continue
		}
		switch list[i].by {
		case joinedByOr:
			m.Number, m.Black = before.Number, before.Black
		case joinedByThen:
			m.Number, m.Black = before.Number+1, before.Black
		default:
			m.Number, m.Black = before.Number, !before.Black
			if before.Black {
				m.Number++
			}
		}
	}
}

// fromSequence makes statements of a sequence of moves: alternatives for one turn
// (III.4), the adversary's move repeated before one's own (house:7), and moves
// for later turns, which are a series on any reply (III.5).
func fromSequence(list []joined, text string) []Statement {
	numberSequence(list)
	now := Statement{Kind: KindMove, Text: text, Moves: []Move{list[0].move}}
	var later *Series // the last of the moves for later turns
	var out []Statement
	last := list[0].move
	for _, j := range list[1:] {
		ahead := j.move.ply() - last.ply()
		numbered := j.move.Number != 0 && last.Number != 0
		switch {
		case j.by == joinedByThen, numbered && ahead == 2:
			s := &Series{Then: j.move}
			if later == nil {
				out = append(out, Statement{Kind: KindConditional, Text: text, Series: s})
			} else {
				later.Next = append(later.Next, s)
			}
			later = s
		case later != nil:
			return append([]Statement{now}, append(out, fromSequence([]joined{j}, text)...)...)
		case j.by == joinedByOr, numbered && ahead == 0, !numbered && j.by == joinedByComma:
			now.Kind, now.Moves = KindMoves, append(now.Moves, j.move)
		default:
			now.Confirms = append(now.Confirms, now.Moves...)
			now.Kind, now.Moves = KindMove, []Move{j.move}
		}
		last = j.move
	}
	return append([]Statement{now}, out...)
}
