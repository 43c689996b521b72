package interpret

import (
	"strings"

	"corrd/interpret/notation"
	"corrd/interpret/speech"
)

// The bounds of a line of several moves, and of one move in the line, in bytes.
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
	joinedByNumber // the move has a number of its own
)

// joined is a move of a sequence and its joint.
type joined struct {
	move notation.Move
	by   joint
}

// cutLabel takes a move number and its dots off the head of a text: "7.", "7...",
// "7)", "(7)", "#7", "No. 7", "7th.", or a bare number before a space.
func cutLabel(text string) (number int, black bool, rest string, ok bool) {
	head := text
	if after, named := speech.CutAnyWord(head, "no.", "no", "number"); named && after != "" && speech.IsDigit(after[0]) {
		head = after
	}
	number, rest, ok = speech.CutNumber(strings.TrimLeft(head, "#("))
	if !ok || number == 0 || number > 999 || notation.SquaresApart(text) {
		return 0, false, text, false
	}
	if n := speech.OrdinalEnding(rest); n < len(rest) && (rest[n] == '.' || rest[n] == ' ') {
		rest = rest[n:]
	}
	if len(rest) > 2 && rest[0] == '-' && speech.IsLetter(rest[1]) {
		return number, false, rest[1:], true // "9-P-KR3"
	}
	body := strings.TrimLeft(rest, ". ):,")
	lead := rest[:len(rest)-len(body)]
	if _, house := speech.CutWord(body, "castle"); body == "" || lead == "" || house && !strings.ContainsAny(lead, ".):") {
		return 0, false, text, false
	}
	if text[0] == '(' && !strings.HasPrefix(lead, ")") {
		return 0, false, text, false // an aside
	}
	dots := strings.Count(lead, ".")
	if afterDash := strings.TrimLeft(body, "- "); afterDash != body && (dots > 0 || afterDash != "" && speech.IsLetter(afterDash[0])) {
		return number, dots > 0, afterDash, true // "7. -- P-Q3" leaves White's move out
	}
	return number, dots > 1, body, true
}

// soundsLikeMove reports whether a text is, whatever the position, the words of
// one move in some notation that say where it goes or what it takes.
func (p *parser) soundsLikeMove(text string) bool {
	if text == "" || len(text) > maxOneMove || p.spent() {
		return false
	}
	sounds, known := p.moves[text]
	if !known {
		var steps int
		sounds, steps = notation.Sounds(text)
		p.spend(stepsOfSound + steps/8)
		keep(&p.moves, text, sounds)
	}
	p.spend(stepsOfKnown)
	return sounds
}

// piece is how a text begins a sequence of moves.
type piece struct {
	first notation.Move
	rest  string // the moves that follow; "" for none
	by    joint  // what joins them to the first
}

// parseSequence reads a text that consists of moves, each perhaps with its
// number. Where the text can be cut up in several ways the longest first move is
// preferred. It reports false if it is not a sequence of moves.
func (p *parser) parseSequence(text string) ([]joined, bool) {
	if len(text) > maxSequence {
		return nil, false
	}
	text, _ = speech.CutWord(text, "either")
	var list []joined
	by := joinedBySpace
	for begins := p.sequence(text); begins != nil; begins = p.sequence(begins.rest) {
		if list != nil && begins.first.Number != 0 && by <= joinedByComma {
			by = joinedByNumber
		}
		list = append(list, joined{move: begins.first, by: by})
		if by = begins.by; begins.rest == "" {
			return list, true
		}
	}
	return nil, false
}

// sequence is how a text begins a sequence of moves; nil if it is none.
func (p *parser) sequence(text string) *piece {
	begins, known := p.sequences[text]
	if !known && !p.spent() {
		begins = p.cutSequence(text)
		keep(&p.sequences, text, begins)
	}
	p.spend(stepsOfLookup + len(text)/4)
	return begins
}

// oneMove reads a text as one move; nil if it is none. It is the sequence of a single move, which
// the whole text is or no part of it.
func (p *parser) oneMove(text string) *notation.Move {
	if len(text) > maxSequence || !p.spend(stepsOfLookup+len(text)/4) {
		return nil
	}
	text, _ = speech.CutWord(text, "either")
	if m, _, _, whole := p.firstMove(text); whole {
		return &m
	}
	return nil
}

// firstMove takes the number of its first move off a text of moves. rest is what follows, and reach
// how much of that the words of the move may take up. If all of it is one move, m has its words.
func (p *parser) firstMove(text string) (m notation.Move, rest string, reach int, whole bool) {
	number, black, rest, labelled := cutLabel(text)
	if after := strings.TrimLeft(text, ". "); !labelled && strings.HasPrefix(text, "..") {
		black, rest = true, after
	}
	m.Number, m.Black = number, black
	reach = notation.Reach(rest[:min(len(rest), maxOneMove)])
	if whole = len(rest) <= reach && p.soundsLikeMove(rest); whole {
		m.Text = trimMove(rest)
	}
	return m, rest, reach, whole
}

