package interpret

import "testing"

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
