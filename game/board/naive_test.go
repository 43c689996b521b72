package board

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// The functions here are I.9 and I.11 put down word for word, square by square,
// without a set of squares or a table: the second way of counting that the
// generator must agree with, on positions no game reaches above all.

func abs(n int) int { return max(n, -n) }

// naivelyCommands is I.9.
func naivelyCommands(p *Position, from, to Square) bool {
	man, ok := p.At(from)
	if !ok || from == to {
		return false
	}
	files, ranks := to.File()-from.File(), to.Rank()-from.Rank()
	diagonal, straight := abs(files) == abs(ranks), files == 0 || ranks == 0
	switch man.Kind {
	case King:
		return abs(files) <= 1 && abs(ranks) <= 1
	case Knight:
		return abs(files*ranks) == 2
	case Pawn:
		return abs(files) == 1 && ranks == forward(man.Side)
	case Bishop:
		return diagonal && naivelyClear(p, from, to)
	case Rook:
		return straight && naivelyClear(p, from, to)
	}
	return (diagonal || straight) && naivelyClear(p, from, to)
}

func forward(s Side) int { return 1 - 2*int(s) }

// naivelyClear reports that no man stands directly between two squares of a line.
func naivelyClear(p *Position, from, to Square) bool {
	sign := func(n int) int { return min(max(n, -1), 1) }
	df, dr := sign(to.File()-from.File()), sign(to.Rank()-from.Rank())
	for f, r := from.File()+df, from.Rank()+dr; At(f, r) != to; f, r = f+df, r+dr {
		if _, occupied := p.At(At(f, r)); occupied {
			return false
		}
	}
	return true
}

func naivelyCommanded(p *Position, s Square, by Side) bool {
	for from := range NoSquare {
		if man, ok := p.At(from); ok && man.Side == by && naivelyCommands(p, from, s) {
			return true
		}
	}
	return false
}

func naivelyInCheck(p *Position, side Side) bool {
	for s := range NoSquare {
		if man, ok := p.At(s); ok && man.Kind == King && man.Side == side && naivelyCommanded(p, s, side.Other()) {
			return true
		}
	}
	return false
}

// naiveMoves is I.11.E, sorted; of a check that need not be met nothing is asked.
func naiveMoves(p *Position) []Move {
	var legal []Move
	for from := range NoSquare {
		man, ok := p.At(from)
		if !ok || man.Side != p.SideToMove() {
			continue
		}
		for to := range NoSquare {
			if !naivelyMay(p, man, from, to) {
				continue
			}
			for _, m := range naivePromotions(man, from, to) {
				if q := p.Play(m); p.Unheeded() || !naivelyInCheck(&q, man.Side) {
					legal = append(legal, m)
				}
			}
		}
	}
	slices.Sort(legal)
	return legal
}

// naivePromotions is I.11.E(d).
func naivePromotions(man Man, from, to Square) []Move {
	if man.Kind != Pawn || to.Rank() != 7-7*int(man.Side) {
		return []Move{NewMove(from, to, NoKind)}
	}
	var all []Move
	for _, kind := range []Kind{Knight, Bishop, Rook, Queen} {
		all = append(all, NewMove(from, to, kind))
	}
	return all
}

func naivelyMay(p *Position, man Man, from, to Square) bool {
	target, occupied := p.At(to)
	switch {
	case p.Unheeded() && man.Kind == King && naivelyBesideKing(p, to, man.Side.Other()):
		return false
	case occupied && (target.Side == man.Side || target.Kind == King):
		return false
	case man.Kind == King && naivelyMayCastle(p, man.Side, from, to):
		return true
	case man.Kind != Pawn:
		return naivelyCommands(p, from, to)
	case naivelyCommands(p, from, to):
		return occupied || to == p.EnPassant()
	case from.File() != to.File() || occupied:
		return false
	}
	first, ranks := 7*int(man.Side), (to.Rank()-from.Rank())*forward(man.Side)
	twice := ranks == 2 && abs(from.Rank()-first) == 1 && naivelyClear(p, from, to)
	return ranks == 1 || twice
}

func naivelyBesideKing(p *Position, s Square, side Side) bool {
	for from := range NoSquare {
		if man, ok := p.At(from); ok && man == (Man{Side: side, Kind: King, Origin: man.Origin}) && naivelyCommands(p, from, s) {
			return true
		}
	}
	return false
}

// naivelyMayCastle is I.11.E(e); whether King and Rook have moved stands in the
// third field of the FEN.
func naivelyMayCastle(p *Position, side Side, from, to Square) bool {
	first := 7 * int(side)
	if from != At(4, first) || to != At(2, first) && to != At(6, first) {
		return false
	}
	letter, rook := "Q", At(0, first)
	if to.File() == 6 {
		letter, rook = "K", At(7, first)
	}
	if side == Black {
		letter = strings.ToLower(letter)
	}
	if !strings.Contains(strings.Fields(p.FEN())[2], letter) || !naivelyClear(p, from, rook) {
		return false
	}
	for _, s := range []Square{from, to, (from + to) / 2} {
		if naivelyCommanded(p, s, side.Other()) && !(s == from && p.Unheeded()) {
			return false
		}
	}
	return true
}

// randomFEN is any men on any squares, any number of Kings and Pawns on the
// first and eighth ranks included, with every castling right claimed and
// sometimes a square passed over.
func randomFEN(r *rand.Rand) string {
	const letters = "PPPPpppppNnBbRrQqKk"
	board := []byte(strings.Repeat("11111111/", 8)[:71])
	for range 2 + r.IntN(24) {
		if s := r.IntN(len(board)); board[s] != '/' {
			board[s] = letters[r.IntN(len(letters))]
		}
	}
	if r.IntN(2) == 0 { // Kings and Rooks at home
		copy(board[0:], []string{"r111k11r", "r1p1k1pr"}[r.IntN(2)])
		copy(board[63:], []string{"R111K11R", "RN11KP1R"}[r.IntN(2)])
	}
	side, passed := "w", "-"
	if file := r.IntN(12); file < 8 {
		passed = string([]byte{'a' + byte(file), '6'})
		copy(board[9+file:], "1")
		copy(board[18+file:], "1")
		copy(board[27+file:], "p")
	}
	if passed == "-" && r.IntN(2) == 0 {
		side = "b"
	}
	return string(board) + " " + side + " KQkq " + passed + " 0 1"
}

func TestAgainstTheLetterOfTheLaw(t *testing.T) {
	r := rand.New(rand.NewPCG(1899, 1897))
	for range 1500 {
		p := mustFEN(t, randomFEN(r))
		got := p.Moves(nil)
		slices.Sort(got)
		if want := naiveMoves(&p); !slices.Equal(got, want) {
			t.Fatalf("%s\n got %v\nwant %v", p.FEN(), got, want)
		}
		for s := range NoSquare {
			for _, by := range []Side{White, Black} {
				if p.Commanded(s, by) != naivelyCommanded(&p, s, by) {
					t.Fatalf("%s: %s commanded by %s: %v", p.FEN(), s, by, p.Commanded(s, by))
				}
			}
		}
		if p.InCheck(White) != naivelyInCheck(&p, White) || p.InCheck(Black) != naivelyInCheck(&p, Black) {
			t.Fatalf("%s: check", p.FEN())
		}
	}
}
