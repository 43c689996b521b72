package interpret

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"corrd/game/board"
	"corrd/interpret/carrying"
	"corrd/interpret/notation"
	"corrd/interpret/speech"
	"corrd/interpret/weigh"
)

// aLetter is a line of testdata/letters: where a letter is written, the letter, and what it comes
// to.
type aLetter struct{ matter, text, want string }

// lettersIn returns the lines of the files of testdata/letters that a pattern matches.
func lettersIn(t *testing.T, pattern string) (all []aLetter) {
	t.Helper()
	files, err := filepath.Glob("../testdata/letters/" + pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no file is %s: %v", pattern, err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(raw)) {
			matter, rest, ok := strings.Cut(strings.TrimRight(line, "\n"), " | ")
			letter, want, outcome := strings.Cut(rest, " => ")
			if ok && outcome && matter[0] != '#' {
				all = append(all, aLetter{matter, strings.ReplaceAll(letter, `\n`, "\n"), want})
			}
		}
	}
	return all
}

// proseIn returns the letters of files of testdata/letters/meant in which there is no move.
func proseIn(t *testing.T, files ...string) (all []aLetter) {
	t.Helper()
	for _, file := range files {
		raw, err := os.ReadFile("../testdata/letters/meant/" + file + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(raw)) {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
				all = append(all, aLetter{"game", strings.ReplaceAll(line, `\n`, "\n"), "asked"})
			}
		}
	}
	return all
}

// positions are those in which the moves of letters are written.
var positions = map[string]string{
	"first": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"reply": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
	"ninth": "r3k2r/pppbqppp/1bnp1n2/4p3/2B1P3/2PPBN2/PP1NQPPP/R3K2R w KQkq - 0 9",
	"move":  "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4",
}

// examples returns what can be learnt from a letter.
func (l aLetter) examples(t *testing.T) (all []weigh.Example) {
	t.Helper()
	text := body(l.text)
	if !weigh.Weighs(text) {
		return nil
	}
	switch outcome := weigh.Open; l.matter {
	case "words":
		l.matter = "meant"
		fallthrough
	case "invite", "register", "draw", "terms", "pause", "withdrawal", "meant", "whose", "request":
		switch kind, _, _ := strings.Cut(l.want, ":"); kind {
		case "yes", "no":
			outcome = weigh.Outcome(l.want)
		case "register":
			outcome = weigh.Renames
		case "asked":
		default: // a move answers in its own way
			return l.moves(t, text)
		}
		all = append(all, weigh.Example{Matter: weigh.Matter(l.matter), Text: text, Outcome: outcome})
	case "game":
		if kind, _, _ := strings.Cut(l.want, " "); kind == "resign" || kind == "offer_draw" || kind == "leave" {
			outcome = weigh.Outcome(kind)
		}
		all = append(all, weigh.Example{Matter: weigh.Act, Text: text, Outcome: outcome})
	case "first", "reply", "ninth":
		if l.want == "asked" {
			all = append(all, weigh.Example{Matter: weigh.Act, Text: text, Outcome: outcome})
		}
	case "offence":
		if l.want == "exact" || l.want == "waive" {
			outcome = weigh.Outcome(l.want)
		}
		all = append(all, weigh.Example{Matter: weigh.Penalty, Text: text, Outcome: outcome})
	case "choice":
		text = strings.Join(strings.Fields(text), " ")
		place, _, _ := strings.Cut(l.want, " ")
		all = append(all, examplesOf(weigh.Choice, text, carrying.Listed(text, 2, whichKnight), place)...)
	}
	if name, renames := strings.CutPrefix(l.want, "register:"); renames || l.matter == "register" {
		all = append(all, examplesOf(weigh.Name, text, weigh.Names(text), name)...)
	}
	return append(all, l.moves(t, text)...)
}

// examplesOf returns an example for each name of parts of a text, of which one is meant.
func examplesOf(matter weigh.Matter, text string, parts []weigh.Part, meant string) (all []weigh.Example) {
	seen := map[string]bool{}
	for _, p := range parts {
		if seen[p.Name] {
			continue
		}
		seen[p.Name] = true
		e := weigh.Example{Matter: matter, Text: weigh.Masked(text, parts, p.Name), Outcome: weigh.Open}
		if p.Name == meant {
			e.Outcome = weigh.Chosen
		}
		all = append(all, e)
	}
	return all
}

// ambiguous is the position in which "Kt-K2" can be two moves, of which letters choose one.
var ambiguous = func() board.Position {
	p, err := board.ParseFEN(positions["first"])
	if err != nil {
		panic(err)
	}
	for uci := range strings.FieldsSeq("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 f3h4") {
		m, _ := board.ParseMove(uci)
		p = p.Play(m)
	}
	return p
}()

