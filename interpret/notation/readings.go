package notation

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"corrd/game/board"
)

// maxWords is more bytes than the words of any move have, with all the spaces and
// signs of print between them.
const maxWords = 4000

// Readings returns the legal moves of the position that the words can express
// in an agreed notation (I.13.C), with the verdict their number gives. A move
// number at the head of the words is read past. Where two agreed notations read
// the words differently all their readings count, but a legal move in algebraic
// notation with its square in small letters is not also taken as descriptive,
// unless it is written as that is ("b-b4"), nor a legal descriptive one, whose
// letters are capitals, as algebraic.
func (m Move) Readings(p *board.Position, r Rules) Result {
	if len(m.Text) > maxWords {
		return Result{Verdict: Unintelligible}
	}
	if m.Text = Fold(m.Text); isUneven(m.Text) { // any number of spaces is one, and none at an end
		m.Text = strings.Join(strings.Fields(m.Text), " ")
	}
	var room [256]board.Move
	rd := newReader(p, r, room[:0])
	agreed := r.Notations
	if agreed == 0 {
		agreed = Descriptive
	}
	var res Result
	understood := rd.readAll(&res, agreed, m.Text)
	if told := MovesTold(m.Text); !understood && agreed&Descriptive != 0 && len(told) == 1 && (!told[0].Front || rd.atHome()) {
		understood = rd.descriptive(&res, told[0].Record) // "Bishop drops back to Knight's third"
	}
	if len(res.Moves) == 0 || len(res.Moves) > 1 && strings.HasSuffix(m.Text, ")") && strings.Contains(m.Text, " (") && strings.ContainsAny(m.Text, "-xX") {
		if short, ok := m.explained(p, r); ok {
			return short
		}
	}
	switch {
	case len(res.Moves) == 0:
		res.Foreign = rd.foreign(agreed, m.Text, understood)
	case agreed&Algebraic == 0 && HoldsSquare(m.Text) && !rd.meansAlso(&res, m.Text):
		slices.SortFunc(res.Moves, board.Move.Compare)
		res = Result{Others: res.Moves, Foreign: Algebraic}
	}
	res.conclude(understood)
	return res
}

// atHome reports whether the King and the Queen of the mover stand where they began, so that
// who goes in front of them goes to the second square of their file.
func (r *reader) atHome() bool {
	const queens, kings = board.Square(3), board.Square(4) // d1 and e1, or those of the other side
	return r.p.Men(r.side, board.Queen).Has(queens^r.flip) && r.p.Men(r.side, board.King).Has(kings^r.flip)
}

// isUneven reports whether a text has other white space than single spaces between its words.
func isUneven(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c == ' ' && (i == 0 || i+1 == len(text) || text[i+1] == ' ') {
			return true
		}
	}
	return false
}

// meansAlso reports whether the readings of a text have the move that the text is in standard
// algebraic notation, or the text is none: "Bb4" is the Bishop's move to b4, and expresses another
// one in descriptive notation.
func (r *reader) meansAlso(res *Result, text string) bool {
	var exact Result
	if r.algebraic(&exact, text, false); len(exact.Moves) != 1 || slices.Contains(res.Moves, exact.Moves[0]) {
		return true
	}
	word, _ := algebraicWord(nil, withoutNumber([]byte(Fold(text))))
	plain := strings.NewReplacer("=", "", "(", "", ")", "")
	return plain.Replace(string(word)) != plain.Replace(sanMove(r.p, exact.Moves[0]))
}

// readAll adds the readings in each of the notations. The result reports whether the text is a
// move's words in any notation.
func (r *reader) readAll(res *Result, in Set, text string) bool {
	small, understood := HoldsSquare(text), false
	if small {
		understood = r.allAlgebraic(res, in, text)
		if named := in&Descriptive != 0 && toBishops.MatchString(text); named {
			res.Moves = slices.DeleteFunc(res.Moves, r.isOfPawn) // "b-b5" has a Bishop
		} else if len(res.Moves) > 0 {
			return true
		}
	}
	if in&Descriptive != 0 {
		understood = r.descriptive(res, text) || understood
	}
	if !small && !understood { // "B-B5" is descriptive whether or not it can be played, and names no file b
		understood = r.allAlgebraic(res, in, text)
	}
	if in&(Numeric|Gringmuth|Uedemann) != 0 {
		understood = r.coded(res, in, text) || understood
	}
	return understood
}

// isOfPawn reports whether a Pawn makes a move.
func (r *reader) isOfPawn(m board.Move) bool {
	man, _ := r.p.At(m.From())
	return man.Kind == board.Pawn
}

