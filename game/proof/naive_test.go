package proof

import (
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"corrd/game/board"
)

// The functions here answer both questions the long way: they write down every
// position that can arise and then reason over the whole list, again and again
// until nothing changes. They share nothing with the searches but the board.

// spot is a position, known by its FEN but for the counts; of castling only
// White's is known.
type spot struct {
	men    board.Identity
	side   board.Side
	passed board.Square
	castle string
}

func spotOf(p *board.Position) spot {
	castle := "-"
	if p.Men(board.White, board.King).Has(board.At(4, 0)) {
		castle = strings.Fields(p.FEN())[2]
	}
	return spot{p.Identity(), p.SideToMove(), p.EnPassant(), castle}
}

// naivePlaces are all positions that arise from p when next says where each one
// leads, up to most of them.
func naivePlaces(p board.Position, most int, next func(*board.Position) []board.Position) (map[spot][]spot, bool) {
	found := map[spot][]spot{}
	waiting := []board.Position{p}
	for len(waiting) > 0 {
		at := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		if _, known := found[spotOf(&at)]; known {
			continue
		}
		leads := []spot{}
		for _, q := range next(&at) {
			leads = append(leads, spotOf(&q))
			waiting = append(waiting, q)
		}
		found[spotOf(&at)] = leads
		if len(found) > most {
			return nil, false
		}
	}
	return found, true
}

func children(p *board.Position) []board.Position {
	var all []board.Position
	for _, m := range p.Moves(nil) {
		all = append(all, p.Play(m))
	}
	return all
}

// naiveEndless strikes out positions until those left hold one another: one
// with the checker to move that has no check left, one with the checked to move
// that has a reply to a position struck out. Of those left it then strikes out
// the ones from which the series only ends in mate: one with the checked to move
// whose replies all do, one with the checker to move whose checks all do.
func naiveEndless(p board.Position, most int) (endless, ok bool) {
	checker := p.SideToMove()
	next, ok := naivePlaces(p, most, func(at *board.Position) []board.Position {
		var kept []board.Position
		for _, q := range children(at) {
			if at.SideToMove() != checker || q.InCheck(checker.Other()) {
				kept = append(kept, q)
			}
		}
		return kept
	})
	if !ok {
		return false, false
	}
	escaped := map[spot]bool{}
	strike(next, escaped, func(at spot, out, of int) bool {
		return at.side == checker && out == of || at.side != checker && out > 0
	})
	over := maps.Clone(escaped)
	strike(next, over, func(_ spot, out, of int) bool { return out == of })
	return !over[spotOf(&p)], true
}

// strike strikes out positions until a rule strikes none: it is given how many of
// the positions that one leads to are struck out, and of how many.
func strike(next map[spot][]spot, struck map[spot]bool, rule func(at spot, out, of int) bool) {
	for changed := true; changed; {
		changed = false
		for at, leads := range next {
			out := 0
			for _, to := range leads {
				if struck[to] {
					out++
				}
			}
			if !struck[at] && rule(at, out, len(leads)) {
				struck[at], changed = true, true
			}
		}
	}
}

// naiveDead looks for a decided game among all positions that can arise.
func naiveDead(p board.Position, most int, stalemates bool) (dead, ok bool) {
	won := false
	_, ok = naivePlaces(p, most, func(at *board.Position) []board.Position {
		if at.Checkmate() || stalemates && at.Stalemate() {
			won = true
		}
		if won {
			return nil
		}
		return children(at)
	})
	return ok && !won, ok || won
}

// someMen sets up men at random, White's in capitals, until the position is one
// a legal game could hold.
func someMen(r *rand.Rand, men string) board.Position {
	for {
		var p board.Position
		for _, letter := range men {
			kind := board.Kind(1 + strings.IndexRune("pnbrqk", letter|0x20))
			s := board.Square(r.IntN(64))
			for _, taken := p.At(s); taken || kind == board.Pawn && (s.Rank() == 0 || s.Rank() == 7); _, taken = p.At(s) {
				s = board.Square(r.IntN(64))
			}
			p = p.Put(s, board.Man{Side: board.Side(letter >> 5 & 1), Kind: kind})
		}
		if p = p.WithSide(board.Side(r.IntN(2))); regular(&p) {
			return p
		}
	}
}