// whichKnight is the place in the list "(1) QKt-K2, (2) KKt-K2" of a Knight by its name.
func whichKnight(name string) int {
	p := ambiguous
	if man, square, ok := PicksMan(name); ok {
		found := 0
		for n, from := range []string{"c6", "g8"} {
			at, _ := board.ParseSquare(from)
			of, _ := p.At(at)
			if of.Kind == man.Kind && (at == square || of.Origin == man.Origin && square == board.NoSquare) {
				found = n + 1
			}
		}
		return found
	}
	if wing := PicksWing(name); wing != board.Unknown {
		return map[board.Origin]int{board.QueensWing: 1, board.KingsWing: 2}[wing]
	}
	if sounds, _ := notation.Sounds(name); sounds {
		if read := (notation.Move{Text: name}).Readings(&p, notation.Rules{Notations: notation.Descriptive | notation.Algebraic}).Moves; len(read) == 1 {
			return slices.Index([]string{"c6e7", "g8e7"}, read[0].String()) + 1
		}
	}
	return 0
}

// moves returns what can be learnt of the moves that a letter names.
func (l aLetter) moves(t *testing.T, text string) (all []weigh.Example) {
	t.Helper()
	move, offer, _ := strings.Cut(l.want, " ")
	if l.matter == "choice" {
		_, move, _ = strings.Cut(l.want, " ")
	}
	isMove := len(move) == 4 && speech.IsDigit(move[1]) && speech.IsDigit(move[3])
	if !isMove && move != "asked" && move != "moved" || !mayHoldMove(text) {
		return nil
	}
	fen := positions["move"]
	if known := positions[l.matter]; known != "" {
		fen = known
	}
	position, err := board.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	moves, parts := namedIn(&carrying.Reader{Left: maxSteps}, text, Parse(text).Statements)
	sent := ""
	for _, agreed := range []notation.Set{notation.Descriptive | notation.Algebraic, notation.Descriptive} {
		for _, m := range moves {
			if slices.ContainsFunc(m.Readings(&position, notation.Rules{Notations: agreed}).Moves, func(one board.Move) bool { return one.String() == move }) {
				sent = m.name
			}
		}
	}
	if move == "moved" {
		if len(moves) != 1 {
			return nil
		}
		sent = moves[0].name
	}
	all = examplesOf(weigh.Move, text, parts, sent)
	if sent != "" && l.matter == "move" {
		e := weigh.Example{Matter: weigh.Beside, Text: weigh.Masked(text, parts, sent), Outcome: weigh.Open}
		if offer == "draw?" {
			e.Outcome = weigh.OfferDraw
		}
		all = append(all, e)
	}
	return all
}

// linesOfCorrd returns the lines of corrd's own letters, each once: whoever quotes them states
// nothing.
func linesOfCorrd(t *testing.T) (all []aLetter) {
	t.Helper()
	files, err := filepath.Glob("../templates/testdata/golden/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no golden letters: ", err)
	}
	seen := map[string]bool{}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(raw)) {
			if line = strings.TrimSpace(line); !seen[line] && strings.Contains(line, " ") {
				seen[line] = true
				all = append(all, aLetter{"ninth", line, "asked"})
			}
		}
	}
	return all
}

// TestWeights learns the weights of package weigh from the letters of testdata, with -update.
func TestWeights(t *testing.T) {
	if !*update {
		t.Skip()
	}
	letters := append(lettersIn(t, "weighed/*.txt"), lettersIn(t, "said/*.txt")...)
	for _, l := range lettersIn(t, "voices/*.txt") {
		if l.matter == "move" {
			l.matter = "ninth"
		}
		letters = append(letters, l)
	}
	for _, file := range []string{"plain", "thoughts"} {
		for _, l := range proseIn(t, file) {
			text, want, _ := strings.Cut(l.text, " => ")
			if len(want) != 4 {
				want = "asked"
			}
			letters = append(letters, aLetter{"ninth", text, want})
		}
	}
	letters = append(letters, proseIn(t, "paragraphs", "strays", "talk", "quay", "village", "outback", "parlour")...)
	letters = append(letters, linesOfCorrd(t)...)
	var examples []weigh.Example
	count := map[weigh.Matter]int{}
	for _, l := range letters {
		for _, e := range l.examples(t) {
			count[e.Matter]++
			examples = append(examples, e)
		}
	}
	t.Log(len(letters), count)
	if err := os.WriteFile("weigh/weights.bin", []byte(weigh.Learn(examples)), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestLongLettersAreNotWeighed: a letter longer than people answer with comes to nothing, whatever
// its words, and no more of it is looked at than its length.
func TestLongLettersAreNotWeighed(t *testing.T) {
	for _, words := range []string{"I resign. ", "yes please\n", "! ? . , ; : ", "P-Q3 x\n", "please enter me as Zoe Whitlock "} {
		text := strings.Repeat(words, 120_000/len(words))
		if body(text) != "" {
			t.Errorf("%q: a long letter has a body", words)
		}
		s, ok := Weighed(text, false)
		if ok || WeighedName(text, "Zoe") != "" || PicksOf(text, 2, func(string) int { return 1 }) != 0 {
			t.Errorf("%q: a long letter comes to %v", words, s)
		}
		if (Page{Note: text}).LeavesOpen(OfTerms) {
			t.Errorf("%q: a long letter is weighed", words)
		}
	}
}
