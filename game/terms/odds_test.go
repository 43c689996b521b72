package terms

import (
	"encoding/json"
	"testing"

	"corrd/game/board"
	"corrd/interpret"
)

func oddsTerms(t *testing.T, text string) Terms {
	t.Helper()
	terms, refusal := Parse([]interpret.Term{{Key: "odds", Value: text}}, Default())
	if refusal != "" {
		t.Fatal(refusal)
	}
	return terms
}

func TestOddsInOtherWords(t *testing.T) {
	for text, want := range map[string]string{
		"White gives a knight":             "knight given by white",
		"knight, black gives":              "knight given by black",
		"Rook (white)":                     "rook given by white",
		"pawn and move, I give":            "pawn and move given by challenger",
		"odds of a bishop to Black":        "bishop given by white",
		"the exchange to me":               "exchange given by opponent",
		"the queen's knight by me":         "queen's knight given by challenger",
		"White gives a rook with castling": "rook with castling given by white",
		"rook by me, with castling":        "rook with castling given by challenger",
		"mate on KR8 by white":             "mate on h8 given by white",
		"mate on k5, black gives":          "mate on e4 given by black",
		"mate on KB5 by me":                "mate on kb5 given by challenger",
	} {
		if o := oddsTerms(t, text).Odds; o.String() != want {
			t.Errorf("%s: %s, want %s", text, o, want)
		}
	}
	o := oddsTerms(t, "mate on KB5 by me").Odds.Seated(board.Black)
	if want := "mate on f4 given by black"; o.String() != want {
		t.Errorf("once seated %s, want %s", o, want)
	}
}

func TestOddsAreKeptAsText(t *testing.T) {
	for _, text := range []string{"none", "knight given by white", "mate on h8 given by opponent", "queen's rook with castling given by white", "exchange given by black", "pawn and two given by black"} {
		o := oddsTerms(t, text).Odds
		kept, err := json.Marshal(o)
		if err != nil || string(kept) != `"`+text+`"` {
			t.Errorf("%s: %s %v", text, kept, err)
		}
		var back Odds
		if err := json.Unmarshal(kept, &back); err != nil || back != o {
			t.Errorf("%s: %v %v", text, back, err)
		}
	}
	var o Odds
	if err := json.Unmarshal([]byte(`"everything"`), &o); err == nil {
		t.Error("no such odds")
	}
}
