package notation

import (
	"strings"
	"testing"
)

// TestMovesTold: the moves of which sentences tell, with other words between those of the record.
func TestMovesTold(t *testing.T) {
	for text, want := range map[string]string{
		"I bring my Bishop back to Knight's third.":                                      "Bishop to Knight's third",
		"Bishop drops back to Kt3, where your pawn can't bother him":                     "Bishop to Knight's third",
		"The Queen, after some thought, goes up to King's second":                        "Queen to King's second",
		"Having slept on it, I push the Queen's Knight's pawn two squares.":              "Queen's Knight's Pawn two squares",
		"The pawn in front of my king's rook makes a single step":                        "King's Rook's Pawn one square",
		"I do with the pawn of the rook of the queen one step":                           "Queen's Rook's Pawn one square",
		"I take the pawn at Bishop's seventh with my Bishop, check":                      "Bishop takes Pawn at Bishop's seventh",
		"My Bishop grabs the King's Bishop's pawn and checks":                            "Bishop takes King's Bishop's Pawn",
		"The King's Rook's Pawn goes to its third":                                       "King's Rook's Pawn to his third",
		"The Knight's pawn, queen's side, goes two squares":                              "Queen's Knight's Pawn two squares",
		"Battening down the hatches: I'm castling on the King's side":                    "Castles King's side",
		"Queen K2, simple as porridge":                                                   "Queen to King's second",
		"Before your Pawn chases him I step my Bishop back to Knight's third":            "Bishop to Knight's third",
		"Queen's Knight it is, and my Bishop takes his King's Bishop's Pawn":             "Bishop takes King's Bishop's Pawn",
		"My Bishop goes home to Knight's third. Your Queen at King's second troubles me": "Bishop to Knight's third",
		"I move the pawn in front of the queen two forward":                              "", "The Bishop goes to King two": "Bishop to King's second",
		"I pull my bishop back so that he stands right in front of the king": "Bishop to King's second",
		"QKt pawn up two": "Queen's Knight's Pawn two squares",
		"I shove the king's knight's pawn two forward, as Grandad never let me": "King's Knight's Pawn two squares",
		"Queen's bishop's pawn to the third. I want a big centre":               "Queen's Bishop's Pawn to his third",
		"Pawn on KR2": "",
		"My Bishop waits in front of the Queen and the King": "", "I shall think before my Queen moves": "", "Kings pawn forward two": "",
		"And Black even without Castling may assume the counter-attack": "", "castling now before I forget": "Castles",
		"my king's pawn goes two squares":                       "",
		"My Bishop or my Knight goes to Bishop's third":         "",
		"The Bishop goes to Knight's third or to King's second": "",
		"P-Q3": "", "B3": "", "The Bishop is a fine man": "", "We had two Bishops at the wedding": "", "": "",
		strings.Repeat("word ", 60) + "Bishop to Knight's third": "",
	} {
		var got []string
		for _, m := range MovesTold(text) {
			got = append(got, m.Record)
			if again := MovesTold(text[m.Words.From:m.Words.To]); len(again) != 1 || again[0].Record != m.Record {
				t.Errorf("%q: its words tell of %v, not of %q", text, again, m.Record)
			}
			if m.Man.From < 0 || m.Man.To > len(text) || m.Place.From < 0 || m.Place.To > len(text) || m.Man.From >= m.Man.To || m.Place.From >= m.Place.To {
				t.Errorf("%q: the words stand at %v and %v", text, m.Man, m.Place)
			}
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q tells of %q, want %q", text, got, want)
		}
	}
}

// TestMovesToldInAnyText: whatever a text holds, the words of a move stand in it.
func TestMovesToldInAnyText(t *testing.T) {
	for _, one := range []string{"Bishop", "’s", "\xff", "pawn in front of", "takes with", "castles", "1 2", "to K2", "two squares", "\n", "Q's", "the pawn of the", ".", "her"} {
		for _, other := range []string{"King's", "pawn", "one step", "third", "side", "with", "Ä", "'", "Kt3", "of the queen", "one"} {
			text := strings.Repeat(one+" "+other+" ", 3)
			for _, m := range MovesTold(text) {
				if m.Man.To > len(text) || m.Place.To > len(text) {
					t.Errorf("%q: %v", text, m)
				}
			}
		}
	}
}

func FuzzMovesTold(f *testing.F) {
	f.Add("I bring my Bishop back to Knight's third, and the pawn in front of the king takes two squares")
	f.Fuzz(func(t *testing.T, text string) {
		for _, m := range MovesTold(text) {
			if m.Man.From < 0 || m.Man.From > m.Man.To || m.Man.To > len(text) || m.Place.From > m.Place.To || m.Place.To > len(text) {
				t.Errorf("%q: %v", text, m)
			}
		}
	})
}
