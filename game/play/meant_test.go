package play

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/stated"
	"corrd/store/peertest"
)

// meantLine is the game in which the letters of testdata/letters/meant are written, White to move.
const meantLine = "moves: e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d3 d7d6 c1e3 c5b6 b1d2 d8e7 d1e2 c8d7"

// meantUnder are the terms under which nothing may come of prose.
var meantUnder = [...]string{"code: british-1899\n", "code: staunton-1871\nlate: forfeit\n", "code: london-club\nannex: staunton-1871\nlate: forfeit\n"}

// meantFile returns the lines of a file of testdata/letters/meant that are not remarks.
func meantFile(t *testing.T, name string) (lines []string) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("../../testdata/letters/meant", name))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "# ") {
			lines = append(lines, line)
		}
	}
	return lines
}

// comesOfLetter says what comes of a letter of White's: the moves played or held in UCI, "offence",
// or why its sender is asked.
func comesOfLetter(t *testing.T, head, letter string) string {
	t.Helper()
	return comesOf(t, head+meantLine, letter)
}

// heads are games under heads, as they stand before the first letter.
var heads = map[string]script{}

// startedOnce returns the game under a head, which is played to there once for all letters.
func startedOnce(t *testing.T, head string) *script {
	t.Helper()
	s, known := heads[head]
	if !known {
		s = script{t: t, now: begins}
		s.start(head)
		for side := range s.mail {
			s.mail[side] = slices.Clip(s.mail[side])
		}
		heads[head] = s
	}
	s.t = t
	return &s
}

// comesOf is comesOfLetter of the side to move in another game. Behind a move stands "draw?" if the
// letter offers one.
func comesOf(t *testing.T, head, letter string) string {
	t.Helper()
	s := startedOnce(t, head)
	plies, side := len(s.state.Line), "white: "
	if plies%2 == 1 {
		side = "black: "
	}
	s.run(side + strings.ReplaceAll(letter, "\n", `\n`))
	offer := ""
	if s.state.DrawOffer != game.Corrd {
		offer = " draw?"
	}
	switch {
	case s.state.Phase == game.Finished:
		return "resigned"
	case s.state.Offence != nil:
		return "offence"
	case s.state.Held != nil:
		var moves []string
		for _, m := range s.state.Held.Moves {
			moves = append(moves, m.String())
		}
		return "held " + strings.Join(moves, " ")
	case len(s.state.Line) > plies:
		return s.state.Line[plies].Move.String() + offer
	case offer != "":
		return strings.TrimSpace(offer)
	}
	for _, e := range s.step {
		if f, ok := e.Fact.(game.Asked); ok {
			return string(f.Why)
		}
	}
	return "nothing"
}

// TestMeant: what comes of plain ways to send a move, and of doubts and second thoughts.
func TestMeant(t *testing.T) {
	for _, file := range []string{"plain.txt", "thoughts.txt"} {
		for _, line := range meantFile(t, file) {
			letter, want, ok := strings.Cut(line, " => ")
			if !ok {
				t.Fatalf("%s: %q has no outcome", file, line)
			}
			got := strings.TrimSuffix(comesOfLetter(t, meantUnder[0], letter), " draw?")
			if got != want && got != "held "+want && !(want == "held" && strings.HasPrefix(got, want)) {
				t.Errorf("%q: %s, not %s", letter, got, want)
			}
		}
	}
}

// voiceGames are the games in which the letters of testdata/letters/voices are written that are
// moves: White's first move, Black's reply to 1 P-K4, and White's ninth.
var voiceGames = map[string]string{"first": "", "reply": "moves: e2e4", "move": meantLine}