// toBishops are words that name a square of the file b as algebraic notation does, or one of a
// Bishop's file in small letters, and are written as descriptive notation is: "b-b4", "R to b1".
var toBishops = regexp.MustCompile(`(?i)^(?:\d+[. ]+)?(?:kt|[kqrbn])(?: ?- ?| to | )b ?[1-8][.!? ]*$`)

// allAlgebraic adds the readings in algebraic notation, with German letters and
// with English ones. A capital D, which is a file by a slip alone, is first the
// German Queen.
func (r *reader) allAlgebraic(res *Result, in Set, text string) bool {
	understood := false
	if in&German != 0 {
		understood = r.algebraic(res, text, true)
		if len(res.Moves) > 0 && strings.HasPrefix(text, "D") {
			return true
		}
	}
	if in&Algebraic != 0 {
		understood = r.algebraic(res, text, false) || understood
	}
	return understood
}

// coded adds the readings in the notations of figures and syllables.
func (r *reader) coded(res *Result, in Set, text string) bool {
	folded := Fold(text)
	word := codeWord(string(withoutNumber([]byte(folded))))
	understood := in&Numeric != 0 && (r.squares(res, &numericCode, word) || r.squares(res, &numericCode, codeWord(folded))) // "52 54" has no number
	understood = in&Gringmuth != 0 && r.gringmuth(res, word) || understood
	return in&Uedemann != 0 && r.squares(res, &uedemannCode, word) || understood
}

// foreign is the first notation not agreed in which the text expresses a legal move, or 0 if there
// is none. understood says that the text is words in an agreed one: in capital letters they are
// then not algebraic.
func (r *reader) foreign(agreed Set, text string, understood bool) Set {
	for n := range (All &^ agreed).Each() {
		if understood && n&(Algebraic|German) != 0 && !HoldsSquare(text) {
			continue
		}
		var other Result
		if r.readAll(&other, n, text); len(other.Moves) > 0 {
			return n
		}
	}
	return 0
}

// HoldsSquare reports whether the name of a square in algebraic notation stands anywhere in a text,
// with a small letter.
func HoldsSquare(text string) bool {
	for i := 1; i < len(text); i++ {
		if text[i-1] >= 'a' && text[i-1] <= 'h' && text[i] >= '1' && text[i] <= '8' {
			return true
		}
	}
	return false
}

// announced adds the readings that the announced terms select; see heed.
func (r *reader) announced(res *Result, found []board.Move, said terms, verb bool) bool {
	res.Check = res.Check || said&^termPassing != 0
	for _, m := range r.heed(res, found, said, verb) {
		res.add(m)
	}
	return true
}

// add adds a reading unless the result has the reading already.
func (res *Result) add(m board.Move) {
	if !slices.Contains(res.Moves, m) {
		res.Moves = append(res.Moves, m)
	}
}

// conclude sorts the readings and gives the verdict.
func (res *Result) conclude(understood bool) {
	switch n := len(res.Moves); {
	case n == 0 && understood:
		res.Verdict = Illegal
	case n == 0:
		res.Verdict = Unintelligible
	case n == 1:
		res.Verdict = One
	default:
		res.Verdict = Several
		slices.SortFunc(res.Moves, board.Move.Compare)
	}
}

// descriptive adds the readings in descriptive notation. The result reports whether the text is a
// move's words at all.
func (r *reader) descriptive(res *Result, text string) bool {
	var buf [128]byte
	s := scan(withoutNumber(appendFold(buf[:0], text)))
	var all forms
	all.parse(&s)
	if all.n == 0 {
		return false
	}
	var room [256]board.Move
	found := r.match(room[:0], all.all(), s.terms)
	if len(found) == 0 && s.signAsDash() {
		var dashed forms
		dashed.parse(&s)
		found = r.match(room[:0], dashed.all(), s.terms)
	}
	return r.announced(res, found, s.terms, all.onlyTerms())
}

// withoutNumber passes over a move number and its stop at the head of a text that
// goes on after it, and over brackets around the whole.
func withoutNumber(text []byte) []byte {
	text = withoutBrackets(text)
	i := 0
	for i < len(text) && (text[i] == ' ' || text[i] == '\t') {
		i++
	}
	start := i
	for i < len(text) && text[i] >= '0' && text[i] <= '9' {
		i++
	}
	digits := i - start
	for i < len(text) && (text[i] == '.' || text[i] == ' ' || text[i] == ',') {
		i++
	}
	if digits == 0 || digits > 3 || i == start+digits || i == len(text) || text[i] == '-' {
		return text
	}
	return withoutBrackets(text[i:])
}

