package notation

import (
	"math/rand/v2"
	"strings"
	"testing"

	"corrd/game/board"
)

// TestFalseMoves: words that express no legal move still say, where they do, which man
// goes where, the reading nearest to the laws being taken (London 8).
func TestFalseMoves(t *testing.T) {
	const (
		array   = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
		pinned  = "rnbqk1nr/ppp2ppp/4p3/3p4/1b1PP3/2N5/PPP2PPP/R1BQKBNR w KQkq - 2 4"
		checked = "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1"
	)
	for _, c := range []struct{ what, fen, text, want string }{
		{"a legal move is no false one", array, "P-K4", ""},
		{"a pinned Knight takes", pinned, "QKt×P", "c3d5"},
		{"a Pawn goes three squares", array, "P-K5", "e2e5"},
		{"two Rooks could, the nearer reading is one of each", array, "QR-R4", "a1a4"},
		{"a Bishop jumps", array, "B-KKt5", "c1g5"},
		{"a Knight goes like nothing known", array, "KKt-K5", "g1e5"},
		{"either Knight", array, "Kt-K5", "b1e5 g1e5"},
		{"castling in check", checked, "Castles KR", "e1g1"},
		{"castling over a man", array, "o-o", ""},
		{"nothing there to take", array, "Kt×Q", "b1d8 g1d8"},
		{"no such man at all", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "B-K5", ""},
		{"a King is not taken", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "R×K", ""},
		{"the King goes into check", "4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "K-K2", "e1e2"},
		{"gibberish", array, "B-Z9", ""},
		{"a promotion that is none", "4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "P-R8 (Kt)", "a6a8n"},
		{"in passing, and nothing has passed", "rnbqkbnr/ppp1pppp/8/3pP3/2P5/8/PP1P1PPP/RNBQKBNR w KQkq - 0 3", "P×P ip", ""},
	} {
		p := positionOf(t, c.fen)
		got := strings.Join(board.UCI(Move{Text: c.text}.FalseMoves(&p, Rules{})), " ")
		if got != c.want {
			t.Errorf("%s: %q is %q, want %q", c.what, c.text, got, c.want)
		}
	}
	p := positionOf(t, array)
	for text, rules := range map[string]Rules{"Ng1e5": {Notations: Algebraic}, "7155": {Notations: Numeric}} {
		if got := (Move{Text: text}).FalseMoves(&p, rules); len(got) != 1 || got[0].String() != "g1e5" {
			t.Errorf("%q is %v", text, got)
		}
	}
}

// TestFalseMovesAreWritten: a false move that stands is written so that its record
// says which man went where, and read back as that false move.
func TestFalseMovesAreWritten(t *testing.T) {
	p := positionOf(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	m, _ := board.ParseMove("g1e5")
	if got := SAN(&p, m); got != "Ng1e5" {
		t.Error(got)
	}
	if got := Short(&p, m); got != "Kt(KKt1)-K5" {
		t.Error(got)
	}
	r := rand.New(rand.NewPCG(8, 1844))
	for _, ply := range printedGames(t)[0].plies {
		p := ply.position
		all := transfers(&p)
		for range 5 {
			m := all[r.IntN(len(all))]
			if p.IsLegal(m) || p.IsCastling(m) {
				continue
			}
			for _, text := range []string{Record(&p, m), Long(&p, m), Words(&p, m)} {
				if got := (Move{Text: text}).FalseMoves(&p, Rules{}); len(got) != 1 || got[0] != m {
					t.Fatalf("%s: %s is written %q, which is %v", p.FEN(), m, text, got)
				}
			}
		}
	}
}

// anySetUp is men on any squares, of any number, with a King of each side.
func anySetUp(r *rand.Rand) board.Position {
	p := board.Array()
	for s := range board.NoSquare {
		p = p.Remove(s)
	}
	for n := range 4 + r.IntN(20) {
		kind := board.Kind(1 + r.IntN(5))
		if n < 2 {
			kind = board.King
		}
		p = p.Put(board.Square(r.IntN(64)), board.Man{Side: board.Side(n & 1), Kind: kind, Origin: board.Origin(r.IntN(4))})
	}
	return p.WithSide(board.Side(r.IntN(2)))
}

// TestEveryMoveReadsBackInSetUps: in positions that no lawful game reaches, and where a
// check need not be met, every writer's words are read back as the move.
func TestEveryMoveReadsBackInSetUps(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 8))
	unheeded, prise := 0, 0
	for range 400 {
		p := anySetUp(r)
		p = p.Unheeding()
		if p.Unheeded() {
			unheeded++
		}
		if p.Flaws()&board.KingEnPrise != 0 {
			prise++
		}
		roundTrip(t, &p)
	}
	if unheeded < 50 || prise < 50 {
		t.Errorf("only %d unheeded checks, %d Kings en prise", unheeded, prise)
	}
}

// FuzzFalseMoves: whatever the words and the men, a false move is never legal, never
// takes a King or a man of its own side, and can be played and written.
func FuzzFalseMoves(f *testing.F) {
	for i, s := range seeds {
		f.Add(s, uint64(i))
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		p := anySetUp(rand.New(rand.NewPCG(seed, 8)))
		for _, m := range (Move{Text: text}).FalseMoves(&p, Rules{Notations: All}) {
			man, stands := p.At(m.From())
			victim, taken := p.At(m.To())
			if p.IsLegal(m) || !stands || man.Side != p.SideToMove() || taken && (victim.Side == man.Side || victim.Kind == board.King) {
				t.Fatalf("%q in %s is %s: legal %v, of %+v (stands %v), takes %+v (stands %v)", text, p.FEN(), m, p.IsLegal(m), man, stands, victim, taken)
			}
			q := p.Play(m)
			if q.SideToMove() == p.SideToMove() || SAN(&p, m) == "" || Record(&p, m) == "" || Long(&p, m) == "" {
				t.Fatalf("%s in %s", m, p.FEN())
			}
		}
	})
}

// TestAnnouncedCheck: words announce check or mate whether the announcement is true or
// false, in print and in algebraic notation.
func TestAnnouncedCheck(t *testing.T) {
	p, err := board.ParseFEN("rnbqkbnr/ppp2ppp/3p4/4p3/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3")
	if err != nil {
		t.Fatal(err)
	}
	for words, want := range map[string]bool{
		"B-QKt5": false, "B-QKt5 ch": true, "B-KKt5 ch": true, "B-KKt5": false, "B to Q Kt's 5th, check": true,
		"P-KR3 mate": true, "Bb5": false, "Bb5+": true, "Bg5#": true, "P×P": false, "B-QKt5 (dis. ch.)": true,
	} {
		got := Move{Text: words}.Readings(&p, Rules{Notations: All})
		if got.Check != want || len(got.Moves) != 1 {
			t.Errorf("%q announces check: %v, %d readings", words, got.Check, len(got.Moves))
		}
	}
}
