package templates

import (
	"fmt"
	"strings"

	"corrd/game"
	"corrd/game/board"
	"corrd/interpret/notation"
	"corrd/templates/texts"
)

const both = notation.Descriptive | notation.Algebraic

// fileNames are the files by the pieces that stand on them before the game (I.7).
var fileNames = [8]string{"QR", "QKt", "QB", "Q", "K", "KB", "KKt", "KR"}

// kindName is the name of a kind of men.
func kindName(k board.Kind) string { return texts.One(1, kindKeys[k]) }

// kindKeys are the keys of the names of the kinds of men, one and several of them.
var kindKeys = [...]string{"", "Pawn", "Knight", "Bishop", "Rook", "Queen", "King"}

// manOn names a man with the man's square: "Knight on KB3".
func (p *gamePage) manOn(man board.Man, on board.Square) string {
	return texts.Say("man on", kindName(man.Kind), square(on, man.Side, p.notation))
}

// sideName is the name of a side inside a sentence.
func sideName(s board.Side) string {
	return texts.Say("side " + s.String())
}

// squareName is a square by its file and its rank counted from a side (I.7):
// e4 is K4 to White and K5 to Black.
func squareName(sq board.Square, from board.Side) string {
	return fmt.Sprint(fileNames[sq.File()], rankFrom(sq.Rank(), from))
}

// rankFrom is the number of a rank, 0 to 7 on the board, as a side counts it.
func rankFrom(rank int, side board.Side) int {
	if side == board.Black {
		return 8 - rank
	}
	return rank + 1
}

// square writes a square in the reader's notation, K4 (e4) for both.
func square(sq board.Square, from board.Side, n notation.Set) string {
	switch n {
	case notation.Algebraic:
		return sq.String()
	case notation.Descriptive:
		return squareName(sq, from)
	}
	return squareName(sq, from) + noBreak + "(" + sq.String() + ")"
}

// move writes a move of a game in the reader's notation: "Kt-KB3 (Nf3)" for both. words are the
// words by which the move was made, "" where nobody has made the move.
func move(s *game.State, p *board.Position, m board.Move, words string, n notation.Set) string {
	text := short(s, p, m, words, n)
	if n == both {
		return text + noBreak + "(" + s.MadeSAN(p, m, words) + ")"
	}
	return text
}

// short writes a move as move does, in one notation: algebraic if the reader wants that
// alone, else descriptive, with "ch" where words must announce check and do; a turn
// passed is told in words.
func short(s *game.State, p *board.Position, m board.Move, words string, n notation.Set) string {
	if n == notation.Algebraic && m != board.Pass {
		return s.MadeSAN(p, m, words)
	}
	text := notation.Short(p, m)
	if s.Cried(p, words) {
		text += " ch"
	}
	return strings.ReplaceAll(text, " ", noBreak)
}

// number is the number that stands before the move of a position: "7." for
// White's, "7..." for Black's.
func number(p *board.Position) string {
	if p.SideToMove() == board.Black {
		return fmt.Sprint(p.MoveNumber(), "...")
	}
	return fmt.Sprint(p.MoveNumber(), ".")
}

// agreed writes a move in a notation that acts, without a sign of check that was not said.
func agreed(s *game.State, p *board.Position, m board.Move) string {
	return s.Unsigned(game.WriteMove(s, p, m))
}
