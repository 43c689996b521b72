package board

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestFlaws(t *testing.T) {
	for fen, want := range map[string]Flaws{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1":  0,
		"4k3/8/8/8/8/8/8/8 w - - 0 1":                               NoKing,
		"4k3/8/8/8/8/8/8/K3K3 w - - 0 1":                            SeveralKings,
		"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1":                           KingEnPrise,
		"4k3/8/8/8/8/8/4R3/4K3 b - - 0 1":                           0,
		"P3k3/8/8/8/8/8/8/4K3 w - - 0 1":                            PawnOnEndRank,
		"rnbqkbnr/pppppppp/p7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": TooManyMen,
		"8/8/8/8/8/8/8/p7 w - - 0 1":                                NoKing | PawnOnEndRank,
	} {
		p := mustFEN(t, fen)
		if got := p.Flaws(); got != want {
			t.Errorf("%s: %b, want %b", fen, got, want)
		}
	}
}

// TestUnheeded: a check that was not announced need not be met (London 13, case E4).
func TestUnheeded(t *testing.T) {
	const bishopChecks = "rnbqkbnr/ppp2ppp/3p4/1B2p3/3PP3/8/PPP2PPP/RNBQK1NR b KQkq - 1 3"
	p := mustFEN(t, bishopChecks)
	covers, ignores := NewMove(50, 42, NoKind), NewMove(53, 45, NoKind) // c7c6, f7f6
	if !p.IsLegal(covers) || p.IsLegal(ignores) {
		t.Fatal("a check must be met")
	}
	q := p.Unheeding()
	if !q.Unheeded() || !q.IsLegal(covers) || !q.IsLegal(ignores) {
		t.Error("an unannounced check need not be met")
	}
	if q.FEN() != p.FEN() || q.Heeding() != p || !q.Identical(&p) || !q.InCheck(Black) {
		t.Errorf("the mark changes more than the moves: %s is now %s; without the mark the same %v, identical %v, in check %v",
			p.FEN(), q.FEN(), q.Heeding() == p, q.Identical(&p), q.InCheck(Black))
	}
	left := q.Play(ignores)
	if left.Unheeded() || left.Flaws() != KingEnPrise {
		t.Errorf("after the reply: unheeded %v, %b", left.Unheeded(), left.Flaws())
	}
	if taken := NewMove(33, 60, NoKind); left.IsLegal(taken) {
		t.Error("the King is taken")
	}
	still := left.Play(NewMove(6, 21, NoKind)) // g1f3
	if still = still.Unheeding(); !still.IsLegal(NewMove(48, 40, NoKind)) {
		t.Error("the same check is left once more")
	}
	for what, edited := range map[string]Position{"the King taken off": q.Remove(60), "the checker taken off": q.Remove(33), "the turn given away": q.WithSide(White)} {
		if edited.Unheeded() {
			t.Errorf("%s: still unheeded", what)
		}
	}
	quiet := Array()
	if got := quiet.Unheeding(); got != quiet {
		t.Error("where no check stands there is none to leave")
	}
}