// TestVoices: what comes of the moves in testdata/letters/voices, written by people of different
// kinds.
func TestVoices(t *testing.T) {
	files, err := filepath.Glob("../../testdata/letters/voices/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no voices: ", err)
	}
	for _, file := range files {
		for _, line := range meantFile(t, filepath.Join("../voices", filepath.Base(file))) {
			written, rest, _ := strings.Cut(line, " | ")
			moves, isMove := voiceGames[written]
			if !isMove {
				continue
			}
			letter, want, _ := strings.Cut(rest, " => ")
			got := comesOf(t, meantUnder[0]+moves, letter)
			if slices.Contains(harmless, got) || got == "asks_resign" {
				got = "asked"
			}
			if got != want && got != "held "+want {
				t.Errorf("%s: %s: %q comes to %s, want %s", filepath.Base(file), written, letter, got, want)
			}
		}
	}
}

// harmless are the reasons why somebody is asked whose letter costs nothing.
var harmless = []string{"nothing", "no_statement", "no_record", "doubtful", "which_move", "algebraic", "not_agreed", "series_unread", "wrong_number", "move_first"}

// harms returns what prose does that it must not: alone it may only be asked about, and below a
// legal move that move is played.
func harms(t *testing.T, prose string) (harm []string) {
	t.Helper()
	for _, head := range meantUnder {
		for _, around := range []string{"Dear Bob,\n\n%\n\nAlice", "%"} {
			if got := comesOfLetter(t, head, strings.ReplaceAll(around, "%", prose)); !slices.Contains(harmless, got) {
				harm = append(harm, "alone: "+got)
			}
		}
		for _, below := range []string{"P-KR3\n\n%", "P-KR3\n%", "9. P-KR3\n\nAlice\n\n%"} {
			if got := comesOfLetter(t, head, strings.ReplaceAll(below, "%", prose)); got != "h2h3" {
				harm = append(harm, "below a move: "+got)
			}
		}
	}
	return slices.Compact(harm)
}

// TestStraysHarmNobody: a line that is not a move costs nobody more than a question.
func TestStraysHarmNobody(t *testing.T) {
	lines := append(meantFile(t, "strays.txt"), append(meantFile(t, "talk.txt"), append(meantFile(t, "quay.txt"), append(meantFile(t, "village.txt"), append(meantFile(t, "outback.txt"), meantFile(t, "parlour.txt")...)...)...)...)...)
	if len(lines) < 150 {
		t.Errorf("only %d lines", len(lines))
	}
	for i, line := range lines {
		if testing.Short() && i%3 != 0 {
			continue
		}
		if harm := harms(t, line); len(harm) > 0 {
			t.Errorf("%q %v", line, harm)
		}
	}
}

// TestParagraphsHarmNobody: nor does a paragraph, in lines of whatever length.
func TestParagraphsHarmNobody(t *testing.T) {
	for _, paragraph := range meantFile(t, "paragraphs.txt") {
		for _, columns := range []int{40, 60, 66, 72, 78} {
			prose := inLines(paragraph, columns)
			if !peertest.Sampled(prose, peertest.Share(2, 5)) {
				continue
			}
			if harm := harms(t, prose); len(harm) > 0 {
				t.Errorf("%v:\n%s", harm, prose)
			}
		}
	}
}

// inLines breaks a paragraph into lines of so many columns at most.
func inLines(text string, columns int) string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case len(line)+1+len(word) > columns:
			lines, line = append(lines, line), word
		default:
			line += " " + word
		}
	}
	return strings.Join(append(lines, line), "\n")
}

// TestBareRecordsAreCommunications: a record that no man can play is an offence at once, with
// greetings and thanks around it.
func TestBareRecordsAreCommunications(t *testing.T) {
	greetings := []string{"%", "Dear Bob,\n\n%\n\nAlice", "Hello!\n%\nThanks, Alice", "Good morning Bob,\n%\nBest wishes\nAlice", "%\n\nThank you for your letter.", "9. %",
		"My move: %", "Hi Bob,\n\nThank you for your card.\n\n%\n\nKind regards,\nAlice Example"}
	records, offences := 0, 0
	for _, record := range []string{"R-R5", "Kt-K7", "QxKP", "B-Z9", "K-Q3", "K takes Q", "P-K5", "P takes Q", "Q-K8 mate", "R. to K. R's 6th.", "Kt takes Q", "P-KB5",
		"B-KR8", "Kt(KB3)-K1", "K to his 4th", "R(R1)xR", "P(K4)xP(Q5)", "QKt-Q5", "KBxR", "P-K8(Q)", "QxQ", "RxR", "PxP ip", "Kt-B9", "King to Queen's seventh"} {
		for _, around := range greetings {
			records++
			if got := comesOfLetter(t, meantUnder[0], strings.ReplaceAll(around, "%", record)); got == "offence" {
				offences++
			} else {
				t.Logf("%q: %s", strings.ReplaceAll(around, "%", record), got)
			}
		}
	}
	if records < 200 || offences*100 < records*98 {
		t.Errorf("%d of %d are offences", offences, records)
	}
}

