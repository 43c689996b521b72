package templates

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/codes"
	"corrd/game/line"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/interpret/notation"
	"corrd/mailer"
	"corrd/templates/press"

	"github.com/corentings/chess/v2"
)

// strolled is a game of so many random legal moves from a position.
func strolled(fen string, seed int64, plies int) game.State {
	p := board.Array()
	if fen != "" {
		p, _ = board.ParseFEN(fen)
	}
	s := game.State{ID: 3, Record: line.Record{Initial: p, Position: p}, Started: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	s.Terms = terms.Default()
	random := rand.New(rand.NewSource(seed))
	for ply := 1; ply <= plies; ply++ {
		moves := s.Position.Moves(nil)
		if len(moves) == 0 {
			break
		}
		m := moves[random.Intn(len(moves))]
		s.Line = append(s.Line, line.Turn{Ply: ply, Side: s.Position.SideToMove(), Move: m})
		s.Windows = append(s.Windows, &clocks.Window{Number: s.Position.MoveNumber(), Side: s.Position.SideToMove(), Opened: s.Started, Closed: s.Started.Add(time.Duration(ply) * time.Hour), Used: time.Duration(ply) * time.Hour})
		s.Position = s.Position.Play(m)
	}
	return s
}

// TestPGNReadsBack: another program reads the same moves and the same result.
func TestPGNReadsBack(t *testing.T) {
	for i, fen := range []string{"", "", "", "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R b KQkq - 0 8", "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1"} {
		s := strolled(fen, int64(i), 60)
		s.Result = &game.Result{Score: game.Drawn, How: game.ByAgreement, Law: "II.8(a)"}
		text := PGN(s, [2]string{`Alice "the Rook" Example`, "Bób {Example}"}, testOffice)
		read, err := chess.PGN(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		g := chess.NewGame(read)
		var got, want []string
		for _, m := range g.Moves() {
			got = append(got, m.String())
		}
		for _, turn := range s.Line {
			want = append(want, turn.Move.String())
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("read back %v\nplayed    %v\n%s", got, want, text)
		}
		if result := g.GetTagPair("Result"); result != "1/2-1/2" {
			t.Errorf("read back the result %q", result)
		}
	}
}

// TestPGNOfOdds: another program reads the moves that it can take for moves, and
// all are there.
func TestPGNOfOdds(t *testing.T) {
	for name, c := range map[string]struct {
		odds, fen, told, moves string
		script                 []string
	}{
		"two moves": {"two moves given by black", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2",
			"Before the position set up: 1. e4", "d2d4 e7e6", []string{"white: P-K4; P-Q4", "black: P-K3"}},
		"castling without a Rook": {"rook given by white", "r3kbnr/pppqpppp/2n5/3p1b2/3P1B2/2N5/PPPQPPPP/2K2BNR b kq - 7 5",
			`4... Qd7 (1 hour; "Q-Q2") 5. O-O-O (1 hour; "Castles")}`, "g8f6", []string{"white: P-Q4", "black: P-Q4", "white: Kt-QB3", "black: QKt-B3",
				"white: B-B4", "black: B-B4", "white: Q-Q2", "black: Q-Q2", "white: Castles", "black: Kt-B3"}},
	} {
		g := staged(t, scene{terms: map[string]string{"odds": c.odds}, script: c.script})
		text := PGN(g.state, [2]string{"A", "B"}, testOffice, g.log...)
		read, err := chess.PGN(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		var got []string
		for _, m := range chess.NewGame(read).Moves() {
			got = append(got, m.String())
		}
		if strings.Join(got, " ") != c.moves || !strings.Contains(text, `[FEN "`+c.fen+`"]`) || !strings.Contains(strings.Join(strings.Fields(text), " "), c.told) {
			t.Errorf("%s: read back %v\n%s", name, got, text)
		}
	}
}

// TestPGNOfMisplacedMen: what was moved while a Pawn stood on the first rank is told in a comment,
// and a position that no program takes is not a tag.
func TestPGNOfMisplacedMen(t *testing.T) {
	g := staged(t, scene{terms: map[string]string{"position": "rnbqkbnr/pppppppp/8/8/8/8/NPPPPPPP/RPBQKBNR w KQkq - 0 1"}, script: []string{"white: P-K4", "black: P-K4"}})
	text := PGN(g.state, [2]string{"A", "B"}, testOffice, g.log...)
	if strings.Contains(text, "[FEN ") || !strings.Contains(strings.Join(strings.Fields(text), " "), "Before the position set up: 1. e4") || !strings.HasSuffix(text, "} *\n") {
		t.Errorf("a position that no program takes:\n%s", text)
	}
}

// TestPGNShape: tags stand in their order, movetext within 79 columns, and rulings as comments.
func TestPGNShape(t *testing.T) {
	g := staged(t, scene{script: []string{"white: Kt-B3", "black: adopt 2; P-K4", "white: R-R5", "black: exact penalty C, P on KR2", "white: resign"}})
	text := PGN(g.state, [2]string{"Alice Example", "Bob Example"}, testOffice, g.log...)
	tags, movetext, ok := strings.Cut(text, "\n\n")
	if !ok {
		t.Fatal("no movetext")
	}
	names := []string{"Event", "Site", "Date", "Round", "White", "Black", "Result", "Mode", "TimeControl", "Code", "Termination"}
	for i, line := range strings.Split(tags, "\n") {
		if !strings.HasPrefix(line, "["+names[i]+" \"") {
			t.Errorf("tag %d is %s, not %s", i, line, names[i])
		}
	}
	for line := range strings.Lines(movetext) {
		if len(strings.TrimRight(line, "\n")) > 79 {
			t.Errorf("too wide: %q", line)
		}
	}
	flat := strings.Join(strings.Fields(movetext), " ")
	for _, want := range []string{`White: "Kt-B3", 2 moves to choose from (III.3)`, "Black adopts (III.3)", `White: "R-R5" expresses no legal move (III.3)`, "Black exacts penalty C (III.3)", "0-1"} {
		if !strings.Contains(flat, want) {
			t.Errorf("the movetext lacks %q:\n%s", want, movetext)
		}
	}
}

// TestPGNIsSafeForEveryReader: whatever players chose for names and words, no tag is
// longer than 255 bytes, no line of the movetext begins with what a program takes for
// a tag (4.2) or an escape (6), each comment ends where it should, and no control is left.
func TestPGNIsSafeForEveryReader(t *testing.T) {
	s := strolled("", 1, 20)
	words := strings.Repeat(`[Event "stolen"] %skip } { ; 1-0 \x1b`, 20)
	s.Line[3].Conditional = true
	log := []game.Event{{By: game.White, Fact: game.Protested{Words: words}}, {By: game.Umpire, Fact: game.Ruled{Ruling: game.Ruling{Verb: game.RulesSuspended, Reason: words}}}}
	text := PGN(s, [2]string{strings.Repeat("Ā", 300), "]\"\n[Result \"1-0\"]\u202e\x1b[2J"}, testOffice, log...)
	tags, movetext, _ := strings.Cut(text, "\n\n")
	if n := strings.Count(tags, "\n") + 1; n != 11 {
		t.Errorf("%d tags:\n%s", n, tags)
	}
	for line := range strings.SplitSeq(tags, "\n") {
		if len(line) > 255 || !utf8.ValidString(line) {
			t.Errorf("%d bytes: %q", len(line), line)
		}
	}
	for line := range strings.Lines(movetext) {
		if strings.HasPrefix(line, "%") || strings.HasPrefix(line, "[") || strings.ContainsFunc(line, mailer.Hidden) {
			t.Errorf("a line is %q", line)
		}
	}
	if strings.Count(movetext, "{") != strings.Count(movetext, "}") {
		t.Errorf("comments do not close:\n%s", movetext)
	}
	read, err := chess.PGN(strings.NewReader(text))
	if err != nil || len(chess.NewGame(read).Moves()) != len(s.Line) {
		t.Errorf("read back: %v\n%s", err, text)
	}
	if want := "{[%emt 4:00:00] conditional}"; !strings.Contains(strings.Join(strings.Fields(movetext), " "), want) {
		t.Errorf("the movetext lacks %s:\n%s", want, movetext)
	}
}

// TestPGNTermination: each way in which a game ends has its word of the standard.
func TestPGNTermination(t *testing.T) {
	for how, want := range map[game.How]string{game.ByTime: "time forfeit", game.ByForfeit: "rules infraction", game.ByRuling: "adjudication",
		game.ByAnnulment: "abandoned", game.ByCheckmate: "normal", game.ByAgreement: "normal", "": "unterminated"} {
		s := strolled("", 1, 4)
		if how != "" {
			s.Result = &game.Result{Score: game.Drawn, How: how, Law: "II.10.B"}
		}
		text := PGN(s, [2]string{"A", "B"}, testOffice)
		if !strings.Contains(text, `[Termination "`+want+`"]`) || strings.Contains(text, "ended:") != (how != "") {
			t.Errorf("%q, want %s:\n%s", how, want, text)
		}
	}
}

// TestPGNTakenBack: what was ruled in a line that has been taken back is told
// where the game goes on, in its order.
func TestPGNTakenBack(t *testing.T) {
	g := staged(t, scene{script: []string{"white: Kt-B3", "black: adopt 2; P-K4", "white: R-R5", "umpire: restore_turn II.6(e) white", "umpire: suspend house:16"}})
	text := strings.Join(strings.Fields(PGN(g.state, [2]string{"A", "B"}, testOffice, g.log...)), " ")
	last := 0
	for _, want := range []string{"Black adopts (III.3)", `"R-R5" expresses no legal move`, "The umpire rules that the position at the beginning of White's move 1 is restored", "The umpire rules that the game is suspended", "} *"} {
		at := strings.Index(text, want)
		if at < last {
			t.Errorf("%q is not told in its place:\n%s", want, text)
		}
		last = at
	}
}

// TestPGNComments: each move has one comment, with the time, the words of its player, what led to
// it and what followed it; moves that were taken back are kept where the game goes on.
func TestPGNComments(t *testing.T) {
	for name, c := range map[string]struct{ script, want []string }{
		"doubtful words": {[]string{"white: Kt-B3", "black: adopt 2; P-K4", "white: R-R5", "black: exact penalty C, P on KR2"}, []string{
			`1. Nf3 {[%emt 1:00:00] "Kt-B3"; White: "Kt-B3", 2 moves to choose from (III.3); Black adopts (III.3)} 1... e5 {[%emt 1:00:00] "P-K4"; White: "R-R5" expresses no legal move (III.3); Black exacts penalty C (III.3)} *`}},
		"a protest follows a move": {[]string{"white: P-K4", "black: protest: he is late", "black: P-K4"}, []string{
			`1. e4 {[%emt 1:00:00] "P-K4"; Black protests: "he is late" (II.9)} 1... e5 {`}},
		"taken back": {[]string{"white: Kt-KB3", "black: P-K4", "umpire: restore_turn II.6(e) white", "white: P-Q4"}, []string{
			`1. d4 {[%emt 1:00:00] "P-Q4"; The umpire rules`, `taken back: 1. Nf3 e5} *`}},
	} {
		g := staged(t, scene{script: c.script})
		_, movetext, _ := strings.Cut(PGN(g.state, [2]string{"A", "B"}, testOffice, g.log...), "\n\n")
		_, movetext, _ = strings.Cut(strings.Join(strings.Fields(movetext), " "), "} ") // without the terms
		for _, want := range c.want {
			if !strings.Contains(movetext, want) {
				t.Errorf("%s: no %s\nin %s", name, want, movetext)
			}
		}
		if strings.Contains(movetext, "} {") {
			t.Errorf("%s: a move with two comments: %s", name, movetext)
		}
	}
}

// TestPGNFromAPosition has SetUp and FEN, and begins with Black's number.
func TestPGNFromAPosition(t *testing.T) {
	text := PGN(strolled("4k3/8/8/8/8/8/4p3/K7 b - - 0 41", 1, 1), [2]string{"A", "B"}, testOffice)
	for _, want := range []string{`[SetUp "1"]`, `[FEN "4k3/8/8/8/8/8/4p3/K7 b - - 0 41"]`, " 41... "} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestScore is the printed score of a game that Black's side began.
func TestScore(t *testing.T) {
	s := strolled("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", 0, 0)
	for _, uci := range []string{"e7e5", "e2e4", "g8f6"} {
		m, _ := board.ParseMove(uci)
		s.Line = append(s.Line, line.Turn{Move: m})
		s.Position = s.Position.Play(m)
	}
	s.Result = &game.Result{Score: game.WhiteWins, How: game.ByResignation}
	want := "| No.  White: Alice  Black: Bob\n| 1    ...           P-K4\n| 2    P-K4          Kt-KB3\n|      1-0\n"
	if got := Score(s, [2]string{"Alice", "Bob"}); got != want {
		t.Errorf("got\n%s", got)
	}
}

// TestBoardWidth: a board drawn in characters keeps within 40 columns.
func TestBoardWidth(t *testing.T) {
	p := board.Array()
	for _, n := range []notation.Set{notation.Descriptive, notation.Algebraic, both} {
		for side := board.White; side <= board.Black; side++ {
			for line := range strings.Lines(press.PlainSpaces(drawBoard(&p, side, n))) {
				if len(line) > 41 || !strings.HasPrefix(line, "|") {
					t.Errorf("%v, %v: %q", n, side, line)
				}
			}
		}
	}
}

// TestPGNOfAMatch: the PGN of each game of a match names one event, and the game's round.
func TestPGNOfAMatch(t *testing.T) {
	s := strolled("", 1, 4)
	s.Match = &game.Match{Challenge: 5, Number: 2, Games: 3}
	text := PGN(s, [2]string{"Alice Example", "Bob Example"}, testOffice)
	for _, tag := range []string{`[Event "Correspondence match of 3 games, challenge 5"]`, `[Round "2"]`} {
		if !strings.Contains(text, tag) {
			t.Errorf("no %s in\n%s", tag, text)
		}
	}
}

// TestPGNTimeControl: the tag is written as the standard has it.
func TestPGNTimeControl(t *testing.T) {
	for written, want := range map[string]string{
		"10 moves in 30 days": "10/2592000", "reply in 3 days": "1/259200", "20 moves in 1 hour, then 15 an hour, until 18:00": "20/3600:15/3600", "none": "-",
	} {
		terms, refusal := codes.ParseTerms([]interpret.Term{{Key: "time", Value: written}}, terms.Default())
		if got := timeControl(terms.Time); refusal != "" || got != want {
			t.Errorf("%s: %q, want %q %s", written, got, want, refusal)
		}
	}
}
