package play

import (
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/terms"
)

// moved is a move of a test's game: UCI, a "!" after it where the check it leaves need
// not be met.
func moved(t *testing.T, s game.State, moves ...string) game.State {
	t.Helper()
	if s.Started.IsZero() {
		s = s.Apply(game.Event{At: tick(0), Fact: game.Started{Terms: s.Terms, Players: [2]int64{1, 2}, Position: s.Terms.Position}})
	}
	for _, text := range moves {
		silent := text[len(text)-1] == '!'
		if silent {
			text = text[:len(text)-1]
		}
		m, ok := board.ParseMove(text)
		if !ok {
			t.Fatalf("%q is no move", text)
		}
		side := s.Position.SideToMove()
		s = s.Apply(game.Event{At: tick(len(s.Line) + 1), By: game.PartyOf(side), Law: "L8", Fact: game.Played{Ply: s.LastPly() + 1, Move: m, Words: text, Silent: silent}})
	}
	return s
}

func tick(hours int) time.Time {
	return time.Date(1844, 1, 1, hours, 0, 0, 0, time.UTC)
}

// agreedOn returns a game on some terms that has not begun.
func agreedOn(agreed terms.Terms) (s game.State) {
	s.Terms = agreed
	return s
}

func gameFrom(fen string) game.State {
	agreed := terms.Default()
	agreed.Position = fen
	return agreedOn(agreed)
}

// TestPassedTurn: a turn that is passed stands in the line, gives the move to the other side, is
// not a move of its side's and no capture, and may bring a position back.
func TestPassedTurn(t *testing.T) {
	s := moved(t, gameFrom("6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1"), "g1f1", "0000", "f1g1", "0000", "g1f1", "g8f8")
	if s.Position.SideToMove() != board.White || s.LastPly() != 6 || s.Position.FEN() != "5k2/5ppp/8/8/8/8/5PPP/5K2 w - - 6 4" {
		t.Errorf("ply %d, %s", s.LastPly(), s.Position.FEN())
	}
	if s.At(len(s.Line)) != s.Position {
		t.Error("the line leads elsewhere")
	}
	if s.Clocks[board.White].Moves != 3 || s.Clocks[board.Black].Moves != 1 {
		t.Errorf("moves made: %d, %d", s.Clocks[board.White].Moves, s.Clocks[board.Black].Moves)
	}
	if got := s.PliesSinceCapture(); got != 3 {
		t.Errorf("%d plies, of which each side made half", got)
	}
	if s = moved(t, s, "f1g1", "f8g8", "0000"); s.Times(s.FirstPlies()) != 2 {
		t.Errorf("Black began %d turns in this position", s.Times(s.FirstPlies()))
	}
	s = moved(t, s, "g8f8", "g1f1")
	s = s.Apply(game.Event{At: tick(12), Fact: game.Retracted{Ply: s.LastPly() - 2}})
	if s.Position.SideToMove() != board.White || s.Clocks[board.White].Moves != 4 || s.Clocks[board.Black].Moves != 2 {
		t.Errorf("taken back: %s, moves %d and %d", s.Position.FEN(), s.Clocks[board.White].Moves, s.Clocks[board.Black].Moves)
	}
}

// TestPassInAFirstTurn: at odds of two moves the ply between them is passed, and the
// count of each side begins after that ply.
func TestPassInAFirstTurn(t *testing.T) {
	agreed := terms.Default()
	agreed.Odds = terms.Odds{Name: "two moves", Giver: "black"}
	s := moved(t, agreedOn(agreed), "e2e4", "0000", "d2d4", "e7e6")
	if got := s.PliesSinceCapture(); got != 2 {
		t.Errorf("%d plies", got)
	}
}

// TestUnlawfulPositionsStand: a check that was not announced is left standing, and a
// false move is played on, through the whole line.
func TestUnlawfulPositionsStand(t *testing.T) {
	s := moved(t, agreedOn(terms.Default()), "e2e4", "d7d6", "f1b5!")
	if ignores, _ := board.ParseMove("f7f6"); !s.Position.Unheeded() || !s.Position.IsLegal(ignores) {
		t.Fatal("an unannounced check need not be met")
	}
	s = moved(t, s, "f7f6")
	if s.Position.Flaws() != board.KingEnPrise {
		t.Fatalf("%s: %b", s.Position.FEN(), s.Position.Flaws())
	}
	s = moved(t, s, "g1e5!", "b8d7") // a false move of the Knight's, which stands, and a check met
	if p := s.At(len(s.Line)); p != s.Position || p.InCheck(board.Black) {
		t.Errorf("the line leads to %s", p.FEN())
	}
	for p, turn := range s.Played() {
		want := turn.Ply == 4 || turn.Ply == 6
		if p.Unheeded() != want {
			t.Errorf("ply %d: unheeded %v", turn.Ply, p.Unheeded())
		}
	}
	s = s.Apply(game.Event{At: tick(12), Fact: game.Retracted{Ply: s.LastPly()}})
	if !s.Position.Unheeded() {
		t.Error("the check that was left must be met once its answer is taken back")
	}
}
