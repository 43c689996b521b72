package interpret

import (
	"strings"
	"testing"
)

// TestNothingAroundAMove: signs alone around a move are no words, and break nothing.
func TestNothingAroundAMove(t *testing.T) {
	for _, line := range []string{"9. P-KR3 ,-", "9. P-KR3 ,- ,-", "9. P-KR3 (", "9. P-KR3 ;", "= : P-KR3", "- P-KR3 -", "P-KR3 () ", "P-KR3 (x) ", "P-KR3 (x) -", "P-KR3, -", "( P-KR3", "- ( P-KR3 ) ,", "9. P-KR3 - -"} {
		for _, text := range []string{line, "It snows:\n" + line, line + "\nand so on", "Dear Bob,\n" + line + "\n- -"} {
			if page := Parse(text); page.GivenUp {
				t.Errorf("%q is given up", text)
			}
		}
	}
}

// TestLettersThatGrow: letters that have another length in lower case move no place of a line.
func TestLettersThatGrow(t *testing.T) {
	for _, tail := range []string{" my pawn to king", " my pawn to king's fourth", " King's Pawn two squares", " I move my King's Pawn to K4", ". My pawn to K4", ": P to K4"} {
		for _, letter := range []string{"Ⱥ", "Ⱦ", "İ", "K", "ẞ", "\xff"} {
			if page := Parse(strings.Repeat(letter, 40) + tail); page.GivenUp {
				t.Errorf("%q behind %q is given up", tail, letter)
			}
		}
	}
}
