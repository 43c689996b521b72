package proof

import (
	"math/rand/v2"
	"testing"

	"corrd/game/board"
	"corrd/store/peertest"
)

// The tables here hold every position of a few men and what ends can ever be reached
// from each: worked out backwards from the ends over the whole table, with nothing of
// the search but the board.

// outcomes is a set of ends: the mate of White, of Black, the stalemate of White, of Black.
type outcomes uint8

// outcomeOf are the ends of a position in which no move is left.
func outcomeOf(p *board.Position) outcomes {
	end := outcomes(4)
	if p.InCheck(p.SideToMove()) {
		end = 1
	}
	return end << p.SideToMove()
}

// endsOf are the Ends that make a game won by those of a set.
func endsOf(r outcomes) Ends {
	return Ends{Mate: [2]bool{r&1 != 0, r&2 != 0}, Stalemate: [2]bool{r&4 != 0, r&8 != 0}}
}

// table is every position of White's King, Black's King and at most one man of White's.
type table struct {
	extra board.Kind // NoKind: the Kings alone
	ends  []outcomes
}

// lineup are the tables by the man; a promotion and a capture lead from one to another.
type lineup map[board.Kind]*table

// number returns the place of a position in its table.
func number(p *board.Position) (board.Kind, int) {
	n := int(p.Men(board.White, board.King).First())<<6 | int(p.Men(board.Black, board.King).First())
	n = n<<1 | int(p.SideToMove())
	for kind := board.Pawn; kind < board.King; kind++ {
		if men := p.Men(board.White, kind); men != 0 {
			return kind, n<<6 | int(men.First())
		}
	}
	return board.NoKind, n << 6
}

// each goes through all lawful positions of a table, with their numbers.
func (t *table) each(do func(n int, p board.Position)) {
	for n := range 1 << 19 {
		king, other, at := board.Square(n>>13), board.Square(n>>7&63), board.Square(n&63)
		p := board.Position{}
		p = p.Put(king, board.Man{Kind: board.King})
		p = p.Put(other, board.Man{Side: board.Black, Kind: board.King})
		switch end := at.Rank() == 0 || at.Rank() == 7; {
		case t.extra == board.NoKind && at != 0, t.extra == board.Pawn && end:
			continue
		case t.extra != board.NoKind:
			p = p.Put(at, board.Man{Kind: t.extra})
		}
		p = p.WithSide(board.Side(n >> 6 & 1))
		if kind, m := number(&p); kind == t.extra && m == n && p.Flaws() == 0 {
			do(n, p)
		}
	}
}

// fill works a table out: every position first gets the ends it is itself, then those of
// whatever it leads to, until nothing is added.
func (all lineup) fill(extra board.Kind) {
	t := &table{extra: extra, ends: make([]outcomes, 1<<19)}
	all[extra] = t
	leads := make([][]int32, 1<<19)
	t.each(func(n int, p board.Position) {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			t.ends[n] = outcomeOf(&p)
		}
		for _, m := range moves {
			q := p.Play(m)
			kind, to := number(&q)
			if kind == extra {
				leads[n] = append(leads[n], int32(to))
				continue
			}
			t.ends[n] |= all[kind].ends[to]
		}
	})
	for changed := true; changed; {
		changed = false
		for n, to := range leads {
			before := t.ends[n]
			for _, m := range to {
				t.ends[n] |= t.ends[m]
			}
			changed = changed || t.ends[n] != before
		}
	}
}

// mirrored is a position with the colours changed.
func mirrored(p *board.Position) board.Position {
	q := board.Position{}
	for s := range board.NoSquare {
		if man, stands := p.At(s); stands {
			man.Side = man.Side.Other()
			q = q.Put(s^56, man)
		}
	}
	return q.WithSide(p.SideToMove().Other())
}

// TestFewMenAgainstTables: for every class of three men or fewer, and every choice of
// the ends by which a game is won, the search declares dead what the tables do. Of each class more
// positions are tried where everything is.
func TestFewMenAgainstTables(t *testing.T) {
	kinds, each := []board.Kind{board.NoKind, board.Knight, board.Bishop, board.Rook, board.Queen, board.Pawn}, 100/peertest.Share(3, 12)
	if testing.Short() {
		kinds = kinds[:2]
	}
	all := lineup{}
	for _, kind := range kinds {
		all.fill(kind)
	}
	r := rand.New(rand.NewPCG(16, 1844))
	for _, kind := range kinds {
		var lawful []int
		found := map[outcomes]int{}
		rare := map[outcomes][]int{}
		positions := map[int]board.Position{}
		all[kind].each(func(n int, p board.Position) {
			lawful = append(lawful, n)
			ends := all[kind].ends[n]
			found[ends]++
			if len(rare[ends]) < 30 || r.IntN(found[ends]) < 30 {
				rare[ends] = append(rare[ends], n)
				positions[n] = p
			}
		})
		t.Logf("%v and the Kings: %d positions, by the ends that can be reached: %v", kind, len(lawful), found)
		dead := 0
		for ends, some := range rare {
			for _, i := range r.Perm(len(some))[:min(len(some), each)] {
				p := positions[some[i]]
				for _, won := range []outcomes{3, 15, 12, 1 + outcomes(r.IntN(15))} {
					if agrees(t, p, won, ends&won == 0) {
						dead++
					}
					agrees(t, mirrored(&p), won&5<<1|won>>1&5, ends&won == 0)
				}
			}
		}
		if dead == 0 && (kind == board.NoKind || kind == board.Knight || kind == board.Bishop) {
			t.Errorf("%v: no dead position compared", kind)
		}
	}
}

