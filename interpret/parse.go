package interpret

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds that keep a page in proportion. Longer letters are not refused: what
// goes beyond is prose, and a problem says so.
const (
	maxLine       = 1000 // bytes of a line that can be a statement
	maxStatements = 100
	maxNote       = 2000   // characters
	maxEffort     = 50_000 // see effort
)

// Parse reads a letter's new text into statements and prose. It never fails,
// takes time linear in the text, and judges no position: a line that is a
// communication by SPEC 3.1 is a statement even if nobody could play it.
//
// A line is a statement only if the whole of it is one, or several joined by
// ";", "," or a full stop; anything else is prose and goes into the note.
func Parse(text string) Page {
	p := pageReader{sole: soleLine(text)}
	n := 0
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		n++
		p.read(line, n)
	}
	return p.finish()
}

// pageReader goes through the lines of a letter.
type pageReader struct {
	page   Page
	sole   bool     // the text has a single line that is not blank
	game   int      // the game a line turned to
	terms  int      // the last line of a challenge's, proposal's or acceptance's terms
	effort int      // spent on lines of many signs
	yours  []Move   // the adversary's move as repeated under a heading of its own
	note   []string // prose and the blank lines between
}

// soleLine reports whether exactly one line is not blank.
func soleLine(text string) bool {
	text = strings.TrimSpace(text)
	return text != "" && !strings.ContainsAny(text, "\r\n")
}

// read takes one line.
func (p *pageReader) read(line string, number int) {
	plain := tidy(line)
	if rest, game, ok := cutGame(plain); ok {
		p.game = game
		if plain = rest; plain == "" {
			return
		}
	}
	if plain == "" {
		p.note = append(p.note, "")
		return
	}
	found, ok := p.statements(plain, number)
	if !ok {
		p.note = append(p.note, strings.TrimSpace(line))
		return
	}
	if len(found) == 1 && found[0].Text == tidy(line) {
		found[0].asWritten(strings.ToValidUTF8(strings.TrimSpace(line), "?"))
	}
	for _, s := range found {
		s.Line, s.Game = number, p.game
		p.add(s)
	}
}

// asWritten keeps a statement that has its line to itself as it was written, and
// with it the name or the facts that it states, but for characters nobody sees.
func (s *Statement) asWritten(line string) {
	s.Text = line
	if s.Kind != KindRegister && s.Kind != KindProtest && !s.Forfeiture {
		return
	}
	seen := strings.Map(func(r rune) rune {
		if invisible(r) && !unicode.IsSpace(r) {
			return -1
		}
		return r
	}, line)
	if again, ok := parseCommand(strings.Join(strings.Fields(seen), " ")); ok && again.Kind == s.Kind {
		s.Words = again.Words
	}
}

// statements reads a tidied line, and reports whether it is one or more of them.
func (p *pageReader) statements(plain string, number int) ([]Statement, bool) {
	if len(plain) > maxLine {
		return nil, false
	}
	if n := len(p.page.Statements); n > 0 && p.terms == number-1 && p.page.Statements[n-1].continues(plain) {
		p.terms = number
		return nil, true
	}
	if moves, ok := yourMove(plain); ok {
		p.yours = moves
		return nil, true
	}
	if rest, moves, ok := cutYourMove(plain); ok {
		p.yours, plain = moves, rest
	}
	if p.effort += effort(plain); p.effort > maxEffort || len(p.page.Statements) >= maxStatements {
		p.problem("There is too much in this letter for one; the rest was not read.")
		return nil, false
	}
	found, prose, ok := parseLine(plain, p.sole)
	if ok && found[0].takesTerms() {
		p.terms = number
	}
	if prose != "" {
		p.note = append(p.note, prose)
	}
	return found, ok
}

// effort is what a line may cost: a line of several moves is tried every way of
// parting them, so it grows as the square of the words that name men or squares.
func effort(line string) int {
	n := 0
	for w := range strings.FieldsFuncSeq(line, func(c rune) bool { return c == ' ' || c == ';' || c == ',' }) {
		if s := scan([]byte(w)); s.known && s.names() {
			n++
		}
	}
	return n * n
}

// add adds a statement, joining moves of one turn that stand on several lines.
func (p *pageReader) add(s Statement) {
	if s.Kind == KindMove && len(p.yours) > 0 {
		s.Confirms, p.yours = append(p.yours, s.Confirms...), nil
	}
	if s.Kind == KindConditional && s.Series == nil {
		p.problem("A conditional could not be read, so nothing of it binds: write one as \"if P-K4, Kt-KB3\".")
	}
	if n := len(p.page.Statements); n > 0 && (p.page.Statements[n-1].goesOnWith(s) || p.page.Statements[n-1].chains(s)) {
		return
	}
	for i := len(p.page.Statements) - 1; i >= 0 && s.isMoves(); i-- {
		if last := &p.page.Statements[i]; last.isMoves() && last.Game == s.Game {
			if last.join(s) {
				return
			}
			if last.precedes(s) {
				s.Kind, s.Series = KindConditional, &Series{If: s.Confirms, Then: s.Moves[0]}
				s.Moves, s.Confirms = nil, nil
			}
			break
		}
	}
	p.page.Statements = append(p.page.Statements, s)
}

func (p *pageReader) problem(text string) {
	if !slices.Contains(p.page.Problems, text) {
		p.page.Problems = append(p.page.Problems, text)
	}
}

