package board

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/corentings/chess/v2"
)

// TestAgainstAnotherProgram plays random games beside an independent program
// and compares, at every ply, the legal moves, which of them give check, and
// the position. That program is not safe for concurrent use: no t.Parallel.
func TestAgainstAnotherProgram(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1834))
	for _, c := range readPerft(t) {
		for range 8 {
			playBeside(t, r, c.fen)
		}
	}
}

func playBeside(t *testing.T, r *rand.Rand, fen string) {
	t.Helper()
	setUp, err := chess.FEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	theirs, ours := chess.NewGame(setUp).Position(), mustFEN(t, fen)
	for range 150 {
		if ours.FEN() != theirs.String() {
			t.Fatalf("%s, theirs %s", ours.FEN(), theirs)
		}
		moves := theirs.ValidMoves()
		compareMoves(t, &ours, moves)
		if len(moves) == 0 {
			mate, stale := theirs.Status() == chess.Checkmate, theirs.Status() == chess.Stalemate
			if ours.Checkmate() != mate || ours.Stalemate() != stale {
				t.Fatalf("%s: theirs %v", ours.FEN(), theirs.Status())
			}
			return
		}
		m := moves[r.IntN(len(moves))]
		theirs, ours = theirs.Update(&m), ours.Play(moveOf(t, m))
	}
}

func moveOf(t *testing.T, m chess.Move) Move {
	t.Helper()
	move, ok := ParseMove(m.String())
	if !ok {
		t.Fatalf("%s is no move", m.String())
	}
	return move
}

// compareMoves compares the lists and what is said of each move.
func compareMoves(t *testing.T, p *Position, theirs []chess.Move) {
	t.Helper()
	got := p.Moves(nil)
	if len(got) != len(theirs) {
		t.Fatalf("%s: %d moves, theirs %d", p.FEN(), len(got), len(theirs))
	}
	for _, their := range theirs {
		m := moveOf(t, their)
		if !slices.Contains(got, m) || !p.IsLegal(m) {
			t.Fatalf("%s: %s is missing", p.FEN(), m)
		}
		compareTags(t, p, m, their)
	}
}

// compareTags leaves out the check of a promotion to less than a Queen: there
// the other program keeps the Queen's answer.
func compareTags(t *testing.T, p *Position, m Move, their chess.Move) {
	t.Helper()
	for _, c := range []struct {
		what   string
		got    bool
		theirs bool
	}{
		{"castling", p.IsCastling(m), their.HasTag(chess.KingSideCastle) || their.HasTag(chess.QueenSideCastle)},
		{"capture", p.IsCapture(m), their.HasTag(chess.Capture) || their.HasTag(chess.EnPassant)},
		{"in passing", p.IsEnPassant(m), their.HasTag(chess.EnPassant)},
		{"check", p.GivesCheck(m), their.HasTag(chess.Check)},
	} {
		lesser := m.Promotion() != NoKind && m.Promotion() != Queen
		if c.got != c.theirs && !(lesser && c.what == "check") {
			t.Fatalf("%s: %s: %s %v", p.FEN(), m, c.what, c.got)
		}
	}
}
