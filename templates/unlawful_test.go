package templates

import (
	"bytes"
	"strings"
	"testing"

	"github.com/corentings/chess/v2"

	"corrd/game"
	"corrd/game/board"
	"corrd/interpret/notation"
)

// stood is a game of moves that were made as they stand, a "!" after those whose check
// need not be met.
func stood(t *testing.T, moves ...string) game.State {
	s := strolled("", 0, 0)
	for _, text := range moves {
		m, ok := board.ParseMove(strings.TrimSuffix(text, "!"))
		if !ok {
			t.Fatalf("%q is no move", text)
		}
		s = s.Apply(game.Event{At: s.Started, By: game.PartyOf(s.Position.SideToMove()),
			Fact: game.Played{Ply: s.LastPly() + 1, Move: m, Silent: strings.HasSuffix(text, "!")}})
	}
	return s
}

// TestUnlawfulGamesAreWritten: a turn that was passed, a check that was left standing
// and a false move stand in the score, and another program reads on after them.
func TestUnlawfulGamesAreWritten(t *testing.T) {
	for what, c := range map[string]struct {
		moves            []string
		score, told, fen string // what the score and the comment of the PGN tell, and the position it goes on from
		on               string
	}{
		"a passed turn": {[]string{"e2e4", "0000", "d2d4", "e7e6"}, "(passed)", "1. e4 -- (no time)}",
			"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2", "d2d4 e7e6"},
		"a check left standing": {[]string{"e2e4", "d7d6", "f1b5!", "f7f6", "g1f3!", "c7c6", "b5a4", "c8d7"}, "P-KB3", "2... f6 (no time)",
			"rnbqkbnr/ppp1p1pp/3p1p2/1B6/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 1 3", "c7c6 b5a4 c8d7"},
		"a false move": {[]string{"g1e5", "b8c6", "e5c6", "d7c6"}, "Kt(KKt1)-K5", "1. Ng1e5}",
			"rnbqkbnr/pppppppp/8/4N3/8/8/PPPPPPPP/RNBQKB1R b KQkq - 1 1", "b8c6 e5c6 d7c6"},
	} {
		s := stood(t, c.moves...)
		if got := Score(s, [2]string{"A", "B"}); !strings.Contains(strings.Join(strings.Fields(got), " "), c.score) {
			t.Errorf("%s: score\n%s", what, got)
		}
		text := PGN(s, [2]string{"A", "B"}, testOffice)
		read, err := chess.PGN(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v\n%s", what, err, text)
		}
		var got []string
		for _, m := range chess.NewGame(read).Moves() {
			got = append(got, m.String())
		}
		if strings.Join(got, " ") != c.on || !strings.Contains(text, `[FEN "`+c.fen+`"]`) || !strings.Contains(strings.Join(strings.Fields(text), " "), c.told) {
			t.Errorf("%s: read back %v\n%s", what, got, text)
		}
		if Board(&s.Position, board.White) == "" || BoardPNG(&bytes.Buffer{}, &s.Position, AfterLast(s)) != nil {
			t.Errorf("%s: no board", what)
		}
	}
}

// TestBoardAfterAPassedTurn: no square is marked where the last turn was passed.
func TestBoardAfterAPassedTurn(t *testing.T) {
	s := stood(t, "e2e4", "0000")
	if o := AfterLast(s); o.Last != board.Pass {
		t.Errorf("%s is marked", o.Last)
	}
	var marked, bare bytes.Buffer
	position := s.Position
	if err := BoardPNG(&marked, &position, AfterLast(s)); err != nil {
		t.Fatal(err)
	}
	if err := BoardPNG(&bare, &position, BoardOptions{Notation: notation.Descriptive | notation.Algebraic}); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(marked.Bytes(), bare.Bytes()) {
		t.Error("a passed turn marks squares on the board")
	}
}