// agrees compares the search with what a table says, and reports whether the position
// is dead. By ends that no code chooses the search may be given up, and is soon.
func agrees(t *testing.T, p board.Position, won outcomes, dead bool) bool {
	t.Helper()
	o, chosen := Options{Ends: endsOf(won)}, won == 3 || won == 15
	if !chosen {
		o.Nodes = 3000
	}
	got := CannotBeWon(p, o)
	if got.Curtailed && !chosen {
		return false
	}
	want := Refuted
	if dead {
		want = Proved
	}
	if got.Verdict != want {
		t.Errorf("%s, won by %04b: %s after %d nodes, the table says %s", p.FEN(), won, got.Verdict, got.Nodes, want)
	}
	if got.Verdict == Refuted {
		q := p
		for at := got.Tree; len(at) > 0; at = at[0].Then {
			q = at[0].after(q)
		}
		if len(q.Moves(nil)) > 0 || outcomeOf(&q)&won == 0 {
			t.Errorf("%s, won by %04b: the line ends at %s", p.FEN(), won, q.FEN())
		}
	}
	return dead
}

// TestUnannouncedAgainstNaive: where a check may be left standing, what is declared dead
// is dead with every check announced and every check not.
func TestUnannouncedAgainstNaive(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 16))
	count := map[Verdict]int{}
	compare := func(p board.Position, most int) {
		got := CannotBeWon(p, Options{Ends: MateOrStalemate, Unannounced: true})
		count[got.Verdict]++
		if got.Verdict == Refuted {
			q := p
			for at := got.Tree; len(at) > 0; at = at[0].Then {
				if !q.IsLegal(at[0].Move) {
					t.Fatalf("%s: %s is not legal in %s", p.FEN(), at[0].Move, q.FEN())
				}
				q = at[0].after(q)
			}
			if len(q.Moves(nil)) > 0 {
				t.Errorf("%s: the line ends at %s", p.FEN(), q.FEN())
			}
			return
		}
		if dead, ok := naivelyUnannounced(p, most); ok && dead != (got.Verdict == Proved) {
			t.Errorf("%s: %s after %d nodes, want dead: %v", p.FEN(), got.Verdict, got.Nodes, dead)
		}
	}
	each := 4
	if testing.Short() {
		each = 2
	}
	for _, men := range []string{"Kk", "KBk", "KNk", "KPk", "KBkb", "KNkp"} {
		for range 3 * each {
			compare(someMen(r, men), 20000)
		}
	}
	for _, men := range []string{"Kk", "KBk", "KNk"} {
		for range 2 * each {
			compare(wall(r, men), 40000)
		}
	}
	for _, fen := range []string{
		"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", // a King en prise, left there by a reply
		"8/8/8/4k3/8/8/8/4K3 w - - 0 1",
		"3k4/8/8/p2p2p1/P2P2P1/8/3K4/8 w - - 0 1",
	} {
		compare(mustFEN(t, fen), 40000)
	}
	if count[Proved] < 5*each/2 || count[Refuted] < 5*each {
		t.Errorf("too few cases compared: %v", count)
	}
}

// naivelyUnannounced looks for a decided game among all positions that can arise, each
// check being announced and not.
func naivelyUnannounced(p board.Position, most int) (dead, ok bool) {
	type placed struct {
		spot
		unheeded bool
	}
	seen, waiting := map[placed]bool{}, []board.Position{p}
	for len(waiting) > 0 {
		at := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		if seen[placed{spotOf(&at), at.Unheeded()}] {
			continue
		}
		seen[placed{spotOf(&at), at.Unheeded()}] = true
		moves := at.Moves(nil)
		if len(moves) == 0 {
			return false, true
		}
		for _, m := range moves {
			q := at.Play(m)
			waiting = append(waiting, q)
			if q.InCheck(q.SideToMove()) {
				waiting = append(waiting, q.Unheeding())
			}
		}
		if len(seen) > most {
			return false, false
		}
	}
	return true, true
}

// TestZeroEnds: the zero Ends are the mates.
func TestZeroEnds(t *testing.T) {
	if (Ends{}).orMates() != endsOf(3) || MateOrStalemate != endsOf(15) {
		t.Error("the ends are not those of the sets")
	}
}