// cutSequence is sequence of a text that has not been looked at.
func (p *parser) cutSequence(text string) *piece {
	p.spend(stepsOfPiece)
	first, rest, reach, whole := p.firstMove(text)
	if whole {
		return &piece{first: first}
	}
	if reach == 0 {
		return nil
	}
	for i := min(len(rest), maxOneMove) - 1; i > 0 && p.spend(1); i-- {
		if rest[i] != ' ' && rest[i] != ',' && rest[i] != ';' {
			continue
		}
		head := strings.TrimRight(rest[:i], " ,;")
		if len(head) > reach {
			continue
		}
		tail, by := cutJoint(rest[len(head):])
		if by == joinedByOr {
			tail = p.carryOver(head, tail)
		}
		if tail == "" || !p.soundsLikeMove(head) || !beginsMove(tail) || by == joinedBySpace && notation.EndsInVerb(head) {
			continue
		}
		if p.sequence(tail) != nil {
			first.Text = trimMove(head)
			return &piece{first: first, rest: tail, by: by}
		}
	}
	return nil
}

// carryOver puts the man and the verb of a move before an alternative to it that has
// none of its own: after "Kt to e5" comes "or g5", after "Q takes P" comes "or B".
func (p *parser) carryOver(head, tail string) string {
	limb := tail
	if i := strings.IndexAny(limb, ",;"); i >= 0 {
		limb = limb[:i]
	}
	if i := speech.IndexWord(limb, "or", 0); i >= 0 {
		limb = limb[:i]
	}
	limb = strings.Trim(limb, " .!?")
	if limb == "" || len(limb) > maxOneMove {
		return tail
	}
	p.spend(stepsOfPiece + len(limb))
	square := notation.NamesSquare(limb)
	named, placed := notation.NamesMan(limb)
	named = named && !placed
	object, verbal := speech.CutAnyWord(limb, "to", "takes", "x")
	verbal = verbal && object != ""
	if !square && !named && !verbal {
		return tail
	}
	man, verb := p.cutAtVerb(head)
	if man == "" {
		return tail
	}
	var whole string
	switch {
	case verbal:
		whole = man + " " + tail
	case square, named && notation.EndsInVerb(verb) && !strings.ContainsAny(verb, "-o"):
		whole = man + verb + tail
	default:
		return tail
	}
	if !p.soundsLikeMove(whole[:len(whole)-len(tail)] + limb) {
		return tail
	}
	return whole
}

// cutAtVerb parts the words of a move behind its verb, or between the man and a
// square where it has none: "Kt", " to ". Both are empty where no man is named.
func (p *parser) cutAtVerb(text string) (man, verb string) {
	start, end := len(text), len(text)
	if i := strings.IndexAny(text, "-:xX"); i >= 0 {
		start, end = i, i+1
	}
	for _, w := range [...]string{"to", "takes", "take", "captures"} {
		if i := speech.IndexWord(text, w, 0); i >= 0 && i < start {
			start, end = i, i+len(w)
		}
	}
	if end == len(text) { // there is none
		start = max(strings.IndexByte(text, ' '), 0)
		end = start
	}
	for end < len(text) && strings.IndexByte("->: ", text[end]) >= 0 {
		end++
	}
	man = strings.TrimRight(text[:start], " ")
	p.spend(stepsOfPiece + start)
	if named, _ := notation.NamesMan(man); !named {
		return "", ""
	}
	return man, text[len(man):end]
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
	if rest, ok := speech.CutWord(trimmed, "or"); ok {
		rest, _ = speech.CutAnyWord(rest, "maybe", "perhaps", "else", "rather", "possibly", "even")
		return rest, joinedByOr
	}
	trimmed, _ = speech.CutWord(trimmed, "and")
	if rest, ok := speech.CutAnyWord(trimmed, "then", "next"); ok {
		return strings.TrimLeft(rest, ",: "), joinedByThen
	}
	return trimmed, by
}

// beginsMove reports whether a text begins with a number or with what can begin
// a move's words, so that a sign in the middle of a move does not.
func beginsMove(text string) bool {
	if c := text[0]; speech.IsLetter(c) {
		if _, ok := speech.CutAnyWord(text, "to", "takes", "x", "on", "becomes", "becoming", "ch", "mate", "dis", "dble", "double",
			"in", "en", "ep", "ip", "sq", "square", "and", "with"); ok {
			return false
		}
		return true
	}
	return speech.IsDigit(text[0])
}

// numberSequence gives a move that has none the turn its joint implies: the next after
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

// moveOf is the statement of one move by a text.
func moveOf(m notation.Move, text string) Statement {
	return Statement{Kind: KindMove, Text: text, Moves: []notation.Move{m}}
}

// fromSequence makes statements of a sequence of moves: alternatives for one turn
// (III.4), the adversary's move repeated before one's own (house:7), and moves
// for later turns, which are a series on any reply (III.5).
func fromSequence(list []joined, text string) []Statement {
	numberSequence(list)
	now := Statement{Kind: KindMove, Text: text, Moves: []notation.Move{list[0].move}}
	var later *Series // the last of the moves for later turns
	var out []Statement
	last := list[0].move
	for _, j := range list[1:] {
		ahead := j.move.Ply() - last.Ply()
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
		case later != nil && j.by == joinedByOr:
			later.Else = append(later.Else, j.move)
		case later != nil:
			return append([]Statement{now}, append(out, fromSequence([]joined{j}, text)...)...)
		case j.by == joinedByOr, numbered && ahead == 0, !numbered && j.by == joinedByComma:
			now.Kind, now.Moves = KindMoves, append(now.Moves, j.move)
		default:
			now.Confirms = append(now.Confirms, now.Moves...)
			now.Kind, now.Moves = KindMove, []notation.Move{j.move}
		}
		last = j.move
	}
	return append([]Statement{now}, out...)
}