// TestEndsUnderAnUnheededCheck: a mate that was not announced is not a mate while a move of any
// kind is left; with no move left it is mate, and never stalemate.
func TestEndsUnderAnUnheededCheck(t *testing.T) {
	for _, c := range []struct {
		what, fen string
		moves     int
		mate      bool
	}{
		{"the fool's mate", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", 19, false},
		{"the back rank", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", 8, false},
		{"the King alone takes, not beside the other", "k7/1Q6/8/2K5/8/8/8/8 b - - 0 1", 3, false},
		{"and cannot stir beside the other", "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", 1, false},
		{"smothered, and the Rook may still go", "6rk/5Npp/6PP/8/8/8/8/6K1 b - - 0 1", 8, false},
		{"no man can stir", "krb5/npNp4/1PpP4/1pP5/1P6/8/8/7K b - - 0 1", 0, true},
	} {
		p := mustFEN(t, c.fen)
		if !p.InCheck(p.SideToMove()) {
			t.Fatalf("%s: no check", c.what)
		}
		p = p.Unheeding()
		if got := len(p.Moves(nil)); got != c.moves || p.Checkmate() != c.mate || p.Stalemate() {
			t.Errorf("%s: %d moves, mate %v, stalemate %v: %v", c.what, got, p.Checkmate(), p.Stalemate(), p.Moves(nil))
		}
	}
}

// TestCastlingOutOfAnUnheededCheck: the check that stands counts for nothing, but the
// King may not castle over or into another (London 12, 13).
func TestCastlingOutOfAnUnheededCheck(t *testing.T) {
	for _, c := range []struct {
		what, fen, uci string
		want           bool
	}{
		{"out of check", "4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", true},
		{"on the other side", "4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", true},
		{"through a second check", "4rrk1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", false},
		{"into a second check", "2r1r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", false},
	} {
		p := mustFEN(t, c.fen)
		m, _ := ParseMove(c.uci)
		if p = p.Unheeding(); p.IsLegal(m) != c.want {
			t.Errorf("%s: %v", c.what, !c.want)
		}
	}
}

// ignoring counts the leaves of the tree in which no check is announced, so that none
// need be met, by a way of finding the moves.
func ignoring(p Position, depth int, moves func(*Position) []Move) int {
	p = p.Unheeding()
	if depth == 0 {
		return 1
	}
	leaves := 0
	for _, m := range moves(&p) {
		leaves += ignoring(p.Play(m), depth-1, moves)
	}
	return leaves
}

// TestPerftIgnoringChecks counts the replies that leave a King en prise, and what
// follows them, by the generator and by the letter of the law.
func TestPerftIgnoringChecks(t *testing.T) {
	generated := func(p *Position) []Move { return p.Moves(nil) }
	for _, c := range readPerft(t) {
		p, depth := mustFEN(t, c.fen), 3
		got, want := ignoring(p, depth, generated), ignoring(p, depth, naiveMoves)
		if got != want {
			t.Errorf("%s: %d leaves, by the letter %d", c.name, got, want)
		}
		if lawful := c.leaves[depth]; got < lawful {
			t.Errorf("%s: %d leaves where %d are lawful", c.name, got, lawful)
		}
	}
}

// TestUnheededAgainstTheLetterOfTheLaw compares the replies on boards of any men.
func TestUnheededAgainstTheLetterOfTheLaw(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 1844))
	compared := 0
	for range 3000 {
		p := mustFEN(t, randomFEN(r))
		if p = p.Unheeding(); !p.Unheeded() {
			continue
		}
		compared++
		got := p.Moves(nil)
		slices.Sort(got)
		if want := naiveMoves(&p); !slices.Equal(got, want) {
			t.Fatalf("%s unheeded\n got %v\nwant %v", p.FEN(), got, want)
		}
		for _, m := range got {
			if man, _, ok := p.Captured(m); ok && man.Kind == King {
				t.Fatalf("%s: %s takes a King", p.FEN(), m)
			}
		}
	}
	if compared < 500 {
		t.Errorf("only %d positions compared", compared)
	}
}

// FuzzSetUp: any board that FEN can write is held, told from a lawful position, and
// played on without a King being taken, its checks met or not.
func FuzzSetUp(f *testing.F) {
	for _, fen := range []string{
		"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "kkkk4/8/8/8/8/8/8/KKKKqqqq b - - 0 1", "PPPPPPPP/8/8/8/8/8/8/pppppppp w - - 0 1",
		"r3k2r/8/8/4Q3/3q4/8/8/R3K2R w KQkq - 0 1", "rnbqkbnr/ppp2ppp/3p4/1B2p3/3PP3/8/PPP2PPP/RNBQK1NR b KQkq - 1 3",
	} {
		f.Add(fen, uint64(1))
	}
	f.Fuzz(func(t *testing.T, fen string, seed uint64) {
		p, err := ParseFEN(fen)
		if err != nil {
			return
		}
		r := rand.New(rand.NewPCG(seed, 1))
		for range 12 {
			kings := p.Men(White, King).Len() + p.Men(Black, King).Len()
			if r.IntN(2) == 0 {
				p = p.Unheeding()
			}
			moves := p.Moves(nil)
			if p.Unheeded() && (len(moves) == 0) != p.Checkmate() {
				t.Fatalf("%s: %d moves, mate %v", p.FEN(), len(moves), p.Checkmate())
			}
			if len(moves) == 0 {
				return
			}
			again, err := ParseFEN(p.FEN())
			if err != nil || again.FEN() != p.FEN() || again.Flaws() != p.Flaws() {
				t.Fatalf("%s: %v, %b and %b", p.FEN(), err, again.Flaws(), p.Flaws())
			}
			p = p.Play(moves[r.IntN(len(moves))])
			if left := p.Men(White, King).Len() + p.Men(Black, King).Len(); left != kings {
				t.Fatalf("%s: %d Kings of %d", p.FEN(), left, kings)
			}
		}
	})
}
