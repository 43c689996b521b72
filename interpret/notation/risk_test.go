package notation

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"corrd/game/board"
)

// signsOfCheck are ways in which players and printers write that a move gives check.
var signsOfCheck = [...]string{" ch", " ch.", ", ch", "-ch", "-ch.", " - ch", " -ch", ": ch", ":ch", ": ch.", " : ch", "/ch", " /ch", " / ch", "=ch", "; ch", " (ch)", " (ch.)", "(ch)", "[ch]",
	" check", " check!", ", check", ", check.", " - check", "-check", ": check", ":check", "/check", " (check)", " Check", " CHECK", "+", " +", "+ ch", "!ch", "! ch", " ch!", ". Ch.",
	" ck", " ck.", ", ck", "-ck", " - ck", ": ck", "/ck", " (ck)", " chk", " chk.", ", chk", ": chk", " (chk)", " and check", ", giving check", " with check", ", checking"}

// signsOf are the further signs of a check of each kind.
var signsOf = map[terms][]string{
	termDiscovered: {" dis. ch.", " dis ch", ": dis ch", " - dis. ch.", " (dis. ch.)", " disch", ", disc. check", " disc ck", " discovered check", ", discovering check", "/dis ch"},
	termDouble:     {" dble ch", " dbl. ch.", " dble ck", ": dble ch", " - double check", " (dbl ch)", " double check", ", dble chk", " doub. ch."},
	termMate:       {" mate", ", mate", " - mate", ": mate", "/mate", " (mate)", "#", " checkmate", ", checkmate!", " ch mate", " ch. and mate", " mates", " and mate", " and mates", "=mate", " ck mate"},
}

// TestSignsOfCheck: a complete record with any usual sign of check behind it is that move, over the
// checks of the printed games. The short form of a move may lack what the sign would tell.
func TestSignsOfCheck(t *testing.T) {
	checks, mates := 0, 0
	for _, g := range printedGames(t) {
		for _, ply := range g.plies {
			if !ply.position.GivesCheck(ply.move) {
				continue
			}
			signs := slices.Clone(signsOfCheck[:])
			for term, more := range signsOf {
				if term.isTrueOf(&ply.position, ply.move) {
					signs = append(signs, more...)
				}
			}
			checks++
			if termMate.isTrueOf(&ply.position, ply.move) {
				mates++
			}
			for _, record := range []string{Short(&ply.position, ply.move), Long(&ply.position, ply.move)} {
				for _, sign := range signs {
					text := record + sign
					if got := (Move{Text: text}).Readings(&ply.position, Rules{}); !slices.Equal(got.Moves, []board.Move{ply.move}) || len(got.Remarks) > 0 {
						t.Errorf("%s: %q in %s: %v %v", g.id, text, ply.position.FEN(), got.Moves, got.Remarks)
					}
					if sounds, _ := Sounds(Fold(text)); !sounds {
						t.Errorf("%q sounds like no move", text)
					}
				}
			}
		}
	}
	if checks < 200 || mates < 5 {
		t.Errorf("only %d checks and %d mates", checks, mates)
	}
}

// TestStandardAlgebraicIsNoOtherMove: no legal move in standard algebraic notation is read as
// exactly one other move where that notation was not agreed, and it is that move alone where it
// was.
func TestStandardAlgebraicIsNoOtherMove(t *testing.T) {
	asked := 0
	for _, g := range printedGames(t) {
		for i := range g.plies {
			p := g.plies[i].position
			for _, m := range p.Moves(nil) {
				san := SAN(&p, m)
				got := Move{Text: san}.Readings(&p, Rules{})
				if len(got.Moves) == 1 && got.Moves[0] != m {
					t.Fatalf("%s in %s is read as %v", san, p.FEN(), got.Moves)
				}
				if len(got.Others) > 0 {
					asked++
				}
				for _, agreed := range []Set{Algebraic, Descriptive | Algebraic, All} {
					if !strings.ContainsAny(san, "abcdefgh") && agreed != Algebraic {
						continue
					}
					if got := (Move{Text: san}).Readings(&p, Rules{Notations: agreed}); !slices.Equal(got.Moves, []board.Move{m}) {
						t.Fatalf("%s in %s with %v: %v", san, p.FEN(), agreed, got.Moves)
					}
				}
			}
		}
	}
	if asked < 100 {
		t.Errorf("only %d moves were kept from being read as others", asked)
	}
}

// TestStandardAlgebraicInRandomGames: nor is any legal move of random games, of which each ply's
// moves are all tried.
func TestStandardAlgebraicInRandomGames(t *testing.T) {
	const fewest = 20_501
	tried, random := 0, rand.New(rand.NewPCG(28, 1851))
	for tried < fewest {
		p := board.Array()
		for range 120 {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			for _, m := range moves {
				tried++
				if got := (Move{Text: SAN(&p, m)}).Readings(&p, Rules{}); len(got.Moves) == 1 && got.Moves[0] != m {
					t.Fatalf("%s in %s is read as %v", SAN(&p, m), p.FEN(), got.Moves)
				}
			}
			p = p.Play(moves[random.IntN(len(moves))])
		}
	}
}
