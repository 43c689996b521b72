package notation

import (
	"testing"
	"unicode"

	"corrd/game/board"
)

func TestFold(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"P-K4", "P-K4"},
		{"P×K4…", "PxK4..."},
		{"\u202eP\u200f-\u2067K4\u2069\u202c", "P-K4"},
		{"\u061cP\u200e-K\ufe0f4\u00ad\u2060\ufeff", "P-K4"},
		{"P\x00-\x7fK\x1b4", "P-K4"},
		{"P\u00a0-\u2003K\u30004\f", "P - K 4 "},
		{"½-½", "1/2-1/2"},
		{"Ｐ－Ｋ４", "P-K4"},
		{"𝐊𝐭–𝐊𝐁𝟑", "Kt-KB3"},
		{"♘–♙KB³", "N-PKB3"},
		{"P-K٤", "P-K4"},
		{"P-K४", "P-K4"},
		{"P-K𑁪", "P-K4"},
		{"Р-К4 Вх", "P-K4 Bx"},
		{"Жж", "Жж"},
		{"“Kt’s”", `"Kt's"`},
		{"a\r\nb\tc\u2028d", "a\r\nb\tc\nd"},
	} {
		if got := Fold(c.text); got != c.want {
			t.Errorf("%+q folds to %+q, not %+q", c.text, got, c.want)
		}
	}
}

// Every character with the property Dash of Unicode, and every digit, is read.
func TestFoldEveryDashAndDigit(t *testing.T) {
	p := board.Array()
	want, _ := board.ParseMove("e2e4")
	reads := func(text string) {
		t.Helper()
		if r := (Move{Text: text}).Readings(&p, Rules{}); len(r.Moves) != 1 || r.Moves[0] != want {
			t.Errorf("%+q reads as %v", text, r.Moves)
		}
	}
	dashes, fours := 0, 0
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		if unicode.Is(unicode.Dash, r) {
			dashes++
			reads("P" + string(r) + "K4")
		}
		if unicode.Is(unicode.Nd, r) && Fold(string(r)) == "4" {
			fours++
			reads("P-K" + string(r))
		}
		if unicode.Is(unicode.Cf, r) {
			reads("P" + string(r) + "-K" + string(r) + "4")
		}
	}
	digits := 0
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		if unicode.Is(unicode.Nd, r) {
			digits++
		}
	}
	if dashes < 25 || fours*10 != digits {
		t.Errorf("%d dashes, %d fours among %d digits", dashes, fours, digits)
	}
}

// A look-alike letter changes no reading: the words read as they look, or not at all.
func TestLookalikesReadAsTheyLook(t *testing.T) {
	p := positionOf(t, "array e2e4 e7e5 g1f3 b8c6 f1c4 f8c5")
	for _, text := range []string{"P-KR3", "K-B1", "Kt-B3", "Kt×P", "B×P ch", "Castles", "Q-K2", "o-o", "P takes P", "KR-Kt1", "BxBP"} {
		plain := Move{Text: text}.Readings(&p, Rules{})
		for foreign, latin := range lookalikes {
			varied := replaceAll(text, latin, foreign)
			r := Move{Text: varied}.Readings(&p, Rules{})
			if len(r.Moves) != len(plain.Moves) || len(r.Moves) > 0 && r.Moves[0] != plain.Moves[0] {
				t.Errorf("%+q reads as %v, %q as %v", varied, r.Moves, text, plain.Moves)
			}
		}
	}
}

func replaceAll(text, latin string, foreign rune) string {
	out := ""
	for _, c := range text {
		if string(c) == latin {
			c = foreign
		}
		out += string(c)
	}
	return out
}