// WithoutBrackets takes the brackets off that enclose the whole of a text, unless
// the text is a place or a piece, "(QKt4)".
func WithoutBrackets(text string) string {
	if text == "" || isLetter(text[0]) || isDigit(text[0]) {
		return text
	}
	return string(withoutBrackets([]byte(text)))
}

// withoutBrackets takes off the brackets that enclose the whole of a text, unless the text is a
// place or a piece, "(QKt4)".
func withoutBrackets(text []byte) []byte {
	trimmed := bytes.Trim(text, " \t\"'.")
	n := len(trimmed)
	if n < len("(x)") {
		return text
	}
	i := strings.IndexByte("([{<", trimmed[0])
	if i < 0 || trimmed[n-1] != ")]}>"[i] || bytes.ContainsAny(trimmed[1:n-1], "()[]{}<>") {
		return text
	}
	inner := trimmed[1 : n-1]
	if n <= len("(h7)") && text[len(text)-1] == '.' {
		return text // "(h7)." ends a sentence
	}
	if len(inner) <= len("QKt4") && isLetter(inner[0]) && bytes.IndexByte(inner, '-') < 0 && !HoldsSquare(string(inner)) {
		return text
	}
	return inner
}

// explanation is what people put behind a move to say which man moves, or which is taken: "Bxf7
// (bishop)", "BxP with the Bishop", "BxP (the pawn)".
var explanation = regexp.MustCompile(`(?i)^(.*[0-9a-z])(?: ?[(\["“]| with (?:the|my) | - )(?:(?:the|a|my|your|his|her|with|one from|one on) )*([a-z1-8' .]{1,28})[)\]"”]?[ .!]*$`)

// longestExplained is how many bytes a move with its explanation has at most.
const longestExplained = 80

// explained returns the readings of words whose end only names a man of the move, if any has that
// man.
func (m Move) explained(p *board.Position, r Rules) (res Result, ok bool) {
	if len(m.Text) > longestExplained {
		return res, false
	}
	parts := explanation.FindStringSubmatch(m.Text)
	if parts == nil {
		return res, false
	}
	side, becomes := p.SideToMove(), kindsMeant[strings.ToLower(parts[2])]
	movers, victims := Men(parts[2], p, side), Men(parts[2], p, side.Other())
	if movers|victims == 0 && becomes == board.NoKind {
		return res, false
	}
	m.Text = parts[1]
	res = m.Readings(p, r)
	foreign := func(mv board.Move) bool {
		if mv.Promotion() != board.NoKind {
			return mv.Promotion() != becomes
		}
		return (movers>>mv.From()|victims>>mv.To())&1 == 0
	}
	if len(res.Moves) > 0 {
		if res.Moves = slices.DeleteFunc(res.Moves, foreign); len(res.Moves) > 0 {
			res.conclude(true)
		}
	}
	return res, len(res.Moves) > 0 || res.Foreign != 0
}

var (
	// leading is what people write before the name of the man that they mean, and trailing what
	// they write behind it.
	leading  = regexp.MustCompile(`(?i)^(?:(?:and|then|i|we|it is|that is|it's|that's|namely|mean|meant|get|take|want|choose|pick|move|moving|play|playing|with|using|please|give me|make it|promote to|promoting to|becoming|becomes|for|pawn to|the one|a|an|my|the|new|second|another|of course)[,:]? +)+`)
	trailing = regexp.MustCompile(`(?i)[, ]+(?:of course|please|thanks|thank you|then|i mean|one)$`)
	// clauses part what is written beside a move.
	clauses = regexp.MustCompile(`[.,;:!()\[\]\n"“”]+| - `)
)

// Nearer returns the words of a move that can mean several, with a name that stands in the prose
// beside it and leaves one of them, in brackets: "Kt-K2 (king's knight)". The clause of the name
// must say nothing else. Nearer returns "" if no name does, or two differ.
func (m Move) Nearer(prose string, p *board.Position, r Rules) string {
	if len(prose) > longestExplained || len(m.Readings(p, r).Moves) < 2 {
		return ""
	}
	found, one := "", board.Move(0)
	prose = strings.Replace(prose, m.Text, "", 1)
	for _, clause := range clauses.Split(prose, -1) {
		name := strings.TrimSpace(clause)
		name = leading.ReplaceAllString(trailing.ReplaceAllString(name, "")+" ", "")
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		words := m
		words.Text = m.Text + " (" + name + ")"
		left := words.Readings(p, r).Moves
		switch {
		case len(left) != 1:
		case found != "" && left[0] != one:
			return ""
		default:
			found, one = words.Text, left[0]
		}
	}
	return found
}