// inCorner puts Kings, Rooks and Pawns where castling, promotion and taking in
// passing are near, the claimant to move, and other men at random.
func inCorner(r *rand.Rand, men string) board.Position {
	for {
		p := someMen(r, "Kk"+men)
		p = p.Remove(p.Men(board.White, board.King).First())
		p = p.Put(board.At(4, 0), board.Man{Side: board.White, Kind: board.King})
		for _, file := range []int{0, 7} {
			p = p.Put(board.At(file, 0), board.Man{Side: board.White, Kind: board.Rook})
		}
		passed := "-"
		if file := 1 + r.IntN(6); r.IntN(2) == 0 {
			p = p.Put(board.At(file, 4), board.Man{Side: board.Black, Kind: board.Pawn})
			p = p.Put(board.At(file+1, 4), board.Man{Side: board.White, Kind: board.Pawn})
			p = p.Remove(board.At(file, 5))
			p = p.Remove(board.At(file, 6))
			passed = board.At(file, 5).String()
		}
		fields := strings.Fields(p.FEN())
		fields[1], fields[2], fields[3] = "w", []string{"-", "K", "Q", "KQ"}[r.IntN(4)], passed
		if p, err := board.ParseFEN(strings.Join(fields, " ")); err == nil && regular(&p) {
			return p
		}
	}
}

func TestEndlessAgainstNaive(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 8))
	count := map[Verdict]int{}
	compare := func(p board.Position, most int) {
		want, ok := naiveEndless(p, most)
		if !ok {
			return
		}
		got := EndlessChecks(p, Options{})
		count[got.Verdict]++
		if got.Verdict == Unknown || (got.Verdict == Proved) != want {
			t.Errorf("%s: %s, want endless: %v", p.FEN(), got.Verdict, want)
		}
		holdsAsEvidence(t, got)
	}
	each := 10
	if testing.Short() {
		each = 3
	}
	for _, men := range []string{"KQk", "KQk", "KRk", "KQkp", "KRkr", "KRRk", "KRRkn", "KNNkp", "KBBkp", "KQkr", "KPPkp", "KQPkqp", "KRNkrpp", "KNNkqppp", "KRBkrbpp"} {
		for range each {
			compare(someMen(r, men), 9000)
		}
	}
	for _, men := range []string{"", "q", "Nrp", "Prr", "PPqn", "Bppp"} {
		for range each {
			compare(inCorner(r, men), 800)
		}
	}
	if count[Proved] < each*4/5 || count[Refuted] < each*10 {
		t.Errorf("too few cases compared: %v", count)
	}
}

// wall is a position of Pawns that stop one another in pairs on every second
// file, or on all of those but one, with the Kings at home and other men set up
// at random.
func wall(r *rand.Rand, men string) board.Position {
	first, low, gap := r.IntN(2), 2+r.IntN(2), r.IntN(12)
	for {
		p := someMen(r, men)
		if p.Men(board.White, board.King).First().Rank() >= low || p.Men(board.Black, board.King).First().Rank() <= low+1 {
			continue
		}
		for i := range 4 {
			if s := board.At(first+2*i, low); i != gap {
				p = p.Put(s, board.Man{Side: board.White, Kind: board.Pawn})
				p = p.Put(s+8, board.Man{Side: board.Black, Kind: board.Pawn})
			}
		}
		if regular(&p) {
			return p
		}
	}
}

// TestCannotBeWonAgainstNaive compares what is declared dead; what is not has a
// line to show for it.
func TestCannotBeWonAgainstNaive(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 15))
	count := map[Verdict]int{}
	compare := func(p board.Position, most int, stalemates bool) {
		o := Options{}
		if stalemates {
			o.Ends = MateOrStalemate
		}
		got := CannotBeWon(p, o)
		count[got.Verdict]++
		end := Mate
		if stalemates {
			end = Stale
		}
		if leadsToTheEnd(t, got, end); got.Verdict == Refuted {
			return
		}
		if dead, ok := naiveDead(p, most, stalemates); ok && dead != (got.Verdict == Proved) {
			t.Errorf("%s (stalemate wins: %v): %s, want dead: %v", p.FEN(), stalemates, got.Verdict, dead)
		}
	}
	for _, men := range []string{"Kk", "Kk", "KBk", "KNk"} {
		for range 8 {
			p := wall(r, men)
			compare(p, 40000, false)
			compare(p, 40000, true)
		}
	}
	for range 20 {
		p := pairs(r, "Kk", 5)
		compare(p, 5000, false)
		compare(p, 5000, true)
	}
	if count[Proved] < 10 || count[Refuted] < 10 {
		t.Errorf("too few cases compared: %v", count)
	}
}
