package carrying

import (
	"strings"

	"corrd/interpret/notation"
	"corrd/interpret/speech"
)

// The bounds of a line of several moves, and of one move in the line, in bytes.
const (
	MaxRow     = 300
	MaxOneMove = 90
)

// Moves in a row: one behind the other, each perhaps with its number and a word between.

// Joint is what stands between a move and the one before it.
type Joint uint8

// The joints; BySpace stands where there is no other.
const (
	BySpace Joint = iota
	ByComma
	ByOr
	ByThen
	ByNumber // the move has a number of its own
)

// Joined is a move of a row and its joint.
type Joined struct {
	Move notation.Move
	By   Joint
}

// CutLabel takes a move number and its dots off the head of a text: "7.", "7...",
// "7)", "(7)", "#7", "No. 7", "7th.", or a bare number before a space.
func CutLabel(text string) (number int, black bool, rest string, ok bool) {
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

// What looking at things costs besides their characters, in steps.
const (
	StepsOfPiece  = 25 // for a piece of a line, the first time
	StepsOfKnown  = 5  // for the same piece again
	StepsOfLookup = 15 // for a piece that is looked at as the head of moves, or as a command
	stepsOfSound  = 15 // for a piece that is looked at as one move, the first time
)

// Reader reads pieces of a letter's text as moves in a row, and keeps in mind what each of them is.
// A step is about what looking at one character costs: once none is left, every piece reads as
// nothing.
type Reader struct {
	Left   int               // steps
	sounds map[string]bool   // pieces, and whether each sounds like a move
	rows   map[string]*piece // pieces, and how each begins a row of moves
}

// Spend takes steps off those that are left, and reports whether any are.
func (r *Reader) Spend(steps int) bool {
	r.Left -= steps
	return r.Left >= 0
}

// Spent reports whether no steps are left.
func (r *Reader) Spent() bool { return r.Left < 0 }

// keptPieces is how many pieces of text are kept in mind at a time.
const keptPieces = 1 << 13

// Keep puts what a piece of text is into a table, which is begun anew when it has
// grown large.
func Keep[K comparable, V any](table *map[K]V, key K, value V) {
	if len(*table) >= keptPieces || *table == nil {
		*table = map[K]V{}
	}
	(*table)[key] = value
}

// SoundsLikeMove reports whether a text is, whatever the position, the words of
// one move in some notation that say where it goes or what it takes.
func (r *Reader) SoundsLikeMove(text string) bool {
	if text == "" || len(text) > MaxOneMove || r.Spent() {
		return false
	}
	sounds, known := r.sounds[text]
	if !known {
		var steps int
		sounds, steps = notation.Sounds(text)
		r.Spend(stepsOfSound + steps/8)
		Keep(&r.sounds, text, sounds)
	}
	r.Spend(StepsOfKnown)
	return sounds
}

// piece is how a text begins a row of moves.
type piece struct {
	first notation.Move
	rest  string // the moves that follow; "" for none
	by    Joint  // what joins them to the first
}

// ParseRow reads a text that consists of moves, each perhaps with its
// number. Where the text can be cut up in several ways the longest first move is
// preferred. It reports false if it is not a row of moves.
func (r *Reader) ParseRow(text string) ([]Joined, bool) {
	if len(text) > MaxRow {
		return nil, false
	}
	text, _ = speech.CutWord(text, "either")
	var list []Joined
	by := BySpace
	for begins := r.row(text); begins != nil; begins = r.row(begins.rest) {
		if list != nil && begins.first.Number != 0 && by <= ByComma {
			by = ByNumber
		}
		list = append(list, Joined{Move: begins.first, By: by})
		if by = begins.by; begins.rest == "" {
			return list, true
		}
		if said := begins.first.Text; by == ByThen && strings.HasSuffix(said, "?") && !strings.HasSuffix(said, "!?") {
			return nil, false // "P-K4? Then P-K4 too!" asks about the first
		}
	}
	return nil, false
}

// row is how a text begins a row of moves; nil if it is none.
func (r *Reader) row(text string) *piece {
	begins, known := r.rows[text]
	if !known && !r.Spent() {
		begins = r.cutRow(text)
		Keep(&r.rows, text, begins)
	}
	r.Spend(StepsOfLookup + len(text)/4)
	return begins
}

// OneMove reads a text as one move; nil if it is none. It is the row of a single move, which
// the whole text is or no part of it.
func (r *Reader) OneMove(text string) *notation.Move {
	if len(text) > MaxRow || !r.Spend(StepsOfLookup+len(text)/4) {
		return nil
	}
	text, _ = speech.CutWord(text, "either")
	if m, _, _, whole := r.firstMove(text); whole {
		return &m
	}
	return nil
}

// firstMove takes the number of its first move off a text of moves. rest is what follows, and reach
// how much of that the words of the move may take up. If all of it is one move, m has its words.
func (r *Reader) firstMove(text string) (m notation.Move, rest string, reach int, whole bool) {
	number, black, rest, labelled := CutLabel(text)
	if after := strings.TrimLeft(text, ". "); !labelled && strings.HasPrefix(text, "..") {
		black, rest = true, after
	}
	m.Number, m.Black = number, black
	reach = notation.Reach(rest[:min(len(rest), MaxOneMove)])
	if whole = len(rest) <= reach && r.SoundsLikeMove(rest); whole {
		m.Text = TrimMove(rest)
	}
	return m, rest, reach, whole
}

// cutRow is row of a text that has not been looked at.
func (r *Reader) cutRow(text string) *piece {
	r.Spend(StepsOfPiece)
	first, rest, reach, whole := r.firstMove(text)
	if whole {
		return &piece{first: first}
	}
	if reach == 0 {
		return nil
	}
	for i := min(len(rest), MaxOneMove) - 1; i > 0 && r.Spend(1); i-- {
		if rest[i] != ' ' && rest[i] != ',' && rest[i] != ';' {
			continue
		}
		head := strings.TrimRight(rest[:i], " ,;")
		if len(head) > reach {
			continue
		}
		tail, by := cutJoint(rest[len(head):])
		if by == ByOr {
			tail = r.carryOver(head, tail)
		}
		if tail == "" || !r.SoundsLikeMove(head) || !beginsMove(tail) || by == BySpace && notation.EndsInVerb(head) {
			continue
		}
		if r.row(tail) != nil {
			first.Text = TrimMove(head)
			return &piece{first: first, rest: tail, by: by}
		}
	}
	return nil
}

// carryOver puts the man and the verb of a move before an alternative to it that has
// none of its own: after "Kt to e5" comes "or g5", after "Q takes P" comes "or B".
func (r *Reader) carryOver(head, tail string) string {
	limb := tail
	if i := strings.IndexAny(limb, ",;"); i >= 0 {
		limb = limb[:i]
	}
	if i := speech.IndexWord(limb, "or", 0); i >= 0 {
		limb = limb[:i]
	}
	limb = strings.Trim(limb, " .!?")
	if limb == "" || len(limb) > MaxOneMove {
		return tail
	}
	r.Spend(StepsOfPiece + len(limb))
	square := notation.NamesSquare(limb)
	named, placed := notation.NamesMan(limb)
	named = named && !placed
	object, verbal := speech.CutAnyWord(limb, "to", "takes", "x")
	verbal = verbal && object != ""
	if !square && !named && !verbal {
		return tail
	}
	man, verb := r.cutAtVerb(head)
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
	if !r.SoundsLikeMove(whole[:len(whole)-len(tail)] + limb) {
		return tail
	}
	return whole
}

// cutAtVerb parts the words of a move behind its verb, or between the man and a
// square where it has none: "Kt", " to ". Both are empty where no man is named.
func (r *Reader) cutAtVerb(text string) (man, verb string) {
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
	r.Spend(StepsOfPiece + start)
	if named, _ := notation.NamesMan(man); !named {
		return "", ""
	}
	return man, text[len(man):end]
}

// TrimMove takes the stops around a move's words off.
func TrimMove(text string) string {
	text = strings.Trim(text, " ,;")
	if strings.Count(text, ".") == 1 {
		text = strings.TrimSuffix(text, ".")
	}
	return text
}

// cutJoint takes what joins two moves off the head of a text.
func cutJoint(text string) (string, Joint) {
	by := BySpace
	trimmed := strings.TrimLeft(text, " ")
	if rest := strings.TrimLeft(trimmed, ",;/| "); rest != trimmed {
		by, trimmed = ByComma, rest
	}
	if rest, ok := speech.CutWord(trimmed, "or"); ok {
		rest, _ = speech.CutAnyWord(rest, "maybe", "perhaps", "else", "rather", "possibly", "even")
		return rest, ByOr
	}
	trimmed, _ = speech.CutWord(trimmed, "and")
	if rest, ok := speech.CutAnyWord(trimmed, "then", "next"); ok {
		return strings.TrimLeft(rest, ",: "), ByThen
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

// NumberRow gives a move that has none the turn its joint implies: the next after
// one it follows without a word, the same as one it is an alternative to.
func NumberRow(list []Joined) {
	for i := 1; i < len(list); i++ {
		m, before := &list[i].Move, list[i-1].Move
		if m.Number != 0 || before.Number == 0 {
			continue
		}
		switch list[i].By {
		case ByOr:
			m.Number, m.Black = before.Number, before.Black
		case ByThen:
			m.Number, m.Black = before.Number+1, before.Black
		default:
			m.Number, m.Black = before.Number, !before.Black
			if before.Black {
				m.Number++
			}
		}
	}
}

// Alternatives is how many moves at the head of a row are joined by "or".
func Alternatives(list []Joined) int {
	n := 1
	for n < len(list) && list[n].By == ByOr {
		n++
	}
	return n
}

// MovesOf returns the moves of a list, without what joins them.
func MovesOf(list []Joined) []notation.Move {
	var moves []notation.Move
	for _, j := range list {
		moves = append(moves, j.Move)
	}
	return moves
}