// finish puts the note together.
func (p *pageReader) finish() Page {
	note := strings.TrimSpace(collapseBlank(p.note))
	if cut := cutRunes(note, maxNote); len(cut) < len(note) {
		p.problem("The note to the other side was cut after 2,000 characters.")
		note = strings.TrimSpace(cut)
	}
	p.page.Note = strings.ToValidUTF8(note, "\uFFFD")
	return p.page
}

// collapseBlank joins lines, making one blank line of several.
func collapseBlank(lines []string) string {
	var b strings.Builder
	for i, l := range lines {
		if l == "" && (i == 0 || lines[i-1] == "") {
			continue
		}
		b.WriteString(l)
		b.WriteByte('\n')
	}
	return b.String()
}

// cutRunes is the text's first n characters.
func cutRunes(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// isMoves reports whether the statement is a move, or several for one turn.
func (s *Statement) isMoves() bool { return s.Kind == KindMove || s.Kind == KindMoves }

// join takes a later line's moves into the statement if they belong to it: the
// same turn's makes several moves of one (III.4), the next ply's makes this one
// the confirmation of the adversary's move (house:7). It reports whether it did.
func (s *Statement) join(next Statement) bool {
	a, b := s.Moves[len(s.Moves)-1], next.Moves[0]
	switch {
	case a.Number == b.Number && a.Black == b.Black:
		for _, m := range next.Moves {
			if !slices.Contains(s.Moves, m) {
				s.Moves = append(s.Moves, m)
			}
		}
		s.Text += "\n" + next.Text
		s.Confirms = append(s.Confirms, next.Confirms...)
		if len(s.Moves) > 1 {
			s.Kind = KindMoves
		}
		return true
	case s.Kind == KindMove && b.Number != 0 && b.ply() == a.ply()+1:
		next.Confirms = append(append(s.Confirms, a), next.Confirms...)
		next.Text = s.Text + "\n" + next.Text
		*s = next
		return true
	}
	return false
}

// goesOnWith takes a later line's one move into a series of moves for later turns
// when it is for the turn after the last of them, and reports whether it does.
func (s *Statement) goesOnWith(next Statement) bool {
	if s.Kind != KindConditional || s.Series == nil || next.Kind != KindMove || s.Game != next.Game {
		return false
	}
	leaf := s.Series
	for len(leaf.Next) > 0 {
		leaf = leaf.Next[len(leaf.Next)-1]
	}
	if m := next.Moves[0]; leaf.Then.Number == 0 || m.ply() != leaf.Then.ply()+2 {
		return false
	}
	leaf.Next = append(leaf.Next, &Series{If: next.Confirms, Then: next.Moves[0]})
	s.Text += "\n" + next.Text
	return true
}

// chains takes a later line's clause into a series that it goes on with: "if
// then", or hypotheses under later numbers. What goes on with words that could
// not be read is not read either. It reports whether it did.
func (s *Statement) chains(next Statement) bool {
	if s.Kind != KindConditional || next.Kind != KindConditional || s.Game != next.Game {
		return false
	}
	_, follows, _ := cutHead(next.Text)
	switch {
	case s.Series != nil && next.Series != nil:
		above := s.Series.newest(next.Series.Then.Number, follows)
		if above == nil {
			return false
		}
		above.Next = append(above.Next, next.Series)
	case !follows:
		return false
	default:
		s.Series = nil
	}
	s.Text += "\n" + next.Text
	return true
}

// precedes reports whether a later line's one move is for the sender's turn after
// this one, and so for any reply between.
func (s *Statement) precedes(next Statement) bool {
	a, b := s.Moves[len(s.Moves)-1], next.Moves[0]
	return next.Kind == KindMove && a.Number != 0 && b.ply() == a.ply()+2
}

// ply numbers the turns from 0 by the move's number and dots; negative if it has
// no number.
func (m Move) ply() int {
	n := 2 * (m.Number - 1)
	if m.Black {
		n++
	}
	return n
}

// tidy is a line folded and in single spaces, without signs of quotation around
// it and little faces in it.
func tidy(line string) string {
	if len(line) > 4*maxLine {
		return line
	}
	line = strings.Join(strings.Fields(Fold(line)), " ")
	for _, face := range [...]string{":-)", ":)", ";-)", ";)", ":-(", ":("} {
		line = strings.ReplaceAll(line, face, "")
	}
	line = strings.Trim(line, "\"'*_` ")
	if stop := strings.TrimRight(line, "-"); strings.HasSuffix(stop, " ") {
		line = strings.TrimRight(stop, " ") // "P-K4 --"
	}
	if !utf8.ValidString(line) {
		return strings.ToValidUTF8(line, "?")
	}
	return line
}

// cutGame reads "Game 2:" at the head of a line: the game's number and what
// follows the colon.
func cutGame(line string) (rest string, game int, ok bool) {
	after, ok := cutWord(line, "game")
	if !ok {
		return line, 0, false
	}
	after = strings.TrimLeft(after, "#")
	game, after, ok = cutNumber(after)
	if !ok || game == 0 {
		return line, 0, false
	}
	after = strings.TrimSpace(after)
	if after == "" {
		return "", game, true
	}
	if after[0] != ':' {
		return line, 0, false
	}
	return strings.TrimSpace(after[1:]), game, true
}