// TestMayBeMeant: prose that names a man or a square, or nearly says a statement, may be meant for
// corrd; what people write to each other is not.
func TestMayBeMeant(t *testing.T) {
	for prose, want := range map[string]bool{
		"Thank you, nice game so far!":             false,
		"Dear Bob,\nwhat a lovely morning it is.":  false,
		"We were in Hastings in 1895, if I recall": false,
		"Hello!":                          false,
		"See you next week.":              false,
		"Спасибо за игру":                 false,
		"Happy birthday":                  false,
		"I shall write again on the 27th": false,
		"I like your Bishop":              true,
		"What do you think of Nf3":        true,
		"my Kt looks lost":                true,
		"K4 is weak":                      true,
		"resgin":                          true,
		"I resgin.":                       true,
		"accpet draw":                     true,
		"drwa?":                           true,
		"with drawl":                      true,
		"Hello\nI ofer a draw":            true,
	} {
		if stated.MayBeMeant(prose) != want {
			t.Errorf("%q may be meant: %v", prose, !want)
		}
	}
}

// TestYesPlaysTheMoveNamed: a yes plays the one move that corrd named in its question, and a no
// leaves it unplayed; where several were named, or the move is not its writer's to play any more, a
// yes plays nothing.
func TestYesPlaysTheMoveNamed(t *testing.T) {
	for _, c := range []struct{ first, why, answer, played string }{
		{"Kings pawn forward two", "no_statement", "yes", "e2e4"},
		{"Kings pawn forward two", "no_statement", "Yes, please. Thank you!", "e2e4"},
		{"Kings pawn forward two", "no_statement", "ok", "e2e4"},
		{"Kings pawn forward two", "no_statement", "no", ""},
		{"Kings pawn forward two", "no_statement", "yes, but later", ""},
		{"1. e4", "not_agreed", "yes", "e2e4"},
		{"1. e4", "not_agreed", "Yes please", "e2e4"},
		{"1. e4", "not_agreed", "no, sorry", ""},
		{"Maybe P-K4", "doubtful", "yes", "e2e4"},
		{"I should like to move one of my men", "no_statement", "yes", ""},
	} {
		s := &script{t: t, now: begins}
		s.start("code: british-1899\n")
		s.run("white: " + c.first)
		asked := ""
		for _, e := range s.step {
			if f, ok := e.Fact.(game.Asked); ok {
				asked = string(f.Why)
			}
		}
		s.run("white: " + strings.ReplaceAll(c.answer, "\n", `\n`))
		played := ""
		if len(s.state.Line) > 0 {
			played = s.state.Line[0].Move.String()
		}
		if asked != c.why || played != c.played {
			t.Errorf("%q is asked about as %q, and %q plays %q, not %q", c.first, asked, c.answer, played, c.played)
		}
	}
}

// Words that express a move and may be prose are left out beside a statement, and their sender is
// told.
func TestMoveThatIsLeftOutIsNamed(t *testing.T) {
	s := underWay(t)
	for _, text := range []string{"Z9\nyes\nP-K4", "Z9\nyes\nKt-B3"} {
		events := Decide(s, letter(text, board.White, days(1)), days(1))
		if got := whys(events); !slices.Contains(got, string(game.LeftOver)) {
			t.Errorf("%q: the reasons given are %q", text, got)
		}
	}
}
